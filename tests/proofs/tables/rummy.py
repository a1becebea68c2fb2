"""Tables of Rummy for theorems: built from ordered scalars, for two to six seats."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from meldspec.cards import Card
from meldspec.play import CHANCE, Actor, Seat
from meldspec.rummy.options import Rules
from meldspec.rummy.table import (
    BeforeDeal,
    Cutting,
    LaidOff,
    Ledger,
    Over,
    Reshuffling,
    State,
    Table,
    TableMeld,
)

from .acting import Acting

Seats: TypeAlias = Literal[2, 3, 4, 5, 6]
"""How many seats play, each on a path of its own."""

HANDS = tuple(frozenset((Card(40 + seat), Card(46 + seat))) for seat in range(6))
"""What the seats hold that a theorem says nothing about."""

RUN = frozenset((Card(26), Card(27), Card(28)))
SECOND_RUN = frozenset((Card(30), Card(31), Card(32)))
THIRD_RUN = frozenset((Card(34), Card(35), Card(36)))
"""Three melds that lie on the table somewhere."""


def mover(seats: int, dealer: int, turn: int) -> Seat:
    """The seat in turn: the first turn is that of the seat after the dealer."""
    return Seat((dealer + 1 + turn) % seats)


def nothing_won(seats: int) -> Ledger:
    """The match before its first hand."""
    return Ledger((0,) * seats, 0, (0,) * seats)


def table(
    seats: int,
    dealer: Seat,
    turn: int,
    hand: frozenset[Card],
    stock: tuple[Card, ...] = (),
    discard: tuple[Card, ...] = (),
    melds: tuple[TableMeld, ...] = (),
    *,
    taken: Card | None = None,
    held_back: bool = False,
    ledger: Ledger | None = None,
) -> Table:
    """A table at which the seat in turn has this hand, and has held a meld back or not."""
    player = mover(seats, dealer, turn)
    return Table(
        dealer=dealer,
        turn=turn,
        hands=tuple(hand if seat == player else HANDS[seat] for seat in range(seats)),
        stock=stock,
        discard=discard,
        melds=melds,
        ledger=nothing_won(seats) if ledger is None else ledger,
        held_back=tuple(held_back and seat == player for seat in range(seats)),
        taken=taken,
    )


def history(
    by: Seat, turn: int, *, earlier: bool, now: int, off_earlier: bool, off_now: bool
) -> tuple[TableMeld, ...]:
    """Melds that tell what a seat did before this turn of its and in it.

    The seat has melded in an earlier turn or not, has laid so many melds now, and has laid off on a
    meld of its neighbour's in an earlier turn, and in this one.
    """
    offs = (
        *((LaidOff(Card(37), by, turn - 6),) if off_earlier else ()),
        *((LaidOff(Card(38), by, turn),) if off_now else ()),
    )
    theirs = THIRD_RUN.union(off.card for off in offs)
    return (
        TableMeld(Seat(by + 1 if by == 0 else by - 1), theirs, turn - 7, offs),
        *((TableMeld(by, frozenset((Card(0), Card(13), Card(39))), turn - 6),) if earlier else ()),
        *(TableMeld(by, cards, turn) for cards in (RUN, SECOND_RUN)[:now]),
    )


def by(state: State) -> Actor:
    """Who acts: chance between hands and for a new stock, or the seat in turn."""
    match state:
        case BeforeDeal() | Cutting() | Over() | Reshuffling():
            return CHANCE
        case _:
            at = state.table
            return mover(len(at.hands), at.dealer, at.turn)


ACTING: Final = Acting[Rules](by)
make = ACTING.make
done = ACTING.done
proposals = ACTING.proposals
