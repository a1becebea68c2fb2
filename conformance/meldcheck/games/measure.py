"""What the measure wing must know of one game and of no other."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
"""How likely a seat does each kind of action when it can."""


@final
@dataclass(frozen=True, slots=True)
class Working:
    """The words of the lines in which an author works out numbers."""

    hand: str | None
    """Of the points of a hand: ``deadwood``; None where no hand is counted."""
    gain: str | None
    """Of what a seat pays or scores: ``pays``; None where that is what its own hand counts."""
    field: str
    """The field of a result in which that stands."""
    labels: Mapping[str, str] | None
    """What a line calls each payment, and the clause of it; None where the terms are numbers."""
    form: str
    """The lines as a message shows them."""
    receipts: bool = False
    """Whether the terms of what a seat scores are the lines of its receipt; else they are what the
    other hands count."""


@final
@dataclass(frozen=True, slots=True)
class Habits:
    """How seats play where nobody thinks: in search of plays, and in fuzzing."""

    tempers: tuple[tuple[int, Weights], ...]
    """Ways to play, each with its share."""
    usual: Weights
    """What is so in all of them."""
    late: tuple[str, ...]
    """What is tried when the hand is over."""
    hands: tuple[int, ...]
    """Hands of a fuzzed match, one of these."""
    wild: Callable[[random.Random, Sighted], Iterator[Act]]
    """What may be refused, proposed without asking what is legal."""
    chance: Callable[[random.Random, Match, Readings, Sequence[Act]], JSON]
    """What chance does where it does not deal, by the readings that are played and what it has done
    since the last hand; None where it deals."""
    untimely: Callable[[random.Random, Match], Iterator[JSON]]
    """What chance may do at another time than this, perhaps."""
    tidy: Readings
    """The readings by which a hand is sorted: what it discards leaves the least deadwood."""
    kept: float
    """What share of the usual number of plays is kept, where the hands are long."""
    besides: tuple[Readings, ...]
    """Readings that are played in search of what the default rules never refuse."""
    many: Mapping[str, int]
    """From how many legal actions on a state of each phase is a rich one."""
    named: Callable[[random.Random, Match, int, Readings, JSON], JSON] | None = None
    """An action of a seat for one that ``legal`` lists, where some are listed without fields."""


@final
@dataclass(frozen=True, slots=True)
class Dealing:
    """How it comes about that another seat deals than the one for which a case is written."""

    first: Mapping[str, str]
    """Readings by which chance names the dealer of the first hand."""
    later: tuple[Mapping[str, str], ...]
    """Readings by which another seat deals a later hand, one way each."""
    named: Callable[[int, int], JSON] | None = None
    """What chance does, where a reading has that, so that this seat of so many deals."""


@final
@dataclass(frozen=True, slots=True)
class Sighted:
    """What proposals are made from: a seat that may act, another, and what lies about."""

    mover: int
    other: int
    hand: Sequence[str]
    table: Sequence[Sequence[str]]


@final
@dataclass(frozen=True, slots=True)
class Few:
    """A type of action of which ``legal`` does not list every one, and a way to name a few."""

    type: str
    some: Callable[[Match, int, Readings], Sequence[JSON]]
    """Some that are accepted from a seat under these readings, the same each time."""


@final
@dataclass(frozen=True, slots=True)
class Measure:
    """A game, as far as it is measured otherwise than the others."""

    name: str
    title: str
    """The name in print."""
    players: tuple[int, ...]
    """How many seats there are in matches that are measured; of one number alone, in all."""
    first_hands: tuple[int, ...]
    """With which hands a match can begin, by number; the first is the usual one."""
    packs: Callable[[int], int]
    """How many packs are dealt from, by the number of seats."""
    hand_sizes: Callable[[int, int, int], tuple[int, ...]]
    """The cards that are dealt to each seat, by the number of seats, the dealer and the hand."""
    wild: Callable[[int], str] | None
    """The rank that is wild in a hand, by its number; None where none is in any."""
    upcard: bool
    """Whether a card is turned to begin the discard pile."""
    ends: tuple[str, ...]
    """The ways in which a hand can end by the default rules."""
    least_cases: int
    """In all."""
    least_by_hand: int
    """Whose expectations are stated in the documents."""
    working: Working
    lays: str | None
    """The type of the action that lays a meld, if one does."""
    order: tuple[str, ...]
    """The option that says whether it may follow a lay-off of the same turn, if one does, and those
    of which another reading makes that order matter."""
    shown: Mapping[str, str]
    """A clause that an accepted action of each type shows; a derived case lists them."""
    habits: Habits
    pack: tuple[str, ...] = DECK
    """The cards of one pack, without jokers."""
    dealing: Dealing | None = None
    """None where cases fit whoever deals."""
    melds: tuple[str, ...] = ("set", "run")
    """What cards can be, in the answer to ``meld``; other cards are no meld."""
    ways: int = 1
    """How many times as many actions a seat has as in other games, and so how many times fewer
    standings a search follows."""
    jokers: Callable[[int], int] | None = None
    """How many jokers are dealt, by the number of seats; None where the game has none."""
    flaw: Callable[[Mapping[str, JSON], JSON], str] | None = None
    """What is wrong with an answer to ``best`` in itself, where several are right."""
    few: Few | None = None
    """None where ``legal`` lists all actions one by one."""
    due: Callable[[Match, Readings], Sequence[str]] | None = None
    """The cards of which chance is to make a stock; None where it is the discards."""
    passing: JSON = None
    """What a seat does that is asked and does nothing; None where no reading has seats asked
    more often than another."""

    def deck(self, players: int) -> tuple[str, ...]:
        """All cards that are dealt from, in printing order; like cards stand side by side."""
        jokers = 0 if self.jokers is None else self.jokers(players)
        cards = (card for card in self.pack for _ in range(self.packs(players)))
        return (*cards, *(JOKER for _ in range(jokers)))

    def beside(self, told: Mapping[str, JSON]) -> dict[str, JSON]:
        """What a question about cards states besides, in a hand of which so much is told."""
        if self.wild is None:
            return {}
        return {"wild": told.get("wild") or self.wild(told.get("hand_number", 1))}

    def actions(self) -> frozenset[str]:
        """The types of action that this game has, those of chance among them."""
        return frozenset(GAMES[self.name].messages.actions)

    def seats(self, rng: random.Random) -> int:
        """How many seats a match is to have."""
        return _one_of(rng, self.players)

    def first_hand(self, rng: random.Random) -> int:
        """With which hand a match is to begin."""
        return _one_of(rng, self.first_hands)


def one_pack(players: int) -> int:
    """Of a game that is always played with one."""
    return 1


def _one_of(rng: random.Random, numbers: Sequence[int]) -> int:
    """One of the numbers; nothing is drawn by lot where there is no choice."""
    return numbers[0] if len(numbers) == 1 else rng.choice(numbers)


def wild_lay_offs(rng: random.Random, sighted: Sighted, cards: Sequence[str]) -> Iterator[Act]:
    """Cards laid off on what lies on the table, and on what does not, whether they fit or not."""
    for meld in (*sighted.table, sample(rng, DECK, 3)):
        for _ in range(3):
            do = {"type": "lay_off", "card": rng.choice(cards), "meld": list(meld)}
            yield Act(by=sighted.mover, do=do)


def sample(rng: random.Random, cards: Sequence[str], size: int) -> list[str]:
    """So many of the cards, in printing order; all where there are fewer."""
    return canonical(rng.sample(cards, min(size, len(cards))))
