"""The seven melds, told apart by their number of cards.  The law: spec/indian-chief/melds.md"""

from __future__ import annotations

from enum import IntEnum
from typing import final

from meldspec.hands import Hand
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.table import Choose, Choosing
from meldspec.kernel import always, condition
from meldspec.play import Seat


@final
class Box(IntEnum):
    """The seven melds, by their number of cards."""

    THIEF = 1
    BEGGAR_MAN = 2
    POOR_MAN = 3
    LAWYER = 4
    RICH_MAN = 5
    DOCTOR = 6
    INDIAN_CHIEF = 7


def box_of(cards: Hand) -> Box | None:
    """The meld that cards are meant to be; None where no meld has this number of cards.

    Clauses: turn.size-identifies, melds.seven, melds.sizes.
    """
    return Box(len(cards)) if 1 <= len(cards) <= len(Box) else None


@condition("indian-chief.melds.sizes", given=always)
def some_meld_has_as_many(rules: Rules, state: Choosing, seat: Seat, action: Choose) -> bool:
    """The meld has no more cards than the largest meld."""
    return action.meld.size <= rules.size.melds
