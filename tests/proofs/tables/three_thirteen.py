"""Tables of Three Thirteen for theorems: of two to six seats, built from ordered scalars."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from meldspec.cards import Card
from meldspec.hands import Hand
from meldspec.play import CHANCE, Actor, Seat
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.table import (
    BeforeDeal,
    Discarding,
    Drawing,
    Ledger,
    State,
    Table,
)

from .acting import Acting

Seats: TypeAlias = Literal[2, 3, 4, 5, 6]
"""Numbers of seats whose packs the source names."""

FIRST = Seat(0)
OTHERS: tuple[Hand, ...] = (
    (Card(46),),
    (Card(47), Card(47)),
    (Card(48),),
    (Card(49), Card(50)),
    (Card(50),),
    (Card(51), Card(51)),
)
"""What the seats hold that a theorem says nothing about."""


def at_seat(
    seats: int, seat: Seat, hand: Hand, others: tuple[Hand, ...] = OTHERS
) -> tuple[Hand, ...]:
    """Hands of all seats, of which one is given."""
    return tuple(hand if place == seat else others[place] for place in range(seats))


def none_yet(seats: int) -> Ledger:
    """A match in which no hand has been played."""
    return Ledger((0,) * seats, (0,) * seats)


def table(
    seats: int,
    mover: Seat,
    hand: Hand,
    stock: tuple[Card, ...] = (),
    discard: tuple[Card, ...] = (),
    *,
    dealer: Seat = FIRST,
    hand_number: int = 1,
    taken: Card | None = None,
    out: Seat | None = None,
    ledger: Ledger | None = None,
) -> Table:
    """A table at which the mover has this hand."""
    return Table(
        dealer,
        hand_number,
        mover,
        at_seat(seats, mover, hand),
        stock,
        discard,
        none_yet(seats) if ledger is None else ledger,
        taken,
        out,
    )


def added_to(hand: Hand, card: Card) -> Hand:
    """A sorted hand of two with a card more."""
    low, high = hand
    if card <= low:
        return (card, low, high)
    return (low, card, high) if card <= high else (low, high, card)


def by(state: State) -> Actor:
    """Who acts: the mover in its turn, else chance."""
    return state.table.mover if isinstance(state, Drawing | Discarding) else CHANCE


def before(seats: int, dealer: Seat, hand_number: int = 1) -> BeforeDeal:
    """A match before its first deal."""
    return BeforeDeal(dealer, hand_number, none_yet(seats))


ACTING: Final = Acting[Rules](by)
make = ACTING.make
