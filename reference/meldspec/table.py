"""The table of every game: seats and scores, dealing, and the actions that games have in common.

Each game defines its own phases, and its state is a union of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, TypeVar, final

from meldspec.cards import ONE_PACK, Card
from meldspec.play import Seat
from meldspec.spelling import DealtHand, Named, Seats

Kept = TypeVar("Kept")
Phase = TypeVar("Phase", bound=StrEnum)
Held = TypeVar("Held", bound=Collection[Card])
Dealer = TypeVar("Dealer", bound=Seat | None)

# ── seats ────────────────────────────────────────────────────────────────────────────────────────


def neighbour(seat: Seat, seats: int) -> Seat:
    """The next seat in order of play."""
    return Seat((seat + 1) % seats)


def opponents(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """The other seats, in order of play after this one."""
    return tuple(Seat((seat + step) % seats) for step in range(1, seats))


def changed_at(seat: Seat, by_seat: tuple[Kept, ...], new: Kept) -> tuple[Kept, ...]:
    """The values by seat, with a new one for this seat."""
    return (*by_seat[:seat], new, *by_seat[seat + 1 :])


# ── scores ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Scores:
    """The points of a match so far, by seat."""

    scores: tuple[int, ...]

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.scores)


@final
@dataclass(frozen=True, slots=True)
class ReceiptLine:
    """Points that a winner scores, the seat whose hand they count, and the clause that says so.

    For a bonus, that seat is the winner.
    """

    clause: str
    counted: Annotated[Seat, Named("from")]
    winner: Annotated[Seat, Named("to")]
    points: int


def own_line(clause: str, seat: Seat, points: int) -> ReceiptLine:
    """Points that a seat scores for its own cards."""
    return ReceiptLine(clause, seat, seat, points)


def added(scores: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    """The scores with the points of a hand, by seat."""
    return tuple(map(sum, zip(scores, points, strict=True)))


def seats_with(number: int, by_seat: Sequence[int]) -> tuple[Seat, ...]:
    """The seats whose number is this one."""
    return tuple(Seat(seat) for seat, own in enumerate(by_seat) if own == number)


# ── views ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Seen:
    """The part of a view that every game has; each has phases and hands of its own."""

    seat: Seat
    phase: StrEnum
    to_act: Seats
    dealer: Seat | None
    hand: Collection[Card]
    hand_sizes: tuple[int, ...]
    stock_size: int


def seen(
    seat: Seat,
    phase: Phase,
    to_act: Seats,
    dealer: Dealer,
    hands: tuple[Held, ...],
    stock: tuple[Card, ...],
) -> tuple[Seat, Phase, Seats, Dealer, Held, tuple[int, ...], int]:
    """The fields of ``Seen`` in their order: of the hands, the seat's own and all counts."""
    return seat, phase, to_act, dealer, hands[seat], tuple(map(len, hands)), len(stock)


# ── dealing ──────────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals: a hand for each seat, and the stock with its top first."""

    hands: tuple[DealtHand, ...]
    stock: tuple[Card, ...]

    @property
    def cards(self) -> list[Card]:
        """All cards that are dealt or in the stock."""
        return [card for pile in (*self.hands, self.stock) for card in pile]


def dealt_singly(
    deck: tuple[Card, ...], seats: int, dealer: Seat, hand_size: int
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The hands by seat when a deck is dealt one card at a time, and the rest of the deck.

    The top of the deck is first, and goes to the seat after the dealer.
    """
    in_hands = seats * hand_size
    places = ((seat - dealer - 1) % seats for seat in range(seats))
    return tuple(deck[place:in_hands:seats] for place in places), deck[in_hands:]


# ── actions ──────────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Chance shuffles cards into a new stock, its top first."""

    stock: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock."""


@final
@dataclass(frozen=True, slots=True)
class LayOff:
    """Add one card of the hand to the table meld that now holds these cards."""

    card: Card
    meld: frozenset[Card]


@final
@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card of the hand on the discard pile, which ends the turn."""

    card: Card


DRAW: Final = Draw()
DISCARDS: Final = tuple(Discard(card) for card in ONE_PACK)
"""The discards of one pack, built once."""
