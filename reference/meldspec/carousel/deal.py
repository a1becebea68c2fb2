"""The deal: ten cards for each seat; the rest is the stock.  The law: spec/carousel/deal.md"""

from __future__ import annotations

from typing import Final

from meldspec.cards import Card
from meldspec.carousel.deck import is_one_pack, is_two_packs
from meldspec.carousel.match import next_dealer
from meldspec.carousel.options import Rules
from meldspec.carousel.table import BeforeDeal, Between, Over, Table, TurnBegins, ledger_of
from meldspec.kernel import Move, condition, effect
from meldspec.play import Chance, Seat
from meldspec.table import Deal, dealt_singly, neighbour


@condition("carousel.deal.ten")
def deals_ten_each(rules: Rules, state: Between, by: Chance, action: Deal) -> bool:
    """There is a hand of ten cards for each seat."""
    return [len(hand) for hand in action.hands] == [rules.size.hand] * ledger_of(state).seats


@effect(
    "carousel.deal.shuffle",
    "carousel.setup.stock",
    "carousel.setup.no-discard-pile",
    "carousel.turn.first",
    "carousel.match.deal-left",
    "carousel.match.new-hand",
)
def lay_out(rules: Rules, state: Between, by: Chance, action: Deal) -> TurnBegins:
    """The hand begins with the turn of the seat after the dealer and no meld on the table."""
    dealer = next_dealer(rules, state)
    return TurnBegins(
        Table(
            dealer=dealer,
            mover=neighbour(dealer, len(action.hands)),
            hands=tuple(tuple(sorted(hand)) for hand in action.hands),
            stock=action.stock,
            melds=(),
            draws=0,
            passed=0,
            ledger=ledger_of(state),
        )
    )


DEAL: Final = Move(
    Deal,
    during=(BeforeDeal, Over),
    conditions=(is_one_pack, is_two_packs, deals_ten_each),
    effect=lay_out,
)


def dealt(
    rules: Rules, seats: int, dealer: Seat, deck: tuple[Card, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The hands by seat from a deck, its top first, and the stock, which is the rest.

    Cards are dealt one at a time, the seat after the dealer first.
    """
    return dealt_singly(deck, seats, dealer, rules.size.hand)
