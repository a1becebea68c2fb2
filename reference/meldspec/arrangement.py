"""The best arrangement of a hand: disjoint melds that leave the fewest points unmatched."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import final

from meldspec.cards import Card, points, total
from meldspec.melds import Meld, is_set, melds_in


@final
@dataclass(frozen=True, slots=True)
class Arrangement:
    """A way to divide a hand into disjoint melds and unmatched cards."""

    melds: tuple[Meld, ...]
    unmatched: frozenset[Card]

    @property
    def deadwood(self) -> int:
        """Points of the unmatched cards."""
        return total(self.unmatched)

    @property
    def fours(self) -> int:
        """How many of the melds are sets of four."""
        return sum(is_four(meld) for meld in self.melds)


def is_four(cards: frozenset[Card]) -> bool:
    """Whether the cards are a set of four."""
    return len(cards) == 4 and is_set(cards)


_WEIGHT = 16
"""One point weighs more than all the sets of four that a hand can hold."""


def arrange(hand: frozenset[Card]) -> Arrangement:
    """The arrangement with the least deadwood and, among those, with the most sets of four.

    A greedy choice fails in either direction, so every division is considered: the lowest card
    that some meld could use is left over, or goes into one of the melds in which it is lowest.
    """
    by_lowest: dict[Card, list[Meld]] = {}
    for meld in melds_in(hand):
        by_lowest.setdefault(min(meld), []).append(meld)
    _, melds = _lightest(tuple(sorted(hand)), by_lowest)
    return Arrangement(melds, hand.difference(*melds))


def _lightest(
    cards: tuple[Card, ...], by_lowest: dict[Card, list[Meld]]
) -> tuple[int, tuple[Meld, ...]]:
    """The least weight of the cards, and melds that reach it."""
    weight = 0
    for place, card in enumerate(cards):
        melds = by_lowest.get(card)
        if melds is not None:
            rest = cards[place + 1 :]
            break
        weight += _WEIGHT * points(card)
    else:
        return weight, ()
    best, chosen = _lightest(rest, by_lowest)
    best += _WEIGHT * points(card)
    for meld in melds:
        if not meld.issubset(cards):
            continue
        lighter, others = _lightest(tuple(c for c in rest if c not in meld), by_lowest)
        if len(meld) == 4 and is_set(meld):
            lighter -= 1
        if lighter < best:
            best, chosen = lighter, (meld, *others)
    return weight + best, chosen


def deadwood(hand: frozenset[Card]) -> int:
    """The least points that a hand can leave unmatched; none for an empty hand."""
    return arrange(hand).deadwood


def is_covered(hand: frozenset[Card]) -> bool:
    """Whether every card of the hand fits into disjoint melds; an empty hand is covered."""
    used = frozenset[Card]().union(*melds_in(hand))
    return used == hand and not arrange(hand).unmatched


def fours_in(hand: Iterable[Card]) -> int:
    """How many ranks the hand holds in all four suits."""
    held: dict[int, int] = {}
    for card in hand:
        held[card % 13] = held.get(card % 13, 0) + 1
    return sum(count == 4 for count in held.values())
