"""Invariants: what must hold in every state, whatever is played."""

from __future__ import annotations

from meldspec.arrangement import is_four
from meldspec.cards import Card
from meldspec.melds import is_meld
from meldspec.tongits.ending import End
from meldspec.tongits.options import Rules
from meldspec.tongits.table import (
    SEATS,
    BeforeDeal,
    Drawing,
    Over,
    Playing,
    Responding,
    State,
    Table,
    ledger_of,
    table_of,
)
from meldspec.tongits.terms import has_opened


def all_cards(table: Table) -> list[Card]:
    """Every card that lies somewhere on the table or in a hand."""
    melds = (meld.cards for meld in table.melds)
    return [card for zone in (*table.hands, table.stock, table.discard, *melds) for card in zone]


def each_card_in_one_place(rules: Rules, state: State) -> bool:
    """Once dealt, every card of the pack is in exactly one place."""
    dealt = sorted(all_cards(table_of(state)))
    return dealt == ([] if isinstance(state, BeforeDeal) else sorted(rules.size.pack))


def chips_sum_to_zero(rules: Rules, state: State) -> bool:
    """All balances and the pot together are nothing."""
    ledger = ledger_of(state)
    return sum(ledger.chips) + ledger.pot == 0


def table_melds_are_melds(rules: Rules, state: State) -> bool:
    """What lies on the table as a meld is one; what lies face down is a set of four."""
    return all(
        is_meld(meld.cards) and (not meld.face_down or is_four(meld.cards))
        for meld in table_of(state).melds
    )


def hand_sizes_follow(rules: Rules, state: State) -> bool:
    """A hand lacks just the cards that its seat has laid down; the player in turn has one more.

    Where a draw may be called after a card is taken, the caller may have one more; where a seat
    plays on without cards, it has ended turns without a discard.
    """
    if isinstance(state, BeforeDeal | Over):
        return True
    table = state.table
    anytime = rules.draw_call.draw_call_window == "any_time_in_own_turn"
    playing_on = rules.tongits_call.empty_hand_policy == "plays_on_with_zero"
    for seat in range(SEATS):
        more = len(table.hands[seat]) + cards_laid_by(table, seat) - rules.size.hand
        is_mover = seat == table.mover
        allowed = {1} if is_mover and (isinstance(state, Playing) or table.turn == 0) else {0}
        if is_mover and anytime and isinstance(state, Responding):
            allowed = {0, 1}
        if more not in allowed and not (playing_on and more > 0):
            return False
    return True


def cards_laid_by(table: Table, seat: int) -> int:
    """How many cards a seat has put on the table, as melds of its own and as lay-offs."""
    laid = 0
    for meld in table.melds:
        others = sum(1 for off in meld.laid_off if off.by != meld.owner)
        if meld.owner == seat:
            laid += len(meld.cards) - others
        else:
            laid += sum(1 for off in meld.laid_off if off.by == seat)
    return laid


def turn_begins_with_cards_to_take(rules: Rules, state: State) -> bool:
    """When a turn begins, the stock and the discard pile have a card each.

    Where a seat plays on without cards, it may have ended its turn without a discard.
    """
    if not isinstance(state, Drawing):
        return True
    playing_on = rules.tongits_call.empty_hand_policy == "plays_on_with_zero"
    return bool(state.table.stock) and (playing_on or bool(state.table.discard))


def payments_sum_to_zero(rules: Rules, state: State) -> bool:
    """What the losers pay is what the winner receives, and nobody is paid without a winner."""
    if not isinstance(state, Over):
        return True
    payments, winner = state.result.payments, state.result.outcome.winner
    least = 0 if state.result.outcome.end is End.SPREAD else 1
    paid_alone = winner is None or all(
        payments[seat] <= -least for seat in range(SEATS) if seat != winner
    )
    return sum(payments) == 0 and paid_alone and (winner is not None or not any(payments))


def turns_are_bounded(rules: Rules, state: State) -> bool:
    """No hand takes more than 25 turns at the full table, by the default rules of taking.

    Turns without a stock draw: the dealer's first, and takes.  Each take costs its seat three
    cards or more, so a seat's fourth take empties twelve cards and ends the hand.
    """
    usual = Rules()
    bounded = (
        rules.size == usual.size
        and rules.drawing == usual.drawing
        and rules.tongits_call == usual.tongits_call
    )
    if isinstance(state, BeforeDeal) or not bounded:
        return True
    return state.table.turn <= 24


def only_opened_seats_are_asked(rules: Rules, state: State) -> bool:
    """Whoever is asked to answer a call has opened, unless all are asked."""
    eligible = rules.answering.challenge_eligibility
    if not isinstance(state, Responding) or eligible != "opened_only":
        return True
    return all(has_opened(rules, state.table.melds, seat) for seat in state.asked)


LAWS = (
    each_card_in_one_place,
    chips_sum_to_zero,
    table_melds_are_melds,
    hand_sizes_follow,
    turn_begins_with_cards_to_take,
    payments_sum_to_zero,
    turns_are_bounded,
    only_opened_seats_are_asked,
)
"""Every law, for whoever walks through states."""
