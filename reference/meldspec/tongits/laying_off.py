"""Laying off: a card of the hand joins a meld on the table.  The law: spec/tongits/laying-off.md"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meldspec.cards import rank
from meldspec.kernel import Move, always, condition, effect
from meldspec.melds import (
    extensions,
    is_run,
    is_set,
)
from meldspec.play import Seat
from meldspec.table import LayOff
from meldspec.tongits.options import Rules
from meldspec.tongits.table import (
    LaidOff,
    Playing,
    State,
    change,
    lengthened,
    lies_face_up,
    owns_the_meld,
)
from meldspec.tongits.terms import first_turn_allows_tongits, has_opened


def lay_offs(rules: Rules, state: Playing, seat: Seat) -> Iterator[LayOff]:
    """Every card of the hand that lengthens a meld on the table.

    Clauses: laying-off.others-melds, laying-off.no-limit, laying-off.after-melding.
    """
    hand = state.table.hands[seat]
    for meld in state.table.melds:
        for card in extensions(meld.cards):
            if card in hand:
                yield LayOff(card, meld.cards)


@condition("tongits.turn.cards-in-hand", given=always)
def laid_off_from_hand(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """The card to lay off is in the hand."""
    return action.card in state.table.hands[seat]


@condition("tongits.laying-off.table-only")
def meld_on_table(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """The meld lies face up on the table, with just these cards."""
    return lies_face_up(state.table, action.meld)


@condition("tongits.turn.dealer-first-turn-no-layoff", alike=True)
def not_dealers_first_turn(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """It is not the first turn of the hand, unless the dealer may lay off in it."""
    return state.table.turn > 0 or (rules.turn.dealer_first_turn_layoff == "allowed")


@condition("tongits.laying-off.set-fourth", given=always)
def fits_the_set(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """If the meld is a set, it still is one with the card."""
    return not is_set(action.meld) or is_set(action.meld | {action.card})


@condition("tongits.laying-off.run-continuation", given=always)
def continues_the_run(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """If the meld is a run, it still is one with the card."""
    return not is_run(action.meld) or is_run(action.meld | {action.card})


@condition("tongits.laying-off.not-in-same-turn")
def laid_in_earlier_turn(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """The meld was laid in an earlier turn, if a reading asks for that."""
    turn = state.table.turn
    return not any(
        meld.turn == turn and meld.cards == action.meld for meld in state.table.melds
    ) or (rules.laying_off.layoff_target_same_turn == "any_table_meld")


@condition("tongits.laying-off.opponents-melds-only")
def own_melds_allowed(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """The meld is an opponent's, if a reading asks for that.

    Clauses: laying-off.own-melds.
    """
    return rules.laying_off.layoff_own_melds == "allowed" or not owns_the_meld(
        state.table, action.meld
    )


@condition("tongits.laying-off.needs-open", alike=True)
def opened_for_laying_off(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """The mover has opened, if a reading asks for that.

    Clauses: laying-off.unopened-allowed.
    """
    return rules.laying_off.layoff_before_open == "allowed" or has_opened(
        rules, state.table.melds, seat
    )


@condition("tongits.laying-off.high-end-only")
def at_an_end_allowed(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """A run is continued at its high end, if a reading asks for that."""
    return (
        rules.laying_off.layoff_run_end == "both_ends"
        or not is_run(action.meld)
        or rank(action.card) > max(map(rank, action.meld))
    )


@condition("tongits.tongits-call.not-in-dealers-first-turn", alike=True)
def laying_off_leaves_the_dealer_cards(
    rules: Rules, state: Playing, seat: Seat, action: LayOff
) -> bool:
    """In its first turn the dealer keeps two cards or more, if tongits is barred in it."""
    left = len(state.table.hands[seat]) - 1
    return left > 1 or first_turn_allows_tongits(rules, state.table)


@effect("tongits.laying-off.blocks-owner-call")
def add_to_meld(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> State:
    """The card joins the meld, which keeps its owner; who laid it, and when, is recorded."""
    table = state.table
    laid = LaidOff(action.card, table.mover, table.turn)
    hand = table.hands[table.mover] - {action.card}
    return Playing(change(table, hand=hand, melds=lengthened(table, action.meld, laid)))


LAY_OFF: Final = Move(
    LayOff,
    during=(Playing,),
    candidates=lay_offs,
    exists=(laid_off_from_hand, meld_on_table),
    conditions=(
        not_dealers_first_turn,
        fits_the_set,
        continues_the_run,
        laid_in_earlier_turn,
        own_melds_allowed,
        opened_for_laying_off,
        at_an_end_allowed,
        laying_off_leaves_the_dealer_cards,
    ),
    effect=add_to_meld,
)
