"""The phases of a match, as facts: who holds what, who has gone out, and in which hand.

Cards of several packs that look alike cannot be told apart, and here they are not: every card is
the one of the first copy, as often as it occurs.  So what looks equal is equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias, final

from meldspec.cards import Card
from meldspec.play import Seat

Hand: TypeAlias = tuple[Card, ...]
"""Cards in printing order, some of them alike; the order means nothing."""


@final
@dataclass(frozen=True, slots=True)
class Ledger:
    """The match so far: points by seat, and in how many hands each seat went out."""

    scores: tuple[int, ...]
    outs: tuple[int, ...]

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.scores)


@final
@dataclass(frozen=True, slots=True)
class Table:
    """The cards of a hand in play.  ``mover`` is the seat whose turn it is."""

    dealer: Seat
    hand_number: int
    """From 1 to 11."""
    mover: Seat
    hands: tuple[Hand, ...]
    stock: tuple[Card, ...]
    """The top first."""
    discard: tuple[Card, ...]
    """The top last."""
    ledger: Ledger
    taken: Card | None = None
    """The card that the mover has taken from the discard pile in this turn."""
    out: Seat | None = None
    """Who has gone out; the turns since then are the last."""

    @property
    def hand(self) -> Hand:
        """The mover's cards."""
        return self.hands[self.mover]


@final
@dataclass(frozen=True, slots=True)
class ReceiptLine:
    """Points that a seat scores for its own hand, and the clause that says so."""

    clause: str
    seat: Seat
    points: int


@final
@dataclass(frozen=True, slots=True)
class Result:
    """A hand that is over.  Whether the match is over with it follows from its number."""

    out: Seat
    """Who went out."""
    deadwood: tuple[int, ...]
    """What each seat's hand counts after the last action."""
    receipt: tuple[ReceiptLine, ...]
    points: tuple[int, ...]
    """What each seat scores for this hand."""


@final
class Next(Enum):
    """What goes on once a stock has been made."""

    TURN = "the turn begins"
    CARD = "the mover draws"
    DISCARD = "the mover, who has its card, discards"


@final
@dataclass(frozen=True, slots=True)
class BeforeDeal:
    """A match before its first deal."""

    dealer: Seat
    hand_number: int
    ledger: Ledger


@final
@dataclass(frozen=True, slots=True)
class Drawing:
    """The mover must draw from the stock, or take the discard."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class Reshuffling:
    """Chance is to make a new stock."""

    table: Table
    then: Next


@final
@dataclass(frozen=True, slots=True)
class Discarding:
    """The mover has its card, and discards or goes out."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class TurnDone:
    """The mover's turn has ended; what follows is undecided."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class Over:
    """The hand is scored; another follows unless it was the last."""

    table: Table
    result: Result


State: TypeAlias = BeforeDeal | Drawing | Reshuffling | Discarding | TurnDone | Over
"""Everything that can be the case.  ``TurnDone`` lasts only inside a step."""


def neighbour(seat: Seat, seats: int) -> Seat:
    """The next seat in order of play."""
    return Seat((seat + 1) % seats)


def opponents(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """The other seats, in turn order after this one."""
    return tuple(Seat((seat + step) % seats) for step in range(1, seats))
