"""What a seat or chance may do.

As in a state, every card is the one of the first copy.  So cards that are alike are one choice,
whichever of them is meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, final

from meldspec.cards import Card
from meldspec.indian_chief.state import Meld, Target


@final
@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals: a hand for each seat, and the stub with its top first."""

    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class Refill:
    """Chance makes more of the stub: what it lacked, in its new order, the top first."""

    stock: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Chance shuffles the stub for the next turn, its top first."""

    stock: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class Choose:
    """Choose a meld, which the others see when all have chosen."""

    meld: Meld


@final
@dataclass(frozen=True, slots=True)
class Claim:
    """As a thief, want a card that another seat has shown, or none."""

    target: Target | None


ChanceAction: TypeAlias = Deal | Refill | Reshuffle
SeatAction: TypeAlias = Choose | Claim
Action: TypeAlias = ChanceAction | SeatAction

NO_CLAIM: Final = Claim(None)
"""A thief steals nothing."""
