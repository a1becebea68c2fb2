"""What a hand is worth: the lines that each loser owes the winner, and the pot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, assert_never, final

from meldspec.arrangement import Arrangement, arrange, fours_in, is_four, most_worth
from meldspec.cards import Card, rank
from meldspec.melds import Meld, is_run, is_set, melds_in
from meldspec.play import Seat
from meldspec.tongits.opening import has_opened, has_opened_by_laying_off, has_secret, spoilt
from meldspec.tongits.options import (
    Rules,
    SecretPartitionCompared,
)
from meldspec.tongits.showdown import counted
from meldspec.tongits.state import (
    SEATS,
    End,
    LaidOff,
    Ledger,
    Outcome,
    ReceiptLine,
    Result,
    TableMeld,
    Taken,
    opponents,
)

LONG_RUN: Final = 5
"""Cards of the shortest run that the variation pays for."""


@final
@dataclass(frozen=True, slots=True)
class Facts:
    """All that a settlement looks at: how the hand ended and where the cards then lie."""

    outcome: Outcome
    hands: tuple[frozenset[Card], ...]
    melds: tuple[TableMeld, ...]
    taken: tuple[Taken, ...] = ()
    wins_in_a_row: int = 1
    """Of the winner, with this hand."""


@final
@dataclass(frozen=True, slots=True)
class Line:
    """A payment rule: the chips that a loser owes the winner under one clause."""

    clause: str
    owes: Callable[[Rules, Facts, Seat, Seat], int]
    """Chips, from the rules, the facts, the winner and the loser."""


def for_winning(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for a win that is neither tongits nor a challenged draw."""
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
    """Chips for tongits, in place of those for winning."""
    priced = is_tongits(facts) or (
        is_spread(facts) and rules.variations.spread_payment == "pot_plus_tongit_3"
    )
    return rules.settlement.special_payment_level if priced else 0


def for_challenge(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for a challenged draw, whoever wins it, in place of those for winning."""
    owes = owes_for_challenge(rules, facts, winner, loser)
    return rules.settlement.special_payment_level if owes else 0


def owes_for_challenge(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> bool:
    """Whether a loser owes the price of a challenged draw."""
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


def for_burned(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips of a loser who is burned."""
    return rules.settlement.burn_chips if is_burned(rules, facts, loser) else 0


def for_aces(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for the winner's aces: in hand, or laid by the winner into melds of its own."""
    return rules.settlement.ace_chips * aces(rules, facts, winner)


def for_secrets(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for the winner's secret fours: face down on the table, or still in hand."""
    return rules.settlement.special_payment_level * secrets(rules, facts, winner)


def for_sagasas(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for the winner's Sagasas, where they are paid for."""
    completed = [meld for meld in facts.melds if meld.owner == winner and _is_completed(meld)]
    if not completed or rules.settlement.sagasa_bonus == "nothing_paid":
        return 0
    sagasas = sum(is_sagasa(rules, meld, facts.taken) for meld in completed)
    return rules.settlement.special_payment_level * sagasas


def for_long_runs(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for the winner's runs of five cards or more, where they are paid for."""
    if rules.variations.long_run_bonus == "no_bonus":
        return 0
    return rules.variations.long_run_chips * long_runs(rules, facts, winner)


def for_second_win(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for the second of three wins in a row, where the losers pay for it."""
    if not is_second_of_three(rules, facts):
        return 0
    paid = rules.pot.second_win_bonus == "fixed_from_each_loser"
    return rules.pot.ante_chips if paid else 0


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
"""What is owed even for a Spread that is paid with nothing but the pot."""


def is_tongits(facts: Facts) -> bool:
    """Whether the hand ended by tongits."""
    return facts.outcome.end is End.TONGITS


def is_spread(facts: Facts) -> bool:
    """Whether the hand was won as it was dealt."""
    return facts.outcome.end is End.SPREAD


def is_challenged(facts: Facts) -> bool:
    """Whether the hand ended by a draw that somebody challenged."""
    return bool(facts.outcome.challengers)


def is_second_of_three(rules: Rules, facts: Facts) -> bool:
    """Whether the winner has now won twice in a row where the pot takes three wins.

    A Spread takes the pot itself, and is no second win on the way to it.
    """
    won = facts.outcome.winner is not None and not is_spread(facts)
    return won and facts.wins_in_a_row == 2 and rules.pot.pot_wins_required > 2


def aces(rules: Rules, facts: Facts, winner: Seat) -> int:
    """The winner's aces that pay: those that crossed between players do not.

    Clauses: settlement.ace-in-hand, ace-in-own-melds, ace-laid-off-elsewhere-excluded,
    ace-received-excluded.
    """
    in_hand = sum(rank(card) == 0 for card in facts.hands[winner])
    own_melds = (meld for meld in facts.melds if meld.owner == winner)
    thrown = facts.outcome.last_discard
    if thrown is not None and rank(thrown) == 0:
        in_hand += rules.settlement.ace_scope_final_discard == "counts"
    return in_hand + sum(_own_aces(rules, meld) for meld in own_melds)


def _own_aces(rules: Rules, meld: TableMeld) -> int:
    """Aces of a meld that pay its owner; the readings are looked at only where there is one."""
    crossed = {laid.card for laid in meld.laid_off if laid.by != meld.owner}
    counting = [card for card in meld.cards if rank(card) == 0 and card not in crossed]
    if not counting:
        return 0
    if meld.face_down:
        counts = rules.settlement.ace_in_face_down_set == "counts"
        return len(counting) if counts else 0
    added = {laid.card for laid in meld.laid_off}
    own_layoffs = sum(card in added for card in counting)
    if own_layoffs and rules.settlement.ace_own_layoff == "does_not_count":
        return len(counting) - own_layoffs
    return len(counting)


def secrets(rules: Rules, facts: Facts, winner: Seat) -> int:
    """The winner's secret fours.

    In hand a four counts only if the winner's best arrangement keeps it together, when that
    arrangement decided the hand or covers it for tongits; otherwise nothing forces a low count.

    Clauses: settlement.secret-in-hand, secret-face-down, secret-arrangement, secret-uncompared.
    """
    on_table = sum(
        _is_secret_on_table(rules, meld, facts.taken)
        for meld in facts.melds
        if meld.owner == winner
    )
    return on_table + secrets_in_hand(rules, facts, winner)


def _is_secret_on_table(rules: Rules, meld: TableMeld, taken: tuple[Taken, ...]) -> bool:
    if meld.face_down:
        return True
    if not is_four(meld.cards):
        return False
    if _is_completed(meld):
        otherwise = rules.settlement.sagasa_otherwise
        return otherwise == "completed_four_counts_as_secret" and not is_sagasa(rules, meld, taken)
    if meld.laid_off:
        return False
    at_once = rules.settlement.secret_definition == "also_face_up_laid_at_once"
    if not at_once or meld.from_pile is not None:
        return False
    kept = any(took.from_pile and took.card in meld.cards for took in taken)
    return not kept or rules.drawing.secret_with_discard_card != "never"


def secrets_in_hand(rules: Rules, facts: Facts, winner: Seat) -> int:
    """The fours in the winner's hand that are secrets."""
    hand = facts.hands[winner]
    if not fours_in(hand):
        return 0
    spoilt_cards = spoilt(rules, hand, facts.taken)
    if _by_count_of_ranks(rules, facts, winner):
        return fours_in(hand - spoilt_cards)
    plain = rules.variations.long_run_bonus == "no_bonus" and not spoilt_cards
    if plain and _only_least(rules, facts, winner):
        return arrange(hand).fours
    if plain and _most_points(rules, facts, winner) is None:
        return fours_in(hand)
    arranged = arranged_hand(rules, facts, winner)
    return sum(is_four(meld) and meld.isdisjoint(spoilt_cards) for meld in arranged.melds)


def _by_count_of_ranks(rules: Rules, facts: Facts, winner: Seat) -> bool:
    """Whether a four counts in the hand however it is arranged."""
    return _partition(rules, facts, winner) == "rank_count_only"


def _partition(rules: Rules, facts: Facts, winner: Seat) -> SecretPartitionCompared | None:
    """The reading that decides the arrangement; None where the points do not matter."""
    if winner in facts.outcome.compared:
        return rules.settlement.secret_partition_compared
    uncompared = rules.settlement.secret_partition_uncompared
    match uncompared:
        case "max_bonus":
            return None
        case "same_as_compared":
            return rules.settlement.secret_partition_compared
        case _:
            assert_never(uncompared)


def _only_least(rules: Rules, facts: Facts, winner: Seat) -> bool:
    """Whether only the arrangements with the least deadwood are looked at.

    After tongits every card must lie in a meld.
    """
    least = "min_deadwood_first"
    called = is_tongits(facts) or is_spread(facts)
    return called or _partition(rules, facts, winner) == least


def _most_points(rules: Rules, facts: Facts, winner: Seat) -> int | None:
    """How many points the winner's arrangement may leave; None for any number."""
    if _only_least(rules, facts, winner):
        return arrange(facts.hands[winner]).deadwood
    return facts.outcome.most_points if winner in facts.outcome.compared else None


def arranged_hand(rules: Rules, facts: Facts, winner: Seat) -> Arrangement:
    """The winner's hand, arranged for the most chips among the arrangements that may be shown.

    Where fours count by their rank alone, long runs are counted by themselves in the same way: no
    four stands in their way, and any arrangement will do.
    """
    hand = facts.hands[winner]
    spoilt_cards = spoilt(rules, hand, facts.taken)
    by_ranks = _by_count_of_ranks(rules, facts, winner)

    def worth(meld: Meld) -> int:
        if is_four(meld):
            paid = not by_ranks and meld.isdisjoint(spoilt_cards)
            return rules.settlement.special_payment_level * paid
        runs = _long_run_count(rules, len(meld))
        if not runs or rules.variations.long_run_scope == "exposed_only":
            return 0
        return rules.variations.long_run_chips * runs

    return most_worth(hand, worth, None if by_ranks else _most_points(rules, facts, winner))


def long_runs(rules: Rules, facts: Facts, winner: Seat) -> int:
    """How many payments the winner's long runs earn.

    Clauses: variations.long-run.
    """
    scope = rules.variations.long_run_scope
    count = 0
    if scope != "concealed_only":
        own = (meld for meld in facts.melds if meld.owner == winner and is_run(meld.cards))
        count += sum(_long_run_count(rules, _long_run_cards(rules, meld)) for meld in own)
    if scope != "exposed_only":
        arranged = arranged_hand(rules, facts, winner).melds
        count += sum(_long_run_count(rules, len(meld)) for meld in arranged if is_run(meld))
    return count


def _long_run_cards(rules: Rules, meld: TableMeld) -> int:
    foreign = sum(laid.by != meld.owner for laid in meld.laid_off)
    if foreign and rules.variations.long_run_foreign_cards == "own_cards_only":
        return len(meld.cards) - foreign
    return len(meld.cards)


def _long_run_count(rules: Rules, cards: int) -> int:
    """How many payments a run of so many cards earns."""
    if cards < LONG_RUN or rules.variations.long_run_bonus == "no_bonus":
        return 0
    if cards < 2 * LONG_RUN:
        return 1
    reading = rules.variations.long_run_count
    match reading:
        case "one_per_run_as_melded":
            return 1
        case "floor_length_over_five":
            return cards // LONG_RUN
        case _:
            assert_never(reading)


def is_sagasa(rules: Rules, meld: TableMeld, taken: tuple[Taken, ...]) -> bool:
    """Whether a table meld is a Sagasa: a three that its owner exposed and completed.

    Clauses: terms.sagasa.
    """
    if not _is_completed(meld):
        return False
    (fourth,) = meld.laid_off
    definition = rules.terms.sagasa_definition
    drawn = _drawn_in(fourth, taken)
    match definition:
        case "own_exposed_three_plus_stock_fourth_any_turn":
            return drawn is not None
        case "own_exposed_three_plus_stock_fourth_same_turn_as_drawn":
            return drawn == fourth.turn
        case "own_exposed_three_plus_any_own_fourth":
            return True
        case _:
            assert_never(definition)


def _is_completed(meld: TableMeld) -> bool:
    """Whether a meld is a set of four whose owner added the fourth card."""
    return (
        len(meld.laid_off) == 1
        and meld.laid_off[0].by == meld.owner
        and len(meld.cards) == 4
        and is_set(meld.cards)
    )


def _drawn_in(laid: LaidOff, taken: tuple[Taken, ...]) -> int | None:
    """The turn in which its owner had drawn a laid off card from the stock, if that is its source.

    A card drawn by another seat reaches the owner through the pile, and is then taken from there.
    """
    if laid.from_pile:
        return None
    last = next((took for took in reversed(taken) if took.card == laid.card), None)
    return None if last is None or last.from_pile else last.turn


def burned(rules: Rules, facts: Facts) -> tuple[Seat, ...]:
    """The seats that are burned: all who have not opened, the winner apart.

    Clauses: burned.not-opened-at-end.
    """
    seats = (Seat(seat) for seat in range(SEATS))
    return tuple(
        seat for seat in seats if seat != facts.outcome.winner and is_burned(rules, facts, seat)
    )


def is_burned(rules: Rules, facts: Facts, seat: Seat) -> bool:
    """Whether a seat that has not won is burned."""
    return _fits_burned(rules, facts, seat) and _burns(rules, facts, seat)


def _burns(rules: Rules, facts: Facts, seat: Seat) -> bool:
    """Whether a seat can be burned in this ending: a reading asks that another has called."""
    if is_spread(facts):
        return rules.variations.burn_on_spread == "losers_burned"
    if facts.outcome.end is not End.STOCK and facts.outcome.caller != seat:
        return True
    return rules.burned.burn_endings == "every_ending"


def _fits_burned(rules: Rules, facts: Facts, seat: Seat) -> bool:
    opened = has_opened(rules, facts.melds, seat)
    hand = facts.hands[seat]
    definition = rules.burned.burn_definition
    match definition:
        case "no_meld_laid_incl_face_down":
            return not opened
        case "no_face_up_meld":
            shown = any(meld.owner == seat and not meld.face_down for meld in facts.melds)
            return not shown and not has_opened_by_laying_off(rules, facts.melds, seat)
        case "no_meld_laid_and_no_special":
            return not opened and not has_secret(rules, hand, facts.taken)
        case "no_meld_formable":
            return not opened and not melds_in(hand)
        case _:
            assert_never(definition)


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
        for line in lines(rules, facts)
        if (chips := line.owes(rules, facts, winner, loser)) != 0
    )


def lines(rules: Rules, facts: Facts) -> tuple[Line, ...]:
    """The payment rules that apply to the ending; a Spread may be paid with the pot alone."""
    if is_spread(facts) and rules.variations.spread_payment == "pot_only":
        return tuple(line for line in LINES if line.clause in _OF_THE_POT_ALONE)
    return LINES


def totals(owed: tuple[ReceiptLine, ...]) -> tuple[int, ...]:
    """Chips that each seat receives in all, negative when it pays."""
    received = [0] * SEATS
    for line in owed:
        received[line.payee] += line.chips
        received[line.payer] -= line.chips
    return tuple(received)


def deadwoods(rules: Rules, facts: Facts) -> tuple[int, ...]:
    """Points that count of each seat's hand, in its best arrangement."""
    return tuple(counted(rules, hand) for hand in facts.hands)


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
    """Who collects the pot: the winner, if the row of wins is long enough, or with a Spread.

    Clauses: pot.two-consecutive-wins, carry-over, variations.spread-counts-as-jackpot.
    """
    enough = outcome.end is End.SPREAD or wins >= rules.pot.pot_wins_required
    return outcome.winner if enough else None


def _row_after(rules: Rules, wins: int, outcome: Outcome, pot_to: Seat | None) -> int:
    """The row of wins with which the next hand begins.

    Only a row that goes on past a collected pot asks how it is counted: after a Spread its own
    reading has said so.
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


def refund(rules: Rules, ledger: Ledger, winner: Seat | None) -> int:
    """Chips that each seat gets back of its ante after a hand without a winner."""
    if winner is not None or not ledger.ante:
        return 0
    returned = rules.pot.pot_when_no_winner == "refunded"
    return ledger.ante if returned else 0


def settle(rules: Rules, facts: Facts, ledger: Ledger) -> tuple[Result, Ledger]:
    """The settled hand, and the ledger after all payments and the pot."""
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
        wins_in_a_row=_row_after(rules, wins, outcome, pot_to),
    )
    return result, after


def collect_antes(ante: int, ledger: Ledger) -> Ledger:
    """The ledger after every seat has put its ante into the pot."""
    return Ledger(
        chips=tuple(chips - ante for chips in ledger.chips),
        pot=ledger.pot + SEATS * ante,
        last_winner=ledger.last_winner,
        wins_in_a_row=ledger.wins_in_a_row,
        ante=ante,
    )
