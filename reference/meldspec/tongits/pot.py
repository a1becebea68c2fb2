"""The pot: antes, the streak of wins, and who collects it.  The law: spec/tongits/pot.md"""

from __future__ import annotations

from typing import assert_never

from meldspec.play import Seat
from meldspec.tongits.ending import End, Outcome
from meldspec.tongits.options import Rules
from meldspec.tongits.table import SEATS, Between, Facts, Ledger, Over, is_spread


def ante_due(rules: Rules, state: Between) -> int:
    """Chips that each seat pays into the pot for the next hand."""
    void = isinstance(state, Over) and state.result.outcome.winner is None
    if void and rules.pot.ante_after_no_winner == "not_after_void_hand":
        return 0
    return rules.pot.ante_chips


def collect_antes(ante: int, ledger: Ledger) -> Ledger:
    """The ledger after every seat has put its ante into the pot.

    Clauses: pot.bets-added.
    """
    return Ledger(
        chips=tuple(chips - ante for chips in ledger.chips),
        pot=ledger.pot + SEATS * ante,
        last_winner=ledger.last_winner,
        wins_in_a_row=ledger.wins_in_a_row,
        ante=ante,
    )


def wins_in_a_row(rules: Rules, ledger: Ledger, outcome: Outcome) -> int:
    """How many hands in a row the last winner has now won.

    Clauses: pot.streak-broken-without-winner.
    """
    winner = outcome.winner
    if winner is None:
        kept = rules.pot.streak_on_no_winner == "preserved"
        return ledger.wins_in_a_row if ledger.wins_in_a_row and kept else 0
    before = ledger.wins_in_a_row if winner == ledger.last_winner else 0
    if outcome.end is not End.SPREAD:
        return before + 1
    streak = rules.variations.spread_streak
    match streak:
        case "as_one_win":
            return before + 1
        case "as_completed_pair":
            return before + 2
        case "resets":
            return 0
        case _:
            assert_never(streak)


def pot_taker(rules: Rules, wins: int, outcome: Outcome) -> Seat | None:
    """Who collects the pot: the winner, if the streak of wins is long enough, or with a Spread.

    Clauses: pot.two-consecutive-wins, pot.carry-over, variations.spread-counts-as-jackpot,
    pot.variant-three-consecutive.
    """
    enough = outcome.end is End.SPREAD or wins >= rules.pot.pot_wins_required
    return outcome.winner if enough else None


def row_after(rules: Rules, wins: int, outcome: Outcome, pot_to: Seat | None) -> int:
    """The streak of wins with which the next hand begins.

    The option is read only for a row that has collected the pot; after a Spread, the reading
    ``spread_streak`` has counted already.

    Clauses: pot.every-further-win.
    """
    if pot_to is None or outcome.end is End.SPREAD:
        return wins
    reading = rules.pot.streak_after_pot
    match reading:
        case "uncapped":
            return wins
        case "restart_at_one":
            return 1
        case "restart_at_zero":
            return 0
        case _:
            assert_never(reading)


def second_win_from_pot(rules: Rules, facts: Facts, pot: int) -> int:
    """Chips that the second of three wins takes out of the pot."""
    if not is_second_of_three(rules, facts):
        return 0
    bonus = rules.pot.second_win_bonus
    match bonus:
        case "nothing_extra" | "fixed_from_each_loser":
            return 0
        case "fixed_from_pot":
            return min(rules.pot.ante_chips, pot)
        case "half_pot":
            return pot // 2
        case _:
            assert_never(bonus)


def is_second_of_three(rules: Rules, facts: Facts) -> bool:
    """Whether the winner has now won twice in a row where the pot takes three wins.

    A Spread takes the pot itself, and is no second win on the way to it.
    """
    won = facts.outcome.winner is not None and not is_spread(facts)
    return won and facts.wins_in_a_row == 2 and rules.pot.pot_wins_required > 2


def for_second_win(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for the second of three wins in a row, where the losers pay for it."""
    if not is_second_of_three(rules, facts):
        return 0
    paid = rules.pot.second_win_bonus == "fixed_from_each_loser"
    return rules.pot.ante_chips if paid else 0


def refund(rules: Rules, ledger: Ledger, winner: Seat | None) -> int:
    """Chips that each seat gets back of its ante after a hand without a winner."""
    if winner is not None or not ledger.ante:
        return 0
    returned = rules.pot.pot_when_no_winner == "refunded"
    return ledger.ante if returned else 0
