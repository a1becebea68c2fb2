"""Records of the protocol that several games share: questions about facts, and their answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, final

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.spelling import Named


@final
@dataclass(frozen=True, slots=True)
class AskMeld:
    """The meld that these cards are, if they are one."""

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
    """The points that each hand counts, and those that each seat scores."""

    deadwood: tuple[int, ...]
    points: tuple[int, ...]


@final
@dataclass(frozen=True, slots=True)
class ChipsLine:
    """Chips that one seat pays another because of a clause."""

    clause: str
    from_: Annotated[Seat, Named("from")]
    to: Seat
    chips: int


@final
@dataclass(frozen=True, slots=True)
class PointsLine:
    """Points that a seat scores because of a clause, and the seat whose cards they count."""

    clause: str
    from_: Annotated[Seat, Named("from")]
    to: Seat
    points: int
