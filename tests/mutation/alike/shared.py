"""Changes of the shared play that no trial finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, cycle, product
from random import Random
from typing import Final

from meldspec.cards import ONE_PACK, Card, parse
from meldspec.manipulation import By, Laid, Manner, Placed, Table, best_play, can_play
from meldspec.melds import ALL_MELDS, SMALLEST

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


WIDE: Final = 240
"""Drawn positions with more melds and cards: there the search looks ahead by bounds."""


def positions() -> Iterator[tuple[Table, tuple[Card, ...], Manner, By]]:
    """Each hand at each table, then wide ones, with one manner and measure after the other."""
    asked = [*product(TABLES, HANDS), *map(wide, range(WIDE))]
    ways = cycle(product(MANNERS, By))
    for (table, hand), (manner, by) in zip(asked, ways, strict=False):
        yield table, hand, manner, by


def wide(seed: int) -> tuple[Table, tuple[Card, ...]]:
    """A table with many melds of three and a hand of eight cards, drawn by a seed."""
    chance = Random(seed)
    pack = [*ONE_PACK, *ONE_PACK]
    chance.shuffle(pack)
    hand, rest = pack[:8], Counter(pack[8:])
    laid = list[Laid]()
    for meld in chance.sample(ALL_MELDS, len(ALL_MELDS)):
        if len(meld) == SMALLEST and all(rest[card] for card in meld) and len(laid) < 14:
            rest.subtract(meld)
            laid.append(tuple(sorted(map(Placed, meld))))
    return tuple(sorted(laid)), tuple(sorted(hand))


def played(table: Table, hand: tuple[Card, ...], manner: Manner, by: By) -> object:
    """The most that can be played, and whether any card can be."""
    best = best_play(table, hand, manner, by)
    return best and (best.cards, best.points), can_play(table, hand, manner)


POSITIONS: Final = Inputs(
    f"the best play of every hand of one or two of {len(PLAYED)} cards at every table of at most "
    f"two of {len(LAID)} melds, and of {WIDE} drawn hands of eight at fourteen melds, with "
    f"{len(MANNERS)} manners in turn",
    positions,
    played,
)

INPUTS: Final[InputsOf] = {
    "manipulation.lanes.Lane.bound": POSITIONS,
    "manipulation.lanes.bound_of": POSITIONS,
}

REASONS: Final[tuple[Reason, ...]] = ()
