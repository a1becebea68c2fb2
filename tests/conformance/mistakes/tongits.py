"""Known mistakes of engines of Tong-its."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from meldcheck.words.case import JSON
from meldspec.arrangement import most_worth
from meldspec.cards import Card, points, rank, total
from meldspec.facts import AskDeadwood, AskMeld
from meldspec.melds import is_run, is_set, melds_in
from meldspec.play import Seat
from meldspec.table import Draw, LayOff
from meldspec.tongits import drawing, questions, settlement, showdown, stock_end, turn
from meldspec.tongits.ending import End, Outcome, ReceiptLine
from meldspec.tongits.options import Rules
from meldspec.tongits.spoken import TONGITS
from meldspec.tongits.table import (
    SEATS,
    Decided,
    Drawing,
    Expose,
    Facts,
    Ledger,
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
from .ranks import in_a_row, of_one_suit, ranks_of

SPOKEN: Final[AnySpoken] = TONGITS


def unasked(clause: str) -> AnySpoken:
    """A clause asks nothing."""
    return judged_by(SPOKEN, f"tongits.{clause}")


def two_cards(rules: Rules, state: Playing, seat: Seat, action: Expose) -> bool:
    return len(action.cards) >= 2


def melds_are(kind: Callable[[frozenset[Card]], str | None]) -> AnySpoken:
    """Cards that are exposed are this kind of meld."""

    def holds(rules: Rules, state: Playing, seat: Seat, action: Expose) -> bool:
        return kind(action.cards) is not None

    def answer(right: JSON, rules: Rules, asked: AskMeld) -> JSON:
        return kind(asked.cards)

    return asked(judged_by(SPOKEN, "tongits.melds.two-kinds", holds), "meld", answer)


def kind_of(cards: frozenset[Card]) -> str | None:
    return "set" if is_set(cards) else "run" if is_run(cards) else None


def no_set_of_four(cards: frozenset[Card]) -> str | None:
    return None if is_set(cards) and len(cards) == 4 else kind_of(cards)


def four_in_a_run(cards: frozenset[Card]) -> str | None:
    return kind_of(cards) if len(cards) < 5 else None


def with_a_gap(cards: frozenset[Card]) -> str | None:
    ranks = ranks_of(cards)
    gap = len(cards) > 2 and of_one_suit(cards) and ranks[-1] - ranks[0] == len(ranks)
    return kind_of(cards) or ("run" if gap else None)


def of_any_suits(cards: frozenset[Card]) -> str | None:
    return kind_of(cards) or ("run" if len(cards) > 2 and in_a_row(ranks_of(cards)) else None)


def equal_points(cards: frozenset[Card]) -> str | None:
    alike = len(cards) > 2 and len({*map(points, cards)}) == 1
    return kind_of(cards) or ("set" if alike else None)


def no_fourth(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
    return not is_set(action.meld)


def turn_passes(step: int) -> AnySpoken:
    """The next turn is that of a seat so many places on."""

    def comes(rules: Rules, state: TurnDone) -> Drawing:
        return Drawing(change(state.table, turn=state.table.turn + step))

    return follows(SPOKEN, turn.pass_the_turn, comes)


def draw_from_the_bottom(rules: Rules, state: Drawing, seat: Seat, action: Draw) -> Playing:
    """The last card of the stock is drawn."""
    table = state.table
    *stock, drawn = table.stock
    taken = (*table.taken, Taken(drawn, table.turn))
    hand = table.hands[table.mover] | {drawn}
    return Playing(change(table, hand=hand, stock=tuple(stock), taken=taken))


# ── payments ─────────────────────────────────────────────────────────────────────────────────────

Lines: TypeAlias = tuple[ReceiptLine, ...]


Sums: TypeAlias = tuple[int, ...]
"""What each seat receives in all."""


def as_owed(facts: Facts, sums: Sums) -> Sums:
    return sums


def paid(
    lines: Callable[[Rules, Facts, Lines], Lines],
    summed: Callable[[Facts, Sums], Sums] = as_owed,
) -> AnySpoken:
    """The losers pay these lines in place of the right ones, and seats receive other sums."""

    def pay(rules: Rules, state: Decided) -> Over:
        over, table = settlement.pay.comes(rules, state), state.table
        assert over is not None
        right, ledger = over.result, over.table.ledger
        facts = Facts(right.outcome, table.hands, table.melds, table.taken, right.wins_in_a_row)
        owed = lines(rules, facts, right.receipt)
        payments = summed(facts, settlement.totals(owed))
        sums = zip(ledger.chips, payments, right.payments, strict=True)
        chips = tuple(had + new - old for had, new, old in sums)
        result = replace(right, receipt=owed, payments=payments)
        return Over(change(over.table, ledger=replace(ledger, chips=chips)), result)

    def answer(right: JSON, rules: Rules, asked: questions.AskSettle) -> JSON:
        facts = questions.facts_of(rules, asked)
        owed = lines(rules, facts, settlement.receipt(rules, facts))
        return {**right, "payments": [*summed(facts, settlement.totals(owed))]}

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


def otherwise_summed(summed: Callable[[Facts, Sums], Sums]) -> AnySpoken:
    """The lines are right, and seats receive other sums."""
    return changes.without_receipt(paid(lambda rules, facts, lines: lines, summed))


def losers_alone(facts: Facts, sums: Sums) -> Sums:
    return tuple(min(each, 0) for each in sums)


def winner_alone(facts: Facts, sums: Sums) -> Sums:
    return tuple(max(each, 0) for each in sums)


def from_one_loser(facts: Facts, sums: Sums) -> Sums:
    """The winner receives the chips of the loser that pays most; both losers pay."""
    return tuple(-min(sums) if each > 0 else each for each in sums)


def each_loser_the_whole(facts: Facts, sums: Sums) -> Sums:
    """Each loser pays as much as the winner receives of both."""
    return tuple(-max(sums) if each < 0 else each for each in sums)


def unpaid_by_others(clause: str) -> Callable[[Rules, Facts, Lines], Lines]:
    """Chips under a clause are paid by one loser alone, the next after the winner."""

    def lines(rules: Rules, facts: Facts, right: Lines) -> Lines:
        winner = facts.outcome.winner
        if winner is None:
            return right
        first = opponents(winner)[0]
        return tuple(
            each for each in right if not each.clause.endswith(clause) or each.payer == first
        )

    return lines


def burned_for_all(rules: Rules, facts: Facts, lines: Lines) -> Lines:
    """Where one loser is burned, both pay for it."""
    winner, clause = facts.outcome.winner, "tongits.burned.one-chip"
    owed = [each.chips for each in lines if each.clause == clause]
    if winner is None or not owed:
        return lines
    own = (ReceiptLine(clause, loser, winner, owed[0]) for loser in opponents(winner))
    return (*(each for each in lines if each.clause != clause), *own)


def burned_alone(rules: Rules, facts: Facts, lines: Lines) -> Lines:
    """A burned loser pays its penalty in place of the win, and not beside it."""
    burned = {each.payer for each in lines if each.clause == "tongits.burned.one-chip"}
    return tuple(
        each
        for each in lines
        if each.clause != "tongits.settlement.win-one" or each.payer not in burned
    )


def priced_as_a_win(clause: str) -> AnySpoken:
    """A higher price is forgotten: a loser pays what a plain win costs."""
    return paid(
        lambda rules, facts, lines: tuple(
            replace(each, chips=rules.settlement.win_chips)
            if each.clause.endswith(clause)
            else each
            for each in lines
        )
    )


def costs(clause: str, chips: int, usual: int = 1) -> AnySpoken:
    """So many chips are paid under a clause for each time that its price is due."""
    return paid(
        lambda rules, facts, lines: tuple(
            replace(each, chips=each.chips * chips // usual)
            if each.clause.endswith(f".{clause}")
            else each
            for each in lines
        )
    )


def beside_the_win(clause: str) -> AnySpoken:
    """A price is paid beside that of a plain win, and not in its place."""

    def lines(rules: Rules, facts: Facts, right: Lines) -> Lines:
        win = (
            replace(each, clause="tongits.settlement.win-one", chips=rules.settlement.win_chips)
            for each in right
            if each.clause.endswith(clause)
        )
        return (*right, *win)

    return paid(lines)


def aces_of_everybody(rules: Rules, facts: Facts, lines: Lines) -> Lines:
    """A loser pays for the aces in its own hand, too."""
    winner, clause = facts.outcome.winner, "tongits.settlement.ace-one-each"
    if winner is None:
        return lines
    held = ((loser, sum(rank(card) == 0 for card in facts.hands[loser])) for loser in range(SEATS))
    more = (
        ReceiptLine(clause, Seat(loser), winner, aces)
        for loser, aces in held
        if aces and loser != winner
    )
    return (*lines, *more)


def pot_after(wins: int) -> AnySpoken:
    """The pot is taken after so many wins in a row, whatever is agreed."""
    return changes.by_rules(
        SPOKEN, lambda rules: replace(rules, pot=replace(rules.pot, pot_wins_required=wins))
    )


def any_ante(chips: int) -> AnySpoken:
    """Each seat pays so much into the pot before a hand, whatever is agreed."""
    return changes.by_rules(
        SPOKEN, lambda rules: replace(rules, pot=replace(rules.pot, ante_chips=chips))
    )


def streak_goes_over(rules: Rules, state: Decided) -> Over | None:
    """Wins in a row count on, whoever wins."""
    ledger = replace(state.table.ledger, last_winner=state.outcome.winner)
    return settlement.pay.comes(rules, replace(state, table=change(state.table, ledger=ledger)))


def ledger_is(made: Callable[[Ledger, Ledger], Ledger]) -> AnySpoken:
    """The ledger after a hand, from the one before and the right one."""

    def comes(rules: Rules, state: Decided) -> Over:
        over = settlement.pay.comes(rules, state)
        assert over is not None
        ledger = made(state.table.ledger, over.table.ledger)
        return replace(over, table=change(over.table, ledger=ledger))

    return follows(SPOKEN, settlement.pay, comes)


def pot_lost(before: Ledger, after: Ledger) -> Ledger:
    return replace(after, pot=0)


def chips_forgotten(before: Ledger, after: Ledger) -> Ledger:
    """Only what a hand brings is kept; antes are part of the hand before which they are paid."""
    gains = (new - old for new, old in zip(after.chips, before.chips, strict=True))
    return replace(after, chips=tuple(gain - before.ante for gain in gains))


# ── comparisons ──────────────────────────────────────────────────────────────────────────────────

Counted: TypeAlias = Callable[[Rules, frozenset[Card]], int]
Decides: TypeAlias = Callable[[Rules, Decided, Sequence[int]], Seat | None]


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
        winner = decide(rules, decided, totals)
        return replace(decided, outcome=replace(decided.outcome, winner=winner))

    spoken = follows(SPOKEN, showdown.compare_after_challenge, challenged)
    return follows(spoken, stock_end.compare_after_stock, at_the_end)


def ties_to(first: Callable[[Sequence[Seat]], Seat]) -> Decides:
    """Who of the seats with the fewest points wins; a clear winner stays."""

    def decide(rules: Rules, decided: Decided, totals: Sequence[int]) -> Seat | None:
        outcome = decided.outcome
        if not outcome.compared:
            return outcome.winner
        fewest = min(totals[seat] for seat in outcome.compared)
        tied = [seat for seat in outcome.compared if totals[seat] == fewest]
        return tied[0] if len(tied) == 1 else first(tied)

    return decide


def most_points_win(rules: Rules, decided: Decided, totals: Sequence[int]) -> Seat | None:
    """The comparison is turned round."""
    outcome = decided.outcome
    if not outcome.compared:
        return outcome.winner
    return max(outcome.compared, key=lambda seat: totals[seat])


def ties_to_the_caller(rules: Rules, decided: Decided, totals: Sequence[int]) -> Seat | None:
    outcome = decided.outcome
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


def greedily(order: Callable[[frozenset[Card]], int]) -> Counted:
    """What is left of a hand when melds are taken out of it one by one, the least in order first.

    Among melds of one place in this order, the one with the lowest cards goes first.
    """

    def place(meld: frozenset[Card]) -> tuple[int, list[Card]]:
        return order(meld), sorted(meld)

    def left(rules: Rules, hand: frozenset[Card]) -> int:
        while melds := melds_in(hand):
            first = min(melds, key=place)
            hand = hand.difference(first)
        return total(hand)

    return left


def runs_and_then_sets(meld: frozenset[Card]) -> int:
    return 100 * is_set(meld) - len(meld)


def most_cards_first(meld: frozenset[Card]) -> int:
    return -len(meld)


def most_points_first(meld: frozenset[Card]) -> int:
    return -total(meld)


def least_by(points: Callable[[Card], int]) -> Counted:
    """The fewest points that a hand can leave over, by another price of each card."""

    def counts(rules: Rules, hand: frozenset[Card]) -> int:
        kept = most_worth(hand, lambda meld: sum(map(points, meld))).unmatched
        return sum(map(points, kept))

    return counts


def court_by_rank(card: Card) -> int:
    return rank(card) + 1


def ace_at_eleven(card: Card) -> int:
    return 11 if rank(card) == 0 else min(rank(card) + 1, 10)


def counted_as(count: Counted) -> AnySpoken:
    """Other points of a hand, when it is counted and when it is compared."""

    def lowest(rules: Rules, decided: Decided, totals: Sequence[int]) -> Seat | None:
        outcome = decided.outcome
        if not outcome.compared:
            return outcome.winner
        if outcome.caller is None:
            mover = decided.table.mover
            return stock_end.stock_winner(rules.stock_end, outcome.compared, totals, mover)
        caller, others = outcome.caller, outcome.challengers
        return showdown.challenged_winner(rules.showdown, caller, others, totals)

    def pay(rules: Rules, state: Decided) -> Over:
        over = settlement.pay.comes(rules, state)
        assert over is not None
        deadwood = tuple(count(rules, hand) for hand in state.table.hands)
        return replace(over, result=replace(over.result, deadwood=deadwood))

    def answer(right: JSON, rules: Rules, asked: AskDeadwood) -> int:
        return count(rules, frozenset(asked.hand))

    spoken = follows(compared(lowest, count), settlement.pay, pay)
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
    Mistake("a set of four is no meld", None, melds_are(no_set_of_four)),
    Mistake("a run has four cards at most", "run-length-capped", melds_are(four_in_a_run)),
    Mistake("a run may have a gap", "gap-in-run", melds_are(with_a_gap)),
    Mistake("a run may be of any suits", "mixed-suit-run", melds_are(of_any_suits)),
    Mistake("cards of equal points are a set", "set-by-points", melds_are(equal_points)),
    Mistake(
        "no fourth card joins a set",
        None,
        judged_by(SPOKEN, "tongits.laying-off.set-fourth", no_fourth),
    ),
    Mistake("turns go backwards", None, turn_passes(SEATS - 1)),
    Mistake("a seat has two turns in a row", None, turn_passes(SEATS)),
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
    Mistake(
        "the streak goes over to another winner",
        "streak-miscounted",
        follows(SPOKEN, settlement.pay, streak_goes_over),
    ),
    Mistake("the pot is lost after each hand", "pot-not-kept", ledger_is(pot_lost)),
    Mistake("nobody pays an ante", "ante-forgotten", any_ante(0)),
    Mistake("chips of earlier hands are forgotten", None, ledger_is(chips_forgotten)),
    Mistake("ties go to the caller", "tie-to-wrong-seat", compared(ties_to_the_caller)),
    Mistake(
        "who has not opened wins too",
        "unopened-winner",
        follows(SPOKEN, stock_end.compare_after_stock, unopened_compare),
    ),
    Mistake("most points win", None, compared(most_points_win)),
    Mistake("ties go to the lowest seat", "tie-to-wrong-seat", compared(ties_to(min))),
    Mistake("ties go to the highest seat", "tie-to-wrong-seat", compared(ties_to(max))),
    Mistake("sets come before runs", "greedy-deadwood", counted_as(sets_first)),
    Mistake("runs come before sets", "greedy-deadwood", counted_as(greedily(runs_and_then_sets))),
    Mistake(
        "the largest meld comes first", "greedy-deadwood", counted_as(greedily(most_cards_first))
    ),
    Mistake(
        "the meld of most points comes first",
        "greedy-deadwood",
        counted_as(greedily(most_points_first)),
    ),
    Mistake(
        "court cards count by rank", "court-cards-by-rank", counted_as(least_by(court_by_rank))
    ),
    Mistake("an ace counts eleven", "ace-eleven", counted_as(least_by(ace_at_eleven))),
    Mistake("the winner is not paid", None, otherwise_summed(losers_alone)),
    Mistake("the losers do not pay", None, otherwise_summed(winner_alone)),
    Mistake("one loser's chips are lost", None, otherwise_summed(from_one_loser)),
    Mistake("each loser pays for both", None, otherwise_summed(each_loser_the_whole)),
    Mistake("both losers pay where one is burned", None, paid(burned_for_all)),
    Mistake("the burned pay their penalty alone", None, paid(burned_alone)),
    Mistake("aces are paid by one loser", None, paid(unpaid_by_others("ace-one-each"))),
    Mistake("fours are paid by one loser", None, paid(unpaid_by_others("secret-three-each"))),
    Mistake("aces are free", None, unpaid("ace-one-each")),
    Mistake("aces of losers pay, too", None, paid(aces_of_everybody)),
    Mistake("tongits costs as much as a win", None, priced_as_a_win("tongit-three")),
    Mistake("a challenged draw costs as much as a win", None, priced_as_a_win("challenge-three")),
    Mistake("tongits is paid beside the win", None, beside_the_win("tongit-three")),
    Mistake("tongits costs two chips", None, costs("tongit-three", 2, usual=3)),
    Mistake("tongits costs four chips", None, costs("tongit-three", 4, usual=3)),
    Mistake("a challenged draw costs two chips", None, costs("challenge-three", 2, usual=3)),
    Mistake("a challenged draw costs four chips", None, costs("challenge-three", 4, usual=3)),
    Mistake("an ace costs two chips", None, costs("ace-one-each", 2)),
    Mistake("a four costs two chips", None, costs("secret-three-each", 2, usual=3)),
    Mistake("a four costs four chips", None, costs("secret-three-each", 4, usual=3)),
    Mistake("burned costs two chips", None, costs("burned.one-chip", 2)),
)
SOUND: Final = {
    "melds": melds_are(kind_of),
    "turns": turn_passes(1),
    "payments": paid(lambda rules, facts, lines: lines),
    "counts": counted_as(showdown.counted),
    "comparisons": compared(lambda rules, decided, totals: decided.outcome.winner),
}
"""Rules that are replaced by themselves."""
