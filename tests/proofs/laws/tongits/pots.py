"""The pot: antes, rows of wins, who takes it, and that no chip is lost."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.tongits import settlement
from meldspec.tongits.ending import End, Outcome, Result
from meldspec.tongits.options import Rules
from meldspec.tongits.options_of_payment import (
    AnteAfterNoWinner,
    Pot,
    PotWhenNoWinner,
    SecondWinBonus,
    Settlement,
    SpreadStreak,
    StreakAfterPot,
    StreakOnNoWinner,
    Variations,
)
from meldspec.tongits.pot import (
    ante_due,
    collect_antes,
    pot_taker,
    row_after,
    second_win_from_pot,
    wins_in_a_row,
)
from meldspec.tongits.settlement import settle
from meldspec.tongits.table import BeforeDeal, Decided, Facts, Ledger, Over, TableMeld

from ...bugs import Bug
from ...law import law
from ...tables.tongits import table

NO_CARDS = (frozenset[Card](), frozenset[Card](), frozenset[Card]())
RUN = frozenset((Card(14), Card(15), Card(16)))
ALL_OPENED = (TableMeld(Seat(0), RUN), TableMeld(Seat(1), RUN), TableMeld(Seat(2), RUN))


@law(Bug(collect_antes, "SEATS * ante", "2 * ante"), quick=True)
def antes(zero: int, one: int, two: int, pot: int, ante: int, row: int, last: Seat) -> bool:
    """At a deal each seat pays the ante into the pot; the streak of wins stays as it is.

    clause: tongits.pot.ante-before-each-deal
    clause: tongits.pot.bets-added
    clause: tongits.pot.carry-over
    pre: 0 <= last < 3
    post: _
    """
    paid = collect_antes(ante, Ledger((zero, one, two), pot, last, row))
    expected = (zero - ante, one - ante, two - ante)
    return paid == Ledger(expected, pot + ante + ante + ante, last, row, ante)


@law(Bug(ante_due, "state.result.outcome.winner is None", "True"), quick=True)
def when_antes_are_paid(
    dealer: Seat, winner: Seat, won: bool, first: bool, ante: int, after: AnteAfterNoWinner
) -> bool:
    """Every deal costs the ante, but by one reading not the deal after a hand that nobody won.

    clause: tongits.pot.ante-before-each-deal
    clause: tongits.pot.ante-two
    pre: 0 <= dealer < 3 and 0 <= winner < 3
    post: _
    """
    usual = ante_due(Rules(), BeforeDeal(dealer, Ledger()))
    rules = Rules(pot=Pot(ante_chips=ante, ante_after_no_winner=after))
    outcome = Outcome(End.STOCK, winner if won else None)
    result = Result(outcome, (0, 0, 0), (), (), (0, 0, 0), 0, None)
    over = Over(table(dealer, 0, frozenset()), result)
    free = not won and not first and after == "not_after_void_hand"
    due = ante_due(rules, BeforeDeal(dealer, Ledger()) if first else over)
    return usual == 2 and due == (0 if free else ante)


@law(Bug(wins_in_a_row, "== ledger.last_winner else 0", "== ledger.last_winner else 1"), quick=True)
def rows_of_wins(
    row: int, last: Seat, had_last: bool, winner: Seat, won: bool, kept: StreakOnNoWinner
) -> bool:
    """A streak of wins grows with its seat's next win, and starts anew with another's.

    A hand that nobody won ends it, or by one reading leaves it as it is.

    clause: tongits.pot.two-consecutive-wins
    clause: tongits.pot.streak-broken-without-winner
    pre: 0 <= last < 3 and 0 <= winner < 3 and row >= 0
    post: _
    """
    rules = Rules(pot=Pot(streak_on_no_winner=kept))
    before = Ledger(last_winner=last if had_last else None, wins_in_a_row=row if had_last else 0)
    now = wins_in_a_row(rules, before, Outcome(End.STOCK, winner if won else None))
    if not won:
        return now == (row if had_last and kept == "preserved" else 0)
    return now == (row + 1 if had_last and last == winner else 1)


@law(Bug(wins_in_a_row, "return before + 2", "return 2"), quick=True)
def a_spread_in_the_row(row: int, last: Seat, winner: Seat, streak: SpreadStreak) -> bool:
    """A Spread counts in the row as one win, as two, or as none that begins the row anew.

    clause: tongits.variations.spread-counts-as-jackpot
    pre: 0 <= last < 3 and 0 <= winner < 3 and row >= 0
    post: _
    """
    rules = Rules(variations=Variations(spread_streak=streak))
    before = Ledger(last_winner=last, wins_in_a_row=row)
    now = wins_in_a_row(rules, before, Outcome(End.SPREAD, winner))
    if streak == "resets":
        return now == 0
    base = row if last == winner else 0
    return now == base + (2 if streak == "as_completed_pair" else 1)


@law(Bug(pot_taker, ">= rules.pot.pot_wins_required", "> rules.pot.pot_wins_required"), quick=True)
def who_takes_the_pot(row: int, last: Seat, winner: Seat, won: bool, needed: int, end: End) -> bool:
    """The pot goes to the winner whose streak of wins, this one included, is long enough.

    It goes to the winner of a Spread however long the row is.

    clause: tongits.pot.two-consecutive-wins
    clause: tongits.pot.every-further-win
    clause: tongits.pot.variant-three-consecutive
    clause: tongits.variations.spread-counts-as-jackpot
    pre: 0 <= last < 3 and 0 <= winner < 3 and row >= 1 and needed >= 2
    post: _
    """
    rules = Rules(pot=Pot(pot_wins_required=needed))
    outcome = Outcome(end, winner if won else None)
    wins = wins_in_a_row(rules, Ledger(last_winner=last, wins_in_a_row=row), outcome)
    enough = end is End.SPREAD or (winner == last and row + 1 >= needed)
    return pot_taker(rules, wins, outcome) == (winner if won and enough else None)


@law(Bug(settle, "ledger.pot if pot_to is not None", "ledger.pot if winner is not None"))
def no_chip_is_lost(
    zero: int, one: int, two: int, pot: int, last: Seat, winner: Seat, won: bool, win: int
) -> bool:
    """Paying a hand changes the sum of all balances and the pot by nothing.

    The pot is taken whole or stays whole.

    clause: tongits.pot.separate
    clause: tongits.pot.carry-over
    clause: tongits.game.chip-settlement
    pre: 0 <= last < 3 and 0 <= winner < 3 and win >= 0
    post: _
    """
    facts = Facts(Outcome(End.STOCK, winner if won else None), NO_CARDS, ALL_OPENED)
    rules = Rules(settlement=Settlement(win_chips=win))
    before = Ledger((zero, one, two), pot, last, 1)
    result, after = settle(rules, facts, before)
    taken = won and winner == last
    expected = []
    for seat, chips in enumerate((zero, one, two)):
        paid = (2 * win if seat == winner else -win) if won else 0
        expected.append(chips + paid + (pot if taken and seat == winner else 0))
    return (
        after.chips == tuple(expected)
        and after.pot == (0 if taken else pot)
        and sum(after.chips) + after.pot == zero + one + two + pot
        and result.pot == pot
        and result.pot_to == (winner if taken else None)
        and after.last_winner == (winner if won else None)
    )


@law(Bug(settle, "ledger.pot - to_winner - SEATS * back", "ledger.pot - to_winner - back"))
def the_refund(
    zero: int,
    one: int,
    two: int,
    pot: int,
    ante: int,
    winner: Seat,
    won: bool,
    reading: PotWhenNoWinner,
) -> bool:
    """A hand that nobody won leaves the pot as it is, or by one reading gives each its ante back.

    What lay in the pot before that ante stays there under both.

    clause: tongits.pot.carry-over
    clause: tongits.game.chip-settlement
    pre: 0 <= winner < 3 and 0 <= ante
    post: _
    """
    rules = Rules(pot=Pot(pot_when_no_winner=reading), settlement=Settlement(win_chips=1))
    facts = Facts(Outcome(End.STOCK, winner if won else None), NO_CARDS, ALL_OPENED)
    _, after = settle(rules, facts, Ledger((zero, one, two), pot, None, 0, ante))
    back = ante if not won and reading == "refunded" else 0
    expected = []
    for seat, chips in enumerate((zero, one, two)):
        paid = (2 if seat == winner else -1) if won else 0
        expected.append(chips + paid + back)
    return after.chips == tuple(expected) and after.pot == pot - 3 * back and after.ante == 0


@law(Bug(second_win_from_pot, "return min(rules.pot.ante_chips, pot)", "return 1"))
def the_second_of_three_wins(
    chips: int, pot: int, ante: int, row: int, winner: Seat, three: bool, bonus: SecondWinBonus
) -> bool:
    """The second of three wins earns nothing, an ante from each loser, or chips from the pot.

    The pot pays one ante, or all it has if that is less; or it pays half, rounded down.

    clause: tongits.pot.variant-second-win-extra
    clause: tongits.pot.variant-three-consecutive
    clause: tongits.game.chip-settlement
    pre: 0 <= winner < 3 and 0 <= pot and 0 <= ante and 0 <= row
    post: _
    """
    needed = 3 if three else 2
    rules = Rules(pot=Pot(pot_wins_required=needed, second_win_bonus=bonus, ante_chips=ante))
    facts = Facts(Outcome(End.STOCK, winner), NO_CARDS, ALL_OPENED)
    _, after = settle(rules, facts, Ledger((chips, chips, chips), pot, winner, row))
    each, from_pot = 0, 0
    if row + 1 >= needed:
        from_pot = pot
    elif row == 1 and bonus == "fixed_from_each_loser":
        each = ante
    elif row == 1 and bonus == "fixed_from_pot":
        from_pot = ante if ante < pot else pot
    elif row == 1 and bonus == "half_pot":
        from_pot = (pot - pot % 2) // 2
    won = chips + 2 * (1 + each) + from_pot
    lost = chips - 1 - each
    expected = (
        won if winner == 0 else lost,
        won if winner == 1 else lost,
        won if winner == 2 else lost,
    )
    return after.chips == expected and after.pot == pot - from_pot


@law(Bug(row_after, "return 1", "return wins - 1"))
def the_row_after_the_pot(
    row: int, winner: Seat, needed: int, spread: bool, after_pot: StreakAfterPot
) -> bool:
    """After the pot is taken the row goes on, or begins with that win, or begins after it.

    A row that has taken no pot goes on, and a Spread has its own reading.

    clause: tongits.pot.two-consecutive-wins
    clause: tongits.pot.every-further-win
    pre: 0 <= winner < 3 and 0 <= row and needed >= 2
    post: _
    """
    rules = Rules(pot=Pot(pot_wins_required=needed, streak_after_pot=after_pot))
    facts = Facts(Outcome(End.SPREAD if spread else End.STOCK, winner), NO_CARDS, ALL_OPENED)
    _, after = settle(rules, facts, Ledger(last_winner=winner, wins_in_a_row=row))
    now = row + 1
    if not spread and now >= needed and after_pot != "uncapped":
        now = 1 if after_pot == "restart_at_one" else 0
    return after.wins_in_a_row == now and after.last_winner == winner


@law(Bug(settle, "and wins else winner,", "and wins else pot_to,"))
def two_hands(first: Seat, second: Seat, one: bool, two: bool, row: int, pot: int) -> bool:
    """Of two hands played one after the other the second takes the pot if one seat won both.

    Whoever won before them does not matter to the second hand.

    clause: tongits.pot.two-consecutive-wins
    clause: tongits.pot.streak-broken-without-winner
    pre: 0 <= first < 3 and 0 <= second < 3 and row >= 0
    post: _
    """
    rules = Rules()
    before = Ledger(pot=pot, last_winner=first, wins_in_a_row=row)
    one_hand = Facts(Outcome(End.STOCK, first if one else None), NO_CARDS, ())
    _, between = settle(rules, one_hand, before)
    next_hand = Facts(Outcome(End.TONGITS, second if two else None), NO_CARDS, ())
    result, _ = settle(rules, next_hand, collect_antes(rules.pot.ante_chips, between))
    return result.pot_to == (second if one and two and first == second else None)


@law(Bug(settlement.pay, "change(table, ledger=ledger)", "table"))
def paying_moves_no_card(dealer: Seat, turn: int, a: Card, winner: Seat, pot: int) -> bool:
    """Paying a decided hand changes the chips and leaves every card where it lies.

    clause: tongits.settlement.every-hand
    pre: 0 <= dealer < 3 and 0 <= turn and 0 <= winner < 3
    pre: 0 <= a < 52 and pot > 0
    post: _
    """
    at = table(dealer, turn, frozenset(), (a,), (Card(47),), ledger=Ledger(pot=pot))
    outcome = Outcome(End.DRAW, winner)
    over = settlement.pay.comes(Rules(), Decided(at, outcome))
    if not isinstance(over, Over):
        return False
    result, ledger = settle(Rules(), Facts(outcome, at.hands, ()), at.ledger)
    zones = (over.table.hands, over.table.stock, over.table.discard, over.table.melds)
    return (
        zones == (at.hands, at.stock, at.discard, at.melds)
        and (over.result, over.table.ledger) == (result, ledger)
        and (over.table.dealer, over.table.turn) == (dealer, turn)
    )
