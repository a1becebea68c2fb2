"""The measure of a game: everything that this package must know about one game only."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias, final

from meldcheck.words.case import JSON, Act
from meldcheck.words.notation import canonical
from meldcheck.words.readings import Readings
from meldspec import cards as pack
from meldspec.games import GAMES
from meldspec.wire import Match

DECK: Final = tuple(pack.text(card) for card in pack.ONE_PACK)
"""One pack in printing order."""

JOKER: Final = pack.text(pack.Card(pack.JOKER))
"""A joker that stands for no card."""


Weights: TypeAlias = Mapping[str, float]
"""By kind of action: the weight with which a seat chooses it if it can."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Working:
    """The words of working lines, in which an author works out numbers."""

    hand: str | None
    """The word for the points of a hand, ``deadwood``; None if no hand is counted."""
    gain: str | None
    """The word for payments or scores, ``pays``; None if a seat scores its own hand's points."""
    field: str = "points"
    """The field of a result with these payments or scores."""
    labels: Mapping[str, str] | None = None
    """By name of a payment in a line: its clause. None if the terms are numbers."""
    form: str
    """The lines as a message shows them."""
    receipts: bool = False
    """Whether the terms of a score are the lines of the seat's receipt.

    Otherwise they are the points of the other hands.
    """


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """The habits of random seats, in the search for plays and in fuzzing."""

    tempers: tuple[tuple[int, Weights], ...]
    """Ways to play, each with its share."""
    usual: Weights
    """The weights that all tempers share."""
    late: tuple[str, ...]
    """The types of action that are tried when the hand is over."""
    hands: tuple[int, ...]
    """Possible numbers of hands of a fuzzed match."""
    wild: Callable[[random.Random, Sighted], Iterator[Act]]
    """Actions that may be refused, made without regard to the rules."""
    chance: Callable[[random.Random, Match, Readings, Sequence[Act]], JSON]
    """The action of chance if it does not deal, else None.

    It gets the readings that are played and the actions of chance since the last hand.
    """
    untimely: Callable[[random.Random, Match], Iterator[JSON]]
    """Actions of chance that are not due now."""
    tidy: Readings = field(default_factory=dict)
    """The readings for counting deadwood when a seat chooses the best discard."""
    kept: float
    """The share of the usual number of plays that is kept; less than 1 if hands are long."""
    besides: tuple[Readings, ...]
    """Readings that are played to find refusals that the default rules never give."""
    many: Mapping[str, int]
    """By phase: the number of legal actions from which a state counts as rich."""
    named: Callable[[random.Random, Match, int, Readings, JSON], JSON] | None = None
    """Gives fields to an action that ``legal`` lists without fields; None if it lists all fields.
    """


@final
@dataclass(frozen=True, slots=True)
class Dealing:
    """The readings under which another seat deals than the one for which a case is written."""

    first: Mapping[str, str]
    """Readings by which chance names the dealer of the first hand."""
    later: tuple[Mapping[str, str], ...]
    """Readings by which another seat deals a later hand, one way each."""
    named: Callable[[int, int], JSON] | None = None
    """The action of chance that makes this seat, of so many, the dealer; None if there is none."""


@final
@dataclass(frozen=True, slots=True)
class Sighted:
    """The material of proposals: a seat that may act, another seat, a hand and visible melds."""

    mover: int
    other: int
    hand: Sequence[str]
    table: Sequence[Sequence[str]]


@final
@dataclass(frozen=True, slots=True)
class Few:
    """A type of action that ``legal`` lists without fields, and a way to name a few examples."""

    type: str
    some: Callable[[Match, int, Readings], Sequence[JSON]]
    """Examples that are accepted from a seat under these readings, the same each time."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """The measure of a game: its differences from the other games."""

    name: str
    title: str
    """The name in print."""
    players: tuple[int, ...]
    """Numbers of seats in matches that are made here. A single number is the only one possible."""
    first_hands: tuple[int, ...] = (1,)
    """Numbers of the hands with which a match can begin; the first is the usual one."""
    packs: Callable[[int], int]
    """By number of seats: the number of packs."""
    hand_sizes: Callable[[int, int, int], tuple[int, ...]]
    """The number of cards of each seat, by number of seats, dealer and hand number."""
    wild: Callable[[int], str] | None = None
    """By hand number: the wild rank. None if the game has none."""
    upcard: bool = False
    """Whether a card is turned up to begin the discard pile."""
    ends: tuple[str, ...]
    """The ways in which a hand can end by the default rules."""
    least_cases: int
    """Least number of cases in all."""
    least_by_hand: int
    """Least number of cases whose results are stated in the documents."""
    working: Working
    lays: str | None = None
    """The type of the action that lays a meld; None if there is none."""
    order: tuple[str, ...] = ()
    """The options that make the order of melds and lay-offs in a turn matter."""
    shown: Mapping[str, str]
    """By type of action: the clause that an accepted action shows; derived cases list it."""
    habits: Habits
    pack: tuple[str, ...] = DECK
    """The cards of one pack, without jokers."""
    dealing: Dealing | None = None
    """None if cases do not depend on the dealer."""
    melds: tuple[str, ...] = ("set", "run")
    """The kinds of meld in the answer to ``meld``; other cards are no meld."""
    ways: int = 1
    """Factor by which a seat has more actions than in other games.

    Searches follow fewer standings by this factor.
    """
    jokers: Callable[[int], int] | None = None
    """By number of seats: the number of jokers. None if the game has none."""
    flaw: Callable[[Mapping[str, JSON], JSON], str] | None = None
    """The flaw of an answer to ``best`` by itself, for questions with several right answers."""
    few: Few | None = None
    """None if ``legal`` lists every action with its fields."""
    due: Callable[[Match, Readings], Sequence[str]] | None = None
    """The cards of which chance must make a stock; None if they are the discards."""
    passing: JSON = None
    """The action of a seat that is asked and declines.

    None if no reading asks seats more often than another.
    """

    def deck(self, players: int) -> tuple[str, ...]:
        """The whole deck, in printing order; equal cards are side by side."""
        jokers = 0 if self.jokers is None else self.jokers(players)
        cards = (card for card in self.pack for _ in range(self.packs(players)))
        return (*cards, *(JOKER for _ in range(jokers)))

    def beside(self, told: Mapping[str, JSON]) -> dict[str, JSON]:
        """The wild rank that a question about cards must state, from a view or facts."""
        if self.wild is None:
            return {}
        return {"wild": told.get("wild") or self.wild(told.get("hand_number", 1))}

    def actions(self) -> frozenset[str]:
        """The types of action of this game, those of chance included."""
        return frozenset(GAMES[self.name].messages.actions)

    def seats(self, rng: random.Random) -> int:
        """A random number of seats for a match."""
        return _one_of(rng, self.players)

    def first_hand(self, rng: random.Random) -> int:
        """A random number of the first hand of a match."""
        return _one_of(rng, self.first_hands)


def one_pack(players: int) -> int:
    """Number of packs of a game that always has one."""
    return 1


def _one_of(rng: random.Random, numbers: Sequence[int]) -> int:
    """One of the numbers. A single number uses no random draw."""
    return numbers[0] if len(numbers) == 1 else rng.choice(numbers)


def wild_lay_offs(rng: random.Random, sighted: Sighted, cards: Sequence[str]) -> Iterator[Act]:
    """Lay-offs on melds of the table and on other cards, whether they fit or not."""
    for meld in (*sighted.table, sample(rng, DECK, 3)):
        for _ in range(3):
            do = {"type": "lay_off", "card": rng.choice(cards), "meld": list(meld)}
            yield Act(by=sighted.mover, do=do)


def sample(rng: random.Random, cards: Sequence[str], size: int) -> list[str]:
    """``size`` random cards, in printing order; all if there are fewer."""
    return canonical(rng.sample(cards, min(size, len(cards))))
