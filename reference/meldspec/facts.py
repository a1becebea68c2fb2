"""Records of the protocol that several games share: questions about facts, and their answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from meldspec.cards import Card
from meldspec.play import Seat


@final
@dataclass(frozen=True, slots=True)
class AskMeld:
    """Which kind of meld these cards are, if they are one."""

    cards: frozenset[Card]


@final
@dataclass(frozen=True, slots=True)
class AskDeadwood:
    """The fewest points that can stay unmatched in a hand."""

    hand: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class AskDeal:
    """Who gets which cards of a deck, its top first."""

    players: int
    dealer: Seat
    deck: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class Settlement:
    """The points that each hand counts, and the points that each seat scores."""

    deadwood: tuple[int, ...]
    points: tuple[int, ...]
