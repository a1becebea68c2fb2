"""The search with a small pack: over all its deals if they are few, else over seeded deals.

It exists for Tong-its alone, because the size of a pack is a matter of each game's rules. A small
pack has the lowest ranks of some suits.  Exchanging suits changes nothing in the rules, so only one
of several deals that differ in their suits is searched.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, permutations
from math import factorial
from typing import Final, final

from meldcheck.distinguish.course import Effort
from meldcheck.distinguish.pair import Breadth, Joint, Play
from meldcheck.distinguish.sides import Pairing
from meldcheck.games.tongits import SEATS
from meldcheck.words.case import Setup
from meldcheck.words.deal import Dealt
from meldcheck.words.readings import Readings
from meldspec import cards as pack
from meldspec.cards import Card, rank, small_pack, suit
from meldspec.tongits.options import Rules, Size
from meldspec.undecided import OpenRules
from meldspec.wire import GameWire

MOST_DEALS: Final = 100_000
"""A pack with more deals, counting suits as different, is searched from seeded deals."""

SEEDED_DEALS: Final = 200
DEEPEST: Final = 60
"""Number of steps of a small hand, at most."""


@final
@dataclass(frozen=True, slots=True)
class SmallPack:
    """A pack of the lowest ranks of some suits, and the size of a hand that does not deal."""

    ranks: int
    suits: int
    hand: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the pack."""
        return small_pack(self.ranks, self.suits)

    @property
    def stock(self) -> int:
        """Number of cards in the stock."""
        return len(self.cards) - SEATS * self.hand - 1

    @property
    def deals(self) -> int:
        """Number of deals, counting suits as different."""
        hands = factorial(self.hand) ** 2 * factorial(self.hand + 1)
        return factorial(len(self.cards)) // hands

    @property
    def words(self) -> str:
        """The pack in words."""
        return (
            f"{len(self.cards)} cards (A to {pack.RANKS[self.ranks - 1]} of {self.suits} suits), "
            f"{self.hand} in a hand, {self.stock} in the stock"
        )


def read_pack(words: str) -> SmallPack | None:
    """The pack named like ``4x4x4`` (ranks, suits, hand); None if the words name none."""
    parts = words.split("x")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    made = SmallPack(*(int(part) for part in parts))
    sound = 1 <= made.ranks <= 13 and 1 <= made.suits <= 4 and made.hand >= 1
    return made if sound and made.stock >= 1 else None


class SmallJoint(Joint):
    """Two rule sets side by side, played with a small pack."""

    def __init__(self, game: GameWire, one: Readings, other: Readings, small: SmallPack) -> None:
        super().__init__(game, one, other)
        size = Size(pack=small.cards, hand=small.hand)
        self.one, self.other = (_sized(rules, size) for rules in (self.one, self.other))
        shared = {name for name, reading in one.items() if other[name] == reading}
        chosen = {name: _value(self.one, name) for name in shared}
        self.open = OpenRules(Rules(size=size), frozenset(one), chosen)


def _sized(rules: object, size: Size) -> Rules:
    if not isinstance(rules, Rules):
        raise TypeError(f"no rules of Tong-its: {rules!r}")
    return replace(rules, size=size)


def _value(rules: object, option: str) -> object:
    chapter, _, name = option.partition(".")
    return getattr(getattr(rules, chapter), name)


@final
@dataclass(frozen=True, slots=True)
class SmallFinding:
    """The result of a search with a small pack."""

    small: SmallPack
    deals: int
    whole: bool
    """Whether these are all deals up to an exchange of suits."""
    seed: int
    play: Play | None
    depth: int
    """Every play of up to this many steps was examined, for every one of the deals."""
    states: int
    done: bool
    """Whether no standing was left to follow."""

    @property
    def words(self) -> str:
        """The proof for the play, or the depth searched without one."""
        if self.play is None and self.done:
            return f"no play of one hand of these deals tells them apart ({self.states} states)"
        if self.play is None:
            return f"searched to depth {self.depth} ({self.states} states)"
        if self.whole:
            return (
                f"minimal over all {self.deals} deals of the small pack "
                f"(breadth-first, {self.states} states)"
            )
        return f"minimal for this deal (breadth-first, {self.states} states)"


def search(game: GameWire, pairing: Pairing, small: SmallPack, effort: Effort) -> SmallFinding:
    """The shortest play of one hand with a small pack, from all its deals or from seeded deals."""
    joint = SmallJoint(game, pairing.one.readings, pairing.other.readings, small)
    setup = Setup(players=SEATS, dealer=0)
    whole = small.deals <= MOST_DEALS
    deals = list(all_deals(small)) if whole else list(seeded_deals(small, effort.seed))
    searches = [Breadth(joint, setup, (deal.act(),), ()) for deal in deals]

    def told(play: Play | None, depth: int, *, done: bool = False) -> SmallFinding:
        states = sum(search.states for search in searches)
        return SmallFinding(small, len(deals), whole, effort.seed, play, depth, states, done)

    left = effort.states
    for depth in range(DEEPEST):
        for search in searches:
            before = search.states
            found = search.deeper(left)
            left -= search.states - before
            if found is not True:
                return told(found if isinstance(found, Play) else None, depth)
        if all(search.done for search in searches):
            return told(None, depth + 1, done=True)
    return told(None, DEEPEST)


def all_deals(small: SmallPack) -> Iterator[Dealt]:
    """Every deal of a small pack by seat 0; one of several that differ only in their suits."""
    renamings = [
        {card: Card(13 * suits[suit(card)] + rank(card)) for card in small.cards}
        for suits in permutations(range(small.suits))
    ]
    for hands, stock in _partitions(small):
        key = (*(tuple(sorted(hand)) for hand in hands), stock)
        others = (
            (
                *(tuple(sorted(names[card] for card in hand)) for hand in hands),
                tuple(names[card] for card in stock),
            )
            for names in renamings
        )
        if all(key <= other for other in others):
            yield _dealt(hands, stock)


def _partitions(
    small: SmallPack,
) -> Iterator[tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]]:
    cards = frozenset(small.cards)
    for first in combinations(sorted(cards), small.hand + 1):
        after = cards - set(first)
        for second in combinations(sorted(after), small.hand):
            rest = after - set(second)
            for third in combinations(sorted(rest), small.hand):
                for stock in permutations(sorted(rest - set(third))):
                    yield (first, second, third), stock


def seeded_deals(small: SmallPack, seed: int) -> Iterator[Dealt]:
    """Shuffled deals of a small pack by seat 0."""
    rng = random.Random(seed)
    for _ in range(SEEDED_DEALS):
        cards = rng.sample(small.cards, len(small.cards))
        ends = [0, small.hand + 1, 2 * small.hand + 1, 3 * small.hand + 1]
        hands = [tuple(cards[start:end]) for start, end in pairwise(ends)]
        yield _dealt(hands, tuple(cards[ends[-1] :]))


def _dealt(hands: Sequence[Sequence[Card]], stock: Sequence[Card]) -> Dealt:
    return Dealt(
        0,
        tuple(tuple(pack.texts(hand)) for hand in hands),
        tuple(pack.text(card) for card in stock),
    )
