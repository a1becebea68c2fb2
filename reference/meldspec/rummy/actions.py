"""What a seat or chance may do."""

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
class Cut:
    """Chance gives a card to each seat that draws for the deal, and none to the others."""

    cards: tuple[Card | None, ...]


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
class LayMeld:
    """Lay cards of the hand on the table as a meld."""

    cards: frozenset[Card]


@final
@dataclass(frozen=True, slots=True)
class LayOff:
    """Add one card of the hand to the table meld that now holds these cards."""

    card: Card
    meld: frozenset[Card]


@final
@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card of the hand on the discard pile, which ends the turn."""

    card: Card


ChanceAction: TypeAlias = Deal | Cut | Reshuffle
SeatAction: TypeAlias = Draw | Take | LayMeld | LayOff | Discard
Action: TypeAlias = ChanceAction | SeatAction

DISCARDS: Final = tuple(Discard(card) for card in ONE_PACK)
"""The discards of one pack, built once."""
DRAW: Final = Draw()
TAKE: Final = Take()
