"""The solver of hands with wild cards, against the obvious definition over whole small packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from meldspec import wild as solver
from meldspec.cards import Card
from meldspec.wild import (
    SetLimits,
    is_all_melds,
    least_deadwood,
    plain_deadwood,
)

from ...bugs import Bug
from ...law import enumerated
from ...plain import three_thirteen as plain

LIMITS = tuple(product((True, False), (99, 4)))
"""Whether like cards may be in a set, and the most cards of one."""

TWO_SUITS = tuple(13 * suit + rank for suit in (0, 1) for rank in (1, 2, 3, 4))
"""Four ranks in two suits."""

ONE_SUIT = (39, 40, 41, 42)
"""Four ranks in one suit."""

FOUR_SUITS = tuple(13 * suit + rank for suit in range(4) for rank in (8, 9))
"""Two ranks in four suits."""


def limits(alike: bool, most: int) -> SetLimits:
    """The limits of sets, as the solver is told them."""
    return SetLimits(alike, None if most == 99 else most)


def cards_of(cards: plain.Cards) -> tuple[Card, ...]:
    """The same cards for the solver."""
    return tuple(map(Card, cards))


def forget() -> None:
    """Forget all that has been found, so that a seeded bug is asked anew."""
    plain_deadwood.cache_clear()
    solver._runs.cache_clear()
    solver._sets.cache_clear()


def long_runs() -> Iterator[plain.Cards]:
    """Every choice of ten ranks of one suit, with none, one or two kings of another suit."""
    for chosen in product((False, True), repeat=10):
        naturals = tuple(rank for rank, there in enumerate(chosen) if there)
        for spare in ((), (25,), (25, 25)):
            yield (*naturals, *spare)


@enumerated(
    Bug(
        solver._Search.least,
        "if left & _NONE == _NONE and best",
        "if left & _NONE == _NONE and best > 9",
    )
)
def the_least_deadwood() -> Iterator[tuple[object, bool]]:
    """The least deadwood found is the least of all ways to take disjoint melds out of a hand.

    clause: three-thirteen.deadwood.definition
    clause: three-thirteen.meld.disjoint
    clause: three-thirteen.score.best-arrangement
    clause: three-thirteen.wild.substitutes
    clause: three-thirteen.wild.unlimited
    over: up to six cards of four ranks in two suits of six packs, each wild in turn, all limits
    """
    forget()
    for (alike, most), rank, size in product(LIMITS, (1, 2, 3, 4), range(7)):
        for cards in plain.hands(TWO_SUITS, size):
            found = least_deadwood(cards_of(cards), rank, limits(alike, most))
            yield (alike, most, rank, cards), found == plain.deadwood(cards, rank, alike, most)
    forget()


@enumerated(
    Bug(
        solver._sets.__wrapped__,
        "for number in range(1, min(count, alike, largest - size) + 1)",
        "for number in range(1, min(count, 1, largest - size) + 1)",
    )
)
def sets_of_many_cards() -> Iterator[tuple[object, bool]]:
    """Sets are found of like cards, of unlike suits and of wild cards, in any mixture.

    clause: three-thirteen.meld.kind
    clause: three-thirteen.score.best-arrangement
    clause: three-thirteen.wild.unlimited
    clause: three-thirteen.deck.general
    over: up to six nines and tens of six packs, tens or twos wild, all limits
    """
    forget()
    for (alike, most), rank, size in product(LIMITS, (9, 1), range(7)):
        for cards in plain.hands(FOUR_SUITS, size):
            found = least_deadwood(cards_of(cards), rank, limits(alike, most))
            yield (alike, most, rank, cards), found == plain.deadwood(cards, rank, alike, most)
    forget()


@enumerated(
    Bug(solver._runs.__wrapped__, "min(LONGEST, count + wilds)", "min(SMALLEST, count + wilds)")
)
def runs_of_any_length() -> Iterator[tuple[object, bool]]:
    """Runs are found with whatever gaps wild cards can fill, and so are two runs of one suit.

    clause: three-thirteen.meld.run
    clause: three-thirteen.score.best-arrangement
    clause: three-thirteen.wild.substitutes
    over: every choice of ten ranks of a suit, with up to two kings of another suit, kings wild
    """
    forget()
    for cards in long_runs():
        found = least_deadwood(cards_of(cards), 12)
        yield cards, found == least_by_runs(cards)
    forget()


def least_by_runs(cards: plain.Cards) -> int:
    """The least points of cards of one suit and of spare ones: no set has two natural cards here.

    Melds are stretches of places in a row; a lone card may have two spare ones.
    """
    spare = sum(card % 13 == 12 for card in cards)
    naturals = frozenset(card for card in cards if card % 13 != 12)
    known: dict[tuple[int, int], int] = {}

    def least(lowest: int, left: int) -> int:
        if lowest > 9:
            return 10 * left
        if (lowest, left) not in known:
            there = lowest in naturals
            ways = [least(lowest + 1, left) + (lowest + 1 if there else 0)]
            for length in range(3, 14):
                places = range(lowest, lowest + length)
                gaps = sum(place not in naturals for place in places)
                above = lowest + length
                if above <= 13 and gaps <= left:
                    ways.append(least(above, left - gaps))
            known[lowest, left] = min(ways)
        return known[lowest, left]

    return least(0, spare)


@enumerated(
    Bug(solver._Search.__init__, "_NONE + 2 * _WILD: 2 * alone", "_NONE + 2 * _WILD: alone")
)
def wild_cards_with_a_price() -> Iterator[tuple[object, bool]]:
    """The least deadwood is found at whatever price a wild card has that is left over.

    clause: three-thirteen.score.unmelded-wild
    clause: three-thirteen.score.best-arrangement
    over: up to five cards of four ranks in two suits of five packs, each wild in turn, six prices
    """
    forget()
    prices = (None, 0, 1, 15, 25, 50)
    for number, rank, size in product(prices, (1, 2, 3, 4), range(6)):
        for cards in plain.hands(TWO_SUITS, size):
            found = least_deadwood(cards_of(cards), rank, wild_points=number)
            right = plain.deadwood(cards, rank, wild_points=number)
            yield (number, rank, cards), found == right
    forget()


@enumerated(
    Bug(
        plain_deadwood.__wrapped__,
        "least = min(least, plain_deadwood",
        "least = max(least, plain_deadwood",
    )
)
def the_definition_of_the_reference() -> Iterator[tuple[object, bool]]:
    """The definition that the reference states for its solver is the obvious one.

    clause: three-thirteen.deadwood.definition
    clause: three-thirteen.meld.disjoint
    over: up to five cards of four ranks in two suits of five packs, twos or fives wild, all limits
    """
    forget()
    for (alike, most), rank, size in product(LIMITS, (1, 4), range(6)):
        for cards in plain.hands(TWO_SUITS, size):
            found = plain_deadwood(tuple(apart(cards)), rank, limits(alike, most))
            yield (alike, most, rank, cards), found == plain.deadwood(cards, rank, alike, most)
    forget()


@enumerated(Bug(is_all_melds, "_NONE + _WILD: False", "_NONE + _WILD: True"))
def hands_without_deadwood() -> Iterator[tuple[object, bool]]:
    """A hand is all melds just when some way to divide it leaves nothing.

    clause: three-thirteen.out.condition
    clause: three-thirteen.out.verified
    clause: three-thirteen.meld.disjoint
    over: up to eight cards of four ranks in one suit of eight packs, each wild in turn, all limits
    """
    forget()
    for (alike, most), rank, size in product(LIMITS, (0, 1, 2, 3), range(9)):
        for cards in plain.hands(ONE_SUIT, size):
            found = is_all_melds(cards_of(cards), rank, limits(alike, most))
            yield (alike, most, rank, cards), found == plain.is_all_melds(cards, rank, alike, most)
    forget()


@enumerated(Bug(solver._Counts.melds, "if sum(same_rank) == 1:", "if sum(same_rank) <= 2:"))
def longer_hands_of_one_suit() -> Iterator[tuple[object, bool]]:
    """Hands with many like cards are divided as well as they can be.

    clause: three-thirteen.meld.disjoint
    clause: three-thirteen.score.best-arrangement
    clause: three-thirteen.deck.general
    over: up to eight cards of four ranks in one suit of eight packs, aces or sixes wild, all limits
    """
    forget()
    for (alike, most), rank, size in product(LIMITS, (0, 5), range(9)):
        for cards in plain.hands(ONE_SUIT, size):
            found = least_deadwood(cards_of(cards), rank, limits(alike, most))
            yield (alike, most, rank, cards), found == plain.deadwood(cards, rank, alike, most)
    forget()


def apart(cards: plain.Cards) -> list[Card]:
    """Like cards as those of several packs."""
    seen: Counter[int] = Counter()
    hand = []
    for card in cards:
        hand.append(Card(card + 54 * seen[card]))
        seen[card] += 1
    return hand


@enumerated(Bug(solver._first, "(left & -left)", "left"))
def copies_are_alike() -> Iterator[tuple[object, bool]]:
    """The least deadwood of a hand does not hang on the packs of its cards, nor on their order.

    clause: three-thirteen.meld.disjoint
    clause: three-thirteen.deck.general
    over: up to five nines and tens of five packs, nines or kings wild
    """
    forget()
    for rank, size in product((8, 12), range(6)):
        for cards in plain.hands(FOUR_SUITS, size):
            hand = apart(cards)
            right = plain.deadwood(cards, rank)
            counts = (
                least_deadwood(hand, rank),
                least_deadwood(hand[::-1], rank),
                least_deadwood(cards_of(cards), rank),
            )
            yield (rank, cards), counts == (right,) * 3
    forget()
