"""Filling the hands up from the stub.  The law: spec/indian-chief/refill.md"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from meldspec.cards import Card
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.table import Filling, Refill, Refilling, Table, lying_cards
from meldspec.kernel import Move, condition, effect, follows, none_listed
from meldspec.play import Chance, Seat
from meldspec.table import opponents

# ── who gets how many cards ──────────────────────────────────────────────────────────────────────


def lacking(rules: Rules, table: Table) -> tuple[int, ...]:
    """How many cards each seat lacks; a thief that has stolen lacks one less.

    Clauses: refill.to-eight, thief.instead-of-draw.
    """
    return tuple(rules.size.hand - len(hand) for hand in table.hands)


def dealer_of(rules: Rules, table: Table) -> Seat:
    """Who deals, and fills the hands up, in this turn.

    Clauses: refill.by-dealer.
    """
    moved = Seat((table.dealer + table.turn - 1) % table.seats)
    if moved == table.dealer or rules.refill.dealer_rotation == "fixed":
        return table.dealer
    return moved


def order_of_cards(rules: Rules, table: Table, lack: tuple[int, ...]) -> list[Seat]:
    """Who gets each card that comes from the stub, the first card first.

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
    """The stub has fewer cards than the hands lack, and chance is to make more of it."""
    short = len(state.table.stock) < sum(lacking(rules, state.table))
    return Refilling(state.table) if short else None


def restores_first(rules: Rules) -> bool:
    """Whether a stub that is short is shuffled whole; else its cards are dealt first.

    Where six at most play it can be short only in a game of fewer cards, and is then dealt out.
    Clauses: refill.stub-short.
    """
    return rules.refill.stub_shortage == "restore_first"


def due_in_refill(rules: Rules, table: Table) -> list[Card]:
    """The cards that the stub lacks, in no order: the melds, and by a reading what is left of it.

    Clauses: refill.stub-short.
    """
    cards = lying_cards(table)
    return [*table.stock, *cards] if table.stock and restores_first(rules) else cards


@condition("indian-chief.refill.cards")
def cards_are_due_in_refill(rules: Rules, state: Refilling, by: Chance, action: Refill) -> bool:
    """The cards that come into the stub are due, each as often as it lies there."""
    return sorted(action.stock) == sorted(due_in_refill(rules, state.table))


@effect("indian-chief.refill.stub-short")
def make_more_of_the_stub(rules: Rules, state: Refilling, by: Chance, action: Refill) -> Filling:
    """The cards come after those of the stub, or the stub is wholly new; hands are filled next."""
    table = state.table
    whole = len(action.stock) == len(table.stock) + len(lying_cards(table))
    stock = action.stock if whole else table.stock + action.stock
    return Filling(replace(table, stock=stock, recycled=True, aside=()))


REFILL: Final = Move(
    Refill,
    during=(Refilling,),
    candidates=none_listed,
    conditions=(cards_are_due_in_refill,),
    effect=make_more_of_the_stub,
)
