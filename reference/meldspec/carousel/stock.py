"""The end of the stock.  The law: spec/carousel/stock.md"""

from __future__ import annotations

from meldspec.carousel.options import Rules, StockExhausted
from meldspec.carousel.table import Decided, Melding, TurnBegins
from meldspec.kernel import condition, follows
from meldspec.play import Seat
from meldspec.table import Draw


@condition("carousel.stock.nothing-to-draw", alike=True)
def stock_has_a_card(rules: Rules, state: Melding, seat: Seat, action: Draw) -> bool:
    """There is a card to draw."""
    return bool(state.table.stock)


def after_the_stock(rules: Rules) -> StockExhausted:
    """What happens when a turn begins and the stock is empty.

    Clauses: stock.exhausted, stock.void.
    """
    return rules.stock.stock_exhausted


@follows(
    "carousel.stock.exhausted",
    "carousel.stock.void",
    "carousel.stock.hands-shown",
    during=(TurnBegins,),
)
def end_with_the_stock(rules: Rules, state: TurnBegins) -> Decided | None:
    """A turn begins with an empty stock: the hand is decided, and nobody has knocked.

    By a reading the seats have turns without a draw.  Then the hand is decided when every seat in
    a row has had one without a meld.
    """
    table = state.table
    if table.stock:
        return None
    ended = table.passed == table.seats or after_the_stock(rules) != "play_on"
    return Decided(table, None) if ended else None
