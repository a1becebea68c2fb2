"""After the melds: hands are filled up from the stub, and the melds go back to it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import get_args

from meldspec.cards import Card
from meldspec.indian_chief import refill, restore
from meldspec.indian_chief.options import DEFAULT, Refill, Restore, Rules, Size
from meldspec.indian_chief.table import (
    Choosing,
    Filling,
    Refilling,
    Reshuffling,
    Table,
    Target,
    Theft,
    are_shown,
    lying,
    lying_cards,
)
from meldspec.indian_chief.table import Refill as MoreCards
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import Reshuffle

from ...bugs import Bug
from ...law import enumerated, law
from ...tables.indian_chief import (
    DealerRotation,
    LastServed,
    RestoreWhich,
    StubShortage,
    first,
    make,
    melds,
)

THREE = Size(hand=3)
"""Hands of three cards."""


@law(Bug(refill.lacking, "rules.size.hand -", "rules.size.melds -"))
def what_a_hand_lacks(zero: int, one: int, stolen: bool) -> bool:
    """A seat lacks as many cards as its hand has less than eight; a stolen card is in the hand.

    clause: indian-chief.refill.to-eight
    clause: indian-chief.thief.instead-of-draw
    pre: 0 <= zero <= 8 and 1 <= one <= 7
    post: _
    """
    hand = (*first(one), Card(40)) if stolen else first(one)
    table = Table(Seat(0), 1, (first(zero), hand), ())
    return refill.lacking(DEFAULT, table) == (8 - zero, (7 if stolen else 8) - one)


@law(Bug(refill.dealer_of, "table.turn - 1", "table.turn"))
def who_fills_the_hands_up(dealer: Seat, seats: int, turn: int, rotation: DealerRotation) -> bool:
    """The dealer fills the hands up in all turns; by a reading the next seat in each turn.

    clause: indian-chief.refill.by-dealer
    pre: 2 <= seats <= 4 and 0 <= dealer < seats and 1 <= turn <= 7
    post: _
    """
    rules = Rules(refill=Refill(dealer_rotation=rotation))
    hands = ((), (), (), ())
    table = Table(dealer, turn, hands[: seats % 5], ())
    passed = turn - 1 if rotation == "rotates_each_turn" else 0
    right = dealer + passed
    while right >= seats:
        right -= seats
    return refill.dealer_of(rules, table) == right


@enumerated(Bug(refill.order_of_cards, "if each < lack[seat]", "if lack[seat]"))
def who_gets_each_card() -> Iterator[tuple[object, bool]]:
    """The seat after the dealer gets all that it lacks, then the next, and the dealer comes last.

    By readings the dealer comes first, or cards go round one at a time past those that have eight.

    clause: indian-chief.refill.order
    clause: indian-chief.refill.by-dealer
    over: up to three cards lacking of each of three seats, every dealer, every reading
    """
    readings: tuple[LastServed, ...] = get_args(LastServed)
    for lack, dealer, reading in product(product(range(4), repeat=3), range(3), readings):
        rules = Rules(refill=Refill(shortage_last_served=reading))
        seats = [(dealer + 1) % 3, (dealer + 2) % 3]
        seats = [dealer, *seats] if reading == "dealer_first" else [*seats, dealer]
        right: list[int] = []
        if reading == "singles_from_left":
            left = list(lack)
            while any(left):
                for seat in seats:
                    if left[seat] > 0:
                        left[seat] -= 1
                        right.append(seat)
        else:
            for seat in seats:
                right += [seat] * lack[seat]
        table = Table(Seat(dealer), 1, ((), (), ()), ())
        yield (lack, dealer, reading), refill.order_of_cards(rules, table, lack) == right


@law(Bug(refill.hands_are_filled_up, "table.stock[len(served) :]", "table.stock[len(lack) :]"))
def hands_filled_up(dealer: Seat, zero: int, one: int) -> bool:
    """Each seat gets the cards that it lacks from the top of the stub, and the rest stays there.

    clause: indian-chief.refill.to-eight
    clause: indian-chief.refill.from-stub
    clause: indian-chief.refill.order
    clause: indian-chief.refill.after-scoring
    pre: 0 <= dealer < 2 and 0 <= zero <= 3 and 0 <= one <= 3
    post: _
    """
    rules = Rules(size=THREE)
    stock = tuple(map(Card, (40, 30, 20, 10, 41, 31, 21)))
    held = (tuple(map(Card, (42, 43, 44))), tuple(map(Card, (46, 47, 48))))
    hands = (held[0][: 3 - zero], held[1][: 3 - one])
    table = Table(dealer, 2, hands, stock, (), recycled=True)
    reached = refill.hands_are_filled_up.comes(rules, Filling(table))
    if zero == 0 and one == 0:
        return reached is None
    if dealer == 0:
        new_one, new_zero = stock[:one], stock[one : one + zero]
    else:
        new_zero, new_one = stock[:zero], stock[zero : zero + one]
    after = (sorted((*hands[0], *new_zero)), sorted((*hands[1], *new_one)))
    return reached == Filling(
        Table(
            dealer,
            2,
            (tuple(after[0]), tuple(after[1])),
            stock[zero + one :],
            recycled=True,
        )
    )


@law(Bug(refill.stub_is_short, "< sum", "<= sum"))
def a_stub_that_is_short(stock: int, zero: int, one: int) -> bool:
    """A stub with fewer cards than the hands lack waits for chance to make more of it.

    clause: indian-chief.refill.stub-short
    clause: indian-chief.refill.due
    pre: 0 <= stock <= 4 and 0 <= zero <= 3 and 0 <= one <= 3
    post: _
    """
    hands = (first(3 - zero), first(3 - one))
    table = Table(Seat(0), 2, hands, first(stock))
    reached = refill.stub_is_short.comes(Rules(size=THREE), Filling(table))
    return reached == (Refilling(table) if stock < zero + one else None)


@law(Bug(refill.restores_first, "==", "!="))
def what_is_dealt_first(shortage: StubShortage) -> bool:
    """A stub that is short is shuffled whole by one reading alone.

    clause: indian-chief.refill.stub-short
    post: _
    """
    rules = Rules(refill=Refill(stub_shortage=shortage))
    return refill.restores_first(rules) == (shortage == "restore_first")


def after_a_theft(
    left: tuple[Card, ...], stolen: bool, recycled: bool, aside: tuple[Card, ...]
) -> Table:
    """A table with this stub, two melds of which a card may be stolen, and these cards aside."""
    thefts = (Theft(Seat(0), Target(Seat(1), Card(7))),) if stolen else ()
    shown = (melds((Card(5),), (Card(7), Card(7), Card(20))),)
    hands = ((Card(48),), (Card(49),))
    return Table(Seat(0), 1, hands, left, shown, thefts, recycled, aside)


@law(Bug(lying_cards, ", *table.aside]", "]"))
def cards_that_lie_there(stolen: bool, recycled: bool, aside: bool) -> bool:
    """The melds of the turn lie there without stolen cards, until they are in the stub.

    Melds that lie aside lie there too.

    clause: indian-chief.refill.cards
    clause: indian-chief.restore.melds
    post: _
    """
    table = after_a_theft((), stolen, recycled, (Card(30), Card(31)) if aside else ())
    melded = () if recycled else (5, 7, 20) if stolen else (5, 7, 7, 20)
    right = [*melded, *((30, 31) if aside else ())]
    return lying_cards(table) == right and lying(table) == (
        () if recycled else ((5,), (7, 20) if stolen else (7, 7, 20))
    )


@law(Bug(refill.due_in_refill, "[*table.stock, *cards] if table.stock and", "cards if"))
def what_more_of_the_stub_is(
    stock: int, stolen: bool, aside: bool, wrong: int, shortage: StubShortage
) -> bool:
    """Chance adds to the stub the melds without stolen cards, and the cards that lie aside.

    By a reading the whole stub is in it too, and is shuffled with them.

    clause: indian-chief.refill.cards
    clause: indian-chief.refill.stub-short
    pre: 0 <= stock <= 2 and 0 <= wrong < 4
    post: _
    """
    rules = Rules(refill=Refill(stub_shortage=shortage))
    left = (Card(40), Card(39))[: stock % 3]
    table = after_a_theft(left, stolen, False, (Card(30),) if aside else ())
    there = ((30,) if aside else ()) + ((20, 7, 5) if stolen else (7, 20, 7, 5))
    due = tuple(
        map(Card, (*((39, 40)[2 - stock :] if shortage == "restore_first" else ()), *there))
    )
    due = due if stock != 1 or shortage != "restore_first" else (Card(40), *due[1:])
    action = MoreCards((due, due[1:], (*due, Card(7)), (*due[1:], Card(0)))[wrong % 4])
    reached = make(refill.REFILL, rules, Refilling(table), CHANCE, action)
    if wrong != 0:
        return reached == Refusal(("indian-chief.refill.cards",))
    stub = due if shortage == "restore_first" else (*left, *due)
    return reached == Filling(
        Table(Seat(0), 1, table.hands, stub, table.shown, table.stolen, True, ())
    )


@law(Bug(refill.make_more_of_the_stub, "table.stock + action.stock", "action.stock + table.stock"))
def cards_come_after_those_of_the_stub(a: Card, b: Card, top: Card, whole: bool) -> bool:
    """New cards come after those of the stub, or else the stub is wholly new.

    clause: indian-chief.refill.stub-short
    pre: 0 <= a < 52 and 0 <= b < 52 and 0 <= top < 52
    post: _
    """
    shown = (melds((a,), (b,)),)
    hands = ((Card(48),), (Card(49),))
    table = Table(Seat(0), 1, hands, (top,), shown)
    action = MoreCards((b, top, a) if whole else (b, a))
    after = refill.make_more_of_the_stub.makes(DEFAULT, Refilling(table), CHANCE, action)
    stub = (b, top, a) if whole else (top, b, a)
    return after == Filling(Table(Seat(0), 1, hands, stub, shown, (), True))


@law(Bug(restore.hands_are_full, "any(lacking", "all(lacking"))
def when_the_stub_is_shuffled(zero: int, one: int) -> bool:
    """Chance shuffles for the next turn only when no hand lacks a card.

    clause: indian-chief.restore.after-refill
    clause: indian-chief.restore.due
    pre: 0 <= zero <= 8 and 7 <= one <= 8
    post: _
    """
    table = Table(Seat(1), 3, (first(zero), first(one)), (Card(40),))
    reached = restore.hands_are_full.comes(DEFAULT, Filling(table))
    return reached == (Reshuffling(table) if zero == 8 and one == 8 else None)


@law(Bug(restore.due_in_reshuffle, "return left + melds", "return melds"))
def what_is_shuffled(
    stolen: bool, recycled: bool, aside: bool, wrong: int, which: RestoreWhich
) -> bool:
    """The new stub has just the cards that no seat holds; by a reading without this turn's melds.

    These lie aside then, and no longer those that lay aside before.

    clause: indian-chief.restore.cards
    clause: indian-chief.restore.melds
    clause: indian-chief.restore.shuffle
    pre: 0 <= wrong < 4
    post: _
    """
    rules = Rules(restore=Restore(restore_which=which))
    left = (Card(40), Card(39))
    table = after_a_theft(left, stolen, recycled, (Card(30), Card(31)) if aside else ())
    melded = () if recycled else (5, 7, 20) if stolen else (5, 7, 7, 20)
    lag = which == "one_turn_lag"
    due = tuple(map(Card, (*(() if lag else melded), 39, *((31, 30) if aside else ()), 40)))
    action = Reshuffle((due, due[1:], (*due, Card(48)), (*due[1:], Card(8)))[wrong % 4])
    reached = make(restore.RESHUFFLE, rules, Reshuffling(table), CHANCE, action)
    if wrong != 0:
        return reached == Refusal(("indian-chief.restore.cards",))
    waiting = tuple(map(Card, melded)) if lag else ()
    after = Table(Seat(0), 2, table.hands, due, table.shown, aside=waiting)
    return reached == Choosing(after, (None, None))


@law(Bug(restore.begin_the_next_turn, "turn=table.turn + 1", "turn=len(table.shown)"))
def the_next_turn(dealer: Seat, turn: int, top: Card, under: Card, recycled: bool) -> bool:
    """With the new stub the next turn begins: nobody has chosen, and nothing is stolen.

    clause: indian-chief.restore.shuffle
    clause: indian-chief.restore.melds
    pre: 0 <= dealer < 2 and 1 <= turn <= 6 and 0 <= top < 52 and 0 <= under < 52
    post: _
    """
    shown = (melds((top,), (under,)),) * turn
    hands = ((Card(48),), (Card(49),))
    stock = (top, under) if recycled else ()
    table = Table(dealer, turn, hands, stock, shown, (), recycled)
    state, action = Reshuffling(table), Reshuffle((under, top))
    after = restore.begin_the_next_turn.makes(DEFAULT, state, CHANCE, action)
    return after == Choosing(Table(dealer, turn + 1, hands, (under, top), shown), (None, None))


@law(
    Bug(
        refill.cards_are_due_in_refill,
        "sorted(action.stock) == sorted(",
        "set(action.stock) == set(",
    )
)
def like_cards_of_a_refill(sevens: int, stolen: bool, other: bool) -> bool:
    """Chance adds each card to the stub as often as it lies there.

    clause: indian-chief.refill.cards
    pre: 0 <= sevens <= 3
    post: _
    """
    table = after_a_theft((), stolen, False, ())
    stock = (*(Card(7),) * sevens, Card(20), Card(5), *((Card(8),) if other else ()))
    state = Refilling(table)
    holds = refill.cards_are_due_in_refill.holds(DEFAULT, state, CHANCE, MoreCards(stock))
    return holds == (not other and sevens == (1 if stolen else 2))


@law(
    Bug(
        restore.cards_are_due_in_reshuffle,
        "sorted(action.stock) == sorted(",
        "set(action.stock) >= set(",
    )
)
def like_cards_of_a_shuffle(sevens: int, stolen: bool, other: bool) -> bool:
    """The new stub has each card as often as no seat holds it.

    clause: indian-chief.restore.cards
    pre: 0 <= sevens <= 4
    post: _
    """
    table = after_a_theft((Card(7),), stolen, False, ())
    stock = (*(Card(7),) * sevens, Card(20), Card(5), *((Card(8),) if other else ()))
    state = Reshuffling(table)
    holds = restore.cards_are_due_in_reshuffle.holds(DEFAULT, state, CHANCE, Reshuffle(stock))
    return holds == (not other and sevens == (2 if stolen else 3))


@law(Bug(are_shown, "== table.turn", ">= table.turn - 1"))
def when_melds_lie_there(turn: int, shown: int) -> bool:
    """Melds lie there once those of this turn are shown; those of the turn before do not.

    clause: indian-chief.turn.simultaneous
    clause: indian-chief.thief.card-lies-there
    pre: 1 <= turn <= 7 and turn - 1 <= shown <= turn
    post: _
    """
    table = Table(Seat(0), turn, ((), ()), (), (melds((Card(5),), (Card(6),)),) * shown)
    there = shown == turn
    return are_shown(table) == there and lying(table) == (((5,), (6,)) if there else ())
