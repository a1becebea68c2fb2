"""What may be chosen: readings of open questions, the numbers of the sources, the table's size.

Every record stands for a chapter; every default is explained at its question in the documents.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import final

from meldspec.cards import ONE_PACK, Card


@final
class TieThreeWay(StrEnum):
    """Who wins when the caller and both challengers tie."""

    NEXT_AFTER_CALLER = "next_after_caller"
    LAST_TO_CHALLENGE = "last_to_challenge"


@final
class TieTwoChallengers(StrEnum):
    """Who wins when both challengers tie below the caller."""

    NEXT_AFTER_CALLER = "next_after_caller"
    LAST_TO_CHALLENGE = "last_to_challenge"


@final
@dataclass(frozen=True, slots=True)
class Size:
    """The table: the pack, and how many cards a seat other than the dealer is dealt."""

    pack: tuple[Card, ...] = ONE_PACK
    hand: int = 12


@final
@dataclass(frozen=True, slots=True)
class Pot:
    """Chips a seat pays into the pot at a deal, and wins in a row that collect it."""

    ante_chips: int = 2
    pot_wins_required: int = 2


@final
@dataclass(frozen=True, slots=True)
class Showdown:
    """Readings of the ties after a challenged draw."""

    tie_two_challengers: TieTwoChallengers = TieTwoChallengers.NEXT_AFTER_CALLER
    tie_three_way: TieThreeWay = TieThreeWay.NEXT_AFTER_CALLER


@final
@dataclass(frozen=True, slots=True)
class Settlement:
    """Chips that each loser owes the winner."""

    win_chips: int = 1
    special_payment_level: int = 3
    """For tongits, for a challenged draw, and for each secret four."""
    burn_chips: int = 1
    ace_chips: int = 1


@final
@dataclass(frozen=True, slots=True)
class Rules:
    """One rule set; the default one follows every source that speaks."""

    size: Size = field(default_factory=Size)
    pot: Pot = field(default_factory=Pot)
    showdown: Showdown = field(default_factory=Showdown)
    settlement: Settlement = field(default_factory=Settlement)


DEFAULT = Rules()
