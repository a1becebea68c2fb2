"""Rich Man: five cards, which cost their face values.  The law: spec/indian-chief/rich.md"""

from __future__ import annotations

from meldspec.hands import Hand
from meldspec.indian_chief.value import face_value
from meldspec.play import Seat
from meldspec.table import ReceiptLine, own_line


def rich_line(seat: Seat, cards: Hand) -> ReceiptLine:
    """The line of a Rich Man: its face values as a negative number."""
    return own_line("indian-chief.rich.negative", seat, -face_value(cards))
