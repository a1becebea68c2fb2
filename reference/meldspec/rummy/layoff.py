"""Laying off: a card of the hand joins a meld on the table.  The law: spec/rummy/layoff.md"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meldspec.kernel import Move, condition, effect
from meldspec.melds import is_meld
from meldspec.play import Seat
from meldspec.rummy.discard import can_still_be_ended
from meldspec.rummy.laying import (
    has_melded_enough,
    is_by_age,
    is_by_owner,
    leaves_a_discard,
    melding_is_done,
)
from meldspec.rummy.meld import can_still_go_out, can_still_meld_the_most
from meldspec.rummy.options import Rules
from meldspec.rummy.table import Playing
from meldspec.rummy.terms import fitting, with_lay_off
from meldspec.table import LayOff


def lay_offs(rules: Rules, state: Playing, seat: Seat) -> Iterator[LayOff]:
    """Every card of the hand that lengthens a meld on the table."""
    for card, meld in fitting(state.table):
        yield LayOff(card, meld.cards)


@condition("rummy.layoff.from-hand")
def holds_the_card(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """The card to lay off is in the hand."""
    return action.card in state.table.hands[seat]


@condition("rummy.layoff.table-only")
def meld_lies_on_the_table(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """The meld lies on the table, with just these cards."""
    return any(meld.cards == action.meld for meld in state.table.melds)


@condition("rummy.layoff.extends-validly")
def fits_the_meld(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """With the card the meld is still a meld."""
    return is_meld(action.meld | {action.card})


@condition("rummy.layoff.opponents-only")
def is_an_opponents(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """The meld is an opponent's, if a reading asks for that."""
    return all(
        is_by_owner(rules, state.table, meld)
        for meld in state.table.melds
        if meld.cards == action.meld
    )


@condition("rummy.layoff.earlier-melds")
def lay_there_before(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """The meld lay there before the turn, if a reading asks for that."""
    return all(
        is_by_age(rules, state.table, meld)
        for meld in state.table.melds
        if meld.cards == action.meld
    )


@condition("rummy.layoff.prerequisite", alike=True)
def has_melded_first(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """The mover has laid a meld, in this hand or in this turn, if a reading asks for that."""
    return has_melded_enough(rules, state.table)


@condition("rummy.layoff.after-melding", alike=True)
def comes_after_melds(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """No meld is still due, if one reading puts melding first and another makes it a duty."""
    return melding_is_done(rules, state.table)


@condition("rummy.out.final-discard", alike=True)
def lay_off_leaves_a_discard(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    """A card is left to discard, if a reading asks for that."""
    return leaves_a_discard(rules, state.table, 1)


@effect(
    "rummy.layoff.set-fourth",
    "rummy.layoff.run-both-ends",
    "rummy.layoff.unlimited",
    "rummy.layoff.no-transfer",
    "rummy.meld.immovable",
)
def add_to_meld(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> Playing:
    """The card joins the meld, which keeps its owner and its cards."""
    return Playing(with_lay_off(state.table, action.card, action.meld))


LAY_OFF: Final = Move(
    LayOff,
    during=(Playing,),
    candidates=lay_offs,
    exists=(holds_the_card, meld_lies_on_the_table),
    conditions=(
        fits_the_meld,
        is_an_opponents,
        lay_there_before,
        has_melded_first,
        comes_after_melds,
        lay_off_leaves_a_discard,
    ),
    effect=add_to_meld,
    limits=(can_still_go_out, can_still_be_ended, can_still_meld_the_most),
)
