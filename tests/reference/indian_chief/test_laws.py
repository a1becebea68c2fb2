"""The laws of Indian Chief alone: each can fail; and every play of a tiny table."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from meldcheck.explore import indian_chief as laws
from meldspec.cards import small_pack
from meldspec.indian_chief.deal import begin
from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.options import DEFAULT, Size
from meldspec.indian_chief.series import open_sizes
from meldspec.indian_chief.table import (
    BeforeDeal,
    Choosing,
    Claiming,
    Filling,
    Meld,
    Over,
    Refilling,
    Reshuffling,
    State,
    Target,
    Theft,
)
from meldspec.play import CHANCE, Refusal, Seat

from ..plays import hand
from ..walks import last_states
from .laws import LAWS
from .walks import (
    SMALL,
    WALKS,
    Step,
    walk,
    with_readings,
)

ORDERS = 40


def test_in_whatever_order_seats_choose_the_same_comes_of_it() -> None:
    """Also the thieves of a tie, whose claims come true when the last of them has claimed."""
    compared = tied = 0
    for seed in range(ORDERS):
        steps = list(walk(DEFAULT, 2 + seed % 7, seed))
        for number, step in enumerate(steps):
            if not isinstance(step.before, Choosing | Claiming):
                continue
            among = GAME.actors(DEFAULT, step.before)
            acts = steps[number : number + len(among)]
            if [each.actor for each in acts] == list(among) or len(among) < 2:
                continue
            state: State | Refusal = step.before
            for each in sorted(acts, key=lambda one: str(one.actor)):
                assert not isinstance(state, Refusal)
                state = GAME.step(DEFAULT, state, each.actor, each.action)
            assert state == acts[-1].after
            compared += 1
            tied += isinstance(step.before, Claiming)
    assert compared > 100
    assert tied > 3


LAG, RESTORED = {"restore_which": "one_turn_lag"}, {"stub_shortage": "restore_first"}


@pytest.mark.parametrize(
    ("readings", "seeds"),
    [
        ({}, 1),
        pytest.param({}, 3, marks=pytest.mark.slow),
        pytest.param(LAG, 3, marks=pytest.mark.slow),
        pytest.param(RESTORED, 3, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_every_play_of_a_tiny_table_obeys(readings: dict[str, str | int], seeds: int) -> None:
    """Three seats with three cards each and two turns: all choices and claims, some shuffles.

    After the deal three cards are left, and so the stub is short wherever more are melded.
    """
    size = Size(pack=small_pack(4, 3), hand=3, melds=2)
    rules = replace(with_readings(**readings), size=size)
    states = over = tied = short = 0
    for seed in range(seeds):
        chance = random.Random(seed)
        begun = begin(3, Seat(0))
        first = GAME.step(rules, begun, CHANCE, WALKS.chance(rules, begun, chance))
        assert not isinstance(first, Refusal)
        reached = {first}
        while reached:
            some = sorted(reached, key=repr)
            kept = some if len(some) < FEW else chance.sample(some, FEW)
            reached = {after for before in kept for after in LAWS.successors(rules, before, chance)}
            states += len(reached)
            over += sum(isinstance(state, Over) for state in reached)
            short += sum(isinstance(state, Refilling) for state in reached)
            tied += sum(
                isinstance(state, Claiming) and len(state.waiting[0]) > 1 for state in reached
            )
    assert states > 1000 * seeds
    assert over > 33 * seeds
    assert tied > seeds
    assert short > 33 * seeds


FEW = 150


# ── each law can fail ────────────────────────────────────────────────────────────────────────────


def some_states() -> tuple[Any, ...]:
    """One state of each phase, from walks."""

    def is_late(state: State) -> bool:
        match state:
            case Choosing(table, chosen):
                return table.turn != 3 or any(chosen)
            case Claiming(table):
                return bool(table.stolen)
            case Reshuffling(table):
                return table.recycled
            case _:
                return False

    steps = (step for seed in range(12) for step in walk(WALKS.small(DEFAULT), 3, seed))
    return last_states(steps, Choosing, Claiming, Refilling, Reshuffling, Over, unless=is_late)


def test_a_law_that_is_broken_says_so() -> None:
    rules = WALKS.small(DEFAULT)
    choosing, claiming, refilling, reshuffling, over = some_states()
    for law in LAWS.of_states:
        for state in (choosing, claiming, refilling, reshuffling, over):
            assert law(rules, state), (law.__name__, state)
    table = choosing.table
    lost = replace(choosing, table=replace(table, stock=table.stock[1:]))
    assert not laws.stub_has_its_size(rules, lost)
    short = replace(choosing, table=replace(table, hands=(table.hands[0][1:], *table.hands[1:])))
    assert not laws.stub_has_its_size(rules, short)
    assert not laws.hands_lack_what_was_melded(rules, short)
    assert not laws.hands_lack_what_was_melded(rules, Reshuffling(claiming.table))
    assert not laws.hands_lack_what_was_melded(rules, Over(reshuffling.table))
    twice = replace(table, shown=(table.shown[0], table.shown[0]))
    assert not laws.no_seat_makes_a_meld_twice(rules, replace(choosing, table=twice))
    assert not laws.no_seat_makes_a_meld_twice(rules, Over(reshuffling.table))
    foreign = next(each for each in SMALL.pack if each not in table.hands[0])
    size = open_sizes(rules, table, Seat(0))[0]
    for meld in (Meld((foreign,) * size), table.shown[0][0]):
        wrong = replace(choosing, chosen=(meld, None, None))
        assert not laws.choices_stay_in_the_hand(rules, wrong)
    all_chosen = replace(choosing, chosen=tuple(Meld(each[:size]) for each in table.hands))
    assert not laws.choices_stay_in_the_hand(rules, all_chosen)
    assert not laws.stub_is_refilled_when_it_is_short(rules, Refilling(reshuffling.table))
    assert not laws.stub_is_refilled_when_it_is_short(DEFAULT, refilling)
    waits = replace(choosing, table=replace(table, aside=table.shown[-1][0].cards))
    assert not laws.melds_lie_aside_by_a_reading(rules, waits)
    lag = WALKS.small(with_readings(restore_which="one_turn_lag"))
    assert laws.melds_lie_aside_by_a_reading(lag, waits)
    elsewhere = replace(choosing, table=replace(table, aside=table.shown[-2][0].cards * 2))
    assert not laws.melds_lie_aside_by_a_reading(lag, elsewhere)


def test_a_law_of_thieves_that_is_broken_says_so() -> None:
    rules = WALKS.small(DEFAULT)
    valid = WALKS.small(with_readings(thief_target_class="valid_melds_only"))
    shown = (
        Meld(hand("5C")),
        Meld(hand("3D")),
        Meld(hand("2H 3H 4H 5H")),
        Meld(hand("3S")),
    )
    _, claiming, *_ = some_states()
    bare = replace(claiming.table, turn=1, hands=(hand("3D 2H 5C 3S"),) * 4, shown=(shown,))
    three_of_one, five_of_two = (
        Theft(Seat(1), Target(Seat(0), hand("5C")[0])),
        Theft(Seat(0), Target(Seat(2), hand("2H")[0])),
    )

    def stolen(*thefts: Theft) -> State:
        return Refilling(replace(bare, stolen=thefts))

    assert laws.thefts_are_lawful(rules, stolen(three_of_one, five_of_two))
    assert not laws.thefts_are_lawful(valid, stolen(five_of_two))
    assert not laws.thefts_are_lawful(rules, stolen(three_of_one, three_of_one))
    own = Theft(Seat(1), Target(Seat(1), hand("3D")[0]))
    no_thief = Theft(Seat(2), Target(Seat(1), hand("3D")[0]))
    absent = Theft(Seat(1), Target(Seat(0), hand("7C")[0]))
    for theft in (own, no_thief, absent):
        assert not laws.thefts_are_lawful(rules, stolen(theft))
    assert laws.thieves_keep_their_order(rules, stolen(three_of_one, five_of_two))
    assert not laws.thieves_keep_their_order(rules, stolen(five_of_two, three_of_one))
    never = WALKS.small(with_readings(thief_tie_protocol="never"))
    assert not laws.thieves_keep_their_order(never, stolen(three_of_one))
    assert laws.stolen_cards_are_held(rules, stolen(three_of_one))
    assert not laws.stolen_cards_are_held(rules, stolen(absent))
    assert not laws.thieves_have_a_choice(rules, Claiming(bare, ((Seat(1),),), ((Seat(1), None),)))
    assert not laws.thieves_have_a_choice(never, Claiming(bare, ((Seat(1), Seat(3)),)))
    late = Claiming(replace(bare, turn=7), ((Seat(1),),))
    assert not laws.thieves_have_a_choice(rules, late)
    gone = replace(bare, shown=((Meld(hand("5C")), Meld(hand("3D"))),), stolen=(three_of_one,))
    assert not laws.thieves_have_a_choice(rules, Claiming(gone, ((Seat(1),),)))


def test_a_law_of_scores_that_is_broken_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = WALKS.small(DEFAULT)
    *_, over = some_states()
    monkeypatch.setattr(laws, "sheets", lambda rules, table: ({1: 11},) * 3)
    assert not laws.boxes_are_bounded(rules, over)
    monkeypatch.setattr(laws, "sheets", lambda rules, table: ({1: 186}, {}, {}))
    assert not laws.totals_are_bounded(rules, over)
    monkeypatch.setattr(laws, "qualifies", lambda rules, cards: len(cards) != 5)
    assert not laws.only_two_melds_fail(rules, over)
    monkeypatch.setattr(laws, "match_winners", lambda scores: (Seat(0), Seat(1)))
    assert not laws.winners_have_the_highest_total(rules, over)
    assert not laws.no_state_is_left_undone(rules, Filling(over.table))


def test_a_law_of_a_step_that_is_broken_says_so() -> None:
    rules = WALKS.small(DEFAULT)
    choosing, claiming, _, reshuffling, over = some_states()
    table = choosing.table
    shown = reshuffling.table.shown
    changed = replace(reshuffling.table, shown=(*shown[:-1], shown[-1][1:] + shown[-1][:1]))
    assert not laws.what_was_shown_stays(rules, reshuffling, Reshuffling(changed))
    assert not laws.scores_change_with_the_showing(rules, choosing, Reshuffling(table))
    later = replace(table, shown=(*table.shown, table.shown[-1]))
    assert not laws.scores_change_with_the_showing(rules, choosing, Choosing(later, (None,) * 3))
    meld = Meld(table.hands[0][:1])
    two = replace(choosing, chosen=(meld, meld, None))
    assert not laws.a_choice_moves_no_card(rules, choosing, two)
    moved = replace(choosing, table=replace(table, hands=table.hands[::-1]))
    assert not laws.a_choice_moves_no_card(rules, choosing, moved)
    assert not laws.turns_follow_each_other(rules, choosing, Reshuffling(replace(table, turn=4)))
    begun: BeforeDeal = BeforeDeal(Seat(0), 3)
    assert not laws.turns_follow_each_other(rules, begun, choosing)
    passed = Choosing(replace(table, dealer=Seat((table.dealer + 1) % 3)), (None,) * 3)
    assert not laws.turns_follow_each_other(rules, choosing, passed)
    assert not laws.turns_follow_each_other(rules, over, over)
    filling = first_filling()
    before, after = filling.before, filling.after
    assert isinstance(after, Reshuffling)
    more = Reshuffling(replace(after.table, stock=after.table.stock[1:]))
    assert not laws.the_stub_gives_what_the_hands_lack(rules, before, more)
    turned = Reshuffling(replace(after.table, stock=after.table.stock[::-1]))
    assert not laws.cards_come_from_the_top_of_the_stub(rules, before, turned)
    drawn = replace(after.table, hands=(hand("2C " * 8), *after.table.hands[1:]))
    assert not laws.cards_come_from_the_top_of_the_stub(rules, before, Reshuffling(drawn))
    swapped = Choosing(replace(after.table, hands=after.table.hands[::-1]), (None,) * 3)
    assert not laws.a_shuffle_leaves_hands_alone(rules, after, swapped)
    richer = replace(claiming.table, hands=(hand("2C"), *claiming.table.hands[1:]))
    assert not laws.a_theft_moves_one_card(
        rules,
        Claiming(replace(claiming.table, hands=((), *claiming.table.hands[1:])), claiming.waiting),
        Claiming(richer, claiming.waiting),
    )


def first_filling() -> Step:
    """A step in which hands are filled up."""
    return next(
        step
        for step in walk(DEFAULT, 3, 2)
        if isinstance(step.before, Choosing) and isinstance(step.after, Reshuffling)
    )


def test_with_melds_lying_aside_the_stub_is_short_for_fewer_seats_too() -> None:
    """All make the meld of seven and then that of six: for five seats a card is lacking."""
    lag = with_readings(restore_which="one_turn_lag")
    short = {
        seats
        for seats in range(2, 7)
        for seed in range(1, 20, 2)
        if any(isinstance(step.after, Refilling) for step in walk(lag, seats, seed))
    }
    assert short == {3, 5, 6}
