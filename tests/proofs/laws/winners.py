"""Who wins when totals are compared, ties included."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.tongits import rules as play
from meldspec.tongits import showdown
from meldspec.tongits.options import DEFAULT, Showdown, TieThreeWay, TieTwoChallengers
from meldspec.tongits.showdown import challenged_winner, stock_winner
from meldspec.tongits.state import (
    Answer,
    Answered,
    Decided,
    End,
    Outcome,
    Responding,
    Table,
    TableMeld,
    TurnDone,
)

from ..bugs import Bug
from ..law import law
from ..tables import table

MELD = frozenset((Card(0), Card(1), Card(2)))


@law(Bug(challenged_winner, "(caller, *challengers)", "challengers"), quick=True)
def one_challenger(caller: Seat, later: bool, zero: int, one: int, two: int) -> bool:
    """Against one challenger the caller wins only with fewer points.

    clause: tongits.showdown.lowest-wins
    clause: tongits.showdown.tie-challenger-beats-caller
    clause: tongits.showdown.upset
    pre: 0 <= caller < 3 and zero >= 0 and one >= 0 and two >= 0
    post: _
    """
    totals = (zero, one, two)
    challenger = Seat((caller + (2 if later else 1)) % 3)
    winner = challenged_winner(Showdown(), caller, (challenger,), totals)
    return winner == (caller if totals[caller] < totals[challenger] else challenger)


@law(Bug(showdown._last_goes_first, "if caller_ties else", "if not caller_ties else"))
def two_challengers(
    caller: Seat, two_way: TieTwoChallengers, three_way: TieThreeWay, c: int, n: int, m: int
) -> bool:
    """Of three that compare the least total wins; who wins a tie is an option of its own.

    By default a tie goes to the first challenger after the caller, never to the caller.

    clause: tongits.showdown.lowest-wins
    clause: tongits.showdown.tie-challenger-beats-caller
    clause: tongits.showdown.tie-challengers-next-after-caller
    clause: tongits.showdown.three-way-tie-last-challenger
    clause: tongits.ending.one-winner
    pre: 0 <= caller < 3 and c >= 0 and n >= 0 and m >= 0
    post: _
    """
    following, last = Seat((caller + 1) % 3), Seat((caller + 2) % 3)
    totals = ((c, n, m), (m, c, n), (n, m, c))[caller]
    if c < n and c < m:
        expected = caller
    elif n < m:
        expected = following
    elif m < n:
        expected = last
    elif c == n:
        expected = following if three_way is TieThreeWay.NEXT_AFTER_CALLER else last
    else:
        expected = following if two_way is TieTwoChallengers.NEXT_AFTER_CALLER else last
    options = Showdown(two_way, three_way)
    return challenged_winner(options, caller, (following, last), totals) == expected


@law(Bug(stock_winner, "(last_drawer, *opponents(last_drawer))", "sorted(opened)"))
def when_the_stock_is_gone(
    drawer: Seat, zero: bool, one: bool, two: bool, d: int, n: int, m: int
) -> bool:
    """Of the seats that have opened the fewest points win; nobody if none has.

    A tie goes to the last drawer if tied, else to the next after the last drawer.

    clause: tongits.stock-end.lowest-wins
    clause: tongits.stock-end.unopened-lose
    clause: tongits.stock-end.tie-last-drawer
    clause: tongits.stock-end.tie-last-drawer-must-be-tied
    clause: tongits.stock-end.tie-others-next-after-last-drawer
    clause: tongits.stock-end.nobody-opened
    clause: tongits.burned.no-win-at-exhaustion
    pre: 0 <= drawer < 3 and d >= 0 and n >= 0 and m >= 0
    post: _
    """
    has_opened = (zero, one, two)
    totals = ((d, n, m), (m, d, n), (n, m, d))[drawer]
    following, last = Seat((drawer + 1) % 3), Seat((drawer + 2) % 3)
    seats = tuple(Seat(seat) for seat in range(3) if has_opened[seat])
    winner = stock_winner(seats, totals, drawer)
    if not has_opened[drawer]:
        if has_opened[following] and (not has_opened[last] or n <= m):
            return winner == following
        return winner == (last if has_opened[last] else None)
    if (not has_opened[following] or d <= n) and (not has_opened[last] or d <= m):
        return winner == drawer
    if has_opened[following] and (not has_opened[last] or n <= m):
        return winner == following
    return winner == last


@law(Bug(play.compare_after_challenge, "given.answer is Answer.CHALLENGE", "given.answer"))
def who_compares_after_a_challenge(
    dealer: Seat, turn: int, first: Answer, second: Answer, swap: bool
) -> bool:
    """The caller and those who challenged compare their hands, and nobody else.

    clause: tongits.showdown.participants
    clause: tongits.settlement.challenge-either-role
    pre: 0 <= dealer < 3 and 0 < turn
    pre: not (first is Answer.FOLD and second is Answer.FOLD)
    post: _
    """
    caller, following, last = (Seat((dealer + turn + step) % 3) for step in range(3))
    low, middle, high = (frozenset((Card(card),)) for card in (0, 1, 2))
    held = {caller: middle, following: high if swap else low, last: low if swap else high}
    hands = (held[Seat(0)], held[Seat(1)], held[Seat(2)])
    at = table(dealer, turn, middle)
    shown = Table(dealer, turn, hands, at.stock, at.discard, at.melds, at.ledger)
    answers = (Answered(following, first), Answered(last, second))
    one, two = first is Answer.CHALLENGE, second is Answer.CHALLENGE
    compared = (caller, *([following] if one else []), *([last] if two else []))
    lowest = last if swap else following
    winner = lowest if lowest in compared else caller
    reached = play.compare_after_challenge(DEFAULT, Responding(shown, (), answers))
    return reached == Decided(shown, Outcome(End.DRAW, winner, compared))


@law(
    Bug(
        play.compare_after_stock,
        "_deadwoods(table), table.mover",
        "_deadwoods(table), table.dealer",
    )
)
def who_compares_when_the_stock_is_gone(
    dealer: Seat, turn: int, zero: bool, one: bool, two: bool
) -> bool:
    """When the last drawer has discarded, just those who have opened are compared.

    With one the hand is won without a comparison, with none by nobody.  All hands are equal here.

    clause: tongits.stock-end.end-of-last-drawers-turn
    clause: tongits.stock-end.opened-compare
    clause: tongits.stock-end.nobody-opened
    pre: 0 <= dealer < 3 and 0 < turn
    post: _
    """
    seats = tuple(Seat(s) for s, has in enumerate((zero, one, two)) if has)
    five = tuple(frozenset((Card(13 * suit + 4),)) for suit in range(3))
    at = table(dealer, turn, five[0])
    melds = tuple(TableMeld(seat, MELD) for seat in seats)
    done = Table(dealer, turn, five, (), at.discard, melds, at.ledger)
    player = (dealer + turn) % 3
    in_order = (player, (player + 1) % 3, (player + 2) % 3)
    winner = next((Seat(seat) for seat in in_order if seat in seats), None)
    compared = seats if len(seats) >= 2 else ()
    reached = play.compare_after_stock(DEFAULT, TurnDone(done))
    return reached == Decided(done, Outcome(End.STOCK, winner, compared))
