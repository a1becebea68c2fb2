"""Tables for theorems: built from ordered scalars, with the player's hand in the player's place."""

from __future__ import annotations

from typing import Final

from meldspec.cards import Card
from meldspec.play import CHANCE, Actor, Seat
from meldspec.tongits.options import Rules
from meldspec.tongits.table import (
    BeforeDeal,
    Ledger,
    Over,
    Responding,
    State,
    Table,
    TableMeld,
    Taken,
)

from .acting import Acting

HANDS = (frozenset((Card(48),)), frozenset((Card(49), Card(50))), frozenset((Card(51),)))
"""What the seats hold that a theorem says nothing about."""


def hands(seat: Seat, hand: frozenset[Card]) -> tuple[frozenset[Card], ...]:
    """Hands of all three seats, of which one is given."""
    first, second, third = HANDS
    if seat == 0:
        return (hand, second, third)
    if seat == 1:
        return (first, hand, third)
    return (first, second, hand)


def table(
    dealer: Seat,
    turn: int,
    hand: frozenset[Card],
    stock: tuple[Card, ...] = (),
    discard: tuple[Card, ...] = (),
    melds: tuple[TableMeld, ...] = (),
    ledger: Ledger | None = None,
    taken: tuple[Taken, ...] = (),
) -> Table:
    """A table at which whoever plays this turn has this hand."""
    player = Seat((dealer + turn) % 3)
    paid = Ledger() if ledger is None else ledger
    return Table(dealer, turn, hands(player, hand), stock, discard, melds, paid, taken)


def by(state: State) -> Actor:
    """Who acts: chance between hands, who is asked, or the mover."""
    match state:
        case BeforeDeal() | Over():
            return CHANCE
        case Responding():
            return state.asked[0]
        case _:
            return state.table.mover


ACTING: Final = Acting[Rules](by)
make = ACTING.make
done = ACTING.done
proposals = ACTING.proposals
