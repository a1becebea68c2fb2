"""Melds and arrangements against their obvious definitions, exhaustively on small packs."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, pairwise

import pytest

from meldspec.arrangement import arrange, deadwood, fours_in, is_covered, is_four
from meldspec.cards import ONE_PACK, Card, parse_all, rank, small_pack, suit, total
from meldspec.melds import extensions, is_meld, is_run, is_set, melds_in


def hand(words: str) -> frozenset[Card]:
    return frozenset(parse_all(words.split()))


def subsets(cards: Iterable[Card]) -> Iterator[frozenset[Card]]:
    pool = sorted(cards)
    for size in range(len(pool) + 1):
        yield from (frozenset(chosen) for chosen in combinations(pool, size))


def plain_is_meld(cards: frozenset[Card]) -> bool:
    """The definition of a rule book, written without the helpers of the reference."""
    if len(cards) < 3:
        return False
    pairs = sorted((card % 13, card // 13) for card in cards)
    ranks = [number for number, _ in pairs]
    if len(set(ranks)) == 1:
        return len(cards) <= 4
    steps = {after - before for before, after in pairwise(ranks)}
    return steps == {1} and len({s for _, s in pairs}) == 1


@cache
def plain_best(cards: frozenset[Card]) -> tuple[int, int]:
    """The least deadwood, and minus the most fours that reach it, by trying every arrangement."""
    best = (total(cards), 0)
    if len(cards) < 3:
        return best
    first = min(cards)
    rest = cards - {first}
    left, fours = plain_best(rest)
    best = (left + total({first}), fours)
    for others in subsets(rest):
        meld = others | {first}
        if plain_is_meld(meld):
            left, fours = plain_best(cards - meld)
            best = min(best, (left, fours - (1 if is_four(meld) else 0)))
    return best


@pytest.mark.parametrize(
    ("size", "cards"),
    [
        (3, ONE_PACK),
        (4, small_pack(5, 4)),
        (4, small_pack(13, 1)),
        pytest.param(4, ONE_PACK, marks=pytest.mark.slow),
    ],
)
def test_a_meld_is_what_the_definition_says(size: int, cards: tuple[Card, ...]) -> None:
    """For every three cards, and four of few ranks or of one suit."""
    for chosen in combinations(cards, size):
        assert is_meld(frozenset(chosen)) == plain_is_meld(frozenset(chosen))


def test_no_cards_are_both_a_set_and_a_run() -> None:
    assert not any(
        is_set(frozenset(cards)) and is_run(frozenset(cards)) for cards in combinations(ONE_PACK, 3)
    )


def test_every_meld_of_a_hand_is_found_once() -> None:
    melds = [cards for cards in subsets(small_pack(4, 3)) if plain_is_meld(cards)]
    for cards in subsets(small_pack(4, 3)):
        found = melds_in(cards)
        assert len(found) == len(set(found))
        assert set(found) == {meld for meld in melds if meld <= cards}


def test_a_run_does_not_go_round_the_corner() -> None:
    assert melds_in(hand("QC KC AD 2D")) == ()
    assert melds_in(hand("QC KC AC 2C")) == ()


def check_arrangement(cards: frozenset[Card]) -> None:
    found = arrange(cards)
    assert (found.deadwood, -found.fours) == plain_best(cards)
    assert frozenset().union(found.unmatched, *found.melds) == cards
    assert sum(map(len, found.melds)) + len(found.unmatched) == len(cards)
    assert all(map(is_meld, found.melds))
    assert is_covered(cards) == (found.deadwood == 0)


@pytest.mark.parametrize(("ranks", "suits"), [(3, 4), (4, 3), (6, 2)])
def test_the_best_arrangement_is_the_least_of_all_divisions(ranks: int, suits: int) -> None:
    for cards in subsets(small_pack(ranks, suits)):
        check_arrangement(cards)


def test_the_best_arrangement_of_meld_rich_hands() -> None:
    play = random.Random(1)
    for _ in range(60):
        check_arrangement(frozenset(play.sample(small_pack(5, 4), 11)))


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("", 0),
        ("KC", 10),
        ("5C 5D 5H 5S 6S 7S", 0),
        ("4S 5S 6S 7S 7C 7D", 0),
        ("5S 5H 5D 6S 7S", 10),
        ("3C 4C 5C 6C 7C 5D 5H", 10),
        ("AC 2C 3C 4C 4D 4H", 0),
    ],
)
def test_hands_on_which_a_greedy_choice_fails(cards: str, points: int) -> None:
    assert deadwood(hand(cards)) == points


def test_among_equal_arrangements_the_one_with_a_four_is_chosen() -> None:
    assert arrange(hand("3C 3D 3H 3S 4S 5S 6S")).fours == 1
    assert arrange(hand("5C 5D 5H 5S 6S 7S")).fours == 0
    assert fours_in(hand("5C 5D 5H 5S 6S 7S")) == 1


def test_adding_a_card_never_costs_more_than_its_points() -> None:
    play = random.Random(7)
    for _ in range(300):
        cards = play.sample(ONE_PACK, 13)
        assert deadwood(frozenset(cards)) <= deadwood(frozenset(cards[1:])) + total(cards[:1])


def test_extensions_are_the_cards_that_lengthen_a_meld() -> None:
    melds = [meld for meld in melds_in(ONE_PACK) if len(meld) <= 6]
    for meld in melds:
        fits = {card for card in ONE_PACK if card not in meld and is_meld(meld | {card})}
        assert set(extensions(meld)) == fits


def test_rank_and_suit_do_not_depend_on_the_copy() -> None:
    assert all(rank(Card(card + 54)) == rank(card) for card in ONE_PACK)
    assert all(suit(Card(card + 54)) == suit(card) for card in ONE_PACK)
