"""What a hand counts, what the winner of a hand scores, and how that is entered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from meldspec.cards import Card, small_pack
from meldspec.play import Seat
from meldspec.rummy import game
from meldspec.rummy import score as chapter
from meldspec.rummy.options import DEFAULT, Rules, Score
from meldspec.rummy.score import counted, entered, lowest, receipt, score_the_hand, settle
from meldspec.rummy.table import Decided, End, Ledger, Outcome, Over, Result, Table
from meldspec.table import ReceiptLine

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import melds as plain
from ...tables.rummy import Seats

Melds = Literal["count", "exempt"]

KINDS = (
    (frozenset[Card](), 0),
    (frozenset((Card(0),)), 1),
    (frozenset((Card(14), Card(22))), 12),
    (frozenset((Card(30), Card(45), Card(50), Card(51))), 32),
)
"""Hands without a meld, and what they count by hand."""


@enumerated(Bug(counted, "return total(hand)", "return deadwood(hand)"))
def what_a_hand_counts() -> Iterator[tuple[object, bool]]:
    """All cards of a hand count, those of a meld among them, unless a reading leaves these out.

    Then the melds are chosen so that as few points as possible remain.

    clause: rummy.score.deadwood-scope
    over: every hand of 4 ranks in 4 suits, of 5 ranks in 3 suits, and of 6 ranks in 2 suits
    over: both readings
    """
    exempt = Rules(score=Score(concealed_melds_at_end="exempt"))
    for ranks, suits in ((4, 4), (5, 3), (6, 2)):
        pack = small_pack(ranks, suits)
        divisions = plain.Divisions(plain.melds_of(frozenset(pack)))
        for cards in plain.subsets(pack):
            hand = frozenset(map(Card, cards))
            every, least = sum(map(plain.value, cards)), divisions.best(cards)[0]
            yield sorted(hand), counted(DEFAULT, hand) == every and counted(exempt, hand) == least


@enumerated(Bug(chapter.counted, "return total(hand)", "return 5 * len(hand)"))
def what_two_cards_count() -> Iterator[tuple[object, bool]]:
    """An ace counts one, a card from two to ten its number, and jack, queen and king ten each.

    clause: rummy.score.ace
    clause: rummy.score.pips
    clause: rummy.score.faces
    over: every one or two cards of the pack, under both readings
    """
    worth = {0: 1, 10: 10, 11: 10, 12: 10, **{number: number + 1 for number in range(1, 10)}}
    exempt = Rules(score=Score(concealed_melds_at_end="exempt"))
    for cards in plain.subsets(range(52), 1, 2):
        hand = frozenset(map(Card, cards))
        right = sum(worth[card % 13] for card in cards)
        yield sorted(hand), counted(DEFAULT, hand) == right == counted(exempt, hand)


@enumerated(Bug(lowest, "counts.count(least) == 1", "counts"))
def the_lowest_count() -> Iterator[tuple[object, bool]]:
    """The lowest count is that of one seat, or of nobody where two or more share it.

    clause: rummy.stock.nothing-to-draw
    over: two to six seats, each with a hand that counts 0, 1, 12 or 32
    """
    for seats in range(2, 7):
        for kinds in product(range(4), repeat=seats):
            found = lowest(DEFAULT, tuple(KINDS[kind][0] for kind in kinds))
            order = sorted(range(seats), key=lambda seat: kinds[seat])
            alone = kinds[order[0]] < kinds[order[1]]
            yield kinds, found == (order[0] if alone else None)


@law(Bug(lowest, "counted(rules, hand)", "len(hand)"))
def the_lowest_count_with_melds(first: bool, melds: Melds) -> bool:
    """By the reading that leaves melds out, a hand of melds is the lowest; else its cards count.

    clause: rummy.score.deadwood-scope
    clause: rummy.stock.nothing-to-draw
    pre: True
    post: _
    """
    rules = Rules(score=Score(concealed_melds_at_end=melds))
    fours, ace = frozenset(Card(13 * suit + 3) for suit in range(4)), frozenset((Card(0),))
    found = lowest(rules, (fours, ace) if first else (ace, fours))
    place_of_fours = 0 if first else 1
    return found == (place_of_fours if melds == "exempt" else 1 - place_of_fours)


@law(Bug(receipt, "if seat != winner and", "if"))
def lines_of_a_receipt(seats: Seats, winner: Seat, shift: int, rummy: bool) -> bool:
    """The winner is paid for each other hand that counts something, and for rummy once more.

    A receipt names the seats in order, first the counts and then those that are doubled.

    clause: rummy.score.winner-collects
    clause: rummy.rummy.double
    pre: 0 <= winner < seats and 0 <= shift < 4
    post: _
    """
    kinds = (0, 1, 2, 3, 0, 1, 2, 3, 0)[shift : shift + seats]
    lines = receipt(DEFAULT, Outcome(End.OUT, winner, rummy), tuple(KINDS[k][0] for k in kinds))
    paying = [seat for seat in range(seats) if seat != winner and kinds[seat] != 0]
    clauses = ("rummy.score.winner-collects", *(("rummy.rummy.double",) if rummy else ()))
    return lines == tuple(
        ReceiptLine(clause, Seat(seat), winner, KINDS[kinds[seat]][1])
        for clause in clauses
        for seat in paying
    )


@law(Bug(settle, "points[line.winner] += line.points", "points[line.winner] = line.points"))
def what_a_hand_brings(seats: Seats, winner: Seat, shift: int, rummy: bool) -> bool:
    """The winner scores the counts of all others, twice with rummy; no other seat scores or pays.

    clause: rummy.score.winner-collects
    clause: rummy.score.losers-nothing
    clause: rummy.rummy.double
    pre: 0 <= winner < seats and 0 <= shift < 4
    post: _
    """
    kinds = (0, 1, 2, 3, 0, 1, 2, 3, 0)[shift : shift + seats]
    outcome = Outcome(End.OUT, winner, rummy)
    result = settle(DEFAULT, outcome, tuple(KINDS[kind][0] for kind in kinds))
    once = sum(KINDS[kinds[seat]][1] for seat in range(seats) if seat != winner)
    won = once + once if rummy else once
    return (
        result.outcome == outcome
        and result.deadwood == tuple(KINDS[kind][1] for kind in kinds)
        and result.points == tuple(won if seat == winner else 0 for seat in range(seats))
        and sum(line.points for line in result.receipt) == won
    )


@law(Bug(settle, "tuple(counted(rules, hand) for hand in hands)", "(0,) * len(hands)"))
def a_hand_without_a_winner(seats: Seats, shift: int) -> bool:
    """A hand that nobody won brings nobody a point, and still all hands are counted.

    clause: rummy.score.winner-collects
    clause: rummy.score.losers-nothing
    pre: 0 <= shift < 4
    post: _
    """
    kinds = (0, 1, 2, 3, 0, 1, 2, 3, 0)[shift : shift + seats]
    outcome = Outcome(End.STOCK, None)
    result = settle(DEFAULT, outcome, tuple(KINDS[kind][0] for kind in kinds))
    counts = tuple(KINDS[kind][1] for kind in kinds)
    return result == Result(outcome, counts, (), (0,) * seats)


@enumerated(Bug(receipt, "for line in once)", "for line in once[1:])"))
def payments_by_the_cards() -> Iterator[tuple[object, bool]]:
    """What the winner scores is what the cards of the others count, by either reading of melds.

    clause: rummy.score.winner-collects
    clause: rummy.score.deadwood-scope
    clause: rummy.rummy.double
    over: every division of a pack of 4 ranks in 2 suits among three seats, with and without rummy
    over: every winner, and both readings
    """
    pack = small_pack(4, 2)
    divisions = plain.Divisions(plain.melds_of(frozenset(pack)))
    exempt = Rules(score=Score(concealed_melds_at_end="exempt"))
    for places in product(range(3), repeat=len(pack)):
        held = tuple(
            frozenset(card for card, at in zip(pack, places, strict=True) if at == seat)
            for seat in range(3)
        )
        every = [sum(map(plain.value, hand)) for hand in held]
        least = [divisions.best(hand)[0] for hand in held]
        for winner, rummy in product(range(3), (False, True)):
            outcome = Outcome(End.OUT, Seat(winner), rummy)
            for rules, counts in ((DEFAULT, every), (exempt, least)):
                won = (sum(counts) - counts[winner]) * (2 if rummy else 1)
                points = settle(rules, outcome, held).points
                right = points == tuple(won if seat == winner else 0 for seat in range(3))
                yield (places, winner, rummy), right


@law(Bug(entered, "won + (seat == winner)", "won + (seat != winner)"), quick=True)
def a_hand_is_entered(
    x: int, y: int, z: int, played: int, p: int, q: int, r: int, winner: Seat, won: bool
) -> bool:
    """After a hand its points are added to the scores, and it counts for the match and its winner.

    clause: rummy.match.continue
    clause: rummy.score.losers-nothing
    pre: 0 <= winner < 3 and p >= 0 and q >= 0 and r >= 0 and played >= 0
    post: _
    """
    who = winner if won else None
    before = Ledger((x, y, z), played, (p, q, r))
    after = entered(before, Result(Outcome(End.OUT, who), (0, 0, 0), (), (p, q, r)))
    return after == Ledger(
        (x + p, y + q, z + r),
        played + 1,
        (
            p + 1 if who == 0 else p,
            q + 1 if who == 1 else q,
            r + 1 if who == 2 else r,
        ),
    )


@law(Bug(score_the_hand, "ledger=ledger, taken=None", "ledger=ledger"))
def a_hand_is_scored(
    dealer: Seat, turn: int, winner: Seat, won: bool, rummy: bool, score: int, kind: int
) -> bool:
    """A hand that is decided is scored at once: cards stay where they lie, only the scores change.

    clause: rummy.score.deadwood-scope
    clause: rummy.score.winner-collects
    clause: rummy.score.losers-nothing
    clause: rummy.rummy.double
    clause: rummy.out.ends-hand
    pre: 0 <= dealer < 3 and 0 <= winner < 3 and 0 <= turn and 0 <= kind < 4
    post: _
    """
    hands = tuple(frozenset[Card]() if seat == winner else KINDS[kind][0] for seat in range(3))
    who = winner if won else None
    at = Table(
        dealer,
        turn,
        hands,
        (Card(2),),
        (Card(3),),
        (),
        Ledger((score,) * 3, 4, (2, 1, 1)),
        (True, False, False),
        Card(3),
    )
    reached = game.GAME.follow(DEFAULT, Decided(at, Outcome(End.OUT, who, rummy)))
    brings = 2 * KINDS[kind][1] * (2 if rummy else 1) if won else 0
    hands_won = tuple((2, 1, 1)[seat] + (1 if won and seat == winner else 0) for seat in range(3))
    scores = tuple(score + (brings if seat == winner else 0) for seat in range(3))
    ledger = Ledger(scores, 5, hands_won)
    after = Table(
        dealer, turn, hands, (Card(2),), (Card(3),), (), ledger, (True, False, False), None
    )
    return isinstance(reached, Over) and reached.table == after
