"""The laws of Carousel alone: each can fail; and what stands for all rearrangements."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from meldcheck.explore import carousel as laws
from meldspec.cards import JOKER, Card
from meldspec.carousel.game import GAME
from meldspec.carousel.options import DEFAULT, Rules
from meldspec.carousel.search import manner
from meldspec.carousel.table import (
    SOME_REARRANGEMENT,
    BeforeDeal,
    Drawing,
    Knocking,
    Ledger,
    Melding,
    Over,
    Rearrange,
    State,
)
from meldspec.manipulation import Kind, may_follow
from meldspec.play import Refusal, Seat
from meldspec.table import neighbour

from ..plays import hand
from ..walks import last_states
from .laws import LAWS
from .walks import (
    WALKS,
    everything_conceivable,
    melds,
    position,
    some_rearrangements,
    table_in,
    walk,
    with_readings,
)

STOCKS = {2: 33, 3: 76, 4: 66, 5: 56}


@pytest.mark.parametrize("seats", STOCKS)
def test_a_hand_has_as_many_turns_at_most_as_the_stock_has_cards(seats: int) -> None:
    """A seat is careless in the first hand, keen in the second and patient in the third."""
    turns = 0
    for seed in (1, 2, 3):
        turns = 0
        for step in walk(DEFAULT, seats, seed, hands=1):
            if isinstance(step.before, BeforeDeal):
                assert len(table_in(step.after).stock) == STOCKS[seats]
            turns += isinstance(step.before, Drawing)
        assert 0 < turns <= STOCKS[seats]


# ── what stands for all rearrangements ───────────────────────────────────────────────────────────


@cache
def walked() -> tuple[tuple[Rules, Rules, tuple[State, ...]], ...]:
    """By rule set: it, the same with few cards, and the states before the steps of a walk."""
    found = list[tuple[Rules, Rules, tuple[State, ...]]]()
    for number, rules in enumerate((DEFAULT, *WALKS.rows())):
        few = WALKS.small(rules)
        steps = walk(few, 2 + number % 4, number, hands=2, most=80)
        found.append((rules, few, tuple(step.before for step in steps)))
    return tuple(found)


def test_a_rearrangement_is_listed_just_where_one_is_accepted() -> None:
    """Which is found by trying those that need no card to leave its meld, and the best plays."""
    listed = unlisted = 0
    for rules, few, states in walked():
        for state in states:
            if not isinstance(state, Melding):
                continue
            tried = some_rearrangements(rules, state.table)
            mover = state.table.mover
            some = any(
                not isinstance(GAME.step(few, state, mover, each), Refusal) for each in tried
            )
            assert some == (SOME_REARRANGEMENT in GAME.legal(few, state, mover)), state
            listed += some
            unlisted += not some
    assert listed > 100
    assert unlisted > 100


def test_what_is_accepted_may_follow_by_the_solver() -> None:
    """The guards of a rearrangement, with the solver's own definition of what may come of a table.

    They are two: one asks for readings where they matter, the other has all of them.
    """
    tables = {
        "carousel.rearrange.end-valid",
        "carousel.joker.declare",
        "carousel.joker.natural-beside",
        "carousel.joker.keeps-identity",
        "carousel.joker.domain",
        "carousel.joker.two-alike",
    }
    followed = refused = 0
    for number, (_, few, states) in enumerate(walked()):
        chance = random.Random(number)
        for state in states[:60]:
            if not isinstance(state, Melding):
                continue
            table = state.table
            how = manner(few, few.size.packs(table.seats), table.melds, table.hand)
            for action in everything_conceivable(few, state, table.mover, chance):
                if not isinstance(action, Rearrange):
                    continue
                reached = GAME.step(few, state, table.mover, action)
                if not isinstance(reached, Refusal):
                    assert may_follow(table.melds, action.table, how), (state, action)
                    followed += 1
                elif set(reached.clauses) <= tables:
                    assert not may_follow(table.melds, action.table, how), (state, action)
                    refused += 1
    assert followed > 500
    assert refused > 500


# ── each law can fail ────────────────────────────────────────────────────────────────────────────


@cache
def some_states() -> tuple[Any, ...]:
    """A turn that begins, one that goes on, its end and the end of a hand, each from a walk."""

    def is_plain(state: State) -> bool:
        if isinstance(state, Over):
            return state.result.knocker is None
        return len(table_in(state).melds) < 3

    steps = (step for seed in (0, 4, 8) for step in walk(DEFAULT, 3, seed, hands=1))
    return last_states(steps, Drawing, Melding, Knocking, Over, unless=is_plain)


def test_a_law_that_is_broken_says_so() -> None:
    rules = DEFAULT
    drawing, melding, knocking, over = some_states()
    for law in LAWS.of_states:
        for state in (drawing, melding, knocking, over):
            assert law(rules, state), law.__name__
    table, turn = drawing.table, melding.table
    for bad in (
        replace(table, melds=melds("7C 7D *")),
        replace(table, hands=(hand("7C"), hand("7D"), (Card(JOKER + 3),))),
    ):
        assert not laws.only_jokers_on_the_table_stand_for_a_card(rules, Drawing(bad))
    for words in ("7C 7D", "7C 7D 8H", "7C 7C 7D"):
        torn = Drawing(replace(table, melds=melds(words)))
        assert not laws.what_lies_there_is_melds(rules, torn)
    low = with_readings(ace_both_ends="one_end")
    fourteen = Drawing(replace(table, melds=melds("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS")))
    for law in (laws.what_lies_there_is_melds, laws.runs_go_on_without_a_gap):
        assert law(rules, fourteen)
        assert not law(low, fourteen)
    undrawn = (Melding(replace(turn, draws=0)), Melding(replace(turn, draws=3)))
    for state in (*undrawn, Drawing(turn), Knocking(replace(turn, draws=4))):
        assert not laws.draws_fit_the_phase(rules, state)
    assert not laws.draws_fit_the_phase(rules, Drawing(replace(table, stock=())))
    assert not laws.draws_fit_the_phase(rules, replace(over, table=replace(over.table, draws=1)))
    said = Knocking(knocking.table, (knocking.table.mover,))
    assert not laws.who_declines_is_asked_no_more(rules, said)
    result = over.result
    heavy = replace(over, result=replace(result, deadwood=(5, 5, 5)))
    assert not laws.who_has_knocked_had_few_points(rules, heavy)
    moved = replace(over, table=replace(over.table, mover=neighbour(over.table.mover, 3)))
    assert not laws.who_has_knocked_had_few_points(rules, moved)
    for winners in ((), (Seat(0), Seat(1), Seat(2))):
        claimed = replace(over, result=replace(result, winners=winners))
        assert not laws.winners_have_the_fewest(rules, claimed)
    unknocked = replace(over, result=replace(result, knocker=None))
    assert not laws.winners_have_the_fewest(rules, unknocked)
    nothing = replace(over, result=replace(result, receipt=(), points=(0, 0, 0)))
    assert not laws.points_are_what_they_should_be(rules, nothing)
    light = replace(over, result=replace(result, deadwood=(0, 0, 0)))
    assert not laws.deadwood_is_what_is_held(rules, light)
    melded = with_readings(deadwood_scope="own_melds_exempt")
    assert laws.deadwood_is_what_is_held(melded, light)
    over_all = replace(over, result=replace(result, deadwood=(999, 999, 999)))
    assert not laws.deadwood_is_what_is_held(melded, over_all)
    early = Drawing(replace(table, ledger=Ledger((150, 0, 0), (1, 0, 0))))
    assert not laws.match_ends_at_its_target(rules, early)


def test_sets_and_runs_are_looked_at_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """With another notion of what a meld is, the laws of sets and of runs do not hold."""
    cases = (
        (Kind.SET, laws.sets_have_each_suit_once, ("7C 7D 7H 7S 7S", "7C 7C 7D", "7C 7D 8H")),
        (Kind.RUN, laws.runs_go_on_without_a_gap, ("7C 8C", "7C 8C TC", "KC AC 2C", "7C 8C 9D")),
    )
    for kind, law, wrong in cases:
        monkeypatch.setattr(laws, "kind", lambda meld, both_ends, kind=kind: kind)
        for words in wrong:
            state = Drawing(position("KC", words, draws=0))
            assert not law(DEFAULT, state), words
        right = "7C 7D 7H" if kind is Kind.SET else "QC KC AC"
        assert law(DEFAULT, Drawing(position("KC", right, draws=0)))


def test_a_law_of_a_step_that_is_broken_says_so() -> None:
    rules = DEFAULT
    drawing, melding, knocking, over = some_states()
    table, turn, done = drawing.table, melding.table, knocking.table
    dealt = Drawing(replace(table, melds=(), draws=0))
    assert not laws.stock_has_its_size(rules, over, dealt)
    first = next(iter(walk(rules, 3, 0, hands=1)))
    assert laws.stock_has_its_size(rules, first.before, first.after)
    other = Drawing(replace(table_in(first.after), dealer=Seat(2)))
    assert not laws.the_deal_goes_round(rules, first.before, other)
    assert not laws.the_deal_goes_round(rules, over, Drawing(over.table))
    fewer = Knocking(replace(turn, melds=turn.melds[1:]))
    assert not laws.nothing_leaves_the_table(rules, melding, fewer)
    before = Melding(position("2C 7S", "7C 7D *7S"))
    for words, kept in (("7C 7D *7H", False), ("7C 7D 7S *7H", True), ("7C 7D *7S", True)):
        renamed = Knocking(position("2C", words))
        assert laws.jokers_keep_their_names(rules, before, renamed) == kept
    hand_only = Knocking(position("2C", "7C 7D 7S *7H"))
    from_table = with_readings(joker_in_play="table_only")
    assert not laws.jokers_keep_their_names(from_table, before, hand_only)
    two = Melding(position("2C 9D", "8D *9D TD / 9C 9H *9D"))
    both = Knocking(position("2C", "8D 9D TD *JD / 9C 9H *9S"))
    assert laws.jokers_keep_their_names(rules, two, both)
    assert not laws.jokers_keep_their_names(
        with_readings(one_natural_frees_two="one_per_natural"), two, both
    )
    around = Knocking(replace(turn, hands=turn.hands[1:] + turn.hands[:1]))
    assert not laws.cards_go_from_stock_to_hand_to_table(rules, melding, around)
    gone = Melding(replace(turn, stock=turn.stock[1:]))
    assert not laws.cards_go_from_stock_to_hand_to_table(rules, melding, gone)
    assert not laws.a_turn_draws(rules, melding, Melding(replace(turn, draws=turn.draws + 1)))
    assert not laws.a_turn_draws(rules, knocking, Drawing(replace(done, stock=done.stock[1:])))
    one = replace(turn, draws=1)
    assert not laws.a_turn_draws(rules, Melding(one), Knocking(one))
    assert laws.a_turn_draws(with_readings(second_draw="may_pass"), Melding(one), Knocking(one))
    grown = replace(turn, melds=(*turn.melds, *melds("7C 7D 7H")))
    assert not laws.melding_ends_a_turn(rules, melding, Melding(grown))
    assert laws.melding_ends_a_turn(rules, melding, Knocking(grown))
    assert not laws.melding_ends_a_turn(rules, drawing, Knocking(grown))
    skipped = replace(done, mover=Seat((done.mover + 2) % 3), draws=0)
    assert not laws.a_turn_ends_when_all_decline(rules, knocking, Drawing(skipped))
    assert not laws.a_turn_ends_when_all_decline(
        rules, melding, Knocking(replace(turn, mover=Seat(turn.mover - 1)))
    )
    assert not laws.a_turn_ends_when_all_decline(
        rules, over, Drawing(replace(table, mover=table.dealer))
    )
    richer = replace(turn, ledger=Ledger(turn.ledger.scores, (9, 9, 9)))
    assert not laws.a_hand_has_its_boxes(rules, melding, Melding(richer))
    unpaid = replace(over, table=replace(over.table, ledger=turn.ledger))
    assert not laws.a_hand_has_its_boxes(rules, melding, unpaid)
