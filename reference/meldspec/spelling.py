"""How values are spelled where their type alone does not say it: marks for annotations of records.

JSON, schemas, comparisons and the page of the protocol are made from the same annotations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeAlias, final, get_args, get_origin

from meldspec.cards import RANKS, SUITS, Card
from meldspec.play import Seat


@final
@dataclass(frozen=True, slots=True)
class Unordered:
    """Marks a tuple whose order means nothing.

    It is sorted when it is read, unless it is ``kept`` as it was written.
    """

    kept: bool = False


@final
@dataclass(frozen=True, slots=True)
class Letters:
    """Marks a number that is written as a letter: its place among ``letters``."""

    letters: str
    meant: str
    """The noun for one of them in a message: ``suit``."""


@final
@dataclass(frozen=True, slots=True)
class Named:
    """Marks a field with another name in JSON, such as ``from``, which Python reserves."""

    name: str


@final
@dataclass(frozen=True, slots=True)
class Part:
    """Marks a record whose fields stand among those of the record that holds it."""


@final
@dataclass(frozen=True, slots=True)
class Sometimes:
    """Marks numbers by seat that are empty in some phases."""


PART: Final = Part()
SOMETIMES: Final = Sometimes()

DealtHand: TypeAlias = Annotated[tuple[Card, ...], Unordered(kept=True)]
"""Cards as they were dealt to a seat."""

Seats: TypeAlias = Annotated[tuple[Seat, ...], Unordered(kept=True)]
"""Some of the seats."""

Rank: TypeAlias = Annotated[int, Letters(RANKS, "rank")]
"""A rank, 0 for an ace to 12 for a king."""

Suit: TypeAlias = Annotated[int, Letters(SUITS, "suit")]
"""A suit, 0 to 3 for clubs, diamonds, hearts, spades."""

Mark: TypeAlias = Unordered | Letters | Named | Part | Sometimes


def plain_kind(kind: Any) -> tuple[Any, tuple[Mark, ...]]:  # an annotation
    """An annotation without its marks, and the marks."""
    if get_origin(kind) is not Annotated:
        return kind, ()
    inner, *marks = get_args(kind)
    return inner, tuple(mark for mark in marks if isinstance(mark, Mark))
