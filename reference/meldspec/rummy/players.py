"""The players: how many there are.  The law: spec/rummy/players.md"""

from __future__ import annotations

from meldspec.rummy.options import FEWEST_SEATS, MOST_SEATS


def may_play(seats: int) -> bool:
    """Whether a match can have this number of seats.

    Clauses: players.range.
    """
    return FEWEST_SEATS <= seats <= MOST_SEATS
