"""The match: eleven hands, their dealers, the winners.  The law: spec/three-thirteen/match.md"""

from __future__ import annotations

from typing import assert_never

from meldspec.play import Seat
from meldspec.table import added, neighbour, opponents, seats_with
from meldspec.three_thirteen.options import FEWEST_SEATS, Rules
from meldspec.three_thirteen.table import BeforeDeal, Between, Ledger, Result, State, ledger_of


def begin(seats: int, dealer: Seat, hand_number: int = 1) -> State:
    """A match before its first deal, which may be that of a later hand."""
    return BeforeDeal(dealer, hand_number, Ledger((0,) * seats, (0,) * seats))


def is_a_hand(rules: Rules, hand_number: int) -> bool:
    """Whether a match has a hand of this number.

    Clauses: match.eleven.
    """
    return 1 <= hand_number <= rules.size.hands


def is_last(rules: Rules, hand_number: int) -> bool:
    """Whether the match is over after this hand.

    Clauses: match.eleven.
    """
    return hand_number == rules.size.hands


def coming_hand(state: Between) -> int:
    """The number of the hand that is dealt next."""
    return state.hand_number if isinstance(state, BeforeDeal) else state.table.hand_number + 1


def next_dealer(rules: Rules, state: Between) -> Seat:
    """Who deals: first the seat that was named, then one seat after another.

    Clauses: match.deal-rotates.
    """
    if isinstance(state, BeforeDeal):
        return state.dealer
    dealer, seats = state.table.dealer, ledger_of(state).seats
    if seats == FEWEST_SEATS:
        return neighbour(dealer, seats)
    reading = rules.match.rotation_direction
    match reading:
        case "left":
            return neighbour(dealer, seats)
        case "right":
            return opponents(dealer, seats)[-1]
        case _:
            assert_never(reading)


def entered(ledger: Ledger, result: Result) -> Ledger:
    """The ledger of the match after a hand.

    Clauses: match.scores-add-up.
    """
    return Ledger(
        scores=added(ledger.scores, result.points),
        outs=tuple(outs + (seat == result.out) for seat, outs in enumerate(ledger.outs)),
    )


def match_winners(rules: Rules, ledger: Ledger) -> tuple[Seat, ...]:
    """The winners of a match that is over: the lowest score; a reading decides a shared one.

    Clauses: match.lowest-wins.
    """
    ahead = seats_with(min(ledger.scores), ledger.scores)
    most = max(ledger.outs[seat] for seat in ahead)
    best = tuple(seat for seat in ahead if ledger.outs[seat] == most)
    if ahead == best or rules.match.tie == "shared":
        return ahead
    return best
