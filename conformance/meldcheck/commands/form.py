"""The result of a command, as text for people or as JSON for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Final, final

import click
import msgspec

from meldspec.games import GAMES
from meldspec.wire import GameWire

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

ON_ONE_LINE: Final = -1
"""The indentation of a JSON value without any white space."""


@final
@dataclass(frozen=True, slots=True)
class Output:
    """The result of a command in both forms. Only the form that is asked for is computed."""

    value: Callable[[], object]
    lines: Callable[[], Iterable[str]]
    holds: bool = True
    """Whether the exit status is 0; otherwise it is 1."""
    indent: int = 2
    """Indentation of the JSON value, in columns."""
    interrupted: bool = False
    """Whether the output is what was known at a keyboard interrupt; the exit status is then 130."""

    telling: Callable[[], AbstractContextManager[None]] = nullcontext
    """The context in which the output is computed and printed."""

    @classmethod
    def of(cls, value: object, *lines: str, holds: bool = True) -> Output:
        """The output whose two forms are already computed."""
        return cls(lambda: value, lambda: lines, holds)


def shown(command: Callable[..., Output]) -> Callable[..., None]:
    """The command with the option ``--format``, as a click callback."""

    @click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="Form of the answer.",
    )
    @wraps(command)
    def show(*, form: str, **asked: object) -> None:
        made = command(**asked)
        with made.telling():
            if form == "json":
                value = msgspec.json.encode(made.value())
                click.echo(msgspec.json.format(value, indent=made.indent))
            else:
                for line in made.lines():
                    click.echo(line)
        if made.interrupted:
            raise click.Abort
        click.get_current_context().exit(0 if made.holds else 1)

    return show


def game_of(name: str) -> GameWire:
    """The game of this name.  UsageError if there is none."""
    return GAMES[known_game(name)]


def known_game(name: str) -> str:
    """The name, if it is that of a game; the game is not imported.  UsageError if it is not."""
    if name not in GAMES:
        raise click.UsageError(f"no game {name!r}; known: {', '.join(GAMES)}")
    return name


@contextmanager
def progress(of: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal. The yielded function adds a number of finished items."""
    with _on_terminal() as bar:
        task = bar.add_task(of, total=total)
        yield lambda number: bar.advance(task, number)


@contextmanager
def progress_of(of: str, total: int) -> Iterator[Callable[[int, str], None]]:
    """A progress bar on a terminal. The yielded function sets what is finished, with a remark."""
    from rich.progress import TextColumn

    with _on_terminal(TextColumn("{task.fields[remark]}")) as bar:
        task = bar.add_task(of, total=total, remark="")
        yield lambda number, remark: bar.update(task, completed=number, remark=remark)


def _on_terminal(*more: ProgressColumn) -> Progress:
    """A bar that is drawn on standard error if it is a terminal.

    Only commands with a bar import what draws it.
    """
    from rich.console import Console
    from rich.progress import Progress

    screen = Console(stderr=True)
    columns = (*Progress.get_default_columns(), *more)
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
