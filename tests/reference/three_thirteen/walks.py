"""Walks through Three Thirteen: how its seats choose, what they might try, and made up hands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, TypeAlias

from meldcheck.explore import laws
from meldcheck.explore.three_thirteen import lies, open_hands
from meldspec.cards import Card, small_pack
from meldspec.hands import without_card
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import DRAW, Discard, Reshuffle
from meldspec.three_thirteen.deal import dealt
from meldspec.three_thirteen.deck import packs_suffice
from meldspec.three_thirteen.match import coming_hand, next_dealer
from meldspec.three_thirteen.options import DEFAULT, Rules, Size
from meldspec.three_thirteen.spoken import THREE_THIRTEEN
from meldspec.three_thirteen.stock import due
from meldspec.three_thirteen.table import (
    GO_OUT_WITH_ALL,
    KEEP,
    Action,
    BeforeDeal,
    GoOut,
    Over,
    Reshuffling,
    State,
    ledger_of,
    table_of,
)
from meldspec.upcard import TAKE, Deal
from meldspec.wild import least_deadwood

from .. import plays, walks

Step: TypeAlias = laws.Transition[State, Action]

SMALL: Final = Size(pack=small_pack(5, 3), hands=3)
"""Fifteen cards for every two seats, so that the stock is soon used up."""


def deal_of(rules: Rules, state: State, deck: tuple[Card, ...]) -> Deal:
    """The deal that a deck makes, its top first."""
    assert isinstance(state, BeforeDeal | Over)
    dealer, seats = next_dealer(rules, state), ledger_of(state).seats
    hands, (upcard, *stock) = dealt(rules, seats, dealer, coming_hand(state), deck)
    return Deal(hands, upcard, tuple(stock))


def careless(
    rules: Rules, state: State, legal: tuple[Action, ...], chance: random.Random
) -> Action:
    """One of the actions, whichever."""
    return chance.choice(legal)


def careful(rules: Rules, state: State, legal: tuple[Action, ...], chance: random.Random) -> Action:
    """One of the actions that leave little deadwood; going out is mostly not put off."""
    table = table_of(state)
    assert table is not None
    out = [action for action in legal if isinstance(action, GoOut)]
    if out and chance.random() < 0.8:
        return chance.choice(out)
    discards = [action for action in legal if isinstance(action, Discard)]
    if not discards or chance.random() < 0.1:
        return chance.choice(legal)
    wild = rules.size.wild(table.hand_number)
    hands = {each: without_card(table.hand, each.card) for each in discards}
    left = {each: least_deadwood(hand, wild) for each, hand in hands.items()}
    return min(discards, key=lambda each: (left[each], chance.random()))


def everything_conceivable(
    rules: Rules, state: State, seat: Seat, chance: random.Random
) -> Iterator[Action]:
    """Every action that a seat could ever propose, without looking at what is legal."""
    yield from (DRAW, TAKE, KEEP, GO_OUT_WITH_ALL)
    for each in rules.size.pack:
        yield Discard(each)
        yield GoOut(each)


def parts(rules: Rules, state: State, twin: State | Refusal) -> bool:
    """Hidden cards may make a difference to who can go out."""
    if isinstance(twin, Refusal):
        return True
    one, other = table_of(state), table_of(twin)
    assert one is not None
    assert other is not None
    return one.out != other.out


WALKS: Final = walks.Walks(
    spoken=THREE_THIRTEEN,
    over=Over,
    seats=lambda rules: range(2, 9 if packs_suffice(rules, 8) else 7),
    first_hands=lambda rules: range(1, rules.size.hands + 1),
    small=lambda rules: replace(rules, size=SMALL),
    deck=lambda rules, seats: rules.size.deck(seats),
    deals=deal_of,
    restocks=lambda rules, state: (
        (Reshuffle, due(state.table)) if isinstance(state, Reshuffling) else None
    ),
    tempers=(careful, careful, careless),
    conceivable=everything_conceivable,
    attempts=everything_conceivable,
    lies=lies,
    open_hands=open_hands,
    parts=parts,
)

walk: Final = WALKS.walk
with_readings: Final = WALKS.with_readings


def played(
    hand_number: int,
    hands: tuple[str, ...],
    upcard: str,
    stock: str,
    actions: str,
    rules: Rules = DEFAULT,
) -> State | Refusal:
    """The state after the last action of a hand, or its refusal.  Seat 0 deals."""
    begun = WALKS.begun(rules, len(hands), first=hand_number)
    deal: Deal = plays.deal_of(Deal, Size().deck(len(hands)), hands, upcard, stock)
    return plays.acted(WALKS, rules, WALKS.game.step(rules, begun, CHANCE, deal), actions)
