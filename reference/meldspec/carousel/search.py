"""The best play of a hand at a table, by the search of ``meldspec.manipulation``.

The search gets the readings of several chapters.  An option is read only where another reading
would make a difference to this table and this hand.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from meldspec import manipulation
from meldspec.cards import JOKER, ONE_PACK, RANKS, Card, suit
from meldspec.carousel.joker import (
    domain,
    joker_frees,
    names_may_be_alike,
    natural_frees_one,
    needs_natural,
    own_meld_frees,
    stand_ins,
    table_frees_only,
)
from meldspec.carousel.options import Rules
from meldspec.carousel.seq import has_both_ends
from meldspec.carousel.table import as_cards
from meldspec.hands import Hand
from meldspec.manipulation import By, Manner, Placed, Play, stand_in
from meldspec.manipulation import Table as Melds
from meldspec.melds import SMALLEST


def manner(rules: Rules, packs: int, melds: Melds, hand: Hand) -> Manner:
    """How this table may be rearranged with cards of this hand.

    An option that makes no difference to them is not read.
    """
    there, names = as_cards(melds), stand_ins(melds)
    jokers = there[Card(JOKER)] + hand.count(Card(JOKER))
    shared = max(names.values(), default=0) > 1
    beside = any(
        stand_in(card) in meld and Placed(card) in meld for card in names for meld in melds
    )
    return Manner(
        both_ends=not _may_have_both_ends(there + Counter(hand)) or has_both_ends(rules),
        packs=packs,
        domain=domain(rules) if jokers else "any_card",
        two_alike=jokers < 2 or names_may_be_alike(rules),
        natural_beside=jokers < SMALLEST or needs_natural(rules),
        table_only=any(card in names for card in hand) and table_frees_only(rules),
        one_per_natural=shared and natural_frees_one(rules),
        joker_counts=shared and joker_frees(rules),
        same_meld_counts=not beside or own_meld_frees(rules),
    )


def _may_have_both_ends(cards: Counter[Card]) -> bool:
    """Whether there are enough cards of some suit, with jokers, for a run with two aces."""
    for ace in ONE_PACK[:: len(RANKS)]:
        suited = [card for card in cards if suit(card) == suit(ace)]
        if len(suited) + (cards[ace] > 1) + cards[Card(JOKER)] > len(RANKS):
            return True
    return False


_best_play: Final = lru_cache(maxsize=1 << 12)(manipulation.best_play)
_can_play: Final = lru_cache(maxsize=1 << 12)(manipulation.can_play)
"""Remembered: the same table and hand are tried several times in a turn, and by every reading."""

FREEST: Final = Manner(packs=2, natural_beside=False, joker_counts=True)
"""The readings that allow most: a hand that can play under any readings can play under these."""


def could_play(melds: Melds, hand: Hand) -> bool:
    """Whether the hand could play a card under some readings."""
    return bool(hand) and _can_play(melds, hand, FREEST)


def can_play(rules: Rules, packs: int, melds: Melds, hand: Hand) -> bool:
    """Whether the hand could play a card."""
    return bool(hand) and _can_play(melds, hand, manner(rules, packs, melds, hand))


def best_play(rules: Rules, packs: int, melds: Melds, hand: Hand, by: By) -> Play | None:
    """The play with the most, as ``by`` measures it; None where the hand could play no card."""
    return _best_play(melds, hand, manner(rules, packs, melds, hand), by)


def most_cards(rules: Rules, packs: int, melds: Melds, hand: Hand) -> int:
    """How many cards the hand could play at once."""
    play = best_play(rules, packs, melds, hand, By.CARDS)
    return 0 if play is None else len(play.cards)


def most_points(rules: Rules, packs: int, melds: Melds, hand: Hand) -> int:
    """The most points of cards that the hand could play at once."""
    play = best_play(rules, packs, melds, hand, By.POINTS)
    return 0 if play is None else play.points
