"""Walks through Tong-its: how its seats choose, and what they might try."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final, TypeAlias

from meldcheck.explore import laws
from meldcheck.explore.tongits import lies
from meldspec.cards import Card, rank, small_pack
from meldspec.play import Refusal, Seat
from meldspec.table import DRAW, Deal, Discard, LayOff
from meldspec.tongits.deal import next_dealer
from meldspec.tongits.options import Rules, Size
from meldspec.tongits.spoken import TONGITS
from meldspec.tongits.table import (
    CALL_DRAW,
    CHALLENGE,
    FOLD,
    KEEP,
    Action,
    BeforeDeal,
    CallDraw,
    CallTongits,
    Expose,
    Over,
    State,
    Take,
    table_of,
)

from .. import walks

Step: TypeAlias = laws.Transition[State, Action]

SMALL: Final = Rules(size=Size(pack=small_pack(4, 4), hand=4))
"""Sixteen cards, four in a hand, five for the dealer: three in the stock.  No meld has five."""


def dealt(rules: Rules, state: State, deck: tuple[Card, ...]) -> Deal:
    """A deal to whoever sits in the right place."""
    assert isinstance(state, BeforeDeal | Over)
    pack, dealer = list(deck), next_dealer(rules, state)
    hands = tuple(
        tuple(pack.pop() for _ in range(rules.size.hand + (seat == dealer))) for seat in range(3)
    )
    return Deal(hands, tuple(pack))


def attempts(rules: Rules, state: State, seat: Seat, chance: random.Random) -> Iterator[Action]:
    """Actions, legal and not, over cards that the seat knows."""
    yield from (CALL_DRAW, DRAW, FOLD, CHALLENGE, KEEP, CallTongits())
    table = table_of(state)
    for meld in table.melds:
        yield Take(frozenset(), meld.cards)
    hand = sorted(table.hands[seat])
    for card in (*hand, *table.discard[-2:]):
        yield Discard(card)
        yield CallTongits(card)
        yield LayOff(card, frozenset(hand[:3]))
        for meld in table.melds:
            if not meld.face_down:
                yield LayOff(card, meld.cards)
    for few in (*combinations(hand, 1), *combinations(hand, 2)):
        yield Take(frozenset(few))
    for three in combinations(hand[:7], 3):
        yield Expose(frozenset(three))
        yield Expose(frozenset(three), face_down=True)
    for number in {rank(card) for card in hand}:
        yield Expose(frozenset(card for card in hand if rank(card) == number), face_down=True)


def everything_conceivable(
    rules: Rules, state: State, seat: Seat, chance: random.Random
) -> Iterator[Action]:
    """Every action with at most four cards over the pack, without looking at what is legal."""
    pack = rules.size.pack
    yield from (CALL_DRAW, DRAW, FOLD, CHALLENGE, CallTongits())
    for card in pack:
        yield Discard(card)
        yield CallTongits(card)
        yield LayOff(card, frozenset(pack[:3]))
        for meld in table_of(state).melds:
            yield LayOff(card, meld.cards)
    for meld in table_of(state).melds:
        yield Take(frozenset(), meld.cards)
    for size in range(5):
        for cards in map(frozenset, combinations(pack, size)):
            yield Take(cards)
            yield Expose(cards)
            yield Expose(cards, face_down=True)


def careless(
    rules: Rules, state: State, legal: tuple[Action, ...], chance: random.Random
) -> Action:
    """One of the actions: laying cards down often, calling seldom, discarding anything."""
    down = [action for action in legal if isinstance(action, Expose | LayOff | Take)]
    quiet = [action for action in legal if action != CALL_DRAW]
    wanted = down if chance.random() < 0.4 else quiet if chance.random() < 0.8 else legal
    return chance.choice(wanted or legal)


def careful(rules: Rules, state: State, legal: tuple[Action, ...], chance: random.Random) -> Action:
    """One of the actions: what could become a meld is kept, so that tongits occurs."""
    if chance.random() < 0.1:
        return chance.choice(legal)
    down = [action for action in legal if isinstance(action, Expose | LayOff | Take)]
    tongits = [action for action in legal if isinstance(action, CallTongits)]
    quiet = [action for action in legal if action != CALL_DRAW and action not in down]
    if tongits and chance.random() < 0.5:
        return chance.choice(tongits)
    wanted = down if chance.random() < 0.4 else _loneliest(quiet)
    return chance.choice(wanted or legal)


def secretive(
    rules: Rules, state: State, legal: tuple[Action, ...], chance: random.Random
) -> Action:
    """One of the actions that lay nothing down, if there is one: careful in all else."""
    down = (Expose, LayOff, Take, CallDraw)
    others = tuple(action for action in legal if not isinstance(action, down))
    return careful(rules, state, others or legal, chance)


def _loneliest(actions: list[Action]) -> list[Action]:
    """The actions, and of the discards only those that part with the fewest neighbours."""
    discards = [action for action in actions if isinstance(action, Discard)]
    hand = [action.card for action in discards]
    least = min((walks.neighbours(card, hand) for card in hand), default=0)
    return [
        action
        for action in actions
        if not isinstance(action, Discard) or walks.neighbours(action.card, hand) == least
    ]


def parts(rules: Rules, state: State, twin: State | Refusal) -> bool:
    """Where tongits happens by itself, or a Spread does, hidden cards may end a hand for all."""
    by_itself = (
        rules.tongits_call.tongit_trigger == "automatic_when_coverable"
        or rules.variations.spread_enabled == "wins_before_first_turn"
    )
    return isinstance(twin, Refusal) or (isinstance(twin, Over) and by_itself)


WALKS: Final = walks.Walks(
    spoken=TONGITS,
    over=Over,
    seats=lambda rules: range(3, 4),
    small=lambda rules: replace(rules, size=SMALL.size),
    deck=lambda rules, seats: rules.size.pack,
    deals=dealt,
    tempers=(careless, careful, secretive),
    conceivable=everything_conceivable,
    attempts=attempts,
    lies=lies,
    parts=parts,
)

walk: Final = WALKS.walk
