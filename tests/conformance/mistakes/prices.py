"""Prices of cards that are a point off, whatever the game counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from meldspec.cards import Card, points, rank

Price: TypeAlias = Callable[[Card], int]

COURT = range(10, 13)
"""The ranks of court cards."""


def ace_at(number: int, usual: Price = points) -> Price:
    """An ace counts so much."""
    return lambda card: number if rank(card) == 0 else usual(card)


def court_at(number: int, usual: Price = points) -> Price:
    """Each court card counts so much."""
    return lambda card: number if rank(card) in COURT else usual(card)


def from_two_to_ten(more: int, usual: Price = points) -> Price:
    """The cards from two to ten count so much more than their number."""
    return lambda card: usual(card) + more if rank(card) in range(1, 10) else usual(card)


def count_of(more: int, count: int) -> int:
    """What is left of a hand counts so much more; an empty one counts nothing."""
    return count + more if count else 0
