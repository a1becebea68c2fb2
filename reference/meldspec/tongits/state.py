"""The phases of a hand, as facts: who holds what, who laid which card in which turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, final

from meldspec.cards import Card
from meldspec.play import Seat

SEATS = 3
_SEATS = tuple(Seat(seat) for seat in range(SEATS))


@final
@dataclass(frozen=True, slots=True)
class Taken:
    """A card that came into a hand after the deal: in which turn, and whether from the pile."""

    card: Card
    turn: int
    from_pile: bool = False


@final
@dataclass(frozen=True, slots=True)
class LaidOff:
    """A card added to a meld: which one, by whom, in which turn, and whether from the pile."""

    card: Card
    by: Seat
    turn: int
    from_pile: bool = False


@final
@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table: its owner, all its cards now, and which of them were laid off.

    ``turn`` is when it was laid, ``from_pile`` the discard that was taken for it.
    """

    owner: Seat
    cards: frozenset[Card]
    face_down: bool = False
    laid_off: tuple[LaidOff, ...] = ()
    turn: int = 0
    from_pile: Card | None = None


@final
@dataclass(frozen=True, slots=True)
class Ledger:
    """Chips over a match: balances since it began, the pot, and the row of wins."""

    chips: tuple[int, ...] = (0,) * SEATS
    pot: int = 0
    last_winner: Seat | None = None
    wins_in_a_row: int = 0
    ante: int = 0
    """Chips that each seat has paid into the pot for this hand."""


@final
@dataclass(frozen=True, slots=True)
class Table:
    """The cards of a hand in play.  Turns count from 0, the dealer's first."""

    dealer: Seat
    turn: int
    hands: tuple[frozenset[Card], ...]
    stock: tuple[Card, ...]
    """The top first."""
    discard: tuple[Card, ...]
    """The top last."""
    melds: tuple[TableMeld, ...]
    """In the order in which they were laid."""
    ledger: Ledger
    taken: tuple[Taken, ...] = ()
    """Cards drawn from the stock, or taken from the pile into a hand, in order."""

    @property
    def mover(self) -> Seat:
        """The seat whose turn it is."""
        return _SEATS[(self.dealer + self.turn) % SEATS]


@final
class End(StrEnum):
    """How a hand ended."""

    TONGITS = "tongits"
    DRAW = "draw"
    STOCK = "stock"
    SPREAD = "spread"


@final
class Answer(StrEnum):
    """How a seat answered a called draw."""

    FOLD = "fold"
    CHALLENGE = "challenge"


@final
@dataclass(frozen=True, slots=True)
class Answered:
    """One answer to a called draw."""

    seat: Seat
    answer: Answer


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
    """Points with which the winner would still have won, where a reading asks for them."""


@final
@dataclass(frozen=True, slots=True)
class ReceiptLine:
    """Chips that one seat pays another, and the clause that says so."""

    clause: str
    payer: Seat
    payee: Seat
    chips: int


@final
@dataclass(frozen=True, slots=True)
class Result:
    """A settled hand."""

    outcome: Outcome
    deadwood: tuple[int, ...]
    """Points of each seat's best arrangement after the last action."""
    burned: tuple[Seat, ...]
    receipt: tuple[ReceiptLine, ...]
    payments: tuple[int, ...]
    """Chips that each seat receives from the others, negative when it pays."""
    pot: int
    """Chips in the pot before it is paid."""
    pot_to: Seat | None
    wins_in_a_row: int = 0
    """Of the last winner, with this hand."""


@final
@dataclass(frozen=True, slots=True)
class BeforeDeal:
    """A match before its first deal."""

    dealer: Seat
    ledger: Ledger


@final
@dataclass(frozen=True, slots=True)
class Drawing:
    """The mover must call a draw, draw from the stock, or take the discard."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class Playing:
    """The mover has its card, or is the dealer in the first turn."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class TurnDone:
    """The mover has discarded; what follows is not yet decided."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class Responding:
    """The mover has called a draw; ``asked`` are the seats still to answer."""

    table: Table
    asked: tuple[Seat, ...]
    answers: tuple[Answered, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class Decided:
    """The hand is decided and not yet paid."""

    table: Table
    outcome: Outcome


@final
@dataclass(frozen=True, slots=True)
class Over:
    """The hand is paid; the next deal starts another."""

    table: Table
    result: Result


State: TypeAlias = BeforeDeal | Drawing | Playing | TurnDone | Responding | Decided | Over
"""Everything that can be the case.  ``TurnDone`` and ``Decided`` last only inside a step."""


def opponents(seat: Seat) -> tuple[Seat, ...]:
    """The other seats, in turn order after this one."""
    return tuple(Seat((seat + step) % SEATS) for step in range(1, SEATS))


def owns_a_meld(melds: tuple[TableMeld, ...], seat: Seat) -> bool:
    """Whether a meld of the seat, face up or down, lies on the table."""
    return any(meld.owner == seat for meld in melds)
