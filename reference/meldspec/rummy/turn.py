"""A turn so far: what its seat has laid, what it may still lay, and the table after laying that.

The predicates here are shared by the guards of the moves and by the look-ahead, so that each
reading is asked in one place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from meldspec.cards import Card
from meldspec.melds import Meld, extensions, melds_in
from meldspec.rummy.options import (
    Rules,
)
from meldspec.rummy.state import LaidOff, Table, TableMeld

# ── what has been laid ───────────────────────────────────────────────────────────────────────────


def melds_laid(table: Table) -> int:
    """How many melds the mover has laid in this turn."""
    return sum(meld.turn == table.turn for meld in table.melds)


def has_laid_off(table: Table) -> bool:
    """Whether the mover has laid off a card in this turn."""
    return any(laid.turn == table.turn for meld in table.melds for laid in meld.laid_off)


def melded_before(table: Table) -> bool:
    """Whether the mover laid a meld in an earlier turn."""
    mover = table.mover
    return any(meld.owner == mover and meld.turn < table.turn for meld in table.melds)


def laid_off_before(table: Table) -> bool:
    """Whether the mover laid off a card in an earlier turn."""
    mover = table.mover
    return any(
        laid.by == mover and laid.turn < table.turn
        for meld in table.melds
        for laid in meld.laid_off
    )


def holds_back(table: Table) -> bool:
    """Whether the mover had a meld after its draw and has laid none; asked before the discard."""
    if melds_laid(table):
        return False
    laid = (off.card for meld in table.melds for off in meld.laid_off if off.turn == table.turn)
    return bool(melds_in(table.hand.union(laid)))


# ── what may be laid ─────────────────────────────────────────────────────────────────────────────


def may_lay_another(rules: Rules, table: Table) -> bool:
    """Whether another meld may be laid in this turn, as far as what was laid before decides it.

    Going rummy lifts the limit of one; that the turn then goes out, and how, is asked of what comes
    after.  Clauses: meld.one-per-turn-exception, rummy.multi-meld.
    """
    if not melds_laid(table) or rules.meld.melds_per_turn == "many":
        return True
    reading = rules.meld.one_meld_exception
    match reading:
        case "goes_rummy":
            return not barred_from_rummy(rules, table)
        case "no_prior_meld":
            return not melded_before(table) and not _spoilt_by_laying_off(rules, table)
        case "any_going_out":
            return True
        case _:
            assert_never(reading)


def barred_from_rummy(rules: Rules, table: Table) -> bool:
    """Whether what the mover has done so far keeps it from going rummy in this turn.

    Clauses: rummy.nothing-laid-before, layoff-allowed, voluntary.
    """
    if melded_before(table):
        return True
    readings = rules.rummy
    if laid_off_before(table) and readings.rummy_prior_layoff == "disqualifies":
        return True
    if has_laid_off(table) and readings.rummy_same_turn_layoff == "disqualifies":
        return True
    return not table.held_back[table.mover] and readings.rummy_held_back == "needed"


def _spoilt_by_laying_off(rules: Rules, table: Table) -> bool:
    """Whether a lay-off in an earlier turn closes the exception."""
    if not laid_off_before(table) or rules.rummy.rummy_prior_layoff == "allowed":
        return False
    coupled = rules.meld.exception_vs_disqualified
    return coupled == "same_predicate"


def must_go_out(rules: Rules, table: Table) -> bool:
    """Whether the mover has laid more melds than a turn allows that does not go out."""
    return melds_laid(table) > 1 and rules.meld.melds_per_turn == "one"


def melds_are_open(rules: Rules, table: Table) -> bool:
    """Whether a meld may follow what was laid off in this turn."""
    return not has_laid_off(table) or rules.turn.step_order == "free"


def may_lay_on(rules: Rules, table: Table, meld: TableMeld) -> bool:
    """Whether the mover may lay off on the meld, whosever it is and however long it has been there.

    Clauses: layoff.own-meld, opponent-meld.
    """
    return is_by_owner(rules, table, meld) and is_by_age(rules, table, meld)


def is_by_owner(rules: Rules, table: Table, meld: TableMeld) -> bool:
    """Whether the mover may lay off on melds of this owner."""
    return meld.owner != table.mover or rules.layoff.layoff_own == "own_too"


def is_by_age(rules: Rules, table: Table, meld: TableMeld) -> bool:
    """Whether the mover may lay off on a meld that has lain there so long.

    Where it may lay off on none of its own, the owner alone decides.
    Clauses: layoff.earlier-melds.
    """
    if meld.turn < table.turn or not is_by_owner(rules, table, meld):
        return True
    return rules.layoff.layoff_fresh_meld == "any_turn"


def has_melded_enough(rules: Rules, table: Table) -> bool:
    """Whether the mover has melded what laying off asks for, if a reading asks for anything."""
    if melds_laid(table):
        return True
    needed = rules.layoff.layoff_prerequisite
    if needed == "no_condition":
        return True
    return needed == "own_meld_this_hand" and melded_before(table)


def leaves_a_discard(rules: Rules, table: Table, played: int) -> bool:
    """Whether playing so many cards leaves one to discard, if a reading asks for that."""
    return len(table.hand) > played or rules.out.final_discard == "optional"


def melding_is_a_duty(rules: Rules) -> bool:
    """Whether what can be melded must be."""
    return rules.meld.meld_compulsion != "optional"


def laying_off_is_a_duty(rules: Rules) -> bool:
    """Whether what can be laid off must be."""
    return rules.meld.meld_compulsion == "melds_and_layoffs_compulsory"


def open_melds(rules: Rules, table: Table) -> tuple[Meld, ...]:
    """The melds of the hand that the mover may lay, look-ahead apart."""
    held = melds_in(table.hand)
    if not held or not melds_are_open(rules, table) or not may_lay_another(rules, table):
        return ()
    return tuple([meld for meld in held if leaves_a_discard(rules, table, len(meld))])


def fitting(table: Table) -> Iterator[tuple[Card, TableMeld]]:
    """Each card of the mover's hand with each meld on the table that it makes longer."""
    hand = table.hand
    for meld in table.melds:
        for card in extensions(meld.cards):
            if card in hand:
                yield card, meld


# ── the table after that ─────────────────────────────────────────────────────────────────────────


def with_meld(table: Table, cards: Meld) -> Table:
    """The table with a meld of the mover's cards on it."""
    meld = TableMeld(table.mover, cards, table.turn)
    return change(table, hand=table.hand - cards, melds=(*table.melds, meld))


def with_lay_off(table: Table, card: Card, cards: Meld) -> Table:
    """The table with a card of the mover's added to the meld that holds these cards."""
    laid = LaidOff(card, table.mover, table.turn)
    melds = tuple(
        TableMeld(meld.owner, meld.cards | {card}, meld.turn, (*meld.laid_off, laid))
        if meld.cards == cards
        else meld
        for meld in table.melds
    )
    return change(table, hand=table.hand - {card}, melds=melds)


def change(
    table: Table,
    *,
    hand: frozenset[Card] | None = None,
    stock: tuple[Card, ...] | None = None,
    discard: tuple[Card, ...] | None = None,
    melds: tuple[TableMeld, ...] | None = None,
    taken: Card | None = None,
) -> Table:
    """The table with the mover's hand, or something else, replaced."""
    hands = table.hands
    if hand is not None:
        mover = table.mover
        hands = (*hands[:mover], hand, *hands[mover + 1 :])
    return Table(
        dealer=table.dealer,
        turn=table.turn,
        hands=hands,
        stock=table.stock if stock is None else stock,
        discard=table.discard if discard is None else discard,
        melds=table.melds if melds is None else melds,
        ledger=table.ledger,
        held_back=table.held_back,
        taken=table.taken if taken is None else taken,
    )


def next_turn(table: Table) -> Table:
    """The table when the next seat is in turn: no card is taken yet."""
    return replace(table, turn=table.turn + 1, taken=None)


def remember_holding_back(table: Table) -> Table:
    """The table with what the mover holds back in this turn put on record."""
    mover = table.mover
    if table.held_back[mover] or not holds_back(table):
        return table
    held_back = (*table.held_back[:mover], True, *table.held_back[mover + 1 :])
    return replace(table, held_back=held_back)
