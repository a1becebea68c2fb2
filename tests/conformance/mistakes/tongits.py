"""Known mistakes of engines of Tong-its."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final, TypeAlias

from meldcheck.words.case import JSON
from meldspec.arrangement import most_worth
from meldspec.cards import JOKER, RANKS, Card, points, rank, total
from meldspec.facts import AskDeadwood, AskDeal, AskMeld
from meldspec.melds import is_run, is_set, melds_in
from meldspec.play import Chance, Seat
from meldspec.table import Deal, Draw, LayOff
from meldspec.tongits import (
    drawing,
    paid_cards,
    questions,
    settlement,
    showdown,
    stock_end,
    turn,
)
from meldspec.tongits.deal import DEAL
from meldspec.tongits.draw_call import CALL_DRAW_LATER, CALL_DRAW_MOVE, asked_by_the_caller
from meldspec.tongits.ending import End, Outcome, ReceiptLine
from meldspec.tongits.options import Rules
from meldspec.tongits.spoken import TONGITS
from meldspec.tongits.table import (
    SEATS,
    BeforeDeal,
    Between,
    CallDraw,
    CallTongits,
    Decided,
    Drawing,
    Expose,
    Facts,
    InTurn,
    LaidOff,
    Ledger,
    Over,
    Playing,
    Responding,
    State,
    Table,
    TableMeld,
    Taken,
    TurnDone,
    change,
    ledger_of,
    opponents,
)
from meldspec.tongits.terms import counts_as_layoff
from meldspec.tongits.tongits_call import CALL_TONGITS_MOVE, tongits_calls
from meldspec.wire import write_pile

from . import AnySpoken, Mistake, changes
from .changes import Told, asked, done, follows, judged_by, seen_as
from .prices import ace_at, count_of, court_at, from_two_to_ten
from .ranks import in_a_row, of_one_suit, ranks_of

SPOKEN: Final[AnySpoken] = TONGITS


def unasked(clause: str) -> AnySpoken:
    """A clause asks nothing."""
    return judged_by(SPOKEN, f"tongits.{clause}")


def two_cards(rules: Rules, state: Playing, seat: Seat, action: Expose) -> bool:
    return len(action.cards) >= 2


Kind: TypeAlias = Callable[[frozenset[Card]], str | None]


def melds_are(kind: Kind, spoken: AnySpoken = SPOKEN) -> AnySpoken:
    """Cards that are exposed are this kind of meld."""

    def holds(rules: Rules, state: Playing, seat: Seat, action: Expose) -> bool:
        return kind(action.cards) is not None

    def answer(right: JSON, rules: Rules, asked: AskMeld) -> JSON:
        return kind(asked.cards)

    return asked(judged_by(spoken, "tongits.melds.two-kinds", holds), "meld", answer)


def all_melds_are(kind: Kind) -> AnySpoken:
    """These melds are exposed, made longer and exempt from the points of a hand."""

    def left(rules: Rules, hand: frozenset[Card]) -> int:
        more = (
            frozenset(some)
            for size in range(3, len(hand) + 1)
            for some in combinations(sorted(hand), size)
            if of_one_suit(some)
        )
        new = (meld for meld in more if kind(meld) is not None and kind_of(meld) is None)
        return min([showdown.counted(rules, hand), *(left(rules, hand - meld) for meld in new)])

    def fits(rules: Rules, state: Playing, seat: Seat, action: LayOff) -> bool:
        return is_set(action.meld) or kind(action.meld | {action.card}) is not None

    def used(rules: Rules, state: InTurn, seat: Seat, action: CallTongits) -> bool:
        hand = state.table.hands[seat]
        return left(rules, hand - {action.discard} if action.discard is not None else hand) == 0

    spoken = judged_by(counted_as(left), "tongits.laying-off.run-continuation", fits)
    spoken = judged_by(spoken, "tongits.tongits-call.all-cards-used", used)
    return melds_are(kind, spoken)


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


def ace_above_king(cards: frozenset[Card]) -> str | None:
    ranks = sorted(rank(card) or len(RANKS) for card in cards)
    high = len(cards) > 2 and of_one_suit(cards) and in_a_row(ranks)
    return kind_of(cards) or ("run" if high else None)


def round_the_corner(cards: frozenset[Card]) -> str | None:
    ranks = {*map(rank, cards)}
    rows = ({(first + step) % len(RANKS) for step in range(len(ranks))} for first in ranks)
    whole = len(cards) > 2 and of_one_suit(cards) and ranks in rows
    return kind_of(cards) or ("run" if whole else None)


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


def a_chip_too_many(facts: Facts, sums: Sums) -> Sums:
    return tuple(each + (each > 0) for each in sums)


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
    """This number of chips is paid under a clause for each time that its price is due."""
    return paid(
        lambda rules, facts, lines: tuple(
            replace(each, chips=each.chips * chips // usual)
            if each.clause.endswith(f".{clause}")
            else each
            for each in lines
        )
    )


Ended: TypeAlias = Callable[[Outcome], bool]


def win_costs(chips: int, ended: Ended) -> AnySpoken:
    """This number of chips is paid for a plain win, where the hand has ended so."""

    def lines(rules: Rules, facts: Facts, right: Lines) -> Lines:
        if not ended(facts.outcome):
            return right
        priced = (
            replace(each, chips=chips) if each.clause == "tongits.settlement.win-one" else each
            for each in right
        )
        return tuple(each for each in priced if each.chips)

    return paid(lines)


def in_any_way(outcome: Outcome) -> bool:
    return True


def by_an_unchallenged_draw(outcome: Outcome) -> bool:
    return outcome.end is End.DRAW and not outcome.challengers


def by_the_stock(outcome: Outcome) -> bool:
    return outcome.end is End.STOCK


def caller_has_won(outcome: Outcome) -> bool:
    return outcome.winner == outcome.caller


def challenge_costs(chips: int, ended: Ended) -> AnySpoken:
    """This number of chips is paid for a challenged draw, where the hand has ended so."""
    return paid(
        lambda rules, facts, lines: tuple(
            replace(each, chips=chips)
            if each.clause == "tongits.settlement.challenge-three" and ended(facts.outcome)
            else each
            for each in lines
        )
    )


def opened_are_burned(rules: Rules, state: Decided) -> Over:
    """The condition is turned: losers are burned who have opened, and no others."""
    over = settlement.pay.comes(rules, state)
    assert over is not None
    right = over.result
    winner, clause = right.outcome.winner, "tongits.burned.one-chip"
    seats = tuple(map(Seat, range(SEATS)))
    burned = tuple(seat for seat in seats if seat not in (winner, *right.burned))
    owed = tuple(each for each in right.receipt if each.clause != clause)
    if winner is not None:
        chips = rules.settlement.burn_chips
        owed = (*owed, *(ReceiptLine(clause, seat, winner, chips) for seat in burned))
    payments = settlement.totals(owed)
    ledger = over.table.ledger
    sums = zip(ledger.chips, payments, right.payments, strict=True)
    chips_after = tuple(had + new - old for had, new, old in sums)
    result = replace(right, receipt=owed, payments=payments, burned=burned)
    return Over(change(over.table, ledger=replace(ledger, chips=chips_after)), result)


def paid_under(rules: Rules, facts: Facts) -> set[str]:
    """The clauses under which anything is paid after such an ending."""
    return {each.clause for each in settlement.lines(rules, facts)}


def aces_are(counted: Callable[[Rules, Facts, Seat], int]) -> AnySpoken:
    """This number of aces of the winner is paid for."""

    def lines(rules: Rules, facts: Facts, right: Lines) -> Lines:
        winner, clause = facts.outcome.winner, "tongits.settlement.ace-one-each"
        if winner is None or clause not in paid_under(rules, facts):
            return right
        aces = counted(rules, facts, winner)
        more = (ReceiptLine(clause, loser, winner, aces) for loser in opponents(winner) if aces)
        return (*(each for each in right if each.clause != clause), *more)

    return paid(lines)


def aces_in_hand(rules: Rules, facts: Facts, winner: Seat) -> int:
    return sum(rank(card) == 0 for card in facts.hands[winner])


def aces_on_the_table(rules: Rules, facts: Facts, winner: Seat) -> int:
    return paid_cards.aces(rules, facts, winner) - aces_in_hand(rules, facts, winner)


def secrets_are(counted: Callable[[Rules, Facts, Seat], int]) -> AnySpoken:
    """This number of fours of the winner is paid for."""

    def lines(rules: Rules, facts: Facts, right: Lines) -> Lines:
        winner, clause = facts.outcome.winner, "tongits.settlement.secret-three-each"
        if winner is None or clause not in paid_under(rules, facts):
            return right
        chips = rules.settlement.special_payment_level * counted(rules, facts, winner)
        more = (ReceiptLine(clause, loser, winner, chips) for loser in opponents(winner) if chips)
        return (*(each for each in right if each.clause != clause), *more)

    return paid(lines)


def fours_on_the_table(rules: Rules, facts: Facts, winner: Seat) -> int:
    in_hand = paid_cards.secrets_in_hand(rules, facts, winner)
    return paid_cards.secrets(rules, facts, winner) - in_hand


def one_four(rules: Rules, facts: Facts, winner: Seat) -> int:
    return min(paid_cards.secrets(rules, facts, winner), 1)


def one_ace(rules: Rules, facts: Facts, winner: Seat) -> int:
    return min(paid_cards.aces(rules, facts, winner), 1)


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


def dealer_pays_no_ante(rules: Rules, state: Between, by: Chance, deal: Deal) -> State:
    """The dealer puts nothing into the pot."""
    after = DEAL.effect.makes(rules, state, by, deal)
    assert isinstance(after, Playing)
    ledger, dealer = after.table.ledger, after.table.dealer
    chips = tuple(had + ledger.ante * (seat == dealer) for seat, had in enumerate(ledger.chips))
    ledger = replace(ledger, chips=chips, pot=ledger.pot - ledger.ante)
    return Playing(change(after.table, ledger=ledger))


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


Places: TypeAlias = Callable[[Decided], Sequence[int]]
"""The seats in the order in which they win ties."""


def ties_of(end: End, places: Places) -> AnySpoken:
    """Where a hand ends so, the first tied seat in another order wins; nobody if there is none."""

    def decide(rules: Rules, decided: Decided, totals: Sequence[int]) -> Seat | None:
        outcome = decided.outcome
        if outcome.end is not end or not outcome.compared:
            return outcome.winner
        fewest = min(totals[seat] for seat in outcome.compared)
        tied = [seat for seat in outcome.compared if totals[seat] == fewest]
        if len(tied) == 1:
            return outcome.winner
        return next((Seat(seat) for seat in places(decided) if seat in tied), None)

    return compared(decide)


def lowest_seat(decided: Decided) -> Sequence[int]:
    return range(SEATS)


def highest_seat(decided: Decided) -> Sequence[int]:
    return range(SEATS)[::-1]


def from_the_dealer(decided: Decided) -> Sequence[int]:
    dealer = decided.table.dealer
    return (dealer, *opponents(dealer))


def after_the_dealer(decided: Decided) -> Sequence[int]:
    dealer = decided.table.dealer
    return (*opponents(dealer), dealer)


def after_the_mover(decided: Decided) -> Sequence[int]:
    """The last drawer, or the caller, comes last."""
    mover = decided.table.mover
    return (*opponents(mover), mover)


def before_the_mover(decided: Decided) -> Sequence[int]:
    return after_the_mover(decided)[1::-1]


def the_dealer_wins_ties(rules: Rules, decided: Decided, totals: Sequence[int]) -> Seat | None:
    """At the end of the stock a tie goes to the dealer, tied or not."""
    outcome = decided.outcome
    if outcome.end is not End.STOCK or not outcome.compared:
        return outcome.winner
    compared = [totals[seat] for seat in outcome.compared]
    return decided.table.dealer if compared.count(min(compared)) > 1 else outcome.winner


def no_seat(decided: Decided) -> Sequence[int]:
    return ()


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


def counted_off(more: int) -> AnySpoken:
    """What is left of a hand counts so much more than it should."""
    return counted_as(lambda rules, hand: count_of(more, showdown.counted(rules, hand)))


# ── views and lists ──────────────────────────────────────────────────────────────────────────────


def pile_turned(seen: Told, rules: Rules, state: State) -> Told:
    """The discard pile is told with its top first."""
    return {**seen, "discard": seen["discard"][::-1]}


def top_of_the_pile(seen: Told, rules: Rules, state: State) -> Told:
    return {**seen, "discard": seen["discard"][-1:]}


def stock_shown(seen: Told, rules: Rules, state: State) -> Told:
    """A field that no view has tells the stock."""
    table = getattr(state, "table", None)
    return {**seen, "stock": [] if table is None else write_pile(table.stock)}


def last_discards_unlisted(rules: Rules, state: InTurn, seat: Seat) -> Iterator[CallTongits]:
    """Calls that name a last discard are accepted and in no list."""
    return (call for call in tongits_calls(rules, state, seat) if call.discard is None)


# ── blocks ───────────────────────────────────────────────────────────────────────────────────────

Bars: TypeAlias = Callable[[Table, Seat, TableMeld, LaidOff], bool]
"""Whether a card that was laid off onto a meld bars a seat from calling a draw."""

OPPONENT: Final = "tongits.draw-call.opponent-layoff"
OWN: Final = "tongits.draw-call.own-layoff"


def barred(clause: str, bars: Bars, spoken: AnySpoken = SPOKEN) -> AnySpoken:
    """A draw is not called where a card that was laid off bars it."""

    def holds(rules: Rules, state: InTurn, seat: Seat, action: CallDraw) -> bool:
        return not any(
            counts_as_layoff(rules, laid) and bars(state.table, seat, meld, laid)
            for meld in state.table.melds
            for laid in meld.laid_off
        )

    return judged_by(spoken, clause, holds)


def by_another(turns: int) -> Bars:
    """An opponent has added to an own meld in the last turns, this many."""

    def bars(table: Table, seat: Seat, meld: TableMeld, laid: LaidOff) -> bool:
        return meld.owner == seat != laid.by and laid.turn > table.turn - turns

    return bars


def by_itself(turns: int) -> Bars:
    """The seat has added to an own meld in its last turns, this many."""

    def bars(table: Table, seat: Seat, meld: TableMeld, laid: LaidOff) -> bool:
        return meld.owner == seat == laid.by and table.turn > laid.turn >= table.turn - turns

    return bars


def who_laid_off(table: Table, seat: Seat, meld: TableMeld, laid: LaidOff) -> bool:
    """The seat that has added to another's meld is barred, and not the owner."""
    return meld.owner != seat == laid.by and laid.turn >= table.turn - SEATS


def everybody_else(table: Table, seat: Seat, meld: TableMeld, laid: LaidOff) -> bool:
    """All seats are barred but the one that has added to a meld."""
    return laid.by not in (seat, meld.owner) and laid.turn > table.turn - SEATS


def on_any_meld(table: Table, seat: Seat, meld: TableMeld, laid: LaidOff) -> bool:
    """The seat has added to any meld in its last turn."""
    return laid.by == seat and laid.turn == table.turn - SEATS


MANY: Final = 1000


def blocks_outlast_the_hand(clause: str, bars: Bars) -> AnySpoken:
    """Who is barred when a hand ends is barred in its first turn of the next.

    A record of a card that nobody can hold stands for it.
    """

    def mark(seat: Seat) -> Taken:
        return Taken(NO_CARD, -1 - seat)

    def lay_out(rules: Rules, state: Between, by: Chance, deal: Deal) -> State:
        after = DEAL.effect.makes(rules, state, by, deal)
        if not isinstance(state, Over) or not isinstance(after, Playing):
            return after
        old = state.table
        marks = tuple(
            mark(seat)
            for seat in map(Seat, range(SEATS))
            if mark(seat) in old.taken
            or any(
                counts_as_layoff(rules, laid) and bars(next_turn_of(seat, old), seat, meld, laid)
                for meld in old.melds
                for laid in meld.laid_off
            )
        )
        return Playing(change(after.table, taken=marks))

    spoken = done(SPOKEN, DEAL, lay_out)

    def holds(rules: Rules, state: InTurn, seat: Seat, action: CallDraw) -> bool:
        table = state.table
        return mark(seat) not in table.taken and not any(
            counts_as_layoff(rules, laid) and bars(table, seat, meld, laid)
            for meld in table.melds
            for laid in meld.laid_off
        )

    return judged_by(spoken, clause, holds)


NO_CARD: Final = Card(JOKER)


def next_turn_of(seat: Seat, table: Table) -> Table:
    """The table in the next turn of a seat, had the hand gone on."""
    steps = (seat - table.mover) % SEATS or SEATS
    return change(table, turn=table.turn + steps)


# ── orders of seats ──────────────────────────────────────────────────────────────────────────────


def asks(order: Callable[[Table, Sequence[Seat]], Sequence[Seat]]) -> AnySpoken:
    """The opponents of a caller are asked in another order."""

    def makes(rules: Rules, state: InTurn, seat: Seat, action: CallDraw) -> Responding:
        table = state.table
        return Responding(table, tuple(order(table, asked_by_the_caller(rules, table))))

    return done(done(SPOKEN, CALL_DRAW_MOVE, makes), CALL_DRAW_LATER, makes)


def served(place: Callable[[int, int], int]) -> AnySpoken:
    """A deck is dealt to other seats, for the dealer and the number of the card."""

    def answer(right: JSON, rules: Rules, asked: AskDeal) -> JSON:
        if rules.deal.deal_pattern == "packets_then_extra":
            return right
        in_hands = SEATS * rules.size.hand + 1
        hands: list[list[Card]] = [[] for _ in range(SEATS)]
        for number, card in enumerate(asked.deck[:in_hands]):
            last = number == in_hands - 1
            hands[asked.dealer if last else place(asked.dealer, number) % SEATS].append(card)
        return {**right, "hands": [write_pile(tuple(hand)) for hand in hands]}

    return asked(SPOKEN, "deal", answer)


def dealer_is(dealer: Callable[[Over], Seat]) -> AnySpoken:
    """After a hand this seat deals, and begins."""

    def named(state: Between) -> Between:
        if not isinstance(state, Over):
            return state
        return BeforeDeal(dealer(state), ledger_of(state))

    def lay_out(rules: Rules, state: Between, by: Chance, deal: Deal) -> State:
        after = DEAL.effect.makes(rules, state, by, deal)
        assert isinstance(after, Playing)
        return Playing(replace(after.table, dealer=named_dealer(state, after.table)))

    def named_dealer(state: Between, table: Table) -> Seat:
        return dealer(state) if isinstance(state, Over) else table.dealer

    spoken = done(SPOKEN, DEAL, lay_out)
    for each in DEAL.conditions:

        def holds(
            rules: Rules,
            state: Between,
            by: Chance,
            deal: Deal,
            usual: changes.Holds = each.holds,
        ) -> bool:
            return usual(rules, named(state), by, deal)

        spoken = judged_by(spoken, each.clause, holds)
    return spoken


def dealer_again(over: Over) -> Seat:
    return over.table.dealer


def after_the_winner(over: Over) -> Seat:
    winner = over.result.outcome.winner
    return over.table.dealer if winner is None else opponents(winner)[0]


def before_the_dealer(over: Over) -> Seat:
    return opponents(over.table.dealer)[-1]


def next_seat_begins(rules: Rules, state: Between, by: Chance, deal: Deal) -> State:
    """The seat after the dealer has the first turn, without drawing."""
    after = DEAL.effect.makes(rules, state, by, deal)
    assert isinstance(after, Playing)
    return Playing(change(after.table, turn=1))


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
    Mistake("an ace ranks above the king, too", "ace-high-run", melds_are(ace_above_king)),
    Mistake("a run goes round the corner", "ace-high-run", melds_are(round_the_corner)),
    Mistake("an ace above the king is in any meld", "ace-high-run", all_melds_are(ace_above_king)),
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
    Mistake("the winner receives a chip too many", None, otherwise_summed(a_chip_too_many)),
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
    # prices by the end of the hand
    Mistake("a plain win costs two chips", None, win_costs(2, in_any_way)),
    Mistake("a plain win is free", None, win_costs(0, in_any_way)),
    Mistake("an unchallenged draw costs two chips", None, win_costs(2, by_an_unchallenged_draw)),
    Mistake(
        "an unchallenged draw costs three chips",
        "challenge-price-without-challenge",
        win_costs(3, by_an_unchallenged_draw),
    ),
    Mistake("an unchallenged draw is free", None, win_costs(0, by_an_unchallenged_draw)),
    Mistake("the end of the stock costs two chips", None, win_costs(2, by_the_stock)),
    Mistake(
        "the end of the stock costs three chips",
        "comparison-priced-as-challenge",
        win_costs(3, by_the_stock),
    ),
    Mistake("the end of the stock is free", None, win_costs(0, by_the_stock)),
    Mistake(
        "a caller that wins a comparison is paid two chips",
        None,
        challenge_costs(2, caller_has_won),
    ),
    Mistake(
        "a caller that wins a comparison is paid four chips",
        None,
        challenge_costs(4, caller_has_won),
    ),
    Mistake(
        "a challenger that wins is paid two chips",
        None,
        challenge_costs(2, lambda outcome: not caller_has_won(outcome)),
    ),
    Mistake(
        "a challenger that wins is paid four chips",
        None,
        challenge_costs(4, lambda outcome: not caller_has_won(outcome)),
    ),
    Mistake("a Sagasa costs two chips", None, costs("sagasa-like-a-secret", 2, usual=3)),
    Mistake("a Sagasa costs four chips", None, costs("sagasa-like-a-secret", 4, usual=3)),
    Mistake("a long run costs two chips", None, costs("long-run", 2, usual=3)),
    Mistake("a long run costs four chips", None, costs("long-run", 4, usual=3)),
    Mistake("an ante of three chips", None, any_ante(3)),
    Mistake("the dealer pays no ante", "ante-forgotten", done(SPOKEN, DEAL, dealer_pays_no_ante)),
    Mistake(
        "who has opened is burned",
        "burned-unpaid",
        follows(SPOKEN, settlement.pay, opened_are_burned),
    ),
    Mistake("aces on the table are free", "own-ace-forgotten", aces_are(aces_in_hand)),
    Mistake("aces in the hand are free", None, aces_are(aces_on_the_table)),
    Mistake("one ace is paid", None, aces_are(one_ace)),
    Mistake("fours in the hand are free", "secret-missed", secrets_are(fours_on_the_table)),
    Mistake(
        "fours on the table are free", "secret-missed", secrets_are(paid_cards.secrets_in_hand)
    ),
    Mistake("one four is paid", None, secrets_are(one_four)),
    # prices of cards
    Mistake("a hand counts a point too many", None, counted_off(1)),
    Mistake("a hand counts a point too few", None, counted_off(-1)),
    Mistake("an ace counts nothing", "ace-eleven", counted_as(least_by(ace_at(0)))),
    Mistake("an ace counts two", "ace-eleven", counted_as(least_by(ace_at(2)))),
    Mistake("court cards count nine", "court-cards-by-rank", counted_as(least_by(court_at(9)))),
    Mistake("court cards count eleven", "court-cards-by-rank", counted_as(least_by(court_at(11)))),
    Mistake("two to ten count a point too few", None, counted_as(least_by(from_two_to_ten(-1)))),
    Mistake("two to ten count a point too many", None, counted_as(least_by(from_two_to_ten(1)))),
    # ties
    Mistake(
        "a tie at the end of the stock goes to the lowest seat",
        "last-drawer-tie",
        ties_of(End.STOCK, lowest_seat),
    ),
    Mistake(
        "a tie at the end of the stock goes to the highest seat",
        "last-drawer-tie",
        ties_of(End.STOCK, highest_seat),
    ),
    Mistake(
        "a tie at the end of the stock goes to the dealer",
        "last-drawer-tie",
        ties_of(End.STOCK, from_the_dealer),
    ),
    Mistake(
        "a tie at the end of the stock goes to the next after the dealer",
        "last-drawer-tie",
        ties_of(End.STOCK, after_the_dealer),
    ),
    Mistake(
        "a tie at the end of the stock goes to the next after the last drawer",
        "last-drawer-tie",
        ties_of(End.STOCK, after_the_mover),
    ),
    Mistake(
        "a tie at the end of the stock goes to the seat before the last drawer",
        "last-drawer-tie",
        ties_of(End.STOCK, before_the_mover),
    ),
    Mistake(
        "the dealer wins any tie at the end of the stock",
        "last-drawer-tie",
        compared(the_dealer_wins_ties),
    ),
    Mistake(
        "nobody wins a tie at the end of the stock", "last-drawer-tie", ties_of(End.STOCK, no_seat)
    ),
    Mistake(
        "a tie after a challenge goes to the lowest seat",
        "tie-to-wrong-seat",
        ties_of(End.DRAW, lowest_seat),
    ),
    Mistake(
        "a tie after a challenge goes to the highest seat",
        "tie-to-wrong-seat",
        ties_of(End.DRAW, highest_seat),
    ),
    Mistake(
        "a tie after a challenge goes to the dealer",
        "tie-to-wrong-seat",
        ties_of(End.DRAW, from_the_dealer),
    ),
    Mistake(
        "a tie after a challenge goes to the next after the dealer",
        "tie-to-wrong-seat",
        ties_of(End.DRAW, after_the_dealer),
    ),
    Mistake(
        "a tie after a challenge goes to the seat before the caller",
        "tie-to-wrong-seat",
        ties_of(End.DRAW, before_the_mover),
    ),
    Mistake("nobody wins a tie after a challenge", "tie-to-wrong-seat", ties_of(End.DRAW, no_seat)),
    # blocks
    Mistake(
        "an opponent's lay-off blocks for two turns",
        "block-never-lifted",
        barred(OPPONENT, by_another(2 * SEATS)),
    ),
    Mistake(
        "an opponent's lay-off blocks until the next seat has played",
        "block-cleared-by-others",
        barred(OPPONENT, by_another(2)),
    ),
    Mistake(
        "an opponent's lay-off blocks the opponent",
        "block-on-wrong-seat",
        barred(OPPONENT, who_laid_off),
    ),
    Mistake(
        "an opponent's lay-off blocks the third seat",
        "block-on-wrong-seat",
        barred(OPPONENT, everybody_else),
    ),
    Mistake(
        "a block by an opponent is never cleared",
        "block-never-lifted",
        blocks_outlast_the_hand(OPPONENT, by_another(MANY)),
    ),
    Mistake(
        "an own lay-off blocks for two turns",
        "block-never-lifted",
        barred(OWN, by_itself(2 * SEATS)),
    ),
    Mistake(
        "an own lay-off blocks for the hand", "block-never-lifted", barred(OWN, by_itself(MANY))
    ),
    Mistake(
        "a lay-off on another's meld blocks the seat itself",
        "block-on-wrong-seat",
        barred(OWN, on_any_meld),
    ),
    Mistake(
        "a block by an own lay-off is never cleared",
        "block-never-lifted",
        blocks_outlast_the_hand(OWN, by_itself(MANY)),
    ),
    Mistake(
        "a block by an own lay-off outlasts the hand",
        None,
        blocks_outlast_the_hand(OWN, by_itself(SEATS)),
    ),
    Mistake(
        "no block is cleared in the hand",
        "block-never-lifted",
        barred(OWN, by_itself(MANY), barred(OPPONENT, by_another(MANY))),
    ),
    # seats
    Mistake(
        "the last opponent answers first",
        "answer-order-wrong",
        asks(lambda table, seats: seats[::-1]),
    ),
    Mistake(
        "the lowest seat answers first",
        "answer-order-wrong",
        asks(lambda table, seats: sorted(seats)),
    ),
    Mistake(
        "the deal goes backwards",
        "deal-goes-backwards",
        served(lambda dealer, number: dealer - number),
    ),
    Mistake(
        "the dealer is served last",
        "dealer-served-last",
        served(lambda dealer, number: dealer + number + 1),
    ),
    Mistake(
        "seat 0 is served first", "dealer-always-seat-0", served(lambda dealer, number: number)
    ),
    # views and lists
    Mistake("the discard pile is turned over", "pile-order-wrong", seen_as(SPOKEN, pile_turned)),
    Mistake("the top discard alone is seen", "pile-order-wrong", seen_as(SPOKEN, top_of_the_pile)),
    Mistake("the stock is seen", "hidden-card-leaked", seen_as(SPOKEN, stock_shown)),
    Mistake(
        "a call with a last discard is in no list",
        None,
        changes.with_move(
            SPOKEN,
            CALL_TONGITS_MOVE,
            replace(CALL_TONGITS_MOVE, candidates=last_discards_unlisted),
        ),
    ),
    Mistake("seat 0 deals", "dealer-always-seat-0", changes.seat_0_deals(SPOKEN)),
    Mistake("the dealer deals again", "wrong-next-dealer", dealer_is(dealer_again)),
    Mistake("the seat after the winner deals", "wrong-next-dealer", dealer_is(after_the_winner)),
    Mistake("the seat before the dealer deals", "wrong-next-dealer", dealer_is(before_the_dealer)),
    Mistake(
        "the seat after the dealer begins", "wrong-first-seat", done(SPOKEN, DEAL, next_seat_begins)
    ),
)
SOUND: Final = {
    "melds": melds_are(kind_of),
    "turns": turn_passes(1),
    "payments": paid(lambda rules, facts, lines: lines),
    "counts": counted_as(showdown.counted),
    "comparisons": compared(lambda rules, decided, totals: decided.outcome.winner),
    "aces": aces_are(paid_cards.aces),
    "fours": secrets_are(paid_cards.secrets),
    "deals": served(lambda dealer, number: dealer + number),
    "answers": asks(lambda table, seats: seats),
}
"""Rules that are replaced by themselves."""
