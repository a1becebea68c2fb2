"""Tongits: every card used, by a call or by playing the last one.

The law: spec/tongits/tongits-call.md
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, assert_never

from meldspec.arrangement import is_covered
from meldspec.cards import Card
from meldspec.kernel import Move, condition, effect, follows
from meldspec.melds import fits_a_meld
from meldspec.play import Seat
from meldspec.tongits.discarding import taken_card_stays
from meldspec.tongits.ending import End, Outcome
from meldspec.tongits.options import Rules
from meldspec.tongits.table import (
    CALL_TONGITS,
    CALLS_WITH_DISCARD,
    CallTongits,
    Decided,
    Drawing,
    InTurn,
    Playing,
    State,
    TurnDone,
    without,
)
from meldspec.tongits.terms import (
    first_turn_allows_tongits,
    may_have_tongits,
    melds_allow_tongits,
    opening_allows_tongits,
    stock_allows_tongits,
)


def tongits_calls(rules: Rules, state: InTurn, seat: Seat) -> Iterator[CallTongits]:
    """The calls that could cover the hand: at most one card may be without a meld.

    Clauses: tongits-call.with-final-discard, tongits-call.without-discard,
    tongits-call.cards-may-stay-in-hand, discarding.not-needed-on-tongit.
    """
    hand = state.table.hands[seat]
    loose: list[Card] = []
    for card in hand:
        if not fits_a_meld(card, hand):
            loose.append(card)
            if len(loose) > 1:
                return
    if not loose:
        yield CALL_TONGITS
    if isinstance(state, Playing):
        for card in sorted(loose or hand):
            yield CALLS_WITH_DISCARD[card]


@condition("tongits.discarding.from-hand")
def last_discard_from_hand(rules: Rules, state: InTurn, seat: Seat, action: CallTongits) -> bool:
    """The last discard, if there is one, is in the hand."""
    return action.discard is None or action.discard in state.table.hands[seat]


def remaining(state: InTurn, action: CallTongits) -> frozenset[Card]:
    """The hand after the last discard, if there is one."""
    hand = state.table.hands[state.table.mover]
    return hand if action.discard is None else hand - {action.discard}


@condition("tongits.tongits-call.all-cards-used")
def all_cards_used(rules: Rules, state: InTurn, seat: Seat, action: CallTongits) -> bool:
    """Every card that remains lies in a meld.

    Clauses: tongits-call.counts-layoffs.
    """
    return is_covered(remaining(state, action))


@condition("tongits.tongits-call.happens-by-itself")
def tongits_is_called(rules: Rules, state: InTurn, seat: Seat, action: CallTongits) -> bool:
    """Tongits is called, or the discard named with the call brings it anyway."""
    trigger = rules.tongits_call.tongit_trigger
    match trigger:
        case "declared":
            return True
        case "automatic_when_hand_empty":
            return not remaining(state, action)
        case "automatic_when_coverable":
            return action.discard is not None
        case _:
            assert_never(trigger)


@condition("tongits.tongits-call.played-out")
def hand_is_played_out(rules: Rules, state: InTurn, seat: Seat, action: CallTongits) -> bool:
    """Nothing remains, if a reading asks for that where tongits is called."""
    calls = rules.tongits_call
    return (
        calls.tongit_concealed == "allowed"
        or calls.tongit_trigger != "declared"
        or not remaining(state, action)
    )


@condition("tongits.tongits-call.opened-first", alike=True)
def opened_for_tongits(rules: Rules, state: InTurn, seat: Seat, action: CallTongits) -> bool:
    """The caller has opened, if a reading asks for that."""
    return opening_allows_tongits(rules, state.table)


@condition("tongits.tongits-call.needs-own-meld")
def has_a_meld(rules: Rules, state: InTurn, seat: Seat, action: CallTongits) -> bool:
    """The caller has a meld, in the hand or on the table, if a reading asks for that."""
    return melds_allow_tongits(rules, state.table, remaining(state, action))


@condition("tongits.tongits-call.not-after-last-card", alike=True)
def before_the_stock_is_gone(rules: Rules, state: InTurn, seat: Seat, action: CallTongits) -> bool:
    """The stock has cards left, unless tongits is possible after the last one was drawn."""
    return stock_allows_tongits(rules, state.table)


@condition("tongits.tongits-call.not-in-dealers-first-turn", alike=True)
def dealer_may_have_tongits(rules: Rules, state: InTurn, seat: Seat, action: CallTongits) -> bool:
    """It is not the first turn of the hand, unless the dealer may have tongits in it."""
    return first_turn_allows_tongits(rules, state.table)


@condition("tongits.discarding.taken-card-stays")
def called_card_stays(rules: Rules, state: InTurn, seat: Seat, action: CallTongits) -> bool:
    """The last discard is not the card taken from the pile in this turn."""
    return isinstance(state, Drawing) or taken_card_stays.holds(rules, state, seat, action)


@effect(
    "tongits.tongits-call.ends-at-once",
    "tongits.tongits-call.caller-wins",
    "tongits.ending.three-ways",
)
def end_by_tongits(rules: Rules, state: InTurn, seat: Seat, action: CallTongits) -> State:
    """The caller wins at once; a last discard goes to the pile."""
    table = state.table if action.discard is None else without(state.table, action.discard)
    return Decided(table, Outcome(End.TONGITS, table.mover, last_discard=action.discard))


CALL_TONGITS_MOVE: Final = Move(
    CallTongits,
    during=(Playing,),
    candidates=tongits_calls,
    exists=(last_discard_from_hand,),
    conditions=(
        all_cards_used,
        tongits_is_called,
        hand_is_played_out,
        opened_for_tongits,
        has_a_meld,
        before_the_stock_is_gone,
        dealer_may_have_tongits,
        called_card_stays,
    ),
    effect=end_by_tongits,
)


@condition("tongits.drawing.mandatory")
def names_no_discard(rules: Rules, state: InTurn, seat: Seat, action: CallTongits) -> bool:
    """The call names no last discard: before a card is taken, nothing is discarded."""
    return action.discard is None


def may_call_tongits_first(rules: Rules, state: State) -> bool:
    """Whether tongits may be called at the start of a turn, before a card is taken."""
    return rules.tongits_call.tongit_window == "from_turn_start"


CALL_TONGITS_FIRST: Final = replace(
    CALL_TONGITS_MOVE, during=(Drawing,), exists=(names_no_discard,), where=may_call_tongits_first
)


def emptying_is_tongits(rules: Rules) -> bool:
    """Whether a seat that runs out of cards has tongits without a call."""
    calls = rules.tongits_call
    return calls.empty_hand_policy == "treated_as_called" or calls.tongit_trigger != "declared"


@follows(
    "tongits.tongits-call.by-emptying",
    "tongits.tongits-call.ends-at-once",
    "tongits.tongits-call.caller-wins",
    "tongits.ending.three-ways",
    during=(Playing, TurnDone),
)
def win_by_emptying(rules: Rules, state: Playing | TurnDone) -> Decided | None:
    """The mover has played its last card, and that is tongits."""
    if state.table.hands[state.table.mover] or not emptying_is_tongits(rules):
        return None
    return _tongits(state) if may_have_tongits(rules, state.table, frozenset()) else None


@follows(
    "tongits.tongits-call.happens-by-itself",
    "tongits.tongits-call.ends-at-once",
    "tongits.tongits-call.caller-wins",
    "tongits.ending.three-ways",
    during=(Playing, TurnDone),
)
def win_by_covering(rules: Rules, state: Playing | TurnDone) -> Decided | None:
    """Every card of the mover fits into melds, where that is tongits without a call.

    Clauses: tongits-call.optional.
    """
    hand = state.table.hands[state.table.mover]
    if rules.tongits_call.tongit_trigger != "automatic_when_coverable" or not is_covered(hand):
        return None
    return _tongits(state) if may_have_tongits(rules, state.table, hand) else None


def _tongits(state: Playing | TurnDone) -> Decided:
    table = state.table
    discarded = table.discard[-1] if isinstance(state, TurnDone) else None
    return Decided(table, Outcome(End.TONGITS, table.mover, last_discard=discarded))


@follows("tongits.tongits-call.plays-on-without-cards", during=(Playing,))
def play_on_without_cards(rules: Rules, state: Playing) -> TurnDone | None:
    """The mover has no card left and may not have tongits: its turn is done without a discard."""
    if state.table.hands[state.table.mover] or may_have_tongits(rules, state.table, frozenset()):
        return None
    return TurnDone(state.table)
