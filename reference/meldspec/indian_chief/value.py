"""Face value: the points of a card.  The law: spec/indian-chief/value.md"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from meldspec.cards import Card, total

ACE: Final = 0
"""The rank of an ace."""


def face_value(cards: Iterable[Card]) -> int:
    """The sum of the face values of cards: ace one, court cards ten, all others their number.

    Clauses: value.ace, value.face, value.pip.
    """
    return total(cards)
