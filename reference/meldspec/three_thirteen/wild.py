"""Wild cards: one rank in each hand.  The law: spec/three-thirteen/wild.md

The module ``meld`` has the melds that a wild card completes.
"""

from __future__ import annotations

from meldspec.cards import Card, rank
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.table import Table


def is_wild(rules: Rules, table: Table, card: Card) -> bool:
    """Whether the card is of the rank that is wild in this hand."""
    return rank(card) == rules.size.wild(table.hand_number)


def is_ever_wild(rules: Rules, wild: int) -> bool:
    """Whether the rank is wild in some hand; aces and twos are not.

    Clauses: wild.schedule.
    """
    return wild in map(rules.size.wild, range(1, rules.size.hands + 1))
