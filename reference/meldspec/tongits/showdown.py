"""The showdown: who wins when a call is compared.  The law: spec/tongits/showdown.md"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, assert_never

from meldspec.arrangement import deadwood
from meldspec.cards import Card, total
from meldspec.kernel import follows
from meldspec.play import Seat
from meldspec.tongits.ending import End, Outcome
from meldspec.tongits.options import Rules
from meldspec.tongits.options_of_payment import Showdown
from meldspec.tongits.table import Decided, Responding, Table, challengers
from meldspec.tongits.terms import opened_opponents

MOST_POINTS: Final = 130
"""No hand counts more: thirteen cards of ten points."""


def counted(rules: Rules, hand: frozenset[Card]) -> int:
    """Points that a hand counts: those of unmatched cards, or by a reading of all cards.

    Clauses: showdown.best-arrangement, stock-end.count-unmelded-in-hand, terms.deadwood,
    melds.best-arrangement, melds.card-used-once, melds.concealed-counts, game.bluff-concealment,
    cards.points-every-card, cards.points-ace-one, cards.points-pip, cards.points-court-ten.
    """
    basis = rules.showdown.deadwood_basis
    match basis:
        case "unmatched_cards_in_hand":
            return deadwood(hand)
        case "all_cards_in_hand":
            return total(hand)
        case _:
            assert_never(basis)


@follows(
    "tongits.showdown.participants",
    "tongits.showdown.lowest-wins",
    "tongits.showdown.tie-challenger-beats-caller",
    "tongits.showdown.tie-challengers-next-after-caller",
    "tongits.showdown.expose-hands",
    "tongits.ending.three-ways",
    during=(Responding,),
)
def compare_after_challenge(rules: Rules, state: Responding) -> Decided | None:
    """The caller and the challengers compare hands; by a reading, opened seats that folded too."""
    challenging = challengers(state)
    if state.asked or not challenging:
        return None
    all_opened = rules.showdown.showdown_participants == "all_opened_players"
    opened = opened_opponents(rules, state.table) if all_opened else ()
    folded = tuple(seat for seat in opened if seat not in challenging)
    return Decided(state.table, compare_hands(rules, state.table, challenging, folded))


def compare_hands(
    rules: Rules, table: Table, challengers: tuple[Seat, ...], folded: tuple[Seat, ...] = ()
) -> Outcome:
    """How a called draw ends when the caller is compared with these seats.

    Where there are none, the caller wins and nothing is compared.
    """
    caller = table.mover
    if not challengers and not folded:
        return Outcome(End.DRAW, caller, caller=caller)
    totals = tuple(counted(rules, hand) for hand in table.hands)

    def decide(points: Sequence[int]) -> Seat:
        return challenged_winner(rules.showdown, caller, challengers, points, folded)

    winner = decide(totals)
    return Outcome(
        End.DRAW,
        winner,
        compared=(caller, *challengers, *folded),
        caller=caller,
        challengers=challengers,
        most_points=most_points(rules, decide, totals, winner),
    )


def challenged_winner(
    options: Showdown,
    caller: Seat,
    challengers: Sequence[Seat],
    totals: Sequence[int],
    folded: Sequence[Seat] = (),
) -> Seat:
    """The winner of a compared draw: the seat with the least total.

    In a tie challengers come first, then ``folded`` seats that are compared, then the caller.  Both
    groups are in turn order after the caller; ``totals`` are points by seat.
    Clauses: showdown.lowest-wins, showdown.tie-challenger-beats-caller,
    showdown.tie-challengers-next-after-caller, showdown.upset, ending.one-winner.
    """
    least = min(totals[seat] for seat in (caller, *challengers, *folded))
    tied = [seat for seat in challengers if totals[seat] == least]
    if len(tied) > 1 and _last_goes_first(options, caller_ties=totals[caller] == least):
        return tied[-1]
    lowest = [*tied, *(seat for seat in folded if totals[seat] == least)]
    return lowest[0] if lowest else caller


def _last_goes_first(options: Showdown, caller_ties: bool) -> bool:
    """Whether the later of two tied challengers wins; each kind of tie has its own option."""
    reading = options.tie_three_way if caller_ties else options.tie_two_challengers
    match reading:
        case "next_after_caller":
            return False
        case "last_to_challenge":
            return True
        case _:
            assert_never(reading)


def most_points(
    rules: Rules,
    decide: Callable[[Sequence[int]], Seat | None],
    totals: Sequence[int],
    winner: Seat,
) -> int | None:
    """The most points with which the winner would still have won; None unless a reading asks.

    By that reading a hand is arranged for its payments as long as it wins
    (settlement.secret-arrangement).
    """
    reading = rules.settlement.secret_partition_compared
    if reading != "best_for_winner":
        return None
    most = totals[winner]
    while most < MOST_POINTS:
        others = (*totals[:winner], most + 1, *totals[winner + 1 :])
        if decide(others) != winner:
            break
        most += 1
    return most
