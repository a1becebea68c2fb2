"""The deal: the hands, the upcard and the stock.  The law: spec/three-thirteen/deal.md

The chapter spec/three-thirteen/setup.md has the stock and the upcard.
"""

from __future__ import annotations

from typing import Final

from meldspec.cards import Card
from meldspec.kernel import Move, condition, effect
from meldspec.play import Chance, Seat
from meldspec.table import dealt_singly, neighbour
from meldspec.three_thirteen.deck import (
    four_share_two_packs,
    more_share_more_packs,
    seats_have_packs,
    six_share_three_packs,
    two_share_one_pack,
)
from meldspec.three_thirteen.match import coming_hand, next_dealer
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.table import BeforeDeal, Between, Drawing, Over, Table, ledger_of
from meldspec.upcard import Deal


@condition("three-thirteen.deal.first")
def first_hand_has_three_cards(rules: Rules, state: Between, by: Chance, deal: Deal) -> bool:
    """In the first hand each seat has three cards."""
    return coming_hand(state) != 1 or _hands_have_their_size(rules, state, deal)


@condition("three-thirteen.deal.grow")
def later_hand_has_one_more(rules: Rules, state: Between, by: Chance, deal: Deal) -> bool:
    """In a later hand each seat has one card more than in the hand before."""
    first_or_last = coming_hand(state) in (1, rules.size.hands)
    return first_or_last or _hands_have_their_size(rules, state, deal)


@condition("three-thirteen.deal.last")
def last_hand_has_thirteen_cards(rules: Rules, state: Between, by: Chance, deal: Deal) -> bool:
    """In the last hand each seat has thirteen cards."""
    return coming_hand(state) != rules.size.hands or _hands_have_their_size(rules, state, deal)


def _hands_have_their_size(rules: Rules, state: Between, deal: Deal) -> bool:
    """There is a hand of the right size for each seat."""
    size = rules.size.hand(coming_hand(state))
    return [len(hand) for hand in deal.hands] == [size] * ledger_of(state).seats


@effect(
    "three-thirteen.deck.no-jokers",
    "three-thirteen.deal.vary",
    "three-thirteen.setup.stock",
    "three-thirteen.setup.upcard",
    "three-thirteen.turn.first",
    "three-thirteen.wild.one-rank",
    "three-thirteen.wild.schedule",
    "three-thirteen.match.deal-rotates",
    "three-thirteen.match.reshuffle",
)
def lay_out(rules: Rules, state: Between, by: Chance, deal: Deal) -> Drawing:
    """The hand begins: the seat after the dealer is to draw."""
    dealer = next_dealer(rules, state)
    return Drawing(
        Table(
            dealer=dealer,
            hand_number=coming_hand(state),
            mover=neighbour(dealer, len(deal.hands)),
            hands=tuple(tuple(sorted(hand)) for hand in deal.hands),
            stock=deal.stock,
            discard=(deal.upcard,),
            ledger=ledger_of(state),
        )
    )


DEAL: Final = Move(
    Deal,
    during=(BeforeDeal, Over),
    conditions=(
        seats_have_packs,
        two_share_one_pack,
        four_share_two_packs,
        six_share_three_packs,
        more_share_more_packs,
        first_hand_has_three_cards,
        later_hand_has_one_more,
        last_hand_has_thirteen_cards,
    ),
    effect=lay_out,
)


def dealt(
    rules: Rules, seats: int, dealer: Seat, hand_number: int, deck: tuple[Card, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The hands by seat from a deck, its top first, and the rest of the deck.

    Clauses: deal.single-cards, deal.clockwise-from-left.
    """
    return dealt_singly(deck, seats, dealer, rules.size.hand(hand_number))
