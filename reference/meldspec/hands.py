"""Hands with cards that look alike, as several packs make them.

Here cards that look alike are one card, that of the first copy, and a hand repeats it; so it is
with jokers.  So states that look equal are equal, and cards that look alike are one choice.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, TypeAlias

from meldspec.cards import Card
from meldspec.spelling import Unordered

Hand: TypeAlias = Annotated[tuple[Card, ...], Unordered()]
"""Cards in printing order, some of them alike; the order means nothing."""


def different(hand: Hand) -> Iterator[Card]:
    """Every card of the hand, but cards that look alike only once."""
    last = None
    for card in hand:
        if card != last:
            yield card
        last = card


def with_card(hand: Hand, card: Card) -> Hand:
    """The hand with one more card, in printing order."""
    place = bisect_left(hand, card)
    return (*hand[:place], card, *hand[place:])


def without_card(hand: Hand, card: Card) -> Hand:
    """The hand without one card that is in it; others that look alike stay."""
    place = hand.index(card)
    return (*hand[:place], *hand[place + 1 :])


def holds_all(hand: Hand, cards: Iterable[Card]) -> bool:
    """Whether a hand has these cards, each at least as often as it is named."""
    return not Counter(cards) - Counter(hand)


def without_all(hand: Hand, cards: Iterable[Card]) -> Hand:
    """The hand without cards that are in it, each as often as it is named."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
