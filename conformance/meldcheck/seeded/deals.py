"""Deals and other actions of chance for any game: those that are due, and wrong ones.

A deal is made from the hand sizes and the deck in the measure of its game.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, final

from meldcheck.games.measure import Measure
from meldcheck.words.case import JSON, Act
from meldcheck.words.deal import Dealt
from meldcheck.words.notation import CHANCE, without
from meldcheck.words.readings import Readings
from meldspec import cards as pack
from meldspec.melds import ALL_MELDS
from meldspec.wire import Match

MELDS: Final = tuple(tuple(pack.texts(meld)) for meld in ALL_MELDS)
"""Every meld of one pack."""

Holding: TypeAlias = tuple[int, Sequence[str]]
"""A seat, and cards that must be together in its hand."""


@final
@dataclass(slots=True)
class Draft:
    """A deal in the making."""

    dealer: int
    sizes: tuple[int, ...]
    """Number of cards that each seat is dealt."""
    free: list[str]
    """The cards of the deck that are not placed yet; the stock in the end."""
    hands: list[list[str]]

    @classmethod
    def begun(cls, measure: Measure, seats: int, dealer: int, number: int = 1) -> Draft:
        """An empty deal: all cards are free, in printing order."""
        sizes = measure.hand_sizes(seats, dealer, number)
        return cls(dealer, sizes, list(measure.deck(seats)), [[] for _ in sizes])

    def room(self, seat: int) -> int:
        """Number of cards that a seat still has to be dealt."""
        return self.sizes[seat] - len(self.hands[seat])

    def hold(self, parts: Iterable[Holding]) -> None:
        """Deal seats their parts. A part is left out if it does not fit or a card is not free."""
        for seat, cards in parts:
            if len(cards) <= self.room(seat) and all(card in self.free for card in cards):
                self.hands[seat] += cards
                self.free = without(self.free, cards)

    def fill(self) -> None:
        """Fill all hands, with the last of the free cards first."""
        for seat, hand in enumerate(self.hands):
            for _ in range(self.room(seat)):
                hand.append(self.free.pop())

    def dealt(self, upcard: str | None = None, number: int = 1) -> Dealt:
        """The deal, with the free cards as its stock."""
        hands = tuple(tuple(hand) for hand in self.hands)
        return Dealt(self.dealer, hands, tuple(self.free), upcard, hand_number=number)


def melded(rng: random.Random, measure: Measure, seats: int, dealer: int, number: int = 1) -> Dealt:
    """A shuffled deal, often with melds in the hands, so that much can happen."""
    draft = Draft.begun(measure, seats, dealer, number)
    rng.shuffle(draft.free)
    draft.hold(
        (seat, _some_meld(rng))
        for seat in range(seats)
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3)))
    )
    draft.fill()
    upcard = draft.free.pop() if measure.upcard else None
    return draft.dealt(upcard, number)


def _some_meld(rng: random.Random) -> list[str]:
    rank = rng.randrange(13)
    if rng.random() < 0.5:
        suits = rng.sample(pack.SUITS, rng.choice((3, 3, 4)))
        return [pack.RANKS[rank] + suit for suit in suits]
    size = rng.choice((3, 3, 4, 5))
    suit = rng.choice(pack.SUITS)
    low = min(rank, 13 - size)
    return [pack.RANKS[place] + suit for place in range(low, low + size)]


def some_melds(rng: random.Random, seats: int, each: int) -> Iterator[Holding]:
    """``each`` random melds for each seat, one seat after the other."""
    for seat in rng.sample(range(seats), seats):
        for meld in rng.sample(MELDS, each):
            yield seat, meld


def hand_to_deal(match: Match) -> int:
    """The number of the hand that is dealt next; 1 if the game does not count its hands."""
    seen: JSON = match.view(0)
    number: int = seen.get("hand_number", 1)
    return number + 1 if seen["phase"] == "over" else number


def chance_act(
    rng: random.Random, measure: Measure, match: Match, readings: Readings, made: Sequence[Act]
) -> Act | None:
    """The next action of chance; None if it deals or a seat must act.

    ``made`` has its actions since the last deal.
    """
    if match.actors() != (CHANCE,):
        return None
    do = measure.habits.chance(rng, match, readings, made)
    return None if do is None else Act(by=CHANCE, do=do)


# ── wrong on purpose ─────────────────────────────────────────────────────────────────────────────


def unlike(step: Act, rng: random.Random, deck: Sequence[str]) -> Iterator[Act]:
    """A cut or a reshuffle with a card missing, a card added, or a card exchanged."""
    name = "cards" if step.do["type"] == "cut" else "stock"
    cards = list(step.do[name])
    place = rng.randrange(len(cards)) if cards else 0
    yield Act(by=step.by, do={**step.do, name: cards[1:]})
    yield Act(by=step.by, do={**step.do, name: [*cards, rng.choice(deck)]})
    yield Act(
        by=step.by, do={**step.do, name: [*cards[:place], rng.choice(deck), *cards[place + 1 :]]}
    )


def torn(measure: Measure, deal: Act, rng: random.Random) -> Act:
    """The deal with a card twice or missing; if seats vary, also with a hand too large."""
    hands = [list(hand) for hand in deal.do["hands"]]
    stock = list(deal.do["stock"])
    if len(measure.players) > 1 and rng.random() < 0.5:
        hands[0].append(stock.pop())
    elif rng.random() < 0.5:
        stock[0] = _dealt_beside(hands, stock[0])
    else:
        stock.pop()
    return Act(by=deal.by, do={**deal.do, "hands": hands, "stock": stock})


def all_torn(good: Dealt) -> tuple[Dealt, ...]:
    """The deal with a card twice, with a card missing, and with hands of wrong sizes."""
    seats, dealer = len(good.hands), good.dealer
    first, second = (dealer + 1) % seats, (dealer + 2) % seats
    double = _dealt_beside(good.hands, good.stock[0])
    return (
        replace(good, stock=(double, *good.stock[1:])),
        replace(good, stock=good.stock[1:]),
        *(
            _resized(good, more)
            for more in (
                {dealer: 1},
                {dealer: -1},
                {first: 1},
                {first: -1},
                {dealer: -1, second: 1},
            )
        ),
    )


def _dealt_beside(hands: Iterable[Iterable[str]], card: str) -> str:
    """The first card in the hands that differs from ``card``."""
    return next(one for hand in hands for one in hand if one != card)


def _resized(deal: Dealt, more: Mapping[int, int]) -> Dealt:
    """The deal with cards moved from the stock to hands, or back if the number is negative."""
    stock = list(deal.stock)
    hands = [list(hand) for hand in deal.hands]
    for seat, number in more.items():
        for _ in range(-number):
            stock.append(hands[seat].pop())
        for _ in range(number):
            hands[seat].append(stock.pop(0))
    return replace(deal, hands=tuple(tuple(hand) for hand in hands), stock=tuple(stock))
