"""Who wins when totals are compared: after a challenged draw, or when the stock has run out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from meldspec.play import Seat
from meldspec.tongits.options import Showdown, TieThreeWay, TieTwoChallengers
from meldspec.tongits.state import opponents


def challenged_winner(
    options: Showdown, caller: Seat, challengers: Sequence[Seat], totals: Sequence[int]
) -> Seat:
    """The winner of a challenged draw: the least total, a challenger before the caller.

    ``challengers`` stand in turn order after the caller; ``totals`` are points by seat.
    Clauses: showdown.lowest-wins, tie-challenger-beats-caller, tie-challengers-next-after-caller.
    """
    least = min(totals[seat] for seat in (caller, *challengers))
    lowest = [seat for seat in challengers if totals[seat] == least]
    if not lowest:
        return caller
    if len(lowest) > 1 and _last_goes_first(options, caller_ties=totals[caller] == least):
        return lowest[-1]
    return lowest[0]


def _last_goes_first(options: Showdown, caller_ties: bool) -> bool:
    """Whether of two tied challengers the later one wins; the two questions are read here."""
    reading = options.tie_three_way if caller_ties else options.tie_two_challengers
    match reading:
        case TieThreeWay.NEXT_AFTER_CALLER | TieTwoChallengers.NEXT_AFTER_CALLER:
            return False
        case TieThreeWay.LAST_TO_CHALLENGE | TieTwoChallengers.LAST_TO_CHALLENGE:
            return True
        case _:
            assert_never(reading)


def stock_winner(opened: Sequence[Seat], totals: Sequence[int], last_drawer: Seat) -> Seat | None:
    """The winner when the stock has run out; nobody if nobody has opened.

    Of the seats that tie for the least total, the last drawer or the first after it wins.
    Clauses: stock-end.unopened-lose, lowest-wins, tie-last-drawer,
    tie-others-next-after-last-drawer, nobody-opened.
    """
    if not opened:
        return None
    least = min(totals[seat] for seat in opened)
    from_last_drawer = (last_drawer, *opponents(last_drawer))
    return next(seat for seat in from_last_drawer if seat in opened and totals[seat] == least)
