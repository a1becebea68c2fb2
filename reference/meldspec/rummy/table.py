"""The table: who holds what, who laid which card in which turn, the phases, and the actions.

A state records facts; the modules of the chapters interpret them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TypeAlias, final

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.table import Discard, Draw, LayOff, ReceiptLine, Reshuffle, Scores, changed_at
from meldspec.upcard import Deal, Take

# ── facts ────────────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class LaidOff:
    """A card added to a meld: which one, by whom, and in which turn."""

    card: Card
    by: Seat
    turn: int


@final
@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table: its owner, all its cards now, and which of them were laid off.

    ``turn`` is when it was laid.
    """

    owner: Seat
    cards: frozenset[Card]
    turn: int
    laid_off: tuple[LaidOff, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class Ledger(Scores):
    """The match so far: points by seat, hands that are over, and hands won by seat."""

    hands_over: int
    hands_won: tuple[int, ...]


@final
@dataclass(frozen=True, slots=True)
class Table:
    """The cards of a hand in play.  Turns count from 0, that of the seat after the dealer."""

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
    held_back: tuple[bool, ...]
    """For each seat, whether in an earlier turn it held a meld after its draw and laid none."""
    taken: Card | None = None
    """The card that the mover has taken from the discard pile in this turn."""

    @property
    def mover(self) -> Seat:
        """The seat whose turn it is."""
        return Seat((self.dealer + 1 + self.turn) % len(self.hands))

    @property
    def hand(self) -> frozenset[Card]:
        """The mover's cards."""
        return self.hands[self.mover]


@final
class End(StrEnum):
    """How a hand ended."""

    OUT = "out"
    STOCK = "stock"


@final
@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended, who won it, and whether the winner went rummy."""

    end: End
    winner: Seat | None
    rummy: bool = False


@final
@dataclass(frozen=True, slots=True)
class Result:
    """A hand that is over.  Whether the match is over with it follows from the scores."""

    outcome: Outcome
    deadwood: tuple[int, ...]
    """Points that each seat's hand counts after the last action."""
    receipt: tuple[ReceiptLine, ...]
    points: tuple[int, ...]
    """Points that each seat scores for this hand."""


# ── phases ───────────────────────────────────────────────────────────────────────────────────────


@final
class Next(Enum):
    """Where play goes on once there is a new stock."""

    TURN = "the turn begins"
    CARD = "the mover draws"
    PLAY = "the mover, who has its card, plays on"


@final
@dataclass(frozen=True, slots=True)
class BeforeDeal:
    """A match before a deal: the dealer was named, or has drawn the highest card."""

    dealer: Seat
    ledger: Ledger
    by_cut: bool = False


@final
@dataclass(frozen=True, slots=True)
class Cutting:
    """These seats are tied and draw again; ``gone`` are the cards that were drawn before."""

    asked: tuple[Seat, ...]
    gone: tuple[Card, ...]
    ledger: Ledger


@final
@dataclass(frozen=True, slots=True)
class Drawing:
    """The mover must draw from the stock, or take the discard."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class UsedUp:
    """The stock is used up; the consequence is not yet decided."""

    table: Table
    then: Next


@final
@dataclass(frozen=True, slots=True)
class Reshuffling:
    """Chance is to make a new stock."""

    table: Table
    then: Next


@final
@dataclass(frozen=True, slots=True)
class Playing:
    """The mover has its card."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class TurnDone:
    """The mover has discarded, or keeps a card that it may not discard; the rest is undecided."""

    table: Table


@final
@dataclass(frozen=True, slots=True)
class Decided:
    """The hand is decided and not yet scored."""

    table: Table
    outcome: Outcome


@final
@dataclass(frozen=True, slots=True)
class Over:
    """The hand is scored; another follows unless the match is over."""

    table: Table
    result: Result


State: TypeAlias = (
    BeforeDeal | Cutting | Drawing | UsedUp | Reshuffling | Playing | TurnDone | Decided | Over
)
"""Every state of a match.

``UsedUp``, ``TurnDone`` and ``Decided`` last only inside a step.
"""

Between: TypeAlias = BeforeDeal | Cutting | Over
"""The phases before a hand, in which chance acts."""


# ── actions ──────────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class Cut:
    """Chance gives a card to each seat that draws for the deal, and none to the others."""

    cards: tuple[Card | None, ...]


@final
@dataclass(frozen=True, slots=True)
class LayMeld:
    """Lay cards of the hand on the table as a meld."""

    cards: frozenset[Card]


ChanceAction: TypeAlias = Deal | Cut | Reshuffle
SeatAction: TypeAlias = Draw | Take | LayMeld | LayOff | Discard
Action: TypeAlias = ChanceAction | SeatAction


# ── looking at a state, and changing it ──────────────────────────────────────────────────────────


def table_of(state: State) -> Table | None:
    """The table of a state; None before a deal."""
    return None if isinstance(state, BeforeDeal | Cutting) else state.table


def ledger_of(state: State) -> Ledger:
    """The ledger of the match so far."""
    return state.ledger if isinstance(state, BeforeDeal | Cutting) else state.table.ledger


def change(
    table: Table,
    *,
    hand: frozenset[Card] | None = None,
    stock: tuple[Card, ...] | None = None,
    discard: tuple[Card, ...] | None = None,
    melds: tuple[TableMeld, ...] | None = None,
    taken: Card | None = None,
) -> Table:
    """The table with the given parts replaced; ``hand`` is the mover's."""
    return Table(
        dealer=table.dealer,
        turn=table.turn,
        hands=table.hands if hand is None else changed_at(table.mover, table.hands, hand),
        stock=table.stock if stock is None else stock,
        discard=table.discard if discard is None else discard,
        melds=table.melds if melds is None else melds,
        ledger=table.ledger,
        held_back=table.held_back,
        taken=table.taken if taken is None else taken,
    )
