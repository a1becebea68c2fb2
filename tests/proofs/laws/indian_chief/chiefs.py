"""What an Indian Chief scores: the poker hand, the baccarat hand, and how it is divided."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from typing import get_args

from meldspec.cards import Card
from meldspec.indian_chief import chief
from meldspec.indian_chief.options import Chief, Poker, PokerAce, PokerTwoPack, Rules
from meldspec.indian_chief.poker import category, is_flush, is_straight
from meldspec.indian_chief.table import Meld
from meldspec.play import Seat
from meldspec.table import ReceiptLine

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import indian_chief as plain
from ...tables.indian_chief import ChiefSplit


@enumerated(Bug(category, "return max(by_ranks, Category.FLUSH)", "return Category.FLUSH"))
def what_five_cards_are() -> Iterator[tuple[object, bool]]:
    """Five cards are worth the dearest poker hand that they are.

    Readings tell where an ace stands in a straight, and whether a flush may have like cards.

    clause: indian-chief.poker.five-kind
    clause: indian-chief.poker.straight-flush
    clause: indian-chief.poker.four-kind
    clause: indian-chief.poker.full-house
    clause: indian-chief.poker.flush
    clause: indian-chief.poker.straight
    clause: indian-chief.poker.three-kind
    clause: indian-chief.poker.two-pair
    clause: indian-chief.poker.pair
    clause: indian-chief.poker.high-card
    over: every five ranks, all in one suit, and with one of them in another; every reading
    """
    readings = list(product(get_args(PokerAce), get_args(PokerTwoPack)))
    for ranks in combinations_with_replacement(range(13), 5):
        for cards in (ranks, (*ranks[:4], ranks[4] + 26)):
            for ace, alike in readings:
                points = plain.poker(
                    cards, ace != "high_only", ace != "low_only", alike == "highest"
                )
                yield (cards, ace, alike), category(tuple(map(Card, cards)), ace, alike) == points


@law(Bug(is_flush, "!= 1", "> 2"))
def a_flush(a: int, b: int, c: int, alike: bool, reading: PokerTwoPack) -> bool:
    """A flush is of one suit; by a reading no two of its cards are alike.

    clause: indian-chief.poker.flush
    pre: 0 <= a <= b <= c < 4
    post: _
    """
    numbers = (1, 1 if alike else 2, 3, 4, 5)
    cards = tuple(
        Card(FROM_SUIT[suit % 4] + number)
        for suit, number in zip((a, a, b, b, c), numbers, strict=True)
    )
    return is_flush(cards, reading) == (a == c and (not alike or reading == "highest"))


FROM_SUIT = (0, 13, 26, 39)


@enumerated(Bug(is_straight, "== POKER_SIZE - 1", "<= POKER_SIZE"))
def a_straight() -> Iterator[tuple[object, bool]]:
    """Five ranks are a straight if none is missing between them.

    An ace stands below the two or above the king, by readings just there; nothing goes on beyond.

    clause: indian-chief.poker.straight
    over: every five different ranks, by every reading of the ace
    """
    for ranks, ace in product(combinations(range(13), 5), get_args(PokerAce)):
        low = ranks[4] - ranks[0] == 4 and (ranks[0] > 0 or ace != "high_only")
        high = ranks == (0, 9, 10, 11, 12) and ace != "low_only"
        yield (ranks, ace), is_straight(frozenset(ranks), ace) == (low or high)


RUNS_OF_FIVE = tuple(
    tuple(
        Card((low + step) % 13 + (0 if suited or step != 2 else 13))
        for step in ((0, 1, 1, 3, 4) if off else (0, 1, 2, 3, 4))
    )
    for low, off, suited in product(range(10), (False, True), (False, True))
)
"""From each card to the ten five cards, then with a pair; each of two suits and of one."""


@law(Bug(category, "straight = len(different) == POKER_SIZE and", "straight ="))
def a_straight_by_its_lowest_card(low: int, off: int, ace: PokerAce, suited: bool) -> bool:
    """From each card up to the ten goes a straight; with a pair in its middle there is none.

    The one from the ace and the one up to it hang on the reading.

    clause: indian-chief.poker.straight
    clause: indian-chief.poker.straight-flush
    clause: indian-chief.poker.pair
    pre: 0 <= low <= 9 and 0 <= off <= 1
    post: _
    """
    cards = RUNS_OF_FIVE[(4 * low + 2 * off + (1 if suited else 0)) % 40]
    points = int(category(cards, ace, "suited_must_differ"))
    stands = (low > 0 or ace != "high_only") and (low < 9 or ace != "low_only")
    if off == 1:
        return points == 10
    if stands:
        return points == (45 if suited else 25)
    return points == (30 if suited else 5)


@enumerated(Bug(chief.baccarat, "% 10", "% 20"))
def a_baccarat_hand() -> Iterator[tuple[object, bool]]:
    """A baccarat hand is worth the last digit of the sum of its face values.

    clause: indian-chief.chief.baccarat
    over: every two cards of two packs
    """
    for one, two in combinations_with_replacement(range(52), 2):
        digit = int(str(plain.face(one) + plain.face(two))[-1])
        yield (one, two), chief.baccarat((Card(one), Card(two))) == digit


@law(Bug(chief.baccarat, "face_value(cards) % 10", "min(face_value(cards), 9)"))
def one_card_beside_a_ten(card: Card, ten: int) -> bool:
    """A card beside a ten or a court card is worth its last digit, and two of these nothing.

    clause: indian-chief.chief.baccarat
    clause: indian-chief.value.face
    pre: 0 <= card < 52 and 0 <= ten < 4
    post: _
    """
    number = card % 13 + 1
    beside = (Card(9), Card(23), Card(37), Card(51))[ten % 4]
    return chief.baccarat((card, beside)) == (number if number < 10 else 0)


@enumerated(Bug(chief.divided, "without_all(cards, two)", "cards[:5]"))
def seven_cards_divided() -> Iterator[tuple[object, bool]]:
    """Seven cards score both hands together, and no card is in both.

    As declared, or else as the best of the 21 ways to divide them; by each reading of poker.

    clause: indian-chief.chief.split
    clause: indian-chief.chief.sum
    clause: indian-chief.chief.baccarat
    over: every seven of one pack of ten to ace in 2 suits, and of two packs of ace to four in one
    over: not declared, and with the first, the last and a middle two declared; every reading
    """
    readings = list(product(get_args(PokerAce), get_args(PokerTwoPack)))
    royal = [suit + number for suit in (0, 13) for number in (0, 9, 10, 11, 12)]
    for pack, copies in ((royal, 1), (list(range(5)), 2)):
        for hand in plain.many(pack, 7, copies):
            cards = tuple(map(Card, hand))
            ways = list(plain.divisions(hand))
            for ace, alike in readings:
                rules = Rules(poker=Poker(poker_ace=ace, poker_two_pack=alike))
                scores = [
                    plain.poker(five, ace != "high_only", ace != "low_only", alike == "highest")
                    + sum(map(plain.face, two)) % 10
                    for five, two in ways
                ]
                for way in (None, 0, 10, 20):
                    two = None if way is None else tuple(map(Card, ways[way][1]))
                    right = max(scores) if way is None else scores[way]
                    chief._chief_scores.cache_clear()
                    chief.best.cache_clear()
                    scored = chief.chief_score(rules, Meld(cards, baccarat=two))
                    yield (hand, ace, alike, two), scored == right


HANDS_OF_SEVEN = (
    ((0, 9, 10, 11, 12, 14, 15), (50, 50, 35)),
    ((0, 1, 2, 3, 4, 18, 31), (47, 32, 47)),
    ((1, 1, 2, 2, 3, 3, 25), (34, 34, 34)),
)
"""Seven cards with their points by each reading of the ace, where a flush may have like cards."""


@law(Bug(chief.chief_score, "ace = rules.poker.poker_ace", "ace = 'ace_high_and_low'"))
def an_ace_of_seven_cards(hand: int, ace: PokerAce) -> bool:
    """Where the straight flush goes to the ace or from it, the reading of the ace is asked.

    Beside one without an ace it changes nothing.

    clause: indian-chief.chief.sum
    clause: indian-chief.poker.straight-flush
    pre: 0 <= hand < 3
    post: _
    """
    cards, points = HANDS_OF_SEVEN[hand % 3]
    meld = Meld(tuple(map(Card, cards)))
    right = points[0 if ace == "ace_high_and_low" else 1 if ace == "high_only" else 2]
    return chief.chief_score(Rules(poker=Poker(poker_ace=ace)), meld) == right


@law(Bug(chief.chief_line, "chief_score(rules, meld)", "chief_score(rules, Meld(meld.cards))"))
def the_line_of_an_indian_chief(seat: Seat, declared: bool) -> bool:
    """The points of an Indian Chief go to the seat that has shown it, as it was declared.

    clause: indian-chief.chief.sum
    clause: indian-chief.chief.split
    pre: 0 <= seat < 8
    post: _
    """
    cards = tuple(map(Card, (3, 4, 5, 6, 7, 12, 25)))
    meld = Meld(cards, baccarat=cards[3:5] if declared else None)
    # a pair of kings and the last digit of fifteen, or a straight flush and that of twenty
    line = ReceiptLine("indian-chief.chief.sum", seat, seat, 15 if declared else 45)
    return chief.chief_line(Rules(), seat, meld) == line


@law(Bug(chief.declares_split, "==", "!="))
def whose_split_is_declared(split: ChiefSplit) -> bool:
    """An Indian Chief is divided by whoever chooses it, by one reading alone.

    clause: indian-chief.chief.split-declared
    post: _
    """
    declares = chief.declares_split(Rules(chief=Chief(chief_split=split)))
    return declares == (split == "declared_at_commit")
