"""Drawing: one card of the stock begins a turn, and two more may follow.

The law: spec/carousel/draw.md
"""

from __future__ import annotations

from typing import Final

from meldspec.carousel.options import DRAWS, Rules
from meldspec.carousel.stock import stock_has_a_card
from meldspec.carousel.table import (
    DECLINE,
    Decline,
    Drawing,
    Knocking,
    Melding,
    Table,
    TurnBegins,
    change,
)
from meldspec.hands import with_card
from meldspec.kernel import Move, condition, effect, follows
from meldspec.play import Seat
from meldspec.table import DRAW, Draw


@follows("carousel.draw.first", during=(TurnBegins,))
def begin_the_turn(rules: Rules, state: TurnBegins) -> Drawing | Melding:
    """The mover draws; where the stock is empty, it may meld without drawing."""
    return Drawing(state.table) if state.table.stock else Melding(state.table)


# ── the first card ───────────────────────────────────────────────────────────────────────────────


@effect("carousel.draw.first", "carousel.draw.stock-only", "carousel.meld.after-first")
def draw_first(rules: Rules, state: Drawing, seat: Seat, action: Draw) -> Melding:
    """The top card of the stock joins the hand, and the seat may meld."""
    return Melding(_with_stock_card(state.table))


def _with_stock_card(table: Table) -> Table:
    return change(
        table,
        hand=with_card(table.hand, table.stock[0]),
        stock=table.stock[1:],
        draws=table.draws + 1,
    )


DRAW_FIRST: Final = Move(
    Draw,
    during=(Drawing,),
    candidates=lambda rules, state, seat: (DRAW,),
    effect=draw_first,
)


# ── the second and the third ─────────────────────────────────────────────────────────────────────


@condition("carousel.draw.no-fourth", alike=True)
def is_no_fourth_card(rules: Rules, state: Melding, seat: Seat, action: Draw) -> bool:
    """The draw is the third of the turn at most."""
    return state.table.draws < DRAWS


@effect(
    "carousel.draw.second",
    "carousel.draw.third",
    "carousel.turn.third-ends",
    "carousel.meld.after-second",
    "carousel.meld.optional",
)
def draw_again(rules: Rules, state: Melding, seat: Seat, action: Draw) -> Melding | Knocking:
    """The top card joins the hand; the third ends the turn, unless a reading lets the seat meld."""
    table = _with_stock_card(state.table)
    if table.draws == DRAWS and rules.draw.meld_after_third == "turn_over":
        return Knocking(table)
    return Melding(table)


DRAW_AGAIN: Final = Move(
    Draw,
    during=(Melding,),
    candidates=lambda rules, state, seat: (DRAW,),
    exists=(stock_has_a_card,),
    conditions=(is_no_fourth_card,),
    effect=draw_again,
)


# ── ending a turn without a meld ─────────────────────────────────────────────────────────────────


@condition("carousel.draw.no-pass", alike=True)
def turn_may_end(rules: Rules, state: Melding, seat: Seat, action: Decline) -> bool:
    """All three cards are drawn, or the stock is empty, or by a reading fewer are enough.

    Clauses: draw.no-pass, draw.short-stock.
    """
    table = state.table
    if not table.stock or table.draws == DRAWS:
        return True
    if table.draws == 1:
        return rules.draw.second_draw == "may_pass"
    return rules.draw.second_pass == "may_pass"


@effect("carousel.draw.short-stock", "carousel.meld.optional")
def end_without_a_meld(rules: Rules, state: Melding, seat: Seat, action: Decline) -> Knocking:
    """The turn is over, and the table is as it was."""
    table = state.table
    return Knocking(change(table, passed=0 if table.draws else table.passed + 1))


PASS: Final = Move(
    Decline,
    during=(Melding,),
    candidates=lambda rules, state, seat: (DECLINE,),
    conditions=(turn_may_end,),
    effect=end_without_a_meld,
)
