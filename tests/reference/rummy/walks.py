"""Walks through Rummy: how its seats choose, what they might try, and hands made up on purpose."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final, TypeAlias

from meldcheck.explore import laws
from meldcheck.explore.rummy import lies
from meldspec.cards import ONE_PACK, Card, parse_all, small_pack
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.rummy.dealer import cut_is_due, cutters
from meldspec.rummy.options import Rules, Size
from meldspec.rummy.spoken import RUMMY
from meldspec.rummy.stock import due
from meldspec.rummy.table import (
    Action,
    BeforeDeal,
    Cut,
    Cutting,
    LayMeld,
    Over,
    Reshuffling,
    State,
    ledger_of,
    table_of,
)
from meldspec.table import Discard, Draw, LayOff, Reshuffle
from meldspec.upcard import Deal, Take

from .. import walks
from ..plays import acted

Step: TypeAlias = laws.Transition[State, Action]

SMALL: Final = Size(pack=small_pack(5, 4), hands=(6, 4, 3, 2, 2))
"""Twenty cards, so that melds are frequent and the stock is soon used up."""


def deal_or_cut(rules: Rules, state: State, deck: tuple[Card, ...]) -> Action:
    """A deal; or cards for the seats that draw for it, where a cut is due."""
    assert isinstance(state, BeforeDeal | Cutting | Over)
    seats = ledger_of(state).seats
    if cut_is_due(rules, state):
        gone = state.gone if isinstance(state, Cutting) else ()
        left = [each for each in deck if each not in gone]
        asked = cutters(state)
        return Cut(tuple(left.pop() if Seat(seat) in asked else None for seat in range(seats)))
    pack, size = list(deck), rules.size.hand(seats)
    hands = tuple(tuple(pack.pop() for _ in range(size)) for _ in range(seats))
    return Deal(hands, pack.pop(), tuple(pack))


def careless(
    rules: Rules, state: State, legal: tuple[Action, ...], chance: random.Random
) -> Action:
    """One of the actions: laying cards down often, discarding anything."""
    down = [action for action in legal if isinstance(action, LayMeld | LayOff)]
    return chance.choice(down if down and chance.random() < 0.6 else legal)


def careful(rules: Rules, state: State, legal: tuple[Action, ...], chance: random.Random) -> Action:
    """One of the actions: what could become a meld is kept."""
    table = table_of(state)
    assert table is not None
    down = [action for action in legal if isinstance(action, LayMeld | LayOff)]
    if down and chance.random() < 0.7:
        return chance.choice(down)
    if Take() in legal and table.discard:
        return Take() if walks.neighbours(table.discard[-1], table.hand) > 1 else legal[0]
    discards = [action for action in legal if isinstance(action, Discard)]
    if not discards:
        return chance.choice(legal)
    lonely = {each: walks.neighbours(each.card, table.hand) for each in discards}
    return min(discards, key=lambda each: (lonely[each], chance.random()))


def secretive(
    rules: Rules, state: State, legal: tuple[Action, ...], chance: random.Random
) -> Action:
    """One of the actions: nothing is laid down before most of the hand can be."""
    table = table_of(state)
    assert table is not None
    down = [action for action in legal if isinstance(action, LayMeld | LayOff)]
    kept = tuple(action for action in legal if action not in down)
    large = sum(len(meld.cards) for meld in down if isinstance(meld, LayMeld))
    ready = large >= len(table.hand) - 1 or not kept
    return careful(rules, state, legal if ready or chance.random() < 0.02 else kept, chance)


def everything_conceivable(
    rules: Rules, state: State, seat: Seat, chance: random.Random
) -> Iterator[Action]:
    """Every action of a seat over the pack, without looking at what is legal.

    Melds are made of cards of the whole hand and of a few others.
    """
    yield from attempts(rules, state, seat, chance, most=len(rules.size.pack))


def attempts(
    rules: Rules, state: State, seat: Seat, chance: random.Random, most: int = 4
) -> Iterator[Action]:
    """The same with melds of few cards."""
    yield Draw()
    yield Take()
    table = table_of(state)
    if table is None:
        return
    for each in rules.size.pack:
        yield Discard(each)
        yield LayOff(each, frozenset(rules.size.pack[:3]))
        for meld in table.melds:
            yield LayOff(each, meld.cards)
    hand = table.hands[seat]
    reach = sorted(hand) + sorted(set(rules.size.pack) - hand)[:2]
    for size in range(min(len(reach), most) + 1):
        yield from map(LayMeld, map(frozenset, combinations(reach, size)))


WALKS: Final = walks.Walks(
    spoken=RUMMY,
    over=Over,
    seats=lambda rules: range(2, 7),
    small=lambda rules: replace(rules, size=SMALL),
    deck=lambda rules, seats: rules.size.pack,
    deals=deal_or_cut,
    restocks=lambda rules, state: (
        (Reshuffle, due(rules, state.table)) if isinstance(state, Reshuffling) else None
    ),
    tempers=(careless, careful, secretive),
    conceivable=everything_conceivable,
    attempts=attempts,
    lies=lies,
)

walk: Final = WALKS.walk
with_readings: Final = WALKS.with_readings


# ── made up on purpose ───────────────────────────────────────────────────────────────────────────


def deal(hands: tuple[str, ...], upcard: str, stock: str) -> Deal:
    """The named cards; hands are filled up with the rest, in which nothing is melded."""
    held = [list(parse_all(words.split())) for words in hands]
    top, (turned,) = parse_all(stock.split()), parse_all([upcard])
    named = {turned, *top, *(each for one in held for each in one)}
    rest = [each for each in ONE_PACK if each not in named]
    for one in held:
        while len(one) < Size().hand(len(hands)):
            one.append(rest.pop(len(rest) // 3))
    return Deal(tuple(map(tuple, held)), turned, (*top, *rest))


def played(
    rules: Rules, hands: tuple[str, ...], upcard: str, stock: str, actions: str
) -> State | Refusal:
    """The state after the last action, or its refusal.  Seat 0 deals."""
    begun = WALKS.begun(rules, len(hands))
    reached = WALKS.game.step(rules, begun, CHANCE, deal(hands, upcard, stock))
    return acted(WALKS, rules, reached, actions)
