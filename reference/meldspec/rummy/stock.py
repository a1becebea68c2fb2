"""When the stock runs out: a new one is made, or the hand ends.  The law: spec/rummy/stock.md"""

from __future__ import annotations

from typing import Final, assert_never

from meldspec.cards import Card
from meldspec.kernel import Move, condition, effect, follows
from meldspec.play import Chance, Seat
from meldspec.rummy.options import Rules
from meldspec.rummy.score import lowest
from meldspec.rummy.table import (
    Decided,
    Drawing,
    End,
    Next,
    Outcome,
    Playing,
    Reshuffling,
    Table,
    UsedUp,
    change,
)
from meldspec.table import Draw, Reshuffle

# ── a new stock ──────────────────────────────────────────────────────────────────────────────────


def due(rules: Rules, table: Table) -> tuple[Card, ...]:
    """The discards that become the stock: all but the top, or by a reading all."""
    if rules.stock.stock_exhaustion == "reshuffle_all":
        return table.discard
    return table.discard[:-1]


@condition("rummy.stock.reshuffle-cards")
def is_of_the_cards_due(rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle) -> bool:
    """The new stock has the cards that are due, each once."""
    return sorted(action.stock) == sorted(due(rules, state.table))


@effect("rummy.stock.reshuffle", "rummy.stock.keep-top")
def renew_stock(
    rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle
) -> Drawing | Playing:
    """The cards due are the stock, and play goes on where it stood."""
    return _go_on(rules, state.table, action.stock, state.then)


RESHUFFLE: Final = Move(
    Reshuffle,
    during=(Reshuffling,),
    conditions=(is_of_the_cards_due,),
    effect=renew_stock,
)


def _go_on(rules: Rules, before: Table, stock: tuple[Card, ...], then: Next) -> Drawing | Playing:
    """Play goes on with a new stock."""
    table = change(before, stock=stock, discard=before.discard[len(due(rules, before)) :])
    match then:
        case Next.TURN:
            return Drawing(table)
        case Next.CARD:
            return Playing(with_stock_card(table))
        case Next.PLAY:
            return Playing(table)
        case _:
            assert_never(then)


def with_stock_card(table: Table) -> Table:
    """The table with the top card of the stock in the mover's hand."""
    return change(table, hand=table.hand | {table.stock[0]}, stock=table.stock[1:])


# ── nothing to draw ──────────────────────────────────────────────────────────────────────────────


@condition("rummy.stock.nothing-to-draw")
def stock_can_be_drawn_from(rules: Rules, state: Drawing, seat: Seat, action: Draw) -> bool:
    """The stock has a card, or a draw from the empty stock leads on."""
    return bool(state.table.stock) or can_make_a_stock(rules, state.table)


def can_make_a_stock(rules: Rules, table: Table) -> bool:
    """Whether play leads on when the stock is used up: to a new stock or to the end of the hand.

    Discards below the top are enough.  With the top alone it does only by readings that reshuffle
    all discards or end the hand.
    """
    if len(table.discard) != 1:
        return bool(table.discard)
    reading = rules.stock.stock_exhaustion
    match reading:
        case "reshuffle_keep_top" | "turn_over":
            return False
        case "reshuffle_all" | "void" | "lowest_deadwood_wins":
            return True
        case _:
            assert_never(reading)


# ── consequences ─────────────────────────────────────────────────────────────────────────────────


@follows("rummy.stock.nothing-to-draw", during=(Drawing,))
def end_with_both_piles(rules: Rules, state: Drawing) -> Decided | None:
    """The hand ends where a turn begins and both piles are empty."""
    table = state.table
    return None if table.stock or table.discard else _end_with_the_stock(rules, table)


@follows("rummy.stock.reshuffle", during=(Drawing, Playing))
def use_up_early(rules: Rules, state: Drawing | Playing) -> UsedUp | None:
    """The stock counts as used up before a seat draws from it, where a reading says so."""
    table = state.table
    if table.stock or not table.discard:
        return None
    turn_begins = isinstance(state, Drawing)
    timing = rules.stock.exhaustion_timing
    match timing:
        case "lazy":
            early = False
        case "lazy_start":
            early = turn_begins and can_make_a_stock(rules, table)
        case "eager":
            early = len(table.discard) > 1
        case _:
            assert_never(timing)
    return UsedUp(table, Next.TURN if turn_begins else Next.PLAY) if early else None


@follows("rummy.stock.reshuffle", "rummy.stock.keep-top", during=(UsedUp,))
def go_on_or_end(rules: Rules, state: UsedUp) -> Reshuffling | Drawing | Playing | Decided:
    """Chance reshuffles, or the pile is turned over, or the hand ends."""
    reading = rules.stock.stock_exhaustion
    match reading:
        case "reshuffle_keep_top" | "reshuffle_all":
            return Reshuffling(state.table, state.then)
        case "turn_over":
            oldest_first = due(rules, state.table)
            return _go_on(rules, state.table, oldest_first, state.then)
        case "void" | "lowest_deadwood_wins":
            return _end_with_the_stock(rules, state.table)
        case _:
            assert_never(reading)


def _end_with_the_stock(rules: Rules, table: Table) -> Decided:
    """The hand ends without a winner, unless a reading gives it to the lowest count.

    Clauses: stock.nothing-to-draw.
    """
    by_count = rules.stock.stock_exhaustion == "lowest_deadwood_wins"
    winner = lowest(rules, table.hands) if by_count else None
    return Decided(table, Outcome(End.STOCK, winner))
