"""Filling the hands up from the stub.  The law: spec/indian-chief/refill.md"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from meldspec.cards import Card
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.table import Filling, Refill, Refilling, Table, lying_cards
from meldspec.kernel import Move, condition, effect, follows
from meldspec.play import Chance, Seat
from meldspec.table import opponents

# ── who gets how many cards ──────────────────────────────────────────────────────────────────────


def lacking(rules: Rules, table: Table) -> tuple[int, ...]:
    """How many cards each seat lacks; a thief that has stolen lacks one card fewer.

    Clauses: refill.to-eight, thief.instead-of-draw.
    """
    return tuple(rules.size.hand - len(hand) for hand in table.hands)


def dealer_of(rules: Rules, table: Table) -> Seat:
    """The dealer of this turn, who fills the hands up.

    Clauses: refill.by-dealer.
    """
    moved = Seat((table.dealer + table.turn - 1) % table.seats)
    if moved == table.dealer or rules.refill.dealer_rotation == "fixed":
        return table.dealer
    return moved


def order_of_cards(rules: Rules, table: Table, lack: tuple[int, ...]) -> list[Seat]:
    """The seat that gets each card from the stub, the top card first.

    Clauses: refill.order.
    """
    if sum(map(bool, lack)) == 1:
        return [Seat(seat) for seat, cards in enumerate(lack) for _ in range(cards)]
    dealer = dealer_of(rules, table)
    others = opponents(dealer, table.seats)
    reading = rules.refill.shortage_last_served
    match reading:
        case "packets_from_left":
            return [seat for seat in (*others, dealer) for _ in range(lack[seat])]
        case "singles_from_left":
            rounds = range(max(lack))
            return [seat for each in rounds for seat in (*others, dealer) if each < lack[seat]]
        case "dealer_first":
            return [seat for seat in (dealer, *others) for _ in range(lack[seat])]
        case _:
            assert_never(reading)


@follows(
    "indian-chief.refill.after-scoring",
    "indian-chief.refill.to-eight",
    "indian-chief.refill.from-stub",
    "indian-chief.refill.by-dealer",
    during=(Filling,),
)
def hands_are_filled_up(rules: Rules, state: Filling) -> Filling | None:
    """Every seat gets the cards that it lacks from the top of the stub."""
    table = state.table
    lack = lacking(rules, table)
    if not any(lack):
        return None
    served = order_of_cards(rules, table, lack)
    hands = [list(hand) for hand in table.hands]
    for seat, card in zip(served, table.stock, strict=False):
        hands[seat].append(card)
    return Filling(
        replace(
            table,
            hands=tuple(tuple(sorted(hand)) for hand in hands),
            stock=table.stock[len(served) :],
        )
    )


# ── more of the stub ─────────────────────────────────────────────────────────────────────────────


@follows("indian-chief.refill.stub-short", during=(Filling,))
def stub_is_short(rules: Rules, state: Filling) -> Refilling | None:
    """The stub has fewer cards than the hands lack, so chance must refill the stub."""
    short = len(state.table.stock) < sum(lacking(rules, state.table))
    return Refilling(state.table) if short else None


def restores_first(rules: Rules) -> bool:
    """Whether a short stub is shuffled as a whole; otherwise its cards are dealt first.

    By the reading for six seats at most, a stub can be short only in a game with a smaller pack,
    and its cards are then dealt first.
    Clauses: refill.stub-short.
    """
    return rules.refill.stub_shortage == "restore_first"


def due_in_refill(rules: Rules, table: Table) -> list[Card]:
    """The cards that come into the stub, in no order: the melds, and by a reading the stub's own.

    Clauses: refill.stub-short.
    """
    cards = lying_cards(table)
    return [*table.stock, *cards] if table.stock and restores_first(rules) else cards


@condition("indian-chief.refill.cards")
def cards_are_due_in_refill(rules: Rules, state: Refilling, by: Chance, action: Refill) -> bool:
    """The new cards of the stub are those that are due, each as often as it lies there."""
    return sorted(action.stock) == sorted(due_in_refill(rules, state.table))


@effect("indian-chief.refill.stub-short")
def make_more_of_the_stub(rules: Rules, state: Refilling, by: Chance, action: Refill) -> Filling:
    """The cards go under those of the stub, or the stub is wholly new; then hands are filled up."""
    table = state.table
    whole = len(action.stock) == len(table.stock) + len(lying_cards(table))
    stock = action.stock if whole else table.stock + action.stock
    return Filling(replace(table, stock=stock, recycled=True, aside=()))


REFILL: Final = Move(
    Refill,
    during=(Refilling,),
    conditions=(cards_are_due_in_refill,),
    effect=make_more_of_the_stub,
)
