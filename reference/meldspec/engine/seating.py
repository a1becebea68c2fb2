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

    Seat 0 of the protocol is number ``first`` in the library.  The next seat in order of play has
    the next number, or the one before it if the library counts ``backwards``; the numbers go
    around.
    """

    players: int
    first: int = 0
    """Also the lowest number."""
    backwards: bool = False

    def theirs(self, seat: int) -> int:
        """The library's number of a seat."""
        return self.first + (-seat if self.backwards else seat) % self.players

    def ours(self, number: int) -> int:
        """The seat with this number in the library; ValueError where it has none."""
        place = number - self.first
        if not 0 <= place < self.players:
            raise ValueError(f"no seat has the number {number}")
        return (-place if self.backwards else place) % self.players

    def ordered(self, values: Sequence[Kept]) -> list[Kept]:
        """By seat of the protocol, values that stand in order of the library's numbers.

        The same function turns values by seat into the library's order.
        """
        return [values[self.theirs(seat) - self.first] for seat in range(self.players)]
