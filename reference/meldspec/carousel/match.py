"""The match: who deals, when it is over, and who has won it.  The law: spec/carousel/match.md

An option is read only where another reading would change the answer for these hands or scores.
"""

from __future__ import annotations

from typing import assert_never

from meldspec.carousel.options import BOX_BONUS, GAME_BONUS, TARGET, Rules
from meldspec.carousel.table import BeforeDeal, Between, Ledger, Over, Result, Showing, State
from meldspec.play import Seat
from meldspec.table import added, neighbour, seats_with

# ── from hand to hand ────────────────────────────────────────────────────────────────────────────


def next_dealer(rules: Rules, state: Between) -> Seat:
    """Who deals: first the seat that was named, then one seat after another.

    After a hand that nobody has won the same seat deals again, if a reading says so.
    Clauses: match.deal-left.
    """
    if isinstance(state, BeforeDeal):
        return state.dealer
    dealer = state.table.dealer
    if not state.result.winners and rules.match.void_dealer == "redeal":
        return dealer
    return neighbour(dealer, state.table.seats)


def boxes_won(rules: Rules, showing: Showing) -> tuple[int, ...]:
    """For each seat, whether it has the hand counted as won.

    Clauses: match.box-bonus.
    """
    counts = len(showing.winners) == 1 or (
        bool(showing.winners) and rules.match.box_for_tied_win == "each"
    )
    return tuple(
        int(counts and Seat(seat) in showing.winners) for seat in range(len(showing.hands))
    )


def boxes_count_at_once(rules: Rules) -> bool:
    """Whether the bonus for a won hand is scored with the hand, not at the end of the match."""
    return rules.match.box_timing == "per_hand"


def entered(ledger: Ledger, result: Result) -> Ledger:
    """The ledger of the match after a hand."""
    return Ledger(
        scores=added(ledger.scores, result.points),
        boxes=added(ledger.boxes, result.boxes),
    )


# ── its end ──────────────────────────────────────────────────────────────────────────────────────


def finishers(rules: Rules, ledger: Ledger) -> tuple[Seat, ...]:
    """The seats that have ended the match with their scores; none while it goes on.

    Clauses: match.target-150.
    """
    scores = ledger.scores
    there = tuple(Seat(seat) for seat, score in enumerate(scores) if score >= TARGET)
    if len(there) <= 1:
        return there
    ahead = tuple(seat for seat in there if scores[seat] == max(scores))
    reading = rules.match.simultaneous_150
    match reading:
        case "higher_score_wins":
            return ahead
        case "both_win":
            return there
        case "play_on":
            return ahead if len(ahead) == 1 else ()
        case _:
            assert_never(reading)


def match_is_over(rules: Rules, ledger: Ledger) -> bool:
    """Whether the match is over, after a hand.

    Clauses: match.target-150.
    """
    return bool(finishers(rules, ledger))


def has_ended(rules: Rules, state: State) -> bool:
    """Whether the match is over in a state, and no further hand is dealt.

    Clauses: match.target-150.
    """
    return isinstance(state, Over) and match_is_over(rules, state.table.ledger)


def totals(rules: Rules, ledger: Ledger) -> tuple[int, ...]:
    """The scores of a match that is over, with the bonuses for the game and for its boxes.

    Clauses: match.game-bonus, match.box-bonus.
    """
    first = finishers(rules, ledger)
    bonus = game_bonus(rules, len(first))
    late = any(ledger.boxes) and not boxes_count_at_once(rules)
    return tuple(
        score + bonus * (seat in first) + BOX_BONUS * boxes * late
        for seat, (score, boxes) in enumerate(zip(ledger.scores, ledger.boxes, strict=True))
    )


def game_bonus(rules: Rules, finishers: int) -> int:
    """Points of the game bonus for each finisher; a remainder that cannot be split is lost."""
    if finishers == 1:
        return GAME_BONUS
    reading = rules.match.game_bonus_shared
    match reading:
        case "each_100":
            return GAME_BONUS
        case "split":
            return GAME_BONUS // finishers
        case "no_bonus":
            return 0
        case _:
            assert_never(reading)


def match_winners(rules: Rules, ledger: Ledger) -> tuple[Seat, ...]:
    """Who has won a match that is over.

    Clauses: match.winner.
    """
    first = finishers(rules, ledger)
    scores = totals(rules, ledger)
    highest = seats_with(max(scores), scores)
    if first == highest or rules.match.match_winner == "first_to_150":
        return first
    return highest
