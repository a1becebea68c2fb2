"""Who wins when totals are compared: after a called draw, or when the stock has run out.

And who wins before anybody plays, where a Spread does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, assert_never

from meldspec.arrangement import deadwood, is_covered
from meldspec.cards import Card, rank, total
from meldspec.melds import melds_in
from meldspec.play import Seat
from meldspec.tongits.opening import has_opened, has_secret
from meldspec.tongits.options import (
    Rules,
    Showdown,
    StockEnd,
)
from meldspec.tongits.state import SEATS, End, Outcome, Table, TableMeld, Taken, opponents

MOST_POINTS: Final = 130
"""No hand counts more: thirteen cards of ten points."""


def counted(rules: Rules, hand: frozenset[Card]) -> int:
    """Points of a hand that count: those of its unmatched cards.

    Clauses: showdown.best-arrangement, stock-end.count-unmelded-in-hand.
    """
    basis = rules.showdown.deadwood_basis
    match basis:
        case "unmatched_cards_in_hand":
            return deadwood(hand)
        case "all_cards_in_hand":
            return total(hand)
        case _:
            assert_never(basis)


def compare_hands(
    rules: Rules, table: Table, challengers: tuple[Seat, ...], folded: tuple[Seat, ...] = ()
) -> Outcome:
    """How a called draw ends when the caller is compared with these seats.

    Without any of them the caller wins and nothing is compared.
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
    """The winner of a challenged draw: the least total, a challenger before the caller.

    ``challengers`` stand in turn order after the caller, and so do ``folded``, who are compared all
    the same and come after the challengers; ``totals`` are points by seat.
    Clauses: showdown.lowest-wins, tie-challenger-beats-caller, tie-challengers-next-after-caller.
    """
    least = min(totals[seat] for seat in (caller, *challengers, *folded))
    tied = [seat for seat in challengers if totals[seat] == least]
    if len(tied) > 1 and _last_goes_first(options, caller_ties=totals[caller] == least):
        return tied[-1]
    lowest = [*tied, *(seat for seat in folded if totals[seat] == least)]
    return lowest[0] if lowest else caller


def _last_goes_first(options: Showdown, caller_ties: bool) -> bool:
    """Whether of two tied challengers the later one wins; the two questions are read here."""
    reading = options.tie_three_way if caller_ties else options.tie_two_challengers
    match reading:
        case "next_after_caller" | "next_after_caller":
            return False
        case "last_to_challenge" | "last_to_challenge":
            return True
        case _:
            assert_never(reading)


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
    """The seats that take part in the count when the stock is used up."""
    seats = (Seat(seat) for seat in range(SEATS))
    return tuple(seat for seat in seats if _can_win(rules, melds, hands[seat], taken, seat))


def compared_at_the_end(
    rules: Rules, melds: tuple[TableMeld, ...], hands: Sequence[frozenset[Card]]
) -> tuple[Seat, ...]:
    """The seats whose totals are compared when the stock is used up; where one alone can win, none.

    Of what was drawn nothing is known.
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

    Clauses: stock-end.unopened-lose, special-keeps-eligibility.
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
    Clauses: stock-end.unopened-lose, lowest-wins, tie-last-drawer,
    tie-others-next-after-last-drawer, nobody-opened.
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
    """Who wins when the two seats other than the last drawer tie."""
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


def most_points(
    rules: Rules,
    decide: Callable[[Sequence[int]], Seat | None],
    totals: Sequence[int],
    winner: Seat,
) -> int | None:
    """The most points with which the winner would still have won; None unless a reading asks.

    A hand may then be arranged for its payments as long as it wins (settlement.secret-arrangement).
    """
    reading = rules.settlement.secret_partition_compared
    if reading != "best_for_winner":
        return None
    if rules.showdown.deadwood_basis == "all_cards_in_hand":
        return MOST_POINTS
    most = totals[winner]
    while most < MOST_POINTS:
        others = (*totals[:winner], most + 1, *totals[winner + 1 :])
        if decide(others) != winner:
            break
        most += 1
    return most


def spread_winner(rules: Rules, table: Table) -> Seat | None:
    """The seat that wins with its hand as it was dealt, or None.

    Clauses: variations.spread-condition, spread-automatic-win.
    """
    dealer = table.dealer
    melded = [seat for seat in (dealer, *opponents(dealer)) if _has_spread(rules, table, seat)]
    if len(melded) < 2:
        return melded[0] if melded else None
    multiple = rules.variations.spread_multiple
    match multiple:
        case "first_in_turn_order":
            return melded[0]
        case "most_aces":
            return max(melded, key=lambda seat: sum(rank(card) == 0 for card in table.hands[seat]))
        case _:
            assert_never(multiple)


def _has_spread(rules: Rules, table: Table, seat: Seat) -> bool:
    hand = table.hands[seat]
    if seat != table.dealer:
        allowed = rules.variations.spread_twelve_card_hand
        return is_covered(hand) and allowed == "any_seat"
    if is_covered(hand):
        return True
    return any(is_covered(hand - {card}) for card in hand) and (
        rules.variations.spread_dealer_hand == "twelve_melded_plus_one"
    )
