"""The dealer: named by the players, found by a cut, or found by the last hand.

The law: spec/rummy/dealer.md
"""

from __future__ import annotations

from typing import Final, assert_never

from meldspec.cards import rank
from meldspec.kernel import Move, condition, effect
from meldspec.play import Chance, Seat
from meldspec.rummy.options import Rules
from meldspec.rummy.table import BeforeDeal, Between, Cut, Cutting, Ledger, Over, Table, ledger_of
from meldspec.table import opponents


def begin(seats: int, dealer: Seat) -> BeforeDeal:
    """A match before its first deal, with the dealer that the players name.

    Where a cut finds the first dealer, the named one is not used.

    Clauses: dealer.determined, dealer.free-choice.
    """
    return BeforeDeal(dealer, Ledger((0,) * seats, 0, (0,) * seats))


# ── cutting for the deal ─────────────────────────────────────────────────────────────────────────


def cut_is_due(rules: Rules, state: Between) -> bool:
    """Whether cards are to be drawn for the next deal."""
    match state:
        case BeforeDeal():
            return not state.by_cut and rules.dealer.first_dealer == "cut"
        case Cutting():
            return True
        case Over():
            won = state.result.outcome.winner is not None
            return won and rules.dealer.next_dealer == "recut"
        case _:
            assert_never(state)


def cutters(state: Between) -> tuple[Seat, ...]:
    """The seats that draw a card for the deal: all, or those that are tied."""
    if isinstance(state, Cutting):
        return state.asked
    return tuple(Seat(seat) for seat in range(ledger_of(state).seats))


@condition("rummy.dealer.cut-cards")
def each_cutter_has_a_card(rules: Rules, state: Between, by: Chance, action: Cut) -> bool:
    """Each seat that is to draw has its own card, still in the pack, and no other seat has one."""
    drawn = [card for card in action.cards if card is not None]
    seats = tuple(Seat(seat) for seat, card in enumerate(action.cards) if card is not None)
    gone = state.gone if isinstance(state, Cutting) else ()
    return (
        len(action.cards) == ledger_of(state).seats
        and seats == tuple(sorted(cutters(state)))
        and len(set(drawn)) == len(drawn)
        and all(card in rules.size.pack for card in drawn)
        and (
            not any(card in gone for card in drawn)
            or rules.dealer.cut_replacement == "return_and_shuffle"
        )
    )


@effect(
    "rummy.dealer.cut",
    "rummy.dealer.cut-ranking",
    "rummy.dealer.cut-highest",
    "rummy.dealer.cut-tie",
    "rummy.dealer.cut-spent",
)
def find_dealer(rules: Rules, state: Between, by: Chance, action: Cut) -> BeforeDeal | Cutting:
    """The highest card deals; where several seats have it, they draw again.

    If the pack has too few cards left for them, all cards go back into it.
    """
    drawn = {Seat(seat): card for seat, card in enumerate(action.cards) if card is not None}
    highest = max(rank(card) for card in drawn.values())
    tied = tuple(seat for seat, card in drawn.items() if rank(card) == highest)
    ledger = ledger_of(state)
    if len(tied) == 1:
        return BeforeDeal(tied[0], ledger, by_cut=True)
    before = state.gone if isinstance(state, Cutting) else ()
    gone = (*before, *drawn.values())
    spent = len(rules.size.pack) - len(gone) < len(tied)
    return Cutting(tied, () if spent else gone, ledger)


CUT: Final = Move(
    Cut,
    during=(BeforeDeal, Cutting, Over),
    conditions=(each_cutter_has_a_card,),
    effect=find_dealer,
)


# ── the next dealer ──────────────────────────────────────────────────────────────────────────────


def next_dealer(rules: Rules, state: Between) -> Seat:
    """Who deals, where no cut is due: the seat named or found by a cut, or by the last hand."""
    match state:
        case BeforeDeal():
            return state.dealer
        case Over():
            winner = state.result.outcome.winner
            if winner is None:
                return _dealer_after_no_winner(rules, state.table)
            return _dealer_after(rules, state.table, winner)
        case Cutting():
            raise AssertionError("a cut is due")
        case _:
            assert_never(state)


def _dealer_after(rules: Rules, table: Table, winner: Seat) -> Seat:
    reading = rules.dealer.next_dealer
    match reading:
        case "rotate_left":
            return _left_of_dealer(table)
        case "winner":
            return winner
        case "same":
            return table.dealer
        case "recut":
            raise AssertionError("a cut is due")
        case _:
            assert_never(reading)


def _dealer_after_no_winner(rules: Rules, table: Table) -> Seat:
    reading = rules.dealer.void_hand_dealer
    match reading:
        case "redeal_same":
            return table.dealer
        case "rotate":
            return _left_of_dealer(table)
        case _:
            assert_never(reading)


def _left_of_dealer(table: Table) -> Seat:
    return opponents(table.dealer, len(table.hands))[0]
