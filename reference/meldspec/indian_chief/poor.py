"""Poor Man: three cards, of which the spades score.  The law: spec/indian-chief/poor.md"""

from __future__ import annotations

from typing import Final

from meldspec.cards import suit
from meldspec.hands import Hand
from meldspec.indian_chief.value import face_value
from meldspec.play import Seat
from meldspec.table import ReceiptLine, own_line

SPADES: Final = 3


def poor_line(seat: Seat, cards: Hand) -> ReceiptLine:
    """The line of a Poor Man: the face values of its spades."""
    spades = face_value(card for card in cards if suit(card) == SPADES)
    return own_line("indian-chief.poor.spades", seat, spades)
