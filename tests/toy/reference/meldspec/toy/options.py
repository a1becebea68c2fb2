"""What may be chosen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, final

from meldspec.cards import Card, parse
from meldspec.readings import OptionTable

SEATS: Final = 2
PACK: Final[tuple[Card, ...]] = tuple(map(parse, ("AS", "2S", "3S")))

AcePoints: TypeAlias = Literal["one", "eleven"]
"""The points of the ace."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Readings of the draw."""

    ace_points: AcePoints = "one"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A rule set."""

    draw: Draw = field(default_factory=Draw)


TABLE: Final[OptionTable[Rules]] = OptionTable(Rules(), needs=(), unplayable={})
