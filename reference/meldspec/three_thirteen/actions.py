"""What a seat or chance may do.

As in a state, every card is the one of the first copy.  So cards that are alike are one choice,
whichever of them is meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, final

from meldspec.cards import ONE_PACK, Card


@final
@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals: a hand for each seat, the card turned up, and the stock with its top first."""

    hands: tuple[tuple[Card, ...], ...]
    upcard: Card
    stock: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Chance makes a new stock of discards, its top first."""

    stock: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock."""


@final
@dataclass(frozen=True, slots=True)
class Take:
    """Take the top of the discard pile."""


@final
@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card of the hand on the discard pile, which ends the turn."""

    card: Card


@final
@dataclass(frozen=True, slots=True)
class GoOut:
    """Announce going out, with a discard or, by a reading, without one."""

    discard: Card | None = None


@final
@dataclass(frozen=True, slots=True)
class Keep:
    """End a final turn without a discard, by a reading."""


ChanceAction: TypeAlias = Deal | Reshuffle
SeatAction: TypeAlias = Draw | Take | Discard | GoOut | Keep
Action: TypeAlias = ChanceAction | SeatAction

DISCARDS: Final = tuple(Discard(card) for card in ONE_PACK)
"""The discards of one pack, built once."""
GOING_OUT: Final = tuple(GoOut(card) for card in ONE_PACK)
"""The same for going out with them."""
DRAW: Final = Draw()
TAKE: Final = Take()
GO_OUT_WITH_ALL: Final = GoOut(None)
KEEP: Final = Keep()
