"""The points of a hand, the match, and its winners."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, Literal

from meldspec.cards import Card
from meldspec.play import Refusal, Seat
from meldspec.table import ReceiptLine, added
from meldspec.three_thirteen import deadwood, match, options, questions, score, view
from meldspec.three_thirteen.options import DEFAULT, Rules
from meldspec.three_thirteen.table import Drawing, Ledger, Over, Result
from meldspec.wire import WireError

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import three_thirteen as plain
from ...tables.three_thirteen import Seats, table

HANDS: tuple[tuple[tuple[Card, ...], int], ...] = (
    ((Card(3), Card(4), Card(5)), 0),
    ((Card(0), Card(9)), 11),
    ((Card(8), Card(21), Card(46)), 26),
)
"""A run, an ace with a ten, and two nines with an eight: hands and their points."""


@law(Bug(score.settle, "0 if seat == out else count", "count"))
def points_of_a_hand(
    out: Seat, zero: Literal[0, 1, 2], one: Literal[0, 1, 2], two: Literal[0, 1, 2]
) -> bool:
    """Each seat scores its own deadwood, and the seat that went out scores nought.

    The receipt has a line for each seat that scores, and the lines sum to the points.

    clause: three-thirteen.score.deadwood
    clause: three-thirteen.score.out-zero
    clause: three-thirteen.score.no-layoff
    clause: three-thirteen.out.opponents-arrange
    pre: 0 <= out < 3
    post: _
    """
    chosen = (zero, one, two)
    hands = tuple(HANDS[each][0] for each in chosen)
    left = tuple(HANDS[each][1] for each in chosen)
    result = score.settle(DEFAULT, 9, out, hands)
    points = [left[0], left[1], left[2]]
    points[out] = 0
    lines = [
        ReceiptLine("three-thirteen.score.deadwood", Seat(seat), Seat(seat), points[seat])
        for seat in range(3)
        if points[seat] > 0
    ]
    return result == Result(out, left, tuple(lines), tuple(points))


@law(Bug(score.settle, "rules.size.wild(hand_number)", "rules.size.wild(hand_number + 1)"))
def the_wild_rank_of_a_score(hand_number: int, out: Seat) -> bool:
    """A hand is scored with the wild rank that it was played with.

    Here a seat has two kings and a card of each other rank, one after another.

    clause: three-thirteen.score.deadwood
    clause: three-thirteen.wild.one-rank
    clause: three-thirteen.wild.schedule
    pre: 1 <= hand_number <= 10 and 0 <= out < 2
    post: _
    """
    hands = tuple((Card(rank), Card(38), Card(51)) for rank in range(2, 12))
    points = tuple(
        0 if rank == hand_number + 1 else min(rank + 1, 10) + 20 for rank in range(2, 12)
    )
    result = score.settle(DEFAULT, hand_number, out, hands)
    return result.deadwood == points


@law(Bug(match.entered, "outs + (seat == result.out)", "outs + (seat != result.out)"), quick=True)
def the_match_goes_on(
    out: Seat, a: int, b: int, c: int, x: int, y: int, z: int, i: int, j: int, k: int
) -> bool:
    """A hand adds its points to the scores, and one hand to those in which its winner went out.

    clause: three-thirteen.match.scores-add-up
    pre: 0 <= out < 3
    post: _
    """
    entered = match.entered(Ledger((a, b, c), (i, j, k)), Result(out, (0, 0, 0), (), (x, y, z)))
    outs = (i + 1, j, k) if out == 0 else (i, j + 1, k) if out == 1 else (i, j, k + 1)
    return entered == Ledger((a + x, b + y, c + z), outs)


@law(Bug(added, "zip(scores, points, strict=True)", "zip(scores, scores, strict=True)"))
def the_order_of_hands_is_no_matter(a: int, b: int, c: int, x: int, y: int, z: int) -> bool:
    """The score of a seat is the sum of its hands, in whatever order these come.

    clause: three-thirteen.match.scores-add-up
    pre: a >= 0 and b >= 0 and c >= 0 and x >= 0 and y >= 0 and z >= 0
    post: _
    """
    nothing = (0, 0, 0)
    one = added(added(nothing, (a, b, c)), (x, y, z))
    other = added(added(nothing, (x, y, z)), (a, b, c))
    return one == other == (a + x, b + y, c + z)


@law(Bug(match.match_winners, "seats_with(min(ledger.scores)", "seats_with(max(ledger.scores)"))
def winners_of_two(
    zero: int, one: int, i: int, j: int, tie: Literal["shared", "most_hands_won"]
) -> bool:
    """Of two seats the lower score wins; equal scores are shared, or by a reading looked into.

    Then the seat wins that went out in more hands, and both if they are equal in that.

    clause: three-thirteen.match.lowest-wins
    pre: zero >= 0 and one >= 0 and i >= 0 and j >= 0
    post: _
    """
    rules = Rules(match=options.Match(tie=tie))
    winners = match.match_winners(rules, Ledger((zero, one), (i, j)))
    if zero != one:
        return winners == ((0,) if zero < one else (1,))
    if tie == "shared" or i == j:
        return winners == (0, 1)
    return winners == ((0,) if i > j else (1,))


@law(Bug(match.match_winners, "ledger.outs[seat] == most", "ledger.outs[seat] >= most - 1"))
def winners_of_three(
    a: int, b: int, c: int, i: int, j: int, k: int, tie: Literal["shared", "most_hands_won"]
) -> bool:
    """A seat has won just when no other has a lower score, nor by a reading more hands beside it.

    clause: three-thirteen.match.lowest-wins
    pre: a >= 0 and b >= 0 and c >= 0 and i >= 0 and j >= 0 and k >= 0
    post: _
    """
    rules = Rules(match=options.Match(tie=tie))
    winners = match.match_winners(rules, Ledger((a, b, c), (i, j, k)))
    seats = ((a, i), (b, j), (c, k))
    expected = []
    for seat, (own, outs) in enumerate(seats):
        beaten = False
        for other, theirs in seats:
            if other < own or (tie != "shared" and other == own and theirs > outs):
                beaten = True
        if not beaten:
            expected.append(seat)
    return winners == tuple(expected)


@law(Bug(deadwood.wild_points, "return 20", "return 25"))
def readings_of_a_wild_card(
    reading: Literal["face", "fifteen", "twenty", "twenty_five", "fifty"],
) -> bool:
    """A wild card that is left over counts like its rank, or by a reading a number that it names.

    clause: three-thirteen.score.unmelded-wild
    post: _
    """
    rules = Rules(score=options.Score(unmelded_wild_value=reading))
    numbers = {"face": None, "fifteen": 15, "twenty": 20, "twenty_five": 25, "fifty": 50}
    return deadwood.wild_points(rules) == numbers[reading]


PRICES: tuple[tuple[Any, int | None], ...] = (
    ("face", None),
    ("fifteen", 15),
    ("twenty", 20),
    ("twenty_five", 25),
    ("fifty", 50),
)


@enumerated(
    Bug(deadwood.deadwood, "if _wild_points_matter(hand, wild) else None", "if hand[1:] else None")
)
def one_card_or_two() -> Iterator[tuple[object, bool]]:
    """One card or two are deadwood and count their face, or the price that a wild card has.

    clause: three-thirteen.deadwood.definition
    clause: three-thirteen.score.ace
    clause: three-thirteen.score.face
    clause: three-thirteen.score.pip
    clause: three-thirteen.score.unmelded-wild
    clause: three-thirteen.meld.min-three
    over: every hand of one or two cards of two packs, every wild rank, every reading of its points
    """
    for reading, number in PRICES:
        rules = Rules(score=options.Score(unmelded_wild_value=reading))
        for rank, size in product(range(2, 13), (1, 2)):
            for cards in plain.hands(range(52), size):
                right = sum(plain.price(card, rank, number) for card in cards)
                found = deadwood.deadwood(rules, tuple(map(Card, cards)), rank)
                yield (reading, rank, cards), found == right


@enumerated(
    Bug(
        deadwood._wild_points_matter,
        "for limits in ALL_LIMITS",
        "for limits in (FREEST, STRICTEST)",
    )
)
def deadwood_under_every_reading() -> Iterator[tuple[object, bool]]:
    """A hand counts the least that any way to divide it leaves, whatever readings are in force.

    These are the readings of sets and of the price of a wild card.

    clause: three-thirteen.deadwood.definition
    clause: three-thirteen.meld.disjoint
    clause: three-thirteen.score.best-arrangement
    clause: three-thirteen.score.no-layoff
    clause: three-thirteen.score.unmelded-wild
    over: up to five cards of four ranks in two suits of five packs, three of them wild in turn
    """
    pack = [13 * suit + rank for suit in (0, 1) for rank in (1, 2, 3, 4)]
    for alike, most, (reading, number) in product((True, False), (99, 4), PRICES):
        rules = Rules(
            meld=options.Meld(
                set_duplicates="allowed" if alike else "distinct_suits",
                set_max="unbounded" if most == 99 else "four",
            ),
            score=options.Score(unmelded_wild_value=reading),
        )
        for rank, size in product((2, 3, 4), range(6)):
            for cards in plain.hands(pack, size):
                found = deadwood.deadwood(rules, tuple(map(Card, cards)), rank)
                right = plain.deadwood(cards, rank, alike, most, number)
                yield (alike, most, reading, rank, cards), found == right


@law(Bug(view.hand_result, "if over else ()", "if not over else ()"))
def the_result_of_a_hand(
    seats: Seats, out: Seat, hand_number: int, a: int, b: int, x: int, y: int, ends: bool
) -> bool:
    """The result of a hand tells its points and the scores, and after the last hand the winners.

    As long as a hand goes on there is none.

    clause: three-thirteen.match.eleven
    clause: three-thirteen.match.lowest-wins
    clause: three-thirteen.out.hand-ends
    pre: 0 <= out < seats and 1 <= hand_number <= 11 and x >= 0 and y > x
    post: _
    """
    scores = (x, *(y,) * (seats - 1))
    points = (a, *(b,) * (seats - 1))
    ledger = Ledger(scores, (0,) * seats)
    at = table(seats, out, (Card(1),), hand_number=hand_number, out=out, ledger=ledger)
    if not ends:
        return view.hand_result(DEFAULT, Drawing(at)) is None
    over = hand_number == 11
    told = view.hand_result(DEFAULT, Over(at, Result(out, points, (), points)))
    return told == view.HandResult(
        "out", out, points, points, scores, over, (Seat(0),) if over else (), ()
    )


@enumerated(Bug(questions._answer_settle, "asked.hand_number, asked.out", "1, asked.out"))
def answers_about_points() -> Iterator[tuple[object, bool]]:
    """Hands that are named count in their hand of the match as the same cards do in play.

    A seat that holds deadwood cannot have gone out, and the question is refused.  No seat ends a
    hand with fewer cards than it was dealt.

    clause: three-thirteen.score.deadwood
    clause: three-thirteen.score.out-zero
    clause: three-thirteen.out.condition
    clause: three-thirteen.match.eleven
    over: two hands of three of 2C 3C 4C 5C 2D 3D, or four with 4D 5D, each seat out, hand 0 to 12
    """
    cards = (1, 2, 3, 4, 14, 15, 16, 17)
    hands = [*combinations(cards[:6], 3), *combinations(cards, 4)]
    for one, two, out, number in product(hands, hands, (0, 1), range(13)):
        if len(one) != len(two) or set(one) & set(two) or len(one) > number + 2 > 2:
            continue
        asked = questions.AskSettle(
            (tuple(map(Card, one)), tuple(map(Card, two))), Seat(out), number
        )
        try:
            found: Any = questions._answer_settle(DEFAULT, asked)
        except WireError:
            yield asked, 1 <= number <= 11 and len(one) < number + 2
            continue
        if number in (0, 12):
            yield asked, found == Refusal(("three-thirteen.match.eleven",))
            continue
        left = [plain.deadwood(cards, number + 1) for cards in (one, two)]
        if left[out]:
            yield asked, found == Refusal(("three-thirteen.out.condition",))
            continue
        yield asked, (found.deadwood, found.points) == (tuple(left), tuple(left))


@enumerated(Bug(questions._answer_deadwood, "is_ever_wild(rules, asked.wild)", "asked.wild"))
def answers_about_deadwood() -> Iterator[tuple[object, bool]]:
    """A question about deadwood or a meld is answered for each rank that is ever wild.

    For an ace or a two it is refused.

    clause: three-thirteen.wild.schedule
    clause: three-thirteen.deadwood.definition
    clause: three-thirteen.meld.closed
    over: every three cards of two suits of three packs, every rank as the wild one
    """
    refusal = Refusal(("three-thirteen.wild.schedule",))
    for rank in range(13):
        for cards in plain.hands(range(26), 3):
            hand = tuple(map(Card, cards))
            count: Any = questions._answer_deadwood(DEFAULT, questions.AskDeadwood(hand, rank))
            kind: Any = questions._answer_meld(DEFAULT, questions.AskMeld(hand, rank))
            if rank < 2:
                yield (rank, cards), count == kind == refusal
            else:
                right = (plain.deadwood(cards, rank), plain.kind(cards, rank))
                yield (rank, cards), (count, kind) == right
