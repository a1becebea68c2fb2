"""The tables that find melds fast, against the plain definitions: for all melds, without a sample.

The core of a meld is its three lowest cards.  ``melds_in`` looks up the melds of each core in a
hand, and keeps those whose cards are all there.  If each meld stands at its core and only there,
``melds_in`` finds exactly the melds that are subsets, for every hand.
"""

from __future__ import annotations

import random
from itertools import combinations

from meldspec.arrangement import arrange, deadwood
from meldspec.cards import ONE_PACK, Card, small_pack
from meldspec.melds import _CORES, ALL_MELDS, is_meld, melds_in, melds_with


def plain_melds_in(hand: frozenset[Card]) -> tuple[frozenset[Card], ...]:
    """All subsets of the hand that are melds, by trying every meld."""
    return tuple(meld for meld in ALL_MELDS if meld <= hand)


def test_all_melds_are_melds_and_no_set_or_run_is_missing() -> None:
    known = set(ALL_MELDS)
    assert len(ALL_MELDS) == len(known) == 65 + 264
    assert all(is_meld(meld) for meld in ALL_MELDS)
    for size in (3, 4):
        for cards in combinations(ONE_PACK, size):
            assert is_meld(frozenset(cards)) == (frozenset(cards) in known)
    # A longer meld is a run, so without its highest card it is a meld too, and that one is known.
    for meld in known:
        for card in ONE_PACK:
            assert is_meld(meld | {card}) == (meld | {card} in known)


def test_each_meld_stands_at_its_three_lowest_cards_and_only_there() -> None:
    found = [
        (place, (lowest, second, third))
        for lowest, cores in enumerate(_CORES)
        for second, third, places in cores
        for place in places
    ]
    assert sorted(found) == [
        (place, tuple(sorted(meld)[:3])) for place, meld in enumerate(ALL_MELDS)
    ]


def test_melds_of_a_hand_are_all_melds_that_are_subsets_in_order() -> None:
    play = random.Random(5)
    packs = [ONE_PACK, small_pack(6, 4), small_pack(13, 2)]
    for number in range(600):
        hand = frozenset(play.sample(packs[number % 3], play.randrange(17)))
        assert melds_in(hand) == plain_melds_in(hand)
    assert melds_in(ONE_PACK) == ALL_MELDS


def test_melds_with_a_card_are_those_of_the_hand_and_the_card_that_hold_it() -> None:
    for meld in ALL_MELDS:
        for card in meld:
            rest = meld - {card}
            assert melds_with(card, rest) == tuple(
                part for part in plain_melds_in(meld) if card in part
            )
            if len(meld) == 3:
                assert not any(melds_with(card, rest - {other}) for other in rest)


def test_deadwood_is_that_of_the_arrangement() -> None:
    play = random.Random(6)
    for number in range(600):
        hand = frozenset(play.sample(ONE_PACK if number % 2 else small_pack(6, 4), 13))
        assert deadwood(hand) == arrange(hand).deadwood
