"""How a hand ends, and its result.  The law: spec/tongits/ending.md"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, final

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.spelling import Named


@final
class End(StrEnum):
    """How a hand ended."""

    TONGITS = "tongits"
    DRAW = "draw"
    STOCK = "stock"
    SPREAD = "spread"


@final
@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and how; ``compared`` are the seats whose totals decided it, if any did."""

    end: End
    winner: Seat | None
    compared: tuple[Seat, ...] = ()
    caller: Seat | None = None
    """Who called a draw."""
    challengers: tuple[Seat, ...] = ()
    """Who challenged it, in turn order."""
    last_discard: Card | None = None
    """The card discarded with tongits, if one was."""
    most_points: int | None = None
    """The most points with which the winner would still have won; None unless a reading asks."""


@final
@dataclass(frozen=True, slots=True)
class ReceiptLine:
    """Chips that one seat pays another, and the clause that says so."""

    clause: str
    payer: Annotated[Seat, Named("from")]
    payee: Annotated[Seat, Named("to")]
    chips: int


@final
@dataclass(frozen=True, slots=True)
class Result:
    """A settled hand."""

    outcome: Outcome
    deadwood: tuple[int, ...]
    """Points that each seat's hand counts after the last action."""
    burned: tuple[Seat, ...]
    receipt: tuple[ReceiptLine, ...]
    payments: tuple[int, ...]
    """Chips that each seat receives from the others, negative when it pays."""
    pot: int
    """Chips in the pot before it is paid."""
    pot_to: Seat | None
    wins_in_a_row: int = 0
    """Wins in a row of the last winner, this hand included."""
