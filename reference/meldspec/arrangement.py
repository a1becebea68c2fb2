"""The best arrangement of a hand: disjoint melds that leave the fewest points unmatched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, final

from meldspec.cards import Card, total
from meldspec.melds import ALL_MELDS, Meld, is_set, melds_in


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


_POINT = 16
"""One point weighs more than all the sets of four that a hand can hold."""

_WEIGHT: Final = {meld: _POINT * total(meld) + is_four(meld) for meld in ALL_MELDS}
"""The points that a meld saves, weighted; with equal points a set of four weighs a little more."""


def arrange(hand: frozenset[Card]) -> Arrangement:
    """The arrangement with the least deadwood and, among those, with the most sets of four."""
    _, melds = _heaviest(melds_in(hand))
    return Arrangement(melds, hand.difference(*melds))


def _heaviest(melds: tuple[Meld, ...]) -> tuple[int, tuple[Meld, ...]]:
    """The greatest weight of disjoint melds among these, and melds that have it.

    No greedy choice is safe, so the search tries both to take the first meld and to leave it.  A
    meld that overlaps no other is always taken.
    """
    if not melds:
        return 0, ()
    first, others = melds[0], melds[1:]
    apart = tuple([meld for meld in others if meld.isdisjoint(first)])
    weight, chosen = _heaviest(apart)
    taken = weight + _WEIGHT[first], (first, *chosen)
    if len(apart) == len(others):
        return taken
    left = _heaviest(others)
    return taken if taken[0] >= left[0] else left


def deadwood(hand: frozenset[Card]) -> int:
    """The least points that a hand can leave unmatched; none for an empty hand."""
    weight, _ = _heaviest(melds_in(hand))
    return total(hand) - weight // _POINT


def most_worth(
    hand: frozenset[Card],
    worth: Callable[[Meld], int],
    may_stay: Callable[[frozenset[Card]], bool] = lambda unmatched: True,
) -> Arrangement:
    """The arrangement whose melds are worth most, among those whose unmatched cards may stay over.

    With equal worth, the least deadwood decides.  All arrangements are tried.
    """
    arrangements = (
        Arrangement(melds, hand.difference(*melds)) for melds in _packings(melds_in(hand))
    )
    return max(
        (each for each in arrangements if may_stay(each.unmatched)),
        key=lambda each: (sum(worth(meld) for meld in each.melds), -each.deadwood),
    )


def _packings(melds: tuple[Meld, ...]) -> Iterator[tuple[Meld, ...]]:
    """Every choice of disjoint melds of these."""
    if not melds:
        yield ()
        return
    first, others = melds[0], melds[1:]
    for chosen in _packings(tuple([meld for meld in others if meld.isdisjoint(first)])):
        yield (first, *chosen)
    yield from _packings(others)


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
