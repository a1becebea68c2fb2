"""The table of Three Thirteen: the facts of a match, its phases, and what a seat or chance may do.

Cards of several packs that look alike cannot be told apart, and here they are not: every card is
the one of the first copy, as often as it occurs.  So states that look equal are equal, and cards
that are alike are one choice.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final, TypeAlias, final

from meldspec.cards import ONE_PACK, Card
from meldspec.play import Seat
from meldspec.spelling import DealtHand, Unordered

Hand: TypeAlias = Annotated[tuple[Card, ...], Unordered()]
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

Between: TypeAlias = BeforeDeal | Over
"""The phases before a hand, in which chance acts."""


# ── actions ──────────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals: a hand for each seat, the card turned up, and the stock with its top first."""

    hands: tuple[DealtHand, ...]
    upcard: Card
    stock: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Chance makes a new stock of discards, its top first."""

    stock: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock."""


@final
@dataclass(frozen=True, slots=True)
class Take:
    """Take the top of the discard pile."""


@final
@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card of the hand on the discard pile, which ends the turn."""

    card: Card


@final
@dataclass(frozen=True, slots=True)
class GoOut:
    """Announce going out, with a discard or, by a reading, without one."""

    discard: Card | None = None


@final
@dataclass(frozen=True, slots=True)
class Keep:
    """End a final turn without a discard, by a reading."""


ChanceAction: TypeAlias = Deal | Reshuffle
Action: TypeAlias = ChanceAction | Draw | Take | Discard | GoOut | Keep

DISCARDS: Final = tuple(Discard(card) for card in ONE_PACK)
"""The discards of one pack, built once."""
GOING_OUT: Final = tuple(GoOut(card) for card in ONE_PACK)
"""The same for going out with them."""
DRAW: Final = Draw()
TAKE: Final = Take()
GO_OUT_WITH_ALL: Final = GoOut(None)
KEEP: Final = Keep()


# ── seats ────────────────────────────────────────────────────────────────────────────────────────


def neighbour(seat: Seat, seats: int) -> Seat:
    """The next seat in order of play."""
    return Seat((seat + 1) % seats)


def opponents(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """The other seats, in turn order after this one."""
    return tuple(Seat((seat + step) % seats) for step in range(1, seats))


def ledger_of(state: State) -> Ledger:
    """The match so far."""
    return state.ledger if isinstance(state, BeforeDeal) else state.table.ledger


# ── hands and piles ──────────────────────────────────────────────────────────────────────────────


def different(hand: Hand) -> Iterator[Card]:
    """Every card of the hand, those that are alike once."""
    last = None
    for card in hand:
        if card != last:
            yield card
        last = card


def with_card(hand: Hand, card: Card) -> Hand:
    """The hand with a card more, in its place."""
    place = bisect_left(hand, card)
    return (*hand[:place], card, *hand[place:])


def without_card(hand: Hand, card: Card) -> Hand:
    """The hand without a card that is in it, or without one of those that are alike."""
    place = hand.index(card)
    return (*hand[:place], *hand[place + 1 :])


def change(
    table: Table,
    *,
    hand: Hand | None = None,
    stock: tuple[Card, ...] | None = None,
    discard: tuple[Card, ...] | None = None,
) -> Table:
    """The table with the mover's hand, or a pile, replaced."""
    hands = table.hands
    if hand is not None:
        mover = table.mover
        hands = (*hands[:mover], hand, *hands[mover + 1 :])
    return Table(
        dealer=table.dealer,
        hand_number=table.hand_number,
        mover=table.mover,
        hands=hands,
        stock=table.stock if stock is None else stock,
        discard=table.discard if discard is None else discard,
        ledger=table.ledger,
        taken=table.taken,
        out=table.out,
    )


def is_bound(table: Table, card: Card) -> bool:
    """Whether a card is like the one that the mover has taken in this turn.

    None is bound where the hand is nothing but such cards.
    """
    return card == table.taken and table.hand.count(card) != len(table.hand)
