"""The score: the points of hands and of the winner.  The law: spec/rummy/score.md"""

from __future__ import annotations

from dataclasses import replace

from meldspec.arrangement import deadwood
from meldspec.cards import Card, total
from meldspec.kernel import follows
from meldspec.melds import melds_in
from meldspec.play import Seat
from meldspec.rummy.options import Rules
from meldspec.rummy.table import Decided, Ledger, Outcome, Over, Result
from meldspec.table import ReceiptLine, added


def counted(rules: Rules, hand: frozenset[Card]) -> int:
    """The points of a hand: all its cards count, unless a reading exempts melds in it.

    Clauses: score.deadwood-scope, score.ace, score.pips, score.faces.
    """
    if not melds_in(hand) or rules.score.concealed_melds_at_end == "count":
        return total(hand)
    return deadwood(hand)


def lowest(rules: Rules, hands: tuple[frozenset[Card], ...]) -> Seat | None:
    """The seat whose hand counts least; None where several seats tie."""
    counts = [counted(rules, hand) for hand in hands]
    least = min(counts)
    return Seat(counts.index(least)) if counts.count(least) == 1 else None


def receipt(
    rules: Rules, outcome: Outcome, hands: tuple[frozenset[Card], ...]
) -> tuple[ReceiptLine, ...]:
    """The points of the winner, line by line; none without a winner.

    Clauses: score.winner-collects, score.losers-nothing, rummy.double.
    """
    winner = outcome.winner
    if winner is None:
        return ()
    once = tuple(
        ReceiptLine("rummy.score.winner-collects", Seat(seat), winner, points)
        for seat, hand in enumerate(hands)
        if seat != winner and (points := counted(rules, hand))
    )
    if not outcome.rummy:
        return once
    again = (ReceiptLine("rummy.rummy.double", line.counted, winner, line.points) for line in once)
    return (*once, *again)


def settle(rules: Rules, outcome: Outcome, hands: tuple[frozenset[Card], ...]) -> Result:
    """The result of a hand with this outcome and these cards left in the hands."""
    lines = receipt(rules, outcome, hands)
    points = [0] * len(hands)
    for line in lines:
        points[line.winner] += line.points
    return Result(
        outcome=outcome,
        deadwood=tuple(counted(rules, hand) for hand in hands),
        receipt=lines,
        points=tuple(points),
    )


@follows(
    "rummy.score.deadwood-scope",
    "rummy.score.winner-collects",
    "rummy.score.losers-nothing",
    "rummy.rummy.double",
    during=(Decided,),
)
def score_the_hand(rules: Rules, state: Decided) -> Over:
    """The winner scores, and the ledger of the match has the hand."""
    result = settle(rules, state.outcome, state.table.hands)
    ledger = entered(state.table.ledger, result)
    return Over(replace(state.table, ledger=ledger, taken=None), result)


def entered(ledger: Ledger, result: Result) -> Ledger:
    """The ledger of the match after a hand."""
    winner = result.outcome.winner
    return Ledger(
        scores=added(ledger.scores, result.points),
        hands_over=ledger.hands_over + 1,
        hands_won=tuple(won + (seat == winner) for seat, won in enumerate(ledger.hands_won)),
    )
