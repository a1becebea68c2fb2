"""Discarding, and the card taken from the pile, which stays.  The law: spec/rummy/discard.md"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meldspec.cards import Card
from meldspec.kernel import Move, condition, effect, follows, limit
from meldspec.play import Seat
from meldspec.rummy.laying import (
    duty_never_yields,
    is_stranded,
    keeps_the_most,
    loose,
    may_go_out,
    melding_is_a_duty,
    must_go_out,
    nothing_but_the_taken_card,
    open_lay_offs,
    owes_a_lay_off,
    owes_a_meld,
    reached,
)
from meldspec.rummy.options import Rules
from meldspec.rummy.rummy import remember_holding_back
from meldspec.rummy.table import Playing, Table, TurnDone, change
from meldspec.table import DISCARDS, Discard


def discards(rules: Rules, state: Playing, seat: Seat) -> Iterator[Discard]:
    """Every card of the hand."""
    for card in sorted(state.table.hands[seat]):
        yield DISCARDS[card]


@condition("rummy.discard.from-hand")
def holds_the_discard(rules: Rules, state: Playing, seat: Seat, action: Discard) -> bool:
    """The discard is in the hand."""
    return action.card in state.table.hands[seat]


@condition("rummy.discard.not-taken-card")
def is_not_the_taken_card(rules: Rules, state: Playing, seat: Seat, action: Discard) -> bool:
    """The discard is not the card taken from the pile in this turn."""
    return may_discard(rules, state.table, action.card)


@condition("rummy.meld.one-per-turn", alike=True)
def goes_out_if_it_must(rules: Rules, state: Playing, seat: Seat, action: Discard) -> bool:
    """The discard goes out, if the mover laid more melds than it may without going out."""
    if not must_go_out(rules, state.table):
        return True
    return len(state.table.hands[seat]) == 1 and may_go_out(rules, state.table, discarded=True)


@condition("rummy.meld.compulsory", alike=True)
def owes_no_meld(rules: Rules, state: Playing, seat: Seat, action: Discard) -> bool:
    """The mover has no meld that it must still lay, if a reading makes melding a duty."""
    return not owes_a_meld(rules, state.table)


@condition("rummy.layoff.compulsory", alike=True)
def owes_no_lay_off(rules: Rules, state: Playing, seat: Seat, action: Discard) -> bool:
    """The mover has no card that it must still lay off, if a reading makes that a duty."""
    return not owes_a_lay_off(rules, state.table)


@effect("rummy.discard.one-card", "rummy.discard.face-up-on-top")
def put_on_the_pile(rules: Rules, state: Playing, seat: Seat, action: Discard) -> TurnDone:
    """The card lies on top of the discard pile, and the turn is done."""
    table, card = remember_holding_back(state.table), action.card
    hand, pile = table.hands[seat] - {card}, (*table.discard, card)
    return TurnDone(change(table, hand=hand, discard=pile))


DISCARD: Final = Move(
    Discard,
    during=(Playing,),
    candidates=discards,
    exists=(holds_the_discard,),
    conditions=(is_not_the_taken_card, goes_out_if_it_must, owes_no_meld, owes_no_lay_off),
    effect=put_on_the_pile,
)


# ── the card taken from the pile ─────────────────────────────────────────────────────────────────


def may_discard(rules: Rules, table: Table, card: Card) -> bool:
    """Whether the mover may discard a card, by where it came from.

    A card from the stock may be discarded.  The card taken from the pile may not, unless it is the
    only one left and a reading allows it.
    Clauses: discard.not-taken-card, discard.stock-card-free.
    """
    if card != table.taken:
        return True
    if len(table.hand) > 1:
        return False
    if rules.discard.only_taken_card_left == "waive_ban":
        return True
    return (
        not open_lay_offs(rules, table)
        and melding_is_a_duty(rules)
        and rules.meld.compulsion_vs_dead_state == "waive_ban"
        and rules.discard.only_taken_card_left == "prevent"
    )


@follows("rummy.discard.only-taken-card-left", during=(Playing,))
def keep_the_taken_card(rules: Rules, state: Playing) -> TurnDone | None:
    """The turn is done without a discard where a seat keeps the card that it took.

    That card is all that is left, and the seat may do nothing with it.
    """
    table = state.table
    kept = (
        table.hand == {table.taken}
        and rules.discard.only_taken_card_left == "keep"
        and nothing_but_the_taken_card(rules, table)
    )
    return TurnDone(remember_holding_back(table)) if kept else None


@limit("rummy.discard.only-taken-card-left")
def can_still_be_ended(rules: Rules, state: Playing, after: Playing) -> bool:
    """The turn can still be ended: the seat is not left with only the card taken from the pile.

    Where there is no duty to meld, or it yields, only a turn that is stranded already cannot be
    ended: one of two cards may be discarded.  Where a reading lets the taken card be discarded
    instead, a turn that could not be ended before may go on.
    """
    table = after.table
    if not may_be_stranded(table) or (len(table.hand) == 1 and open_lay_offs(rules, table)):
        return True
    if not duty_never_yields(rules):
        return not is_stranded(rules, table)
    if can_be_ended(rules, table):
        return True
    waives = rules.meld.compulsion_vs_dead_state == "waive_ban"
    return waives and not can_be_ended(rules, state.table)


def may_be_stranded(table: Table) -> bool:
    """Whether the taken card could be the only one left, whatever the readings are."""
    taken = table.taken
    return taken in table.hand and loose(table) <= {taken}


def can_be_ended(rules: Rules, table: Table) -> bool:
    """Whether the turn can be ended, although the duty to meld never yields.

    Some melds and lay-offs must lead to a state where nothing is owed and a card may be discarded,
    or must use the card taken from the pile: without it a turn can always be ended.
    """
    return not may_be_stranded(table) or _can_be_ended(rules, table, set())


def _can_be_ended(rules: Rules, table: Table, seen: set[object]) -> bool:
    """The same, with each hand and table tried once."""
    if table.taken not in table.hand:
        return True
    key = (table.hand, tuple(meld.cards for meld in table.melds))
    if key in seen:
        return False
    seen.add(key)
    if len(table.hand) > 1 and not owes_a_meld(rules, table) and not owes_a_lay_off(rules, table):
        return True
    return any(
        _can_be_ended(rules, after, seen)
        for after in reached(rules, table)
        if keeps_the_most(rules, table, after)
    )
