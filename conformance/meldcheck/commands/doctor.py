"""``meldspec doctor``: what an engine has, and what it may declare."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from meldcheck.check import advice
from meldcheck.check.advice import Advice
from meldcheck.check.doctor import Examined, course, examined
from meldcheck.check.plan import protocol_defaults
from meldcheck.commands.files import check_new, file_to_write, write_file
from meldcheck.commands.form import Output, game_of, progress, shown
from meldcheck.commands.subject import engine_argument, started, suite_option, timeout_option
from meldcheck.engine.process import Engine, Limits
from meldcheck.suite import store
from meldcheck.suite.store import Suite
from meldcheck.words import places
from meldcheck.words.protocol import GamePlayed, HelloReply
from meldspec.games import GAMES


@click.command("doctor")
@click.option(
    "--game",
    metavar="GAME",
    help="Only this game; the default is every game of its hello.",
)
@timeout_option
@suite_option
@file_to_write(
    "--declare",
    "file",
    says="New file for what the engine has, for check --declare: TOML, or FILE.json.",
)
@shown
@engine_argument
def command(
    game: str | None,
    timeout: float,
    directory: Path | None,
    file: Path | None,
    engine: tuple[str, ...],
) -> Output:
    """Find out what an engine has of its games, and what it may declare.

    The engine is asked for a short course of cases: every ability, number of players, action
    and part of an answer, whatever its hello says. Something is missing if the engine always
    skips it, does not understand it or leaves it out. Something that hardly ever comes as
    stated may be a mistake; it is told, and stands in the file as a comment. For each part the
    cases are counted that would not be judged.

    The course does not tell readings: that is the work of 'meldspec identify'.

    Exit status 0: hello says what was found.  1: it says something else, or the engine broke the
    protocol.  2: wrong use.
    """
    if game is not None:
        game_of(game)
    check_new(file)
    only = None if game is None else (game,)
    loaded = store.load(directory or places.suite_directory(), only)
    subject = Engine(engine, Limits.for_timeout(timeout))
    try:
        hello = started(subject)
        found = _examined(subject, hello, loaded, game)
    finally:
        subject.kill()
    if file is not None:
        made = (
            advice.as_json(found)
            if file.suffix.lower() == ".json"
            else advice.as_toml(found).encode()
        )
        write_file(file, made)
    name = None if file is None else str(file)
    return Output(
        lambda: advice.as_value(found),
        lambda: (*advice.lines(found), *advice.hints(found, engine, name)),
        found.holds,
    )


def _examined(subject: Engine, hello: HelloReply, loaded: Suite, game: str | None) -> Advice:
    """The games of an engine after the course; an engine that names no game is asked for all."""
    there = {case.game for case in loaded.cases}
    named = [game] if game is not None else [name for name in hello.games if name in GAMES]
    games: Sequence[str] = [name for name in named or GAMES if name in there]
    if not games:
        raise click.UsageError(f"the suite has no case of {' or '.join(named) or 'any game'}")
    defaults = protocol_defaults(loaded.manifest)
    plays = {name: len(course(loaded.cases, name, defaults)) for name in games}
    found: list[Examined] = []
    with progress("cases", sum(plays.values())) as done:
        for name in games:
            said = hello.games.get(name, GamePlayed())
            one = examined(subject, name, said, loaded.cases, defaults, done)
            done(plays[name] - one.plays - one.not_run)  # cases for other numbers of players
            found.append(one)
    return Advice(hello.engine, tuple(found))
