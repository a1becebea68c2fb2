"""Terms of several chapters: cards that qualify as a meld, or have failed."""

from __future__ import annotations

from meldspec.hands import Hand
from meldspec.indian_chief.doctor import is_doctor
from meldspec.indian_chief.lawyer import is_lawyer
from meldspec.indian_chief.melds import Box, box_of
from meldspec.indian_chief.options import Rules


def qualifies(rules: Rules, cards: Hand) -> bool:
    """Whether cards qualify as the meld of their number of cards.

    Clauses: turn.failed-zero, thief.any, beggar.any, poor.any, rich.any.
    """
    match box_of(cards):
        case Box.LAWYER:
            return is_lawyer(cards)
        case Box.DOCTOR:
            return is_doctor(rules, cards)
        case None:
            return False
        case _:
            return True
