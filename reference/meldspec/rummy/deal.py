"""The deal, and the stock and the upcard that it leaves.

The law: spec/rummy/deal.md, spec/rummy/setup.md
"""

from __future__ import annotations

from typing import Final

from meldspec.cards import Card
from meldspec.kernel import Move, condition, effect
from meldspec.play import Chance, Seat
from meldspec.rummy.dealer import next_dealer
from meldspec.rummy.deck import is_the_whole_pack
from meldspec.rummy.options import Rules
from meldspec.rummy.table import BeforeDeal, Between, Cutting, Drawing, Over, Table, ledger_of
from meldspec.table import dealt_singly
from meldspec.upcard import Deal


@condition("rummy.deal.two")
def two_have_ten_each(rules: Rules, state: Between, by: Chance, action: Deal) -> bool:
    """With two seats, each has ten cards."""
    return _have_their_cards(rules, state, action, (2,))


@condition("rummy.deal.three-four")
def three_or_four_have_seven_each(rules: Rules, state: Between, by: Chance, action: Deal) -> bool:
    """With three or four seats, each has seven cards."""
    return _have_their_cards(rules, state, action, (3, 4))


@condition("rummy.deal.five-six")
def five_or_six_have_six_each(rules: Rules, state: Between, by: Chance, action: Deal) -> bool:
    """With five or six seats, each has six cards."""
    return _have_their_cards(rules, state, action, (5, 6))


def _have_their_cards(rules: Rules, state: Between, action: Deal, of: tuple[int, ...]) -> bool:
    """Each seat has a hand of the right size, if the number of seats is in ``of``."""
    seats = ledger_of(state).seats
    if seats not in of:
        return True
    return [len(hand) for hand in action.hands] == [rules.size.hand(seats)] * seats


@effect(
    "rummy.deal.shuffle",
    "rummy.deal.dealer-deals",
    "rummy.setup.stock",
    "rummy.setup.upcard",
    "rummy.turn.first",
    "rummy.turn.first-two-player",
)
def begin_hand(rules: Rules, state: Between, by: Chance, action: Deal) -> Drawing:
    """The hands are dealt, the upcard begins the discard pile; the seat after the dealer draws."""
    return Drawing(
        Table(
            dealer=next_dealer(rules, state),
            turn=0,
            hands=tuple(frozenset(hand) for hand in action.hands),
            stock=action.stock,
            discard=(action.upcard,),
            melds=(),
            ledger=ledger_of(state),
            held_back=(False,) * len(action.hands),
        )
    )


DEAL: Final = Move(
    Deal,
    during=(BeforeDeal, Cutting, Over),
    conditions=(
        is_the_whole_pack,
        two_have_ten_each,
        three_or_four_have_seven_each,
        five_or_six_have_six_each,
    ),
    effect=begin_hand,
)


def dealt(
    rules: Rules, seats: int, dealer: Seat, deck: tuple[Card, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The hands by seat from a deck, its top first, and the rest of the deck.

    Clauses: deal.single-cards, deal.clockwise-from-left.
    """
    return dealt_singly(deck, seats, dealer, rules.size.hand(seats))
