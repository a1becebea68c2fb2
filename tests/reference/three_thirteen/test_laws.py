"""The laws of Three Thirteen alone: each can fail; and every shape of a turn."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from meldcheck.explore import three_thirteen as laws
from meldspec.cards import RANKS, small_pack
from meldspec.play import Actor, Seat
from meldspec.table import opponents
from meldspec.three_thirteen.game import GAME
from meldspec.three_thirteen.match import begin
from meldspec.three_thirteen.options import DEFAULT, Size
from meldspec.three_thirteen.stock import due
from meldspec.three_thirteen.table import (
    BeforeDeal,
    Discarding,
    Drawing,
    Next,
    Over,
    Reshuffling,
    State,
    table_of,
)
from meldspec.three_thirteen.view import view
from meldspec.three_thirteen.wild import is_wild

from ..plays import hand
from ..walks import last_states
from .laws import LAWS
from .walks import SMALL, walk, with_readings


def test_a_match_is_eleven_hands_each_with_its_size_and_its_wild_rank() -> None:
    hands = []
    steps = list(walk(DEFAULT, 2, 0, hands=11, most=2000))
    for step in steps:
        if isinstance(step.before, BeforeDeal | Over):
            seen = view(DEFAULT, step.after, Seat(0))
            hands.append((seen.hand_number, seen.hand_sizes[0], RANKS[seen.wild], seen.dealer))
    assert hands == [
        (number, number + 2, RANKS[number + 1], (number - 1) % 2) for number in range(1, 12)
    ]
    assert [each[2] for each in hands] == list("3456789TJQK")
    last = steps[-1].after
    assert isinstance(last, Over)
    assert GAME.actors(DEFAULT, last) == ()


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_two_piles_are_as_large_at_every_turn_as_after_the_deal(seats: int) -> None:
    """By the argument of the laws: 52 for each pack, less a hand for each seat."""
    turns = 0
    for first in (1, 6, 11):
        pool = 52 * ((seats + 1) // 2) - seats * (first + 2)
        assert pool >= 26
        for step in walk(DEFAULT, seats, 3 * first, hands=1, first=first):
            if isinstance(step.after, Drawing):
                table = step.after.table
                assert len(table.stock) + len(table.discard) == pool
                turns += 1
            if isinstance(step.after, Reshuffling):
                assert len(due(step.after.table)) == pool - 1
    assert turns > 20


def test_the_piles_are_smallest_for_two_seats_in_the_last_hand() -> None:
    pools = {
        (seats, number): laws.pool_size(DEFAULT, seats, number)
        for seats in range(2, 60)
        for number in range(1, 12)
    }
    assert min(pools.values()) == pools[2, 11] == 26


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_after_going_out_each_opponent_has_one_turn(seats: int) -> None:
    for seed in range(6):
        turns: list[Actor] = []
        for step in walk(DEFAULT, seats, 3 * seed, hands=1, first=1 + seed):
            table = table_of(step.before)
            if table is not None and table.out is not None and isinstance(step.before, Drawing):
                turns.append(step.actor)
            if isinstance(step.after, Over):
                assert turns == list(opponents(step.after.result.out, seats))


ACTIONS = 7
"""Three turns and the draw of the fourth."""


@pytest.mark.parametrize(
    "readings",
    [
        {},
        {"out_discard_needed": "may_keep", "final_turn_discard": "optional"},
        {"final_turn_scope": "draw_only", "exhaustion_timing": "eager"},
    ],
    ids=str,
)
def test_every_shape_of_a_turn_moves_one_card_in_and_one_out(
    readings: dict[str, str | int],
) -> None:
    """All plays of the first turns of some deals of a small pack, with laws after each step.

    Ten cards for two seats, three in each hand: the stock is used up by the third turn, and going
    out is always near.
    """
    rules = replace(
        with_readings(**readings), size=Size(pack=small_pack(5, 2), hands=1, first_hand=3)
    )
    ended = states = reshuffled = 0
    for seed in range(3):
        (first, *_) = walk(rules, 2, seed, hands=1)
        reached = {first.after}
        for _ in range(ACTIONS):
            reached = {
                after
                for before in reached
                for after in LAWS.successors(rules, before, random.Random(seed))
            }
            states += len(reached)
            ended += sum(isinstance(state, Over) for state in reached)
            reshuffled += sum(isinstance(state, Reshuffling) for state in reached)
    assert states > 1000
    assert ended > 50
    assert reshuffled > 10


# ── each law can fail ────────────────────────────────────────────────────────────────────────────


def some_states() -> tuple[Any, ...]:
    """A turn that begins, one that goes on, a reshuffle and the end of a hand, each from a walk."""

    def is_late(state: State) -> bool:
        return isinstance(state, Drawing | Discarding) and (
            state.table.out is not None
            or len(state.table.stock) < 2
            or state.table.hand_number == 1
        )

    small = replace(DEFAULT, size=SMALL)
    steps = (step for seed in range(9) for step in walk(small, 3, seed, hands=3))
    return last_states(steps, Drawing, Discarding, Reshuffling, Over, unless=is_late)


def test_a_law_that_is_broken_says_so() -> None:
    rules = replace(DEFAULT, size=SMALL)
    drawing, discarding, reshuffling, over = some_states()
    table = drawing.table
    for law in LAWS.of_states:
        for state in (drawing, discarding, reshuffling, over):
            assert law(rules, state), law.__name__
    lost = Drawing(replace(table, stock=table.stock[1:]))
    assert not laws.pool_is_constant(rules, lost)
    assert not laws.hand_sizes_follow(rules, Drawing(discarding.table))
    assert not laws.hand_sizes_follow(rules, Discarding(table))
    assert not laws.a_discard_lies_there(rules, Drawing(replace(table, discard=())))
    early = Reshuffling(reshuffling.table, Next.TURN)
    assert not laws.reshuffles_when_it_is_time(rules, early)
    fewer = replace(reshuffling.table, discard=reshuffling.table.discard[1:])
    assert not laws.reshuffle_has_its_size(rules, Reshuffling(fewer, reshuffling.then))
    stale = Drawing(replace(table, taken=table.hand[0]))
    assert not laws.taken_card_is_held(rules, stale)
    again = Drawing(replace(table, out=table.mover))
    assert not laws.who_went_out_has_no_turn(rules, again)
    late = Over(replace(over.table, mover=over.result.out), over.result)
    assert not laws.who_went_out_has_no_turn(rules, late)
    seat = opponents(table.mover, 3)[0]
    bare = replace(table, out=seat, hands=(hand("AC 2D 4D 5H"),) * 3)
    assert not laws.who_went_out_has_melds_alone(rules, Drawing(bare))
    result = over.result
    paid = replace(result, points=tuple(count + 1 for count in result.points))
    assert not laws.each_scores_its_own(rules, Over(over.table, paid))
    heavy = replace(result, deadwood=(999, 999, 999))
    assert not laws.deadwood_is_bounded(rules, Over(over.table, heavy))
    assert not laws.match_has_its_hands(rules, Drawing(replace(table, hand_number=4)))
    assert not laws.match_has_its_hands(rules, begin(3, Seat(0), 4))


def test_a_law_of_a_step_that_is_broken_says_so() -> None:
    rules = replace(DEFAULT, size=SMALL)
    drawing, discarding, _, over = some_states()
    table, turn = drawing.table, discarding.table
    assert not laws.moves_as_a_turn_does(rules, drawing, Discarding(table))
    two = replace(table, hands=tuple((*each, *table.stock[:2]) for each in table.hands))
    assert not laws.moves_as_a_turn_does(rules, drawing, Discarding(two))
    passed = replace(turn, mover=opponents(turn.mover, 3)[0])
    assert not laws.moves_as_a_turn_does(rules, discarding, Drawing(passed))
    assert not laws.the_first_turn_follows_the_dealer(
        rules, over, Drawing(replace(table, mover=table.dealer))
    )
    other = replace(passed, out=passed.mover)
    assert not laws.out_is_said_once(rules, discarding, Drawing(other))
    banned = replace(with_readings(discard_taken_card="banned"), size=SMALL)
    took = replace(turn, taken=turn.hand[0])
    back = replace(passed, discard=(*turn.discard, turn.hand[0]))
    assert not laws.taken_card_is_not_discarded(banned, Discarding(took), Drawing(back))
    assert laws.taken_card_is_not_discarded(rules, Discarding(took), Drawing(back))
    tame = replace(with_readings(wild_from_pile="stays"), size=SMALL)
    wild = next(each for each in SMALL.pack if is_wild(rules, turn, each))
    wild_taken = Discarding(replace(turn, taken=wild))
    assert not laws.wild_card_is_not_taken(tame, drawing, wild_taken)
    assert laws.wild_card_is_not_taken(rules, drawing, wild_taken)
    assert not laws.hands_follow_each_other(rules, over, Drawing(over.table))
    assert not laws.a_hand_costs_points(rules, discarding, Over(turn, over.result))
