"""Who wins a hand, and what each winner scores for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from meldspec.cards import Card
from meldspec.carousel import score, view
from meldspec.carousel.options import DEFAULT, Match, Rules, Score, Stock, StockExhausted
from meldspec.carousel.table import Drawing, Ledger, Over, Result, Showing
from meldspec.play import Seat
from meldspec.table import ReceiptLine, seats_with

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import carousel as plain
from ...tables.carousel import showing, table


@law(
    Bug(score.winners, "if lowest == (knocker,):", "if knocker in lowest:"),
    quick=True,
)
def two_hands(knocker: Seat, zero: int, one: int) -> bool:
    """Of two seats the one that knocked wins only with less deadwood, and else the other wins.

    clause: carousel.score.knocker-wins
    clause: carousel.score.undercut
    clause: carousel.score.knocker-loses-ties
    pre: 0 <= knocker < 2 and zero >= 0 and one >= 0
    post: _
    """
    own, others = (zero, one) if knocker == 0 else (one, zero)
    winner = knocker if own < others else 1 - knocker
    return score.winners(DEFAULT, knocker, (zero, one)) == (winner,)


@law(Bug(score.winners, "for seat in lowest if seat != knocker", "for seat in lowest[:1]"))
def three_hands(knocker: Seat, own: int, after: int, before: int) -> bool:
    """The seat that knocked wins if both others have more; else the lower of these, or both.

    clause: carousel.score.knocker-wins
    clause: carousel.score.undercut
    clause: carousel.score.all-tied-win
    clause: carousel.score.knocker-loses-ties
    pre: 0 <= knocker < 3 and own >= 0 and after >= 0 and before >= 0
    post: _
    """
    left = ((own, after, before), (before, own, after), (after, before, own))[knocker]
    following, last = Seat((knocker + 1) % 3), Seat((knocker + 2) % 3)
    won = score.winners(DEFAULT, knocker, left)
    if own < after and own < before:
        return won == (knocker,)
    if after == before:
        return won == ((following, last) if following < last else (last, following))
    return won == ((following,) if after < before else (last,))


@law(Bug(score.winners, "seats_with(min(left), left)", "seats_with(min(left[:4]), left)"))
def five_hands(knocker: Seat, seat: Seat, a: int, b: int, c: int, d: int, e: int) -> bool:
    """At the largest table a seat wins just when the clauses name it, whichever seat is asked.

    The one that knocked needs less than everybody else.  Another needs as little as the knocker,
    or less, and no more than anybody.

    clause: carousel.score.knocker-wins
    clause: carousel.score.undercut
    clause: carousel.score.all-tied-win
    clause: carousel.score.knocker-loses-ties
    pre: 0 <= knocker < 5 and 0 <= seat < 5
    pre: a >= 0 and b >= 0 and c >= 0 and d >= 0 and e >= 0
    post: _
    """
    left = (a, b, c, d, e)
    own = left[seat]
    won = seat in score.winners(DEFAULT, knocker, left)
    if seat == knocker:
        return won == all(own < left[other] for other in range(5) if other != seat)
    return won == (own <= a and own <= b and own <= c and own <= d and own <= e)


@law(Bug(score.winners, '== "showdown" else ()', '!= "void" else ()'))
def after_the_last_card(ends: StockExhausted, a: int, b: int, c: int) -> bool:
    """Where the stock has run out nobody wins; by one reading all that are lowest together do.

    clause: carousel.stock.void
    pre: a >= 0 and b >= 0 and c >= 0
    post: _
    """
    won = score.winners(Rules(stock=Stock(stock_exhausted=ends)), None, (a, b, c))
    if ends != "showdown":
        return won == ()
    return (
        (Seat(0) in won) == (a <= b and a <= c)
        and (Seat(1) in won) == (b <= a and b <= c)
        and (Seat(2) in won) == (c <= a and c <= b)
    )


@law(Bug(seats_with, "if own == number", "if own <= number + 1"))
def which_seats_have_a_number(number: int, a: int, b: int, c: int) -> bool:
    """Among numbers kept by seat the seats that have a certain one are told in their order.

    clause: carousel.score.all-tied-win
    pre: True
    post: _
    """
    zero, one, two = a == number, b == number, c == number
    expected = (
        *((Seat(0),) if zero else ()),
        *((Seat(1),) if one else ()),
        *((Seat(2),) if two else ()),
    )
    return seats_with(number, (a, b, c)) == expected


# ── what a winner scores ─────────────────────────────────────────────────────────────────────────


@law(Bug(score.differences, "count - own", "count"))
def differences_to_the_others(
    knocker: Seat,
    winner: Seat,
    own: int,
    after: int,
    before: int,
    pays: Literal["all_opponents", "knocker_only"],
) -> bool:
    """A winner scores for each other seat what that seat has more, in a line of its own.

    By one reading a seat that has undercut scores the line of the seat that knocked alone.

    clause: carousel.score.sum-of-differences
    clause: carousel.score.undercut
    pre: 0 <= knocker < 3 and 0 <= winner < 3
    pre: 0 <= own <= after and own <= before
    post: _
    """
    left = ((own, after, before), (before, own, after), (after, before, own))[winner]
    rules = Rules(score=Score(undercut_pays_whom=pays))
    shown = showing(knocker, left, (winner,))
    lines = list(score.differences(rules, shown, winner))
    alone = pays == "knocker_only" and winner != knocker
    expected = [
        ReceiptLine("carousel.score.sum-of-differences", Seat(seat), winner, left[seat] - own)
        for seat in range(3)
        if left[seat] > own and (not alone or seat == knocker)
    ]
    return lines == expected


@law(Bug(score.undercut_bonus, "UNDERCUT_BONUS // len(showing.winners)", "UNDERCUT_BONUS // 2"))
def bonus_for_an_undercut(
    knocker: Seat,
    winners: int,
    seat: Seat,
    knocked: bool,
    tied: Literal["ten_each", "ten_split", "no_bonus"],
) -> bool:
    """Whoever wins against the seat that knocked has ten points more.

    Several that do have ten each, or by readings a whole share of ten, or nothing.

    clause: carousel.score.undercut-bonus
    pre: 0 <= knocker < 5 and 1 <= winners <= 4 and 0 <= seat < 5
    post: _
    """
    won = tuple(Seat(each) for each in range(5) if each != knocker)[:winners]
    rules = Rules(score=Score(undercut_bonus_tied=tied))
    bonus = score.undercut_bonus(rules, showing(knocker if knocked else None, (1,) * 5, won), seat)
    if not knocked or seat not in won:
        return bonus == 0
    if winners == 1 or tied == "ten_each":
        return bonus == 10
    return bonus == ((0, 0, 5, 3, 2)[winners] if tied == "ten_split" else 0)


@law(Bug(score.undercut_bonus, "if not showing.undercut or", "if showing.knocker is None or"))
def no_undercut_without_a_knock(seat: Seat, knocker: Seat, knocked: bool) -> bool:
    """A seat that knocked and won has undercut nobody, nor has one that won without a knock.

    clause: carousel.score.undercut-bonus
    pre: 0 <= seat < 5 and 0 <= knocker < 5
    post: _
    """
    shown = showing(knocker if knocked else None, (4,) * 5, (knocker,))
    return score.undercut_bonus(DEFAULT, shown, seat) == 0 and not shown.undercut


@law(Bug(score.is_melded, 'zero_definition == "deadwood_zero"', 'zero_definition != ""'))
def a_hand_wholly_melded(
    seat: Seat, empty: bool, left: int, zero: Literal["empty_hand", "deadwood_zero"]
) -> bool:
    """A hand is wholly melded when it has no card, or by a reading when nothing of it counts.

    clause: carousel.score.zero-bonus
    pre: 0 <= seat < 3 and left >= 0 and (left == 0 or not empty)
    post: _
    """
    rules = Rules(score=Score(zero_definition=zero))
    counts = tuple(left if each == seat else 7 for each in range(3))
    shown = showing(None, counts, (), tuple(empty and each == seat for each in range(3)))
    return score.is_melded(rules, shown, seat) == (empty or (left == 0 and zero == "deadwood_zero"))


@law(Bug(score.has_zero_bonus, "if seat == showing.knocker:", "if seat != showing.knocker:"))
def bonus_for_an_empty_hand(
    knocker: Seat,
    knocked: bool,
    seat: Seat,
    zero: bool,
    one: bool,
    two: bool,
    holder: Literal["any_winner_with_empty_hand", "knocker_only"],
    tied: Literal["bonus_lost", "bonus_kept"],
) -> bool:
    """A winner that has melded its whole hand has the bonus, and so has nobody else.

    By one reading only a seat that knocked has it.  By another a knocker with an empty hand keeps
    it where others with empty hands take its win.

    clause: carousel.score.zero-bonus
    clause: carousel.score.nobody-else
    pre: 0 <= knocker < 3 and 0 <= seat < 3
    post: _
    """
    rules = Rules(score=Score(zero_bonus_holder=holder, zero_knocker_tied=tied))
    empty = (zero, one, two)
    left = tuple(0 if each else 5 for each in empty)
    least = tuple(Seat(each) for each in range(3) if left[each] == min(left))
    others = tuple(each for each in least if each != knocker)
    won = others if knocked and others else least
    has = score.has_zero_bonus(rules, showing(knocker if knocked else None, left, won, empty), seat)
    if not empty[seat]:
        return has is False
    if seat in won:
        return has == ((knocked and seat == knocker) or holder == "any_winner_with_empty_hand")
    return has == (tied == "bonus_kept")


@law(Bug(score.has_zero_bonus, "if not showing.winners or", "if"))
def no_bonus_without_a_winner(
    seat: Seat, zero: bool, one: bool, tied: Literal["bonus_lost", "bonus_kept"]
) -> bool:
    """In a hand that nobody has won no seat has the bonus for an empty hand.

    clause: carousel.stock.void
    clause: carousel.score.zero-bonus
    pre: 0 <= seat < 3
    post: _
    """
    rules = Rules(score=Score(zero_knocker_tied=tied))
    empty = (zero, one, False)
    shown = showing(None, tuple(0 if each else 5 for each in empty), (), empty)
    return not score.has_zero_bonus(rules, shown, seat)


@law(Bug(score.scored, 'undercut = 0 if reading == "zero_only"', 'zero = 0 if reading == ""'))
def both_bonuses(
    knocker: Seat,
    empty: bool,
    a: int,
    b: int,
    both: Literal["stack", "zero_only", "undercut_only"],
    per_hand: bool,
) -> bool:
    """An undercut with an empty hand has thirty-five points more, or by readings one bonus.

    Each bonus stands in a line of its own, and so does the box where it is scored at once.

    clause: carousel.score.add-bonuses
    clause: carousel.score.undercut-bonus
    clause: carousel.score.zero-bonus
    clause: carousel.match.box-bonus
    pre: 0 <= knocker < 3 and 0 < a and 0 < b
    post: _
    """
    winner = Seat((knocker + 1) % 3)
    rules = Rules(
        score=Score(zero_with_undercut=both),
        match=Match(box_timing="per_hand" if per_hand else "end_of_game"),
    )
    left = ((a, 0, b), (b, a, 0), (0, b, a))[knocker]
    shown = showing(knocker, left, (winner,), tuple(empty and seat == winner for seat in range(3)))
    told = {line.clause: 0 for line in score.scored(rules, shown, winner, 1)}
    for line in score.scored(rules, shown, winner, 1):
        if line.winner != winner:
            return False
        told[line.clause] += line.points
    undercut, zero = told["carousel.score.undercut-bonus"], told["carousel.score.zero-bonus"]
    return (
        told["carousel.score.sum-of-differences"] == a + b
        and undercut == (0 if empty and both == "zero_only" else 10)
        and zero == (25 if empty and both != "undercut_only" else 0)
        and told.get("carousel.match.box-bonus") == (25 if per_hand else None)
    )


@law(Bug(score.scored, "if seat in showing.winners:", "if seat != showing.knocker:"))
def losers_score_nothing(knocker: Seat, seat: Seat, own: int, after: int, before: int) -> bool:
    """Whoever has not won scores nothing at all, and a winner scores only what the lines say.

    clause: carousel.score.nobody-else
    clause: carousel.score.knocker-wins
    pre: 0 <= knocker < 3 and 0 <= seat < 3 and seat != knocker
    pre: 0 < own < after and own < before
    post: _
    """
    left = ((own, after, before), (before, own, after), (after, before, own))[knocker]
    shown = Showing(knocker, showing(None, left, ()).hands, left, (knocker,))
    lost = [line.points for line in score.scored(DEFAULT, shown, seat, 0)]
    won = sum(line.points for line in score.scored(DEFAULT, shown, knocker, 1))
    return not any(lost) and won == (after - own) + (before - own)


# ── whole settlements ────────────────────────────────────────────────────────────────────────────


@enumerated(
    Bug(
        score.settle,
        "for line in scored(rules, showing, Seat(seat), boxes[seat])",
        "for line in scored(rules, showing, Seat(seat), 1)",
    )
)
def a_whole_settlement() -> Iterator[tuple[object, bool]]:
    """A hand is settled as the clauses say: what is left, who wins, and what for.

    clause: carousel.score.total-deadwood
    clause: carousel.score.sum-of-differences
    clause: carousel.score.undercut-bonus
    clause: carousel.score.zero-bonus
    clause: carousel.score.add-bonuses
    clause: carousel.score.nobody-else
    clause: carousel.match.box-bonus
    clause: carousel.stock.void
    over: three hands, each of six that count 0, 1, 4, 5, 14 and 25, or no knock and the same hands
    over: both readings of when boxes count
    """
    rest: tuple[tuple[int, ...], ...] = ((), (0,), (3,), (0, 16), (12, 16), (52,))
    timings: tuple[Literal["end_of_game", "per_hand"], ...] = ("end_of_game", "per_hand")
    for timing, knocker, *hands in product(timings, (None, 0, 1, 2), rest, rest, rest):
        rules = Rules(match=Match(box_timing=timing))
        held = tuple(tuple(map(Card, hand)) for hand in hands)
        told = score.settle(rules, None if knocker is None else Seat(knocker), held, ())
        left = [sum(map(plain.value, hand)) for hand in hands]
        least = [seat for seat in range(3) if left[seat] == min(left)]
        won = least if least == [knocker] else [seat for seat in least if seat != knocker]
        won = [] if knocker is None else won
        points = [0, 0, 0]
        for seat in won:
            points[seat] += sum(left) - 3 * left[seat]
            points[seat] += 10 if seat != knocker else 0
            points[seat] += 25 if not hands[seat] else 0
            points[seat] += 25 if timing == "per_hand" else 0
        boxes = [1 if seat in won else 0 for seat in range(3)]
        yield (
            (timing, knocker, hands),
            told.deadwood == tuple(left)
            and told.winners == tuple(won)
            and told.points == tuple(points)
            and told.boxes == tuple(boxes)
            and sum(line.points for line in told.receipt) == sum(points),
        )


@law(
    Bug(
        view.settlement,
        "totals=totals(rules, ledger) if over else ()",
        "totals=totals(rules, ledger)",
    )
)
def what_is_told_of_a_hand(a: int, b: int, knocked: bool, winner: Seat) -> bool:
    """The result of a hand tells the match as it stands, and totals only once it is over.

    clause: carousel.match.target-150
    clause: carousel.match.winner
    clause: carousel.knock.ends-hand
    pre: 0 <= a and 0 <= b and 0 <= winner < 2 and a != b
    post: _
    """
    hand = Result(winner if knocked else None, (winner,), (3, 4), (), (1, 2), (1, 0))
    at = table(Seat(0), (), seats=2, kept=Ledger((a, b), (2, 1)))
    told = view.hand_result(DEFAULT, Over(at, hand))
    if told is None or view.hand_result(DEFAULT, Drawing(at)) is not None:
        return False
    over = a >= 150 or b >= 150
    first = 0 if a > b else 1
    standing = told.standing
    return (
        (told.end, told.knocker) == (("knock", winner) if knocked else ("stock", None))
        and (standing.winners, standing.deadwood, standing.points) == ((winner,), (3, 4), (1, 2))
        and (standing.scores, standing.boxes, standing.match_over) == ((a, b), (2, 1), over)
        and standing.match_winners == ((Seat(first),) if over else ())
        and standing.totals
        == ((a + 50 + (100 if a > b else 0), b + 25 + (100 if b > a else 0)) if over else ())
    )
