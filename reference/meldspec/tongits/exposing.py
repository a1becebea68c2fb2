"""Exposing melds, face up or face down.  The law: spec/tongits/exposing.md"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meldspec.arrangement import is_four
from meldspec.kernel import Move, always, condition, effect
from meldspec.melds import (
    is_meld,
    melds_in,
)
from meldspec.play import Seat
from meldspec.tongits.options import Rules
from meldspec.tongits.table import Expose, Playing, State, TableMeld, change
from meldspec.tongits.terms import first_turn_allows_tongits, has_opened


def exposures(rules: Rules, state: Playing, seat: Seat) -> Iterator[Expose]:
    """Every meld in the hand face up, and every set of four face down too.

    Clauses: exposing.any-number.
    """
    for meld in melds_in(state.table.hands[seat]):
        yield Expose(meld)
        if is_four(meld):
            yield Expose(meld, face_down=True)


@condition("tongits.turn.cards-in-hand", given=always)
def exposed_from_hand(rules: Rules, state: Playing, seat: Seat, action: Expose) -> bool:
    """The cards to expose are in the hand."""
    return action.cards <= state.table.hands[seat]


@condition("tongits.melds.two-kinds", given=always)
def exposes_a_meld(rules: Rules, state: Playing, seat: Seat, action: Expose) -> bool:
    """The cards are a set or a run.

    Clauses: melds.min-three-cards, melds.set-same-rank, melds.set-size-3-or-4, melds.run-same-suit,
    melds.run-consecutive, melds.run-min-three, melds.run-no-upper-limit, melds.run-no-ace-high,
    melds.run-ace-only-with-2-3, cards.rank-order, cards.ace-low.
    """
    return is_meld(action.cards)


@condition("tongits.exposing.face-down-only-fours", given=always)
def face_down_is_four(rules: Rules, state: Playing, seat: Seat, action: Expose) -> bool:
    """A meld laid face down is a set of four."""
    return not action.face_down or is_four(action.cards)


@condition("tongits.turn.dealer-first-turn-discards-only", alike=True)
def dealer_may_expose(rules: Rules, state: Playing, seat: Seat, action: Expose) -> bool:
    """It is not the first turn of the hand, unless the dealer may expose in it.

    Clauses: turn.dealer-may-expose, turn.dealer-may-expose-several.
    """
    return state.table.turn > 0 or (rules.turn.dealer_first_turn_melds == "allowed")


@condition("tongits.exposing.dealer-first-turn-no-face-down")
def dealer_may_lay_face_down(rules: Rules, state: Playing, seat: Seat, action: Expose) -> bool:
    """It is not the first turn of the hand, unless the dealer may lay a four face down in it."""
    return (
        not action.face_down
        or state.table.turn > 0
        or rules.exposing.dealer_first_turn_secret == "allowed"
    )


@condition("tongits.exposing.face-down-not-available")
def face_down_available(rules: Rules, state: Playing, seat: Seat, action: Expose) -> bool:
    """No meld is laid face down, unless the rules allow fours to be."""
    return not action.face_down or rules.exposing.secret_facedown_allowed == "allowed"


@condition("tongits.exposing.face-down-only-to-open")
def face_down_opens(rules: Rules, state: Playing, seat: Seat, action: Expose) -> bool:
    """A meld laid face down opens the hand, if a reading asks for that."""
    return (
        not action.face_down
        or rules.exposing.secret_when_already_opened == "allowed"
        or not has_opened(rules, state.table.melds, seat)
    )


@condition("tongits.exposing.face-down-not-with-discard")
def face_down_without_discard(rules: Rules, state: Playing, seat: Seat, action: Expose) -> bool:
    """A meld laid face down holds no card from the discard pile, unless a reading allows that."""
    if not action.face_down:
        return True
    from_pile = any(took.from_pile and took.card in action.cards for took in state.table.taken)
    return not from_pile or (rules.drawing.secret_with_discard_card == "yes_if_kept_concealed")


@condition("tongits.tongits-call.not-in-dealers-first-turn")
def exposing_leaves_the_dealer_cards(
    rules: Rules, state: Playing, seat: Seat, action: Expose
) -> bool:
    """In its first turn the dealer keeps two cards or more, if tongits is barred in it."""
    left = state.table.hands[seat] - action.cards
    return len(left) > 1 or first_turn_allows_tongits(rules, state.table)


@effect(
    "tongits.exposing.owned",
    "tongits.exposing.opens-hand",
    "tongits.exposing.face-down-four",
    "tongits.exposing.face-up",
    "tongits.exposing.face-down-opens",
    "tongits.turn.dealer-expose-opens",
)
def lay_meld(rules: Rules, state: Playing, seat: Seat, action: Expose) -> State:
    """The cards lie on the table as a meld of the mover."""
    table = state.table
    meld = TableMeld(table.mover, action.cards, action.face_down, turn=table.turn)
    hand = table.hands[table.mover] - action.cards
    return Playing(change(table, hand=hand, melds=(*table.melds, meld)))


EXPOSE: Final = Move(
    Expose,
    during=(Playing,),
    candidates=exposures,
    exists=(exposed_from_hand,),
    conditions=(
        exposes_a_meld,
        face_down_is_four,
        dealer_may_expose,
        dealer_may_lay_face_down,
        face_down_available,
        face_down_opens,
        face_down_without_discard,
        exposing_leaves_the_dealer_cards,
    ),
    effect=lay_meld,
)
