"""Dealing: who deals, and how many cards.  The law: spec/tongits/deal.md"""

from __future__ import annotations

from typing import Final, assert_never

from meldspec.kernel import Move, condition, effect
from meldspec.play import Chance, Seat
from meldspec.table import Deal
from meldspec.tongits.options import Rules
from meldspec.tongits.pot import ante_due, collect_antes
from meldspec.tongits.table import (
    SEATS,
    BeforeDeal,
    Between,
    Over,
    Playing,
    State,
    Table,
    ledger_of,
    opponents,
)


@condition("tongits.cards.standard-52")
def whole_pack(rules: Rules, state: Between, by: Chance, deal: Deal) -> bool:
    """Every card of the pack is dealt or in the stock, once.

    Clauses: cards.no-jokers, deal.shuffle-before-deal, deal.stock-fifteen.
    """
    return sorted(deal.cards) == sorted(rules.size.pack)


@condition("tongits.deal.dealer-thirteen")
def dealer_has_one_more(rules: Rules, state: Between, by: Chance, deal: Deal) -> bool:
    """The dealer's hand has one card more than the other hands."""
    dealer = next_dealer(rules, state)
    return len(deal.hands) > dealer and len(deal.hands[dealer]) == rules.size.hand + 1


@condition("tongits.deal.twelve-each")
def others_have_a_hand(rules: Rules, state: Between, by: Chance, deal: Deal) -> bool:
    """There is a hand for each seat, and all but the dealer's have the same number of cards."""
    dealer = next_dealer(rules, state)
    others = [hand for seat, hand in enumerate(deal.hands) if seat != dealer]
    return len(others) == SEATS - 1 and all(len(hand) == rules.size.hand for hand in others)


def next_dealer(rules: Rules, state: Between) -> Seat:
    """Who deals: by default the winner of the last hand, or without a winner the same dealer."""
    match state:
        case BeforeDeal():
            return state.dealer
        case Over():
            if state.result.outcome.winner is None:
                return _dealer_after_no_winner(rules, state.table)
            return _dealer_after(rules, state.table, state.result.outcome.winner)
        case _:
            assert_never(state)


def _dealer_after(rules: Rules, table: Table, winner: Seat) -> Seat:
    reading = rules.deal.next_dealer
    match reading:
        case "previous_winner":
            return winner
        case "rotate_next_in_turn":
            return opponents(table.dealer)[0]
        case _:
            assert_never(reading)


def _dealer_after_no_winner(rules: Rules, table: Table) -> Seat:
    reading = rules.deal.dealer_after_no_winner
    match reading:
        case "same_dealer":
            return table.dealer
        case "next_in_turn":
            return opponents(table.dealer)[0]
        case "last_drawer":
            return table.mover
        case _:
            assert_never(reading)


@effect(
    "tongits.deal.stock-is-remainder",
    "tongits.deal.next-dealer-is-winner",
    "tongits.deal.same-dealer-after-no-winner",
    "tongits.pot.ante-before-each-deal",
    "tongits.pot.ante-two",
    "tongits.turn.dealer-acts-first",
    "tongits.deal.no-upcard",
)
def lay_out(rules: Rules, state: Between, by: Chance, deal: Deal) -> State:
    """The hand begins: antes are paid, and the dealer plays first, without drawing.

    Clauses: discarding.place.
    """
    return Playing(
        Table(
            dealer=next_dealer(rules, state),
            turn=0,
            hands=tuple(frozenset(hand) for hand in deal.hands),
            stock=deal.stock,
            discard=(),
            melds=(),
            ledger=collect_antes(ante_due(rules, state), ledger_of(state)),
        )
    )


DEAL: Final = Move(
    Deal,
    during=(BeforeDeal, Over),
    conditions=(whole_pack, dealer_has_one_more, others_have_a_hand),
    effect=lay_out,
)
