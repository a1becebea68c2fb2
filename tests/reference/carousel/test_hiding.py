"""What a seat sees, may do and is refused does not depend on cards that are hidden from it.

Above all it does not tell whether another seat could knock: everybody is asked after its turn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from meldspec.cards import JOKER, Card
from meldspec.carousel.deck import joker_count
from meldspec.carousel.game import GAME
from meldspec.carousel.knock import may_knock
from meldspec.carousel.options import DEFAULT, Rules
from meldspec.carousel.table import KNOCK, Action, Knocking, Over, State, as_cards, table_of
from meldspec.carousel.view import view
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import Deal

from .covering import covering_array
from .walks import Step, everything_conceivable, hand, position, small, walk, with_readings


def never_seen(rules: Rules, steps: list[Step], seat: Seat) -> list[Card]:
    """The cards of which no copy is shown to a seat through all these steps."""
    shown: set[Card] = set()
    for step in steps:
        table = table_of(step.after)
        assert table is not None
        shown.update(table.hands[seat], as_cards(table.melds))
    return [card for card in (*rules.size.pack, Card(JOKER)) if card not in shown]


def exchanged(action: Action, names: dict[Card, Card]) -> Action:
    """A deal with two cards in each other's place, all copies of them."""

    def other(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(names.get(card, card) for card in cards)

    match action:
        case Deal(hands, stock):
            return Deal(tuple(map(other, hands)), other(stock))
        case _:
            return action


def twins(rules: Rules, seats: int, seed: int) -> Iterator[tuple[Seat, State, State]]:
    """A seat, and the states of a hand, each beside the one with two cards exchanged.

    The seat sees neither of these cards before the end; they are no jokers where the packs have
    not as many of these.  Where it makes a difference to another seat, whose knock is refused in
    one of them, the twins part.
    """
    chance = random.Random(seed)
    seat = Seat(seed % seats)
    steps = list(walk(rules, seats, seed, hands=1, most=4 + seed % 40))
    steps = [step for step in steps if not isinstance(step.after, Over)]
    hidden = never_seen(rules, steps, seat)
    if Card(JOKER) in hidden and joker_count(rules, seats) != rules.size.packs(seats):
        hidden.remove(Card(JOKER))
    if len(hidden) < 2:
        return
    one, other = chance.sample(hidden, 2)
    twin = steps[0].before
    for step in steps:
        action = exchanged(step.action, {one: other, other: one})
        after = GAME.step(rules, twin, step.actor, action)
        if isinstance(after, Refusal | Over):
            return
        twin = after
        yield seat, step.after, twin


def refusals(rules: Rules, state: State, twin: State, seat: Seat) -> int:
    """What a seat is told of everything that it might try, which is the same; how much it is."""
    tried = dict.fromkeys(everything_conceivable(rules, state, random.Random(1)))
    for action in tried:
        told = [GAME.step(rules, each, seat, action) for each in (state, twin)]
        one, other = (each.clauses if isinstance(each, Refusal) else () for each in told)
        assert one == other, (state, twin, action)
    return len(tried)


def no_difference(rules: Rules, seats: int, seed: int, every: int) -> int:
    """Nothing that a seat gets to know tells twins apart; how many were compared."""
    compared = 0
    for number, (seat, state, twin) in enumerate(twins(rules, seats, seed)):
        assert view(rules, state, seat) == view(rules, twin, seat), seed
        assert GAME.actors(rules, state) == GAME.actors(rules, twin), seed
        assert GAME.legal(rules, state, seat) == GAME.legal(rules, twin, seat), seed
        if number % every == 0:
            refusals(rules, state, twin, seat)
        compared += state != twin
    return compared


def test_hidden_cards_make_no_difference_to_who_cannot_see_them() -> None:
    compared = sum(no_difference(DEFAULT, 2 + seed % 4, seed, 6) for seed in range(48))
    assert compared > 300


def test_nor_under_any_pair_of_readings() -> None:
    compared = 0
    for number, rules in enumerate(covering_array()):
        for seed in range(3):
            few = 3 * number + seed
            compared += no_difference(small(rules), 2 + few % 4, few, 5)
            compared += no_difference(rules, 2 + few % 4, few, 9)
    assert compared > 500


@pytest.mark.parametrize("actor", ["only_player_just_ended", "anyone_below_five"])
def test_being_asked_tells_nobody_who_could_knock(actor: str) -> None:
    """Two hands of a size, with one of which a seat may knock and with the other not."""
    rules = with_readings(knock_actor=actor)
    low, high = (Knocking(position(held, others=("9C", "9D"))) for held in ("AC 2C", "KC KD"))
    assert [may_knock(rules, 2, (), each.table.hand) for each in (low, high)] == [True, False]
    assert KNOCK in GAME.legal(rules, low, Seat(0))
    assert KNOCK not in GAME.legal(rules, high, Seat(0))
    assert GAME.actors(rules, low) == GAME.actors(rules, high)
    for seat in (Seat(1), Seat(2)):
        assert view(rules, low, seat) == view(rules, high, seat)
        assert GAME.legal(rules, low, seat) == GAME.legal(rules, high, seat)
        assert refusals(rules, low, high, seat) > 2


def test_a_hand_by_itself_is_seen_by_its_seat_alone() -> None:
    state = Knocking(position("AC 2C", others=("9C", "9D")))
    table = state.table
    other = replace(state, table=replace(table, hands=(table.hands[0], hand("9H"), table.hands[2])))
    assert view(DEFAULT, state, Seat(0)) == view(DEFAULT, other, Seat(0))
    assert view(DEFAULT, state, Seat(1)) != view(DEFAULT, other, Seat(1))


def test_a_leak_is_noticed() -> None:
    (step, *_) = walk(DEFAULT, 2, 0, hands=1)
    deal = step.action
    assert isinstance(deal, Deal)
    one, other = deal.hands[1][0], deal.stock[0]
    twin = GAME.step(DEFAULT, step.before, CHANCE, exchanged(deal, {one: other, other: one}))
    assert not isinstance(twin, Refusal)
    assert view(DEFAULT, step.after, Seat(1)) != view(DEFAULT, twin, Seat(1))
    assert view(DEFAULT, step.after, Seat(0)) == view(DEFAULT, twin, Seat(0))
