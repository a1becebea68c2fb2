"""The table as facts: who holds what, who laid which card in which turn; and the actions at it.

The law: spec/tongits/game.md, spec/tongits/turn.md
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, TypeAlias, final

from meldspec.cards import ONE_PACK, Card
from meldspec.play import Seat
from meldspec.spelling import Named
from meldspec.table import Deal, Discard, Draw, LayOff, changed_at
from meldspec.tongits.ending import End, Outcome, Result

SEATS = 3


_SEATS = tuple(Seat(seat) for seat in range(SEATS))


@final
@dataclass(frozen=True, slots=True)
class CallDraw:
    """Call a draw instead of taking a card."""


@final
@dataclass(frozen=True, slots=True)
class Take:
    """Take the top of the discard pile and lay it at once with these cards of the hand.

    Some readings also allow to take it onto the table meld that now holds the cards of ``meld``,
    or, if neither field is given, into the hand.
    """

    hand_cards: Annotated[frozenset[Card], Named("with")] = frozenset()
    meld: frozenset[Card] | None = None


@final
@dataclass(frozen=True, slots=True)
class Expose:
    """Lay cards of the hand on the table as a meld."""

    cards: frozenset[Card]
    face_down: bool = False


@final
@dataclass(frozen=True, slots=True)
class CallTongits:
    """End the hand with every remaining card in melds, after a last discard if one is named."""

    discard: Card | None = None


@final
@dataclass(frozen=True, slots=True)
class Fold:
    """Answer a called draw by giving up."""


@final
@dataclass(frozen=True, slots=True)
class Challenge:
    """Answer a called draw by comparing hands."""


SeatAction: TypeAlias = (
    CallDraw | Draw | Take | Expose | LayOff | Discard | CallTongits | Fold | Challenge
)


Action: TypeAlias = Deal | SeatAction


CALLS_WITH_DISCARD: Final = tuple(CallTongits(card) for card in ONE_PACK)
"""The calls of tongits with a last discard, built once."""


KEEP: Final = Take(frozenset())
"""The take of a discard into the hand."""


CALL_DRAW: Final = CallDraw()


CALL_TONGITS: Final = CallTongits()


FOLD: Final = Fold()


CHALLENGE: Final = Challenge()


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
    """Chips over a match: balances since it began, the pot, and the streak of wins."""

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
    """The mover has discarded, or has no card left; the consequence is not yet decided."""

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
"""Every state of a match.  ``TurnDone`` and ``Decided`` last only inside a step."""


Between: TypeAlias = BeforeDeal | Over
"""The phases in which chance deals."""


InTurn: TypeAlias = Drawing | Playing
"""The phases of a seat's turn."""


@final
@dataclass(frozen=True, slots=True)
class Facts:
    """All that a settlement depends on: how the hand ended and where the cards lie then."""

    outcome: Outcome
    hands: tuple[frozenset[Card], ...]
    melds: tuple[TableMeld, ...]
    taken: tuple[Taken, ...] = ()
    wins_in_a_row: int = 1
    """Wins in a row of the winner, this hand included."""


def is_tongits(facts: Facts) -> bool:
    """Whether the hand ended by tongits."""
    return facts.outcome.end is End.TONGITS


def is_spread(facts: Facts) -> bool:
    """Whether the hand was won as it was dealt."""
    return facts.outcome.end is End.SPREAD


def is_challenged(facts: Facts) -> bool:
    """Whether the hand ended by a draw that somebody challenged."""
    return bool(facts.outcome.challengers)


def table_of(state: State) -> Table:
    """The table of a state; an empty one before the first deal."""
    if not isinstance(state, BeforeDeal):
        return state.table
    return Table(
        dealer=state.dealer,
        turn=0,
        hands=(frozenset(),) * SEATS,
        stock=(),
        discard=(),
        melds=(),
        ledger=state.ledger,
    )


def ledger_of(state: State) -> Ledger:
    """The chips and the pot of a state."""
    return state.ledger if isinstance(state, BeforeDeal) else state.table.ledger


def challengers(state: Responding) -> tuple[Seat, ...]:
    """Who has challenged the call so far, in turn order."""
    return tuple(given.seat for given in state.answers if given.answer is Answer.CHALLENGE)


def opponents(seat: Seat) -> tuple[Seat, ...]:
    """The other seats, in turn order after this one."""
    return tuple(Seat((seat + step) % SEATS) for step in range(1, SEATS))


def owns_a_meld(melds: tuple[TableMeld, ...], seat: Seat) -> bool:
    """Whether a meld of the seat, face up or down, lies on the table."""
    return any(meld.owner == seat for meld in melds)


def lies_face_up(table: Table, cards: frozenset[Card]) -> bool:
    return any(meld.cards == cards and not meld.face_down for meld in table.melds)


def owns_the_meld(table: Table, cards: frozenset[Card]) -> bool:
    """Whether the table meld with these cards is the mover's."""
    return any(meld.cards == cards and meld.owner == table.mover for meld in table.melds)


def lengthened(table: Table, cards: frozenset[Card], laid: LaidOff) -> tuple[TableMeld, ...]:
    """The table melds with a card added to the one that holds these cards."""
    return tuple(
        TableMeld(
            owner=meld.owner,
            cards=meld.cards | {laid.card},
            face_down=meld.face_down,
            laid_off=(*meld.laid_off, laid),
            turn=meld.turn,
            from_pile=meld.from_pile,
        )
        if meld.cards == cards
        else meld
        for meld in table.melds
    )


def without(table: Table, card: Card) -> Table:
    """The table after the mover has put a card on the discard pile."""
    return change(table, hand=table.hands[table.mover] - {card}, discard=(*table.discard, card))


def change(
    table: Table,
    *,
    hand: frozenset[Card] | None = None,
    stock: tuple[Card, ...] | None = None,
    discard: tuple[Card, ...] | None = None,
    melds: tuple[TableMeld, ...] | None = None,
    turn: int | None = None,
    ledger: Ledger | None = None,
    taken: tuple[Taken, ...] | None = None,
) -> Table:
    """The table with the given parts replaced; ``hand`` is the mover's."""
    return Table(
        dealer=table.dealer,
        turn=table.turn if turn is None else turn,
        hands=table.hands if hand is None else changed_at(table.mover, table.hands, hand),
        stock=table.stock if stock is None else stock,
        discard=table.discard if discard is None else discard,
        melds=table.melds if melds is None else melds,
        ledger=table.ledger if ledger is None else ledger,
        taken=table.taken if taken is None else taken,
    )
