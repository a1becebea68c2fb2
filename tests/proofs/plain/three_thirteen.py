"""The obvious definitions of Three Thirteen, written without the reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

Cards = tuple[int, ...]


def hands(pack: Iterable[int], size: int) -> Iterator[Cards]:
    """Every hand of so many cards, any of them as often as it likes, sorted."""
    return combinations_with_replacement(sorted(pack), size)


def is_set(cards: Sequence[int], wild: int, alike: bool = True, most: int = 99) -> bool:
    """There is a rank for which all cards stand; wild ones stand for any."""
    naturals = [card for card in cards if card % 13 != wild]
    if not 3 <= len(cards) <= most or (not alike and len(set(naturals)) < len(naturals)):
        return False
    return any(all(card % 13 == rank for card in naturals) for rank in range(13))


def is_run(cards: Sequence[int], wild: int) -> bool:
    """There are as many places in a row as cards, and each natural card has one for itself."""
    naturals = [card for card in cards if card % 13 != wild]
    if len(cards) < 3 or len(set(naturals)) < len(naturals):
        return False
    for suit in range(4):
        for lowest in range(13 - len(cards) + 1):
            first = 13 * suit + lowest
            if all(first <= card < first + len(cards) for card in naturals):
                return True
    return False


def kind(cards: Sequence[int], wild: int, alike: bool = True, most: int = 99) -> str | None:
    """Whether cards are a set, a run, both or no meld, in a word."""
    words = {
        (True, True): "both",
        (True, False): "set",
        (False, True): "run",
        (False, False): None,
    }
    return words[is_set(cards, wild, alike, most), is_run(cards, wild)]


def price(card: int, wild: int, wild_points: int | None = None) -> int:
    """The points of a card that is left over."""
    if wild_points is not None and card % 13 == wild:
        return wild_points
    return (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)[card % 13]


def without(hand: Cards, some: Iterable[int]) -> Cards:
    """A hand without some of its cards."""
    left = list(hand)
    for card in some:
        left.remove(card)
    return tuple(left)


@cache
def leaves(hand: Cards, wild: int, alike: bool = True, most: int = 99) -> frozenset[Cards]:
    """The cards left over, for every way to take disjoint melds out of a hand."""
    found = {hand}
    for size in range(3, len(hand) + 1):
        for meld in set(combinations(hand, size)):
            if kind(meld, wild, alike, most) is not None:
                found |= leaves(without(hand, meld), wild, alike, most)
    return frozenset(found)


def deadwood(
    hand: Cards, wild: int, alike: bool = True, most: int = 99, wild_points: int | None = None
) -> int:
    """The least points that a hand leaves over."""
    return min(
        sum(price(card, wild, wild_points) for card in left)
        for left in leaves(tuple(sorted(hand)), wild, alike, most)
    )


def is_all_melds(hand: Cards, wild: int, alike: bool = True, most: int = 99) -> bool:
    """Nothing of a hand is left over in some way to divide it."""
    return () in leaves(tuple(sorted(hand)), wild, alike, most)
