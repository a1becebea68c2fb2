"""The least deadwood of a hand: 10 and 13 cards, dealt at random or rich in melds.

The hands are made outside the timed part, in the form that each contender takes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Generic, TypeVar, final

from meldspec.arrangement import deadwood
from meldspec.cards import ONE_PACK, RANKS, Card, rank

from .rounds import Absent, Contender, Job, Peer, Work, peer

HANDS = 200
"""Hands in one piece of work."""

RICH_RANKS = 6
"""Consecutive ranks from which a hand rich in melds is dealt."""

Hand = TypeVar("Hand")


@final
@dataclass(frozen=True, slots=True)
class Solver(Generic[Hand]):
    """A function for the least deadwood in points, and the form in which it takes a hand."""

    form: Callable[[list[Card]], Hand]
    solve: Callable[[Hand], int]


def random_hand(chance: random.Random, cards: int) -> list[Card]:
    """Cards of the whole pack."""
    return chance.sample(ONE_PACK, cards)


def rich_hand(chance: random.Random, cards: int) -> list[Card]:
    """Cards of a few consecutive ranks."""
    lowest = chance.randrange(len(RANKS) - RICH_RANKS + 1)
    near = [card for card in ONE_PACK if lowest <= rank(card) < lowest + RICH_RANKS]
    return chance.sample(near, cards)


KINDS = {"random": random_hand, "meld-rich": rich_hand}
SIZES = (10, 13)


def meldspec_solver() -> Solver[frozenset[Card]]:
    """The reference; it takes a frozenset."""
    return Solver(frozenset, deadwood)


def open_spiel_solver(cards: int) -> Solver[list[Card]]:
    """open_spiel; it numbers cards as the reference does: 13 to a suit, the ace first."""
    utils = import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, cards)
    return Solver(list, utils.min_deadwood)


def rlcard_solver() -> Solver[list[object]]:
    """RLCard: its best melds of a hand, and the points that these leave; ten cards only."""
    melding = import_module("rlcard.games.gin_rummy.utils.melding")
    utils = import_module("rlcard.games.gin_rummy.utils.utils")

    def solve(hand: list[object]) -> int:
        best = melding.get_best_meld_clusters(hand)
        return int(utils.get_deadwood_count(hand, best[0] if best else []))

    return Solver(lambda cards: [utils.get_card(card) for card in cards], solve)


def solving(
    solver: Solver[Hand], deal: Callable[[random.Random], list[Card]]
) -> Callable[[random.Random], Work]:
    """Work on some hands at a time."""

    def prepare(chance: random.Random) -> Work:
        hands = [solver.form(deal(chance)) for _ in range(HANDS)]
        solve = solver.solve

        def work() -> int:
            for hand in hands:
                solve(hand)
            return HANDS

        return work

    return prepare


def jobs() -> tuple[Job, ...]:
    """A job for each kind and size of hand."""
    return tuple(_job(kind, cards) for kind in KINDS for cards in SIZES)


def _job(kind: str, cards: int) -> Job:
    def deal(chance: random.Random) -> list[Card]:
        return KINDS[kind](chance, cards)

    def rlcard_peer() -> Peer:
        return peer("rlcard", lambda: solving(rlcard_solver(), deal))

    return Job(
        name=f"deadwood of {cards} {kind} cards",
        unit="hands",
        ours=Contender("meldspec", solving(meldspec_solver(), deal)),
        peers=(
            peer("open_spiel", lambda: solving(open_spiel_solver(cards), deal)),
            rlcard_peer() if cards == 10 else Absent("rlcard", "takes ten cards only"),
        ),
    )
