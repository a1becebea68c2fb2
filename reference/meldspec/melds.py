"""Melds of one pack: sets and runs, what they are and which ones a hand holds."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final, TypeAlias

from meldspec.cards import ONE_PACK, Card, rank, suit

Meld: TypeAlias = frozenset[Card]
"""Cards that are a set or a run; their order means nothing."""

SMALLEST = 3
"""No meld has fewer cards."""


def is_set(cards: frozenset[Card]) -> bool:
    """Whether the cards are a set: three or four cards of one rank, each of another suit."""
    ranks = {rank(card) for card in cards}
    suits = {suit(card) for card in cards}
    return len(cards) in (3, 4) and len(ranks) == 1 and len(suits) == len(cards)


def is_run(cards: frozenset[Card]) -> bool:
    """Whether the cards are a run: three or more consecutive ranks of one suit, the ace low."""
    if len(cards) < SMALLEST:
        return False
    ranks = sorted(rank(card) for card in cards)
    one_suit = len({suit(card) for card in cards}) == 1
    return one_suit and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def is_meld(cards: frozenset[Card]) -> bool:
    """Whether the cards are a set or a run."""
    return is_set(cards) or is_run(cards)


ALL_MELDS: Final[tuple[Meld, ...]] = (
    *(
        frozenset(Card(13 * s + r) for s in suits)
        for r in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ),
    *(
        frozenset(Card(13 * s + r) for r in range(first, last))
        for s in range(4)
        for first in range(13)
        for last in range(first + SMALLEST, 14)
    ),
)
"""Every meld of one pack: 65 sets by rank, then 264 runs by suit."""

Core: TypeAlias = tuple[Card, Card, tuple[int, ...]]
"""The second and third lowest cards of some melds, and the places of the melds in ``ALL_MELDS``."""


def _cores_by_lowest() -> tuple[tuple[Core, ...], ...]:
    """For each card of the pack, the melds in which it is lowest, by their three lowest cards."""
    places: dict[tuple[Card, ...], list[int]] = {}
    for place, meld in enumerate(ALL_MELDS):
        places.setdefault(tuple(sorted(meld)[:3]), []).append(place)
    by_lowest: list[list[Core]] = [[] for _ in ONE_PACK]
    for (lowest, second, third), found in places.items():
        by_lowest[lowest].append((second, third, tuple(found)))
    return tuple(tuple(cores) for cores in by_lowest)


_CORES: Final = _cores_by_lowest()
_TWO_OTHERS: Final = tuple(
    tuple(meld - {card} for meld in ALL_MELDS if len(meld) == SMALLEST and card in meld)
    for card in ONE_PACK
)
"""For each card of the pack, the two others of every meld of three with it."""


def melds_in(hand: Iterable[Card]) -> tuple[Meld, ...]:
    """Every meld that can be made of cards of the hand: sets by rank, then runs by suit.

    The hand must be of one pack.  The plain definition is "each of all melds that is a subset";
    here a meld is looked at only when the hand has its three lowest cards.
    """
    cards = frozenset(hand)
    found = [
        place
        for card in cards
        for second, third, places in _CORES[card]
        if second in cards and third in cards
        for place in places
        if ALL_MELDS[place] <= cards
    ]
    return tuple([ALL_MELDS[place] for place in sorted(found)])


def fits_a_meld(card: Card, hand: frozenset[Card]) -> bool:
    """Whether some meld holds the card and otherwise only cards of the hand."""
    return any(others <= hand for others in _TWO_OTHERS[card])


def melds_with(card: Card, hand: frozenset[Card]) -> tuple[Meld, ...]:
    """Every meld that holds the card and otherwise only cards of the hand.

    There is none unless the hand has the two others of a meld of three.
    """
    if not fits_a_meld(card, hand):
        return ()
    return tuple([meld for meld in melds_in(hand | {card}) if card in meld])


def extensions(meld: Meld) -> tuple[Card, ...]:
    """The cards of the same pack that lengthen this meld."""
    lowest, highest = min(meld), max(meld)
    if lowest % 13 == highest % 13:
        same_rank = ONE_PACK[lowest % 13 :: 13]
        return tuple([card for card in same_rank if card not in meld])
    below = (Card(lowest - 1),) if lowest % 13 > 0 else ()
    above = (Card(highest + 1),) if highest % 13 < 12 else ()
    return below + above
