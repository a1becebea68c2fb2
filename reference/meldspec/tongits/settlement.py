"""What each loser owes the winner, line by line.  The law: spec/tongits/settlement.md"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, assert_never, final

from meldspec.kernel import follows
from meldspec.play import Seat
from meldspec.tongits.burned import burned, for_burned
from meldspec.tongits.ending import ReceiptLine, Result
from meldspec.tongits.options import Rules
from meldspec.tongits.paid_cards import for_aces, for_sagasas, for_secrets
from meldspec.tongits.pot import (
    for_second_win,
    pot_taker,
    refund,
    row_after,
    second_win_from_pot,
    wins_in_a_row,
)
from meldspec.tongits.showdown import counted
from meldspec.tongits.table import (
    SEATS,
    Decided,
    Facts,
    Ledger,
    Over,
    change,
    is_challenged,
    is_spread,
    is_tongits,
    opponents,
)
from meldspec.tongits.variations import for_long_runs


@final
@dataclass(frozen=True, slots=True)
class Line:
    """A payment rule: the chips that a loser owes the winner under one clause."""

    clause: str
    owes: Callable[[Rules, Facts, Seat, Seat], int]
    """Chips, from the rules, the facts, the winner and the loser."""


def for_winning(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for a win that is neither tongits nor a challenged draw, unless a reading adds them.

    Clauses: settlement.unchallenged-draw-one, settlement.exhaustion-one,
    settlement.tongit-replaces-base, settlement.challenge-replaces-base.
    """
    if is_tongits(facts):
        return 0
    if is_spread(facts):
        base = rules.variations.spread_payment == "pot_plus_base_1"
        return rules.settlement.win_chips if base else 0
    if not owes_for_challenge(rules, facts, winner, loser):
        return rules.settlement.win_chips
    added = rules.settlement.challenge_payment_composition
    return rules.settlement.win_chips if added == "adds_to_base" else 0


def for_tongits(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for tongits, in place of those for winning.

    Clauses: variations.two-chip.
    """
    priced = is_tongits(facts) or (
        is_spread(facts) and rules.variations.spread_payment == "pot_plus_tongit_3"
    )
    return rules.settlement.special_payment_level if priced else 0


def for_challenge(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for a challenged draw; by default whoever wins it, in place of those for winning.

    Clauses: variations.two-chip.
    """
    owes = owes_for_challenge(rules, facts, winner, loser)
    return rules.settlement.special_payment_level if owes else 0


def owes_for_challenge(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> bool:
    """Whether a loser owes the price of a challenged draw.

    Clauses: settlement.challenge-either-role, settlement.challenge-every-loser-pays.
    """
    if not is_challenged(facts):
        return False
    outcome = facts.outcome
    took_part = loser == outcome.caller or loser in outcome.challengers
    payers = rules.settlement.challenge_payment_payers
    if not took_part and payers == "folder_pays_base":
        return False
    role = rules.settlement.challenge_bonus_role
    match role:
        case "caller_or_challenger":
            return True
        case "caller_only":
            return winner == outcome.caller
        case "challenger_only":
            return winner != outcome.caller
        case _:
            assert_never(role)


LINES: Final = (
    Line("tongits.settlement.win-one", for_winning),
    Line("tongits.settlement.tongit-three", for_tongits),
    Line("tongits.settlement.challenge-three", for_challenge),
    Line("tongits.burned.one-chip", for_burned),
    Line("tongits.settlement.ace-one-each", for_aces),
    Line("tongits.settlement.secret-three-each", for_secrets),
    Line("tongits.settlement.sagasa-like-a-secret", for_sagasas),
    Line("tongits.variations.long-run", for_long_runs),
    Line("tongits.pot.variant-second-win-extra", for_second_win),
)
"""Every payment rule; the lines that are not zero make the receipt."""


_OF_THE_POT_ALONE: Final = ("tongits.burned.one-chip",)
"""The clauses under which chips are owed even for a Spread that is paid with the pot alone."""


def receipt(rules: Rules, facts: Facts) -> tuple[ReceiptLine, ...]:
    """The lines of all payments; none without a winner.

    Clauses: settlement.losers-pay-winner, settlement.every-hand, settlement.items-add.
    """
    winner = facts.outcome.winner
    if winner is None:
        return ()
    return tuple(
        ReceiptLine(line.clause, loser, winner, chips)
        for loser in opponents(winner)
        for line in lines(rules, facts)
        if (chips := line.owes(rules, facts, winner, loser)) != 0
    )


def lines(rules: Rules, facts: Facts) -> tuple[Line, ...]:
    """The payment rules that apply to the ending; a Spread may be paid with the pot alone."""
    if is_spread(facts) and rules.variations.spread_payment == "pot_only":
        return tuple(line for line in LINES if line.clause in _OF_THE_POT_ALONE)
    return LINES


def totals(owed: tuple[ReceiptLine, ...]) -> tuple[int, ...]:
    """Chips that each seat receives in all, negative when it pays.

    Clauses: settlement.items-add.
    """
    received = [0] * SEATS
    for line in owed:
        received[line.payee] += line.chips
        received[line.payer] -= line.chips
    return tuple(received)


def deadwoods(rules: Rules, facts: Facts) -> tuple[int, ...]:
    """Points that each seat's hand counts."""
    return tuple(counted(rules, hand) for hand in facts.hands)


def settle(rules: Rules, facts: Facts, ledger: Ledger) -> tuple[Result, Ledger]:
    """The settled hand, and the ledger after all payments and the pot.

    Clauses: game.chip-settlement, pot.separate.
    """
    outcome = facts.outcome
    winner = outcome.winner
    wins = wins_in_a_row(rules, ledger, outcome)
    facts = Facts(outcome, facts.hands, facts.melds, facts.taken, wins)
    owed = receipt(rules, facts)
    payments = totals(owed)
    pot_to = pot_taker(rules, wins, outcome)
    result = Result(
        outcome=outcome,
        deadwood=deadwoods(rules, facts),
        burned=burned(rules, facts),
        receipt=owed,
        payments=payments,
        pot=ledger.pot,
        pot_to=pot_to,
        wins_in_a_row=wins,
    )
    to_winner = ledger.pot if pot_to is not None else second_win_from_pot(rules, facts, ledger.pot)
    back = refund(rules, ledger, winner)
    chips = tuple(
        ledger.chips[seat] + payments[seat] + back + (to_winner if seat == winner else 0)
        for seat in range(SEATS)
    )
    after = Ledger(
        chips=chips,
        pot=ledger.pot - to_winner - SEATS * back,
        last_winner=ledger.last_winner if winner is None and wins else winner,
        wins_in_a_row=row_after(rules, wins, outcome, pot_to),
    )
    return result, after


@follows(
    "tongits.settlement.losers-pay-winner",
    "tongits.burned.not-opened-at-end",
    "tongits.pot.two-consecutive-wins",
    "tongits.pot.carry-over",
    "tongits.pot.streak-broken-without-winner",
    "tongits.settlement.every-hand",
    "tongits.settlement.before-next-deal",
    during=(Decided,),
)
def pay(rules: Rules, state: Decided) -> Over:
    """The losers pay, and the pot goes to its taker if there is one."""
    table = state.table
    facts = Facts(state.outcome, table.hands, table.melds, table.taken)
    result, ledger = settle(rules, facts, table.ledger)
    return Over(change(table, ledger=ledger), result)
