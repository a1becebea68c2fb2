"""The match: seven turns, and who has won.  The law: spec/indian-chief/match.md"""

from __future__ import annotations

from meldspec.indian_chief.melds import Box
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.refill import lacking
from meldspec.indian_chief.table import Filling, Over
from meldspec.kernel import follows
from meldspec.play import Seat
from meldspec.table import seats_with


def is_last(rules: Rules, turn: int) -> bool:
    """Whether the match is over with this turn.

    Clauses: match.seven-turns.
    """
    return turn == rules.size.melds


@follows(
    "indian-chief.match.seven-turns",
    "indian-chief.refill.not-after-last-turn",
    "indian-chief.series.required",
    "indian-chief.match.total",
    "indian-chief.match.highest-wins",
    during=(Filling,),
)
def match_is_over(rules: Rules, state: Filling) -> Over | None:
    """It was the last turn, so all boxes are filled; the hands are full or need not be."""
    table = state.table
    if not is_last(rules, table.turn):
        return None
    if any(lacking(rules, table)) and rules.refill.final_refill != "skip":
        return None
    return Over(table)


def totals(filled: tuple[dict[Box, int], ...]) -> tuple[int, ...]:
    """The sum of each seat's boxes.

    Clauses: match.total.
    """
    return tuple(sum(sheet.values()) for sheet in filled)


def match_winners(scores: tuple[int, ...]) -> tuple[Seat, ...]:
    """The winners of a match that is over: the seats with the highest score.

    Clauses: match.highest-wins, match.shared.
    """
    return seats_with(max(scores), scores)


def grounds(scores: tuple[int, ...]) -> tuple[str, ...]:
    """The clauses by which a match was decided; a tie has its own, which no source backs."""
    if len(match_winners(scores)) > 1:
        return ("indian-chief.match.shared",)
    return ("indian-chief.match.seven-turns", "indian-chief.match.highest-wins")
