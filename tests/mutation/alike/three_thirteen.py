"""Changes of Three Thirteen that no trial finds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, Final

from meldspec.cards import Card, parse, parse_all
from meldspec.hands import Hand
from meldspec.play import Seat
from meldspec.three_thirteen.options import DEFAULT, Match, Meld, Out, Rules, Score
from meldspec.three_thirteen.table import BeforeDeal, Ledger, Over, Result, Table, TurnDone

from . import Inputs, InputsOf, Reason

SEATS: Final = range(2, 9)

PACK: Final = parse_all(["3C", "3D", "9C", "9D", "9H", "TC", "JC", "KD"])
"""Cards for sets and for a run, threes and nines among them, and a card that fits no other."""

WILD: Final = (2, 8)
"""Threes, and nines."""

MELDS: Final = tuple(
    Meld(set_duplicates=duplicates, set_max=most)
    for duplicates in ("allowed", "distinct_suits")
    for most in ("unbounded", "four")
)

PRICES: Final = tuple(
    Score(unmelded_wild_value=price)
    for price in ("face", "fifteen", "twenty", "twenty_five", "fifty")
)


def hands(most: int) -> Iterator[Hand]:
    """All hands of so many cards at the most, of two copies of the pack."""
    whole = sorted(PACK + PACK)
    for size in range(most + 1):
        yield from sorted(set(combinations(whole, size)))


def table(
    seats: int, mover: int = 0, *, dealer: int = 0, hand: Hand = (), out: int | None = None
) -> Table:
    """A table of the first hand at which each other seat holds a nine and the king."""
    held: list[Hand] = [(parse("9C"), parse("KD"))] * seats
    held[mover] = hand
    return Table(
        dealer=Seat(dealer),
        hand_number=1,
        mover=Seat(mover),
        hands=tuple(held),
        stock=(),
        discard=(parse("JC"),),
        ledger=Ledger((0,) * seats, (0,) * seats),
        out=None if out is None else Seat(out),
    )


def _deadwood() -> Iterator[tuple[Any, ...]]:
    every = [Rules(meld=one, score=price) for one, price in product(MELDS, PRICES)]
    yield from product(every, hands(5), WILD)


def _melds() -> Iterator[tuple[Any, ...]]:
    yield from product([Rules(meld=one) for one in MELDS], hands(6), WILD)


def _ways_out() -> Iterator[tuple[Any, ...]]:
    moments = (Out(), Out(out_test_moment="before_discard"))
    every = [Rules(meld=one, out=each) for one in MELDS for each in moments]
    for rules, hand in product(every, hands(5)):
        discards: list[Card | None] = [None, *dict.fromkeys(hand)]
        for discard in discards:
            yield rules, table(2, hand=hand), discard


def _ends() -> Iterator[tuple[Any, ...]]:
    for seats in SEATS:
        for mover, out in product(range(seats), (None, *range(seats))):
            yield DEFAULT, TurnDone(table(seats, mover, out=out))


def _dealers() -> Iterator[tuple[Any, ...]]:
    every = (Rules(), Rules(match=Match(rotation_direction="right")))
    for rules, seats in product(every, SEATS):
        for dealer in range(seats):
            none = (0,) * seats
            yield rules, BeforeDeal(Seat(dealer), 1, Ledger(none, none))
            yield rules, Over(table(seats, dealer=dealer), Result(Seat(0), none, (), none))


def _ledgers() -> Iterator[tuple[Any, ...]]:
    every = (Rules(), Rules(match=Match(tie="most_hands_won")))
    for rules, seats in product(every, (2, 3, 4)):
        numbers = tuple(product(range(3), repeat=seats))
        for scores, outs in product(numbers, numbers):
            yield rules, Ledger(scores, outs)


_OF_THE_PACK: Final = (
    "two copies each of 3C 3D 9C 9D 9H TC JC KD, by both numbers of both questions on sets"
)

INPUTS: Final[InputsOf] = {
    "three_thirteen.deadwood.deadwood": Inputs(
        f"all hands of up to five cards, {_OF_THE_PACK} and all prices, threes or nines wild",
        _deadwood,
    ),
    "three_thirteen.meld.kind_of": Inputs(
        f"all hands of up to six cards, {_OF_THE_PACK}, threes or nines wild", _melds
    ),
    "three_thirteen.out.all_in_melds": Inputs(
        f"all hands of up to six cards, {_OF_THE_PACK}, threes or nines wild", _melds
    ),
    "three_thirteen.out.can_go_out": Inputs(
        f"all hands of up to five cards with each discard and none, {_OF_THE_PACK}, before and "
        "after the discard, threes wild",
        _ways_out,
    ),
    "three_thirteen.out.end_the_hand": Inputs(
        "two to eight seats, each as the mover, with nobody out or each seat out", _ends
    ),
    "three_thirteen.match.next_dealer": Inputs(
        "two to eight seats, each as the dealer of the first hand or of the last one, both ways",
        _dealers,
    ),
    "three_thirteen.match.match_winners": Inputs(
        "two to four seats, each with a score and a number of hands won from 0 to 2, both readings",
        _ledgers,
    ),
}

REASONS: Final[tuple[Reason, ...]] = (
    Reason(
        names=("54a5f0f6", "36aa4201", "c156a658"),
        why=(
            "The price of a wild card is read, or compared, for more hands, and no hand counts "
            "otherwise: all inputs of `deadwood` give the same, and so does every state of the "
            "small table. `test_a_hand_is_counted_with_the_readings_that_change_its_points` asks "
            "for which hands it is read."
        ),
    ),
    Reason(
        names=("b0e48d3e",),
        why=(
            "Stricter limits than any reading has only let the readings be read for more hands: "
            "all inputs of `deadwood`, `kind_of` and `all_in_melds` give the same. "
            "`test_a_hand_is_counted_with_the_readings_that_change_its_points` asks about four "
            "eights."
        ),
    ),
    Reason(
        names=("dba34564",),
        why=(
            "Where sets have no greatest size a wild card joins any meld, so its price counts only "
            "in a hand without one; by the strictest limits such a hand has none either. All "
            "inputs of `deadwood` give the same."
        ),
    ),
    Reason(
        names=(
            "2c88909f",
            "2666071b",
            "03d1b5af",
            "deea8c9d",
            "6219f17e",
            "ffc2f959",
            "34aa2b8d",
            "65d4ebe3",
            "7323155a",
        ),
        why=(
            "A wrong deal that one condition of packs or sizes refuses is refused by another one "
            "besides, and the protocol wants one of the clauses only. "
            "`test_packs_and_hands_have_their_size` asks for exactly one, and every state of the "
            "small table is the same."
        ),
    ),
    Reason(
        names=("dfae4a7f",),
        why="The rank after the kings, which a twelfth hand would have, is the rank of no card.",
    ),
    Reason(
        names=("484d7a3a",),
        why=(
            "The two consequences come in different phases, after a draw and after a turn, so "
            "their order is never asked for; every state of the small table is the same."
        ),
    ),
    Reason(
        names=("68d3ff7e", "1153e902"),
        why=(
            "The hands that each seat has won are only compared with one another, and no view or "
            "result has them; every state of the small table is the same."
        ),
    ),
    Reason(
        names=("8c1a52a1", "7183f7ed"),
        why="The number is the size of a cache; every state of the small table is the same.",
    ),
    Reason(
        names=("6134c4a4", "3560679f"),
        why=(
            "Every case that names a deck has the number of the hand. "
            "`test_a_deck_that_names_no_hand_is_dealt_for_the_first` leaves it out."
        ),
    ),
    Reason(
        names=("32f834da",),
        why=(
            "Lines of no points are added to a receipt, which no case states and which still adds "
            "up. `test_the_result_of_a_hand` asks for the lines."
        ),
    ),
    Reason(
        names=("4769db36", "9a1b75a2", "51e34451"),
        why=(
            "Whether chance has another hand to deal is no part of the protocol; the rooms that "
            "play by chance ask it. `test_after_the_last_hand_nothing_is_dealt` and "
            "`test_the_result_of_a_hand` do, too."
        ),
    ),
)
