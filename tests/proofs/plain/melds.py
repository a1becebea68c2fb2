"""The obvious definitions, written without the reference: slow, and short enough to be believed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import combinations

Cards = frozenset[int]


def subsets(cards: Iterable[int], smallest: int = 0, largest: int = 52) -> Iterator[Cards]:
    """Every set of these cards with a size in the bounds."""
    pool = sorted(cards)
    for size in range(smallest, min(largest, len(pool)) + 1):
        yield from map(frozenset, combinations(pool, size))


def is_four(cards: Collection[int]) -> bool:
    """Four cards of one rank."""
    return len(cards) == 4 and len({card % 13 for card in cards}) == 1


def is_run(cards: Collection[int]) -> bool:
    """Three or more cards of one suit that follow one another."""
    low, high = min(cards), max(cards)
    return len(cards) >= 3 and low // 13 == high // 13 and high - low == len(cards) - 1


def is_meld(cards: Collection[int]) -> bool:
    """Three or four cards of one rank, or a run."""
    if len(cards) < 3:
        return False
    return len({card % 13 for card in cards}) == 1 or is_run(cards)


@cache
def melds_of(pack: Cards) -> tuple[Cards, ...]:
    """Every subset of a pack that is a meld."""
    return tuple(cards for cards in subsets(pack) if is_meld(cards))


def fours(cards: Collection[int]) -> int:
    """How many ranks are there in all four suits."""
    return sum(sum(card % 13 == number for card in cards) == 4 for number in range(13))


def stretches(cards: Iterable[int]) -> list[int]:
    """The lengths of the stretches of cards of one suit that follow one another without a gap."""
    lengths: list[int] = []
    before = None
    for card in sorted(cards):
        if before is None or card != before + 1:
            lengths.append(0)
        lengths[-1] += 1
        before = card
    return lengths


def loose_points(cards: Collection[int]) -> int:
    """The points of the cards of one suit that stand in no stretch of three."""
    return sum(
        value(card)
        for card in cards
        if not any({low, low + 1, low + 2} <= set(cards) for low in (card - 2, card - 1, card))
    )


def value(card: int) -> int:
    """The points of a card."""
    number = card % 13 + 1
    return number if number < 10 else 10


class Divisions:
    """Every way to divide hands of one small pack into melds and a rest."""

    def __init__(self, melds: Iterable[Cards]) -> None:
        """With the melds that hands of the pack may hold."""
        self.by_lowest: dict[int, list[Cards]] = {}
        for meld in melds:
            self.by_lowest.setdefault(min(meld), []).append(meld)
        self.known: dict[Cards, tuple[int, int]] = {frozenset(): (0, 0)}
        self.known_ways: dict[Cards, frozenset[tuple[int, int]]] = {
            frozenset(): frozenset(((0, 0),))
        }

    def best(self, hand: Cards) -> tuple[int, int]:
        """The least deadwood, and the negative of the most fours with which it is reached.

        The lowest card is left over, or lies in one of the melds in which it is lowest.
        """
        found = self.known.get(hand)
        if found is None:
            lowest = min(hand)
            points, fours = self.best(hand - {lowest})
            ways = [(points + value(lowest), fours)]
            for meld in self.by_lowest.get(lowest, ()):
                if meld <= hand:
                    points, fours = self.best(hand - meld)
                    ways.append((points, fours - is_four(meld)))
            found = self.known[hand] = min(ways)
        return found

    def ways(self, hand: Cards) -> frozenset[tuple[int, int]]:
        """The points left over and the fours laid, for every way to divide a hand."""
        found = self.known_ways.get(hand)
        if found is None:
            lowest = min(hand)
            left = self.ways(hand - {lowest})
            ways = {(points + value(lowest), fours) for points, fours in left}
            for meld in self.by_lowest.get(lowest, ()):
                if meld <= hand:
                    rest = self.ways(hand - meld)
                    ways |= {(points, fours + is_four(meld)) for points, fours in rest}
            found = self.known_ways[hand] = frozenset(ways)
        return found
