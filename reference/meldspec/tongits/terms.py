"""Terms on which rules depend: opened, secret, Sagasa.  The law: spec/tongits/terms.md"""

from __future__ import annotations

from typing import assert_never

from meldspec.arrangement import fours_in
from meldspec.cards import Card
from meldspec.melds import is_set
from meldspec.play import Seat
from meldspec.tongits.options import Rules
from meldspec.tongits.table import LaidOff, Table, TableMeld, Taken, opponents, owns_a_meld


def has_opened(rules: Rules, melds: tuple[TableMeld, ...], seat: Seat) -> bool:
    """Whether a seat has opened: a meld of its own, face up or down, lies on the table.

    Where a reading says so, a card that it has added to another's meld opens its hand too.
    Clauses: exposing.opens-hand, laying-off.does-not-open, exposing.face-down-opens.
    """
    return owns_a_meld(melds, seat) or has_opened_by_laying_off(rules, melds, seat)


def has_opened_by_laying_off(rules: Rules, melds: tuple[TableMeld, ...], seat: Seat) -> bool:
    """Whether a card that a seat has added to a meld has opened its hand, by some readings."""
    return any(laid.by == seat and _opens(rules, laid) for meld in melds for laid in meld.laid_off)


def _opens(rules: Rules, laid: LaidOff) -> bool:
    if laid.from_pile:
        extends = rules.drawing.discard_extension_counts_as_layoff
        if extends == "counts_as_meld":
            return True
    return rules.laying_off.layoff_opens_hand == "layoffs_open_too"


def has_secret(rules: Rules, hand: frozenset[Card], taken: tuple[Taken, ...]) -> bool:
    """Whether the hand holds a four of a kind that can be a secret.

    Clauses: terms.secret.
    """
    return bool(fours_in(hand - spoilt(rules, hand, taken)))


def spoilt(rules: Rules, hand: frozenset[Card], taken: tuple[Taken, ...]) -> frozenset[Card]:
    """The cards of a hand that came from the discard pile and so can be in no secret four."""
    from_pile = frozenset(took.card for took in taken if took.from_pile and took.card in hand)
    if not from_pile:
        return from_pile
    keeps = rules.drawing.secret_with_discard_card
    return frozenset() if keeps == "yes_if_kept_concealed" else from_pile


def counts_as_layoff(rules: Rules, laid: LaidOff) -> bool:
    """Whether a card added to a meld counts as laid off; one from the pile may count as a meld."""
    return not laid.from_pile or (
        rules.drawing.discard_extension_counts_as_layoff == "counts_as_layoff"
    )


def is_sagasa(rules: Rules, meld: TableMeld, taken: tuple[Taken, ...]) -> bool:
    """Whether a table meld is a Sagasa: a three that its owner exposed and completed.

    Clauses: terms.sagasa.
    """
    if not is_completed(meld):
        return False
    (fourth,) = meld.laid_off
    definition = rules.terms.sagasa_definition
    drawn = _drawn_in(fourth, taken)
    match definition:
        case "own_exposed_three_plus_stock_fourth_any_turn":
            return drawn is not None
        case "own_exposed_three_plus_stock_fourth_same_turn_as_drawn":
            return drawn == fourth.turn
        case "own_exposed_three_plus_any_own_fourth":
            return True
        case _:
            assert_never(definition)


def is_completed(meld: TableMeld) -> bool:
    """Whether a meld is a set of four whose owner added the fourth card."""
    return is_set(meld.cards) and [laid.by for laid in meld.laid_off] == [meld.owner]


def _drawn_in(laid: LaidOff, taken: tuple[Taken, ...]) -> int | None:
    """The turn in which its owner drew a laid-off card from the stock; None if it did not.

    A card drawn by another seat reaches the owner through the pile, and is then taken from there.
    """
    if laid.from_pile:
        return None
    last = next((took for took in reversed(taken) if took.card == laid.card), None)
    return None if last is None or last.from_pile else last.turn


def opened_opponents(rules: Rules, table: Table) -> tuple[Seat, ...]:
    """The opponents of the mover who have opened, in turn order."""
    seats = opponents(table.mover)
    return tuple(seat for seat in seats if has_opened(rules, table.melds, seat))


def may_have_tongits(rules: Rules, table: Table, left: frozenset[Card]) -> bool:
    """Whether the rules allow the mover tongits, with the cards ``left`` all in melds."""
    return (
        first_turn_allows_tongits(rules, table)
        and stock_allows_tongits(rules, table)
        and opening_allows_tongits(rules, table)
        and melds_allow_tongits(rules, table, left)
    )


def first_turn_allows_tongits(rules: Rules, table: Table) -> bool:
    """It is not the first turn of the hand, unless the dealer may have tongits in it."""
    return table.turn > 0 or (rules.tongits_call.dealer_first_turn_tongit == "allowed")


def stock_allows_tongits(rules: Rules, table: Table) -> bool:
    """The stock has cards left, unless tongits is possible after the last one was drawn."""
    return bool(table.stock) or (rules.tongits_call.tongit_vs_exhaustion == "tongit_wins")


def opening_allows_tongits(rules: Rules, table: Table) -> bool:
    """The mover has opened, if a reading asks for that."""
    return rules.tongits_call.tongit_requires_open == "opening_not_needed" or has_opened(
        rules, table.melds, table.mover
    )


def melds_allow_tongits(rules: Rules, table: Table, left: frozenset[Card]) -> bool:
    """The mover has a meld, among the cards left or on the table, if a reading asks for that."""
    return (
        bool(left)
        or owns_a_meld(table.melds, table.mover)
        or rules.tongits_call.meld_needed_to_win == "no_meld_needed"
    )
