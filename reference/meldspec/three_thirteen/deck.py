"""The packs: how many a table plays with.  The law: spec/three-thirteen/deck.md"""

from __future__ import annotations

from collections.abc import Iterable

from meldspec.cards import Card
from meldspec.kernel import condition
from meldspec.play import Chance
from meldspec.three_thirteen.options import MOST_SEATS_OF_THREE_PACKS, Rules
from meldspec.three_thirteen.table import Between, ledger_of
from meldspec.upcard import Deal


def packs_suffice(rules: Rules, seats: int) -> bool:
    """Whether there are packs for this number of seats: always, unless a reading sets a limit.

    Clauses: deck.six-at-most, deck.general.
    """
    few = seats <= MOST_SEATS_OF_THREE_PACKS
    return few or rules.deck.packs_beyond_six == "one_more_per_pair"


def is_whole_deck(rules: Rules, seats: int, cards: Iterable[Card]) -> bool:
    """Whether these are all cards that this number of seats plays with."""
    return sorted(cards) == sorted(rules.size.deck(seats))


def deck_of(seats: int) -> str:
    """The clause that says how many packs this number of seats plays with."""
    if seats <= 2:
        return "three-thirteen.deck.two"
    if seats <= 4:
        return "three-thirteen.deck.three-four"
    return (
        "three-thirteen.deck.five-six"
        if seats <= MOST_SEATS_OF_THREE_PACKS
        else "three-thirteen.deck.general"
    )


@condition("three-thirteen.deck.six-at-most")
def seats_have_packs(rules: Rules, state: Between, by: Chance, deal: Deal) -> bool:
    """There are packs for the seats of the match."""
    return packs_suffice(rules, ledger_of(state).seats)


@condition("three-thirteen.deck.two")
def two_share_one_pack(rules: Rules, state: Between, by: Chance, deal: Deal) -> bool:
    """Two seats are dealt from one pack."""
    return ledger_of(state).seats != 2 or _has_every_card(rules, state, deal)


@condition("three-thirteen.deck.three-four")
def four_share_two_packs(rules: Rules, state: Between, by: Chance, deal: Deal) -> bool:
    """Three or four seats are dealt from two packs."""
    return ledger_of(state).seats not in (3, 4) or _has_every_card(rules, state, deal)


@condition("three-thirteen.deck.five-six")
def six_share_three_packs(rules: Rules, state: Between, by: Chance, deal: Deal) -> bool:
    """Five or six seats are dealt from three packs."""
    return ledger_of(state).seats not in (5, 6) or _has_every_card(rules, state, deal)


@condition("three-thirteen.deck.general")
def more_share_more_packs(rules: Rules, state: Between, by: Chance, deal: Deal) -> bool:
    """More than six seats are dealt from one pack for every two seats."""
    few = ledger_of(state).seats <= MOST_SEATS_OF_THREE_PACKS
    return few or _has_every_card(rules, state, deal)


def _has_every_card(rules: Rules, state: Between, deal: Deal) -> bool:
    """Every card is in a hand, the upcard or in the stock, as often as the packs have it."""
    return is_whole_deck(rules, ledger_of(state).seats, deal.cards)
