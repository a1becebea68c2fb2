"""What a hand counts, whether it is all in melds, and who has won a match.

A reading is asked only where another would make a difference to the hand at issue.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, assert_never

from meldspec.cards import rank
from meldspec.play import Seat
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.state import Hand, Ledger, ReceiptLine, Result
from meldspec.wild import Kind, SetLimits, is_all_melds, kind, least_deadwood

# ── a hand ───────────────────────────────────────────────────────────────────────────────────────

FREEST: Final = SetLimits()
STRICTEST: Final = SetLimits(duplicates=False, greatest=4)
"""What is a set by this is one by every reading, and no reading allows more than the freest."""


def set_limits(rules: Rules) -> SetLimits:
    """How far sets go.

    Clauses: meld.kind.
    """
    return SetLimits(
        duplicates=rules.meld.set_duplicates == "allowed",
        greatest=4 if rules.meld.set_max == "four" else None,
    )


def kind_of(rules: Rules, cards: Hand, wild: int) -> Kind | None:
    """Whether cards are a set, a run, either, or no meld.

    Clauses: meld.min-three, kind, run, ace-low, king-high, no-turn-corner, wild.substitutes,
    unlimited, all-wild.
    """
    at_most = kind(cards, wild, FREEST)
    if at_most is kind(cards, wild, STRICTEST):
        return at_most
    return kind(cards, wild, set_limits(rules))


def wild_points(rules: Rules) -> int | None:
    """What an unmatched wild card counts; None where that is its face.

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
"""No reading lets a wild card count more, and none less than its face."""


def deadwood(rules: Rules, hand: Hand, wild: int) -> int:
    """The least points that a hand can leave in no meld.

    Clauses: deadwood.definition, meld.disjoint, score.best-arrangement, ace, face, pip, no-layoff.
    """
    counted = wild_points(rules) if _wild_points_matter(hand, wild) else None
    least = least_deadwood(hand, wild, FREEST, counted)
    if least == least_deadwood(hand, wild, STRICTEST, counted):
        return least
    return least_deadwood(hand, wild, set_limits(rules), counted)


def _wild_points_matter(hand: Hand, wild: int) -> bool:
    """Whether the least deadwood depends on what an unmatched wild card counts."""
    return any(rank(card) == wild for card in hand) and any(
        least_deadwood(hand, wild, limits, None)
        != least_deadwood(hand, wild, limits, MOST_WILD_POINTS)
        for limits in (FREEST, STRICTEST)
    )


def all_in_melds(rules: Rules, hand: Hand, wild: int) -> bool:
    """Whether melds can hold every card of a hand.

    Clauses: out.condition, verified.
    """
    if not _fits(hand, wild, FREEST):
        return False
    return _fits(hand, wild, STRICTEST) or _fits(hand, wild, set_limits(rules))


_fits: Final = lru_cache(maxsize=256)(is_all_melds)
"""The hands of a turn are asked about more than once."""


def settle(rules: Rules, hand_number: int, out: Seat, hands: tuple[Hand, ...]) -> Result:
    """What a hand counts that a seat has ended by going out, with these cards held.

    Clauses: score.deadwood, out-zero, out.opponents-arrange.
    """
    wild = rules.size.wild(hand_number)
    left = tuple(deadwood(rules, hand, wild) for hand in hands)
    points = tuple(0 if seat == out else count for seat, count in enumerate(left))
    return Result(
        out=out,
        deadwood=left,
        receipt=tuple(
            ReceiptLine("three-thirteen.score.deadwood", Seat(seat), scored)
            for seat, scored in enumerate(points)
            if scored
        ),
        points=points,
    )


def entered(ledger: Ledger, result: Result) -> Ledger:
    """The match after a hand.

    Clauses: match.scores-add-up.
    """
    return Ledger(
        scores=tuple(
            score + points for score, points in zip(ledger.scores, result.points, strict=True)
        ),
        outs=tuple(outs + (seat == result.out) for seat, outs in enumerate(ledger.outs)),
    )


def grounds() -> tuple[str, ...]:
    """The clauses by which a hand was decided: there is one way."""
    return ("three-thirteen.out.hand-ends",)


# ── the match ────────────────────────────────────────────────────────────────────────────────────


def is_last(rules: Rules, hand_number: int) -> bool:
    """Whether the match is over after this hand.

    Clauses: match.eleven.
    """
    return hand_number == rules.size.hands


def match_winners(rules: Rules, ledger: Ledger) -> tuple[Seat, ...]:
    """Who has won a match that is over: the lowest score, and where it is shared, by the reading.

    Clauses: match.lowest-wins.
    """
    lowest = min(ledger.scores)
    ahead = tuple(Seat(seat) for seat, score in enumerate(ledger.scores) if score == lowest)
    most = max(ledger.outs[seat] for seat in ahead)
    best = tuple(seat for seat in ahead if ledger.outs[seat] == most)
    if ahead == best or rules.match.tie == "shared":
        return ahead
    return best
