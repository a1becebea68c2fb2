"""The match: its seven turns, the score sheets, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from meldspec.cards import Card
from meldspec.indian_chief import match, sheet, spoken, view
from meldspec.indian_chief.melds import Box
from meldspec.indian_chief.options import DEFAULT, Refill, Rules
from meldspec.indian_chief.table import Choosing, Filling, Over, Table, Target, Theft, next_turn
from meldspec.play import Seat
from meldspec.table import ReceiptLine

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import indian_chief as plain
from ...tables.indian_chief import Performed, first, melds


@law(Bug(match.is_last, "turn == rules", "turn + 1 == rules"))
def the_last_turn(turn: int) -> bool:
    """A match is over with the seventh turn.

    clause: indian-chief.match.seven-turns
    pre: 1 <= turn
    post: _
    """
    return match.is_last(DEFAULT, turn) == (turn == 7)


@law(Bug(match.match_is_over, '!= "skip"', '== "skip"'))
def when_a_match_is_over(turn: int, zero: int, one: int, final: Performed) -> bool:
    """After the seventh turn the match is over; by a reading when the hands are full again.

    clause: indian-chief.match.seven-turns
    clause: indian-chief.refill.not-after-last-turn
    clause: indian-chief.series.required
    pre: 5 <= turn <= 7 and 7 <= zero <= 8 and 7 <= one <= 8
    post: _
    """
    rules = Rules(refill=Refill(final_refill=final))
    table = Table(Seat(0), turn, (first(zero), first(one)), ())
    reached = match.match_is_over.comes(rules, Filling(table))
    full = zero == 8 and one == 8
    over = turn == 7 and (final == "skip" or full)
    return reached == (Over(table) if over else None)


@law(Bug(match.totals, "sum(sheet.values())", "max(sheet.values())"))
def totals_of_boxes(a: int, b: int, c: int, d: int) -> bool:
    """The result of a seat is the sum of its boxes.

    clause: indian-chief.match.total
    post: _
    """
    sheets = ({Box.THIEF: a, Box.RICH_MAN: b}, {Box.LAWYER: c, Box.POOR_MAN: d})
    return match.totals(sheets) == (a + b, c + d)


@law(Bug(match.match_winners, "max(scores)", "max(scores[0], scores[-1])"))
def who_wins_a_match(a: int, b: int, c: int) -> bool:
    """Each seat that has the highest total wins, alone or together with others.

    clause: indian-chief.match.highest-wins
    clause: indian-chief.match.shared
    post: _
    """
    winners = match.match_winners((a, b, c))
    return (
        (0 in winners) == (a >= b and a >= c)
        and (1 in winners) == (b >= a and b >= c)
        and (2 in winners) == (c >= a and c >= b)
        and list(winners) == [seat for seat in (0, 1, 2) if seat in winners]
    )


@law(Bug(match.grounds, "> 1", "> 2"))
def by_which_clause_a_match_is_won(a: int, b: int, c: int) -> bool:
    """A match is won by the clause of the highest total, or shared by the one of ties.

    clause: indian-chief.match.shared
    clause: indian-chief.match.highest-wins
    clause: indian-chief.match.seven-turns
    post: _
    """
    tied = (a == b and a >= c) or (a == c and a >= b) or (b == c and b >= a)
    seven, highest = "indian-chief.match.seven-turns", "indian-chief.match.highest-wins"
    return match.grounds((a, b, c)) == (
        ("indian-chief.match.shared",) if tied else (seven, highest)
    )


@law(
    Bug(
        sheet.receipt,
        "line(rules, table.shown, turn, Seat(seat))",
        "line(rules, table.shown, 0, Seat(seat))",
    )
)
def a_line_for_each_box(a: Card, stolen: bool) -> bool:
    """Each meld of each turn has a line, turn by turn and seat by seat; a theft changes none.

    clause: indian-chief.turn.record
    clause: indian-chief.sheet.per-player
    clause: indian-chief.thief.may-steal
    pre: 0 <= a < 13
    post: _
    """
    card = Card(a)
    spades = (Card(39), Card(40), Card(41))
    shown = (melds((card,), spades), melds(spades, (Card(12),)))
    thefts = (Theft(Seat(1), Target(Seat(0), Card(40))),) if stolen else ()
    table = Table(Seat(0), 2, ((), ()), (), shown, thefts)
    lines = [
        ("thief.face-value", 0, a + 1 if a < 9 else 10),
        ("poor.spades", 1, 6),
        ("poor.spades", 0, 6),
        ("thief.face-value", 1, 10),
    ]
    return list(sheet.receipt(DEFAULT, table)) == [
        ReceiptLine(f"indian-chief.{clause}", Seat(seat), Seat(seat), points)
        for clause, seat, points in lines
    ]


@enumerated(Bug(sheet.sheets, "filled[entry.winner]", "filled[entry.winner - 1]"))
def the_score_sheets() -> Iterator[tuple[object, bool]]:
    """The sheet of a seat has the points of its melds, each in its box, from the smallest meld on.

    clause: indian-chief.sheet.per-player
    clause: indian-chief.turn.record
    clause: indian-chief.turn.size-identifies
    over: every two of Thief, Poor Man and Rich Man of each of two seats, in either order
    """
    cards = {size: tuple(Card(39 + rank) for rank in range(size)) for size in (1, 3, 5)}
    points = {1: 1, 3: 6, 5: -15}
    twos = [(one, two) for one, two in product(cards, repeat=2) if one != two]
    for zero, one in product(twos, twos):
        shown = tuple(melds(cards[zero[turn]], cards[one[turn]]) for turn in (0, 1))
        table = Table(Seat(0), 2, ((), ()), (), shown)
        found = sheet.sheets(DEFAULT, table)
        right = [[(size, points[size]) for size in sorted(own)] for own in (zero, one)]
        yield (zero, one), [[*each.items()] for each in found] == right


@enumerated(Bug(view.hand_result, "winners[0] if len(winners) == 1", "winners[0] if winners"))
def how_a_match_ends() -> Iterator[tuple[object, bool]]:
    """A match that is over has its totals, all seats with the highest, and a winner if that is one.

    One that goes on has no result, and no clause by which it was decided.

    clause: indian-chief.match.total
    clause: indian-chief.match.highest-wins
    clause: indian-chief.match.shared
    over: a Thief of every rank for each of two seats, in a match that is over and one that is not
    """
    for one, two in product(range(13), repeat=2):
        shown = (melds((Card(one),), (Card(two),)),)
        table = Table(Seat(0), 1, ((), ()), (), shown)
        points = (plain.face(one), plain.face(two))
        winners = tuple(seat for seat in (0, 1) if points[seat] >= points[1 - seat])
        result = view.hand_result(DEFAULT, Over(table))
        right = (
            result is not None
            and (result.points, result.scores) == (points, points)
            and result.match_winners == winners
            and result.winner == (winners[0] if points[0] != points[1] else None)
            and (result.end, result.match_over) == ("sheets", True)
            and result.receipt == sheet.receipt(DEFAULT, table)
            and spoken._grounds(DEFAULT, Over(table)) == match.grounds(points)
        )
        goes_on: Choosing = next_turn(table)
        none = (
            view.hand_result(DEFAULT, goes_on) is None and spoken._grounds(DEFAULT, goes_on) == ()
        )
        yield (one, two), right and none
