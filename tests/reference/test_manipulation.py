"""Melds on a shared table, and the most that can be played there, against their definitions.

This module lists all melds, and decides joker by joker which jokers are free.  With few cards it
makes every pile that consists of melds, and looks among these for the most that a hand can play.
With more cards it tries every part of the hand with every name of the jokers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, combinations, combinations_with_replacement, permutations, product
from typing import TypeAlias, assert_never, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meldspec.cards import JOKER, ONE_PACK, RANKS, SUITS, Card, parse, rank
from meldspec.manipulation import (
    By,
    Domain,
    Kind,
    Laid,
    Manner,
    Placed,
    Table,
    best_play,
    can_play,
    extensions,
    is_stand_in,
    keeps_identities,
    kind,
    may_follow,
    price,
    stand_in,
    stands_for,
)

from ..sampled import sampled, slow_or_nightly

Hand: TypeAlias = tuple[Card, ...]
Pool: TypeAlias = Mapping[Placed, int]
"""The number of copies of each natural card."""


def placed(word: str) -> Placed:
    return stand_in(parse(word[1:])) if len(word) > 2 else Placed(parse(word))


def laid(*melds: str) -> Table:
    return sorted_table([placed(word) for word in meld.split()] for meld in melds)


def sorted_table(melds: Iterable[Iterable[Placed]]) -> Table:
    return tuple(sorted(tuple(sorted(meld)) for meld in melds))


def hand(words: str) -> Hand:
    return tuple(sorted(map(parse, words.split())))


def cards_on(table: Table) -> Laid:
    return tuple(sorted(chain.from_iterable(table)))


@lru_cache(maxsize=1 << 12)
def naturals_of(cards: Laid) -> Counter[Placed]:
    return Counter(each for each in cards if not is_stand_in(each))


@lru_cache(maxsize=1 << 12)
def names_of(cards: Laid) -> Counter[Card]:
    return Counter(stands_for(each) for each in cards if is_stand_in(each))


def worth(cards: Hand, by: By) -> int:
    points = sum(map(price, cards))
    match by:
        case By.CARDS:
            return len(cards)
        case By.POINTS:
            return points
        case By.POINTS_OF_MOST_CARDS:
            return 1_000_000 * len(cards) + points
        case _:
            assert_never(by)


# Definitions


def sets() -> Iterator[Laid]:
    for of in range(len(RANKS)):
        for size in (3, 4):
            for suits in combinations(range(len(SUITS)), size):
                yield tuple(Placed(13 * each + of) for each in suits)


def runs() -> Iterator[Laid]:
    """Every run from one rank to a higher one; the highest rank is the ace above the king."""
    for of in range(len(SUITS)):
        for first in range(12):
            for last in range(first + 3, 15):
                yield tuple(sorted(Placed(13 * of + each % 13) for each in range(first, last)))


KINDS = {**dict.fromkeys(sets(), Kind.SET), **dict.fromkeys(runs(), Kind.RUN)}


def plain_kind(meld: Laid, both_ends: bool) -> Kind | None:
    found = KINDS.get(tuple(sorted(Placed(stands_for(each)) for each in meld)))
    return None if len(meld) == 14 and not both_ends else found


FROM_HAND = -1


def frees(by: int, joker: int, manner: Manner) -> bool:
    """Whether a natural frees a joker; both are named by the place of their old meld."""
    if by == FROM_HAND:
        return not manner.table_only
    return manner.same_meld_counts or by != joker


def enough_are_free(card: Card, old: Table, new: Laid, manner: Manner) -> bool:
    """Whether the jokers that no longer stand for a card may all be free.

    By ``joker_counts`` a joker that stays, or that a natural frees, frees all the others.
    """
    named, naturals = names_of(new)[card], naturals_of(new)[Placed(card)]
    jokers = [place for place, meld in enumerate(old) for _ in range(meld.count(stand_in(card)))]
    there = [place for place, meld in enumerate(old) for _ in range(meld.count(Placed(card)))]
    by = [*there, *[FROM_HAND] * (naturals - len(there))]
    gone = max(0, len(jokers) - named)
    if manner.joker_counts and (
        named or any(frees(one, joker, manner) for one in by for joker in jokers)
    ):
        return True
    for free in combinations(jokers, gone):
        if manner.one_per_natural:
            for each_by in permutations(by, gone):
                if all(frees(one, joker, manner) for one, joker in zip(each_by, free, strict=True)):
                    return True
        elif all(any(frees(one, joker, manner) for one in by) for joker in free):
            return True
    return False


def is_permitted(old: Table, new: Laid, manner: Manner) -> bool:
    """Whether every joker may stand for its new card, in any arrangement into melds."""
    before, names, naturals = names_of(cards_on(old)), names_of(new), naturals_of(new)
    named = names - before
    match manner.domain:
        case "not_visible_on_table" if any(naturals[Placed(card)] for card in named):
            return False
        case "copies_not_exceeded" if any(
            naturals[Placed(card)] + names[card] > manner.packs for card in named
        ):
            return False
    if not manner.two_alike and any(number > 1 for number in names.values()):
        return False
    return all(enough_are_free(card, old, new, manner) for card in before)


def is_laid_well(meld: Laid, manner: Manner) -> bool:
    natural = any(not is_stand_in(each) for each in meld)
    return plain_kind(meld, manner.both_ends) is not None and (natural or not manner.natural_beside)


def judge(table: Table, held: Hand, manner: Manner, by: By) -> int | None:
    """The most that the reference finds; the play and the other answers on it are asserted."""
    play = best_play(table, held, manner, by)
    if by is By.CARDS:
        assert can_play(table, held, manner) == (play is not None)
    if play is None:
        return None
    new = cards_on(play.table)
    assert play.cards
    assert play.points == worth(play.cards, By.POINTS)
    assert not Counter(play.cards) - Counter(held)
    played = Counter(Placed(card) for card in play.cards if card != JOKER)
    assert naturals_of(new) == naturals_of(cards_on(table)) + played
    jokers = names_of(cards_on(table)).total() + play.cards.count(Card(JOKER))
    assert names_of(new).total() == jokers
    assert all(is_laid_well(meld, manner) for meld in play.table)
    assert is_permitted(table, new, manner)
    assert may_follow(table, play.table, manner)
    assert play.cards == tuple(sorted(play.cards))
    assert play.table == sorted_table(play.table)
    return worth(play.cards, by)


# All piles of few cards


def filled(pool: Pool, jokers: int, most: int, manner: Manner) -> tuple[Laid, ...]:
    """Every meld of at most ``most`` cards: naturals of the pool and up to ``jokers`` jokers."""
    found = set[Laid]()
    for identities in KINDS:
        places = [range(len(identities))] if len(identities) <= most else []
        for number in range(jokers + 1):
            for chosen in chain.from_iterable(combinations(each, number) for each in places):
                meld = tuple(
                    stand_in(stands_for(each)) if place in chosen else each
                    for place, each in enumerate(identities)
                )
                found.add(tuple(sorted(meld)))
    return tuple(
        sorted(
            meld
            for meld in found
            if is_laid_well(meld, manner)
            and all(number <= pool.get(each, 0) for each, number in naturals_of(meld).items())
        )
    )


def piles(pool: Pool, jokers: int, most: int, manner: Manner) -> dict[Laid, Table]:
    """All sets of at most ``most`` cards that a table can have, each with one table of melds."""
    melds = filled(pool, jokers, most, manner)
    found: dict[Laid, Table] = {}

    def go_on(first: int, table: Table) -> None:
        pile = cards_on(table)
        naturals = naturals_of(pile)
        if len(pile) > most or names_of(pile).total() > jokers:
            return
        if any(number > pool[each] for each, number in naturals.items()):
            return
        found.setdefault(pile, table)
        for place in range(first, len(melds)):
            go_on(place, (*table, melds[place]))

    go_on(0, ())
    return found


def parts_of(pool: Pool, jokers: int, most: int) -> Iterator[Hand]:
    """Every hand of at most ``most`` cards."""
    amounts = {Card(each): number for each, number in pool.items()} | {Card(JOKER): jokers}
    for size in range(most + 1):
        for cards in combinations_with_replacement(sorted(amounts), size):
            if all(cards.count(card) <= amounts[card] for card in cards):
                yield cards


def plays_among(table: Table, among: dict[Laid, Table], manner: Manner) -> tuple[Hand, ...]:
    """The cards that a hand adds to the table, for every pile that may follow it; none included."""
    before, jokers = naturals_of(cards_on(table)), names_of(cards_on(table)).total()
    found = set[Hand]()
    for pile in among:
        added = names_of(pile).total() - jokers
        if added >= 0 and before <= naturals_of(pile) and is_permitted(table, pile, manner):
            more = (Card(each) for each in (naturals_of(pile) - before).elements())
            found.add((*sorted(more), *[Card(JOKER)] * added))
    return tuple(sorted(found))


@dataclass(frozen=True)
class Bounds:
    """All situations with these cards, and limits on copies, jokers, table and hand.

    Jokers may stand for any card of the pack, so melds can have other cards than these few.
    """

    cards: str
    copies: int
    jokers: int
    on_table: int
    in_hand: int

    def judge_all(self, manner: Manner, always: Iterable[By] = (By.CARDS,)) -> int:
        """Judge each situation by cards and by points, and return the number of situations.

        Where nothing can be played, only the measures of ``always`` are asked: in two situations
        of three that is so, and no measure can make a difference there.
        """
        pool = {placed(word): self.copies for word in self.cards.split()}
        among = piles(pool, self.jokers, self.on_table + self.in_hand, manner)
        seen = 0
        for pile, table in among.items():
            if len(pile) > self.on_table:
                continue
            plays = plays_among(table, among, manner)
            left = {each: number - pile.count(each) for each, number in pool.items()}
            jokers = self.jokers - names_of(pile).total()
            for held in parts_of(left, jokers, self.in_hand):
                within = [cards for cards in plays if not Counter(cards) - Counter(held)]
                for by in By if any(within) else always:
                    most = max([worth(cards, by) for cards in within], default=0)
                    assert judge(table, held, manner, by) == (most or None)
                seen += 1
        return seen


# The definition for more cards


@cache
def melds_with(card: Card) -> tuple[tuple[Laid, frozenset[Card]], ...]:
    melds = [meld for meld in KINDS if Placed(card) in meld]
    return tuple((meld, frozenset(map(stands_for, meld))) for meld in melds)


@lru_cache(maxsize=1 << 18)
def is_divisible(cards: Laid, both_ends: bool, natural_beside: bool) -> bool:
    """Whether all the cards can lie in melds: the first card is tried in each of its melds."""
    manner = Manner(both_ends=both_ends, natural_beside=natural_beside)
    if not cards:
        return True
    lying = set(cards)
    there = set(map(stands_for, lying))
    for identities, needed in melds_with(stands_for(cards[0])):
        if not needed <= there:
            continue
        either = [(each, stand_in(stands_for(each))) for each in identities]
        for meld in product(*[[each for each in two if each in lying] for two in either]):
            left = Counter(cards)
            left.subtract(meld)
            if cards[0] in meld and is_laid_well(meld, manner):
                others = tuple(sorted(left.elements()))
                if is_divisible(others, both_ends, natural_beside):
                    return True
    return False


def most_tried(table: Table, held: Hand, manner: Manner, by: By) -> int | None:
    """The most that the hand can play, found by trying each part of it with each name of jokers."""
    before = cards_on(table)
    parts = {part for size in range(len(held)) for part in combinations(held, size + 1)}
    for part in sorted(parts, key=lambda cards: -worth(cards, by)):
        naturals = [*naturals_of(before).elements()]
        naturals += [Placed(card) for card in part if card != JOKER]
        jokers = names_of(before).total() + part.count(Card(JOKER))
        for names in combinations_with_replacement(ONE_PACK, jokers):
            new = tuple(sorted([*naturals, *map(stand_in, names)]))
            if is_permitted(table, new, manner) and is_divisible(
                new, manner.both_ends, manner.natural_beside
            ):
                return worth(part, by)
    return None


# Situations


def small_table(
    chance: random.Random, possible: list[Laid], on_table: int, jokers: int
) -> tuple[Table, Counter[Placed]]:
    """A table of melds of two packs, jokers in place of some cards, and the cards left over."""
    left = Counter({Placed(card): 2 for card in ONE_PACK})
    melds = list[list[Placed]]()
    for meld in chance.choices(possible, k=60):
        if sum(map(len, melds)) < on_table and all(left[each] >= meld.count(each) for each in meld):
            left.subtract(meld)
            melds.append(list(meld))
    for lying in chance.choices(melds, k=jokers) if melds else []:
        place = chance.randrange(len(lying))
        if not is_stand_in(lying[place]):
            left[lying[place]] += 1
            lying[place] = stand_in(stands_for(lying[place]))
    return sorted_table(melds), left


def dealt(
    chance: random.Random, on_table: int, in_hand: int, jokers: tuple[int, int], ranks: int = 13
) -> tuple[Table, Hand]:
    """A table and a hand with these numbers of jokers, of cards of ``ranks`` adjacent ranks."""
    lowest = chance.randrange(len(RANKS))
    near = {(lowest + step) % len(RANKS) for step in range(ranks)}
    possible = [
        meld for meld in KINDS if len(meld) < 6 and {rank(Card(each)) for each in meld} <= near
    ]
    table, left = small_table(chance, possible, on_table, jokers[0])
    cards = [each for each in sorted(left.elements()) if rank(Card(each)) in near]
    naturals = map(Card, chance.sample(cards, min(in_hand - jokers[1], len(cards))))
    return table, tuple(sorted([*naturals, *[Card(JOKER)] * jokers[1]]))


PLAIN = Manner(packs=2)
MANNERS = {
    "default": PLAIN,
    "one ace": replace(PLAIN, both_ends=False),
    "not visible": replace(PLAIN, domain="not_visible_on_table"),
    "copies of one pack": Manner(domain="copies_not_exceeded"),
    "copies of two packs": replace(PLAIN, domain="copies_not_exceeded"),
    "no two alike": replace(PLAIN, two_alike=False),
    "jokers alone": replace(PLAIN, natural_beside=False),
    "from the table": replace(PLAIN, table_only=True),
    "one each": replace(PLAIN, one_per_natural=True),
    "jokers free": replace(PLAIN, joker_counts=True),
    "jokers free one each": replace(PLAIN, joker_counts=True, one_per_natural=True),
    "other meld": replace(PLAIN, same_meld_counts=False),
    "strictest": Manner(False, 1, "not_visible_on_table", False, True, True, True, False, False),
}
every_manner = pytest.mark.parametrize(
    "manner",
    [
        pytest.param(manner, id=name, marks=sampled(number, 4))
        for number, (name, manner) in enumerate(MANNERS.items())
    ],
)


# What a meld is


@pytest.mark.parametrize(("ranks", "suits", "most"), [("KA23", "CD", 4), ("78", "CDHS", 5)])
def test_a_meld_is_one_of_those_that_there_are(ranks: str, suits: str, most: int) -> None:
    """Every four or five of some cards, also with copies and with jokers."""
    cards = [placed(each + of) for each in ranks for of in suits]
    for size in range(most + 1):
        for meld in combinations_with_replacement(cards, size):
            jokers = tuple(map(stand_in, map(Card, meld)))
            for both_ends in (True, False):
                found = plain_kind(meld, both_ends)
                assert kind(meld, both_ends) == found
                assert kind(jokers[:1] + meld[1:], both_ends) == found
                assert kind(jokers, both_ends) == found


@pytest.mark.parametrize("both_ends", [True, False])
def test_a_run_keeps_between_its_aces(both_ends: bool) -> None:
    """Every choice of cards of a suit, with and without a second ace."""
    suited = [Placed(card) for card in ONE_PACK[13:26]]
    for chosen in product((False, True), repeat=14):
        meld = tuple(
            each for each, there in zip((suited[0], *suited), chosen, strict=True) if there
        )
        assert kind(meld, both_ends) == plain_kind(meld, both_ends)


@pytest.mark.parametrize("meld", ["*", "7C 7D *", "* * *", "5C 6C 7C *"])
def test_a_joker_that_stands_for_nothing_is_in_no_meld(meld: str) -> None:
    assert kind([placed(word) for word in meld.split()], True) is None


def test_what_makes_a_meld_longer() -> None:
    """For every meld, without a joker or with one as its first card."""
    for meld in KINDS:
        for both_ends in (True, False):
            if plain_kind(meld, both_ends) is None:
                continue
            longer = [
                card
                for card in ONE_PACK
                if plain_kind((*meld, Placed(card)), both_ends) is not None
            ]
            named = (stand_in(Card(meld[0])), *meld[1:])
            assert sorted(extensions(meld, both_ends)) == longer
            assert sorted(extensions(named, both_ends)) == longer


def test_cards_and_what_they_count() -> None:
    for card in ONE_PACK:
        assert stands_for(stand_in(card)) == stands_for(Placed(card)) == card
        assert [is_stand_in(each) for each in (stand_in(card), Placed(card))] == [True, False]
        assert price(card) == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)[rank(card)]
    assert not is_stand_in(Placed(JOKER))
    assert price(Card(JOKER)) == 25


# What may follow


@every_manner
def test_what_may_follow_a_table(manner: Manner) -> None:
    """Every two tables of up to six cards of small packs, if one has the cards of the other."""
    for cards, copies, jokers in (("5C 6C 7C", 2, 2), ("5C 6C", 1, 3)):
        pool = {placed(word): copies for word in cards.split()}
        among = piles(pool, jokers, 6, replace(manner, natural_beside=False))
        for old, new in product(among.values(), repeat=2):
            before, after = cards_on(old), cards_on(new)
            if naturals_of(before) <= naturals_of(after) and names_of(before).total() <= jokers:
                well = all(is_laid_well(meld, manner) for meld in new)
                expected = well and is_permitted(old, after, manner)
                assert may_follow(old, new, manner) == expected


FROM_ACE_TO_KING = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
ROUND = f"{FROM_ACE_TO_KING} *AS"
"""A run with an ace at either end, the upper one a joker."""


@pytest.mark.parametrize(
    ("old", "new", "counts", "does_not"),
    [
        ([ROUND], [FROM_ACE_TO_KING, "7C 8C *9C"], True, False),
        ([ROUND], [ROUND, "7C 8C *9C"], True, True),
        ([ROUND], [FROM_ACE_TO_KING, "AS 2S 3S", "7C 8C *9C"], True, True),
        ([ROUND, ROUND], [ROUND, FROM_ACE_TO_KING, "7C 8C *9C"], True, True),
        ([ROUND, ROUND], [FROM_ACE_TO_KING] * 2 + ["7C 8C *9C", "7H 8H *9H"], True, True),
        ([ROUND, "*AS AD AH AC"], [ROUND, "AD AH AC", "7C 8C *9C"], True, True),
        ([ROUND, "*AS AD AH AC"], [FROM_ACE_TO_KING, "*AS AD AH AC", "7C 8C *9C"], True, True),
        (
            [ROUND, "*AS AD AH AC"],
            [FROM_ACE_TO_KING, "AD AH AC", "7C 8C *9C", "7H 8H *9H"],
            True,
            False,
        ),
    ],
)
def test_the_natural_at_the_other_end(
    old: list[str], new: list[str], counts: bool, does_not: bool
) -> None:
    before, after = laid(*old), laid(*new)
    for manner, expected in ((PLAIN, counts), (MANNERS["other meld"], does_not)):
        assert may_follow(before, after, manner) == expected
        assert is_permitted(before, cards_on(after), manner) == expected


@pytest.mark.parametrize(
    ("still", "natural", "alone", "each", "counting"),
    [
        (4, False, True, True, True),
        (3, False, False, False, True),
        (2, False, False, False, True),
        (1, False, False, False, True),
        (0, False, False, False, False),
        (3, True, True, True, True),
        (2, True, True, False, True),
        (1, True, True, False, True),
        (0, True, True, False, True),
    ],
)
def test_four_jokers_for_one_card(
    still: int, natural: bool, alone: bool, each: bool, counting: bool
) -> None:
    """The same number of jokers must stand for the card, in any melds."""
    pairs = ["5D 5H", "5D 5S", "5H 5S", "6C 7C"]
    old = laid(*[f"*5C {pair}" for pair in pairs])
    names = ["*5C"] * still + ["*8D"] * (len(pairs) - still) + ["5C"] * natural
    (new_cards,) = laid(" ".join([*names, *pairs]))
    for manner, expected in (
        (PLAIN, alone),
        (MANNERS["one each"], each),
        (MANNERS["jokers free"], counting),
        (MANNERS["jokers free one each"], counting),
    ):
        assert keeps_identities(old, (new_cards,), manner) == expected
        assert is_permitted(old, new_cards, manner) == expected


# The most that can be played: all situations of few cards


@pytest.mark.parametrize(
    "bounds",
    [
        pytest.param(Bounds("5C 6C 7C 5D 6D 7D 5H 6H 7H", 1, 0, 6, 3), marks=pytest.mark.slow),
        pytest.param(Bounds("5C 6C 7C 5D 6D 7D 5H 6H 7H", 1, 0, 6, 4), marks=pytest.mark.slow),
        Bounds("5C 6C 7C 5D 6D 7D", 1, 1, 4, 3),
        Bounds("5C 6C 7C", 1, 2, 4, 3),
        pytest.param(Bounds("5C 6C 7C 5D", 1, 2, 4, 3), marks=pytest.mark.slow),
        pytest.param(Bounds("5C 6C 7C 8C", 2, 0, 7, 4), marks=pytest.mark.slow),
        Bounds("QC KC AC 2C 3C", 2, 0, 6, 4),
        Bounds("QC KC AC 2C", 1, 2, 3, 2),
        pytest.param(Bounds("QC KC AC 2C", 1, 2, 3, 3), marks=pytest.mark.slow),
        Bounds("7C 7D 7H 7S", 2, 0, 8, 4),
        Bounds("7C 7D 7H 7S", 1, 1, 4, 3),
        Bounds("7C 7D 8D 9D", 1, 2, 3, 2),
        pytest.param(Bounds("7C 7D 8D 9D", 1, 2, 3, 3), marks=pytest.mark.slow),
        Bounds("5C 6C 7C 9C", 1, 1, 4, 3),
        Bounds("5C 6C", 1, 3, 4, 3),
        Bounds("KC", 1, 4, 4, 4),
    ],
    ids=str,
)
def test_every_situation_of_few_cards(bounds: Bounds) -> None:
    assert bounds.judge_all(PLAIN) >= 30


@every_manner
def test_every_situation_of_fewer_cards_in_every_manner(manner: Manner) -> None:
    """Among the situations are two jokers for one card, and a card that frees them."""
    assert Bounds("5C 6C 7C", 2, 2, 6, 1).judge_all(manner) > 30
    assert Bounds("KC AC", 1, 3, 4, 2).judge_all(manner) > 30


@pytest.mark.determined
@pytest.mark.parametrize(
    "manner",
    [
        pytest.param(manner, id=name, marks=slow_or_nightly(number, 4))
        for number, (name, manner) in enumerate(MANNERS.items())
    ],
)
def test_every_situation_of_some_more_cards(manner: Manner) -> None:
    for bounds in (
        Bounds("5C 6C 7C 5D 6D 7D 5H", 1, 2, 6, 3),
        Bounds("5C 6C 7C 8C", 2, 2, 6, 3),
        Bounds("QC KC AC 2C", 2, 2, 6, 3),
        Bounds("7C 7D 7H 7S", 2, 2, 6, 3),
        Bounds("3C 5C 6C 6D", 1, 3, 6, 3),
        Bounds("5C 6C 9C", 1, 4, 6, 4),
        Bounds("KC KD AC", 1, 4, 5, 4),
    ):
        bounds.judge_all(manner, always=By)


# The same of more cards

SIZES = [
    # on the table, in the hand, jokers in each, ranks, how many situations
    (9, 5, (0, 0), 13, 20),
    (12, 5, (0, 0), 5, 20),
    (15, 6, (0, 0), 6, 10),
    (9, 4, (1, 0), 4, 8),
    (9, 4, (0, 1), 5, 8),
    (6, 2, (1, 1), 3, 3),
    (9, 2, (2, 0), 4, 5),
]


@pytest.mark.parametrize("by", By)
def test_what_is_found_is_the_most_that_can_be_tried(by: By) -> None:
    chance = random.Random(f"{by}")
    for on_table, in_hand, jokers, ranks, number in SIZES:
        for _ in range(number):
            table, held = dealt(chance, on_table, in_hand, jokers, ranks)
            assert judge(table, held, PLAIN, by) == most_tried(table, held, PLAIN, by)


manners = st.builds(
    Manner,
    both_ends=st.booleans(),
    packs=st.sampled_from([1, 2]),
    domain=st.sampled_from(get_args(Domain)),
    two_alike=st.booleans(),
    natural_beside=st.booleans(),
    table_only=st.booleans(),
    one_per_natural=st.booleans(),
    joker_counts=st.booleans(),
    same_meld_counts=st.booleans(),
)


@st.composite
def situations(draw: st.DrawFn, jokers: int) -> tuple[Table, Hand]:
    """A table of a few melds of adjacent ranks with jokers in them, and a hand."""
    cards = sorted(cards_on(laid("QC KC AC 2C 3C KD AD AH")))
    possible = [meld for meld in KINDS if set(meld) <= set(cards)]
    melds = [list(meld) for meld in draw(st.lists(st.sampled_from(possible), max_size=3))]
    places = [(meld, place) for meld in melds for place in range(len(meld))]
    for meld, place in draw(st.lists(st.sampled_from(places), max_size=jokers)) if places else ():
        meld[place] = stand_in(stands_for(meld[place]))
    held = draw(st.lists(st.sampled_from(sorted(map(stands_for, cards))), max_size=3))
    used = sum(is_stand_in(each) for meld in melds for each in meld)
    more = draw(st.integers(0, jokers - used))
    return sorted_table(melds), tuple(sorted([*held, *[Card(JOKER)] * more]))


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(situations(jokers=1), manners, st.sampled_from(By))
def test_any_situation_in_any_manner(situation: tuple[Table, Hand], manner: Manner, by: By) -> None:
    """With any number of copies.  The next test tries a few situations with two jokers."""
    assert judge(*situation, manner, by) == most_tried(*situation, manner, by)


@settings(max_examples=8, deadline=None, derandomize=True, database=None)
@given(situations(jokers=2), manners, st.sampled_from(By))
def test_two_jokers_in_any_manner(situation: tuple[Table, Hand], manner: Manner, by: By) -> None:
    assert judge(*situation, manner, by) == most_tried(*situation, manner, by)


# Large tables

LARGE = [(30, 12, (0, 0)), (30, 11, (2, 0)), (45, 12, (1, 1)), (60, 8, (0, 2)), (60, 12, (0, 0))]
EVERY_NAME = Manner(packs=9, domain="copies_not_exceeded")
"""A limit that excludes nothing, so the search tries each joker as each card."""


@pytest.mark.parametrize("size", LARGE, ids=str)
def test_a_limit_that_excludes_nothing_changes_nothing(
    size: tuple[int, int, tuple[int, int]],
) -> None:
    chance = random.Random(f"{size}")
    for by in By:
        table, held = dealt(chance, *size)
        assert judge(table, held, PLAIN, by) == judge(table, held, EVERY_NAME, by)


@pytest.mark.parametrize("size", LARGE, ids=str)
def test_a_card_more_in_the_hand_is_no_hindrance(size: tuple[int, int, tuple[int, int]]) -> None:
    chance = random.Random(f"{size}")
    table, held = dealt(chance, *size)
    found = [judge(table, held[place:], PLAIN, By.CARDS) or 0 for place in (0, 1, 2)]
    assert 0 <= found[0] - found[1] <= 1 + len(held)
    assert found == sorted(found, reverse=True)


def test_points_and_cards_are_two_measures() -> None:
    """The most by one measure is at least that of a play by the other, and sometimes more."""
    chance, differences = random.Random(4), 0
    for _ in range(20):
        table, held = dealt(chance, 20, 12, (0, 1))
        cards, points = (best_play(table, held, PLAIN, by) for by in (By.CARDS, By.POINTS))
        assert cards is not None
        assert points is not None
        assert len(cards.cards) >= len(points.cards)
        assert cards.points <= points.points
        differences += cards.points < points.points
    assert differences


def test_order_means_nothing() -> None:
    chance = random.Random(6)
    for _ in range(10):
        table, held = dealt(chance, 30, 10, (1, 1))
        found = best_play(table, held, PLAIN, By.CARDS)
        mixed = [tuple(chance.sample(meld, len(meld))) for meld in table]
        chance.shuffle(mixed)
        assert best_play(tuple(mixed), chance.sample(held, len(held)), PLAIN, By.CARDS) == found


# Positions worked by hand


@pytest.mark.parametrize(
    ("table", "held", "played"),
    [
        ([], "", ""),
        ([], "2C 9D *", ""),
        ([], "*", ""),
        ([], "* *", ""),
        ([], "9D * *", "9D * *"),
        ([], "KD * *", "KD * *"),
        ([], "QS KS AS 2S", "QS KS AS"),
        ([], "KS AS 2S", ""),
        ([], "KS AS 3H *", "KS AS *"),
        (["5S 6S 7S"], "9S *", "9S *"),
        (["5S 6S 7S"], "QC KC *", "QC KC *"),
        (["5S 6S 7S"], "KC * *", "KC * *"),
        (["5S 6S 7S"], "KC AC *", "KC AC *"),
        (["QS KS AS"], "2S", ""),
        (["QS KS AS"], "2S 3S JS", "JS 2S 3S"),
        (["8D 9D TD JD", "JS QS KS AS"], "JH", "JH"),
        (["4C 5C 6C", "4D 5D 6D"], "4H 5H 6S", "4H 5H 6S"),
        (["4C 4D 4H", "5C 5D 5H", "6C 6D 6H"], "3C 7D 6C", "3C 7D"),
        (["3S 4S 5S 6S 7S 8S 9S"], "6H 6D", "6H 6D"),
        (["5S *6S 7S"], "6S", "6S"),
        (["7C 7D *7S", "2H 3H 4H"], "7S 7H", "7S 7H"),
        (["8D *9D TD"], "8C 8S", ""),
        (["8D *9D TD JD"], "9C 9S", ""),
        (["8D *9D TD JD QD", "8C 8H 8S"], "9C 9S", "9C 9S"),
        (["7S 8S 9S", "7C 7D 7H *7S"], "4H 5H", "4H 5H"),
        (["8D *9D TD", "9C 9H 9S *9D"], "2C 3C 2H 3H", ""),
        (["8D *9D TD", "9C 9H 9S *9D"], "9D 2C 3C 2H 3H", "9D 2C 3C 2H 3H"),
        (["JS QS KS *AS"], "2S 3S", "2S 3S"),
        ([FROM_ACE_TO_KING], "AS", "AS"),
        ([ROUND], "9C 9D", "9C 9D"),
        ([f"{FROM_ACE_TO_KING} AS"], "*", "*"),
        (["9H 9D 9C 9S"], "*", ""),
        (["9H 9D 9C 9S"], "2H *", ""),
        (["9H 9D 9C 9S"], "9H *", "9H *"),
        (["9H 9D 9C 9S"], "9H 9D *", "9H 9D *"),
    ],
)
def test_the_most_cards_worked_by_hand(table: list[str], held: str, played: str) -> None:
    """Among them a joker that a natural frees and that goes on standing beside it, sets that
    become runs, and tables with no room for a joker."""
    found = best_play(laid(*table), hand(held), PLAIN, By.CARDS)
    assert (found.cards if found else ()) == hand(played)
    assert judge(laid(*table), hand(held), PLAIN, By.CARDS) == (len(played.split()) or None)


def test_free_jokers_are_shared_by_the_suits() -> None:
    """There are two jokers, one of them free on the table; each suit could use both."""
    table = laid("AC AH AS", "9C 9H 9S", "AD AS *AC")
    assert judge(table, hand("KC JD JD 2H TH QH 3S *"), PLAIN, By.CARDS) == 4


@pytest.mark.parametrize(
    ("name", "table", "held", "most", "otherwise"),
    [
        ("not visible", ["7C 7D 7H 7S"], "7C 7D *", 3, 2),
        ("not visible", ["6H 7H 8H", "6S 7S 8S"], "7C 7D *", 3, 1),
        ("not visible", [FROM_ACE_TO_KING.replace("S", each) for each in SUITS], "*", 1, None),
        ("copies of one pack", ["6H 7H 8H", "6S 7S 8S"], "7C 7D *", 3, 1),
        ("copies of two packs", ["6H 7H 8H", "6S 7S 8S"], "7C 7D *", 3, 3),
        ("copies of two packs", ["6H 7H 8H", "6S 7S 8S"] * 2, "7C 7D *", 3, 1),
        ("no two alike", ["8D *9D TD"], "8D TD *", 3, 1),
        ("jokers alone", [], "* * *", None, 3),
        ("jokers alone", [], "* * * *", None, 4),
        ("from the table", ["8D *9D TD"], "9D 2C 3C", 3, None),
        ("from the table", ["8D *9D TD", "9C 9H 9S 9D"], "2C 3C", 2, 2),
        ("one each", ["8D *9D TD", "9C 9H 9S *9D"], "9D 2C 3C 2H 3H", 5, 3),
        ("jokers free", ["8D *9D TD", "9C 9H 9S *9D"], "2C 3C", None, 2),
        ("jokers free one each", ["8D *9D TD", "9C 9H 9S *9D"], "9D 2C 3C 2H 3H", 5, 5),
        ("other meld", [ROUND], "2C 3C", 2, None),
        ("one ace", [FROM_ACE_TO_KING], "AS", 1, 1),
        ("one ace", [ROUND], "9C 9D AS", 3, 3),
    ],
)
def test_manners_worked_by_hand(
    name: str, table: list[str], held: str, most: int | None, otherwise: int | None
) -> None:
    assert judge(laid(*table), hand(held), PLAIN, By.CARDS) == most
    assert judge(laid(*table), hand(held), MANNERS[name], By.CARDS) == otherwise


@pytest.mark.parametrize("both_ends", [True, False])
def test_a_run_with_both_aces_is_laid_as_the_manner_has_it(both_ends: bool) -> None:
    """It is one run or two, so that as much can be played in either manner."""
    play = best_play(
        laid(FROM_ACE_TO_KING), hand("AS"), replace(PLAIN, both_ends=both_ends), By.CARDS
    )
    assert play is not None
    assert sorted(map(len, play.table)) == ([14] if both_ends else [3, 11])
