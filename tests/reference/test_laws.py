"""The laws of every game hold on seeded walks, and a broken game breaks them.

The rule sets are the rows of a pairwise covering array, each walked with few cards and with whole
packs.  The laws that all games share stand in ``laws``, those of one game in its own ``laws``.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from meldcheck.explore.laws import COMMON, turns_go_round
from meldcheck.explore.laws import AnyTransition as AnyStep
from meldcheck.explore.laws import a_receipt_adds_up as adds_up
from meldcheck.explore.laws import each_card_as_often_as_the_packs_have_it as all_cards
from meldcheck.explore.laws import nobody_sees_what_is_hidden as hidden
from meldcheck.explore.laws import only_the_mover_plays as mover_plays
from meldcheck.explore.laws import scores_change_with_a_hand as scores
from meldcheck.explore.laws import who_acts_is_public as public
from meldspec.games import NAMES
from meldspec.play import CHANCE

from . import broken
from .laws import GAMES, Found, looked_through, looked_through_by_default
from .walks import AnyWalks

DETERMINED = pytest.mark.determined
SLOW = (pytest.mark.slow, DETERMINED)

FEW = pytest.param(("three-thirteen", 1 / 4), id="three-thirteen-few")
"""The game whose walks are shortest, with a quarter of the matches; all else is slow tests."""
MANY = pytest.param(("tongits", 3), id="tongits-many", marks=pytest.mark.nightly)


@pytest.fixture(
    scope="module",
    params=[
        FEW,
        *(pytest.param((name, 1), id=name, marks=SLOW) for name in NAMES),
        MANY,
    ],
)
def found(request: pytest.FixtureRequest) -> Found:
    """The walks by the rows of the covering array of a game, perhaps with more matches or fewer.

    What is rare is due as often as there are matches, but no more often than in the usual number.
    """
    name, times = request.param
    laws = GAMES[name]
    effort = replace(
        laws.effort,
        small_matches=math.ceil(times * laws.effort.small_matches),
        whole_matches=math.ceil(times * laws.effort.whole_matches),
    )
    rare = {event: math.ceil(min(times, 1) * least) for event, least in laws.rare.items()}
    return looked_through(replace(laws, effort=effort, rare=rare))


def test_laws_hold_and_what_is_legal_is_what_is_accepted(found: Found) -> None:
    rows = len(found.walks.rows())
    assert found.tried > found.laws.effort.tried * rows
    matches = found.laws.effort.small_matches + found.laws.effort.whole_matches
    assert found.steps > 9 * matches * rows


def test_every_clause_accepts_and_refuses_under_some_readings(
    found: Found, tell: Callable[[str], None]
) -> None:
    guards = sorted({clause for clauses in found.guards.values() for clause in clauses})
    tell(f"clauses over {len(found.walks.rows())} rule sets: accepted, refused")
    for clause in guards:
        tell(f"  {clause:55} {found.accepted[clause]:8} {found.refused[clause]:8}")
    assert [clause for clause in guards if not found.accepted[clause]] == []
    due = {*guards, *found.laws.refusing} - found.laws.hardly
    assert sorted(due - set(found.refused)) == []


def test_everything_that_comes_of_itself_comes(found: Found) -> None:
    says = sorted({clause for each in found.laws.walks.game.following for clause in each.says})
    assert {clause for clause in says if not found.followed[clause]} == set(found.laws.never)


def test_what_is_rare_occurs(found: Found) -> None:
    assert too_few(found, found.laws.rare) == {}


def too_few(found: Found, due: Any) -> dict[object, int]:
    """The events that were met too seldom, each with its number of times."""
    return {event: found.seen[event] for event in due if found.seen[event] < due[event]}


@pytest.mark.slow
@DETERMINED
@pytest.mark.parametrize("name", NAMES)
def test_laws_hold_by_the_default_readings(name: str) -> None:
    laws = GAMES[name]
    found = looked_through_by_default(laws)
    assert too_few(found, laws.usual) == {}
    assert {event for event in laws.unusual if found.seen[event]} == set()
    assert sorted(laws.refusing - set(found.refused)) == []
    guards = {clause for clauses in found.guards.values() for clause in clauses}
    if laws.by_readings is not None:
        assert guards - set(found.refused) == laws.by_readings


# ── each law can fail ────────────────────────────────────────────────────────────────────────────

ALL = set(NAMES)
IN_TURN = ALL - {"indian-chief"}
"""The games in which one seat after the other plays."""
SCORED = {"rummy", "three-thirteen", "carousel"}
"""The games that record points."""

BREAKS = (
    (all_cards, broken.loses_a_card, ALL),
    (mover_plays, broken.passes_cards_on, IN_TURN),
    (turns_go_round, broken.skips_a_seat, IN_TURN),
    (scores, broken.scores_too_much, SCORED),
    (adds_up, broken.tears_the_receipt, ALL),
    (adds_up, broken.tells_no_result, ALL),
    (hidden, broken.shows_the_stock, ALL),
    (hidden, broken.shows_the_hands, ALL),
    (public, broken.hides_who_acts, ALL),
)


def test_each_law_of_all_games_is_broken_by_some_game() -> None:
    assert {law for law, _, _ in BREAKS} == set(COMMON)


@pytest.mark.parametrize(
    ("name", "law", "breaks"),
    [
        pytest.param(name, law, breaks, id=f"{name}-{breaks.__name__}")
        for law, breaks, games in BREAKS
        for name in sorted(games)
    ],
)
def test_a_broken_game_breaks_its_law(
    name: str, law: Callable[..., bool], breaks: Callable[[AnyWalks], AnyWalks]
) -> None:
    """The law holds for each step of the game, and fails soon for a step of the broken game."""
    walks = GAMES[name].walks
    assert all(law(walks, rules, step) for rules, step in few_steps(walks))
    spoilt = breaks(walks)
    assert any(not law(spoilt, rules, step) for rules, step in few_steps(spoilt))


def few_steps(walks: AnyWalks) -> Iterator[tuple[Any, AnyStep]]:
    """Steps of hands with few cards and the most seats, each with its rules."""
    rules = walks.small(walks.default)
    seats = walks.seats(rules)[-1]
    for seed in range(9):
        for step in walks.walk(rules, seats, seed, hands=2):
            yield rules, step


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("breaks", "said"),
    [
        (broken.lists_too_few, "legal and accepted|without an action"),
        (broken.lists_twice, "listed twice"),
        (broken.refuses_what_it_lists, "is refused"),
        (broken.deals_anything, "may not be done"),
        (broken.lets_everybody_act, "may not be done"),
        (broken.lists_for_everybody, "may not act"),
        (broken.changes_what_it_refuses, "a refusal changes nothing"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_a_broken_game_is_noticed_by_what_is_legal(
    name: str, breaks: Callable[[AnyWalks], AnyWalks], said: str
) -> None:
    laws = GAMES[name]
    found = Found(replace(laws, walks=breaks(laws.walks)))
    with pytest.raises(AssertionError, match=said):
        try_all(found)


def try_all(found: Found) -> None:
    """Try every action in every third step, without asserting the laws of steps."""
    chance = random.Random(1)
    for number, (rules, step) in enumerate(few_steps(found.walks)):
        if step.actor is CHANCE or number % 3 == 0:
            found.try_everything(rules, step, chance)
