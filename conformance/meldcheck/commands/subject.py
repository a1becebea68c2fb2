"""The options and the start that all commands with an engine share."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import isnan
from pathlib import Path
from typing import Final

import click
import msgspec

from meldcheck.check.declared import (
    Declaration,
    completed,
    read_declaration,
    unknown_names,
    unknown_parts,
)
from meldcheck.commands.files import WORDS
from meldcheck.engine.process import Engine, FaultError, StartError
from meldcheck.suite import store
from meldcheck.suite.store import Suite
from meldcheck.words.case import Case, Tier
from meldcheck.words.protocol import HelloReply
from meldspec.games import NAMES


def _seconds(context: click.Context, option: click.Parameter, value: float) -> float:
    if isnan(value):
        raise click.BadParameter("nan is no number of seconds", context, option)
    return value


timeout_option = click.option(
    "--timeout",
    type=click.FloatRange(0.0, 86_400.0, min_open=True),
    callback=_seconds,
    default=10.0,
    show_default=True,
    metavar="S",
    help="Seconds for one reply; starting may take three times as long.",
)

suite_option = click.option(
    "--suite",
    "directory",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of the suite; the default is the suite of this program.",
)
BEHIND: Final = "behind --"
"""Where a command line has its engine."""


def check_engine(words: Sequence[str], place: str) -> None:
    """UsageError if the command line of an engine that stands in this place is blank."""
    if not words or not words[0].strip():
        raise click.UsageError(f"no engine is named {place}; expected is its command")


def _engine(
    context: click.Context, argument: click.Parameter, words: tuple[str, ...]
) -> tuple[str, ...]:
    named = context.meta.get(WORDS, ())
    if words or named[-1:] == ("--",):
        check_engine(words, BEHIND)
    return words


engine_argument = click.argument(
    "engine",
    nargs=-1,
    required=True,
    type=click.UNPROCESSED,
    callback=_engine,
    metavar="-- ENGINE...",
)
engine_or_reference_argument = click.argument(
    "engine",
    nargs=-1,
    type=click.UNPROCESSED,
    callback=_engine,
    metavar="[-- ENGINE ARG...]",
)
game_option = click.option(
    "--game", "asked", metavar="GAME", help="The game; the default is the first that it plays."
)
declare_option = click.option(
    "--declare",
    "declaration",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    callback=lambda context, option, path: None if path is None else read_declaration(path),
    metavar="FILE",
    help="TOML or JSON file that says what the engine has; it wins over the engine's hello.",
)


def started(subject: Engine, declaration: Declaration | None = None) -> HelloReply:
    """The engine's reply to ``hello``, completed by a declaration.

    Each other name that is unknown is told on standard error.
    UsageError if the engine cannot be started, does not reply, or names an unknown part.
    """
    try:
        hello = subject.start()
    except StartError as error:
        raise click.UsageError(f"the engine cannot be started: {error}") from None
    except FaultError as fault:
        raise click.UsageError(f"the engine does not answer hello: {fault}") from None
    for message in unknown_parts(hello.games):
        raise click.UsageError(f"the engine's hello, {message}")
    for message in unknown_names(hello.games):
        click.echo(f"meldspec: the engine's hello, not known here: {message}", err=True)
    return msgspec.structs.replace(hello, games=completed(hello.games, declaration))


def selected(suite: Suite, games: Collection[str], tier: Tier) -> list[Case]:
    """The cases of these games, or of all if none is named, up to a tier.

    UsageError for a game without cases, and if no case is left.
    """
    there = sorted({name.partition("/")[0] for name in suite.manifest.groups})
    for game in games:
        if game not in there:
            raise click.UsageError(f"the suite has no game {game!r}; it has {', '.join(there)}")
    allowed = store.TIERS[: store.TIERS.index(tier) + 1]
    chosen = [
        case for case in suite.cases if case.game in (games or there) and case.tier in allowed
    ]
    if not chosen:
        raise click.UsageError("no case is selected")
    return chosen


def game_played(hello: HelloReply, asked: str | None) -> str:
    """The game that is asked for, or else the first that the engine plays, named if it has others.

    UsageError if the engine does not play it, or none.
    """
    if asked is not None:
        if asked not in hello.games:
            raise click.UsageError(f"the engine does not play {asked}")
        return asked
    games = [name for name in NAMES if name in hello.games]
    if not games:
        raise click.UsageError("the engine plays none of the games")
    if len(games) > 1:
        click.echo(f"meldspec: the game is {games[0]}; --game names another", err=True)
    return games[0]
