"""Melds of one pack: sets and runs, what they are and which ones a hand holds."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TypeAlias

from meldspec.cards import Card, rank, suit

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


def melds_in(hand: Iterable[Card]) -> tuple[Meld, ...]:
    """Every meld that can be made of cards of the hand: sets by rank, then runs by suit.

    The hand must be of one pack.  The plain definition is "each subset that is a meld".
    """
    cards = sorted(hand)
    return (*_sets_in(cards), *_runs_in(cards))


def _sets_in(cards: list[Card]) -> list[Meld]:
    by_rank: dict[int, list[Card]] = {}
    for card in cards:
        by_rank.setdefault(card % 13, []).append(card)
    found: list[Meld] = []
    for number in sorted(by_rank):
        same = by_rank[number]
        if len(same) >= SMALLEST:
            found.extend(frozenset(three) for three in combinations(same, 3))
            if len(same) == 4:
                found.append(frozenset(same))
    return found


def _runs_in(cards: list[Card]) -> list[Meld]:
    found: list[Meld] = []
    start = 0
    for end in range(1, len(cards) + 1):
        goes_on = end < len(cards) and cards[end] == cards[end - 1] + 1 and cards[end] % 13 != 0
        if goes_on:
            continue
        for first in range(start, end - 2):
            found.extend(frozenset(cards[first:last]) for last in range(first + 3, end + 1))
        start = end
    return found


def melds_with(card: Card, hand: Iterable[Card]) -> tuple[Meld, ...]:
    """Every meld that holds the card and otherwise only cards of the hand."""
    return tuple(meld for meld in melds_in((*hand, card)) if card in meld)


def extensions(meld: Meld) -> tuple[Card, ...]:
    """The cards of the same pack that make a longer meld of this one."""
    lowest, highest = min(meld), max(meld)
    if lowest % 13 == highest % 13:
        number = lowest % 13
        fourth = (Card(13 * s + number) for s in range(4))
        return tuple(card for card in fourth if card not in meld)
    below = (Card(lowest - 1),) if lowest % 13 > 0 else ()
    above = (Card(highest + 1),) if highest % 13 < 12 else ()
    return below + above
