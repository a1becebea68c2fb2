"""The reference with one mistake in its rules, as an engine.

Usage: ``buggy.py NAME``.  A mistake stands in place of one function: its code is replaced, so that
it holds wherever the function is used.
"""

from __future__ import annotations

import sys
from types import FunctionType
from typing import Any, Final

from meldcheck.engine.serve import serve
from meldspec import arrangement
from meldspec.games import GAMES
from meldspec.tongits import (
    burned,
    deal,
    draw_call,
    drawing,
    exposing,
    laying_off,
    paid_cards,
    pot,
    settlement,
    showdown,
    stock_end,
    tongits_call,
)

ANYTHING: Final = "lambda rules, state, seat, action: True"
FREE: Final = "lambda rules, facts, winner, loser: 0"

BUGS: Final[dict[str, tuple[Any, str]]] = {
    "an_opponents_layoff_blocks_nothing": (
        draw_call.no_layoff_by_others_since_last_turn.holds,
        ANYTHING,
    ),
    "an_own_layoff_blocks_nothing": (draw_call.no_own_layoff_in_last_turn.holds, ANYTHING),
    "an_unopened_seat_calls": (draw_call.caller_has_opened.holds, ANYTHING),
    "threes_lie_face_down": (exposing.face_down_is_four.holds, ANYTHING),
    "two_cards_are_a_meld": (
        exposing.exposes_a_meld.holds,
        "lambda rules, state, seat, action: len(action.cards) >= 2",
    ),
    "the_discard_is_taken_for_nothing": (drawing.take_makes_meld.holds, ANYTHING),
    "runs_take_any_card_of_their_suit": (laying_off.continues_the_run.holds, ANYTHING),
    "the_dealer_lays_off_at_once": (laying_off.not_dealers_first_turn.holds, ANYTHING),
    "tongits_with_loose_cards": (tongits_call.all_cards_used.holds, ANYTHING),
    "the_stock_is_drawn_from_the_bottom": (
        drawing.draw_from_stock.makes,
        "lambda rules, state, seat, action: Playing(change(state.table,"
        " hand=state.table.hands[state.table.mover] | {state.table.stock[-1]},"
        " stock=state.table.stock[:-1],"
        " taken=(*state.table.taken, Taken(state.table.stock[-1], state.table.turn))))",
    ),
    "the_deal_goes_round": (
        deal._dealer_after,
        "lambda rules, table, winner: (table.dealer + 1) % 3",
    ),
    "nobody_is_burned": (burned.for_burned, FREE),
    "fours_are_free": (paid_cards.for_secrets, FREE),
    "tongits_is_free": (settlement.for_tongits, FREE),
    "aces_on_own_melds_pay_whoever_laid_them": (
        paid_cards.aces,
        "lambda rules, facts, winner: sum(card % 13 == 0 for cards in"
        " (facts.hands[winner], *(meld.cards for meld in facts.melds if meld.owner == winner))"
        " for card in cards)",
    ),
    "the_pot_is_taken_at_once": (
        pot.pot_taker,
        "lambda rules, wins, outcome: outcome.winner",
    ),
    "the_pot_is_never_taken": (pot.pot_taker, "lambda rules, wins, outcome: None"),
    "ties_go_to_the_caller": (
        showdown.challenged_winner,
        "lambda options, caller, challengers, totals, folded=():"
        " min((caller, *challengers), key=lambda seat: totals[seat])",
    ),
    "who_has_not_opened_wins_too": (
        stock_end._can_win,
        "lambda rules, melds, hand, taken, seat: True",
    ),
    "sets_come_before_runs": (
        arrangement.deadwood,
        "lambda hand: (lambda rest: total(rest.difference(*melds_in(rest))))"
        "(hand.difference(*(meld for meld in melds_in(hand) if is_set(meld))))",
    ),
}
"""By name, the function, and what stands in its place."""


def put_in(name: str) -> None:
    """Replace the function of a mistake."""
    function, source = BUGS[name]
    wrong = eval(source)
    if not isinstance(function, FunctionType) or not isinstance(wrong, FunctionType):
        raise TypeError(f"{name}: no plain function")
    if function.__code__.co_argcount != wrong.__code__.co_argcount:
        raise TypeError(f"{name}: not called as the function is")
    function.__code__ = wrong.__code__


if __name__ == "__main__":
    put_in(sys.argv[1])
    serve(GAMES, sys.stdin.buffer, sys.stdout.buffer)
