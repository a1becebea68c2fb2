"""Melds and arrangements with wild cards against their obvious definitions.

Three steps build on each other.  Melds are tested by putting a card in place of each wild card.
``plain_deadwood`` uses these melds, and is so plain that reading it is enough.  The solver must
give the same deadwood.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, combinations, combinations_with_replacement

import pytest

from meldspec.cards import ONE_PACK, RANKS, SUITS, Card, parse_all, rank, small_pack, suit
from meldspec.wild import (
    LONGEST,
    Kind,
    SetLimits,
    is_all_melds,
    is_run,
    kind,
    least_deadwood,
    plain_deadwood,
    price,
)

from ..sampled import sampled

ANY, FOUR, UNLIKE = SetLimits(), SetLimits(greatest=4), SetLimits(duplicates=False)
STRICT = SetLimits(duplicates=False, greatest=4)
LIMITS = {"any": ANY, "four": FOUR, "unlike": UNLIKE, "strict": STRICT}
every_limit = pytest.mark.parametrize("limits", LIMITS.values(), ids=LIMITS)
THREE, FOUR_SPOT, FIVE, SEVEN, KING = (RANKS.index(letter) for letter in "3457K")


def hand(words: str) -> tuple[Card, ...]:
    return parse_all(words.split())


def packs(number: int, of: Iterable[Card] = ONE_PACK) -> list[Card]:
    return [Card(54 * copy + card) for card in of for copy in range(number)]


def multisets(pack: Iterable[Card], copies: int, most: int) -> Iterator[tuple[Card, ...]]:
    """Every hand of at most ``most`` cards; hands that differ only in copies come once."""
    alike = tuple(pack)
    for size in range(most + 1):
        for cards in combinations_with_replacement(alike, size):
            numbers = [cards[:place].count(card) for place, card in enumerate(cards)]
            if max(numbers, default=0) < copies:
                yield tuple(
                    Card(54 * copy + card) for copy, card in zip(numbers, cards, strict=True)
                )


@cache
def runs_of(size: int) -> tuple[frozenset[tuple[int, int]], ...]:
    """The places of every run of ``size`` cards, as suits and ranks."""
    lowest = range(len(RANKS) - size + 1)
    return tuple(
        frozenset((of, first + step) for step in range(size))
        for of in range(len(SUITS))
        for first in lowest
    )


def plain_kind(cards: tuple[Card, ...], wild: int, limits: SetLimits) -> Kind | None:
    """The kind of a meld: natural cards have their own places, and wild cards take the others."""
    if len(cards) < 3:
        return None
    naturals = [card for card in cards if rank(card) != wild]
    places = {(suit(card), rank(card)) for card in naturals}
    run = len(places) == len(naturals) and any(places <= run for run in runs_of(len(cards)))
    few = limits.greatest is None or len(cards) <= limits.greatest
    unlike = all(suit(one) != suit(other) for one, other in combinations(naturals, 2))
    one_rank = any(all(rank(card) == of for card in naturals) for of in range(13))
    match one_rank and few and (limits.duplicates or unlike), run:
        case True, True:
            return Kind.BOTH
        case True, False:
            return Kind.SET
        case False, True:
            return Kind.RUN
        case _:
            return None


def by_masks(cards: tuple[Card, ...], wild: int, limits: SetLimits, alone: int | None) -> int:
    """The least deadwood of every subset of the cards, as a bit mask, from the melds among them."""
    prices = [price(card, wild, alone) for card in cards]
    bits = [1 << place for place in range(len(cards))]
    melds: list[list[int]] = [[] for _ in cards]
    for mask in range(1, 1 << len(cards)):
        chosen = [card for card, bit in zip(cards, bits, strict=True) if mask & bit]
        if kind(chosen, wild, limits) is not None:
            melds[mask.bit_length() - 1].append(mask)
    best = [0]
    for mask in range(1, 1 << len(cards)):
        last = mask.bit_length() - 1
        loose = prices[last] + best[mask - bits[last]]
        best.append(min([loose, *(best[mask ^ m] for m in melds[last] if m & mask == m)]))
    return best[-1]


def dealt(chance: random.Random, cards: int, wilds: int, wild: int, ranks: int) -> tuple[Card, ...]:
    """Cards of two packs: ``wilds`` wild cards, the others of ``ranks`` adjacent ranks."""
    lowest = chance.randrange(13 - ranks + 1)
    near = [card for card in packs(2) if lowest <= rank(card) < lowest + ranks]
    naturals = [card for card in near if rank(card) != wild]
    joined = chance.sample(packs(2, ONE_PACK[wild::13]), wilds)
    return (*joined, *chance.sample(naturals, min(cards - wilds, len(naturals))))


# What a meld is


@pytest.mark.parametrize(("ranks", "suits"), [(4, 2), (2, 4)])
@every_limit
def test_a_meld_is_what_the_definition_says(limits: SetLimits, ranks: int, suits: int) -> None:
    """Every hand of up to five cards of two small packs, with each of its ranks wild, or none."""
    for cards in multisets(small_pack(ranks, suits), 2, 5):
        for wild in range(ranks + 1):
            assert kind(cards, wild, limits) == plain_kind(cards, wild, limits)


def test_a_run_keeps_between_the_ace_and_the_king() -> None:
    """Up to three natural cards of one suit with up to four wild ones, for every wild rank."""
    for wild in range(13):
        wilds = packs(1, ONE_PACK[wild::13])
        suited = [card for card in ONE_PACK[:13] if rank(card) != wild]
        for naturals in chain.from_iterable(combinations(suited, size) for size in range(4)):
            for added in range(5):
                cards = (*naturals, *wilds[:added])
                assert kind(cards, wild, ANY) == plain_kind(cards, wild, ANY)


@pytest.mark.parametrize("wild", [0, SEVEN, KING])
def test_a_long_run_is_two_runs(wild: int) -> None:
    """Every run of six cards or more consists of two runs, so the solver needs no longer run.

    The run is cut three places above its lowest natural card, and wild cards fill both parts.
    Sets need no test: any three cards of a set are a set.
    """
    wilds = packs(4, ONE_PACK[wild::13])
    suited = [card for card in ONE_PACK[:13] if rank(card) != wild]
    for naturals in chain.from_iterable(combinations(suited, size) for size in range(1, 13)):
        for added in range(max(LONGEST + 1 - len(naturals), 0), 14 - len(naturals)):
            if not is_run((*naturals, *wilds[:added]), wild):
                continue
            low = [card for card in naturals if card < naturals[0] + 3]
            high = naturals[len(low) :]
            filled = 3 - len(low)
            assert is_run((*low, *wilds[:filled]), wild)
            assert is_run((*high, *wilds[filled:added]), wild)


@pytest.mark.parametrize(
    ("words", "wild", "found"),
    [
        ("8S 8S 8D", FIVE, Kind.SET),
        ("7C 7C 7D 7H 7S", FIVE, Kind.SET),
        ("8S 8H 8D 8C 5C", FIVE, Kind.SET),
        ("QS KS AS", FIVE, None),
        ("QS KS AS 5C", FIVE, None),
        ("QS KS 5C", FIVE, Kind.RUN),
        ("AS 2S 5C", FIVE, Kind.RUN),
        ("6S 8S 5C", FIVE, Kind.RUN),
        ("6S 9S 5C", FIVE, None),
        ("6S 9S 5C 5D", FIVE, Kind.RUN),
        ("6S 6S 5C 5D", FIVE, Kind.SET),
        ("6S 7D 5C 5D", FIVE, None),
        ("6S 6S 7S 5D", FIVE, None),
        ("KC 3S 3D", THREE, Kind.BOTH),
        ("2S 3S 4S", THREE, Kind.RUN),
        ("3S 3D 3D", THREE, Kind.BOTH),
        ("KS KS KS KD KD KD", KING, Kind.BOTH),
        ("6S 7S", FIVE, None),
        ("5C 5D", FIVE, None),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", FIVE, Kind.RUN),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 5D", FIVE, None),
    ],
)
def test_kinds_worked_by_hand(words: str, wild: int, found: Kind | None) -> None:
    assert kind(hand(words), wild, ANY) == found


@pytest.mark.parametrize(
    ("words", "four", "unlike", "strict"),
    [
        ("8S 8S 8D", Kind.SET, None, None),
        ("8S 8S 5D", Kind.SET, None, None),
        ("8S 8S 5C 5C 5D", None, None, None),
        ("8S 8H 5D", Kind.SET, Kind.SET, Kind.SET),
        ("8S 8H 8D 5D", Kind.SET, Kind.SET, Kind.SET),
        ("8S 8H 8D 8C 5D", None, Kind.SET, None),
        ("8S 8H 5C 5C 5D", None, Kind.SET, None),
        ("8S 8H 8D 8C 5C 5C 5D", None, Kind.SET, None),
        ("8S 5C 5C 5D", Kind.BOTH, Kind.BOTH, Kind.BOTH),
        ("8S 5C 5C 5D 5D", Kind.RUN, Kind.BOTH, Kind.RUN),
        ("5C 5C 5D 5D", Kind.BOTH, Kind.BOTH, Kind.BOTH),
        ("5C 5C 5D 5D 5S", Kind.RUN, Kind.BOTH, Kind.RUN),
    ],
)
def test_limited_sets_worked_by_hand(
    words: str, four: Kind | None, unlike: Kind | None, strict: Kind | None
) -> None:
    """Wild cards join natural ones of different suits in any number, unless sets have a limit."""
    found = [kind(hand(words), FIVE, limits) for limits in (FOUR, UNLIKE, STRICT)]
    assert found == [four, unlike, strict]


# The least deadwood


def judge(cards: tuple[Card, ...], wild: int, limits: SetLimits, alone: int | None) -> int:
    """The least deadwood of the solver; ``is_all_melds`` must agree with it."""
    found = least_deadwood(cards, wild, limits, alone)
    assert is_all_melds(cards, wild, limits) == (found == 0)
    return found


SMALL_HANDS = ((4, 2, 5), (3, 2, 6), (6, 2, 3), (3, 4, 4), (6, 1, 6), (1, 4, 8))


@pytest.mark.parametrize(
    ("limits", "ranks", "suits", "most"),
    [
        pytest.param(limits, *size, id="-".join(map(str, (name, *size))), marks=sampled(at + of, 2))
        for at, (name, limits) in enumerate(LIMITS.items())
        for of, size in enumerate(SMALL_HANDS)
    ],
)
def test_every_small_hand_has_the_deadwood_of_the_definition(
    limits: SetLimits, ranks: int, suits: int, most: int
) -> None:
    """Every hand of at most ``most`` cards of two small packs, with each rank wild, or none."""
    for cards in multisets(small_pack(ranks, suits), 2, most):
        for wild in range(ranks + 1):
            least = plain_deadwood(cards, wild, limits)
            assert least_deadwood(cards, wild, limits) == least
            assert is_all_melds(cards, wild, limits) == (least == 0)


@pytest.mark.parametrize("alone", [None, 20])
@every_limit
def test_wild_cards_have_two_prices(limits: SetLimits, alone: int | None) -> None:
    """Every hand of up to four cards of two packs of four ranks and two suits, at two prices of a
    wild card."""
    for cards in multisets(small_pack(4, 2), 2, 4):
        for wild in range(5):
            assert judge(cards, wild, limits, alone) == plain_deadwood(cards, wild, limits, alone)


@pytest.mark.parametrize(
    "sizes",
    [
        ((9, 30), (11, 4), (13, 1)),
        pytest.param(((9, 40), (11, 10), (13, 3), (14, 1)), marks=pytest.mark.slow),
    ],
    ids=["few", "more"],
)
@every_limit
def test_large_hands_have_the_deadwood_found_by_masks(
    limits: SetLimits, sizes: tuple[tuple[int, int], ...]
) -> None:
    """Samples of 9 to 14 cards of two packs: few and many wild cards, all ranks and few ranks."""
    chance = random.Random(13)
    for cards, hands in sizes:
        for number in range(hands):
            wild, wilds = chance.randrange(13), chance.choice((0, 1, 2, 2, 3, 4, 6))
            held = dealt(chance, cards, wilds, wild, chance.choice((4, 5, 7, 13)))
            alone = (None, 15)[number % 2]
            assert judge(held, wild, limits, alone) == by_masks(held, wild, limits, alone)


@every_limit
def test_a_card_more_adds_no_more_than_its_points(limits: SetLimits) -> None:
    """On a sample.  There is no lower bound: three of a kind leave less deadwood than a pair."""
    chance = random.Random(3)
    for number in range(600):
        wild = chance.randrange(13)
        card, *held = dealt(chance, 14, chance.randrange(6), wild, chance.choice((4, 6, 13)))
        alone = (None, 50)[number % 2]
        before = least_deadwood(held, wild, limits, alone)
        after = least_deadwood((*held, card), wild, limits, alone)
        assert after <= before + price(card, wild, alone)


@every_limit
def test_two_wild_cards_are_a_meld_with_any_card(limits: SetLimits) -> None:
    """For every wild rank and every third card."""
    for wild in range(13):
        two = (Card(wild), Card(54 + wild))
        assert all(is_all_melds((*two, card), wild, limits) for card in packs(3) if card not in two)


def test_order_and_copies_of_a_hand_mean_nothing() -> None:
    chance = random.Random(5)
    for _ in range(100):
        held = list(dealt(chance, 13, 2, SEVEN, 6))
        least = least_deadwood(held, SEVEN)
        assert least_deadwood([Card(card + 108) for card in held], SEVEN) == least
        chance.shuffle(held)
        assert least_deadwood(held, SEVEN) == least


@pytest.mark.parametrize("letter", "A5K")
def test_a_hand_of_fourteen_wild_cards_is_all_melds(letter: str) -> None:
    wild = RANKS.index(letter)
    held = tuple(packs(4, ONE_PACK[wild::13])[:14])
    assert [judge(held, wild, limits, None) for limits in LIMITS.values()] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("words", "wild", "least"),
    [
        ("", FIVE, 0),
        ("5S", FIVE, 5),
        ("5S 5D", FIVE, 10),
        ("3S 5C 9D", THREE, 17),
        ("3S KD KC", THREE, 0),
        ("QS KS AS 4D", FOUR_SPOT, 1),
        ("7C QH QD 2S 3S 9D 4C", SEVEN, 18),
        ("4C 4D 4H 9C 9D 9H", FIVE, 0),
        ("7C 7C 7D 7H 7S", FIVE, 0),
        ("6D 7D", FIVE, 13),
        ("8S 8S 8D 9S TS", FIVE, 16),
        ("8S 8S 8D 8H 9S TS", FIVE, 0),
        ("6S 7S 8S 8S 9S TS", FIVE, 0),
        ("AC 2C 3C 4C 6C 7C 8C TC JC QC KC 5D 5H", FIVE, 0),
        ("AC 3C 5C 7C 9C JC KC", FIVE, 20),
        ("AC 3C 7C 9C JC KC 5C 5D", FIVE, 4),
        ("AC 3C 7C 9C JC KC 5C 5D 5H", FIVE, 0),
        ("KC KC KD KD KH KH KS KS", KING, 0),
        ("KC QD JH KD", KING, 10),
    ],
)
def test_deadwood_worked_by_hand(words: str, wild: int, least: int) -> None:
    """Among them a card that two melds want, gaps over a whole suit, and nothing but wild cards."""
    assert judge(hand(words), wild, ANY, None) == least


@pytest.mark.parametrize(
    ("words", "least", "four", "unlike", "strict"),
    [
        ("8S 8S 8D JC 2H", 12, 12, 36, 36),
        ("7C 7C 7D 7H 7S", 0, 7, 7, 7),
        ("8S 8H 8D 8C 5C", 0, 5, 0, 5),
        ("8S 8H 5C 5C 5D", 0, 5, 0, 5),
        ("8S 8S 5C 9H", 9, 9, 30, 30),
        ("8S 8S 8S 8S 5C", 0, 5, 37, 37),
        ("5C 5D 5H 5S 5C", 0, 0, 0, 0),
        ("8S 8S 5C 5D", 0, 0, 8, 8),
    ],
)
def test_limits_worked_by_hand(words: str, least: int, four: int, unlike: int, strict: int) -> None:
    found = [judge(hand(words), FIVE, limits, None) for limits in (ANY, FOUR, UNLIKE, STRICT)]
    assert found == [least, four, unlike, strict]


@pytest.mark.parametrize(("alone", "least"), [(None, 17), (15, 29), (20, 34), (25, 39), (50, 64)])
def test_a_wild_card_may_have_a_price_of_its_own(alone: int | None, least: int) -> None:
    assert judge(hand("3S 5C 9D"), THREE, ANY, alone) == least
