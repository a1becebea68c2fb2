"""Melds with wild cards, and the least deadwood of a hand with them, from any number of packs.

Every card of one rank is wild: in a meld it stands for any card that is needed there.  All other
cards are natural.  Copies of a card look alike but are distinct.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import Final, final

from meldspec.cards import CARDS_IN_A_COPY, ONE_PACK, RANKS, SUITS, Card, points, rank, suit
from meldspec.melds import SMALLEST

# What a meld is


@final
@dataclass(frozen=True, slots=True)
class SetLimits:
    """What a set may hold.

    ``duplicates``: natural cards may be alike; otherwise there is at most one of each suit.
    ``greatest``: the most cards in a set, wild ones included; None sets no limit.
    """

    duplicates: bool = True
    greatest: int | None = None


ANY_SET: Final = SetLimits()


@final
class Kind(StrEnum):
    """The kind of a meld; wild cards may let the same cards be either."""

    SET = "set"
    RUN = "run"
    BOTH = "both"


def is_set(cards: Collection[Card], wild: int, limits: SetLimits) -> bool:
    """Whether the cards are a set: three or more, the natural ones of one rank."""
    naturals = [card for card in cards if rank(card) != wild]
    one_rank = len({rank(card) for card in naturals}) <= 1
    unlike = len({suit(card) for card in naturals}) == len(naturals)
    enough = len(cards) >= SMALLEST and (limits.greatest is None or len(cards) <= limits.greatest)
    return enough and one_rank and (limits.duplicates or unlike)


def is_run(cards: Collection[Card], wild: int) -> bool:
    """Whether the cards are a run: three or more in a row of one suit, the ace low.

    Wild cards fill the gaps between the natural ones, and spare wild cards lengthen the run at
    either end.  A run has no more cards than there are ranks.
    """
    naturals = [card for card in cards if rank(card) != wild]
    ranks = {rank(card) for card in naturals}
    one_suit = len({suit(card) for card in naturals}) <= 1
    near = not ranks or max(ranks) - min(ranks) < len(cards)
    enough = SMALLEST <= len(cards) <= len(RANKS)
    return enough and one_suit and near and len(ranks) == len(naturals)


def kind(cards: Collection[Card], wild: int, limits: SetLimits) -> Kind | None:
    """The kind of meld that the cards are; None if they are no meld."""
    match is_set(cards, wild, limits), is_run(cards, wild):
        case True, True:
            return Kind.BOTH
        case True, False:
            return Kind.SET
        case False, True:
            return Kind.RUN
        case _:
            return None


def price(card: Card, wild: int, wild_points: int | None) -> int:
    """The points of an unmatched card; those of a wild one are ``wild_points``, if given."""
    return points(card) if wild_points is None or rank(card) != wild else wild_points


# The least deadwood, as it is defined


@lru_cache(maxsize=1 << 16)
def plain_deadwood(
    hand: tuple[Card, ...], wild: int, limits: SetLimits, wild_points: int | None = None
) -> int:
    """The least points unmatched over all divisions of the hand into melds and unmatched cards.

    This is the definition: the first card is unmatched, or in a meld with some of the others.  It
    is too slow for more than a few cards; ``least_deadwood`` is fast.
    """
    if not hand:
        return 0
    first, others = hand[0], hand[1:]
    unmatched = price(first, wild, wild_points)
    least = unmatched + plain_deadwood(others, wild, limits, wild_points)
    for size in range(SMALLEST - 1, len(hand)):
        for chosen in combinations(others, size):
            if kind((first, *chosen), wild, limits) is not None:
                left = tuple([card for card in others if card not in chosen])
                least = min(least, plain_deadwood(left, wild, limits, wild_points))
    return least


# The same at speed
#
# Any meld of six or more cards can be divided into two melds: a set anywhere, a run between two of
# its places.  So melds of three to five cards are enough for every division.
#
# A hand is one number.  Each digit counts the copies of one natural card, the aces lowest; the
# highest digit counts the wild cards.  A meld is a number of the same form, and laying it is a
# subtraction.

LONGEST: Final = 5
"""No division needs a longer meld."""

_PLACES: Final = len(RANKS) * len(SUITS)
"""The place of a natural card is its rank times four plus its suit; wild cards come after all."""

_BITS: Final = 8
_ONES: Final = tuple(1 << _BITS * place for place in range(_PLACES + 1))
_WILD: Final = _ONES[_PLACES]
_NONE: Final = sum(0x80 * one for one in _ONES)
"""No cards at all.  Each digit has a guard bit, which is cleared by taking more than there are."""

_PLACE: Final = tuple(len(SUITS) * rank(card) + suit(card) for card in ONE_PACK)
_PRICES: Final = tuple(min(place // len(SUITS) + 1, 10) for place in range(_PLACES))


@lru_cache(maxsize=1 << 13)
def _runs(first: int, above: tuple[bool, ...], wilds: int) -> tuple[int, ...]:
    """Runs whose first natural card has this place; ``above`` tells which next ranks are held.

    Those with no other natural card are sets as well.
    """
    parts = [(_ONES[first], 1, 1)]
    for span, there in enumerate(above, 2):
        if there:
            one = _ONES[first + len(SUITS) * (span - 1)]
            parts += [(part + one, count + 1, span) for part, count, _ in parts]
    return tuple(
        part + (size - count) * _WILD
        for part, count, span in parts
        for size in range(max(SMALLEST, span), min(LONGEST, count + wilds) + 1)
    )


@lru_cache(maxsize=1 << 13)
def _sets(first: int, counts: tuple[int, ...], limits: SetLimits, wilds: int) -> tuple[int, ...]:
    """Sets with two or more natural cards, the first of this place; ``counts`` begin with it."""
    largest = LONGEST if limits.greatest is None else min(LONGEST, limits.greatest)
    alike = largest if limits.duplicates else 1
    parts = [(number * _ONES[first], number) for number in range(1, min(counts[0], alike) + 1)]
    for place, count in enumerate(counts[1:], first + 1):
        parts += [
            (part + number * _ONES[place], size + number)
            for part, size in parts
            for number in range(1, min(count, alike, largest - size) + 1)
        ]
    return tuple(
        part + (size - naturals) * _WILD
        for part, naturals in parts
        if naturals > 1
        for size in range(max(SMALLEST, naturals), min(largest, naturals + wilds) + 1)
    )


@final
class _Counts:
    """The cards of a hand counted by place, wild ones apart, and the melds that they can make."""

    def __init__(self, hand: Iterable[Card], wild: int, limits: SetLimits) -> None:
        self.naturals: dict[int, int] = {}
        self.wilds = 0
        self._limits = limits
        for card in hand:
            alike = card % CARDS_IN_A_COPY
            if alike % 13 == wild:
                self.wilds += 1
            else:
                place = _PLACE[alike]
                self.naturals[place] = self.naturals.get(place, 0) + 1

    def number(self) -> int:
        """The hand as a number."""
        naturals = sum([count * _ONES[place] for place, count in self.naturals.items()])
        return _NONE + naturals + self.wilds * _WILD

    def melds(self, first: int) -> tuple[int, ...]:
        """The melds whose first natural card has this place."""
        counts, wilds = self.naturals, min(self.wilds, LONGEST)
        above = tuple([first + len(SUITS) * step in counts for step in range(1, LONGEST)])
        next_rank = first - first % len(SUITS) + len(SUITS)
        same_rank = tuple([counts.get(place, 0) for place in range(first, next_rank)])
        if sum(same_rank) == 1:
            return _runs(first, above, wilds)
        return _runs(first, above, wilds) + _sets(first, same_rank, self._limits, wilds)


def _first(held: int) -> int:
    """The place of the lowest card in a number."""
    left = held ^ _NONE
    return (left & -left).bit_length() // _BITS


@final
class _Search:
    """The least deadwood of a hand and of its remainders; each is computed once."""

    def __init__(
        self, hand: Iterable[Card], wild: int, limits: SetLimits, wild_points: int | None
    ) -> None:
        counts = _Counts(hand, wild, limits)
        alone = _PRICES[len(SUITS) * wild] if wild_points is None else wild_points
        self.whole = counts.number()
        self.melds = {place: counts.melds(place) for place in counts.naturals}
        self._known = {_NONE: 0, _NONE + _WILD: alone, _NONE + 2 * _WILD: 2 * alone}

    def least(self, held: int) -> int:
        """The least deadwood of some cards: the lowest is unmatched, or the lowest of some meld."""
        found = self._known.get(held)
        if found is not None:
            return found
        place = _first(held)
        if place == _PLACES:
            return 0
        best = _PRICES[place] + self.least(held - _ONES[place])
        for meld in self.melds[place]:
            left = held - meld
            if left & _NONE == _NONE and best:
                best = min(best, self.least(left))
        self._known[held] = best
        return best


def least_deadwood(
    hand: Collection[Card],
    wild: int,
    limits: SetLimits = ANY_SET,
    wild_points: int | None = None,
) -> int:
    """The least points that a hand can leave unmatched: ``plain_deadwood``, but fast."""
    search = _Search(hand, wild, limits, wild_points)
    return search.least(search.whole)


def is_all_melds(hand: Collection[Card], wild: int, limits: SetLimits = ANY_SET) -> bool:
    """Whether every card of the hand fits into disjoint melds; an empty hand does.

    The search for this is shorter: it turns back at the first card that no meld can hold.
    """
    counts = _Counts(hand, wild, limits)
    known = {_NONE: True, _NONE + _WILD: False, _NONE + 2 * _WILD: False}

    def fits(held: int) -> bool:
        found = known.get(held)
        if found is not None:
            return found
        place = _first(held)
        if place == _PLACES:
            return True
        lefts = (held - meld for meld in counts.melds(place))
        known[held] = any(left & _NONE == _NONE and fits(left) for left in lefts)
        return known[held]

    return fits(counts.number())
