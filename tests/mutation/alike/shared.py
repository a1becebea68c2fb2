"""Changes of the shared play that no trial finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, cycle, product
from random import Random
from typing import Final

from meldspec import arrangement
from meldspec.cards import (
    ONE_PACK,
    RANKS,
    SUITS,
    Card,
    parse,
    rank,
    small_pack,
)
from meldspec.manipulation import By, Laid, Manner, Placed, Table, best_play, can_play
from meldspec.manipulation.manner import weight_of
from meldspec.melds import ALL_MELDS, SMALLEST, melds_in, melds_with
from meldspec.wild import SetLimits, is_all_melds, least_deadwood

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
    """How much can be played by the measure, and whether any card can be."""
    best = best_play(table, hand, manner, by)
    return best and sum(weight_of(card, by) for card in best.cards), can_play(table, hand, manner)


POSITIONS: Final = Inputs(
    f"the best play of every hand of one or two of {len(PLAYED)} cards at every table of at most "
    f"two of {len(LAID)} melds, and of {WIDE} drawn hands of eight at fourteen melds, with "
    f"{len(MANNERS)} manners in turn",
    positions,
    played,
)

# Hands of one pack

SMALL_PACKS: Final = (small_pack(4, 3), small_pack(3, 4), (0, 20, 33, *range(7, 13)))
"""Packs for hands with sets, with sets of four, and with runs up to the king."""
HANDS_DRAWN: Final = 1500


def hands() -> Iterator[tuple[tuple[Card, ...]]]:
    """Each hand of the small packs, then hands of 7 to 16 cards of the whole pack."""
    for pack in SMALL_PACKS:
        for size in range(len(pack) + 1):
            yield from ((hand,) for hand in combinations(map(Card, sorted(pack)), size))
    chance = Random(1)
    for _ in range(HANDS_DRAWN):
        yield (tuple(sorted(chance.sample(ONE_PACK, chance.randint(7, 16)))),)


def arranged(hand: tuple[Card, ...]) -> object:
    """The melds in a hand, the points that it must leave, and the sets of four that it then has."""
    cards = frozenset(hand)
    best = arrangement.arrange(cards)
    with_a_card = [sorted(map(sorted, melds_with(card, cards))) for card in hand[:2]]
    found = [sorted(meld) for meld in melds_in(hand)]
    least = arrangement.deadwood(cards)
    return found, with_a_card, best.deadwood, best.fours, least, arrangement.is_covered(cards)


OF_ONE_PACK: Final = Inputs(
    f"the melds and the least deadwood of every hand of {len(SMALL_PACKS)} packs of "
    f"{' or '.join(sorted({str(len(pack)) for pack in SMALL_PACKS}))} cards, and of "
    f"{HANDS_DRAWN} drawn hands of 7 to 16 cards",
    hands,
    arranged,
)

# Hands with wild cards

WITH_WILD: Final = 1500
LIMITS: Final = tuple(SetLimits(*each) for each in product((True, False), (None, 4, 3)))


def hands_with_wild() -> Iterator[tuple[tuple[Card, ...], int, SetLimits, int | None]]:
    """Hands of 3 to 13 cards of up to three packs, few suits or all, with a rank that is wild.

    A game tells no copies apart: like cards are the same number.
    """
    chance = Random(2)
    for number in range(WITH_WILD):
        wild = chance.randrange(len(RANKS))
        pack = [*small_pack(len(RANKS), 1 + number % len(SUITS))] * (1 + number % 3)
        pack += [card for card in pack if rank(card) == wild]
        hand = chance.sample(pack, min(len(pack), chance.randint(3, 13)))
        yield tuple(sorted(hand)), wild, chance.choice(LIMITS), chance.choice((None, 1, 15, 20))


def least(hand: tuple[Card, ...], wild: int, limits: SetLimits, points: int | None) -> object:
    """The least deadwood, and whether all cards fit into melds."""
    return least_deadwood(hand, wild, limits, points), is_all_melds(hand, wild, limits)


WILD: Final = Inputs(
    f"the least deadwood of {WITH_WILD} drawn hands of at most 13 cards, of up to three packs, "
    f"with {len(LIMITS)} limits of sets",
    hands_with_wild,
    least,
)

SEARCH: Final = (
    "best._added",
    "best._played",
    "best.can_play",
    "fitting._TWO_OTHERS",
    "fitting.adds_to",
    "fitting.fitting_cards",
    "kinds.extensions",
    "lanes.IMPOSSIBLE",
    "lanes.Lane.__init__",
    "lanes.Lane.bound",
    "lanes.Situation.choices",
    "lanes.Situation.may_name",
    "lanes.bound_of",
    "open_runs.NO_CARDS",
    "open_runs.continued",
    "open_runs.sets_of",
    "rebuilding._cut",
    "rebuilding._go_on",
    "rebuilding._grouped.fill",
    "rebuilding._third",
    "rebuilding.melds_of",
    "search.TableSearch.__init__",
    "search.TableSearch._aces",
    "search.TableSearch._ahead",
    "search.TableSearch._continued",
    "search.TableSearch._following",
    "search.TableSearch._last_steps",
    "search.TableSearch._most_of",
    "search.TableSearch._rated",
    "search.TableSearch._splits",
    "search.TableSearch._steps_by_sets",
    "search.TableSearch._with_names",
    "search.TableSearch.best",
    "search.TableSearch.steps",
    "search._PATIENCE",
)
"""The parts of the search for the best play on a shared table."""

INPUTS: Final[InputsOf] = {
    **{f"manipulation.{part}": POSITIONS for part in SEARCH},
    **dict.fromkeys(
        (
            "arrangement._POINT",
            "arrangement._heaviest",
            "arrangement.is_covered",
            "melds._TWO_OTHERS",
            "melds.ALL_MELDS",
            "melds.is_set",
            "melds.melds_in",
            "melds.melds_with",
        ),
        OF_ONE_PACK,
    ),
    **dict.fromkeys(
        (
            "wild.LONGEST",
            "wild._BITS",
            "wild._Counts.__init__",
            "wild._Counts.melds",
            "wild._ONES",
            "wild._Search.least",
            "wild._runs",
            "wild._sets",
            "wild.is_all_melds",
            "wild.is_all_melds.fits",
        ),
        WILD,
    ),
}

REASONS: Final[tuple[Reason, ...]] = ()
