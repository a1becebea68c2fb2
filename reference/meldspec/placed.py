"""Cards on a shared table: a joker there stands for a card.

Cards that look alike are one card here, that of the first copy; a joker is ``JOKER``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NewType, TypeAlias

from meldspec.cards import CARDS_IN_A_COPY, JOKER, Card, points

Placed = NewType("Placed", int)
"""A card on the table: a natural card as itself, or ``54 + card``, a joker that stands for it.

The bare ``JOKER`` stands for no card, and belongs to no meld.
"""


Laid: TypeAlias = tuple[Placed, ...]
"""A meld on the table, sorted."""


Table: TypeAlias = tuple[Laid, ...]
"""The melds on the table, sorted."""


JOKER_POINTS: Final = 25


def stands_for(placed: Placed) -> Card:
    """The card that it counts as in a meld: itself, or the card that the joker stands for."""
    return Card(placed % CARDS_IN_A_COPY)


def is_stand_in(placed: Placed) -> bool:
    """Whether it is a joker that stands for a card."""
    return placed >= CARDS_IN_A_COPY


def stand_in(card: Card) -> Placed:
    """A joker that stands for the card."""
    return Placed(CARDS_IN_A_COPY + card)


def price(card: Card) -> int:
    """The points of a card in a hand; a joker counts 25."""
    return JOKER_POINTS if card == JOKER else points(card)


def as_held(placed: Placed) -> Card:
    """The card as it is in a hand, where a joker stands for nothing."""
    return Card(JOKER) if is_stand_in(placed) else stands_for(placed)


def sorted_melds(melds: Iterable[Iterable[Placed]]) -> Table:
    """The melds in sorted order, each sorted in itself."""
    return tuple(sorted(tuple(sorted(meld)) for meld in melds))
