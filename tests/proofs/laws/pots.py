"""The pot: antes, rows of wins, who takes it, and that no chip is lost."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.tongits import rules as play
from meldspec.tongits.options import Pot, Rules, Settlement
from meldspec.tongits.settlement import Facts, collect_antes, pot_taker, settle, wins_in_a_row
from meldspec.tongits.state import Decided, End, Ledger, Outcome, Over, TableMeld

from ..bugs import Bug
from ..law import law
from ..tables import table

NO_CARDS = (frozenset[Card](), frozenset[Card](), frozenset[Card]())
RUN = frozenset((Card(14), Card(15), Card(16)))


@law(Bug(collect_antes, "SEATS * ante", "2 * ante"), quick=True)
def antes(zero: int, one: int, two: int, pot: int, ante: int, row: int, last: Seat) -> bool:
    """At a deal each seat pays the ante into the pot; the row of wins stays as it is.

    clause: tongits.pot.ante-before-each-deal
    clause: tongits.pot.bets-added
    clause: tongits.pot.carry-over
    pre: 0 <= last < 3
    post: _
    """
    rules = Rules(pot=Pot(ante_chips=ante))
    paid = collect_antes(rules, Ledger((zero, one, two), pot, last, row))
    expected = (zero - ante, one - ante, two - ante)
    return paid == Ledger(expected, pot + ante + ante + ante, last, row)


@law(Bug(wins_in_a_row, "else 1", "else 0"), quick=True)
def rows_of_wins(row: int, last: Seat, had_last: bool, winner: Seat, won: bool) -> bool:
    """A row of wins grows with its seat's next win, starts anew with another's, ends with none.

    clause: tongits.pot.two-consecutive-wins
    clause: tongits.pot.streak-broken-without-winner
    pre: 0 <= last < 3 and 0 <= winner < 3 and row >= 0
    post: _
    """
    before = Ledger(last_winner=last if had_last else None, wins_in_a_row=row if had_last else 0)
    now = wins_in_a_row(before, winner if won else None)
    if not won:
        return now == 0
    return now == (row + 1 if had_last and last == winner else 1)


@law(Bug(pot_taker, ">= rules.pot.pot_wins_required", "> rules.pot.pot_wins_required"), quick=True)
def who_takes_the_pot(row: int, last: Seat, winner: Seat, won: bool, needed: int) -> bool:
    """The pot goes to the winner whose row of wins, this one included, is long enough.

    clause: tongits.pot.two-consecutive-wins
    clause: tongits.pot.every-further-win
    clause: tongits.pot.variant-three-consecutive
    pre: 0 <= last < 3 and 0 <= winner < 3 and row >= 1 and needed >= 2
    post: _
    """
    rules = Rules(pot=Pot(pot_wins_required=needed))
    taker = pot_taker(rules, Ledger(last_winner=last, wins_in_a_row=row), winner if won else None)
    return taker == (winner if won and winner == last and row + 1 >= needed else None)


@law(Bug(settle, "ledger.pot if seat == pot_to else 0", "ledger.pot if seat == winner else 0"))
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
    melds = (TableMeld(Seat(0), RUN), TableMeld(Seat(1), RUN), TableMeld(Seat(2), RUN))
    facts = Facts(Outcome(End.STOCK, winner if won else None), NO_CARDS, melds)
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


@law(Bug(settle, "last_winner=winner,", "last_winner=pot_to,"))
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
    result, _ = settle(rules, next_hand, collect_antes(rules, between))
    return result.pot_to == (second if one and two and first == second else None)


@law(Bug(play.pay, "_change(table, ledger=ledger)", "table"))
def paying_moves_no_card(dealer: Seat, turn: int, a: Card, winner: Seat, pot: int) -> bool:
    """Paying a decided hand changes the chips and leaves every card where it lies.

    clause: tongits.settlement.every-hand
    pre: 0 <= dealer < 3 and 0 <= turn and 0 <= winner < 3
    pre: 0 <= a < 52 and pot > 0
    post: _
    """
    at = table(dealer, turn, frozenset(), (a,), (Card(47),), ledger=Ledger(pot=pot))
    outcome = Outcome(End.DRAW, winner)
    over = play.pay(Rules(), Decided(at, outcome))
    if not isinstance(over, Over):
        return False
    result, ledger = settle(Rules(), Facts(outcome, at.hands, ()), at.ledger)
    zones = (over.table.hands, over.table.stock, over.table.discard, over.table.melds)
    return (
        zones == (at.hands, at.stock, at.discard, at.melds)
        and (over.result, over.table.ledger) == (result, ledger)
        and (over.table.dealer, over.table.turn) == (dealer, turn)
    )
