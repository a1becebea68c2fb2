"""Seats: between the numbers of the protocol and those of a library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar, final

Kept = TypeVar("Kept")


@final
@dataclass(frozen=True, slots=True)
class Seating:
    """How a library numbers the seats of a table.

    The seat ``start`` of the protocol is number ``first`` in the library.  The next seat in order
    of play has the next number, or the one before it if the library counts ``backwards``; the
    numbers go around.
    """

    players: int
    first: int = 0
    """Also the lowest number."""
    backwards: bool = False
    start: int = 0
    """Another seat than 0 serves a library in which the first dealer is always the same number."""

    def theirs(self, seat: int) -> int:
        """The library's number of a seat."""
        return self.first + self._turned(seat - self.start) % self.players

    def ours(self, number: int) -> int:
        """The seat with this number in the library; ValueError where it has none."""
        place = number - self.first
        if not 0 <= place < self.players:
            raise ValueError(f"no seat has the number {number}")
        return (self.start + self._turned(place)) % self.players

    def _turned(self, steps: int) -> int:
        return -steps if self.backwards else steps

    def ordered(self, values: Sequence[Kept]) -> list[Kept]:
        """By seat of the protocol, values that stand in order of the library's numbers."""
        return [values[self.theirs(seat) - self.first] for seat in range(self.players)]
