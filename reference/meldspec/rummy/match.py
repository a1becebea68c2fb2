"""The match: when it is over, and who has won it.  The law: spec/rummy/match.md"""

from __future__ import annotations

from typing import assert_never

from meldspec.play import Seat
from meldspec.rummy.options import Rules
from meldspec.rummy.table import Ledger
from meldspec.table import seats_with


def match_is_over(rules: Rules, ledger: Ledger) -> bool:
    """Whether the match is over, after a hand.

    Clauses: match.end-agreed, match.end-by-hands, match.end-by-points, match.target-150,
    match.target-inclusive, match.continue, match.void-hand-counts.
    """
    end = rules.match.match_end
    match end:
        case "points":
            return max(ledger.scores) >= rules.match.points_target
        case "hands":
            return _hands_counted(rules, ledger) >= rules.match.number_of_hands and (
                len(_leaders(ledger)) == 1 or rules.match.match_tie != "extra_hand"
            )
        case _:
            assert_never(end)


def _hands_counted(rules: Rules, ledger: Ledger) -> int:
    """The number of hands that are over; by a reading, without hands that nobody has won."""
    won = sum(ledger.hands_won)
    if won == ledger.hands_over or rules.match.void_hand_counts == "counts":
        return ledger.hands_over
    return won


def _leaders(ledger: Ledger) -> tuple[Seat, ...]:
    """The seats with the highest score."""
    return seats_with(max(ledger.scores), ledger.scores)


def match_winners(rules: Rules, ledger: Ledger) -> tuple[Seat, ...]:
    """The winners of a match that is over: the highest score; a reading decides a shared one.

    Clauses: match.highest-wins.
    """
    ahead = _leaders(ledger)
    if len(ahead) == 1 or rules.match.match_tie != "fewest_hands_lost":
        return ahead
    most = max(ledger.hands_won[seat] for seat in ahead)
    return tuple(seat for seat in ahead if ledger.hands_won[seat] == most)
