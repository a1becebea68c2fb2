"""Hands of cards that may be alike, as several packs make them.

Cards of several packs that look alike cannot be told apart, nor can jokers, and here they are not:
every card is the one of the first copy, as often as it occurs.  So states that look equal are
equal, and cards that are alike are one choice.
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
    """Every card of the hand, those that are alike once."""
    last = None
    for card in hand:
        if card != last:
            yield card
        last = card


def with_card(hand: Hand, card: Card) -> Hand:
    """The hand with a card more, in its place."""
    place = bisect_left(hand, card)
    return (*hand[:place], card, *hand[place:])


def without_card(hand: Hand, card: Card) -> Hand:
    """The hand without a card that is in it, or without one of those that are alike."""
    place = hand.index(card)
    return (*hand[:place], *hand[place + 1 :])


def holds_all(hand: Hand, cards: Iterable[Card]) -> bool:
    """Whether a hand has these cards, each as often as it is among them."""
    return not Counter(cards) - Counter(hand)


def without_all(hand: Hand, cards: Iterable[Card]) -> Hand:
    """The hand without cards that are in it, each as often as it is among them."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
