"""Discarding: one card of the hand ends a turn.  The law: spec/three-thirteen/discard.md"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meldspec.hands import different
from meldspec.kernel import Move, always, condition, effect
from meldspec.play import Seat
from meldspec.table import DISCARDS, Discard
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.out import goes_out_unsaid
from meldspec.three_thirteen.table import Discarding, TurnDone, is_bound
from meldspec.three_thirteen.turn import end_turn


def discards(rules: Rules, state: Discarding, seat: Seat) -> Iterator[Discard]:
    """Every card of the hand."""
    for card in different(state.table.hand):
        yield DISCARDS[card]


@condition("three-thirteen.discard.from-hand", given=always)
def holds_the_card(rules: Rules, state: Discarding, seat: Seat, action: Discard) -> bool:
    """The discard is in the hand."""
    return action.card in state.table.hand


@condition("three-thirteen.discard.not-taken-card")
def is_not_the_taken_card(rules: Rules, state: Discarding, seat: Seat, action: Discard) -> bool:
    """The discard does not look like the card taken in this turn, if a reading asks for that."""
    bound = is_bound(state.table, action.card)
    return not bound or rules.discard.discard_taken_card == "allowed"


@effect(
    "three-thirteen.discard.one-card",
    "three-thirteen.discard.face-up-on-top",
    "three-thirteen.out.voluntary",
)
def put_on_pile(rules: Rules, state: Discarding, seat: Seat, action: Discard) -> TurnDone:
    """The card lies on top of the discard pile, and the turn is done.

    By a reading the seat goes out with it whenever it can.
    """
    unsaid = goes_out_unsaid(rules, state.table, action.card)
    return end_turn(state.table, action.card, goes_out=unsaid)


DISCARD: Final = Move(
    Discard,
    during=(Discarding,),
    candidates=discards,
    exists=(holds_the_card,),
    conditions=(is_not_the_taken_card,),
    effect=put_on_pile,
)
