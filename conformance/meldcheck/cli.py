"""The command ``meldspec``."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final, cast

import click

from meldcheck.words.errors import SpecError

_COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "check": ("check", "command"),
    "distinguish": ("distinguish", "command"),
    "engine": ("engine", "command"),
    "evidence": ("evidence", "command"),
    "explore": ("explore", "command"),
    "fuzz": ("fuzz", "command"),
    "identify": ("identify", "command"),
    "perft": ("perft", "command"),
    "replay": ("replay", "command"),
    "rules": ("rules", "command"),
    "settle": ("settle", "command"),
    "sources": ("sources", "sources"),
    "suite": ("suite", "command"),
}
"""By command name: its module, and its name in that module. A call imports the module."""


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
        module, name = _COMMANDS[cmd_name]
        found = getattr(import_module(f"meldcheck.commands.{module}"), name)
        return cast("click.Command", found)  # the table names commands only

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
        try:
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


def _complain(message: str) -> None:
    click.echo(f"meldspec: {' '.join(message.split())}", err=True)


@click.group("meldspec", cls=OneLine)
@click.version_option(package_name="meldspec", prog_name="meldspec")
def main() -> None:
    """The reference specification of Tong-its and its relatives, and a test suite for engines."""
