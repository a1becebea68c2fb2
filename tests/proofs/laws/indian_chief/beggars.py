"""What a Beggar Man scores: whose cards count, and of which melds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import get_args

from meldspec.cards import Card
from meldspec.indian_chief import beggar
from meldspec.indian_chief.options import DEFAULT, Beggar, Rules
from meldspec.indian_chief.table import Meld
from meldspec.play import Seat
from meldspec.table import ReceiptLine

from ...bugs import Bug
from ...law import enumerated, law
from ...tables.indian_chief import (
    FAILED,
    LAWYER,
    BeggarFailed,
    BeggarPair,
    BeggarScope,
    BeggarTense,
    melds,
)


@law(Bug(beggar.matching, "rank(card) in ranks", "card % 10 in ranks"), quick=True)
def cards_that_match(card: Card) -> bool:
    """A card matches if it has one of the ranks, and not if it has its points alone.

    clause: indian-chief.beggar.matches
    pre: 0 <= card < 52
    post: _
    """
    found = beggar.matching(Meld((card,)), frozenset((4, 12)))
    return found == ([card] if card % 13 == 4 or card % 13 == 12 else [])


@law(Bug(beggar.beggar_line, "seat, scored)", "Seat(0), scored)"))
def one_card_of_a_thief(seat: Seat, card: Card) -> bool:
    """A Beggar Man scores two for the card of another meld if it is of one of its ranks.

    Here it has a five and a king.

    clause: indian-chief.beggar.matches
    pre: 0 <= seat < 2 and 0 <= card < 52
    post: _
    """
    own, other = Meld((Card(4), Card(25))), Meld((card,))
    shown = (own, other) if seat == 0 else (other, own)
    points = 2 if card % 13 == 4 or card % 13 == 12 else 0
    line = ReceiptLine("indian-chief.beggar.matches", seat, seat, points)
    return beggar.beggar_line(DEFAULT, (shown,), seat) == line


@enumerated(Bug(beggar.beggar_score, "return max(", "return sum("))
def the_cards_of_opponents() -> Iterator[tuple[object, bool]]:
    """All opponents give, or by readings the next seat, the one that gives most, or one named.

    Each card that matches brings two; by a reading a pair is given four.

    clause: indian-chief.beggar.matches
    over: every Beggar Man of three ranks, for each of three seats; every scope and price of a pair
    over: against every one to three cards of these ranks of either of the others
    """
    others = [
        cards for size in (1, 2, 3) for cards in combinations_with_replacement((0, 1, 2), size)
    ]
    beggars = list(combinations_with_replacement((0, 1, 2), 2))
    readings = list(product(get_args(BeggarScope), get_args(BeggarPair)))
    for (scope, pair), own, one, two, seat in product(readings, beggars, others, others, range(3)):
        rules = Rules(beggar=Beggar(beggar_scope=scope, beggar_pair=pair))
        named = Seat((seat + 2) % 3) if scope == "one_named" else None
        by_seat = [Meld(())] * 3
        by_seat[seat] = Meld((Card(own[0] + 39), Card(own[1])), opponent=named)
        by_seat[(seat + 1) % 3] = Meld(tuple(map(Card, one)))
        by_seat[(seat + 2) % 3] = Meld(tuple(Card(number + 13) for number in two))
        each = 4 if pair == "two_per_matching_pair" and own[0] == own[1] else 2
        first, second = sum(card in own for card in one), sum(card in own for card in two)
        cards = {
            "all_opponents": first + second,
            "left_neighbour": first,
            "best_one": first if first > second else second,
            "one_named": second,
        }[scope]
        scored = beggar.beggar_score(rules, (tuple(by_seat),), Seat(seat))
        yield (scope, pair, seat, own, one, two), scored == each * cards


@law(Bug(beggar._opposing, '== "count" else 0', '!= "count" else 0'))
def melds_that_failed(last: Card, own: Card, failed: BeggarFailed) -> bool:
    """The cards of four that are no Lawyer count; by a reading they count nothing.

    clause: indian-chief.beggar.matches
    pre: 0 <= own < 13 and 0 <= last < 4
    post: _
    """
    rules = Rules(beggar=Beggar(beggar_failed_melds=failed))
    four = (Card(16), Card(9), Card(4), Card(5 + last))
    shown = (Meld((own, Card(37))), Meld(four))
    cards = (own == 3) + (own == 9) + (own == 4) + (own == last + 5)
    # four and ten and five leave six, which is a six
    counts = failed == "count" or last == 0
    return beggar.beggar_score(rules, (shown,), Seat(0)) == (2 * cards if counts else 0)


@law(Bug(beggar._counted, '== "all_melds_so_far"', '!= "this_turn" or now'))
def melds_of_earlier_turns(before: int, now: int, own: int, tense: BeggarTense) -> bool:
    """Cards of the same turn count; by a reading those of earlier turns too, as often as shown.

    clause: indian-chief.beggar.matches
    pre: 0 <= before < 4 and 0 <= now < 3 and 0 <= own < 2
    post: _
    """
    rules = Rules(beggar=Beggar(beggar_tense=tense))
    two = (Card(0), Card(0 if own == 0 else 14))
    earlier = ((Card(12),), (Card(0),), (Card(0), Card(13)), (Card(0), Card(0), Card(39)))
    later = ((Card(12),), (Card(0),), (Card(0), Card(26)))
    shown = (melds((Card(0),), earlier[before % 4]), melds(two, later[now % 3]))
    cards = now + (before if tense == "all_melds_so_far" else 0)
    return beggar.beggar_score(rules, shown, Seat(0)) == 2 * cards


@law(Bug(beggar._opposing, "qualifies(rules, meld.cards)", "len(meld.cards) > 2"))
def melds_that_cannot_fail(kind: int, failed: BeggarFailed) -> bool:
    """Any one, two, three, five or seven cards count by either reading of melds that failed.

    So do a Lawyer's, and by that reading those of four other cards do not.

    clause: indian-chief.beggar.matches
    clause: indian-chief.turn.failed-zero
    pre: 0 <= kind < 7
    post: _
    """
    rules = Rules(beggar=Beggar(beggar_failed_melds=failed))
    row = tuple(map(Card, range(7)))
    every = (row[3:4], row[2:4], row[1:4], row[:5], row, LAWYER, FAILED)
    shown = melds((Card(16), Card(24)), every[kind % 7])
    cards = 0 if kind == 6 and failed == "ignore" else 1
    return beggar.beggar_score(rules, (shown,), Seat(0)) == 2 * cards


@law(Bug(beggar.names_opponent, "==", "!="))
def whose_opponent_is_named(scope: BeggarScope) -> bool:
    """A Beggar Man names its opponent by one reading alone.

    clause: indian-chief.beggar.opponent-named
    post: _
    """
    named = beggar.names_opponent(Rules(beggar=Beggar(beggar_scope=scope)))
    return named == (scope == "one_named")


@law(Bug(beggar.beggar_score, "opponents(seat, len(shown[-1]))", "tuple(range(len(shown[-1])))"))
def its_own_cards_give_nothing(seat: Seat, number: int, seats: int) -> bool:
    """A Beggar Man's own cards never count, and those of another Beggar Man do.

    Here a seat has two cards of a rank, and just one other has one of them.

    clause: indian-chief.beggar.matches
    pre: 0 <= seat < seats and 2 <= seats <= 4 and 0 <= number < seats
    post: _
    """
    two, other = Meld((Card(7), Card(20))), Meld((Card(34), Card(35)))
    there = Meld((Card(33), Card(48)))
    shown = tuple(
        two if each == seat else there if each == number else other for each in range(seats)
    )
    points = 0 if seat == number else 2
    return beggar.beggar_score(DEFAULT, (shown,), seat) == points
