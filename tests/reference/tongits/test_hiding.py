"""What a seat sees, may do and is refused does not depend on cards that are hidden from it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from meldspec.cards import Card
from meldspec.play import CHANCE, Actor, Refusal, Seat
from meldspec.tongits import rules as play
from meldspec.tongits.actions import (
    Action,
    CallTongits,
    Deal,
    Discard,
    Expose,
    LayOff,
    Take,
)
from meldspec.tongits.options import DEFAULT
from meldspec.tongits.state import State
from meldspec.tongits.view import table_of, view

from .walks import Step, attempts, walk

MATCHES = 120


def named(action: Action) -> frozenset[Card]:
    """The cards that an action shows to everybody, or at least moves to the table."""
    match action:
        case Take(hand_cards):
            return hand_cards
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


def never_seen(steps: list[Step], seat: Seat) -> list[Card]:
    """The cards that stay hidden from a seat through all these steps."""
    deal = steps[0].action
    assert isinstance(deal, Deal)
    seen = set(deal.hands[seat])
    for step in steps[1:]:
        seen |= named(step.action)
        if step.actor == seat:
            seen |= table_of(step.after).hands[seat]
    return sorted(card for card in DEFAULT.size.pack if card not in seen)


def exchanged(deal: Deal, one: Card, other: Card) -> Deal:
    names = {one: other, other: one}
    return Deal(
        tuple(tuple(names.get(card, card) for card in hand) for hand in deal.hands),
        tuple(names.get(card, card) for card in deal.stock),
    )


def refusals(state: State, seat: Seat) -> list[tuple[str, ...]]:
    verdicts: list[tuple[str, ...]] = []
    for action in attempts(state, seat):
        reached = play.step(DEFAULT, state, seat, action)
        verdicts.append(reached.clauses if isinstance(reached, Refusal) else ())
    return verdicts


def replayed(steps: list[Step], deal: Deal) -> Iterator[State]:
    """The states of the same actions after another deal, as far as they are accepted."""
    state = steps[0].before
    actor: Actor = CHANCE
    action: Action = deal
    for step in steps:
        if step.actor is not CHANCE:
            actor, action = step.actor, step.action
        reached = play.step(DEFAULT, state, actor, action)
        if isinstance(reached, Refusal):
            return
        state = reached
        yield state


def test_hidden_cards_make_no_difference_to_who_cannot_see_them() -> None:
    compared = 0
    endings = 0
    for seed in range(MATCHES):
        chance = random.Random(seed)
        seat = Seat(seed % 3)
        steps = list(walk(DEFAULT, seed, hands=1))
        running = [step for step in steps if view(DEFAULT, step.after, seat).phase != "over"]
        hidden = never_seen(running, seat)
        deal = running[0].action
        assert isinstance(deal, Deal)
        one, other = chance.sample(hidden, 2)
        for step, twin in zip(
            running, replayed(running, exchanged(deal, one, other)), strict=False
        ):
            assert view(DEFAULT, step.after, seat) == view(DEFAULT, twin, seat), seed
            assert play.legal(DEFAULT, step.after, seat) == play.legal(DEFAULT, twin, seat)
            if table_of(step.after).turn % 4 == 0:
                assert refusals(step.after, seat) == refusals(twin, seat)
            compared += 1
        endings += len(running) > 20
    assert compared > 20 * MATCHES
    assert endings > MATCHES // 4


def test_a_leak_is_noticed() -> None:
    steps = list(walk(DEFAULT, 0, hands=1))[:4]
    deal = steps[0].action
    assert isinstance(deal, Deal)
    one, other = deal.hands[1][0], deal.hands[2][0]
    (twin, *_) = replayed(steps, exchanged(deal, one, other))
    assert view(DEFAULT, steps[0].after, Seat(1)) != view(DEFAULT, twin, Seat(1))
    assert view(DEFAULT, steps[0].after, Seat(0)) == view(DEFAULT, twin, Seat(0))
