"""The table: the phases and the actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, final

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.table import Deal, Draw


@final
@dataclass(frozen=True, slots=True)
class BeforeDeal:
    """A match before its first deal."""

    dealer: Seat


@final
@dataclass(frozen=True, slots=True)
class Drawing:
    """The seat after the dealer is to draw."""

    dealer: Seat
    hands: tuple[frozenset[Card], ...]
    stock: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class Over:
    """The hand is over; another may be dealt."""

    dealer: Seat
    hands: tuple[frozenset[Card], ...]


Between: TypeAlias = BeforeDeal | Over
"""The phases in which chance deals."""

State: TypeAlias = BeforeDeal | Drawing | Over
Action: TypeAlias = Deal | Draw
