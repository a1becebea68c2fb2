"""The obvious definitions of Indian Chief, written without the reference.

Tables by card rather than sums: a solver looks a card up without a case for each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

_FACE: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10) * 4
_SPADES: Final = (*(0,) * 39, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


def face(card: int) -> int:
    """The face value of a card."""
    return _FACE[card % 52]


def spade(card: int) -> int:
    """The face value of a spade; nought of any other card."""
    return _SPADES[card % 52]


def followed(first: int, seats: int) -> list[int]:
    """All seats, from one on in the order of play."""
    return [*range(first, seats), *range(first)]


def is_doctor(cards: Collection[int], apart: bool, one_heart: bool) -> bool:
    """Six ranks with an ace and a heart; by readings two cards of them, or just one heart."""
    for number, card in enumerate(sorted(cards)):
        if any(card % 13 == other % 13 for other in sorted(cards)[:number]):
            return False
    aces = [card for card in cards if card % 13 == 0]
    hearts = [card for card in cards if 26 <= card < 39]
    if one_heart and len(hearts) != 1:
        return False
    if apart:
        return any(ace != heart for ace in aces for heart in hearts)
    return len(aces) > 0 and len(hearts) > 0


def poker(cards: Sequence[int], ace_low: bool, ace_high: bool, alike: bool) -> int:
    """The points of five cards, from the dearest category down."""
    numbers = [card % 13 for card in cards]
    most = sorted((numbers.count(number) for number in set(numbers)), reverse=True)
    flush = max(cards) // 13 == min(cards) // 13 and (alike or len(set(cards)) == 5)
    straights = [list(range(low, low + 5)) for low in range(1, 9)]
    if ace_low:
        straights.append([0, 1, 2, 3, 4])
    if ace_high:
        straights.append([0, 9, 10, 11, 12])
    straight = sorted(numbers) in straights
    if most[0] == 5:
        return 50
    if straight and flush:
        return 45
    if most[0] == 4:
        return 40
    if most[:2] == [3, 2]:
        return 35
    if flush:
        return 30
    if straight:
        return 25
    if most[0] == 3:
        return 20
    if most[:2] == [2, 2]:
        return 15
    return 10 if most[0] == 2 else 5


def divisions(cards: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """The 21 ways to divide seven cards in five and two."""
    for two in combinations(range(7), 2):
        yield (
            [card for place, card in enumerate(cards) if place not in two],
            [card for place, card in enumerate(cards) if place in two],
        )


def many(cards: Iterable[int], size: int, copies: int) -> Iterator[tuple[int, ...]]:
    """Every hand of a size, each card as often in it as there are copies at most."""
    yield from sorted(set(combinations(sorted([*cards] * copies), size)))
