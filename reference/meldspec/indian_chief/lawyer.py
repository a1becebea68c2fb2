"""Lawyer: four cards of 25 in all.  The law: spec/indian-chief/lawyer.md"""

from __future__ import annotations

from typing import Final

from meldspec.hands import Hand
from meldspec.indian_chief.value import face_value
from meldspec.play import Seat
from meldspec.table import ReceiptLine, own_line

LAWYER_SUM: Final = 25


def is_lawyer(cards: Hand) -> bool:
    """Whether four cards make 25 by their face values.

    Clauses: lawyer.sum.
    """
    return face_value(cards) == LAWYER_SUM


def lawyer_line(seat: Seat, cards: Hand) -> ReceiptLine:
    """A Lawyer scores 25, and four other cards score nought."""
    return own_line("indian-chief.lawyer.score", seat, LAWYER_SUM if is_lawyer(cards) else 0)
