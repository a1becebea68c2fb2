"""Lawyer: four cards with face values of 25 in all.  The law: spec/indian-chief/lawyer.md"""

from __future__ import annotations

from typing import Final

from meldspec.hands import Hand
from meldspec.indian_chief.value import face_value
from meldspec.play import Seat
from meldspec.table import ReceiptLine, own_line

LAWYER_SUM: Final = 25


def is_lawyer(cards: Hand) -> bool:
    """Whether the face values of four cards add up to 25.

    Clauses: lawyer.sum.
    """
    return face_value(cards) == LAWYER_SUM


def lawyer_line(seat: Seat, cards: Hand) -> ReceiptLine:
    """The line of four cards: a Lawyer scores 25, other cards score 0."""
    return own_line("indian-chief.lawyer.score", seat, LAWYER_SUM if is_lawyer(cards) else 0)
