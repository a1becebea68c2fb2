"""Ranks and suits of cards, whatever the game calls a meld."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from meldspec.cards import Card, rank, suit


def ranks_of(cards: Iterable[Card]) -> list[int]:
    """The ranks of cards, ascending."""
    return sorted(map(rank, cards))


def of_one_suit(cards: Iterable[Card]) -> bool:
    """Whether all cards are of one suit."""
    return len({*map(suit, cards)}) == 1


def in_a_row(ranks: Sequence[int]) -> bool:
    """Whether each rank follows the one before."""
    return all(high - low == 1 for low, high in pairwise(ranks))
