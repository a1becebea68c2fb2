"""Invariants: what must hold in every state, whatever is played."""

from __future__ import annotations

from meldspec.arrangement import is_four
from meldspec.cards import Card
from meldspec.melds import is_meld
from meldspec.tongits.options import Rules
from meldspec.tongits.state import (
    SEATS,
    BeforeDeal,
    Drawing,
    Over,
    Playing,
    Responding,
    State,
    Table,
)
from meldspec.tongits.view import ledger_of, table_of


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
    """A hand lacks just the cards that its seat has laid down; the player in turn has one more."""
    if isinstance(state, BeforeDeal | Over):
        return True
    table = table_of(state)
    extra = table.mover if isinstance(state, Playing) else None
    if table.turn == 0:
        extra = table.dealer
    return all(
        len(table.hands[seat]) + cards_laid_by(table, seat)
        == rules.size.hand + (1 if seat == extra else 0)
        for seat in range(SEATS)
    )


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
    """When a turn begins, the stock and the discard pile have a card each."""
    return not isinstance(state, Drawing) or bool(state.table.stock and state.table.discard)


def payments_sum_to_zero(rules: Rules, state: State) -> bool:
    """What the losers pay is what the winner receives, and nobody is paid without a winner."""
    if not isinstance(state, Over):
        return True
    payments, winner = state.result.payments, state.result.outcome.winner
    paid_alone = winner is None or all(
        payments[seat] < 0 for seat in range(SEATS) if seat != winner
    )
    return sum(payments) == 0 and paid_alone and (winner is not None or not any(payments))


def turns_are_bounded(rules: Rules, state: State) -> bool:
    """No hand takes more than 25 turns at the full table.

    Turns without a stock draw: the dealer's first, and takes.  Each take costs its seat three
    cards or more, so a seat's fourth take empties twelve cards and ends the hand.
    """
    if isinstance(state, BeforeDeal) or rules.size != Rules().size:
        return True
    return state.table.turn <= 24


def only_opened_seats_are_asked(rules: Rules, state: State) -> bool:
    """Whoever is asked to answer a call has a meld on the table."""
    if not isinstance(state, Responding):
        return True
    owners = {meld.owner for meld in state.table.melds}
    return owners.issuperset(state.asked)


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
