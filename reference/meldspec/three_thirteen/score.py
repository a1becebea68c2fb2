"""The score: the points that each seat scores for a hand.  The law: spec/three-thirteen/score.md

The module ``deadwood`` has the points of single cards.
"""

from __future__ import annotations

from meldspec.hands import Hand
from meldspec.play import Seat
from meldspec.table import own_line
from meldspec.three_thirteen.deadwood import deadwood
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.table import Result


def settle(rules: Rules, hand_number: int, out: Seat, hands: tuple[Hand, ...]) -> Result:
    """The result of a hand in which ``out`` went out, with these cards held at the end.

    Clauses: score.deadwood, score.out-zero, out.opponents-arrange.
    """
    wild = rules.size.wild(hand_number)
    left = tuple(deadwood(rules, hand, wild) for hand in hands)
    points = tuple(0 if seat == out else count for seat, count in enumerate(left))
    return Result(
        out=out,
        deadwood=left,
        receipt=tuple(
            own_line("three-thirteen.score.deadwood", Seat(seat), scored)
            for seat, scored in enumerate(points)
            if scored
        ),
        points=points,
    )
