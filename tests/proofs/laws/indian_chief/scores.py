"""What the melds score, the Beggar Man and the Indian Chief apart, and which melds fail."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from meldspec.cards import Card
from meldspec.indian_chief import doctor, sheet, terms
from meldspec.indian_chief.lawyer import is_lawyer, lawyer_line
from meldspec.indian_chief.melds import box_of
from meldspec.indian_chief.options import DEFAULT, Doctor, Rules
from meldspec.indian_chief.poor import poor_line
from meldspec.indian_chief.rich import rich_line
from meldspec.indian_chief.table import Meld
from meldspec.indian_chief.thief import thief_line
from meldspec.indian_chief.value import face_value
from meldspec.play import Seat
from meldspec.table import ReceiptLine

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import indian_chief as plain
from ...tables.indian_chief import FAILED, LAWYER, AceOfHearts, HeartCount, first


@enumerated(Bug(face_value, "total(cards)", "total(list(cards)[1:])"), quick=True)
def face_values() -> Iterator[tuple[object, bool]]:
    """The face value of an ace is one, of a court card ten, and of other cards their number.

    Several cards have the sum of theirs.

    clause: indian-chief.value.ace
    clause: indian-chief.value.face
    clause: indian-chief.value.pip
    over: every two cards of two packs
    """
    for one, two in combinations_with_replacement(range(52), 2):
        yield (one, two), face_value((Card(one), Card(two))) == plain.face(one) + plain.face(two)


@law(Bug(thief_line, "face_value(cards)", "cards[0] % 13 + 1"))
def a_thief(seat: Seat, card: Card) -> bool:
    """A Thief scores the face value of its card.

    clause: indian-chief.thief.face-value
    clause: indian-chief.thief.any
    pre: 0 <= seat < 8 and 0 <= card < 52
    post: _
    """
    line = ReceiptLine("indian-chief.thief.face-value", seat, seat, plain.face(card))
    return thief_line(seat, (card,)) == line


@law(Bug(poor_line, "suit(card) == SPADES", "suit(card) >= SPADES - 1"))
def a_poor_man(seat: Seat, a: Card, b: Card, c: Card) -> bool:
    """A Poor Man scores the face values of its spades, and nothing for other cards.

    clause: indian-chief.poor.spades
    clause: indian-chief.poor.any
    pre: 0 <= seat < 8 and 0 <= a <= b <= c < 52
    post: _
    """
    points = plain.spade(a) + plain.spade(b) + plain.spade(c)
    line = ReceiptLine("indian-chief.poor.spades", seat, seat, points)
    return poor_line(seat, (a, b, c)) == line


@enumerated(Bug(is_lawyer, "== LAWYER_SUM", ">= LAWYER_SUM"))
def a_lawyer() -> Iterator[tuple[object, bool]]:
    """Four cards are a Lawyer if their face values make just twenty-five.

    clause: indian-chief.lawyer.sum
    over: every four ranks, each in any of two suits
    """
    for four in combinations_with_replacement((*range(13), *range(26, 39)), 4):
        right = sum(map(plain.face, four)) == 25
        yield four, is_lawyer(tuple(map(Card, four))) == right


@law(Bug(lawyer_line, "LAWYER_SUM if is_lawyer(cards) else 0", "is_lawyer(cards) * 52"))
def the_score_of_a_lawyer(seat: Seat, last: Card) -> bool:
    """A Lawyer scores twenty-five, and four cards of another sum score nothing.

    Here the first three cards make eighteen.

    clause: indian-chief.lawyer.score
    clause: indian-chief.turn.failed-zero
    pre: 0 <= seat < 8 and 0 <= last < 52
    post: _
    """
    points = 25 if last in (6, 19, 32, 45) else 0
    line = ReceiptLine("indian-chief.lawyer.score", seat, seat, points)
    return lawyer_line(seat, (Card(3), Card(16), Card(9), last)) == line


@enumerated(Bug(rich_line, "-face_value", "face_value"))
def a_rich_man() -> Iterator[tuple[object, bool]]:
    """A Rich Man costs the face values of its cards.

    clause: indian-chief.rich.negative
    clause: indian-chief.rich.any
    over: every five ranks, the suits in turn
    """
    for ranks in combinations_with_replacement(range(13), 5):
        cards = tuple(Card(number + 13 * (place % 4)) for place, number in enumerate(ranks))
        points = -sum(map(plain.face, cards))
        seat = Seat(sum(ranks) % 8)
        line = ReceiptLine("indian-chief.rich.negative", seat, seat, points)
        yield cards, rich_line(seat, cards) == line


@enumerated(Bug(doctor.is_doctor, "if len(hearts) > 1:", "if len(hearts) > 2:"))
def a_doctor() -> Iterator[tuple[object, bool]]:
    """A Doctor has six different ranks, an ace and a heart.

    By readings the ace of hearts is not both, or there is no second heart.

    clause: indian-chief.doctor.ranks-differ
    clause: indian-chief.doctor.heart
    clause: indian-chief.doctor.ace
    over: every hand of six from two packs of 4 ranks in 2 suits, from one of 6 ranks in 2 suits
    over: from one of the six ranks from the two on in 2 suits; by every reading
    """
    ace: tuple[AceOfHearts, ...] = ("one_card_may_do_both", "two_cards")
    hearts: tuple[HeartCount, ...] = ("at_least_one", "exactly_one")
    packs = (
        ([suit + number for suit in (13, 26) for number in range(4)], 2),
        ([suit + number for suit in (13, 26) for number in range(6)], 1),
        ([suit + number for suit in (13, 26) for number in range(1, 7)], 1),
    )
    for both, count in product(ace, hearts):
        rules = Rules(doctor=Doctor(doctor_ace_of_hearts=both, doctor_heart_count=count))
        for pack, copies in packs:
            for hand in plain.many(pack, 6, copies):
                cards = tuple(map(Card, hand))
                right = plain.is_doctor(hand, both == "two_cards", count == "exactly_one")
                yield (hand, both, count), doctor.is_doctor(rules, cards) == right


SIX_RANKS = tuple(
    tuple(Card(number + place + (26 if place == heart else 0)) for place in range(6))
    for number in range(8)
    for heart in range(6)
)


@law(Bug(doctor.is_doctor, "ACE not in ranks or", ""))
def a_doctor_of_six_ranks(number: int, heart: int, ace: AceOfHearts, count: HeartCount) -> bool:
    """Six clubs of six ranks with one turned to hearts are a Doctor if there is an ace.

    By a reading the ace of hearts alone is too little.

    clause: indian-chief.doctor.ace
    clause: indian-chief.doctor.heart
    pre: 0 <= number <= 7 and 0 <= heart < 6
    post: _
    """
    rules = Rules(doctor=Doctor(doctor_ace_of_hearts=ace, doctor_heart_count=count))
    cards = SIX_RANKS[(6 * number + heart) % 48]
    right = number == 0 and (heart > 0 or ace == "one_card_may_do_both")
    return doctor.is_doctor(rules, cards) == right


@enumerated(
    Bug(doctor.doctor_score, "10 * suits.count(meld.suit)", "10 * max(map(suits.count, suits))")
)
def the_suit_of_a_doctor() -> Iterator[tuple[object, bool]]:
    """A Doctor scores ten for each card of the suit it names, or else of the suit it has most of.

    clause: indian-chief.doctor.suit-score
    over: six ranks in every six suits, with each suit named and with none
    """
    for suits in product(range(4), repeat=6):
        cards = tuple(Card(13 * suit + number) for number, suit in enumerate(suits))
        for named in (None, 0, 1, 2, 3):
            most = max(sum(one == suit for one in suits) for suit in range(4))
            best = most if named is None else sum(one == named for one in suits)
            yield (suits, named), doctor.doctor_score(Meld(cards, named)) == 10 * best


@law(Bug(doctor.doctor_line, "seat, 0)", "seat, doctor_score(meld))"))
def six_cards_that_are_no_doctor(seat: Seat, last: Card) -> bool:
    """Six cards score as a Doctor or else nothing, and the line says by which clause.

    Here an ace and four other clubs stand before the last card.

    clause: indian-chief.doctor.fail
    clause: indian-chief.doctor.suit-score
    clause: indian-chief.turn.failed-zero
    pre: 0 <= seat < 8 and 0 <= last < 52
    post: _
    """
    meld = Meld((*map(Card, range(5)), last))
    is_one = 31 <= last < 39
    clause = "indian-chief.doctor.suit-score" if is_one else "indian-chief.doctor.fail"
    line = ReceiptLine(clause, seat, seat, 50 if is_one else 0)
    return doctor.doctor_line(DEFAULT, seat, meld) == line


@law(Bug(box_of, "<= len(Box)", "< len(Box)"))
def cards_tell_their_meld(size: int) -> bool:
    """The number of cards tells the meld, from one to seven; no other number is one.

    clause: indian-chief.melds.seven
    clause: indian-chief.melds.sizes
    clause: indian-chief.turn.size-identifies
    pre: 0 <= size <= 9
    post: _
    """
    names = ("thief", "beggar_man", "poor_man", "lawyer", "rich_man", "doctor", "indian_chief")
    box = box_of(first(size))
    if 1 <= size <= 7:
        return box is not None and box.name.lower() == names[(size - 1) % 7]
    return box is None


@law(Bug(terms.qualifies, "return False", "return True"))
def cards_that_qualify(size: int, kind: int) -> bool:
    """Four cards of 25 and a Doctor of six qualify, and any one, two, three, five or seven cards.

    clause: indian-chief.turn.failed-zero
    clause: indian-chief.thief.any
    clause: indian-chief.beggar.any
    clause: indian-chief.poor.any
    clause: indian-chief.rich.any
    clause: indian-chief.chief.split
    pre: 0 <= size <= 9 and 0 <= kind < 3
    post: _
    """
    doctors = tuple(map(Card, (0, 1, 2, 3, 4, 31)))
    cards = (FAILED, LAWYER, doctors)[kind % 3] if size == 9 else first(size)
    right = kind > 0 if size == 9 else size in (1, 2, 3, 5, 7)
    return terms.qualifies(DEFAULT, cards) == right


@law(Bug(sheet.line, "return poor_line", "return rich_line"))
def each_meld_is_scored_as_what_it_is(size: int, turn: int, seat: Seat) -> bool:
    """The number of cards that a seat shows tells how its meld is scored, in each turn.

    The Indian Chief here is a straight flush with two tens beside it.

    clause: indian-chief.turn.size-identifies
    clause: indian-chief.turn.record
    clause: indian-chief.melds.sizes
    pre: 1 <= size <= 7 and 0 <= turn < 2 and 0 <= seat < 2
    post: _
    """
    spades = tuple(map(Card, (*range(39, 44), 48, 49)))
    doctors = (*spades[:5], Card(31))
    cards = (spades[:1], spades[:2], spades[:3], LAWYER, spades[:5], doctors, spades)
    meld, other = Meld(cards[size - 1]), Meld((Card(0), Card(0), Card(13)))
    here = (meld, other) if seat == 0 else (other, meld)
    shown = ((other, other), here) if turn == 1 else (here, (other, other))
    clause, points = (
        ("thief.face-value", 1),
        ("beggar.matches", 6),
        ("poor.spades", 6),
        ("lawyer.score", 25),
        ("rich.negative", -15),
        ("doctor.suit-score", 50),
        ("chief.sum", 45),
    )[size - 1]
    line = ReceiptLine(f"indian-chief.{clause}", seat, seat, points)
    return sheet.line(DEFAULT, shown, turn, seat) == line
