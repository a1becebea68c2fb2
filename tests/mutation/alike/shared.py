"""Changes of the shared play that no trial finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, combinations_with_replacement, cycle, islice, product
from random import Random
from typing import Final

from meldspec import arrangement
from meldspec.cards import (
    JOKER,
    ONE_PACK,
    RANKS,
    SUITS,
    Card,
    parse,
    rank,
    small_pack,
)
from meldspec.manipulation import By, Laid, Manner, Placed, Table, best_play, can_play
from meldspec.manipulation.manner import may_follow, weight_of
from meldspec.melds import ALL_MELDS, SMALLEST, melds_in, melds_with
from meldspec.placed import as_held, stand_in
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

# Positions that can lie

NEAR: Final = 4000
"""Drawn positions of cards that are near each other, from decks as they are."""

WAYS: Final = (
    Manner(),
    Manner(domain="not_visible_on_table"),
    Manner(domain="copies_not_exceeded"),
    Manner(two_alike=False),
    Manner(natural_beside=False),
    Manner(table_only=True),
    Manner(one_per_natural=True),
    Manner(joker_counts=True),
    Manner(same_meld_counts=False),
)
"""The usual manner, and each other reading of jokers alone."""


def from_decks() -> Iterator[tuple[Table, tuple[Card, ...], Manner, By]]:
    """Tables that the manner allows, with a hand: of one pack with a joker, or of two with four."""
    chance = Random(3)
    for manner, by in islice(cycle(product(WAYS, By)), NEAR):
        packs = chance.choice((1, 2, 2))
        manner = replace(manner, packs=packs)
        table, hand = lying(chance, packs)
        while not may_follow(table, table, manner):
            table, hand = lying(chance, packs)
        yield table, hand, manner, by


def lying(chance: Random, packs: int) -> tuple[Table, tuple[Card, ...]]:
    """At most three melds of five neighbouring ranks, and up to four cards of these ranks."""
    deck = Counter({**dict.fromkeys(ONE_PACK, packs), Card(JOKER): 1 if packs == 1 else 4})
    first = chance.randrange(len(RANKS))
    ranks = [(first + step) % len(RANKS) for step in range(5)]
    table = list[Laid]()
    for _ in range(chance.randrange(4)):
        meld = near_meld(chance, ranks)
        needed = Counter(map(as_held, meld))
        if all(deck[card] >= number for card, number in needed.items()):
            deck.subtract(needed)
            table.append(meld)
    left = sorted(card for card in deck.elements() if card == JOKER or rank(card) in ranks)
    hand = chance.sample(left, chance.randint(1, 4))
    if deck[Card(JOKER)] and JOKER not in hand and chance.random() < 0.5:
        hand[0] = Card(JOKER)
    return tuple(sorted(table)), tuple(sorted(hand))


def near_meld(chance: Random, ranks: Sequence[int]) -> Laid:
    """A set of three or four cards, or a run of three to five, of these ranks; some are jokers."""
    if chance.random() < 0.4:
        of_rank = chance.choice(ranks)
        suits = chance.sample(range(len(SUITS)), chance.randint(3, 4))
        cards = [Card(len(RANKS) * suit + of_rank) for suit in suits]
    else:
        suit = chance.randrange(2)
        cards = [Card(len(RANKS) * suit + each) for each in ranks[: chance.randint(3, 5)]]
    return tuple(
        sorted(stand_in(card) if chance.random() < 0.25 else Placed(card) for card in cards)
    )


LYING: Final = Inputs(
    f"the best play of {NEAR} drawn hands of at most four cards at tables of at most three melds "
    "of neighbouring ranks, of one pack with a joker or two packs with four, with "
    f"{len(WAYS)} manners in turn, each of which allows the table",
    from_decks,
    played,
)

SOME_LYING: Final = 1500

BOTH: Final = Inputs(
    f"{POSITIONS.bounds}; and the first {SOME_LYING} of these: {LYING.bounds}",
    lambda: chain(positions(), islice(from_decks(), SOME_LYING)),
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
"""The parts of the search for the best play on a shared table.

Tables that no play leads to show the least; changes that were equal on them differed on others.
"""

ONLY_LYING: Final = ("fitting.adds_to", "search.TableSearch.steps")
"""The parts with changes that show only on tables that no play leads to."""

INPUTS: Final[InputsOf] = {
    **{f"manipulation.{part}": BOTH for part in SEARCH},
    **{f"manipulation.{part}": LYING for part in ONLY_LYING},
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

REASONS: Final[tuple[Reason, ...]] = (
    Reason(
        names=("71c38b96", "deb483f5", "44878941", "30e448dc"),
        why=(
            "The play never takes this field of a manner as it is by itself: it states the field, "
            "or asks only for fields that it states."
        ),
    ),
    Reason(
        names=("a0c365d0",),
        why=(
            "The play takes this field as it is by itself only where a joker frees another, and "
            "there one natural card is enough for all jokers by either reading."
        ),
    ),
    Reason(
        names=("737e1e56",),
        why=(
            "The play takes this field as it is by itself only to ask whether any card could be "
            "played under some readings, and fourteen cards of a suit are two runs as well as one."
        ),
    ),
    Reason(
        names=("2effd755", "690939b1", "09fa4452"),
        why=(
            "A card more still outweighs all points: no two plays of a hand differ by 512 points "
            "where the dearer one has fewer cards."
        ),
    ),
    Reason(
        names=(
            "3552a437",
            "7f488791",
            "4fe1d980",
            "e53b7d19",
            "ac76cea9",
            "9fabc93e",
            "732ed4ff",
            "127bb900",
            "b77349ad",
            "757b2c0f",
            "3085f323",
            "72cfec36",
            "fb52c556",
            "88bd6e4a",
            "08b8f9f5",
            "87077faa",
            "cf09249b",
            "9f739b9c",
            "de6060bf",
            "448e3436",
            "5b1d0f3f",
        ),
        why=(
            "Only the short cut `adds_to` asks this, about a table of a play and about this table "
            "with one joker more at a meld. Melds, natural cards and old names are in order there "
            "in any case, so the change makes the short cut say no at most; then the whole search "
            "answers. The refusals of the play have conditions of their own."
        ),
    ),
    Reason(
        names=("6e0ab575", "42a547e6"),
        why="Without a joker there is no name twice, whether none or one is the number of names.",
    ),
    Reason(
        names=("7326f612",),
        why="If each card weighs two, the same plays are best: the sums are only compared.",
    ),
    Reason(
        names=(
            "f8d035b9",
            "ce19a1e4",
            "57fb8e8e",
            "0d007da2",
            "96621cf5",
            "e0cf690e",
            "0e9db325",
            "5d62d8a7",
            "88b46c18",
            "39946544",
            "bc2d7945",
            "9ffc357c",
            "36bc01aa",
            "b1e174ac",
            "4086c853",
            "bd487173",
            "e691ddb8",
            "8dbadd26",
            "00c2f31f",
            "550fc0fe",
            "c3af2f16",
            "76e12e89",
            "daa3d798",
            "dcdc666f",
            "0b419e0b",
            "25884798",
        ),
        why=(
            "No rule asks the definition of the least deadwood, which is there to be compared with "
            "the solver. The law `the_definition_of_the_reference` does."
        ),
    ),
    Reason(
        names=("ea2f01ed", "b19e8078", "54011cfe"),
        why=(
            "Any number above that of the joker keeps copies apart, either number of a "
            "joker stands for it everywhere, and no word is read as the second joker of a "
            "copy."
        ),
    ),
    Reason(
        names=("e30b300a", "30472084", "046b23bd", "a14333f9"),
        why=("The suite writes a ten as T. `test_other_spellings_are_understood` asks for 10."),
    ),
    Reason(
        names=(
            "16ffea7c",
            "cbfd013d",
            "a4c593fd",
            "e3df1e46",
            "ff7f16d9",
            "a3ce0b0f",
            "46e788a8",
            "bb94944f",
            "2aa88021",
            "b5563a24",
        ),
        why=(
            "The rank and the suit of a joker are asked only where one lies in a meld "
            "without a name, which `joker.declare` refuses in any case, and where cards "
            "of a suit are counted to leave an option unread."
        ),
    ),
    Reason(
        names=("28e9d03d", "703e24f1", "bfc5cd27", "6780134a", "bf0cd1b9"),
        why=("No rule asks for the points of a joker here: Carousel has a price of its own."),
    ),
    Reason(
        names=("7a5a882c",),
        why=("A joker is read before its text is looked up."),
    ),
    Reason(
        names=("b40b4ab0",),
        why=(
            "A game without jokers does not understand a message with one, so no case has "
            "it. `test_a_field_that_cannot_be_read_is_named` tries it."
        ),
    ),
    Reason(
        names=("733c83bc", "c63250e0", "db6be1a4", "e75b9f47", "e572f7e8"),
        why=(
            "Only cards of the first copy are asked: games of more packs forget the "
            "copies as they read cards, and in a game of one pack the second copy of a "
            "card is in no hand. `test_a_repeated_text_names_the_next_copy` asks for "
            "both."
        ),
    ),
    Reason(
        names=("54d53547", "d56ef67b", "d1ce6896", "60521735"),
        why=(
            "Games of more packs forget the copies as they read cards. In a game of one "
            "pack a card that a deal names twice is refused either way: as a card of no "
            "pack, or because a card is missing. "
            "`test_a_repeated_text_names_the_next_copy` asks for the copy."
        ),
    ),
    Reason(
        names=("0ac92fac", "adfcedc7", "3c8870b2", "8cb7bb03", "96b7d1f0"),
        why=("No rule asks for a small pack; explorations and laws do."),
    ),
    Reason(
        names=("ec3a40e7",),
        why=("The mark of a condition always states this field, so its default is never taken."),
    ),
    Reason(
        names=("3d0722d4", "d53bb498"),
        why=(
            "A condition is asked of candidates that meet it by the way they are made, or "
            "for which it was asked before. Only time is lost."
        ),
    ),
    Reason(
        names=("8defeb3c",),
        why=("Nothing follows of itself from a refusal, so it comes back as it is."),
    ),
    Reason(
        names=("74f28671", "213bf3ad"),
        why=(
            "A phase without listed moves has no candidates, so its list is empty in any "
            "case; only options are read that need not be."
        ),
    ),
    Reason(
        names=("595a795b", "8391e943"),
        why=(
            "An open kind proposes one action at most, and a condition that is the same "
            "for every action may be asked of the last."
        ),
    ),
    Reason(
        names=("77da038b",),
        why=("Both lists have a number for each seat."),
    ),
)
