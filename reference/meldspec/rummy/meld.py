"""Melding: cards of the hand are laid on the table.  The law: spec/rummy/meld.md"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meldspec.cards import Card
from meldspec.kernel import Move, condition, effect, limit
from meldspec.melds import is_run, is_set, melds_in
from meldspec.play import Seat
from meldspec.rummy.discard import can_still_be_ended
from meldspec.rummy.laying import (
    keeps_the_most,
    leaves_a_discard,
    may_lay_another,
    melds_are_open,
    must_go_out,
)
from meldspec.rummy.options import Rules
from meldspec.rummy.out import can_go_out
from meldspec.rummy.table import LayMeld, Playing
from meldspec.rummy.terms import with_meld


def kind(cards: frozenset[Card]) -> str | None:
    """``set``, ``run``, or None for cards that are no meld.

    Clauses: meld.set, meld.run, meld.run-min, meld.run-no-max, meld.ace-low, meld.no-ace-high,
    meld.no-wrap.
    """
    return "set" if is_set(cards) else "run" if is_run(cards) else None


def melds_to_lay(rules: Rules, state: Playing, seat: Seat) -> Iterator[LayMeld]:
    """Every meld in the hand."""
    for cards in melds_in(state.table.hands[seat]):
        yield LayMeld(cards)


@condition("rummy.meld.from-hand")
def holds_the_cards(rules: Rules, state: Playing, seat: Seat, action: LayMeld) -> bool:
    """The cards to meld are in the hand."""
    return action.cards <= state.table.hands[seat]


@condition("rummy.meld.two-kinds-only")
def is_a_set_or_run(rules: Rules, state: Playing, seat: Seat, action: LayMeld) -> bool:
    """The cards are a set or a run."""
    return kind(action.cards) is not None


@condition("rummy.meld.one-per-turn", alike=True)
def is_the_first_or_goes_out(rules: Rules, state: Playing, seat: Seat, action: LayMeld) -> bool:
    """It is the first meld of the turn, or the mover may lay several."""
    return may_lay_another(rules, state.table)


@condition("rummy.layoff.after-melding", alike=True)
def comes_before_lay_offs(rules: Rules, state: Playing, seat: Seat, action: LayMeld) -> bool:
    """No card was laid off earlier in this turn, if a reading asks for that."""
    return melds_are_open(rules, state.table)


@condition("rummy.out.final-discard")
def meld_leaves_a_discard(rules: Rules, state: Playing, seat: Seat, action: LayMeld) -> bool:
    """A card is left to discard, if a reading asks for that."""
    return leaves_a_discard(rules, state.table, len(action.cards))


@effect(
    "rummy.meld.face-up",
    "rummy.meld.owned",
    "rummy.meld.disjoint",
    "rummy.meld.one-per-turn-exception",
    "rummy.rummy.multi-meld",
)
def lay_meld(rules: Rules, state: Playing, seat: Seat, action: LayMeld) -> Playing:
    """The cards lie face up on the table as a meld of the mover, and leave the hand."""
    return Playing(with_meld(state.table, action.cards))


@limit("rummy.meld.one-per-turn")
def can_still_go_out(rules: Rules, state: Playing, after: Playing) -> bool:
    """A mover that lays more melds than it may without going out can still go out in this turn."""
    return not must_go_out(rules, after.table) or can_go_out(rules, after.table)


@limit("rummy.meld.compulsory")
def can_still_meld_the_most(rules: Rules, state: Playing, after: Playing) -> bool:
    """As many cards as before can be melded by the end of the turn, if a reading asks for that."""
    return keeps_the_most(rules, state.table, after.table)


MELD: Final = Move(
    LayMeld,
    during=(Playing,),
    candidates=melds_to_lay,
    exists=(holds_the_cards,),
    conditions=(
        is_a_set_or_run,
        is_the_first_or_goes_out,
        comes_before_lay_offs,
        meld_leaves_a_discard,
    ),
    effect=lay_meld,
    limits=(can_still_go_out, can_still_be_ended, can_still_meld_the_most),
)
