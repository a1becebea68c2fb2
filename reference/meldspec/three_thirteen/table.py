"""The table of Three Thirteen: its phases as facts, and the actions of seats and chance."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias, final

from meldspec.cards import ONE_PACK, Card
from meldspec.hands import Hand
from meldspec.play import Seat
from meldspec.table import Discard, Draw, ReceiptLine, Reshuffle, Scores, changed_at
from meldspec.upcard import Deal, Take


@final
@dataclass(frozen=True, slots=True)
class Ledger(Scores):
    """The match so far, by seat: the points, and the number of hands in which it went out."""

    outs: tuple[int, ...]


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
    """The seat that has gone out; the turns since then are the final turns."""

    @property
    def hand(self) -> Hand:
        """The mover's cards."""
        return self.hands[self.mover]


@final
@dataclass(frozen=True, slots=True)
class Result:
    """A hand that is over.  Whether the match is over with it follows from its number."""

    out: Seat
    """The seat that went out."""
    deadwood: tuple[int, ...]
    """Points that each seat's hand counts after the last action."""
    receipt: tuple[ReceiptLine, ...]
    points: tuple[int, ...]
    """Points that each seat scores for this hand."""


@final
class Next(Enum):
    """Where play goes on once there is a new stock."""

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
    """The mover's turn has ended; the consequence is not yet decided."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class Over:
    """The hand is scored; another follows unless it was the last."""

    table: Table
    result: Result


State: TypeAlias = BeforeDeal | Drawing | Reshuffling | Discarding | TurnDone | Over
"""Every state of a match.  ``TurnDone`` lasts only inside a step."""

Between: TypeAlias = BeforeDeal | Over
"""The phases before a hand, in which chance acts."""


# ── actions ──────────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class GoOut:
    """Go out and say so, with a discard or, by a reading, without one."""

    discard: Card | None = None


@final
@dataclass(frozen=True, slots=True)
class Keep:
    """End a final turn without a discard, where a reading allows it."""


ChanceAction: TypeAlias = Deal | Reshuffle
Action: TypeAlias = ChanceAction | Draw | Take | Discard | GoOut | Keep

GOING_OUT: Final = tuple(GoOut(card) for card in ONE_PACK)
"""The ways of going out with a discard of one pack, built once."""
GO_OUT_WITH_ALL: Final = GoOut(None)
KEEP: Final = Keep()


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
    hand: Hand | None = None,
    stock: tuple[Card, ...] | None = None,
    discard: tuple[Card, ...] | None = None,
) -> Table:
    """The table with the given parts replaced; ``hand`` is the mover's."""
    return Table(
        dealer=table.dealer,
        hand_number=table.hand_number,
        mover=table.mover,
        hands=table.hands if hand is None else changed_at(table.mover, table.hands, hand),
        stock=table.stock if stock is None else stock,
        discard=table.discard if discard is None else discard,
        ledger=table.ledger,
        taken=table.taken,
        out=table.out,
    )


def is_bound(table: Table, card: Card) -> bool:
    """Whether a card looks like the one that the mover has taken in this turn.

    No card is bound where the whole hand looks like it.
    """
    return card == table.taken and table.hand.count(card) != len(table.hand)
