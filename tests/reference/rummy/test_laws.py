"""The laws of Rummy alone: each can fail; and every shape of a turn."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from meldcheck.explore import rummy as laws
from meldspec.cards import ONE_PACK, Card, small_pack
from meldspec.rummy.options import DEFAULT, Size
from meldspec.rummy.stock import due
from meldspec.rummy.table import Drawing, Ledger, Next, Over, Playing, Reshuffling, State

from ..walks import last_states
from .laws import LAWS
from .walks import walk, with_readings

POOLS = {2: 32, 3: 31, 4: 24, 5: 22, 6: 16}
"""Cards between the turns, by seats: 52 less the hands."""


@pytest.mark.parametrize(("seats", "pool"), POOLS.items())
def test_the_two_piles_are_as_large_at_every_turn_as_after_the_deal(seats: int, pool: int) -> None:
    turns = 0
    for seed in range(4):
        for step in walk(DEFAULT, seats, seed, hands=2):
            if isinstance(step.after, Drawing):
                table = step.after.table
                assert len(table.stock) + len(table.discard) == pool
                turns += 1
            if isinstance(step.after, Reshuffling):
                assert len(due(DEFAULT, step.after.table)) == pool - 1
    assert turns > 50


TURNS = 2


@pytest.mark.parametrize("readings", [{}, {"only_taken_card_left": "keep"}], ids=str)
def test_every_shape_of_a_turn_moves_one_card_in_and_one_out(
    readings: dict[str, str | int],
) -> None:
    """All plays of the first turns of some deals of a small pack, with laws after each step.

    Sixteen cards, five in each of two hands: melds, lay-offs and going out are in reach at once.
    """
    rules = replace(with_readings(**readings), size=Size(pack=small_pack(4, 4), hands=(5,)))
    ended = states = 0
    for seed in range(12):
        (first, *_) = walk(rules, 2, seed, hands=1)
        reached = {first.after}
        while reached:
            states += len(reached)
            reached = {
                after
                for before in reached
                for after in LAWS.successors(rules, before, random.Random(seed))
                if isinstance(after, Drawing | Playing) and after.table.turn < TURNS
            }
            ended += sum(isinstance(state, Drawing) for state in reached)
    assert states > 1500
    assert ended > 100


# ── each law can fail ────────────────────────────────────────────────────────────────────────────


def some_states() -> tuple[Any, ...]:
    """A turn that begins, one that goes on, a reshuffle and the end of a hand, each from a walk."""

    def has_no_meld(state: State) -> bool:
        return isinstance(state, Drawing | Playing) and (
            not state.table.melds or len(state.table.stock) < 3
        )

    steps = (step for seed in (0, 1, 2, 4, 5) for step in walk(DEFAULT, 3, seed, hands=3))
    return last_states(steps, Drawing, Playing, Reshuffling, Over, unless=has_no_meld)


def test_a_law_that_is_broken_says_so() -> None:
    drawing, playing, reshuffling, over = some_states()
    lost = Drawing(replace(drawing.table, stock=drawing.table.stock[1:]))
    assert not laws.pool_is_constant(DEFAULT, lost)
    bare = Drawing(replace(drawing.table, discard=()))
    assert not laws.turn_begins_with_a_discard(DEFAULT, bare)
    fewer = replace(reshuffling.table, discard=reshuffling.table.discard[1:])
    assert not laws.reshuffle_has_its_size(DEFAULT, Reshuffling(fewer, reshuffling.then))
    early = Reshuffling(reshuffling.table, Next.TURN)
    assert not laws.reshuffles_when_it_is_time(DEFAULT, early)
    meld = playing.table.melds[0]
    two = frozenset(sorted(meld.cards)[:2])
    torn = replace(playing.table, melds=(replace(meld, cards=two),))
    assert not laws.table_melds_are_melds(DEFAULT, Playing(torn))
    assert not laws.hand_sizes_follow(DEFAULT, Drawing(playing.table))
    hands = (frozenset[Card](), *playing.table.hands[1:])
    assert not laws.no_hand_is_empty_in_play(DEFAULT, Playing(replace(playing.table, hands=hands)))
    twice = replace(playing.table, turn=50, melds=(replace(meld, turn=3), replace(meld, turn=3)))
    stuck = replace(twice, turn=3, hands=(frozenset(ONE_PACK[::9]),) * 3)
    assert not laws.melds_keep_to_the_limit(DEFAULT, Playing(stuck))
    plainly_out = replace(stuck, hands=(frozenset[Card](),) * 3)
    no_rummy = replace(over.result, outcome=replace(over.result.outcome, rummy=False))
    assert not laws.melds_keep_to_the_limit(DEFAULT, Over(plainly_out, no_rummy))
    level = Over(replace(over.table, ledger=Ledger((150, 150, 0), 9, (4, 5, 0))), over.result)
    assert not laws.match_ends_on_its_score(DEFAULT, level)
    paid = replace(over.result, points=(1, 1, 1))
    assert not laws.points_go_to_the_winner(DEFAULT, Over(over.table, paid))
    more = replace(over.result, points=(999, 0, 0))
    assert not laws.points_are_bounded(DEFAULT, Over(over.table, more))


def test_a_law_of_a_step_that_is_broken_says_so() -> None:
    drawing, playing, _, over = some_states()
    table = playing.table
    two_drawn = replace(
        drawing.table,
        hands=(frozenset(drawing.table.stock[:2]), *drawing.table.hands[1:]),
        stock=drawing.table.stock[2:],
    )
    assert not laws.moves_as_a_turn_does(DEFAULT, drawing, Playing(two_drawn))
    assert not laws.moves_as_a_turn_does(DEFAULT, drawing, Playing(drawing.table))
    next_turn = replace(table, turn=table.turn + 1)
    assert not laws.moves_as_a_turn_does(DEFAULT, playing, Drawing(next_turn))
    assert not laws.melds_only_grow(DEFAULT, playing, Playing(replace(table, melds=())))
    boomerang = replace(table, taken=table.discard[-1])
    assert not laws.taken_card_is_not_discarded(DEFAULT, Playing(boomerang), Drawing(next_turn))
    assert not laws.a_hand_is_counted(DEFAULT, playing, Over(table, over.result))
