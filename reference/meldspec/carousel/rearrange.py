"""Rearranging: cards of the hand and the table become a new table.

The law: spec/carousel/rearrange.md

A rearrangement is one action: the table as it is after the turn.  So cards are laid only while
melding, and no steps are seen in between: only the final table is judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from meldspec.cards import JOKER
from meldspec.carousel.joker import (
    jokers_are_declared,
    jokers_stay,
    names_are_in_the_domain,
    names_are_kept,
    names_differ,
    naturals_lie_beside,
)
from meldspec.carousel.meld import as_many_as_can_be, kind_of
from meldspec.carousel.options import Rules
from meldspec.carousel.search import can_play
from meldspec.carousel.table import (
    SOME_REARRANGEMENT,
    Knocking,
    Melding,
    Rearrange,
    as_cards,
    change,
)
from meldspec.hands import holds_all
from meldspec.kernel import Move, condition, effect
from meldspec.manipulation import Table as Melds
from meldspec.placed import sorted_melds
from meldspec.play import Seat


def may_play_nothing(rules: Rules, melds: Melds) -> bool:
    """Whether a table may be rearranged without a card of the hand."""
    return bool(melds) and rules.rearrange.rearrange_only == "allowed"


def some_rearrangement(rules: Rules, state: Melding, seat: Seat) -> Iterator[Rearrange]:
    """The action that stands for all tables that would be accepted, if there are any."""
    table = state.table
    if can_play(rules, rules.size.packs(table.seats), table.melds, table.hand) or (
        may_play_nothing(rules, table.melds)
    ):
        yield SOME_REARRANGEMENT


@condition("carousel.rearrange.from-hand")
def plays_from_hand(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """The cards that are played are in the hand."""
    return holds_all(state.table.hand, action.cards)


@condition("carousel.rearrange.as-named")
def table_grows_as_named(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """The cards that the new table has more than the old one are the cards played."""
    return as_cards(action.table) - as_cards(state.table.melds) == Counter(action.cards)


@condition("carousel.rearrange.needs-hand-card")
def plays_a_card(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """A card of the hand is played, unless a reading allows none."""
    return bool(action.cards) or may_play_nothing(rules, state.table.melds)


@condition("carousel.rearrange.no-pickup")
def naturals_stay(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """Every natural card that lay on the table still lies there."""
    return not set(as_cards(state.table.melds) - as_cards(action.table)) - {JOKER}


@condition("carousel.rearrange.end-valid")
def all_are_melds(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """All cards that lie together are a meld; those with an undeclared joker are not checked here.

    Clauses: rearrange.end-valid, rearrange.no-gap, rearrange.no-short, rearrange.free,
    rearrange.from-set, rearrange.from-run-end, table.layoff-any, table.manipulate,
    example.three-jacks.
    """
    return all(kind_of(rules, meld) for meld in action.table if JOKER not in meld)


@effect(
    "carousel.table.shared",
    "carousel.table.layoff-any",
    "carousel.table.manipulate",
    "carousel.meld.amount",
    "carousel.meld.ends-turn",
    "carousel.rearrange.free",
    "carousel.rearrange.whole",
    "carousel.joker.wild",
)
def leave_the_new_table(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> Knocking:
    """The cards leave the hand, the table is the one named, and the turn is over."""
    left = Counter(state.table.hand) - Counter(action.cards)
    hand, melds = tuple(sorted(left.elements())), sorted_melds(action.table)
    return Knocking(change(state.table, hand=hand, melds=melds, passed=0))


REARRANGE: Final = Move(
    Rearrange,
    during=(Melding,),
    candidates=some_rearrangement,
    exists=(plays_from_hand, table_grows_as_named),
    conditions=(
        plays_a_card,
        naturals_stay,
        jokers_stay,
        jokers_are_declared,
        all_are_melds,
        naturals_lie_beside,
        names_are_kept,
        names_are_in_the_domain,
        names_differ,
    ),
    limits=(as_many_as_can_be,),
    effect=leave_the_new_table,
)
