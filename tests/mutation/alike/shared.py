"""Changes of the shared play that no trial finds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Final

from meldspec.cards import Card, parse
from meldspec.manipulation import By, Manner, Table, best_play, can_play

from . import Inputs, InputsOf, Reason
from .carousel import melds

# Melds on a shared table

LAID: Final = (
    "AC 2C 3C",
    "QC KC AC",
    "2C 2D 2S",
    "2C *2D 2S",
    "*2C 3C 4C",
    "3C 3D 3S 3H",
    "2D 3D 4D 5D",
    "AC *2C *3C",
    "KC KD *KS",
)
"""Melds of a table, with and without jokers, at both ends of a suit and in sets."""

TABLES: Final = tuple(
    melds(*words) for size in range(3) for words in combinations_with_replacement(LAID, size)
)
"""Every table with at most two of these melds."""

PLAYED: Final = ("AC", "2C", "3C", "4C", "2H", "KC", "KH", "*")

HANDS: Final = tuple(
    tuple(map(parse, words))
    for size in (1, 2)
    for words in combinations_with_replacement(
        ["AC", "2C", "3C", "4C", "2H", "KC", "KH", "*"], size
    )
)
"""Every hand with one or two of eight cards, two of them alike included."""

MANNERS: Final = (
    Manner(),
    Manner(both_ends=False, packs=2, domain="copies_not_exceeded", one_per_natural=True),
    Manner(packs=2, domain="not_visible_on_table", two_alike=False, natural_beside=False),
    Manner(both_ends=False, table_only=True, joker_counts=True, same_meld_counts=False),
)


def positions() -> Iterator[tuple[Table, tuple[Card, ...], Manner, By]]:
    """Each hand at each table, in each manner, with one measure after the other."""
    for number, (table, hand, manner) in enumerate(product(TABLES, HANDS, MANNERS)):
        yield table, hand, manner, (*By,)[number % len(By)]


def played(table: Table, hand: tuple[Card, ...], manner: Manner, by: By) -> object:
    """The most that can be played, and whether any card can be."""
    best = best_play(table, hand, manner, by)
    return best and (best.cards, best.points), can_play(table, hand, manner)


POSITIONS: Final = Inputs(
    f"the best play of every hand of one or two of eight cards at every table of at most two of "
    f"{len(LAID)} melds, in {len(MANNERS)} manners",
    positions,
    played,
)

INPUTS: Final[InputsOf] = {}

REASONS: Final[tuple[Reason, ...]] = ()
