"""Poker categories against another definition, and the best division of seven cards."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from typing import get_args

import pytest

from meldspec.cards import ONE_PACK, Card, rank, small_pack, suit
from meldspec.indian_chief import poker
from meldspec.indian_chief.chief import best, chief_score, divided
from meldspec.indian_chief.options import PokerAce, PokerTwoPack
from meldspec.indian_chief.poker import Category
from meldspec.indian_chief.table import Meld

from ..plays import hand
from .walks import with_readings

READINGS = list(product(get_args(PokerAce), get_args(PokerTwoPack)))


def worth(cards: tuple[Card, ...], ace: PokerAce, alike: PokerTwoPack) -> int:
    """What five cards are worth, by a list of everything that they are.

    Straights are looked up among all that there are, the rest by comparing pairs of cards: five
    alike in rank make ten equal pairs, four six, a full house four, three three, two pairs two.
    """
    straights = {frozenset(range(low, low + 5)) for low in range(1, 9)}
    if ace != "high_only":
        straights.add(frozenset((0, 1, 2, 3, 4)))
    if ace != "low_only":
        straights.add(frozenset((9, 10, 11, 12, 0)))
    equal = sum(rank(one) == rank(other) for one, other in combinations(cards, 2))
    found = {5 if equal == 0 else {1: 10, 2: 15, 3: 20, 4: 35, 6: 40, 10: 50}[equal]}
    twins = any(one == other for one, other in combinations(cards, 2))
    strict = alike == "suited_must_differ"
    flush = all(suit(one) == suit(cards[0]) for one in cards) and not (twins and strict)
    straight = frozenset(map(rank, cards)) in straights
    if flush:
        found.add(30)
    if straight:
        found.add(25)
    if flush and straight:
        found.add(45)
    return max(found)


def best_of(cards: tuple[Card, ...], ace: PokerAce, alike: PokerTwoPack) -> int:
    """The best of the 21 divisions, by place."""
    scores = []
    for one, other in combinations(range(7), 2):
        five = tuple(card for place, card in enumerate(cards) if place not in (one, other))
        pips = [min(rank(cards[place]) + 1, 10) for place in (one, other)]
        scores.append(worth(five, ace, alike) + sum(pips) % 10)
    assert len(scores) == 21
    return max(scores)


@pytest.mark.parametrize(
    ("suits", "fives"), [(2, 4368), pytest.param(3, 26_334, marks=pytest.mark.slow)]
)
def test_every_five_of_a_small_pack_doubled(suits: int, fives: int) -> None:
    """Six ranks of some suits, each card as often as five times: more than two packs have."""
    compared = 0
    for cards in combinations_with_replacement(small_pack(6, suits), 5):
        for ace, alike in READINGS:
            assert poker.category(cards, ace, alike) == worth(cards, ace, alike), cards
        compared += 1
    assert compared == fives


def test_straights_of_all_ranks() -> None:
    for ranks in combinations_with_replacement(range(13), 5):
        cards = tuple(Card(13 * (place % 2) + each) for place, each in enumerate(ranks))
        for ace, alike in READINGS:
            assert poker.category(cards, ace, alike) == worth(cards, ace, alike), cards


def test_how_often_each_category_occurs_in_two_suits() -> None:
    """A flush in each suit: as many as there are fives of ranks, and ten of them are straights."""
    found = Counter(
        poker.category(cards, "ace_high_and_low", "highest")
        for cards in combinations(small_pack(13, 2), 5)
    )
    assert found[Category.STRAIGHT_FLUSH] == 2 * 10
    assert found[Category.FLUSH] == 2 * (1287 - 10)
    assert found[Category.STRAIGHT] == 10 * (2**5 - 2)
    assert found[Category.TWO_PAIR] == 78 * 11 * 2
    assert found[Category.PAIR] == 13 * 220 * 8
    assert found[Category.HIGH_CARD] == (1287 - 10) * (2**5 - 2)
    assert sum(found.values()) == 65_780


@pytest.mark.slow
def test_how_often_each_category_occurs_in_a_pack() -> None:
    found = Counter(
        poker.category(cards, "ace_high_and_low", "highest") for cards in combinations(ONE_PACK, 5)
    )
    assert found == {
        Category.STRAIGHT_FLUSH: 40,
        Category.FOUR_KIND: 624,
        Category.FULL_HOUSE: 3_744,
        Category.FLUSH: 5_108,
        Category.STRAIGHT: 10_200,
        Category.THREE_KIND: 54_912,
        Category.TWO_PAIR: 123_552,
        Category.PAIR: 1_098_240,
        Category.HIGH_CARD: 1_302_540,
    }


def sevens(chance: random.Random) -> tuple[Card, ...]:
    """Seven cards of one pack or two, of all ranks or of few, of all suits or of one or two."""
    copies, lowest_suit, lowest = chance.choice((1, 2)), chance.choice((0, 0, 2, 3)), 0
    if chance.random() < 0.4:
        lowest = 6
    fitting = [
        card
        for card in ONE_PACK * copies
        if suit(card) >= lowest_suit and (rank(card) >= lowest or rank(card) == 0)
    ]
    return tuple(sorted(chance.sample(fitting, 7)))


@pytest.mark.parametrize("hands", [300, pytest.param(1000, marks=pytest.mark.slow)])
def test_the_best_of_all_divisions(hands: int) -> None:
    chance = random.Random(1)
    seen: Counter[int] = Counter()
    for _ in range(hands):
        cards = sevens(chance)
        for ace, alike in READINGS:
            found = best(cards, ace, alike)
            assert found == best_of(cards, ace, alike), cards
            two = tuple(sorted(chance.sample(cards, 2)))
            assert divided(cards, two, ace, alike) <= found
            seen[found // 5 * 5] += 1
    assert {25, 30, 35, 40, 45, 50} <= set(seen)


def test_a_reading_that_is_not_asked_would_change_nothing() -> None:
    chance = random.Random(2)
    told = 0
    for _ in range(1000):
        cards = sevens(chance)
        two = chance.choice((None, tuple(sorted(chance.sample(cards, 2)))))
        scores = set()
        for ace, alike in READINGS:
            rules = with_readings(poker_ace=ace, poker_two_pack=alike)
            scored = chief_score(rules, Meld(cards, baccarat=two))
            if two is None:
                assert scored == best(cards, ace, alike)
            else:
                assert scored == divided(cards, two, ace, alike)
            scores.add(scored)
        told += len(scores) > 1
    assert told > 50


def test_the_least_that_a_well_divided_chief_scores() -> None:
    """Seven ranks without a pair or a flush: three tens, A 2 3 4, and by a reading A 2 3."""
    lowest = dict.fromkeys(get_args(PokerAce), 99)
    for ranks in combinations(range(13), 7):
        cards = tuple(sorted(Card(13 * (place % 4) + each) for place, each in enumerate(ranks)))
        for ace in get_args(PokerAce):
            lowest[ace] = min(lowest[ace], best(cards, ace, "highest"))
    assert lowest == {
        "ace_high_and_low": 12,
        "high_only": 12,
        "low_only": 10,
    }
    assert divided(hand("AC 2D 3H 4S QD TC JH"), hand("TC JH"), *READINGS[0]) == 5
