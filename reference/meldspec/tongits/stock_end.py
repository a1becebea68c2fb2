"""When the stock runs out: who can win, and who wins.  The law: spec/tongits/stock-end.md"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from meldspec.cards import Card
from meldspec.kernel import follows
from meldspec.melds import melds_in
from meldspec.play import Seat
from meldspec.tongits.ending import End, Outcome
from meldspec.tongits.options import Rules
from meldspec.tongits.options_of_payment import StockEnd
from meldspec.tongits.showdown import counted, most_points
from meldspec.tongits.table import (
    SEATS,
    Decided,
    Playing,
    Table,
    TableMeld,
    Taken,
    TurnDone,
    opponents,
)
from meldspec.tongits.terms import has_opened, has_secret


@follows(
    "tongits.stock-end.end-of-last-drawers-turn",
    "tongits.stock-end.unopened-lose",
    "tongits.stock-end.lowest-wins",
    "tongits.stock-end.tie-last-drawer",
    "tongits.stock-end.tie-others-next-after-last-drawer",
    "tongits.stock-end.nobody-opened",
    "tongits.ending.three-ways",
    during=(Playing, TurnDone),
)
def compare_after_stock(rules: Rules, state: Playing | TurnDone) -> Decided | None:
    """The hand ends after the turn of the last stock card, or by a reading when it is drawn."""
    if state.table.stock:
        return None
    at_once = rules.stock_end.exhaustion_timing == "immediately_on_last_draw"
    if isinstance(state, Playing) and not at_once:
        return None
    return Decided(state.table, compare_remaining(rules, state.table))


def compare_remaining(rules: Rules, table: Table) -> Outcome:
    """How a hand ends when its stock is used up; the mover drew last."""
    able = able_to_win(rules, table.melds, table.hands, table.taken)
    if not able:
        return _nobody_can_win(rules, table)
    return _compare(rules, table, able)


def able_to_win(
    rules: Rules,
    melds: tuple[TableMeld, ...],
    hands: Sequence[frozenset[Card]],
    taken: tuple[Taken, ...],
) -> tuple[Seat, ...]:
    """The seats that take part in the count when the stock is used up.

    Clauses: stock-end.opened-compare.
    """
    seats = (Seat(seat) for seat in range(SEATS))
    return tuple(seat for seat in seats if _can_win(rules, melds, hands[seat], taken, seat))


def compared_at_the_end(
    rules: Rules, melds: tuple[TableMeld, ...], hands: Sequence[frozenset[Card]]
) -> tuple[Seat, ...]:
    """The seats whose totals are compared when the stock is used up; none where one alone can win.

    Nothing is known about the cards that were drawn.
    """
    able = able_to_win(rules, melds, hands, ())
    if not able:
        reading = rules.stock_end.exhaustion_none_opened
        return tuple(map(Seat, range(SEATS))) if reading == "all_compare" else ()
    return able if len(able) > 1 else ()


def _can_win(
    rules: Rules,
    melds: tuple[TableMeld, ...],
    hand: frozenset[Card],
    taken: tuple[Taken, ...],
    seat: Seat,
) -> bool:
    """Whether a seat takes part in the count when the stock is used up.

    Clauses: stock-end.unopened-lose, stock-end.special-keeps-eligibility,
    burned.no-win-at-exhaustion.
    """
    if has_opened(rules, melds, seat):
        return True
    eligibility = rules.stock_end.exhaustion_eligibility
    match eligibility:
        case "opened_only":
            return False
        case "opened_or_concealed_secret":
            return has_secret(rules, hand, taken)
        case "any_player_with_a_formed_meld":
            return bool(melds_in(hand))
        case _:
            assert_never(eligibility)


def _nobody_can_win(rules: Rules, table: Table) -> Outcome:
    reading = rules.stock_end.exhaustion_none_opened
    match reading:
        case "no_winner":
            return Outcome(End.STOCK, None)
        case "all_compare":
            return _compare(rules, table, tuple(Seat(seat) for seat in range(SEATS)))
        case "last_drawer_wins":
            return Outcome(End.STOCK, table.mover)
        case _:
            assert_never(reading)


def _compare(rules: Rules, table: Table, able: tuple[Seat, ...]) -> Outcome:
    if len(able) == 1:
        return Outcome(End.STOCK, able[0])
    totals = tuple(counted(rules, hand) for hand in table.hands)

    def decide(points: Sequence[int]) -> Seat | None:
        return stock_winner(rules.stock_end, able, points, table.mover)

    winner = decide(totals)
    most = None if winner is None else most_points(rules, decide, totals, winner)
    return Outcome(End.STOCK, winner, able, most_points=most)


def stock_winner(
    options: StockEnd, able: Sequence[Seat], totals: Sequence[int], last_drawer: Seat
) -> Seat | None:
    """The winner when the stock has run out, of the seats that can win; nobody if none can.

    Of the seats that tie for the least total, the last drawer or the first after it wins.
    Clauses: stock-end.unopened-lose, stock-end.lowest-wins, stock-end.tie-last-drawer,
    stock-end.tie-others-next-after-last-drawer, stock-end.nobody-opened, ending.one-winner.
    """
    if not able:
        return None
    least = min(totals[seat] for seat in able)
    from_last_drawer = (last_drawer, *opponents(last_drawer))
    tied = [seat for seat in from_last_drawer if seat in able and totals[seat] == least]
    if len(tied) == 1 or last_drawer in tied:
        return tied[0]
    return _tie_without_last_drawer(options, tied, able, last_drawer, totals[last_drawer] > least)


def _tie_without_last_drawer(
    options: StockEnd,
    tied: Sequence[Seat],
    able: Sequence[Seat],
    last_drawer: Seat,
    drawer_has_more: bool,
) -> Seat | None:
    """Who wins when the two seats other than the last drawer tie.

    Clauses: stock-end.tie-last-drawer-must-be-tied.
    """
    if last_drawer in able:
        if options.exhaustion_tie == "last_drawer_always":
            return last_drawer
    elif not drawer_has_more:
        unopened = options.exhaustion_tie_unopened_drawer
        if unopened == "rule_not_applicable":
            return None
    reading = options.exhaustion_tie_others
    match reading:
        case "next_in_turn":
            return tied[0]
        case "right_hand_neighbour":
            return tied[-1]
        case _:
            assert_never(reading)
