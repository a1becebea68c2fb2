"""What a seat sees, may do and is refused does not depend on cards that are hidden from it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from meldspec.cards import Card
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import Reshuffle
from meldspec.three_thirteen.game import GAME
from meldspec.three_thirteen.options import DEFAULT, Rules
from meldspec.three_thirteen.table import Action, Over, State, table_of
from meldspec.three_thirteen.view import view
from meldspec.upcard import Deal

from .covering import covering_array
from .walks import SMALL, Step, everything_conceivable, walk


def never_seen(rules: Rules, steps: list[Step], seat: Seat) -> list[Card]:
    """The cards of which no copy is shown to a seat through all these steps."""
    at_once = rules.out.reveal_moment == "at_announcement"
    shown: set[Card] = set()
    for step in steps:
        table = table_of(step.after)
        if table is None:
            continue
        shown.update(table.hands[seat], table.discard)
        if table.out is not None and at_once:
            shown.update(table.hands[table.out])
    return [card for card in rules.size.pack if card not in shown]


def exchanged(action: Action, names: dict[Card, Card]) -> Action:
    """What chance does, with two cards in each other's place."""

    def other(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(names.get(card, card) for card in cards)

    match action:
        case Deal(hands, upcard, stock):
            return Deal(tuple(map(other, hands)), upcard, other(stock))
        case Reshuffle(stock):
            return Reshuffle(other(stock))
        case _:
            return action


def twins(rules: Rules, seats: int, seed: int) -> Iterator[tuple[Seat, State, State]]:
    """A seat, and the states of a hand, each beside the one with two cards exchanged.

    The seat sees neither of these cards before the end.  Where it makes a difference to another
    seat, which can go out or cannot, the twins part.
    """
    chance = random.Random(seed)
    seat = Seat(seed % seats)
    steps = list(walk(rules, seats, seed, 1, first=1 + seed % rules.size.hands))
    steps = [step for step in steps if not isinstance(step.after, Over)][: 4 + seed % 40]
    hidden = never_seen(rules, steps, seat)
    if len(hidden) < 2:
        return
    one, other = chance.sample(hidden, 2)
    twin = steps[0].before
    for step in steps:
        action = exchanged(step.action, {one: other, other: one})
        after = GAME.step(rules, twin, step.actor, action)
        if isinstance(after, Refusal) or _who_is_out(after) != _who_is_out(step.after):
            return
        twin = after
        yield seat, step.after, twin


def _who_is_out(state: State) -> Seat | None:
    table = table_of(state)
    return None if table is None else table.out


def refusals(rules: Rules, state: State, seat: Seat) -> list[tuple[str, ...]]:
    """What a seat is told of everything that it might try."""
    verdicts: list[tuple[str, ...]] = []
    for action in everything_conceivable(rules):
        reached = GAME.step(rules, state, seat, action)
        verdicts.append(reached.clauses if isinstance(reached, Refusal) else ())
    return verdicts


def no_difference(rules: Rules, seats: int, seed: int, every: int) -> int:
    """Nothing that a seat gets to know tells twins apart; how many were compared."""
    compared = 0
    for number, (seat, state, twin) in enumerate(twins(rules, seats, seed)):
        assert view(rules, state, seat) == view(rules, twin, seat), seed
        assert GAME.legal(rules, state, seat) == GAME.legal(rules, twin, seat), seed
        if number % every == 0:
            assert refusals(rules, state, seat) == refusals(rules, twin, seat), seed
        compared += state != twin
    return compared


def test_hidden_cards_make_no_difference_to_who_cannot_see_them() -> None:
    compared = sum(no_difference(DEFAULT, 2 + seed % 5, seed, 12) for seed in range(40))
    assert compared > 300


def test_nor_under_any_pair_of_readings() -> None:
    compared = 0
    for number, rules in enumerate(covering_array()):
        for seed in range(3):
            small = replace(rules, size=SMALL)
            compared += no_difference(small, 2 + number % 4, 3 * number + seed, 5)
            compared += no_difference(rules, 2 + number % 5, 3 * number + seed, 15)
    assert compared > 500


def test_a_leak_is_noticed() -> None:
    (step, *_) = walk(DEFAULT, 3, 0, hands=1)
    deal = step.action
    assert isinstance(deal, Deal)
    one, other = deal.hands[1][0], deal.hands[2][0]
    assert one not in deal.hands[0]
    assert other not in deal.hands[0]
    twin = GAME.step(DEFAULT, step.before, CHANCE, exchanged(deal, {one: other, other: one}))
    assert not isinstance(twin, Refusal)
    assert view(DEFAULT, step.after, Seat(1)) != view(DEFAULT, twin, Seat(1))
    assert view(DEFAULT, step.after, Seat(0)) == view(DEFAULT, twin, Seat(0))
