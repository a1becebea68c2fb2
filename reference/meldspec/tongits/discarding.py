"""Discarding, which ends the turn.  The law: spec/tongits/discarding.md"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from meldspec.cards import Card
from meldspec.kernel import Move, always, condition, effect
from meldspec.play import Seat
from meldspec.table import DISCARDS, Discard
from meldspec.tongits.options import Rules
from meldspec.tongits.table import CallTongits, Playing, State, TurnDone, without
from meldspec.tongits.terms import may_have_tongits


def discards(rules: Rules, state: Playing, seat: Seat) -> Iterable[Discard]:
    """Every card of the hand.

    Clauses: exposing.optional, laying-off.optional.
    """
    return [DISCARDS[card] for card in sorted(state.table.hands[seat])]


@condition("tongits.discarding.from-hand", given=always)
def discarded_from_hand(rules: Rules, state: Playing, seat: Seat, action: Discard) -> bool:
    """The discard is in the hand."""
    return action.card in state.table.hands[seat]


def no_card_has_to_stay(rules: Rules, state: Playing) -> bool:
    """No card was taken from the pile into the hand in this turn."""
    taken = state.table.taken
    return not taken or not taken[-1].from_pile or taken[-1].turn != state.table.turn


@condition("tongits.discarding.taken-card-stays", given=no_card_has_to_stay)
def taken_card_stays(
    rules: Rules, state: Playing, seat: Seat, action: Discard | CallTongits
) -> bool:
    """The discard is not the card taken from the pile in this turn, unless it may go back.

    It may if it is the only card left, so that no seat is left without an action.
    """
    table = state.table
    if no_card_has_to_stay(rules, state) or table.taken[-1].card != _last_discard(action):
        return True
    if len(table.hands[table.mover]) == 1:
        return True
    return rules.discarding.discard_taken_card_back == "allowed"


def _last_discard(action: Discard | CallTongits) -> Card | None:
    return action.card if isinstance(action, Discard) else action.discard


@condition("tongits.tongits-call.emptying-needs-call", alike=True)
def last_card_is_called(rules: Rules, state: Playing, seat: Seat, action: Discard) -> bool:
    """The discard is not the last card of the hand, if a reading asks to call tongits with it."""
    return (
        len(state.table.hands[seat]) > 1
        or not _emptying_needs_call(rules)
        or not may_have_tongits(rules, state.table, frozenset())
    )


def _emptying_needs_call(rules: Rules) -> bool:
    calls = rules.tongits_call
    return (
        calls.tongit_trigger == "declared" and calls.empty_hand_policy == "emptying_requires_call"
    )


@effect("tongits.discarding.face-up-on-top", "tongits.turn.first-discard-starts-pile")
def put_on_pile(rules: Rules, state: Playing, seat: Seat, action: Discard) -> State:
    """The card lies on top of the discard pile, and the turn is done."""
    return TurnDone(without(state.table, action.card))


DISCARD: Final = Move(
    Discard,
    during=(Playing,),
    candidates=discards,
    exists=(discarded_from_hand,),
    conditions=(taken_card_stays, last_card_is_called),
    effect=put_on_pile,
)
