"""Pairs of hands that differ in cards which one seat never sees, to test that it learns nothing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from meldcheck.explore.laws import Transition as Step
from meldcheck.explore.laws import table_of
from meldspec.cards import Card
from meldspec.kernel import Action, Rules, State
from meldspec.play import Refusal, Seat

from .walks import Walks

LONGEST: Final = 60
"""The most steps of a hand and its twin, where nothing else is said."""


def never_seen(
    walks: Walks[Rules, State, Action], rules: Rules, steps: list[Step[State, Action]], seat: Seat
) -> list[Card]:
    """The cards of which a seat sees no copy in any of these steps."""
    seen: set[Card] = set()
    for step in steps:
        hands = table_of(step.after).hands
        for shown in (seat, *walks.open_hands(rules, step.after)):
            seen.update(hands[shown])
        seen.update(walks.lies(step.after), walks.shown(step.after))
    deck = walks.deck(rules, walks.spoken.seats(steps[0].before))
    return [card for card in dict.fromkeys(deck) if card not in seen]


def twins(
    walks: Walks[Rules, State, Action], rules: Rules, seats: int, seed: int, longest: int
) -> Iterator[tuple[Seat, State, State]]:
    """A seat, and each state of a hand with its twin, in which two cards are exchanged.

    The seat sees neither of the two cards before the end.  The deck has the same number of both.
    """
    chance = random.Random(seed)
    seat = Seat(chance.randrange(seats))
    first = walks.first_hand(rules, seed)
    length = chance.randint(4, longest)
    steps = [
        step
        for step in walks.walk(rules, seats, seed, hands=1, first=first, most=length)
        if not isinstance(step.after, walks.over) and table_of(step.after) is not None
    ]
    hidden = never_seen(walks, rules, steps, seat) if steps else []
    copies = Counter(walks.deck(rules, seats))
    secret = [card for card in walks.secrets(steps) if card in hidden] if steps else []
    one = chance.choice(secret or hidden or [Card(0)])
    others = [card for card in hidden if card != one and copies[card] == copies[one]]
    if not others:
        return
    other = chance.choice(others)
    twin = steps[0].before
    for step in steps:
        action = walks.exchanged(step.action, {one: other, other: one})
        after = walks.game.step(rules, twin, step.actor, action)
        if walks.parts(rules, step.after, after):
            return
        assert not isinstance(after, Refusal), (step, action)
        twin = after
        yield seat, step.after, twin


def same_for(
    walks: Walks[Rules, State, Action],
    rules: Rules,
    pair: tuple[State, State],
    seat: Seat,
    tried: Iterable[Action],
) -> None:
    """Assert that a seat cannot tell two states apart by its view, its list or a refusal."""
    game = walks.game
    view, other_view = (walks.spoken.view(rules, state, seat) for state in pair)
    assert view == other_view, pair
    acting, others_acting = (game.actors(rules, state) for state in pair)
    assert acting == others_acting, pair
    legal, other_legal = (game.legal(rules, state, seat) for state in pair)
    assert legal == other_legal, pair
    for action in tried:
        told = [game.step(rules, state, seat, action) for state in pair]
        one, other = (each.clauses if isinstance(each, Refusal) else () for each in told)
        assert one == other, (pair, action)


def compared(
    walks: Walks[Rules, State, Action],
    rules: Rules,
    seats: int,
    seed: int,
    every: int,
    longest: int = LONGEST,
) -> Iterator[tuple[Seat, State, State]]:
    """The pairs of one hand and its twin, after the seat was found unable to tell them apart.

    In one of ``every`` states, actions are tried too.
    """
    chance = random.Random(seed)
    for number, (seat, state, twin) in enumerate(twins(walks, rules, seats, seed, longest)):
        tried = () if number % every else walks.attempts(rules, state, seat, chance)
        same_for(walks, rules, (state, twin), seat, dict.fromkeys(tried))
        yield seat, state, twin


def no_difference(
    walks: Walks[Rules, State, Action], rules: Rules, seats: int, seed: int, every: int
) -> int:
    """The number of compared states that differ from their twins."""
    return sum(state != twin for _, state, twin in compared(walks, rules, seats, seed, every))
