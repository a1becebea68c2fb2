"""What may be chosen: the conditions of a choice, what must be declared, and what is proposed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import get_args

from meldspec.cards import Card
from meldspec.hands import Hand
from meldspec.indian_chief import turn
from meldspec.indian_chief.beggar import opponent_is_named
from meldspec.indian_chief.chief import split_is_declared
from meldspec.indian_chief.doctor import names_suit, suit_is_named
from meldspec.indian_chief.melds import some_meld_has_as_many
from meldspec.indian_chief.options import DEFAULT, Beggar, Chief, Doctor, Rules, Turn
from meldspec.indian_chief.series import open_sizes
from meldspec.indian_chief.table import (
    Choose,
    Choosing,
    Meld,
    Table,
    melds_of,
    next_turn,
    sub_hands,
)
from meldspec.play import Refusal, Seat
from meldspec.spelling import Suit

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import indian_chief as plain
from ...tables.indian_chief import (
    BeggarScope,
    ChiefSplit,
    DoctorSuit,
    Simultaneity,
    first,
    make,
    melds,
)


def choosing(hand: Hand, earlier: Hand = (), seat: int = 0) -> Choosing:
    """A turn of two seats in which one has this hand, after a turn with this meld of it."""
    other = (Card(20), Card(21), Card(22))
    hands = (hand, other) if seat == 0 else (other, hand)
    shown = (earlier, other[:1]) if seat == 0 else (other[:1], earlier)
    table = Table(Seat(0), 2 if earlier else 1, hands, (), (melds(*shown),) if earlier else ())
    return next_turn(table)


def accepted(rules: Rules, state: Choosing, action: Choose) -> bool:
    """Whether the first seat may choose so."""
    reached = make(turn.CHOOSE, rules, state, Seat(0), action)
    return isinstance(reached, Choosing)


@enumerated(Bug(turn.holds_the_cards, "hands[seat]", "hands[seat - 1]"))
def cards_of_the_hand() -> Iterator[tuple[object, bool]]:
    """The chosen cards are in the hand, each as often as it is chosen.

    clause: indian-chief.turn.from-hand
    over: every hand and every choice of one to three of two packs of three cards
    """
    hands = [hand for size in (1, 2, 3) for hand in plain.many((0, 1, 14), size, 2)]
    for held, chosen, seat in product(hands, hands, (0, 1)):
        state = choosing(tuple(map(Card, held)), seat=seat)
        action = Choose(Meld(tuple(map(Card, chosen))))
        reached = make(turn.CHOOSE, DEFAULT, state, Seat(seat), action)
        right = all(chosen.count(card) <= held.count(card) for card in chosen)
        refusal = Refusal(("indian-chief.turn.from-hand",))
        yield (held, chosen), isinstance(reached, Choosing) if right else reached == refusal


@law(Bug(some_meld_has_as_many, "<= rules.size.melds", "<= rules.size.hand"))
def how_many_cards_are_chosen(size: int) -> bool:
    """A choice has one card at least and seven at most.

    clause: indian-chief.turn.must-meld
    clause: indian-chief.melds.sizes
    clause: indian-chief.melds.seven
    pre: 0 <= size <= 8
    post: _
    """
    state = choosing(first(8))
    reached = make(turn.CHOOSE, DEFAULT, state, Seat(0), Choose(Meld(first(size))))
    if size == 0:
        return reached == Refusal(("indian-chief.turn.must-meld",))
    if size == 8:
        return reached == Refusal(("indian-chief.melds.sizes",))
    return reached == Choosing(state.table, (Meld(first(size)), None))


@law(Bug(turn.some_card_is_chosen, "> 0", ">= 0"))
def a_choice_of_no_card(seat: Seat, size: int, turns: int) -> bool:
    """A seat cannot pass: a choice has a card.

    clause: indian-chief.turn.must-meld
    pre: 0 <= seat < 3 and 0 <= size <= 7 and 1 <= turns
    post: _
    """
    state = next_turn(Table(Seat(0), turns, (first(8),) * 3, ()))
    holds = turn.some_card_is_chosen.holds(DEFAULT, state, seat, Choose(Meld(first(size))))
    return holds == (size != 0)


@law(Bug(turn.box_is_open, "meld.size != action.meld.size", "meld != action.meld"))
def a_box_that_is_filled(seat: Seat, size: int, earlier: int) -> bool:
    """A seat makes no meld of a number of cards that it has shown; melds of others are no bar.

    clause: indian-chief.turn.no-repeat
    clause: indian-chief.series.required
    clause: indian-chief.series.any-order
    pre: 0 <= seat < 2 and 1 <= size <= 7 and 1 <= earlier <= 7
    post: _
    """
    state = choosing(first(8), tuple(reversed(first(earlier))), seat)
    reached = make(turn.CHOOSE, DEFAULT, state, seat, Choose(Meld(first(size))))
    if size == earlier:
        return reached == Refusal(("indian-chief.turn.no-repeat",))
    return isinstance(reached, Choosing)


@law(Bug(open_sizes, "if size not in made", "if size > len(made)"))
def the_boxes_that_are_open(seat: Seat, one: int, two: int) -> bool:
    """Open are the numbers from one to seven that the seat has not shown, in any order.

    clause: indian-chief.series.any-order
    clause: indian-chief.series.required
    pre: 0 <= seat < 2 and 1 <= one <= 7 and 1 <= two <= 7 and one != two
    post: _
    """
    mine, other = (first(one), first(two)), (first(3), first(4))
    left, right = (mine, other) if seat == 0 else (other, mine)
    shown = (melds(left[0], right[0]), melds(left[1], right[1]))
    table = Table(Seat(0), 3, (first(8), first(8)), (), shown)
    expected = [size for size in range(1, 8) if size != one and size != two]
    return list(open_sizes(DEFAULT, table, seat)) == expected


@law(Bug(turn.declares_only_what_is_asked, "meld.suit is None or", "meld.suit is None or rules or"))
def nothing_else_is_declared(
    size: int, kind: int, scope: BeggarScope, suit: DoctorSuit, split: ChiefSplit
) -> bool:
    """An opponent is named with two cards, a suit with six, and a split with seven, if it is asked.

    Nothing is declared otherwise.

    clause: indian-chief.turn.nothing-declared
    pre: 1 <= size <= 7 and 0 <= kind < 4
    post: _
    """
    rules = Rules(
        beggar=Beggar(beggar_scope=scope),
        doctor=Doctor(doctor_suit=suit),
        chief=Chief(chief_split=split),
    )
    meld = Meld(
        first(size),
        suit=3 if kind == 2 else None,
        baccarat=first(2) if kind == 3 else None,
        opponent=Seat(1) if kind == 1 else None,
    )
    right = (
        kind == 0
        or (kind == 1 and size == 2 and scope == "one_named")
        or (kind == 2 and size == 6 and suit == "named_at_commit")
        or (kind == 3 and size == 7 and split == "declared_at_commit")
    )
    state = choosing(first(8))
    holds = turn.declares_only_what_is_asked.holds(rules, state, Seat(0), Choose(meld))
    return holds == right


@law(Bug(opponent_is_named, "not in (None, seat)", "is not None"))
def the_opponent_of_a_beggar_man(
    seat: Seat, size: int, named: bool, opponent: Seat, scope: BeggarScope
) -> bool:
    """Where a reading asks for it, two cards name another seat.

    clause: indian-chief.beggar.opponent-named
    pre: 0 <= seat < 3 and 0 <= opponent < 3 and 1 <= size <= 3
    post: _
    """
    rules = Rules(beggar=Beggar(beggar_scope=scope))
    state = next_turn(Table(Seat(0), 1, (first(8),) * 3, ()))
    action = Choose(Meld(first(size), opponent=opponent if named else None))
    right = scope != "one_named" or size != 2 or (named and opponent != seat)
    return opponent_is_named.holds(rules, state, seat, action) == right


@law(Bug(suit_is_named, "meld.suit is not None", "meld.suit"))
def the_suit_of_six_cards(size: int, named: bool, suit: Suit, reading: DoctorSuit) -> bool:
    """Where a reading asks for it, six cards name a suit, clubs as well as any.

    clause: indian-chief.doctor.suit-named
    pre: 5 <= size <= 7 and 0 <= suit < 4
    post: _
    """
    rules = Rules(doctor=Doctor(doctor_suit=reading))
    action = Choose(Meld(first(size), suit if named else None))
    right = size != 6 or named or reading == "auto_best"
    return bool(suit_is_named.holds(rules, choosing(first(8)), Seat(0), action)) == right


@law(Bug(split_is_declared, "and len(two) == BACCARAT_SIZE", ""))
def the_split_of_seven_cards(size: int, one: Card, two: Card, kind: int, split: ChiefSplit) -> bool:
    """Where a reading asks for it, seven cards name two of them, each as often as it is there.

    Here the seven are different and in the suit of clubs, from the ace on.

    clause: indian-chief.chief.split-declared
    pre: 6 <= size <= 7 and 0 <= one < 3 and 5 <= two < 9 and 0 <= kind < 5
    post: _
    """
    rules = Rules(chief=Chief(chief_split=split))
    named = (None, (one,), (one, two), (one, one), (one, Card(3), two))[kind % 5]
    action = Choose(Meld(first(size), baccarat=named))
    right = size != 7 or split == "auto_best" or (kind == 2 and two < 7)
    return split_is_declared.holds(rules, choosing(first(8)), Seat(0), action) == right


@enumerated(Bug(turn.choices, "if names_opponent(rules)", "if not names_opponent(rules)"))
def small_choices_proposed() -> Iterator[tuple[object, bool]]:
    """Proposed are just the choices that are accepted, each once, in every box that is open.

    clause: indian-chief.turn.from-hand
    clause: indian-chief.turn.no-repeat
    clause: indian-chief.beggar.opponent-named
    clause: indian-chief.series.any-order
    over: every hand of three or four of two packs of three cards, every box filled or none
    over: every choice of up to four cards against any seat or none; by every reading of the scope
    """
    for size, scope in product((3, 4), get_args(BeggarScope)):
        rules = Rules(beggar=Beggar(beggar_scope=scope))
        for hand in plain.many((0, 1, 14), size, 2):
            held = tuple(map(Card, hand))
            for earlier in range(5):
                state = choosing(held, first(earlier))
                every = [
                    Choose(Meld(cards, opponent=opponent))
                    for number in range(5)
                    for cards in sorted(set(combinations(held, number)))
                    for opponent in (None, Seat(0), Seat(1))
                ]
                right = [action for action in every if accepted(rules, state, action)]
                found = turn.CHOOSE.proposals(rules, state, Seat(0))
                same = len(found) == len(right) and all(one in found for one in right)
                yield (hand, scope, earlier), same


@enumerated(Bug(turn.choices, "for suit in range(4)", "for suit in range(1, 4)"))
def large_choices_proposed() -> Iterator[tuple[object, bool]]:
    """Of six cards every suit is proposed where it is named, and of seven every split.

    clause: indian-chief.doctor.suit-named
    clause: indian-chief.chief.split-declared
    clause: indian-chief.turn.nothing-declared
    over: two hands of eight with like cards, by every reading of the suit and of the split
    over: every number of cards, with each suit or none and each two of the eight or none
    """
    hands = ((0, 0, 1, 1, 14, 14, 27, 27), (0, 0, 0, 1, 1, 1, 5, 40))
    readings = product(get_args(DoctorSuit), get_args(ChiefSplit))
    for hand, (suit, split) in product(hands, readings):
        rules = Rules(doctor=Doctor(doctor_suit=suit), chief=Chief(chief_split=split))
        held = tuple(map(Card, hand))
        state = choosing(held)
        twos = [None, *sorted(set(combinations(held, 2)))]
        for size in range(1, 9):
            plainly = sorted(set(combinations(held, size)))
            every = [
                Choose(Meld(cards, named, two))
                for cards in plainly
                for named in (None, 0, 1, 2, 3)
                for two in twos
            ]
            right = [action for action in every if accepted(rules, state, action)]
            proposed = turn.CHOOSE.proposals(rules, state, Seat(0))
            found = [action for action in proposed if action.meld.size == size]
            yield (hand, suit, split, size), len(found) == len(right) and set(found) == set(right)


@law(Bug(turn.note_the_choice, "changed_at(seat,", "changed_at(Seat(0),"))
def a_choice(seat: Seat, zero: bool, one: bool, two: bool, card: Card) -> bool:
    """A choice stands for the seat that makes it; its cards stay in hand, and all else as it is.

    clause: indian-chief.turn.choose-privately
    pre: 0 <= seat < 3 and 0 <= card < 52
    post: _
    """
    there = Meld((Card(20),))
    chosen = (there if zero else None, there if one else None, there if two else None)
    table = Table(Seat(1), 1, ((card, Card(50)),) * 3, (Card(51),))
    new = Meld((card,))
    after = turn.note_the_choice.makes(DEFAULT, Choosing(table, chosen), seat, Choose(new))
    return after == Choosing(
        table,
        (
            new if seat == 0 else chosen[0],
            new if seat == 1 else chosen[1],
            new if seat == 2 else chosen[2],
        ),
    )


@law(Bug(turn.may_choose, "is None", "is not None"))
def a_choice_stands(seat: Seat, zero: bool, one: bool, two: bool, reading: Simultaneity) -> bool:
    """A seat chooses once in a turn; by a reading again, as long as another has not chosen.

    clause: indian-chief.turn.to-act
    pre: 0 <= seat < 3
    pre: not (zero and one and two)
    post: _
    """
    there = Meld((Card(20),))
    flags = (zero, one, two)
    chosen = (there if zero else None, there if one else None, there if two else None)
    state = Choosing(Table(Seat(1), 1, (first(8),) * 3, ()), chosen)
    rules = Rules(turn=Turn(simultaneity=reading))
    mine = zero if seat == 0 else one if seat == 1 else two
    again = reading == "changeable_until_all"
    every = tuple(number for number in range(3) if again or not flags[number])
    return turn.may_choose(rules, state, seat) == (again or not mine) and (
        turn.actors(rules, state) == every
    )


@enumerated(Bug(sub_hands, "sorted(set(combinations(hand, size)))", "[*combinations(hand, size)]"))
def like_cards_are_one_choice() -> Iterator[tuple[object, bool]]:
    """Cards that are alike are one choice: each number of each card of a hand is proposed once.

    clause: indian-chief.turn.choose-privately
    clause: indian-chief.deck.two
    over: every hand of up to six of two packs of four cards, and every number of its cards
    """
    pack = (0, 1, 14, 27)
    for size in range(7):
        for hand in plain.many(pack, size, 2):
            for number in range(size + 1):
                found = sub_hands(tuple(map(Card, hand)), number)
                right = [
                    tuple(
                        card for card, times in zip(pack, counts, strict=True) for _ in range(times)
                    )
                    for counts in product(*(range(hand.count(card) + 1) for card in pack))
                    if sum(counts) == number
                ]
                yield (hand, number), len(found) == len(right) and set(found) == set(right)


@law(Bug(names_suit, "==", "!="))
def whose_suit_is_named(reading: DoctorSuit) -> bool:
    """A Doctor names its suit by one reading alone.

    clause: indian-chief.doctor.suit-named
    post: _
    """
    return names_suit(Rules(doctor=Doctor(doctor_suit=reading))) == (reading == "named_at_commit")


@law(Bug(melds_of, "shown[seat]", "shown[0]"))
def what_a_seat_has_shown(seat: Seat, turns: int, a: Card, b: Card, c: Card) -> bool:
    """The melds of a seat are those that it has shown, turn by turn.

    clause: indian-chief.series.required
    clause: indian-chief.turn.record
    pre: 0 <= seat < 3 and 0 <= turns <= 2
    pre: 0 <= a < 52 and 0 <= b < 52 and 0 <= c < 52
    post: _
    """
    every = (melds((a,), (b,), (c,)), melds((b, c), (a, c), (a, b)))
    table = Table(Seat(0), 3, ((), (), ()), (), every[:turns])
    one = Meld((a,) if seat == 0 else (b,) if seat == 1 else (c,))
    two = Meld((b, c) if seat == 0 else (a, c) if seat == 1 else (a, b))
    return melds_of(table, seat) == (() if turns == 0 else (one,) if turns == 1 else (one, two))
