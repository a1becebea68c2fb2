"""Engines that are the reference in this process with one rule replaced, judged as engines are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TypeAlias

import msgspec
import pytest

from meldcheck.check.judge import Outcome, Status, judge
from meldcheck.check.script import Exchange, script
from meldcheck.engine.process import Conversation
from meldcheck.engine.serve import Session
from meldcheck.suite import store
from meldcheck.suite.outcomes import decided
from meldcheck.words.case import Case, Origin
from meldcheck.words.places import suite_directory
from meldcheck.words.protocol import read_reply
from meldspec.games import GAMES

Patch: TypeAlias = pytest.MonkeyPatch
Mistake: TypeAlias = Callable[[Patch], None]

Known: TypeAlias = tuple[tuple[str, Mistake, str], ...]
"""By name: a mistake, and the flag of the documents that stands for it."""


@cache
def bundled() -> store.Suite:
    """The suite."""
    return store.load(suite_directory())


@cache
def scripts(game: str) -> tuple[tuple[Case, tuple[Exchange, ...]], ...]:
    """The cases of a game's documents, and what is said in each to an engine that shows views."""
    usual = bundled().manifest.defaults
    return tuple(
        (decided(case, usual[game]), script(case, usual, shows_views=True))
        for case in bundled().cases
        if case.game == game and case.origin is Origin.DOCUMENT
    )


def heard(game: str, said: Sequence[Exchange]) -> Conversation:
    """The replies of a fresh session of the reference, as it is patched."""
    session = Session({game: GAMES[game]})
    replies = [
        msgspec.json.decode(session.reply(msgspec.json.encode({"seq": number, **each.request})))
        for number, each in enumerate(said)
    ]
    return Conversation(tuple(read_reply(reply)[1] for reply in replies))


def judged(cases: Iterable[tuple[Case, tuple[Exchange, ...]]]) -> list[Outcome]:
    """What comes of each case."""
    return [judge(case, said, heard(case.game, said)) for case, said in cases]


def caught_by(game: str, most: int | None = None) -> list[Case]:
    """The cases that fail, of all or of those with so many requests at most.

    One that stops before its hand is dealt says nothing of the mistake, and is left out.
    """
    outcomes = judged(each for each in scripts(game) if most is None or len(each[1]) <= most)
    assert not [one for one in outcomes if one.status is Status.ERROR]
    failing = (Status.FAIL, Status.VACUOUS)
    return [one.case for one in outcomes if one.status in failing and not one.before_play]


def assert_caught(game: str, flag: str, most: int | None = None) -> None:
    """That of the cases which hunt this very mistake some fail."""
    hunting = [
        (case, said)
        for case, said in scripts(game)
        if flag in case.flags and (most is None or len(said) <= most)
    ]
    assert hunting, f"no case hunts {flag}"
    outcomes = judged(hunting)
    assert not [one for one in outcomes if one.status is Status.ERROR]
    failing = (Status.FAIL, Status.VACUOUS)
    assert [one for one in outcomes if one.status in failing and not one.before_play]


def each_of(known: Known) -> pytest.MarkDecorator:
    """A test for each of the mistakes."""
    rows, names = [row[1:] for row in known], [row[0] for row in known]
    return pytest.mark.parametrize(("mistake", "flag"), rows, ids=names)
