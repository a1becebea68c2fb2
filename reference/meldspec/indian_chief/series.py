"""The series of melds: each seat makes each of them once.  The law: spec/indian-chief/series.md"""

from __future__ import annotations

from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.table import Table, melds_of
from meldspec.play import Seat


def open_sizes(rules: Rules, table: Table, seat: Seat) -> tuple[int, ...]:
    """The numbers of cards of the melds that a seat has not made yet.

    Clauses: series.any-order.
    """
    made = {meld.size for meld in melds_of(table, seat)}
    return tuple(size for size in range(1, rules.size.melds + 1) if size not in made)
