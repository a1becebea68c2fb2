"""The command ``meldspec``."""

from __future__ import annotations

import gc
import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from types import FrameType
from typing import Any, Final, cast, final

import click

from meldcheck.engine.leftovers import take_in_orphans
from meldcheck.words.errors import SpecError


@final
@dataclass(frozen=True, slots=True)
class _Command:
    """A command: the module that a call imports, its name there, and what it does."""

    module: str
    name: str
    says: str


_COMMANDS: Final[Mapping[str, _Command]] = {
    "check": _Command(
        "check",
        "command",
        "Run the suite on an engine; without an engine, on the reference.",
    ),
    "compare": _Command(
        "compare",
        "command",
        "Compare two reports of check: causes and cases that have changed.",
    ),
    "distinguish": _Command(
        "distinguish",
        "command",
        "Find a shortest play on which two rule sets differ.",
    ),
    "doctor": _Command(
        "doctor",
        "command",
        "Find out what an engine has of its games, and what it may declare.",
    ),
    "engine": _Command(
        "engine",
        "command",
        "Answer protocol requests from standard input, one reply a line on standard output.",
    ),
    "evidence": _Command(
        "evidence",
        "command",
        "Tell how sure one may be of each clause, and why.",
    ),
    "explore": _Command(
        "explore",
        "command",
        "Explore every state that one hand can reach on a small table.",
    ),
    "fuzz": _Command(
        "fuzz",
        "command",
        "Play seeded matches on an engine and compare every reply with the reference.",
    ),
    "identify": _Command(
        "identify",
        "command",
        "Find out which reading of each question an engine plays.",
    ),
    "perft": _Command(
        "perft",
        "command",
        "Count the sequences of N accepted actions of seats.",
    ),
    "replay": _Command(
        "replay",
        "command",
        "Play a trace on the reference, step by step, with all cards shown.",
    ),
    "rules": _Command(
        "rules",
        "command",
        "List the questions of a game: readings, default, and what each source admits.",
    ),
    "settle": _Command(
        "settle",
        "command",
        "Show what each source says about a question, or about the situation in a file.",
    ),
    "sources": _Command(
        "sources",
        "sources",
        "Sentences of the sources: verify every citation, or cite one sentence.",
    ),
    "suite": _Command(
        "suite",
        "command",
        "The suite: build it from the documents, check it, lint it, export it.",
    ),
}


class OneLine(click.Group):
    """A group of commands. An error is one line on standard error, with exit status 2."""

    def list_commands(  # type: ignore[explicit-override]  # typing.override comes with Python 3.12
        self, ctx: click.Context
    ) -> list[str]:
        """The names of all commands."""
        return list(_COMMANDS)

    def get_command(  # type: ignore[explicit-override]  # typing.override comes with Python 3.12
        self, ctx: click.Context, cmd_name: str
    ) -> click.Command | None:
        """The command of a name, or None."""
        if cmd_name not in _COMMANDS:
            return None
        command = _COMMANDS[cmd_name]
        found = getattr(import_module(f"meldcheck.commands.{command.module}"), command.name)
        return cast("click.Command", found)  # the table names commands only

    def resolve_command(  # type: ignore[explicit-override]  # typing.override is in 3.12
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of a call; the words of the call are kept for it."""
        from meldcheck.commands.files import WORDS

        ctx.meta[WORDS] = tuple(args[1:])
        return super().resolve_command(ctx, args)

    def format_commands(  # type: ignore[explicit-override]  # typing.override is in 3.12
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write each command with what it does. No command is imported for that."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.says) for name, command in _COMMANDS.items()])

    def main(  # type: ignore[explicit-override]  # typing.override comes with Python 3.12
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **more: Any,  # click's own signature, and so is the return type
    ) -> Any:
        """Run a command. In standalone mode, then end the process with its status."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **more)
        if args is None:  # the command line: this process does nothing else
            gc.set_threshold(*_SELDOM)
            take_in_orphans()
        try:
            with _ended_like_interrupted():
                status = super().main(args, prog_name, complete_var, False, **more)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(2)
        except click.ClickException as error:
            _complain(error.format_message())
            sys.exit(2)
        except SpecError as error:
            _complain(str(error))
            sys.exit(2)
        except OSError as error:
            _complain(f"{error.filename or 'a file'}: {error.strerror or error}")
            sys.exit(2)
        except (click.Abort, KeyboardInterrupt):
            _complain("interrupted")
            sys.exit(130)
        sys.exit(status if isinstance(status, int) else 0)


@contextmanager
def _ended_like_interrupted() -> Iterator[None]:
    """Turn signals that would end this process at once into an exception.

    So no engine and no worker process outlives it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(number: int, frame: FrameType | None) -> None:
        sys.exit(128 + number)

    names = ("SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler is signal.SIG_DFL:
            signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _complain(message: str) -> None:
    """One line; of a very long one, which quotes its input, the beginning and the end."""
    line = " ".join(message.split())
    cut = len(line) - _LONGEST
    if cut > 0:
        half = _LONGEST // 2
        line = f"{line[:half]} … ({cut} characters cut) … {line[-half:]}"
    click.echo(f"meldspec: {line}", err=True)


_SELDOM: Final = 100_000, 50, 100
"""How rarely memory is searched for circles of garbage; there are hardly any, and a command waits.
"""
_LONGEST: Final = 600
"""Most characters of a complaint."""


def _tell_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Print the version; the solvers are looked up for this answer alone."""
    if asked:
        from importlib.metadata import version

        from meldcheck.words.solvers import are_compiled

        compiled = " (compiled)" if are_compiled() else ""
        click.echo(f"meldspec, version {version('meldspec')}{compiled}")
        context.exit()


@click.group("meldspec", cls=OneLine)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version and exit.",
)
def main() -> None:
    """The reference specification of Tong-its and its relatives, and a test suite for engines."""
