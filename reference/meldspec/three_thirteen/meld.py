"""Melds: which cards are a set or a run.  The law: spec/three-thirteen/meld.md

An option is read only where another reading would change the answer for these cards.
"""

from __future__ import annotations

from typing import Final

from meldspec.hands import Hand
from meldspec.three_thirteen.options import Rules
from meldspec.wild import Kind, SetLimits, kind

FREEST: Final = SetLimits()
STRICTEST: Final = SetLimits(duplicates=False, greatest=4)
"""Every reading allows the sets within the strictest limits, and no set beyond the freest."""
ALL_LIMITS: Final = (FREEST, STRICTEST, SetLimits(greatest=4), SetLimits(duplicates=False))
"""One for each choice of the readings."""


def set_limits(rules: Rules) -> SetLimits:
    """The limits of sets by the rules.

    Clauses: meld.kind.
    """
    return SetLimits(
        duplicates=rules.meld.set_duplicates == "allowed",
        greatest=4 if rules.meld.set_max == "four" else None,
    )


def kind_of(rules: Rules, cards: Hand, wild: int) -> Kind | None:
    """The kind of meld that the cards are: a set, a run or both; None for no meld.

    Clauses: meld.closed, meld.min-three, meld.kind, meld.run, meld.ace-low, meld.king-high,
    meld.no-turn-corner, wild.substitutes, wild.unlimited, wild.all-wild.
    """
    at_most = kind(cards, wild, FREEST)
    if at_most is kind(cards, wild, STRICTEST):
        return at_most
    return kind(cards, wild, set_limits(rules))
