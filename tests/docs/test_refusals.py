"""The pages of refusals: no condition of a game is missing, and stages are those of the play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from lawpages.refusals import first_of, shown_in, stages_of
from meldcheck.engine.referee import act, begin
from meldcheck.games import MEASURES
from meldcheck.law.carried import named
from meldcheck.law.clauses import ClauseKind
from meldcheck.suite.examples import cases_in
from meldcheck.words.case import Act, Case
from meldcheck.words.code import PLAY
from meldspec.games import GAMES
from meldspec.play import Refusal
from tests import committed

OF_ONE_SEAT = "carousel.knock.next-waits"
"""A clause of the first stage that refuses one seat, and so no other one with it."""


def by_turn_and_phase(game: str) -> frozenset[str]:
    """The clauses that refuse an action before its move is asked."""
    turn = Path(PLAY / game.replace("-", "_") / "turn.py").read_text(encoding="utf-8")
    return frozenset(named(game, turn))


@pytest.mark.parametrize("game", MEASURES)
def test_no_condition_is_missing(game: str) -> None:
    listed = {one for stages in stages_of(game).values() for stage in stages for one in stage}
    missing = [
        clause.id
        for clause in committed.law(game).clauses.values()
        if clause.kind is ClauseKind.CONDITION and not clause.implied_by
        if clause.id not in listed | by_turn_and_phase(game)
    ]
    assert missing == []


def test_conditions_stand_in_the_order_in_which_they_are_asked() -> None:
    things, conditions, after = (list(stage) for stage in stages_of("rummy")["meld"])
    assert things == ["rummy.meld.from-hand"]
    assert conditions[:2] == ["rummy.meld.two-kinds-only", "rummy.meld.one-per-turn"]
    assert after[-1] == "rummy.meld.compulsory"


@pytest.mark.parametrize("game", MEASURES)
def test_clauses_of_the_first_stage_stand_in_the_order_in_which_they_are_asked(
    game: str,
) -> None:
    """The same action of a seat that is not to act: what refuses it stands before the phase."""
    law, book = committed.law(game), book_of(game)
    shown = [one for one in shown_in(book, law) if one.by_default]
    tried = 0
    for action, later in stages_of(game).items():
        listed = {clause for stage in later for clause in stage}
        of_action = [one for one in shown if one.action == action and one.clause not in listed]
        order = first_of(game, (one.clause for one in of_action))
        for example in {one.example for one in of_action}:
            for phase, refused in refused_of_others(book.cases[example], example, action):
                if phase in order and refused in order and phase != OF_ONE_SEAT:
                    assert order.index(refused) <= order.index(phase), (action, phase, refused)
                    tried += phase != refused
    assert tried


@cache
def book_of(game: str) -> Any:
    """A book that has nothing but the cases of a game, all that its refusals ask."""
    law = committed.law(game)
    cases = {one.id: tuple(cases_in(law, one)) for one in law.examples.values()}
    return SimpleNamespace(cases=cases)


def refused_of_others(
    cases: tuple[Case, ...], example: str, action: str
) -> Iterator[tuple[str, str]]:
    """The clause of each refused step, and the first one that refuses it of an idle seat."""
    case = next(one for one in cases if one.id == example)
    assert case.setup is not None
    match = begin(GAMES[case.game], case.rules, case.setup)
    for step in case.steps:
        assert not isinstance(match, Refusal)
        if not isinstance(step, Act):
            continue
        if step.refused and step.do["type"] == action:
            idle = {*range(case.setup.players)} - {*match.actors()}
            for seat in idle:
                other = act(match, replace(step, by=seat))
                assert isinstance(other, Refusal)
                yield step.refused[0], other.clauses[0]
        else:
            after = act(match, step)
            match = match if isinstance(after, Refusal) else after
