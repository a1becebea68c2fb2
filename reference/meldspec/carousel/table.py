"""The table: the phases and actions of a match, as facts.  The law: spec/carousel/table.md

On the table a joker is the card that it stands for, and nobody owns a meld.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias, final

from meldspec.cards import JOKER, Card
from meldspec.hands import Hand
from meldspec.manipulation import Placed, is_stand_in
from meldspec.manipulation import Table as Melds
from meldspec.play import Open, Seat
from meldspec.table import Deal, Draw, ReceiptLine, Scores, changed_at


@final
@dataclass(frozen=True, slots=True)
class Ledger(Scores):
    """The match so far, by seat: the points scored, and the hands won."""

    boxes: tuple[int, ...]


@final
@dataclass(frozen=True, slots=True)
class Table:
    """The cards of a hand in play.  ``mover`` is the seat whose turn it is, or has just ended."""

    dealer: Seat
    mover: Seat
    hands: tuple[Hand, ...]
    stock: tuple[Card, ...]
    """The top first."""
    melds: Melds
    draws: int
    """How many cards have been drawn in the turn."""
    passed: int
    """How many turns in a row, up to now, began with an empty stock and had no meld."""
    ledger: Ledger

    @property
    def hand(self) -> Hand:
        """The mover's cards."""
        return self.hands[self.mover]

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hands)


@final
class End(StrEnum):
    """How a hand ended."""

    KNOCK = "knock"
    STOCK = "stock"


@final
@dataclass(frozen=True, slots=True)
class Showing:
    """A hand that is over, with its winners: the facts from which scores follow."""

    knocker: Seat | None
    """None where the stock has run out."""
    hands: tuple[Hand, ...]
    left: tuple[int, ...]
    """Points that each seat's hand counts."""
    winners: tuple[Seat, ...]

    @property
    def undercut(self) -> bool:
        """Whether somebody has knocked and others have won."""
        return self.knocker is not None and self.knocker not in self.winners


@final
@dataclass(frozen=True, slots=True)
class Result:
    """A hand that is over.  Whether the match is over with it follows from the scores."""

    knocker: Seat | None
    winners: tuple[Seat, ...]
    deadwood: tuple[int, ...]
    """Points that each seat's hand counts."""
    receipt: tuple[ReceiptLine, ...]
    points: tuple[int, ...]
    """Points that each seat scores for this hand."""
    boxes: tuple[int, ...]
    """For each seat, 1 where the hand counts as won for it, else 0."""

    @property
    def end(self) -> End:
        """How the hand ended."""
        return End.STOCK if self.knocker is None else End.KNOCK


# ── phases ───────────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class BeforeDeal:
    """A match before its first deal."""

    dealer: Seat
    ledger: Ledger


@final
@dataclass(frozen=True, slots=True)
class TurnBegins:
    """The mover's turn begins; whether the stock has a card is not yet decided."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class Drawing:
    """The mover must draw its first card."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class Melding:
    """The mover may rearrange the table, draw again, or end its turn without a meld."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class Knocking:
    """The mover's turn is over, and before the next one the hand may be ended."""

    table: Table
    declined: tuple[Seat, ...] = ()
    """The seats that have declined to knock, in ascending order."""


@final
@dataclass(frozen=True, slots=True)
class Decided:
    """The hand has ended and is not yet scored.  Without a knocker the stock has run out."""

    table: Table
    knocker: Seat | None


@final
@dataclass(frozen=True, slots=True)
class Over:
    """The hand is scored; another follows unless the match is over."""

    table: Table
    result: Result


Between: TypeAlias = BeforeDeal | Over
"""The phases before a hand, in which chance acts."""

State: TypeAlias = Between | TurnBegins | Drawing | Melding | Knocking | Decided
"""Every state of a match.  ``TurnBegins`` and ``Decided`` last only inside a step."""


# ── actions ──────────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class Rearrange(Open):
    """Play cards of the hand and leave this whole table; both are sorted."""

    table: Melds
    cards: Hand


@final
@dataclass(frozen=True, slots=True)
class Knock:
    """Knock, which ends the hand."""


@final
@dataclass(frozen=True, slots=True)
class Decline:
    """Decline to knock; or end a turn without a meld, where that is allowed."""


SeatAction: TypeAlias = Draw | Rearrange | Knock | Decline
Action: TypeAlias = Deal | SeatAction

SOME_REARRANGEMENT: Final = Rearrange((), ())
"""Stands in a list of legal actions for all that would be accepted; it is refused itself."""
KNOCK: Final = Knock()
DECLINE: Final = Decline()


# ── looking at a state, and changing it ──────────────────────────────────────────────────────────


def table_of(state: State) -> Table | None:
    """The table of a state; None before the first deal."""
    return None if isinstance(state, BeforeDeal) else state.table


def ledger_of(state: State) -> Ledger:
    """The ledger of the match so far."""
    return state.ledger if isinstance(state, BeforeDeal) else state.table.ledger


def change(
    table: Table,
    *,
    mover: Seat | None = None,
    hand: Hand | None = None,
    stock: tuple[Card, ...] | None = None,
    melds: Melds | None = None,
    draws: int | None = None,
    passed: int | None = None,
    ledger: Ledger | None = None,
) -> Table:
    """The table with the given parts replaced; ``hand`` is that of the mover before the change."""
    return Table(
        dealer=table.dealer,
        mover=table.mover if mover is None else mover,
        hands=table.hands if hand is None else changed_at(table.mover, table.hands, hand),
        stock=table.stock if stock is None else stock,
        melds=table.melds if melds is None else melds,
        draws=table.draws if draws is None else draws,
        passed=table.passed if passed is None else passed,
        ledger=table.ledger if ledger is None else ledger,
    )


# ── cards on the table ───────────────────────────────────────────────────────────────────────────


def placed_cards(melds: Melds) -> list[Placed]:
    """Everything that lies on the table."""
    return [placed for meld in melds for placed in meld]


def as_cards(melds: Melds) -> Counter[Card]:
    """The cards in the melds, with jokers as jokers."""
    return Counter(
        Card(JOKER if is_stand_in(placed) else placed) for meld in melds for placed in meld
    )
