"""Deadwood: the cards in no meld, and their points.

The law: spec/three-thirteen/deadwood.md, with the points of cards in spec/three-thirteen/score.md.
An option is read only where another reading would change the answer for this hand.
"""

from __future__ import annotations

from typing import Final, assert_never

from meldspec.cards import rank
from meldspec.hands import Hand
from meldspec.three_thirteen.meld import ALL_LIMITS, FREEST, STRICTEST, set_limits
from meldspec.three_thirteen.options import Rules
from meldspec.wild import least_deadwood


def wild_points(rules: Rules) -> int | None:
    """The points of an unmatched wild card; None where they are those of its rank.

    Clauses: score.unmelded-wild.
    """
    reading = rules.score.unmelded_wild_value
    match reading:
        case "face":
            return None
        case "fifteen":
            return 15
        case "twenty":
            return 20
        case "twenty_five":
            return 25
        case "fifty":
            return MOST_WILD_POINTS
        case _:
            assert_never(reading)


MOST_WILD_POINTS: Final = 50
"""The most points of a wild card under any reading; the fewest are those of its rank."""


def deadwood(rules: Rules, hand: Hand, wild: int) -> int:
    """The least points that a hand can leave unmatched.

    Clauses: deadwood.definition, meld.disjoint, score.best-arrangement, score.ace, score.face,
    score.pip, score.no-layoff.
    """
    counted = wild_points(rules) if _wild_points_matter(hand, wild) else None
    least = least_deadwood(hand, wild, FREEST, counted)
    if least == least_deadwood(hand, wild, STRICTEST, counted):
        return least
    return least_deadwood(hand, wild, set_limits(rules), counted)


def _wild_points_matter(hand: Hand, wild: int) -> bool:
    """Whether the least deadwood depends on the points of an unmatched wild card."""
    return any(rank(card) == wild for card in hand) and any(
        least_deadwood(hand, wild, limits, None)
        != least_deadwood(hand, wild, limits, MOST_WILD_POINTS)
        for limits in ALL_LIMITS
    )
