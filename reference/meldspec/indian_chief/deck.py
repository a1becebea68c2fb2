"""The packs: one or two, by the number of seats.  The law: spec/indian-chief/deck.md"""

from __future__ import annotations

from collections.abc import Iterable

from meldspec.cards import Card
from meldspec.indian_chief.options import (
    MOST_SEATS_OF_ONE_PACK,
    MOST_SEATS_WITH_A_STUB_THAT_LASTS,
    Rules,
)
from meldspec.indian_chief.table import BeforeDeal
from meldspec.kernel import condition
from meldspec.play import Chance, Refusal
from meldspec.table import Deal


def stub_lasts(rules: Rules, seats: int) -> bool:
    """Whether this number of seats may play, if a reading asks that the stub always lasts."""
    few = seats <= MOST_SEATS_WITH_A_STUB_THAT_LASTS
    return few or rules.refill.stub_shortage != "limit_players_6"


def is_whole_deck(rules: Rules, seats: int, cards: Iterable[Card]) -> bool:
    """Whether these are all the cards that this number of seats plays with."""
    return sorted(cards) == sorted(rules.size.deck(seats))


def refused_deck(rules: Rules, seats: int, deck: tuple[Card, ...]) -> Refusal | None:
    """Why this deck cannot be dealt to this number of seats; None if it can."""
    if not stub_lasts(rules, seats):
        return Refusal(("indian-chief.deck.six-at-most",))
    if is_whole_deck(rules, seats, deck):
        return None
    few = seats <= MOST_SEATS_OF_ONE_PACK
    return Refusal(("indian-chief.deck.one" if few else "indian-chief.deck.two",))


def _deals_the_deck(rules: Rules, state: BeforeDeal, action: Deal) -> bool:
    """Every card of the packs is dealt or in the stub, as often as the packs have it."""
    return is_whole_deck(rules, state.seats, action.cards)


@condition("indian-chief.deck.six-at-most")
def seats_have_a_stub(rules: Rules, state: BeforeDeal, by: Chance, action: Deal) -> bool:
    """The stub lasts for the seats, if a reading asks for that."""
    return stub_lasts(rules, state.seats)


@condition("indian-chief.deck.one")
def few_have_one_pack(rules: Rules, state: BeforeDeal, by: Chance, action: Deal) -> bool:
    """Two or three seats are dealt from one pack."""
    few = state.seats <= MOST_SEATS_OF_ONE_PACK
    return not few or _deals_the_deck(rules, state, action)


@condition("indian-chief.deck.two")
def more_have_two_packs(rules: Rules, state: BeforeDeal, by: Chance, action: Deal) -> bool:
    """More seats are dealt from two packs."""
    few = state.seats <= MOST_SEATS_OF_ONE_PACK
    return few or _deals_the_deck(rules, state, action)
