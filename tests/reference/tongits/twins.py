"""Hands that differ in cards which one seat never sees, to find out whether it learns of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from meldspec.cards import Card
from meldspec.play import CHANCE, Actor, Refusal, Seat
from meldspec.table import Deal, Discard, LayOff
from meldspec.tongits import game
from meldspec.tongits.options import Rules
from meldspec.tongits.table import Action, CallTongits, Expose, State, Take, table_of
from meldspec.tongits.view import view

from .walks import Step, attempts, walk


def named(action: Action) -> frozenset[Card]:
    """The cards that an action shows to everybody, or at least moves to the table."""
    match action:
        case Take(hand_cards, meld):
            return hand_cards if meld is None else hand_cards | meld
        case Expose(cards, _):
            return cards
        case LayOff(card, meld):
            return meld | {card}
        case Discard(card):
            return frozenset({card})
        case CallTongits(discard):
            return frozenset() if discard is None else frozenset({discard})
        case _:
            return frozenset()


def never_seen(rules: Rules, steps: list[Step], seat: Seat) -> list[Card]:
    """The cards that stay hidden from a seat through all these steps."""
    deal = steps[0].action
    assert isinstance(deal, Deal)
    seen = set(deal.hands[seat])
    for step in steps[1:]:
        seen |= named(step.action)
        if step.actor == seat:
            seen |= table_of(step.after).hands[seat]
    return sorted(card for card in rules.size.pack if card not in seen)


def exchanged(deal: Deal, one: Card, other: Card) -> Deal:
    """The deal with two cards in each other's place."""
    names = {one: other, other: one}
    return Deal(
        tuple(tuple(names.get(card, card) for card in hand) for hand in deal.hands),
        tuple(names.get(card, card) for card in deal.stock),
    )


def replayed(rules: Rules, steps: list[Step], deal: Deal) -> Iterator[State]:
    """The states of the same actions after another deal, as far as they are accepted."""
    state = steps[0].before
    actor: Actor = CHANCE
    action: Action = deal
    for step in steps:
        if step.actor is not CHANCE:
            actor, action = step.actor, step.action
        reached = game.GAME.step(rules, state, actor, action)
        if isinstance(reached, Refusal):
            return
        state = reached
        yield state


def twins(rules: Rules, seed: int) -> Iterator[tuple[State, State]]:
    """The states of a hand until it is over, each beside the one with two cards exchanged.

    The seat of the seed's number, modulo three, sees neither of these cards before the end.
    """
    chance = random.Random(seed)
    seat = Seat(seed % 3)
    steps = list(walk(rules, seed, hands=1))
    running = [step for step in steps if view(rules, step.after, seat).phase != "over"]
    if not running:
        return
    hidden = never_seen(rules, running, seat)
    if len(hidden) < 2:
        return
    deal = running[0].action
    assert isinstance(deal, Deal)
    one, other = chance.sample(hidden, 2)
    others = replayed(rules, running, exchanged(deal, one, other))
    for step, twin in zip(running, others, strict=False):
        yield step.after, twin


def refusals(rules: Rules, state: State, seat: Seat) -> list[tuple[str, ...]]:
    """What a seat is told of everything that it might try."""
    verdicts: list[tuple[str, ...]] = []
    for action in attempts(state, seat):
        reached = game.GAME.step(rules, state, seat, action)
        verdicts.append(reached.clauses if isinstance(reached, Refusal) else ())
    return verdicts
