"""The deck: one pack or two, with their jokers.  The law: spec/carousel/deck.md"""

from __future__ import annotations

from collections.abc import Iterable

from meldspec.cards import JOKER, Card
from meldspec.carousel.options import SEATS_OF_ONE_PACK, Rules
from meldspec.carousel.table import Between, ledger_of
from meldspec.kernel import condition
from meldspec.play import Chance
from meldspec.table import Deal


@condition("carousel.deck.two-players")
def is_one_pack(rules: Rules, state: Between, by: Chance, action: Deal) -> bool:
    """Two seats are dealt from one pack with one joker."""
    few = ledger_of(state).seats <= SEATS_OF_ONE_PACK
    return not few or _deals_whole_deck(rules, state, action)


@condition("carousel.deck.three-to-five")
def is_two_packs(rules: Rules, state: Between, by: Chance, action: Deal) -> bool:
    """More seats are dealt from two packs with two jokers, or by a reading with four."""
    few = ledger_of(state).seats <= SEATS_OF_ONE_PACK
    return few or _deals_whole_deck(rules, state, action)


def _deals_whole_deck(rules: Rules, state: Between, deal: Deal) -> bool:
    return is_whole_deck(rules, ledger_of(state).seats, deal.cards)


def is_whole_deck(rules: Rules, seats: int, cards: Iterable[Card]) -> bool:
    """Whether these are all cards of the deck for this number of seats, no more and no fewer."""
    given = sorted(cards)
    jokers = given.count(Card(JOKER))
    if given != sorted(rules.size.deck(seats, jokers)):
        return False
    packs = rules.size.packs(seats)
    return jokers in (packs, 2 * packs) and jokers == joker_count(rules, seats)


def joker_count(rules: Rules, seats: int) -> int:
    """The number of jokers that this number of seats plays with."""
    packs = rules.size.packs(seats)
    if packs > 1 and rules.deck.joker_count == "two_per_pack":
        return 2 * packs
    return packs


def deck_clause(seats: int) -> str:
    """The clause that says which cards this number of seats plays with."""
    return is_one_pack.clause if seats <= SEATS_OF_ONE_PACK else is_two_packs.clause
