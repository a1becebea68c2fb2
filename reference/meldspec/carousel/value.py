"""The points of cards.  The law: spec/carousel/value.md"""

from __future__ import annotations

from meldspec.hands import Hand
from meldspec.manipulation import price


def worth(hand: Hand) -> int:
    """The points of all cards of a hand.

    Clauses: value.joker, value.face, value.ace, value.pip.
    """
    return sum(map(price, hand))
