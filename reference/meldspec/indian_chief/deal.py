"""The deal: eight cards for each seat, and the stub.  The law: spec/indian-chief/deal.md"""

from __future__ import annotations

from typing import Final

from meldspec.cards import Card
from meldspec.indian_chief.deck import few_have_one_pack, more_have_two_packs, seats_have_a_stub
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.table import BeforeDeal, Choosing, State, Table, next_turn
from meldspec.kernel import Move, condition, effect
from meldspec.play import Chance, Seat
from meldspec.table import Deal, dealt_singly


def begin(seats: int, dealer: Seat) -> State:
    """A match before its deal."""
    return BeforeDeal(dealer, seats)


def dealt(
    rules: Rules, seats: int, dealer: Seat, deck: tuple[Card, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The hands by seat from a deck, its top first, and the rest of the deck.

    Clauses: deal.single-cards.
    """
    return dealt_singly(deck, seats, dealer, rules.size.hand)


@condition("indian-chief.deal.eight")
def each_has_eight(rules: Rules, state: BeforeDeal, by: Chance, action: Deal) -> bool:
    """There is a hand of eight cards for each seat."""
    return [len(hand) for hand in action.hands] == [rules.size.hand] * state.seats


@effect("indian-chief.deal.shuffle", "indian-chief.setup.stub")
def lay_out(rules: Rules, state: BeforeDeal, by: Chance, action: Deal) -> Choosing:
    """The first turn begins, in which every seat chooses a meld."""
    hands = tuple(tuple(sorted(hand)) for hand in action.hands)
    return next_turn(Table(state.dealer, 1, hands, action.stock))


DEAL: Final = Move(
    Deal,
    during=(BeforeDeal,),
    conditions=(seats_have_a_stub, few_have_one_pack, more_have_two_packs, each_has_eight),
    effect=lay_out,
)
