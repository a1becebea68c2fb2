"""The deal and the take of games whose discard pile begins with an upcard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from meldspec.cards import Card
from meldspec.spelling import DealtHand


@final
@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals: a hand for each seat, the upcard, and the stock with its top first."""

    hands: tuple[DealtHand, ...]
    upcard: Card
    stock: tuple[Card, ...]

    @property
    def cards(self) -> list[Card]:
        """All cards: those dealt, the upcard and the stock."""
        return [card for pile in (*self.hands, (self.upcard,), self.stock) for card in pile]


@final
@dataclass(frozen=True, slots=True)
class Take:
    """Take the top of the discard pile."""


TAKE: Final = Take()
