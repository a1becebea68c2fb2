"""Seeded random walks through Tong-its, shared by the tests of its laws."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from meldspec.cards import Card
from meldspec.play import CHANCE, Actor, Refusal, Seat
from meldspec.tongits import rules as play
from meldspec.tongits.actions import (
    CALL_DRAW,
    CHALLENGE,
    DRAW,
    FOLD,
    Action,
    CallTongits,
    Deal,
    Discard,
    Expose,
    LayOff,
    Take,
)
from meldspec.tongits.options import Rules
from meldspec.tongits.state import BeforeDeal, Over, State
from meldspec.tongits.view import table_of


@dataclass(frozen=True)
class Step:
    """One accepted step of a walk."""

    before: State
    actor: Actor
    action: Action
    after: State


def shuffled_deal(rules: Rules, state: State, chance: random.Random) -> Deal:
    """A deal of the shuffled pack to whoever sits in the right place."""
    if not isinstance(state, BeforeDeal | Over):
        raise TypeError("no deal is due")
    pack = list(rules.size.pack)
    chance.shuffle(pack)
    dealer = play.next_dealer(state)
    hands = tuple(
        tuple(pack.pop() for _ in range(rules.size.hand + (seat == dealer))) for seat in range(3)
    )
    return Deal(hands, tuple(pack))


def walk(rules: Rules, seed: int, hands: int) -> Iterator[Step]:
    """The steps of a match of some hands, played at random but lively."""
    chance = random.Random(seed)
    state = play.begin(rules, Seat(seed % 3))
    for _ in range(hands):
        while True:
            (actor,) = play.actors(rules, state)
            action: Action
            if actor is CHANCE:
                action = shuffled_deal(rules, state, chance)
            else:
                action = lively(play.legal(rules, state, actor), chance)
            after = play.step(rules, state, actor, action)
            if isinstance(after, Refusal):
                raise AssertionError(f"seed {seed}: {action} was refused: {after.clauses}")
            yield Step(state, actor, action, after)
            state = after
            if isinstance(state, Over):
                break


def lively(actions: tuple[Action, ...], chance: random.Random) -> Action:
    """One of the actions: laying cards down often, calling seldom, so that much occurs."""
    down = [action for action in actions if isinstance(action, Expose | LayOff | Take)]
    quiet = [action for action in actions if action != CALL_DRAW]
    wanted = down if chance.random() < 0.4 else quiet if chance.random() < 0.8 else actions
    return chance.choice(wanted or actions)


def everything_conceivable(rules: Rules, state: State) -> Iterator[Action]:
    """Every action with at most four cards over the pack, without looking at what is legal."""
    pack = rules.size.pack
    yield from (CALL_DRAW, DRAW, FOLD, CHALLENGE, CallTongits())
    for card in pack:
        yield Discard(card)
        yield CallTongits(card)
        yield LayOff(card, frozenset(pack[:3]))
        for meld in table_of(state).melds:
            yield LayOff(card, meld.cards)
    for cards in subsets(pack, 4):
        yield Take(cards)
        yield Expose(cards)
        yield Expose(cards, face_down=True)


def subsets(pack: tuple[Card, ...], largest: int) -> Iterator[frozenset[Card]]:
    """Every set of at most so many cards."""
    for size in range(largest + 1):
        yield from map(frozenset, combinations(pack, size))
