"""Tables of Carousel for theorems: built from scalars, with the mover's hand in its place."""

from __future__ import annotations

from typing import Final

from meldspec.cards import Card
from meldspec.carousel.table import Ledger, Result, Showing, Table
from meldspec.hands import Hand
from meldspec.manipulation import Table as Melds
from meldspec.play import Seat

OTHERS: Final[tuple[Hand, ...]] = (
    (Card(48),),
    (Card(48), Card(49)),
    (Card(49),),
    (Card(50),),
    (Card(50), Card(51)),
)
"""What the seats hold that a theorem says nothing about."""


FIRST: Final = Seat(0)


def ledger(seats: int) -> Ledger:
    """A match in which nobody has a point."""
    return Ledger((0,) * seats, (0,) * seats)


def table(
    mover: Seat,
    hand: Hand,
    stock: tuple[Card, ...] = (),
    melds: Melds = (),
    *,
    draws: int = 0,
    passed: int = 0,
    seats: int = 3,
    dealer: Seat = FIRST,
    kept: Ledger | None = None,
) -> Table:
    """A table at which the mover has this hand."""
    return Table(
        dealer=dealer,
        mover=mover,
        hands=tuple(hand if seat == mover else OTHERS[seat] for seat in range(seats)),
        stock=stock,
        melds=melds,
        draws=draws,
        passed=passed,
        ledger=ledger(seats) if kept is None else kept,
    )


def result(winners: tuple[Seat, ...], seats: int = 3, knocker: Seat | None = None) -> Result:
    """A hand that these seats have won, and of which nothing else is known."""
    return Result(knocker, winners, (0,) * seats, (), (0,) * seats, (0,) * seats)


def showing(
    knocker: Seat | None,
    left: tuple[int, ...],
    winners: tuple[Seat, ...],
    empty: tuple[bool, ...] = (),
) -> Showing:
    """A hand that is over: what each seat has left, and which hands are without a card."""
    held: tuple[Hand, ...] = tuple(
        () if seat < len(empty) and empty[seat] else (Card(51),) for seat in range(len(left))
    )
    return Showing(knocker, held, left, winners)
