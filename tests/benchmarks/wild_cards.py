"""The least deadwood with wild cards, and whether all cards lie in melds: hands of two packs.

No peer is known that plays with a wild rank.  Every hand is new, so no result is remembered.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

from meldspec.cards import ONE_PACK, RANKS, Card
from meldspec.wild import is_all_melds, least_deadwood

from .rounds import Absent, Contender, Job, Work

HANDS = 200
"""Hands in one piece of work."""

TWO_PACKS = [Card(54 * copy + card) for copy in range(2) for card in ONE_PACK]
WILD_RANKS = range(2, len(RANKS))
"""Three to king, all equally likely."""

SIZES = (10, 13)

Solve: TypeAlias = Callable[[list[Card], int], int]


def solving(solve: Solve, cards: int) -> Callable[[random.Random], Work]:
    """Work on some hands at a time, dealt at random."""

    def prepare(chance: random.Random) -> Work:
        hands = [(chance.sample(TWO_PACKS, cards), chance.choice(WILD_RANKS)) for _ in range(HANDS)]

        def work() -> int:
            for hand, wild in hands:
                solve(hand, wild)
            return HANDS

        return work

    return prepare


QUESTIONS: dict[str, Solve] = {"deadwood of": least_deadwood, "all melds among": is_all_melds}


def jobs() -> tuple[Job, ...]:
    """A job for each question and size of hand."""
    return tuple(_job(question, cards) for question in QUESTIONS for cards in SIZES)


def _job(question: str, cards: int) -> Job:
    return Job(
        name=f"{question} {cards} cards with wild cards",
        unit="hands",
        ours=Contender("meldspec", solving(QUESTIONS[question], cards)),
        peers=(Absent("none", "no peer known"),),
    )
