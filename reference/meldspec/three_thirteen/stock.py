"""The end of the stock: the discards become a new one.  The law: spec/three-thirteen/stock.md"""

from __future__ import annotations

from typing import Final, assert_never

from meldspec.cards import Card
from meldspec.hands import with_card
from meldspec.kernel import Move, condition, effect, follows
from meldspec.play import Chance
from meldspec.table import Reshuffle
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.table import Discarding, Drawing, Next, Reshuffling, Table, change


def draw_top(table: Table) -> Table:
    """The table with the top card of the stock, which is not empty, in the mover's hand."""
    return change(table, hand=with_card(table.hand, table.stock[0]), stock=table.stock[1:])


def due(table: Table) -> tuple[Card, ...]:
    """The discards that become the stock: all but the top."""
    return table.discard[:-1]


@follows("three-thirteen.stock.rebuild", during=(Drawing, Discarding))
def use_up_the_stock(rules: Rules, state: Drawing | Discarding) -> Reshuffling | None:
    """Chance makes a new stock before a seat draws from the empty one, where a reading says so."""
    if state.table.stock:
        return None
    timing = rules.stock.exhaustion_timing
    if isinstance(state, Drawing):
        return None if timing == "lazy" else Reshuffling(state.table, Next.TURN)
    return Reshuffling(state.table, Next.DISCARD) if timing == "eager" else None


@condition("three-thirteen.stock.reshuffle-cards")
def has_the_cards_due(rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle) -> bool:
    """The new stock has the cards that are due, each as often as it lies there."""
    return sorted(action.stock) == sorted(due(state.table))


@effect(
    "three-thirteen.stock.rebuild",
    "three-thirteen.stock.keep-upcard",
    "three-thirteen.stock.shuffled",
)
def renew_stock(
    rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle
) -> Drawing | Discarding:
    """All discards but the top are the stock, and play goes on where it stood."""
    table = change(state.table, stock=action.stock, discard=state.table.discard[-1:])
    match state.then:
        case Next.TURN:
            return Drawing(table)
        case Next.CARD:
            return Discarding(draw_top(table))
        case Next.DISCARD:
            return Discarding(table)
        case _:
            assert_never(state.then)


RESHUFFLE: Final = Move(
    Reshuffle,
    during=(Reshuffling,),
    conditions=(has_the_cards_due,),
    effect=renew_stock,
)
