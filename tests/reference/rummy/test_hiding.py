"""What a seat sees, may do and is refused does not depend on cards that are hidden from it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from meldspec.cards import Card
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.rummy.game import GAME
from meldspec.rummy.options import DEFAULT, Rules
from meldspec.rummy.table import Action, LayMeld, Over, State, table_of
from meldspec.rummy.view import view
from meldspec.table import Discard, LayOff, Reshuffle
from meldspec.upcard import Deal

from .covering import covering_array
from .walks import SMALL, Step, everything_conceivable, walk


def shown(action: Action) -> frozenset[Card]:
    """The cards that an action shows to everybody."""
    match action:
        case LayMeld(cards):
            return cards
        case LayOff(card, _) | Discard(card):
            return frozenset({card})
        case Deal(_, upcard, _):
            return frozenset({upcard})
        case _:
            return frozenset()


def never_seen(rules: Rules, steps: list[Step], seat: Seat) -> list[Card]:
    """The cards that stay hidden from a seat through all these steps."""
    seen: set[Card] = set()
    for step in steps:
        seen |= shown(step.action)
        table = table_of(step.after)
        seen |= table.hands[seat] if table is not None else set()
    return sorted(card for card in rules.size.pack if card not in seen)


def exchanged(action: Action, names: dict[Card, Card]) -> Action:
    """What chance does, with two cards in each other's place."""
    match action:
        case Deal(hands, upcard, stock):
            return Deal(
                tuple(tuple(names.get(card, card) for card in hand) for hand in hands),
                upcard,
                tuple(names.get(card, card) for card in stock),
            )
        case Reshuffle(stock):
            return Reshuffle(tuple(names.get(card, card) for card in stock))
        case _:
            return action


def twins(rules: Rules, seats: int, seed: int) -> Iterator[tuple[Seat, State, State]]:
    """A seat, and the states of a hand, each beside the one with two cards exchanged.

    The seat sees neither of these cards before the end.
    """
    chance = random.Random(seed)
    seat = Seat(seed % seats)
    steps = [step for step in walk(rules, seats, seed, 1) if not isinstance(step.after, Over)]
    dealt = next((n for n, step in enumerate(steps) if isinstance(step.action, Deal)), len(steps))
    steps = steps[dealt:]
    steps = steps[: 4 + seed % 60]
    hidden = never_seen(rules, steps, seat)
    if len(hidden) < 2:
        return
    one, other = chance.sample(hidden, 2)
    twin = steps[0].before
    for step in steps:
        action = exchanged(step.action, {one: other, other: one})
        after = GAME.step(rules, twin, step.actor, action)
        if isinstance(after, Refusal):
            return
        twin = after
        yield seat, step.after, twin


def refusals(rules: Rules, state: State, seat: Seat) -> list[tuple[str, ...]]:
    """What a seat is told of everything that it might try."""
    verdicts: list[tuple[str, ...]] = []
    for action in everything_conceivable(rules, state):
        if isinstance(action, LayMeld) and len(action.cards) > 4:
            continue
        reached = GAME.step(rules, state, seat, action)
        verdicts.append(reached.clauses if isinstance(reached, Refusal) else ())
    return verdicts


def no_difference(rules: Rules, seats: int, seed: int, every: int) -> int:
    """Nothing that a seat gets to know tells twins apart; how many were compared."""
    compared = 0
    for number, (seat, state, twin) in enumerate(twins(rules, seats, seed)):
        assert view(rules, state, seat) == view(rules, twin, seat), seed
        assert GAME.legal(rules, state, seat) == GAME.legal(rules, twin, seat), seed
        if number % every == 0 and seat in GAME.actors(rules, state):
            assert refusals(rules, state, seat) == refusals(rules, twin, seat), seed
        compared += state != twin
    return compared


def test_hidden_cards_make_no_difference_to_who_cannot_see_them() -> None:
    compared = sum(no_difference(DEFAULT, 2 + seed % 5, seed, 20) for seed in range(60))
    assert compared > 1000


def test_nor_under_any_pair_of_readings() -> None:
    compared = 0
    for number, rules in enumerate(covering_array()):
        small = replace(rules, size=SMALL)
        for seed in range(3):
            compared += no_difference(small, 2 + number % 5, 3 * number + seed, 10)
    assert compared > 1000


def test_a_leak_is_noticed() -> None:
    steps = list(walk(DEFAULT, 3, 0, hands=1))[:1]
    deal = steps[0].action
    assert isinstance(deal, Deal)
    one, other = deal.hands[1][0], deal.hands[2][0]
    twin = GAME.step(DEFAULT, steps[0].before, CHANCE, exchanged(deal, {one: other, other: one}))
    assert not isinstance(twin, Refusal)
    assert view(DEFAULT, steps[0].after, Seat(1)) != view(DEFAULT, twin, Seat(1))
    assert view(DEFAULT, steps[0].after, Seat(0)) == view(DEFAULT, twin, Seat(0))
