"""Readings are asked only where they make a difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from typing import NoReturn, TypeVar, get_args

from meldspec.cards import Card
from meldspec.indian_chief import beggar, chief, doctor, refill, restore, thief
from meldspec.indian_chief.options import PokerAce, PokerTwoPack
from meldspec.indian_chief.table import Meld, Table, Target, Theft
from meldspec.play import Seat

from ...bugs import Bug
from ...law import enumerated, law
from ...plain import indian_chief as plain
from ...tables.indian_chief import FAILED, LAWYER, first, melds

Found = TypeVar("Found")


class AskedError(Exception):
    """A reading was asked."""


class Unread:
    """Rules of which no option may be read but those that are given."""

    def __init__(self, **given: object) -> None:
        """With the options that may be read."""
        self.__dict__.update(given)

    def __getattr__(self, name: str) -> NoReturn:
        raise AskedError(name)


def found_by(rules: Unread, function: Callable[..., Found], *rest: object) -> Found | None:
    """What a function finds by these rules; None if it reads an option that is not there."""
    try:
        return function(rules, *rest)
    except AskedError:
        return None


def unasked(function: Callable[..., Found], *rest: object) -> Found | None:
    """What a function finds by rules of which no option is read; None if one is."""
    return found_by(Unread(), function, *rest)


@enumerated(Bug(chief._matters, "len(found) > 1", "len(found) > 0"))
def where_poker_is_read() -> Iterator[tuple[object, bool]]:
    """Where an ace stands is asked just where seven cards score otherwise by another reading of it.

    So it is asked whether a flush may have like cards.

    clause: indian-chief.chief.sum
    clause: indian-chief.poker.straight
    clause: indian-chief.poker.flush
    over: every seven of one pack of ten to ace in 2 suits, and of two packs of ace to five in one
    over: by every reading of one of the two, while the other cannot be read
    """
    aces, packs = get_args(PokerAce), get_args(PokerTwoPack)
    royal = [suit + number for suit in (0, 13) for number in (0, 9, 10, 11, 12)]
    chief._chief_scores.cache_clear()
    chief.best.cache_clear()
    for pack, copies in ((royal, 1), (list(range(5)), 2)):
        for hand in plain.many(pack, 7, copies):
            meld = Meld(tuple(map(Card, hand)))
            scores = {
                (ace, alike): max(
                    plain.poker(five, ace != "high_only", ace != "low_only", alike == "highest")
                    + sum(map(plain.face, two)) % 10
                    for five, two in plain.divisions(hand)
                )
                for ace, alike in product(aces, packs)
            }
            same = all(
                scores[ace, alike] == scores[aces[0], alike] for ace in aces for alike in packs
            )
            for alike in packs:
                rules = Unread(poker=Unread(poker_two_pack=alike))
                right = scores[aces[0], alike] if same else None
                yield (hand, alike), found_by(rules, chief.chief_score, meld) == right
            for ace in aces:
                rules = Unread(poker=Unread(poker_ace=ace))
                right = scores[ace, packs[0]]
                asked = right != scores[ace, packs[1]]
                found = found_by(rules, chief.chief_score, meld)
                yield (hand, ace), found == (None if asked else right)


@enumerated(Bug(thief.thief_order, "if all(", "if any("))
def where_the_order_is_read() -> Iterator[tuple[object, bool]]:
    """The order is asked just where three thieves steal in another one by some reading.

    clause: indian-chief.thief.order
    over: every three ranks of three thieves
    """
    for ranks in product(range(13), repeat=3):
        shown = melds(*((Card(number + 13 * seat),) for seat, number in enumerate(ranks)))
        orders = {
            tuple(
                tuple(seat for seat in range(3) if keys[seat] == key) for key in sorted(set(keys))
            )
            for keys in (
                ranks,
                tuple((number - 1) % 13 for number in ranks),
                tuple(map(plain.face, ranks)),
            )
        }
        found = unasked(thief.thief_order, shown)
        yield ranks, found == (orders.pop() if len(orders) == 1 else None)


@enumerated(Bug(beggar.beggar_score, "if facing == [seats[0]]:", "if len(facing) == 1:"))
def where_the_scope_is_read() -> Iterator[tuple[object, bool]]:
    """Whose cards count is asked just where another than the next seat has one that matches.

    clause: indian-chief.beggar.matches
    over: every Beggar Man of two different ranks of three, for each of three seats
    over: against every one or two cards of these ranks of either of the others
    """
    others = [cards for size in (1, 2) for cards in combinations_with_replacement((0, 1, 2), size)]
    for own, one, two, seat in product(((0, 1), (0, 2), (1, 2)), others, others, range(3)):
        by_seat = [Meld(())] * 3
        by_seat[seat] = Meld(tuple(map(Card, own)))
        by_seat[(seat + 1) % 3] = Meld(tuple(map(Card, one)))
        by_seat[(seat + 2) % 3] = Meld(tuple(map(Card, two)))
        shown = (tuple(by_seat),)
        found = unasked(beggar.beggar_score, shown, Seat(seat))
        matches = sum(card in own for card in one)
        last = any(card in own for card in two)
        yield (seat, own, one, two), found == (None if last else 2 * matches)


@law(Bug(doctor.is_doctor, "if rank(hearts[0]) == ACE:", "if hearts:"))
def where_a_doctor_is_read(ace_of_hearts: bool, king: bool, queen: bool) -> bool:
    """A Doctor of one heart that is no ace, or six cards without a heart, ask for no reading.

    clause: indian-chief.doctor.heart
    clause: indian-chief.doctor.ace
    post: _
    """
    cards = (
        Card(26 if ace_of_hearts else 0),
        *map(Card, (1, 15, 16)),
        Card(37 if queen else 11),
        Card(38 if king else 12),
    )
    found = unasked(doctor.is_doctor, cards)
    hearts = (1 if ace_of_hearts else 0) + (1 if king else 0) + (1 if queen else 0)
    if hearts == 0:
        return found is False
    return found is (True if hearts == 1 and not ace_of_hearts else None)


@law(Bug(thief.may_be_robbed, "qualifies(rules, table.shown[-1][seat].cards) or", "False or"))
def where_robbing_is_read(kind: int) -> bool:
    """Whether failed melds are safe is asked only of a meld that has failed.

    clause: indian-chief.thief.valid-melds-only
    clause: indian-chief.thief.may-steal
    pre: 0 <= kind < 7
    post: _
    """
    row = tuple(first(size) for size in (1, 2, 3, 5, 7))
    table = Table(Seat(0), 1, ((), ()), (), (melds((*row, LAWYER, FAILED)[kind % 7], first(1)),))
    found = unasked(thief.may_be_robbed, table, 0)
    return found is (None if kind == 6 else True)


@law(Bug(thief.takers, "if len(clashing) == len(wanted):", "if False:"))
def where_a_clash_is_read(one: int, two: int) -> bool:
    """The price of a clash is asked only where some clash and others do not, or one claims nothing.

    Of two tied thieves only a claim of nothing beside another claim is a case for a reading.

    clause: indian-chief.thief.tie
    pre: 0 <= one < 4 and 0 <= two < 4
    post: _
    """
    cards = ((Card(6),), (Card(19),), (Card(1), Card(2), Card(3)))
    table = Table(Seat(0), 1, ((), (), ()), (), (melds(*cards),))
    targets = (None, *(Target(Seat(2), Card(number)) for number in (1, 2, 3)))
    claimed = ((Seat(0), targets[one % 4]), (Seat(1), targets[two % 4]))
    found = unasked(thief.takers, table, claimed)
    if (one == 0) != (two == 0):
        return found is None
    if one == two:
        return found == ()
    thefts = tuple(Theft(seat, target) for seat, target in claimed if target is not None)
    return found == thefts


@law(Bug(refill.order_of_cards, "sum(map(bool, lack)) == 1", "sum(lack) == 1"))
def where_the_order_of_cards_is_read(zero: int, one: int, two: int) -> bool:
    """In which order hands are filled up is asked only where two seats lack cards.

    clause: indian-chief.refill.order
    pre: 0 <= zero <= 3 and 0 <= one <= 3 and 0 <= two <= 3 and zero + one + two > 0
    post: _
    """
    table = Table(Seat(0), 2, ((), (), ()), ())
    found = unasked(refill.order_of_cards, table, (zero, one, two))
    if (zero > 0) + (one > 0) + (two > 0) > 1:
        return found is None
    right = [*([0] * zero), *([1] * one), *([2] * two)]
    return found == right


@law(Bug(refill.dealer_of, "moved == table.dealer or", ""))
def where_the_dealer_is_read(dealer: Seat, seats: int, turn: int) -> bool:
    """Whether the dealer passes on is asked only where another seat would be the dealer now.

    clause: indian-chief.refill.by-dealer
    pre: 2 <= seats <= 4 and 0 <= dealer < seats and 1 <= turn <= 7
    post: _
    """
    table = Table(dealer, turn, ((), (), (), ())[: seats % 5], ())
    found = unasked(refill.dealer_of, table)
    back = turn == 1 or turn == seats + 1 or turn == 2 * seats + 1 or turn == 3 * seats + 1
    return found == (dealer if back else None)


@law(Bug(restore.due_in_reshuffle, "if melds and", "if"))
def where_the_shuffle_is_read(recycled: bool, stolen: bool) -> bool:
    """Whether melds wait a turn is asked only where some lie there.

    clause: indian-chief.restore.cards
    clause: indian-chief.restore.melds
    post: _
    """
    thefts = (Theft(Seat(0), Target(Seat(1), Card(7))),) if stolen else ()
    shown = (melds((Card(7),), (Card(7),)),)
    both = (Theft(Seat(1), Target(Seat(0), Card(7))), *thefts)
    table = Table(Seat(0), 1, ((), ()), (Card(40),), shown, both, recycled, (Card(30),))
    found = unasked(restore.due_in_reshuffle, table)
    return found == ([40, 30] if recycled or stolen else None)
