"""Positions that are stated: a match at the beginning of a turn, after melds that were shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from meldspec.cards import Card, small_pack, text
from meldspec.indian_chief import deck, given
from meldspec.indian_chief.options import Rules, Size
from meldspec.indian_chief.table import BeforeDeal, Choosing, Table
from meldspec.play import Refusal, Seat
from meldspec.wire import JSON, WireError

from ...bugs import Bug
from ...law import enumerated
from ...tables.indian_chief import first, melds

PACK = small_pack(9, 2)
RULES = Rules(size=Size(pack=PACK, hand=1))
"""A game of eighteen cards with hands of one, and all seven melds."""


def words(cards: tuple[Card, ...]) -> list[JSON]:
    """Cards as they are written."""
    return [*map(text, cards)]


def second(cards: int) -> tuple[Card, ...]:
    """So many cards of the second suit."""
    return PACK[9 : 9 + cards]


def stated(dealer: int, sizes: list[tuple[int, int]], stock: int = 16) -> object:
    """The match of two seats after these numbers of cards were shown; None if it cannot be."""
    shown: list[JSON] = [[words(first(zero)), words(second(one))] for zero, one in sizes]
    hands: list[JSON] = [words(PACK[:1]), words(PACK[1:2])]
    do: dict[str, JSON] = {"type": "deal", "hands": hands, "stock": words(PACK[2 : 2 + stock])}
    try:
        return given.standing(RULES, BeforeDeal(Seat(dealer), 2), do, {"shown": shown})
    except WireError:
        return None


@enumerated(Bug(given.standing, "len(shown) + 1", "len(shown)"))
def a_match_that_is_stated() -> Iterator[tuple[object, bool]]:
    """A stated match stands at the beginning of the turn after those whose melds are stated.

    clause: indian-chief.match.seven-turns
    clause: indian-chief.turn.no-repeat
    over: two seats, either dealer, melds of the first turns up to seven, from each number on
    """
    for dealer, turns, start in product((0, 1), range(8), range(7)):
        sizes = [(turn + 1, (turn + start) % 7 + 1) for turn in range(turns)]
        shown = tuple(melds(first(zero), second(one)) for zero, one in sizes)
        table = Table(Seat(dealer), turns + 1, (PACK[:1], PACK[1:2]), PACK[2:], shown)
        right = Choosing(table, (None, None)) if turns < 7 else None
        yield (dealer, turns, start), stated(dealer, sizes) == right


@enumerated(Bug(given._shown, "sizes.count(size) > 1", "sizes.count(size) > 2"))
def melds_that_cannot_have_been_shown() -> Iterator[tuple[object, bool]]:
    """Melds are stated of one to seven cards, and of no number twice for a seat.

    clause: indian-chief.melds.sizes
    clause: indian-chief.turn.must-meld
    clause: indian-chief.turn.no-repeat
    over: every number of cards from none to eight in two turns, for either of two seats
    """
    for one, two, seat in product(range(9), range(9), (0, 1)):
        own, other = (one, two), (3, 5)
        sizes = [
            (own[turn], other[turn]) if seat == 0 else (other[turn], own[turn]) for turn in (0, 1)
        ]
        can = 1 <= one <= 7 and 1 <= two <= 7 and one != two
        yield (one, two, seat), (stated(0, sizes) is not None) == can


@enumerated(
    Bug(
        deck._deals_the_deck,
        "is_whole_deck(rules, state.seats, action.cards)",
        "bool(action.cards)",
    ),
)
def a_deal_that_is_refused() -> Iterator[tuple[object, bool]]:
    """The hands and the stub of a stated match are refused as they are when they are dealt.

    clause: indian-chief.deck.one
    over: either dealer, with a stub of up to sixteen cards
    """
    for dealer, stock in product((0, 1), range(17)):
        reached = stated(dealer, [], stock)
        if stock == 16:
            yield (dealer, stock), isinstance(reached, Choosing)
        else:
            yield (dealer, stock), reached == Refusal(("indian-chief.deck.one",))
