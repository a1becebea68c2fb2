"""What is answered about stated facts: melds, a deal, and what melds score."""

from __future__ import annotations

from collections.abc import Iterator

from meldspec.cards import Card, small_pack
from meldspec.facts import AskDeal
from meldspec.indian_chief import questions, spoken
from meldspec.indian_chief.options import DEFAULT, Beggar, Chief, Doctor, Rules, Size
from meldspec.indian_chief.questions import AskMeld, AskSettle, Settlement, declared
from meldspec.indian_chief.table import BeforeDeal, Meld
from meldspec.play import Refusal, Seat
from meldspec.spelling import Suit
from meldspec.table import Deal

from ...bugs import Bug
from ...law import enumerated, law
from ...tables.indian_chief import (
    FAILED,
    LAWYER,
    BeggarScope,
    ChiefSplit,
    DoctorSuit,
    first,
)


@law(Bug(questions._answer_meld, "qualifies(rules, asked.cards)", "0 < len(asked.cards) < 8"))
def which_meld_cards_are(size: int, kind: int) -> bool:
    """Cards are the meld of their number if they qualify, and else no meld.

    clause: indian-chief.turn.size-identifies
    clause: indian-chief.lawyer.sum
    clause: indian-chief.doctor.ranks-differ
    pre: 0 <= size <= 9 and 0 <= kind < 3
    post: _
    """
    doctor = (*first(5), Card(31))
    cards = (FAILED, LAWYER, doctor)[kind % 3] if size == 9 else first(size)
    names = (None, "thief", "beggar_man", "poor_man", None, "rich_man", None, "indian_chief", None)
    right = (None, "lawyer", "doctor")[kind % 3] if size == 9 else names[size % 9]
    return questions._answer_meld(DEFAULT, AskMeld(cards)) == right


@enumerated(Bug(questions._answer_deal, "refused_table(seats) or", ""))
def how_a_deck_is_dealt() -> Iterator[tuple[object, bool]]:
    """A deck that may be dealt to the seats is dealt singly; any other is refused as its deal is.

    clause: indian-chief.deal.single-cards
    clause: indian-chief.players.range
    clause: indian-chief.deck.one
    clause: indian-chief.deck.two
    clause: indian-chief.deck.six-at-most
    over: one to nine seats, each dealer, one pack of nine cards and two, with hands of one card
    """
    pack = small_pack(9, 1)
    rules = Rules(size=Size(pack=pack, hand=1, melds=1))
    for seats in range(1, 10):
        for dealer in range(seats):
            for packs in (1, 2):
                cards = tuple(reversed(pack * packs))
                answer = questions._answer_deal(rules, AskDeal(seats, Seat(dealer), cards))
                case = (seats, dealer, packs)
                if not 2 <= seats <= 8:
                    yield case, answer == Refusal(("indian-chief.players.range",))
                elif packs != (1 if seats < 4 else 2):
                    number = "one" if seats < 4 else "two"
                    yield case, answer == Refusal((f"indian-chief.deck.{number}",))
                else:
                    hands = [(cards[(seat - dealer - 1) % seats],) for seat in range(seats)]
                    yield case, answer == Deal(tuple(hands), cards[seats:])


@law(
    Bug(
        questions._answer_settle, "for seat in range(seats))", "for seat in reversed(range(seats)))"
    )
)
def what_melds_of_a_turn_score(card: Card, other: int) -> bool:
    """Each meld of a turn scores for the seat that shows it.

    clause: indian-chief.turn.record
    clause: indian-chief.thief.face-value
    pre: 0 <= card < 9 and 1 <= other <= 5
    post: _
    """
    spades = tuple(map(Card, range(40, 45)))[: other % 6]
    answer = questions._answer_settle(DEFAULT, AskSettle(((card,), spades)))
    matches = 2 if other == 2 and (card == 1 or card == 2) else 0
    points = (2, matches, 9, 0, -20)[(other - 1) % 5]
    return answer == Settlement((card + 1, points))


@law(Bug(questions.refused_melds, "if not each.holds", "if each.holds"))
def melds_that_nobody_could_show(size: int, zero: bool, scope: BeggarScope) -> bool:
    """Melds of no card or of eight are refused, and so is a Beggar Man that names nobody.

    The latter only where a reading asks for that.

    clause: indian-chief.turn.must-meld
    clause: indian-chief.melds.sizes
    clause: indian-chief.beggar.opponent-named
    pre: 0 <= size <= 8 and size not in (6, 7)
    post: _
    """
    rules = Rules(beggar=Beggar(beggar_scope=scope))
    cards = (first(size), (Card(20),)) if zero else ((Card(20),), first(size))
    answer = questions._answer_settle(rules, AskSettle(cards))
    if size == 0:
        return answer == Refusal(("indian-chief.turn.must-meld",))
    if size == 8:
        return answer == Refusal(("indian-chief.melds.sizes",))
    if size == 2 and scope == "one_named":
        return answer == Refusal(("indian-chief.beggar.opponent-named",))
    return isinstance(answer, Settlement)


@law(Bug(declared, "Meld(cards, suit, two or None, opponent)", "Meld(cards, suit, two or None)"))
def what_is_declared_with_melds(suit: Suit, opponent: Seat, some: bool) -> bool:
    """The declaration of a seat stands beside its meld, and nothing where nothing is declared.

    clause: indian-chief.turn.nothing-declared
    pre: 0 <= suit < 4 and 0 <= opponent < 2
    post: _
    """
    two, seven = (Card(0), Card(1)), first(7)
    if not some:
        return declared(AskSettle((two, seven))) == (Meld(two), Meld(seven))
    asked = AskSettle((two, seven), (suit, None), (None, two), (opponent, None))
    return declared(asked) == (Meld(two, suit, None, opponent), Meld(seven, None, two))


@law(Bug(questions.refused_melds, "tuple(dict.fromkeys(failing))", "tuple(failing)"))
def each_reason_is_told_once(one: DoctorSuit, two: ChiefSplit, both: bool) -> bool:
    """Melds that nobody could show are refused by each clause once, however many seats fail.

    clause: indian-chief.doctor.suit-named
    clause: indian-chief.chief.split-declared
    post: _
    """
    rules = Rules(doctor=Doctor(doctor_suit=one), chief=Chief(chief_split=two))
    six, seven = tuple(map(Card, range(13, 19))), first(7)
    other = tuple(map(Card, range(26, 32))) if both else (Card(40),)
    answer = questions._answer_settle(rules, AskSettle((six, other, seven)))
    failing = [
        *(["indian-chief.doctor.suit-named"] if one == "named_at_commit" else []),
        *(["indian-chief.chief.split-declared"] if two == "declared_at_commit" else []),
    ]
    if failing:
        return answer == Refusal(tuple(failing))
    return isinstance(answer, Settlement)


@law(Bug(spoken._begin, "refused_table(seats) or begin(seats, dealer)", "begin(seats, dealer)"))
def how_a_match_is_begun(seats: int, dealer: Seat) -> bool:
    """A match of two to eight seats begins with the dealer that is named, and no other begins.

    clause: indian-chief.players.range
    clause: indian-chief.deal.once
    pre: 0 <= dealer < seats
    post: _
    """
    begun = spoken._begin(DEFAULT, seats, dealer, 1)
    if seats < 2 or seats > 8:
        return begun == Refusal(("indian-chief.players.range",))
    return begun == BeforeDeal(dealer, seats)
