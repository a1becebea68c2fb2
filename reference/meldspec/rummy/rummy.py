"""Going rummy: a seat gets rid of its whole hand within one turn.  The law: spec/rummy/rummy.md"""

from __future__ import annotations

from dataclasses import replace

from meldspec.melds import melds_in
from meldspec.rummy.options import Rules
from meldspec.rummy.table import Table
from meldspec.rummy.terms import has_laid_off, laid_off_before, melded_before, melds_laid
from meldspec.table import changed_at


def barred_from_rummy(rules: Rules, table: Table) -> bool:
    """Whether the mover's earlier actions bar it from going rummy in this turn.

    Clauses: rummy.nothing-laid-before, rummy.layoff-allowed, rummy.voluntary.
    """
    if melded_before(table):
        return True
    readings = rules.rummy
    if laid_off_before(table) and readings.rummy_prior_layoff == "disqualifies":
        return True
    if has_laid_off(table) and readings.rummy_same_turn_layoff == "disqualifies":
        return True
    return not table.held_back[table.mover] and readings.rummy_held_back == "needed"


def went_rummy(rules: Rules, table: Table, discarded: bool) -> bool:
    """Whether a mover that has gone out went rummy: it laid all its cards in this turn.

    ``discarded`` tells whether its last card was a discard.

    Clauses: rummy.all-in-one-turn, rummy.layoff-required.
    """
    if barred_from_rummy(rules, table):
        return False
    readings = rules.rummy
    if not has_laid_off(table) and readings.rummy_same_turn_layoff == "required":
        return False
    if not discarded and readings.rummy_needs_discard == "ends_with_discard":
        return False
    return melds_laid(table) >= readings.rummy_min_melds


def holds_back(table: Table) -> bool:
    """Whether the mover had a meld after its draw and laid none; ask this before the discard."""
    if melds_laid(table):
        return False
    laid = (off.card for meld in table.melds for off in meld.laid_off if off.turn == table.turn)
    return bool(melds_in(table.hand.union(laid)))


def remember_holding_back(table: Table) -> Table:
    """The table with a record that the mover holds a meld back in this turn, if it does."""
    mover = table.mover
    if table.held_back[mover] or not holds_back(table):
        return table
    held_back = changed_at(mover, table.held_back, True)
    return replace(table, held_back=held_back)
