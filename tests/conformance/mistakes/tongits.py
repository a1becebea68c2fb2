"""Known mistakes of engines of Tong-its."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from meldcheck.words.case import JSON
from meldspec.cards import Card, rank, total
from meldspec.melds import is_set, melds_in
from meldspec.play import Seat
from meldspec.tongits import drawing, questions, settlement, showdown, stock_end
from meldspec.tongits.ending import End, Outcome, ReceiptLine
from meldspec.tongits.options import Rules
from meldspec.tongits.spoken import TONGITS
from meldspec.tongits.table import (
    SEATS,
    Decided,
    Draw,
    Drawing,
    Expose,
    Facts,
    Over,
    Playing,
    Responding,
    Taken,
    TurnDone,
    change,
    opponents,
)

from . import AnySpoken, Mistake, changes
from .changes import asked, done, follows, judged_by

SPOKEN: Final[AnySpoken] = TONGITS


def unasked(clause: str) -> AnySpoken:
    """A clause asks nothing."""
    return judged_by(SPOKEN, f"tongits.{clause}")


def two_cards(rules: Rules, state: Playing, seat: Seat, action: Expose) -> bool:
    return len(action.cards) >= 2


def draw_from_the_bottom(rules: Rules, state: Drawing, seat: Seat, action: Draw) -> Playing:
    """The last card of the stock is drawn."""
    table = state.table
    *stock, drawn = table.stock
    taken = (*table.taken, Taken(drawn, table.turn))
    hand = table.hands[table.mover] | {drawn}
    return Playing(change(table, hand=hand, stock=tuple(stock), taken=taken))


# ── payments ─────────────────────────────────────────────────────────────────────────────────────

Lines: TypeAlias = tuple[ReceiptLine, ...]


def paid(lines: Callable[[Rules, Facts, Lines], Lines]) -> AnySpoken:
    """The losers pay these lines in place of the right ones."""

    def pay(rules: Rules, state: Decided) -> Over:
        over, table = settlement.pay.comes(rules, state), state.table
        assert over is not None
        right, ledger = over.result, over.table.ledger
        facts = Facts(right.outcome, table.hands, table.melds, table.taken, right.wins_in_a_row)
        owed = lines(rules, facts, right.receipt)
        payments = settlement.totals(owed)
        sums = zip(ledger.chips, payments, right.payments, strict=True)
        chips = tuple(had + new - old for had, new, old in sums)
        result = replace(right, receipt=owed, payments=payments)
        return Over(change(over.table, ledger=replace(ledger, chips=chips)), result)

    def answer(right: JSON, rules: Rules, question: Mapping[str, JSON]) -> JSON:
        facts = questions._read_facts(rules, question)
        owed = lines(rules, facts, settlement.receipt(rules, facts))
        return {**right, "payments": [*settlement.totals(owed)]}

    return asked(follows(SPOKEN, settlement.pay, pay), "settle", answer)


def unpaid(clause: str) -> AnySpoken:
    """The lines of a clause are left out."""
    return paid(
        lambda rules, facts, lines: tuple(
            each for each in lines if not each.clause.endswith(clause)
        )
    )


def all_aces_of_own_melds(rules: Rules, facts: Facts, lines: Lines) -> Lines:
    """Aces on a winner's melds pay, whoever has laid them there."""
    winner, clause = facts.outcome.winner, "tongits.settlement.ace-one-each"
    if winner is None:
        return lines
    own = (meld.cards for meld in facts.melds if meld.owner == winner)
    aces = sum(rank(card) == 0 for cards in (facts.hands[winner], *own) for card in cards)
    more = (ReceiptLine(clause, loser, winner, aces) for loser in opponents(winner) if aces)
    return (*(each for each in lines if each.clause != clause), *more)


def pot_after(wins: int) -> AnySpoken:
    """The pot is taken after so many wins in a row, whatever is agreed."""
    return changes.by_rules(
        SPOKEN, lambda rules: replace(rules, pot=replace(rules.pot, pot_wins_required=wins))
    )


# ── comparisons ──────────────────────────────────────────────────────────────────────────────────

Counted: TypeAlias = Callable[[Rules, frozenset[Card]], int]
Decides: TypeAlias = Callable[[Rules, Outcome, Sequence[int]], Seat | None]


def compared(decide: Decides, counted: Counted = showdown.counted) -> AnySpoken:
    """Who wins a comparison, by the totals of all seats."""

    def challenged(rules: Rules, state: Responding) -> Decided | None:
        return again(rules, showdown.compare_after_challenge.comes(rules, state))

    def at_the_end(rules: Rules, state: Playing | TurnDone) -> Decided | None:
        return again(rules, stock_end.compare_after_stock.comes(rules, state))

    def again(rules: Rules, decided: Decided | None) -> Decided | None:
        if decided is None:
            return None
        totals = tuple(counted(rules, hand) for hand in decided.table.hands)
        winner = decide(rules, decided.outcome, totals)
        return replace(decided, outcome=replace(decided.outcome, winner=winner))

    spoken = follows(SPOKEN, showdown.compare_after_challenge, challenged)
    return follows(spoken, stock_end.compare_after_stock, at_the_end)


def ties_to_the_caller(rules: Rules, outcome: Outcome, totals: Sequence[int]) -> Seat | None:
    caller = outcome.caller
    if caller is None:
        return outcome.winner
    lowest = all(totals[caller] <= totals[seat] for seat in outcome.compared)
    return caller if lowest else outcome.winner


def unopened_compare(rules: Rules, state: Playing | TurnDone) -> Decided | None:
    """When the stock runs out all seats are compared, whoever has opened."""
    decided = stock_end.compare_after_stock.comes(rules, state)
    if decided is None:
        return None
    table, seats = decided.table, tuple(map(Seat, range(SEATS)))
    totals = [showdown.counted(rules, hand) for hand in table.hands]
    winner = stock_end.stock_winner(rules.stock_end, seats, totals, table.mover)
    return Decided(table, Outcome(End.STOCK, winner, seats))


def sets_first(rules: Rules, hand: frozenset[Card]) -> int:
    """What is left of a hand when all its sets are taken out, and then its runs."""
    rest = hand.difference(*filter(is_set, melds_in(hand)))
    return total(rest.difference(*melds_in(rest)))


def greedy_deadwood() -> AnySpoken:
    """Sets are taken out of a hand before runs, when it is counted and when it is compared."""

    def lowest(rules: Rules, outcome: Outcome, totals: Sequence[int]) -> Seat | None:
        if outcome.caller is None or not outcome.challengers:
            return outcome.winner
        caller, others = outcome.caller, outcome.challengers
        return showdown.challenged_winner(rules.showdown, caller, others, totals)

    def pay(rules: Rules, state: Decided) -> Over:
        over = settlement.pay.comes(rules, state)
        assert over is not None
        deadwood = tuple(sets_first(rules, hand) for hand in state.table.hands)
        return replace(over, result=replace(over.result, deadwood=deadwood))

    def answer(right: JSON, rules: Rules, question: Mapping[str, JSON]) -> JSON:
        return sets_first(rules, frozenset(questions.PACK.read(question["hand"], "hand")))

    spoken = follows(compared(lowest, sets_first), settlement.pay, pay)
    return asked(spoken, "deadwood", answer)


MISTAKES: Final = (
    Mistake(
        "an opponent's lay-off blocks nothing",
        "forgotten-layoff-block",
        unasked("draw-call.opponent-layoff"),
    ),
    Mistake(
        "an own lay-off blocks nothing",
        "own-layoff-block-forgotten",
        unasked("draw-call.own-layoff"),
    ),
    Mistake("an unopened seat calls", "unopened-call", unasked("draw-call.opened")),
    Mistake("threes lie face down", "face-down-too-free", unasked("exposing.face-down-only-fours")),
    Mistake(
        "two cards are a meld",
        "two-card-meld",
        judged_by(SPOKEN, "tongits.melds.two-kinds", two_cards),
    ),
    Mistake(
        "the discard is taken for nothing",
        "take-without-meld",
        unasked("drawing.discard-needs-meld"),
    ),
    Mistake(
        "runs take any card of their suit", "ace-high-run", unasked("laying-off.run-continuation")
    ),
    Mistake(
        "the dealer lays off at once",
        "dealer-first-layoff",
        unasked("turn.dealer-first-turn-no-layoff"),
    ),
    Mistake(
        "tongits with loose cards", "tongits-with-deadwood", unasked("tongits-call.all-cards-used")
    ),
    Mistake(
        "the stock is drawn from the bottom",
        None,
        done(SPOKEN, drawing.DRAW_MOVE, draw_from_the_bottom),
    ),
    Mistake(
        "the deal goes round",
        "wrong-next-dealer",
        changes.by_reading(SPOKEN, "deal.next_dealer", "rotate_next_in_turn"),
    ),
    Mistake("nobody is burned", "burned-unpaid", unpaid("burned.one-chip")),
    Mistake("fours are free", "secret-missed", unpaid("secret-three-each")),
    Mistake("tongits is free", "tongits-price-forgotten", unpaid("tongit-three")),
    Mistake(
        "aces on own melds pay whoever laid them",
        "laid-off-ace-counted",
        paid(all_aces_of_own_melds),
    ),
    Mistake("the pot is taken at once", "pot-paid-at-first-win", pot_after(1)),
    Mistake("the pot is never taken", "streak-miscounted", pot_after(1000)),
    Mistake("ties go to the caller", "tie-to-wrong-seat", compared(ties_to_the_caller)),
    Mistake(
        "who has not opened wins too",
        "unopened-winner",
        follows(SPOKEN, stock_end.compare_after_stock, unopened_compare),
    ),
    Mistake("sets come before runs", "greedy-deadwood", greedy_deadwood()),
)
SOUND: Final = {
    "payments": paid(lambda rules, facts, lines: lines),
    "comparisons": compared(lambda rules, outcome, totals: outcome.winner),
}
"""Rules that are replaced by themselves."""
