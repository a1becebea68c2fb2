"""The suite on engines with habits: no correct engine fails, and no faulty engine passes.

Every sixteenth case is played, and on faulty engines every eighth; the slow gate plays every case.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from meldcheck.check.judge import Outcome, Status
from meldcheck.check.plan import plan_of
from meldcheck.check.run import run
from meldcheck.engine.process import Engine, Limits
from meldcheck.suite import store
from meldcheck.words.case import Case, Tier
from tests import committed

PROGRAM = Path(__file__).parent / "engines" / "habits.py"


@cache
def bundled() -> store.Suite:
    return committed.suite()


EVERY = pytest.param(1, marks=pytest.mark.slow)
"""Every case is played in the slow gate."""


def tried(every: int) -> list[Case]:
    """The cases of Tong-its, which the engines with habits play, without the longest ones."""
    cases = bundled().cases
    shorter = [case for case in cases if case.game == "tongits" and case.tier is not Tier.FULL]
    return sorted(shorter, key=lambda case: case.kind)[::every]


def outcomes(name: str, every: int) -> list[Outcome]:
    """The outcomes of the suite, without its longest cases, on an engine with a habit."""
    cases = tried(every)
    engine = Engine((sys.executable, str(PROGRAM), name), Limits(reply=20.0))
    try:
        games = engine.start().games
        usual = bundled().manifest.defaults
        return run([plan_of(case, usual, games=games) for case in cases], [engine])
    finally:
        engine.kill()


@pytest.mark.parametrize("every", [16, EVERY])
@pytest.mark.parametrize(
    ("name", "not_applicable"),
    [
        ("as_it_is", "none"),
        ("in_any_order", "none"),
        ("spelled_otherwise", "none"),
        ("sparing", "none"),
        ("talkative", "none"),
        ("slow", "none"),
        ("of_few_words", "most"),
        ("of_another_reading", "some"),
    ],
)
def test_a_sound_engine_never_fails(name: str, not_applicable: str, every: int) -> None:
    heard = outcomes(name, every)
    wrong = [one for one in heard if one.status not in (Status.PASS, Status.NOT_APPLICABLE)]
    assert not wrong, [(one.case.id, one.status, one.expected, one.got) for one in wrong[:5]]
    apart = sum(one.status is Status.NOT_APPLICABLE for one in heard)
    passed = len(heard) - apart
    match not_applicable:
        case "none":
            assert apart == 0
        case "some":
            assert apart * every >= 5
            assert apart * 4 < passed
        case "most":
            assert passed * every >= 50
            assert passed < apart
        case other:
            raise AssertionError(other)


@pytest.mark.parametrize("every", [8, EVERY])
@pytest.mark.parametrize(
    ("name", "least", "kinds"),
    [
        ("refuses_all", 300, {"play", "legal", "view", "twin"}),
        ("accepts_all", 100, {"play"}),
        ("moves_on_refusal", 120, {"play"}),
        ("shows_a_hand", 20, {"twin"}),
        ("lists_for_all", 5, {"twin", "play", "legal"}),
        ("names_other_clauses", 100, {"play"}),
        ("forgets_the_pot", 100, {"play"}),
    ],
)
def test_a_faulty_engine_is_caught(name: str, least: int, kinds: set[str], every: int) -> None:
    heard = outcomes(name, every)
    caught = [one for one in heard if one.status in (Status.FAIL, Status.VACUOUS)]
    assert len(caught) * every >= least, Counter(one.status for one in heard)
    assert {one.case.kind.value for one in caught} & kinds
    assert len(heard) == len(tried(every))
    assert all(one.ran for one in heard)
