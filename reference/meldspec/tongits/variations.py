"""Variations: a Spread, and long runs.  The law: spec/tongits/variations.md"""

from __future__ import annotations

from typing import assert_never

from meldspec.arrangement import is_covered
from meldspec.cards import rank
from meldspec.kernel import follows
from meldspec.play import Seat
from meldspec.tongits.ending import End, Outcome
from meldspec.tongits.options import Rules
from meldspec.tongits.paid_cards import arranged_hand, long_run_count
from meldspec.tongits.table import Decided, Facts, Playing, Table, TableMeld, opponents


@follows(
    "tongits.variations.spread-condition",
    "tongits.variations.spread-automatic-win",
    "tongits.variations.spread-counts-as-jackpot",
    during=(Playing,),
)
def win_by_spread(rules: Rules, state: Playing) -> Decided | None:
    """A seat whose dealt hand fits into melds wins before the first turn, by a reading."""
    if state.table.turn or state.table.melds:
        return None
    if rules.variations.spread_enabled != "wins_before_first_turn":
        return None
    winner = spread_winner(rules, state.table)
    return None if winner is None else Decided(state.table, Outcome(End.SPREAD, winner))


def spread_winner(rules: Rules, table: Table) -> Seat | None:
    """The seat that wins with its hand as it was dealt, or None.

    Clauses: variations.spread-condition, variations.spread-automatic-win.
    """
    dealer = table.dealer
    melded = [seat for seat in (dealer, *opponents(dealer)) if _has_spread(rules, table, seat)]
    if len(melded) < 2:
        return melded[0] if melded else None
    multiple = rules.variations.spread_multiple
    match multiple:
        case "first_in_turn_order":
            return melded[0]
        case "most_aces":
            return max(melded, key=lambda seat: sum(rank(card) == 0 for card in table.hands[seat]))
        case _:
            assert_never(multiple)


def _has_spread(rules: Rules, table: Table, seat: Seat) -> bool:
    hand = table.hands[seat]
    if seat != table.dealer:
        allowed = rules.variations.spread_twelve_card_hand
        return is_covered(hand) and allowed == "any_seat"
    if is_covered(hand):
        return True
    return any(is_covered(hand - {card}) for card in hand) and (
        rules.variations.spread_dealer_hand == "twelve_melded_plus_one"
    )


def for_long_runs(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for the winner's runs of five cards or more, where they are paid for.

    Clauses: variations.special-hands.
    """
    if rules.variations.long_run_bonus == "no_bonus":
        return 0
    return rules.variations.long_run_chips * long_runs(rules, facts, winner)


def long_runs(rules: Rules, facts: Facts, winner: Seat) -> int:
    """How many payments the winner's long runs earn.

    Clauses: variations.long-run.
    """
    scope = rules.variations.long_run_scope
    count = 0
    if scope != "concealed_only":
        own = (meld for meld in facts.melds if meld.owner == winner)
        count += sum(long_run_count(rules, _long_run_cards(rules, meld)) for meld in own)
    if scope != "exposed_only":
        arranged = arranged_hand(rules, facts, winner).melds
        count += sum(long_run_count(rules, len(meld)) for meld in arranged)
    return count


def _long_run_cards(rules: Rules, meld: TableMeld) -> int:
    foreign = sum(laid.by != meld.owner for laid in meld.laid_off)
    if foreign and rules.variations.long_run_foreign_cards == "own_cards_only":
        return len(meld.cards) - foreign
    return len(meld.cards)
