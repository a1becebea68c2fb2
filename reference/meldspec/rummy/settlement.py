"""What a hand is worth, whether its winner went rummy, and when a match is over."""

from __future__ import annotations

from typing import assert_never

from meldspec.arrangement import deadwood
from meldspec.cards import Card, total
from meldspec.melds import melds_in
from meldspec.play import Seat
from meldspec.rummy.options import (
    Rules,
)
from meldspec.rummy.state import End, Ledger, Outcome, ReceiptLine, Result, Table
from meldspec.rummy.turn import barred_from_rummy, has_laid_off, melds_laid

# ── a hand ───────────────────────────────────────────────────────────────────────────────────────


def counted(rules: Rules, hand: frozenset[Card]) -> int:
    """The points of a hand: all its cards count, unless a reading exempts melds in it.

    Clauses: score.deadwood-scope, ace, pips, faces.
    """
    if not melds_in(hand) or rules.score.concealed_melds_at_end == "count":
        return total(hand)
    return deadwood(hand)


def went_rummy(rules: Rules, table: Table, discarded: bool) -> bool:
    """Whether the mover, who has gone out, went rummy: all that it laid it laid in this turn.

    ``discarded`` tells whether its last card was a discard.

    Clauses: rummy.all-in-one-turn, layoff-required.
    """
    if barred_from_rummy(rules, table):
        return False
    readings = rules.rummy
    if not has_laid_off(table) and readings.rummy_same_turn_layoff == "required":
        return False
    if not discarded and readings.rummy_needs_discard == "ends_with_discard":
        return False
    return melds_laid(table) >= readings.rummy_min_melds


def lowest(rules: Rules, hands: tuple[frozenset[Card], ...]) -> Seat | None:
    """The seat whose hand counts least; None where several share that."""
    counts = [counted(rules, hand) for hand in hands]
    least = min(counts)
    return Seat(counts.index(least)) if counts.count(least) == 1 else None


def receipt(
    rules: Rules, outcome: Outcome, hands: tuple[frozenset[Card], ...]
) -> tuple[ReceiptLine, ...]:
    """The points of the winner, line by line; none without a winner.

    Clauses: score.winner-collects, losers-nothing, rummy.double.
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
    """What a hand counts that ended so, with these cards left."""
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


def entered(ledger: Ledger, result: Result) -> Ledger:
    """The match after a hand."""
    winner = result.outcome.winner
    return Ledger(
        scores=tuple(
            score + points for score, points in zip(ledger.scores, result.points, strict=True)
        ),
        hands_over=ledger.hands_over + 1,
        hands_won=tuple(won + (seat == winner) for seat, won in enumerate(ledger.hands_won)),
    )


def grounds(outcome: Outcome) -> tuple[str, ...]:
    """The clauses by which a hand was decided; none of them ends one with the stock."""
    match outcome.end:
        case End.OUT:
            return ("rummy.out.winner",)
        case End.STOCK:
            return ()
        case _:
            assert_never(outcome.end)


# ── the match ────────────────────────────────────────────────────────────────────────────────────


def match_is_over(rules: Rules, ledger: Ledger) -> bool:
    """Whether the match is over, after a hand.

    Clauses: match.end-agreed, end-by-hands, end-by-points, target-150, target-inclusive, continue,
    void-hand-counts.
    """
    if not ledger.hands_over:
        return False
    end = rules.match.match_end
    match end:
        case "points":
            return max(ledger.scores) >= rules.match.points_target
        case "hands":
            return _hands_counted(rules, ledger) >= rules.match.number_of_hands and (
                len(leaders(ledger)) == 1 or rules.match.match_tie != "extra_hand"
            )
        case _:
            assert_never(end)


def _hands_counted(rules: Rules, ledger: Ledger) -> int:
    """The hands that are over, without those that nobody has won if a reading leaves them out."""
    won = sum(ledger.hands_won)
    if won == ledger.hands_over or rules.match.void_hand_counts == "counts":
        return ledger.hands_over
    return won


def leaders(ledger: Ledger) -> tuple[Seat, ...]:
    """The seats with the highest score."""
    return tuple(
        Seat(seat) for seat, score in enumerate(ledger.scores) if score == max(ledger.scores)
    )


def match_winners(rules: Rules, ledger: Ledger) -> tuple[Seat, ...]:
    """Who has won a match that is over: the highest score, and where it is shared, by the reading.

    Clauses: match.highest-wins.
    """
    ahead = leaders(ledger)
    if len(ahead) == 1 or rules.match.match_tie != "fewest_hands_lost":
        return ahead
    most = max(ledger.hands_won[seat] for seat in ahead)
    return tuple(seat for seat in ahead if ledger.hands_won[seat] == most)
