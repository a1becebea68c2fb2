"""The players: how many there must be.  The law: spec/three-thirteen/players.md"""

from __future__ import annotations

from meldspec.three_thirteen.options import FEWEST_SEATS


def enough_play(seats: int) -> bool:
    """Whether this number of seats can play at all.

    Clauses: players.min.
    """
    return seats >= FEWEST_SEATS
