"""What a hand is worth: the lines that each loser owes the winner, and the pot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, final

from meldspec.arrangement import arrange, deadwood, fours_in
from meldspec.cards import Card, rank
from meldspec.play import Seat
from meldspec.tongits.clauses import Clause
from meldspec.tongits.options import Rules
from meldspec.tongits.state import (
    SEATS,
    End,
    Ledger,
    Outcome,
    ReceiptLine,
    Result,
    TableMeld,
    opened,
    opponents,
)


@final
@dataclass(frozen=True, slots=True)
class Facts:
    """All that a settlement looks at: how the hand ended and where the cards then lie."""

    outcome: Outcome
    hands: tuple[frozenset[Card], ...]
    melds: tuple[TableMeld, ...]


@final
@dataclass(frozen=True, slots=True)
class Line:
    """A payment rule: the chips that a loser owes the winner under one clause."""

    clause: Clause
    owes: Callable[[Rules, Facts, Seat, Seat], int]
    """Chips, from the rules, the facts, the winner and the loser."""


def for_winning(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for a win that is neither tongits nor a challenged draw."""
    special = is_tongits(facts) or is_challenged(facts)
    return 0 if special else rules.settlement.win_chips


def for_tongits(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for tongits, in place of those for winning."""
    return rules.settlement.special_payment_level if is_tongits(facts) else 0


def for_challenge(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for a challenged draw, whoever wins it, in place of those for winning."""
    return rules.settlement.special_payment_level if is_challenged(facts) else 0


def for_burned(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips of a loser who has not opened."""
    return 0 if opened(facts.melds, loser) else rules.settlement.burn_chips


def for_aces(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for the winner's aces: in hand, or laid by the winner into melds of its own."""
    return rules.settlement.ace_chips * aces(facts, winner)


def for_secrets(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for the winner's secret fours: face down on the table, or still in hand."""
    return rules.settlement.special_payment_level * secrets(facts, winner)


LINES: Final = (
    Line(Clause.WIN_ONE, for_winning),
    Line(Clause.TONGITS_THREE, for_tongits),
    Line(Clause.CHALLENGE_THREE, for_challenge),
    Line(Clause.BURNED_ONE_CHIP, for_burned),
    Line(Clause.ACE_ONE_EACH, for_aces),
    Line(Clause.SECRET_THREE_EACH, for_secrets),
)
"""Every payment rule; the lines that are not zero make the receipt."""


def is_tongits(facts: Facts) -> bool:
    """Whether the hand ended by tongits."""
    return facts.outcome.end is End.TONGITS


def is_challenged(facts: Facts) -> bool:
    """Whether the hand ended by a draw that somebody challenged."""
    return facts.outcome.end is End.DRAW and bool(facts.outcome.compared)


def aces(facts: Facts, winner: Seat) -> int:
    """The winner's aces that pay: those that crossed between players do not.

    Clauses: settlement.ace-in-hand, ace-in-own-melds, ace-laid-off-elsewhere-excluded,
    ace-received-excluded.
    """
    in_hand = sum(rank(card) == 0 for card in facts.hands[winner])
    own_melds = (meld for meld in facts.melds if meld.owner == winner)
    return in_hand + sum(_own_aces(meld) for meld in own_melds)


def _own_aces(meld: TableMeld) -> int:
    from_others = {laid.card for laid in meld.laid_off if laid.by != meld.owner}
    return sum(rank(card) == 0 for card in meld.cards if card not in from_others)


def secrets(facts: Facts, winner: Seat) -> int:
    """The winner's secret fours.

    In hand a four counts only if the winner's best arrangement keeps it together, when that
    arrangement decided the hand or covers it for tongits; otherwise nothing forces a low count.

    Clauses: settlement.secret-in-hand, secret-face-down, secret-arrangement, secret-uncompared.
    """
    face_down = sum(meld.face_down for meld in facts.melds if meld.owner == winner)
    hand = facts.hands[winner]
    arranged = is_tongits(facts) or winner in facts.outcome.compared
    return face_down + (arrange(hand).fours if arranged else fours_in(hand))


def burned(facts: Facts) -> tuple[Seat, ...]:
    """The seats that are burned: all who have not opened, the winner apart.

    Clauses: burned.not-opened-at-end.
    """
    seats = (Seat(seat) for seat in range(SEATS))
    return tuple(
        seat for seat in seats if seat != facts.outcome.winner and not opened(facts.melds, seat)
    )


def receipt(rules: Rules, facts: Facts) -> tuple[ReceiptLine, ...]:
    """The lines of all payments; none without a winner.

    Clauses: settlement.losers-pay-winner.
    """
    winner = facts.outcome.winner
    if winner is None:
        return ()
    return tuple(
        ReceiptLine(line.clause, loser, winner, chips)
        for loser in opponents(winner)
        for line in LINES
        if (chips := line.owes(rules, facts, winner, loser)) != 0
    )


def totals(lines: tuple[ReceiptLine, ...]) -> tuple[int, ...]:
    """Chips that each seat receives in all, negative when it pays."""
    received = [0] * SEATS
    for line in lines:
        received[line.payee] += line.chips
        received[line.payer] -= line.chips
    return tuple(received)


def deadwoods(facts: Facts) -> tuple[int, ...]:
    """Points of each seat's best arrangement."""
    return tuple(deadwood(hand) for hand in facts.hands)


def wins_in_a_row(ledger: Ledger, winner: Seat | None) -> int:
    """How many hands in a row the winner has now won; a hand without a winner breaks the row.

    Clauses: pot.streak-broken-without-winner.
    """
    if winner is None:
        return 0
    return ledger.wins_in_a_row + 1 if winner == ledger.last_winner else 1


def pot_taker(rules: Rules, ledger: Ledger, winner: Seat | None) -> Seat | None:
    """Who collects the pot: the winner, if the row of wins is long enough.

    Clauses: pot.two-consecutive-wins, carry-over.
    """
    enough = wins_in_a_row(ledger, winner) >= rules.pot.pot_wins_required
    return winner if enough else None


def settle(rules: Rules, facts: Facts, ledger: Ledger) -> tuple[Result, Ledger]:
    """The settled hand, and the ledger after all payments and the pot."""
    lines = receipt(rules, facts)
    payments = totals(lines)
    winner = facts.outcome.winner
    pot_to = pot_taker(rules, ledger, winner)
    result = Result(
        outcome=facts.outcome,
        deadwood=deadwoods(facts),
        burned=burned(facts),
        receipt=lines,
        payments=payments,
        pot=ledger.pot,
        pot_to=pot_to,
    )
    chips = tuple(
        ledger.chips[seat] + payments[seat] + (ledger.pot if seat == pot_to else 0)
        for seat in range(SEATS)
    )
    after = Ledger(
        chips=chips,
        pot=0 if pot_to is not None else ledger.pot,
        last_winner=winner,
        wins_in_a_row=wins_in_a_row(ledger, winner),
    )
    return result, after


def collect_antes(rules: Rules, ledger: Ledger) -> Ledger:
    """The ledger after every seat has put its ante into the pot."""
    ante = rules.pot.ante_chips
    return Ledger(
        chips=tuple(chips - ante for chips in ledger.chips),
        pot=ledger.pot + SEATS * ante,
        last_winner=ledger.last_winner,
        wins_in_a_row=ledger.wins_in_a_row,
    )
