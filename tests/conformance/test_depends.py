"""The options on which a case depends; it does not apply to an engine with other readings."""

from __future__ import annotations

import msgspec
import pytest

from meldcheck.check.plan import plan_of
from meldcheck.law.rulespace import RuleSpace
from meldcheck.suite.agreement import disagreements
from meldcheck.suite.depends import course_of, depending
from meldcheck.suite.outcomes import decided
from meldcheck.suite.recalled import Again
from meldcheck.words.case import Case, Kind
from meldcheck.words.protocol import GamePlayed
from meldspec.games import GAMES
from tests import committed

from .standins import case, deal

SLOW = (pytest.mark.slow, pytest.mark.determined("spec", "conformance/suite"))

TONGITS = GAMES["tongits"]
THREE_WAY = "showdown.tie_three_way"
"""Of the cases of a game, one of so many is played under every reading of every option."""
DEFAULTS = {"tongits": RuleSpace.of(TONGITS).default}


@pytest.fixture(scope="module")
def cases() -> dict[str, Case]:
    return {each.id: each for each in committed.suite().cases}


def test_a_three_way_tie_depends_on_its_question_alone(cases: dict[str, Case]) -> None:
    tie = cases["tongits.showdown.three-way-tie-caller-0"]
    other = cases["tongits.showdown.challengers-tie-caller-0"]
    assert tie.rules[THREE_WAY] == "next_after_caller"
    assert "showdown.tie_two_challengers" not in tie.rules
    assert THREE_WAY not in other.rules


def test_a_case_depends_on_nothing_that_leaves_it_as_it_is(cases: dict[str, Case]) -> None:
    """With one pack no reading changes what a meld is; with several, one decides on like cards."""
    melds = [each for each in cases.values() if each.kind is Kind.MELD]
    of_one_pack = [each for each in melds if each.game in ("tongits", "rummy")]
    assert len(of_one_pack) > 20
    assert all(not each.rules for each in of_one_pack)
    alike = cases["three-thirteen.meld.sets-of-like-cards.three-alike"]
    assert alike.rules == {"meld.set_duplicates": "allowed"}


@pytest.mark.parametrize("every", [300, pytest.param(100, marks=SLOW)])
@pytest.mark.parametrize("name", GAMES)
def test_a_case_that_is_recalled_says_the_same_as_one_that_is_played_anew(
    cases: dict[str, Case], name: str, every: int
) -> None:
    """By one of ``every`` cases of a game."""
    game, space = GAMES[name], RuleSpace.of(GAMES[name])
    some = [each for each in cases.values() if each.game == name][::every]
    for each in some:
        course = course_of(decided(each, space.default), game)
        for option, readings in space.readings.items():
            for reading in readings:
                rules = space.with_needs({**each.rules, option: reading})
                if not space.unmet(rules):
                    other = msgspec.structs.replace(each, rules=rules)
                    recalled = disagreements(Again(course), other, [], course.differences)
                    assert [*recalled] == [*disagreements(game, other, [])], (each.id, option)


def test_a_case_that_fixes_a_reading_keeps_it(cases: dict[str, Case]) -> None:
    tie = cases["tongits.showdown.three-way-tie-caller-0"]
    assert depending(tie, TONGITS) == tie


def test_what_is_the_default_is_not_sent() -> None:
    fixed = {THREE_WAY: "next_after_caller", "pot.pot_wins_required": 3}
    begin = plan_of(case("x", Kind.PLAY, deal(), rules=fixed), DEFAULTS).said[0]
    assert begin.request["rules"] == {"options": {"pot.pot_wins_required": 3}}


def played(**options: tuple[str | int, ...]) -> dict[str, GamePlayed]:
    named = {name.replace("__", "."): readings for name, readings in options.items()}
    return {"tongits": GamePlayed(abilities=("play",), options=named)}


def test_a_case_at_the_default_applies_to_an_engine_that_names_no_readings() -> None:
    at_default = case("x", Kind.PLAY, deal(), rules={THREE_WAY: "next_after_caller"})
    assert plan_of(at_default, DEFAULTS, games=played()).reason is None
    elsewhere = case("y", Kind.PLAY, deal(), rules={THREE_WAY: "last_to_challenge"})
    assert plan_of(elsewhere, DEFAULTS, games=played()).reason is not None


def test_a_case_at_the_default_is_not_for_an_engine_that_plays_another_reading() -> None:
    at_default = case("x", Kind.PLAY, deal(), rules={THREE_WAY: "next_after_caller"})
    other = played(showdown__tie_three_way=("last_to_challenge",))
    assert plan_of(at_default, DEFAULTS, games=other).reason is not None
    both = played(tie_three_way=("last_to_challenge", "next_after_caller"))
    assert plan_of(at_default, DEFAULTS, games=both).reason is None
