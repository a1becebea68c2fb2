"""Which cards of a hand can be part of any meld at all."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from typing import Final

from meldspec.cards import JOKER, ONE_PACK, RANKS, SUITS, Card
from meldspec.manipulation.kinds import extensions
from meldspec.manipulation.manner import Manner, may_follow
from meldspec.melds import SMALLEST
from meldspec.placed import Table, is_stand_in, stand_in, stands_for

_MELDS_OF_THREE: Final = (
    *(
        frozenset(Card(13 * s + r) for s in suits)
        for r in range(len(RANKS))
        for suits in combinations(range(len(SUITS)), SMALLEST)
    ),
    *(
        frozenset(Card(13 * s + (low + step) % len(RANKS)) for step in range(SMALLEST))
        for s in range(len(SUITS))
        for low in range(len(RANKS) - 1)
    ),
)


_TWO_OTHERS: Final = tuple(
    tuple(meld - {card} for meld in _MELDS_OF_THREE if card in meld) for card in ONE_PACK
)
"""For each card the two others of every meld of three with it."""


def adds_to(table: Table, hand: frozenset[Card], manner: Manner) -> bool:
    """Whether a meld of the hand can be laid beside the others, or a card added to one of them."""
    if not may_follow(table, table, manner):
        return False
    if any(meld <= hand for meld in _MELDS_OF_THREE):
        return True
    for place, meld in enumerate(table):
        longer = extensions(meld, manner.both_ends)
        if not hand.isdisjoint(longer):
            return True
        if JOKER in hand:
            others = (*table[:place], *table[place + 1 :])
            with_joker = [(*meld, stand_in(card)) for card in longer]
            if any(may_follow(table, (*others, named), manner) for named in with_joker):
                return True
    return False


def fitting_cards(table: Table, hand: Collection[Card]) -> list[Card]:
    """The cards of the hand that can be in a meld with the cards and jokers of table and hand."""
    there = {stands_for(placed) for meld in table for placed in meld}.union(hand)
    jokers = sum([is_stand_in(placed) for meld in table for placed in meld])
    jokers += sum([card == JOKER for card in hand])
    return [
        card
        for card in hand
        if card == JOKER or any(len(others - there) <= jokers for others in _TWO_OTHERS[card])
    ]
