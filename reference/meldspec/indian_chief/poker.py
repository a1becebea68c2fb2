"""Poker hands of five cards, by category alone.  The law: spec/indian-chief/poker.md

Cards may look alike, as two packs make them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, assert_never, final

from meldspec.cards import rank, suit
from meldspec.hands import Hand
from meldspec.indian_chief.options import PokerAce, PokerTwoPack
from meldspec.indian_chief.value import ACE

POKER_SIZE: Final = 5


@final
class Category(IntEnum):
    """The categories of five cards, and their points."""

    HIGH_CARD = 5
    PAIR = 10
    TWO_PAIR = 15
    THREE_KIND = 20
    STRAIGHT = 25
    FLUSH = 30
    FULL_HOUSE = 35
    FOUR_KIND = 40
    STRAIGHT_FLUSH = 45
    FIVE_KIND = 50


_BY_RANKS: Final = {
    (5,): Category.FIVE_KIND,
    (1, 4): Category.FOUR_KIND,
    (2, 3): Category.FULL_HOUSE,
    (1, 1, 3): Category.THREE_KIND,
    (1, 2, 2): Category.TWO_PAIR,
    (1, 1, 1, 2): Category.PAIR,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
}
"""The category of five cards by the numbers of cards of each rank, ascending."""

_FROM_ACE: Final = frozenset(range(POKER_SIZE))
_TO_ACE: Final = frozenset((0, 9, 10, 11, 12))


def category(cards: Hand, ace: PokerAce, alike: PokerTwoPack) -> Category:
    """The most valuable category that five cards fit.

    Clauses: poker.five-kind, poker.straight-flush, poker.four-kind, poker.full-house, poker.flush,
    poker.straight, poker.three-kind, poker.two-pair, poker.pair, poker.high-card.
    """
    ranks = [rank(card) for card in cards]
    different = frozenset(ranks)
    counts = tuple(sorted(map(ranks.count, different)))
    by_ranks = _BY_RANKS[counts]
    flush = is_flush(cards, alike)
    straight = len(different) == POKER_SIZE and is_straight(different, ace)
    if flush and straight:
        return Category.STRAIGHT_FLUSH
    if flush:
        return max(by_ranks, Category.FLUSH)
    return max(by_ranks, Category.STRAIGHT) if straight else by_ranks


def is_flush(cards: Hand, alike: PokerTwoPack) -> bool:
    """Whether all cards are of one suit; by a reading, no two may look alike."""
    if len({suit(card) for card in cards}) != 1:
        return False
    return alike == "highest" or len(set(cards)) == len(cards)


def is_straight(ranks: frozenset[int], ace: PokerAce) -> bool:
    """Whether five ranks are consecutive, with an ace low or high as the reading allows."""
    if ACE not in ranks:
        return max(ranks) - min(ranks) == POKER_SIZE - 1
    match ace:
        case "ace_high_and_low":
            return ranks in (_FROM_ACE, _TO_ACE)
        case "high_only":
            return ranks == _TO_ACE
        case "low_only":
            return ranks == _FROM_ACE
        case _:
            assert_never(ace)
