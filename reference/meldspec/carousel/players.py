"""The players: from two to five of them.  The law: spec/carousel/players.md"""

from __future__ import annotations

from meldspec.carousel.options import FEWEST_SEATS, MOST_SEATS
from meldspec.carousel.table import BeforeDeal, Ledger
from meldspec.play import Seat


def may_play(seats: int) -> bool:
    """Whether this number of seats can play.

    Clauses: players.range.
    """
    return FEWEST_SEATS <= seats <= MOST_SEATS


def begin(seats: int, dealer: Seat) -> BeforeDeal:
    """A match of this number of seats before its first deal."""
    return BeforeDeal(dealer, Ledger((0,) * seats, (0,) * seats))
