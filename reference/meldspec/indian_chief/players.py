"""The players: how many seats a match has.  The law: spec/indian-chief/players.md"""

from __future__ import annotations

from meldspec.indian_chief.options import FEWEST_SEATS, MOST_SEATS
from meldspec.play import Refusal


def refused_table(seats: int) -> Refusal | None:
    """Why this number of seats cannot play; None if it can."""
    if FEWEST_SEATS <= seats <= MOST_SEATS:
        return None
    return Refusal(("indian-chief.players.range",))
