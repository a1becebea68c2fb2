"""Hard places of Carousel: what follows was worked out from the text before it was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations, product
from typing import Final, TypeAlias

import pytest

from meldcheck.explore.carousel import deck_of
from meldspec import play as shared
from meldspec.cards import JOKER, ONE_PACK, Card, text
from meldspec.carousel.deal import dealt
from meldspec.carousel.game import GAME
from meldspec.carousel.joker import FREEING, names_are_kept
from meldspec.carousel.match import finishers, match_is_over, match_winners, next_dealer, totals
from meldspec.carousel.meld import best, kind_of
from meldspec.carousel.options import DEFAULT
from meldspec.carousel.players import begin
from meldspec.carousel.rearrange import REARRANGE
from meldspec.carousel.score import deadwood, settle
from meldspec.carousel.search import could_play, manner
from meldspec.carousel.table import (
    DECLINE,
    KNOCK,
    SOME_REARRANGEMENT,
    Action,
    BeforeDeal,
    Drawing,
    End,
    Knocking,
    Ledger,
    Melding,
    Over,
    Rearrange,
    State,
    table_of,
)
from meldspec.carousel.view import Phase, view
from meldspec.manipulation import (
    By,
    Manner,
    Placed,
    best_play,
    is_stand_in,
    keeps_identities,
    stand_in,
    stands_for,
)
from meldspec.manipulation import Table as Melds
from meldspec.play import CHANCE, Actor, Refusal, Seat
from meldspec.table import DRAW, Deal

from ..plays import card, cards, hand
from .walks import (
    acted,
    melds,
    played,
    position,
    rearranging,
    table_in,
    with_readings,
)

Readings: TypeAlias = "dict[str, str | int]"

# ── rearrangements ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Case:
    """A turn, the table that a seat leaves, and what is left of its hand or why it is refused."""

    name: str
    held: str
    on_table: str
    action: str
    expected: str | tuple[str, ...]
    readings: Readings = field(default_factory=dict)
    seats: int = 2

    def holds(self) -> None:
        """What is expected comes of it."""
        rules = with_readings(**self.readings)
        table = position(self.held, self.on_table, others=("KC",) * (self.seats - 1))
        reached = GAME.step(rules, Melding(table), Seat(0), rearranging(self.action))
        if isinstance(self.expected, str):
            assert isinstance(reached, Knocking), reached
            assert reached.table.hands[0] == hand(self.expected)
            assert reached.table.melds == rearranging(self.action).table
            assert reached.table.hands[1:] == table.hands[1:]
        else:
            assert reached == Refusal(self.expected)


WRONG: Final = ("carousel.rearrange.end-valid",)
FROM_HAND: Final = ("carousel.rearrange.from-hand",)
AS_NAMED: Final = ("carousel.rearrange.as-named",)
PICKED_UP: Final = ("carousel.rearrange.no-pickup",)
NO_CARD: Final = ("carousel.rearrange.needs-hand-card",)
NAMED: Final = ("carousel.joker.keeps-identity",)


def cases() -> Iterator[Case]:
    """All of them."""
    yield from melds_and_tables()
    yield from what_is_there()
    yield from jokers()
    yield from freed_jokers()
    yield from by_readings()


def melds_and_tables() -> Iterator[Case]:
    """What a table may be made into."""
    yield Case("a set", "7C 7D 7H KD", "", "7C 7D 7H to 7C 7D 7H", "KD")
    yield Case("a set of four", "7C 7D 7H 7S", "", "7C 7D 7H 7S to 7C 7D 7H 7S", "")
    yield Case("a run", "7C 8C 9C KD", "", "7C 8C 9C to 7C 8C 9C", "KD")
    yield Case("two melds", "7C 7D 7H 2S 3S 4S", "", "7C 7D 7H 2S 3S 4S to 7C 7D 7H / 2S 3S 4S", "")
    yield Case("not two cards", "7C 7D KD", "", "7C 7D to 7C 7D", WRONG)
    yield Case("nor one", "7C KD", "", "7C to 7C", WRONG)
    yield Case("nor a gap", "7C 8C TC", "", "7C 8C TC to 7C 8C TC", WRONG)
    yield Case("nor two suits", "7C 8C 9D", "", "7C 8C 9D to 7C 8C 9D", WRONG)
    yield Case("ace low", "AC 2C 3C", "", "AC 2C 3C to AC 2C 3C", "")
    yield Case("ace high", "QC KC AC", "", "QC KC AC to QC KC AC", "")
    yield Case("not between", "KC AC 2C", "", "KC AC 2C to KC AC 2C", WRONG)
    alike = "7C 7C 7D to 7C 7C 7D"
    yield Case("not a suit twice", "7C 7C 7D", "", alike, WRONG, seats=3)
    five = "7C to 7C 7C 7D 7H 7S"
    yield Case("nor in a set of four", "7C", "7C 7D 7H 7S", five, WRONG, seats=3)

    yield Case("onto a run", "6D KD", "7D 8D 9D", "6D to 6D 7D 8D 9D", "KD")
    yield Case("onto a set", "6D KD", "6C 6H 6S", "6D to 6C 6D 6H 6S", "KD")
    three = "JH to 8D 9D TD / QS KS AS / JD JS JH"
    yield Case("three jacks", "JH 2C", "8D 9D TD JD / JS QS KS AS", three, "2C")
    tens = "8H 9H to TC TD TS / 8H 9H TH"
    yield Case("from a set of four", "8H 9H", "TC TD TH TS", tens, "")
    sevens = "7C 7S to 4D 5D 6D / 7C 7D 7S"
    yield Case("from the end of a run", "7C 7S", "4D 5D 6D 7D", sevens, "")
    split = "6D 6H to 3S 4S 5S / 7S 8S 9S / 6D 6H 6S"
    yield Case("from the middle of a long one", "6D 6H", "3S 4S 5S 6S 7S 8S 9S", split, "")
    anew = "4H 5H 6S to 4C 4D 4H / 5C 5D 5H / 6C 6D 6S"
    yield Case("all anew", "4H 5H 6S", "4C 5C 6C / 4D 5D 6D", anew, "")
    gap = "6D 6H to 5S 7S / 6D 6H 6S"
    yield Case("a gap is left", "6D 6H", "5S 6S 7S", gap, WRONG)
    short = "TC TH to 8D 9D / TC TD TH"
    yield Case("two cards are left", "TC TH", "8D 9D TD", short, WRONG)


def what_is_there() -> Iterator[Case]:
    """Cards go from the hand to the table, those that are named, and none back."""
    there = "7C 7D 7H 7S"
    yield Case("not in the hand", "7C KD", "", "7C 7D 7H to 7C 7D 7H", FROM_HAND)
    yield Case(
        "not twice in it",
        "7C 8C 9C",
        "7C 8C 9C",
        f"7C 7C 8C 8C 9C 9C to {'7C 8C 9C /' * 2} 7C 8C 9C",
        FROM_HAND,
        seats=3,
    )
    yield Case("more than is named", "7C 7D 7H", "", "7C 7D to 7C 7D 7H", AS_NAMED)
    yield Case("less than is named", "7C 7D 7H KD", "", "7C 7D 7H KD to 7C 7D 7H", AS_NAMED)
    other = "KC KD KS to 7C 7D 7H / KC KD KH"
    yield Case("others than are named", "KC KD KH KS", "7C 7D 7H", other, AS_NAMED)
    both = ("carousel.rearrange.from-hand", "carousel.rearrange.as-named")
    yield Case("neither", "7C 7D", "", "7C 7D 7S to 7C 7D 7H", both)
    yield Case("a like card lies there", "7C", "7C 7D 7H", "7C to 7C 7D 7H", AS_NAMED, seats=3)
    yield Case("a joker is named", "7C 7D 7H *", "", "7C 7D * to 7C 7D 7H", AS_NAMED)

    yield Case("nothing is played", "KC", "4D 5D 6D", "4D 5D 6D", NO_CARD)
    moved = "4D 5D 6D / 7C 7D 7H 7S"
    yield Case("a card is moved", "KC", "4D 5D 6D 7D / 7C 7H 7S", moved, NO_CARD)
    allowed: Readings = {"rearrange_only": "allowed"}
    yield Case("that will do", "KC", "4D 5D 6D 7D / 7C 7H 7S", moved, "KC", allowed)
    yield Case("even the same", "KC", "4D 5D 6D", "4D 5D 6D", "KC", allowed)
    yield Case("but not nothing", "KC", "", "", NO_CARD, allowed)
    yield Case("nor nothing at all", "KC", "", "", NO_CARD)
    nothing_left = ("carousel.rearrange.needs-hand-card", "carousel.rearrange.no-pickup")
    yield Case("no table is left", "KC", "4D 5D 6D", "", nothing_left)
    yield Case("nor by that reading", "KC", "4D 5D 6D", "", PICKED_UP, allowed)

    kings = "KC KD KH to 7C 7D 7H / KC KD KH"
    yield Case("a seven is gone", "KC KD KH", there, kings, PICKED_UP)
    kept = "KC KD KH to 7C 7D 7H 7S / KC KD KH"
    yield Case("it lies there still", "KC KD KH", there, kept, "")
    torn = "KC KD KH to 7C 7D / KC KD KH"
    twice = ("carousel.rearrange.no-pickup", "carousel.rearrange.end-valid")
    yield Case("two sevens are gone", "KC KD KH", there, torn, twice)


def jokers() -> Iterator[Case]:
    """What a joker is played as, and what it then is."""
    declare = ("carousel.joker.declare",)
    yield Case("as a seven", "7C 7D *", "", "7C 7D * to 7C 7D *7S", "")
    yield Case("in a run", "7C 9C *", "", "7C 9C * to 7C *8C 9C", "")
    yield Case("as an ace", "QC KC *", "", "QC KC * to QC KC *AC", "")
    yield Case("as nothing", "7C 7D *", "", "7C 7D * to 7C 7D *", declare)
    both = ("carousel.joker.declare", "carousel.rearrange.end-valid")
    yield Case("as nothing, beside", "7C 7D * 2C 2D", "", "7C 7D * 2C 2D to 7C 7D * / 2C 2D", both)
    yield Case("as nothing, alone", "7C 7D 7H *", "", "7C 7D 7H * to 7C 7D 7H / *", declare)
    yield Case(
        "undeclared later", "2C 2D 2H", "7C 7D *7S", "2C 2D 2H to 7C 7D * / 2C 2D 2H", declare
    )
    yield Case("as an eight", "7C 7D *", "", "7C 7D * to 7C 7D *8S", WRONG)
    yield Case("as one that is there", "7C 7D *", "", "7C 7D * to 7C 7D *7C", WRONG)
    laid = "7S to 7C 7D 7S *7S"
    yield Case("onto the joker", "7S", "7C 7D *7S", laid, WRONG)
    yield Case("beside it", "7H", "7C 7D *7S", "7H to 7C 7D 7H *7S", "")
    back = ("carousel.joker.no-return",)
    yield Case("taken back", "7S", "7C 7D *7S", "7S to 7C 7D 7S", back)
    lost = ("carousel.joker.no-return", "carousel.joker.keeps-identity")
    yield Case("taken away", "7H", "7C 7D *7S", "7H to 7C 7D 7H", lost)

    four = "7C 7D 7H *7S"
    run = "6S 8S to 7C 7D 7H / 6S *7S 8S"
    yield Case("moved", "6S 8S", four, run, "")
    yield Case("renamed", "8H 9H", four, "8H 9H to 7C 7D 7H / 8H 9H *TH", NAMED)
    yield Case("renamed where it lies", "7S 6C", "5C *6C 7C", "6C 7S to 7C 7S *7D / 5C 6C", WRONG)
    ace = "2S 3S to JS QS KS / *AS 2S 3S"
    yield Case("from high to low", "2S 3S", "JS QS KS *AS", ace, "")


LONG: Final = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"


def freed_jokers() -> Iterator[Case]:
    """What frees a joker, and what may then become of it."""
    run, table_only = "6S to 5S 6S 7S *8S", {"joker_in_play": "table_only"}
    yield Case("by a card of the hand", "6S", "5S *6S 7S", run, "")
    yield Case("or not by it", "6S", "5S *6S 7S", run, NAMED, {**table_only})
    other = "4H 5H to 7C 7D 7S / 8S 9S TS / 4H 5H *6H"
    two = "7C 7D *7S / 7S 8S 9S TS"
    yield Case("by one of another meld", "4H 5H", two, other, "")
    yield Case("by it in any case", "4H 5H", two, other, "", {**table_only})
    stays = "4H 5H to 7S 8S 9S / 7C 7D 7H / 4H 5H *6H"
    yield Case("which stays there", "4H 5H", "7S 8S 9S / 7C 7D 7H *7S", stays, "")
    like = "2H 3H * to 6S 7S 8S / 7C 7D *7S / 2H 3H *4H"
    yield Case("another joker takes over", "2H 3H *", "6S 7S 8S / 7C 7D *7S", like, "", seats=3)
    swap = "2H 3H * to 2H 3H *4H / 7C 7D *7S"
    yield Case("which is which", "2H 3H *", "7C 7D *7S", swap, "", seats=3)

    pair = "8D *9D TD / 9C 9H *9D"
    renamed = "9D to 8D 9D TD *JD / 9C 9H *9S"
    each: Readings = {"one_natural_frees_two": "one_per_natural"}
    yield Case("two at once", "9D", pair, renamed, "", seats=3)
    yield Case("or one", "9D", pair, renamed, NAMED, each, seats=3)
    one = "9D to 8D 9D TD *JD / 9C 9H *9D"
    yield Case("one in any case", "9D", pair, one, "", each, seats=3)
    both = "9D 9D to 8D 9D TD *JD / 9C 9H 9D *9S"
    yield Case("two by two", "9D 9D", pair, both, "", each, seats=3)

    grown = "7D to 7D 8D *9D TD / 9C 9H *9S"
    counts: Readings = {"joker_as_replacing_natural": "joker_counts"}
    yield Case("by a joker it is not", "7D", pair, grown, NAMED, seats=3)
    yield Case("or it is", "7D", pair, grown, "", counts, seats=3)
    neither = "8C 8H TC TH 2C 2H to 9C 9H *9S / 8C 8D 8H / TC TD TH / *2D 2C 2H"
    held = "8C 8H TC TH 2C 2H"
    yield Case("but one of them stays", held, pair, neither, NAMED, counts, seats=3)

    six = f"4H 5H to {LONG} / 4H 5H *6H"
    long, not_own = f"{LONG} *AS", {"joker_natural_same_meld": "does_not"}
    yield Case("by the ace of its run", "4H 5H", long, six, "")
    yield Case("or not by that", "4H 5H", long, six, NAMED, {**not_own})
    ace = f"AC AD AS 4H 5H to {LONG} / AC AS AD / 4H 5H *6H"
    yield Case("but by another", "4H 5H AC AD AS", long, ace, "", {**not_own}, seats=3)
    ends = f"* to {LONG} *AS"
    yield Case("fourteen", "*", LONG, ends, "")
    yield Case("or thirteen", "*", LONG, ends, WRONG, {"ace_both_ends": "one_end"})
    yield Case("fourteen without a joker", "AS", LONG, f"AS to {LONG} AS", "", seats=3)


def by_readings() -> Iterator[Case]:
    """What only some readings refuse."""
    domain = ("carousel.joker.domain",)
    seen = "7C 7H * to 6S 7S 8S / 7C 7H *7S"
    hidden: Readings = {"joker_domain": "not_visible_on_table"}
    copies: Readings = {"joker_domain": "copies_not_exceeded"}
    yield Case("as a card that lies there", "7C 7H *", "6S 7S 8S", seen, "")
    yield Case("not if it lies there", "7C 7H *", "6S 7S 8S", seen, domain, hidden)
    yield Case("not more than the pack has", "7C 7H *", "6S 7S 8S", seen, domain, copies)
    yield Case("two packs have two", "7C 7H *", "6S 7S 8S", seen, "", copies, seats=3)
    third = "7C 7H * to 6S 7S 8S / 7S 8S 9S / 7C 7H *7S"
    yield Case("but not three", "7C 7H *", "6S 7S 8S / 7S 8S 9S", third, domain, copies, seats=3)
    own = "6S 7S 8S to 6S 7S 8S / 7C 7D *7S"
    for readings in (hidden, copies):
        yield Case("named before", "6S 7S 8S", "7C 7D *7S", own, "", readings)
    free = "6S 7S 8S to 7C 7D *7H / 6S 7S 8S"
    yield Case("named anew", "6S 7S 8S", "7C 7D *7S", free, "", hidden)

    alike = "9C 9H * to 8D *9D TD / 9C 9H *9D"
    twice = ("carousel.joker.two-alike",)
    forbidden: Readings = {"two_jokers_one_identity": "forbidden"}
    yield Case("two for one card", "9C 9H *", "8D *9D TD", alike, "", seats=3)
    yield Case("or not", "9C 9H *", "8D *9D TD", alike, twice, forbidden, seats=3)
    apart = "9C 9H * to 8D *9D TD / 9C 9H *9S"
    yield Case("two for two", "9C 9H *", "8D *9D TD", apart, "", forbidden, seats=3)

    beside = ("carousel.joker.natural-beside",)
    three = "* * * to *2S *3S *4S"
    four: Readings = {"joker_count": "two_per_pack"}
    yield Case("jokers alone", "* * *", "", three, beside, four, seats=3)
    allowed: Readings = {**four, "all_joker_meld": "allowed"}
    yield Case("or allowed", "* * *", "", three, "", allowed, seats=3)
    one = "* * 3S to *2S 3S *4S"
    yield Case("one is not", "* * 3S", "", one, "", four, seats=3)
    two = "* * to *2S *3S"
    yield Case("two jokers are no meld", "* *", "", two, WRONG, four, seats=3)

    fives = "5C 5D 5H to 5C 5D 5H"
    held = "5C 5D 5H 9S TS JS"
    less = ("carousel.meld.all-that-can",)
    maximum: Readings = {"meld_amount": "maximum"}
    yield Case("as much as one likes", held, "", fives, "9S TS JS")
    yield Case("all that can be", held, "", fives, less, maximum)
    all_six = "5C 5D 5H 9S TS JS to 5C 5D 5H / 9S TS JS"
    yield Case("all six", held, "", all_six, "", maximum)
    other = "5D 6D 7D to 5D 6D 7D"
    yield Case("three of four either way", "5C 5H 5D 6D 7D", "", other, "5C 5H", maximum)
    nothing: Readings = {**maximum, "rearrange_only": "allowed"}
    yield Case("nothing, if it can", "5H", "5C 5D 5S", "5C 5D 5S", less, nothing)
    yield Case("nothing, if it cannot", "6H", "5C 5D 5S", "5C 5D 5S", "6H", nothing)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_what_follows_was_worked_out_by_hand(case: Case) -> None:
    case.holds()


def test_an_empty_meld_is_none() -> None:
    table = position("7C 7D 7H")
    action = Rearrange(
        ((), (Placed(card("7C")), Placed(card("7D")), Placed(card("7H")))), table.hand
    )
    assert GAME.step(DEFAULT, Melding(table), Seat(0), action) == Refusal(WRONG)


def test_melds_and_tables_have_no_order() -> None:
    table = position("JH 2C", "8D 9D TD JD / JS QS KS AS")
    one = rearranging("JH to 8D 9D TD / QS KS AS / JD JS JH")
    other = Rearrange(tuple(meld[::-1] for meld in one.table[::-1]), one.cards)
    reached = [GAME.step(DEFAULT, Melding(table), Seat(0), each) for each in (one, other)]
    assert isinstance(reached[0], Knocking)
    assert reached[0] == reached[1]


def test_every_condition_on_a_table_refuses_one_alone_and_lets_its_neighbour_pass() -> None:
    alone = {case.expected[0] for case in cases() if len(case.expected) == 1}
    conditions = {each.clause for each in (*REARRANGE.exists, *REARRANGE.conditions)}
    assert conditions | {each.clause for each in REARRANGE.limits} <= alone


# ── a joker that is freed or not, by every reading ───────────────────────────────────────────────


def tables_with_jokers() -> Iterator[tuple[Melds, Melds]]:
    """An old table with jokers for the ace of spades, and new ones with more or fewer of them.

    Its melds need not be any: what jokers stand for is judged by itself.
    """
    ace, joker, other = Placed(card("AS")), stand_in(card("AS")), stand_in(card("2C"))
    for apart, together, loose in product(range(3), range(2), range(2)):
        old = (
            *((joker, Placed(card("KS"))),) * apart,
            *((ace, joker),) * together,
            *((ace,),) * loose,
        )
        jokers = apart + together
        for naturals, still in product(range(together + loose, 4), range(jokers + 1)):
            yield old, ((ace,) * naturals, (joker,) * still, (other,) * (jokers - still))


def test_only_readings_that_matter_are_asked_and_all_that_do() -> None:
    """What is found by asking only where it matters is what is found by asking always."""
    told, table = 0, position("")
    for table_only, own, one, joker in product((False, True), repeat=4):
        rules = with_readings(
            joker_in_play="table_only" if table_only else "own_hand_or_table",
            joker_natural_same_meld="counts" if own else "does_not",
            one_natural_frees_two="one_per_natural" if one else "frees_all",
            joker_as_replacing_natural="joker_counts" if joker else "natural_only",
        )
        assert [reading(rules) for reading in FREEING] == [table_only, own, one, joker]
        how = Manner(
            table_only=table_only,
            same_meld_counts=own,
            one_per_natural=one,
            joker_counts=joker,
        )
        for old, new in tables_with_jokers():
            state, action = Melding(replace(table, melds=old)), Rearrange(new, ())
            kept = names_are_kept.holds(rules, state, Seat(0), action)
            assert kept == keeps_identities(old, new, how), (old, new)
            told += kept != names_are_kept.holds(DEFAULT, state, Seat(0), action)
    assert told > 100


# ── the turn ─────────────────────────────────────────────────────────────────────────────────────

HANDS: Final = (
    "4C 6D 8H TS QC AD 3H 5S 7C 9D",
    "2C 4D 6H 8S TC QD AH 3S 5C 7D",
)
"""Two hands without a meld or two neighbours."""

STOCK: Final = "KD KH 9H KC KS JD JH 9C JS"

MELDED: Final = "1 draw\n1 rearrange 2C 2D 2H to 2C 2D 2H\n"


@dataclass(frozen=True)
class Turn:
    """A hand up to its last action, and the phase or the refusal that it leads to."""

    name: str
    actions: str
    expected: type[State] | tuple[str, ...]
    readings: Readings = field(default_factory=dict)
    stock: str = STOCK

    def holds(self) -> None:
        """What is expected comes of it."""
        reached = played(with_readings(**self.readings), HANDS, self.stock, self.actions)
        if isinstance(self.expected, tuple):
            assert reached == Refusal(self.expected)
        else:
            assert isinstance(reached, self.expected), reached


def turns() -> Iterator[Turn]:
    """What may be done when."""
    act, first = ("carousel.turn.to-act",), ("carousel.draw.first",)
    after, nothing = ("carousel.knock.after-own-turn",), ("carousel.knock.nothing-else",)
    yield Turn("a card is drawn first", "1 draw", Melding)
    yield Turn("before anything else", "1 decline", first)
    yield Turn("even before a meld", "1 rearrange 2C 4D 6H to 2C 4D 6H", first)
    yield Turn("the dealer does not begin", "0 draw", act)
    yield Turn("nor knock", "0 knock", (*act, *after))
    yield Turn("nor decline", "0 decline", (*act, *first))
    yield Turn("a second card", "1 draw\n1 draw", Melding)
    yield Turn("a third, and no meld", "1 draw\n1 draw\n1 draw", Knocking)
    yield Turn("no fourth", "1 draw\n1 draw\n1 draw\n1 draw", nothing)
    no_pass = ("carousel.draw.no-pass",)
    may_pass: Readings = {"second_draw": "may_pass"}
    second: Readings = {"second_pass": "may_pass"}
    yield Turn("not after one", "1 draw\n1 decline", no_pass)
    yield Turn("or after one", "1 draw\n1 decline", Knocking, may_pass)
    yield Turn("one is not two", "1 draw\n1 draw\n1 decline", no_pass, may_pass)
    yield Turn("not after two", "1 draw\n1 draw\n1 decline", no_pass)
    yield Turn("or after two", "1 draw\n1 draw\n1 decline", Knocking, second)
    yield Turn("two are not one", "1 draw\n1 decline", no_pass, second)
    third: Readings = {"meld_after_third": "may_meld"}
    drawn = "1 draw\n1 draw\n1 draw"
    yield Turn("after three", drawn, Melding, third)
    yield Turn("no fourth then", f"{drawn}\n1 draw", ("carousel.draw.no-fourth",), third)
    yield Turn("nor anything else", f"{drawn}\n1 decline", Knocking, third)
    yield Turn("no knock in a turn", "1 draw\n1 knock", after)
    yield Turn("nor by another", "1 draw\n0 knock", (*act, *after))
    yield Turn("nothing by another", "1 draw\n0 draw", act)
    yield Turn("nothing after a turn", f"{drawn}\n1 rearrange 2C 4D 6H to 2C 4D 6H", nothing)
    yield Turn("the next one waits", f"{drawn}\n0 draw", ("carousel.knock.next-waits",))
    early = f"{drawn}\n0 rearrange AC 3D 5H to AC 3D 5H"
    yield Turn("nor by another then", early, (*act, *nothing))
    yield Turn("who has not ended it", f"{drawn}\n0 knock", act)
    yield Turn("nor need it decline", f"{drawn}\n0 decline", act)
    yield Turn("too many points", f"{drawn}\n1 knock", ("carousel.knock.threshold",))
    yield Turn("the next turn", f"{drawn}\n1 decline", Drawing)
    yield Turn("is of the next seat", f"{drawn}\n1 decline\n1 draw", act)
    yield Turn("and begins alike", f"{drawn}\n1 decline\n0 decline", first)
    yield Turn("as before", f"{drawn}\n1 decline\n0 draw\n0 draw", Melding)
    twos = f"{MELDED}1 decline\n0 draw"
    yield Turn("a meld ends a turn", MELDED, Knocking, stock="2D 2H KD")
    yield Turn("all others go on", twos, Melding, stock="2D KD")


TWOS: Final = (
    "4C 6D 8H TS QC AD 3H 5S 7C 9D",
    "2C 2D 6H 8S TC QD AH 3S 5C 7D",
)


@pytest.mark.parametrize(
    "turn", [each for each in turns() if "2D" not in each.stock], ids=lambda each: each.name
)
def test_the_turn(turn: Turn) -> None:
    turn.holds()


def test_a_meld_ends_the_turn_after_the_first_card_or_the_second() -> None:
    one = played(DEFAULT, TWOS, "2H KD", MELDED)
    assert isinstance(one, Knocking)
    assert one.table.draws == 1
    assert one.table.melds == melds("2C 2D 2H")
    assert one.table.hands[1] == hand("6H 8S TC QD AH 3S 5C 7D")
    two = played(DEFAULT, TWOS, "KD 2H", MELDED.replace("1 draw\n", "1 draw\n1 draw\n"))
    assert isinstance(two, Knocking)
    assert two.table.draws == 2
    late = MELDED.replace("1 draw\n", "1 draw\n" * 3)
    three = played(DEFAULT, TWOS, "KD KH 2H", late)
    assert three == Refusal(("carousel.knock.nothing-else",))
    third = played(with_readings(meld_after_third="may_meld"), TWOS, "KD KH 2H", late)
    assert isinstance(third, Knocking)
    assert third.table.draws == 3


def test_cards_are_drawn_from_the_top() -> None:
    state = played(DEFAULT, HANDS, STOCK, "1 draw\n1 draw")
    table = table_in(state)
    assert table.hands[1] == tuple(sorted((*hand(HANDS[1]), *cards("KD KH"))))
    assert table.stock[:2] == cards("9H KC")
    assert (table.mover, table.draws) == (1, 2)


def test_turns_go_round_from_the_seat_after_the_dealer() -> None:
    low = tuple(" ".join(text(each) for each in ONE_PACK[place::5][:10]) for place in range(3))
    movers = []
    state = played(DEFAULT, low, "", "", dealer=1)
    for _ in range(4):
        assert isinstance(state, Drawing)
        mover = state.table.mover
        movers.append(mover)
        state = acted(DEFAULT, state, f"{mover} draw\n{mover} draw\n{mover} draw\n{mover} decline")
    assert movers == [2, 0, 1, 2]


# ── the deal ─────────────────────────────────────────────────────────────────────────────────────


def begun(seats: int, dealer: int = 0) -> BeforeDeal:
    """A match before its first deal."""
    return begin(seats, Seat(dealer))


@pytest.mark.parametrize(
    ("seats", "size", "stock"), [(2, 53, 33), (3, 106, 76), (4, 106, 66), (5, 106, 56)]
)
def test_packs_jokers_and_hands_have_their_size(seats: int, size: int, stock: int) -> None:
    state = begun(seats, dealer=seats - 1)
    deck = deck_of(DEFAULT, seats)
    assert len(deck) == size
    assert deck.count(Card(JOKER)) == (1 if seats == 2 else 2)
    deal = Deal(*dealt(DEFAULT, seats, state.dealer, deck))
    reached = GAME.step(DEFAULT, state, CHANCE, deal)
    assert isinstance(reached, Drawing)
    table = reached.table
    assert [len(each) for each in table.hands] == [10] * seats
    assert len(table.stock) == stock
    assert (table.dealer, table.mover, table.melds, table.draws) == (seats - 1, 0, (), 0)

    pack = "carousel.deck.two-players" if seats == 2 else "carousel.deck.three-to-five"
    (first, *others), rest = deal.hands, deal.stock
    short = Deal((first[1:], *others), (*rest, first[0]))
    assert GAME.step(DEFAULT, state, CHANCE, short) == Refusal(("carousel.deal.ten",))
    fewer = Deal((first,), (*rest, *(each for one in others for each in one)))
    assert GAME.step(DEFAULT, state, CHANCE, fewer) == Refusal(("carousel.deal.ten",))
    for wrong in (rest[1:], (*rest, Card(JOKER)), (*rest[1:], Card(JOKER)), (*rest, rest[0])):
        assert GAME.step(DEFAULT, state, CHANCE, Deal(deal.hands, wrong)) == Refusal((pack,))
    both = Deal((first[1:], *others), rest)
    assert GAME.step(DEFAULT, state, CHANCE, both) == Refusal((pack, "carousel.deal.ten"))
    again = GAME.step(DEFAULT, reached, CHANCE, deal)
    assert again == Refusal(("carousel.deal.between-hands",))
    by_seat = GAME.step(DEFAULT, state, Seat(0), deal)
    assert by_seat == Refusal(("carousel.turn.to-act",))
    untimely = GAME.step(DEFAULT, reached, Seat(0), deal)
    assert untimely == Refusal(("carousel.turn.to-act", "carousel.deal.between-hands"))


def test_a_reading_has_four_jokers_for_more_than_two() -> None:
    four = with_readings(joker_count="two_per_pack")
    for seats in range(2, 6):
        state = begun(seats)
        ours, theirs = deck_of(four, seats), deck_of(DEFAULT, seats)
        assert (ours == theirs) == (seats == 2)
        deal = Deal(*dealt(four, seats, state.dealer, ours))
        assert isinstance(GAME.step(four, state, CHANCE, deal), Drawing)
        if seats > 2:
            assert len(deal.stock) == 108 - 10 * seats
            refused = Refusal(("carousel.deck.three-to-five",))
            assert GAME.step(DEFAULT, state, CHANCE, deal) == refused
            fewer = Deal(*dealt(DEFAULT, seats, state.dealer, theirs))
            assert GAME.step(four, state, CHANCE, fewer) == refused


def test_in_the_phases_of_chance_seats_do_nothing() -> None:
    over = ended((4, 9))
    actions: tuple[Action, ...] = (DRAW, KNOCK, DECLINE, SOME_REARRANGEMENT)
    actors: tuple[Actor, ...] = (Seat(0), Seat(1), CHANCE)
    states: tuple[State, ...] = (begun(2), over)
    for state, action, actor in product(states, actions, actors):
        assert GAME.step(DEFAULT, state, actor, action) == Refusal(("carousel.turn.to-act",))
    assert GAME.legal(DEFAULT, over, Seat(0)) == GAME.legal(DEFAULT, begun(2), Seat(0)) == ()


def test_chance_does_not_play() -> None:
    state = played(DEFAULT, HANDS, STOCK, "")
    assert not isinstance(state, Refusal)
    assert GAME.step(DEFAULT, state, CHANCE, DRAW) == Refusal(("carousel.turn.to-act",))
    anyone = with_readings(knock_actor="anyone_below_five")
    for action in (KNOCK, DECLINE):
        refused = GAME.step(anyone, knocking("4C", "3C"), CHANCE, action)
        assert refused == Refusal(("carousel.turn.to-act",))


# ── the knock ────────────────────────────────────────────────────────────────────────────────────


def knocking(*held: str, on_table: str = "", stock: str = "2C") -> Knocking:
    """The turn of seat 0 is over."""
    return Knocking(position(held[0], on_table, others=held[1:], stock=stock))


@pytest.mark.parametrize(
    ("held", "readings", "may"),
    [
        ("4C", {}, True),
        ("AC AD AH AS", {}, True),
        ("", {}, True),
        ("5C", {}, False),
        ("2C 3D", {}, False),
        ("*", {}, False),
        ("QS QH QD AC", {}, False),
        ("QS QH QD AC", {"deadwood_scope": "own_melds_exempt"}, True),
        ("8D AC", {"deadwood_scope": "own_melds_exempt"}, False),
        ("8D AC", {"deadwood_scope": "own_melds_and_table_fits_exempt"}, True),
        ("TD AC", {"deadwood_scope": "own_melds_and_table_fits_exempt"}, False),
    ],
    ids=str,
)
def test_who_may_knock(held: str, readings: Readings, may: bool) -> None:
    rules = with_readings(**readings)
    state = knocking(held, "KC KD", on_table="8C 8H 8S")
    reached = GAME.step(rules, state, Seat(0), KNOCK)
    if may:
        assert isinstance(reached, Over)
    else:
        assert reached == Refusal(("carousel.knock.threshold",))
    assert GAME.legal(rules, state, Seat(0)) == ((KNOCK, DECLINE) if may else (DECLINE,))
    assert isinstance(GAME.step(rules, state, Seat(0), DECLINE), Drawing)


def test_everybody_is_asked_whatever_it_holds() -> None:
    for held in ("4C", "KC KD", ""):
        state = knocking(held, "9C")
        assert GAME.actors(DEFAULT, state) == (Seat(0),)
        assert view(DEFAULT, state, Seat(1)).to_act == (0,)
        assert view(DEFAULT, state, Seat(1)).phase is Phase.KNOCK


def test_a_reading_lets_everybody_knock_between_two_turns() -> None:
    anyone = with_readings(knock_actor="anyone_below_five")
    state = knocking("KC KD", "4C", "3D 9C")
    assert GAME.step(DEFAULT, state, Seat(1), KNOCK) == Refusal(("carousel.turn.to-act",))
    assert GAME.actors(anyone, state) == (0, 1, 2)
    assert GAME.legal(anyone, state, Seat(0)) == (DECLINE,)
    assert GAME.legal(anyone, state, Seat(1)) == (KNOCK, DECLINE)
    assert GAME.step(anyone, state, Seat(2), KNOCK) == Refusal(("carousel.knock.threshold",))
    one = GAME.step(anyone, state, Seat(2), DECLINE)
    assert isinstance(one, Knocking)
    assert one.declined == (2,)
    assert view(anyone, one, Seat(0)).declined == (2,)
    assert GAME.actors(anyone, one) == (0, 1)
    assert GAME.step(anyone, one, Seat(2), DECLINE) == Refusal(("carousel.turn.to-act",))
    two = GAME.step(anyone, one, Seat(0), DECLINE)
    assert isinstance(two, Knocking)
    assert two.declined == (0, 2)
    knocked = GAME.step(anyone, two, Seat(1), KNOCK)
    assert isinstance(knocked, Over)
    assert (knocked.result.knocker, knocked.result.winners) == (1, (1,))
    gone_on = GAME.step(anyone, two, Seat(1), DECLINE)
    assert isinstance(gone_on, Drawing)
    assert gone_on.table.mover == 1


def test_an_empty_hand_declines_or_knocks_by_itself() -> None:
    table = position("7C 7D 7H", others=("9C", "4D"))
    action = rearranging("7C 7D 7H to 7C 7D 7H")
    asked = GAME.step(DEFAULT, Melding(table), Seat(0), action)
    assert isinstance(asked, Knocking)
    on = GAME.step(DEFAULT, asked, Seat(0), DECLINE)
    assert isinstance(on, Drawing)
    automatic = with_readings(empty_hand="auto_knock")
    over = GAME.step(automatic, Melding(table), Seat(0), action)
    assert isinstance(over, Over)
    assert over.result.points == (9 + 4 + 25, 0, 0)
    left = GAME.step(automatic, Melding(position("7C 7D 7H 2C")), Seat(0), action)
    assert isinstance(left, Knocking)
    # an empty hand of another seat is none of that
    other = knocking("KC", "", "4D")
    assert isinstance(GAME.step(automatic, other, Seat(0), DECLINE), Drawing)


def test_nobody_melds_after_a_knock() -> None:
    over = GAME.step(DEFAULT, knocking("4C", "7C 7D 7H"), Seat(0), KNOCK)
    assert isinstance(over, Over)
    assert over.result.deadwood == (4, 21)
    action = rearranging("7C 7D 7H to 7C 7D 7H")
    assert GAME.step(DEFAULT, over, Seat(1), action) == Refusal(("carousel.turn.to-act",))
    for seat in (0, 1):
        seen = view(DEFAULT, over, Seat(seat))
        assert seen.revealed == (hand("4C"), hand("7C 7D 7H"))
        assert (seen.phase, seen.to_act, seen.draws, seen.match_over) == ("over", (), 0, False)


# ── the end of the stock ─────────────────────────────────────────────────────────────────────────


def test_with_an_empty_stock_a_turn_ends_without_a_meld() -> None:
    state = Melding(position("KC QD", stock="", draws=1))
    assert GAME.step(DEFAULT, state, Seat(0), DRAW) == Refusal(("carousel.stock.nothing-to-draw",))
    assert GAME.legal(DEFAULT, state, Seat(0)) == (DECLINE,)
    assert isinstance(GAME.step(DEFAULT, state, Seat(0), DECLINE), Knocking)
    two = Melding(position("7C 7D 7H", stock="", draws=2))
    assert GAME.legal(DEFAULT, two, Seat(0)) == (SOME_REARRANGEMENT, DECLINE)


def test_a_turn_without_a_card_ends_the_hand_and_nobody_scores() -> None:
    """Unless by a reading the fewest points win."""
    state = knocking("KC QD", "3C", "3D", stock="")
    void = GAME.step(DEFAULT, state, Seat(0), DECLINE)
    assert isinstance(void, Over)
    assert void.result.end is End.STOCK
    assert void.result.knocker is None
    assert void.result.winners == ()
    assert void.result.deadwood == (20, 3, 3)
    assert void.result.points == (0, 0, 0)
    assert void.table.ledger == Ledger((0, 0, 0), (0, 0, 0))
    assert isinstance(GAME.step(DEFAULT, knocking("4C", "9C", stock=""), Seat(0), KNOCK), Over)
    shown = GAME.step(with_readings(stock_exhausted="showdown"), state, Seat(0), DECLINE)
    assert isinstance(shown, Over)
    assert shown.result.end is End.STOCK
    assert shown.result.winners == (1, 2)
    assert shown.result.points == (0, 17, 17)
    assert shown.table.ledger == Ledger((0, 17, 17), (0, 1, 1))


def test_a_reading_plays_on_until_nobody_melds() -> None:
    rules = with_readings(stock_exhausted="play_on")
    state = GAME.step(
        rules, knocking("KC QD", "7D 4C", "2D", on_table="7C 7H 7S", stock=""), Seat(0), DECLINE
    )
    assert isinstance(state, Melding)
    assert (state.table.mover, state.table.draws, state.table.passed) == (1, 0, 0)
    assert GAME.step(rules, state, Seat(1), DRAW) == Refusal(("carousel.stock.nothing-to-draw",))
    assert GAME.legal(rules, state, Seat(1)) == (SOME_REARRANGEMENT, DECLINE)
    passing = "{0} decline\n{0} decline\n"
    once = acted(rules, state, passing.format(1) + passing.format(2))
    assert isinstance(once, Melding)
    assert (once.table.mover, once.table.passed) == (0, 2)
    late = acted(rules, once, passing.format(0))
    assert isinstance(late, Over)
    assert late.result.winners == ()
    assert isinstance(acted(rules, once, "0 decline"), Knocking)
    # a meld begins the count anew, and a turn that has drawn is not counted
    around = passing.format(0) + "1 rearrange 7D to 7C 7D 7H 7S\n1 decline\n"
    two = position("KC QD", "7C 7H 7S", others=("7D 4C", "2D"), stock="", draws=0)
    again = acted(rules, Melding(replace(two, passed=1)), around + passing.format(2))
    assert isinstance(again, Melding)
    assert (again.table.mover, again.table.passed) == (0, 1)
    drawn = acted(rules, Melding(replace(two, draws=1)), passing.format(0))
    assert isinstance(drawn, Melding)
    assert (drawn.table.mover, drawn.table.passed) == (1, 0)
    knocked = acted(rules, state, "1 rearrange 7D to 7C 7D 7H 7S\n1 knock")
    assert isinstance(knocked, Over)
    # seat 1 keeps 4, seat 0 has 20, seat 2 has 2
    assert knocked.result.winners == (2,)
    assert knocked.result.points == (0, 0, 18 + 2 + 10)


# ── what a hand scores ───────────────────────────────────────────────────────────────────────────

SCORES: list[tuple[str, int | None, Readings, tuple[int, ...], tuple[int, ...]]] = [
    # the knocker wins: 9 - 4 and 22 - 4
    ("4C | 9C | QC QD 2C", 0, {}, (0,), (23, 0, 0)),
    ("9C | 4C | QC QD 2C", 1, {}, (1,), (0, 23, 0)),
    # with nothing left: 25 more
    (" | 9C | QC QD 2C", 0, {}, (0,), (56, 0, 0)),
    (" | 9C | QC QD 2C", 0, {"zero_bonus_holder": "knocker_only"}, (0,), (56, 0, 0)),
    # undercut: 1 and 19, and 10
    ("4C | 3C | QC QD 2C", 0, {}, (1,), (0, 30, 0)),
    # a tie is lost: 0 and 5, and 10
    ("4C | 4D | 9C", 0, {}, (1,), (0, 15, 0)),
    # two undercut: 1 and 17 each, and 10
    ("4C | 3C | 3D | KC KD", 0, {}, (1, 2), (0, 28, 28, 0)),
    ("4C | 3C | 3D | KC KD", 0, {"undercut_bonus_tied": "ten_split"}, (1, 2), (0, 23, 23, 0)),
    ("4C | 3C | 3D | KC KD", 0, {"undercut_bonus_tied": "no_bonus"}, (1, 2), (0, 18, 18, 0)),
    # what three cannot share nobody has: 1 each, and 10 or 3
    ("4C | 3C | 3D | 3H", 0, {"undercut_bonus_tied": "ten_split"}, (1, 2, 3), (0, 4, 4, 4)),
    # one alone shares with nobody
    ("4C | 3C | 9D", 0, {"undercut_bonus_tied": "ten_split"}, (1,), (0, 17, 0)),
    ("4C | 3C | 9D", 0, {"undercut_bonus_tied": "no_bonus"}, (1,), (0, 17, 0)),
    ("4C | 2C | KC KD KH", 0, {}, (1,), (0, 40, 0)),
    ("4C | 2C | KC KD KH", 0, {"undercut_pays_whom": "knocker_only"}, (1,), (0, 12, 0)),
    # a knocker that wins is paid by all
    ("4C | 9C | KC", 0, {"undercut_pays_whom": "knocker_only"}, (0,), (11, 0, 0)),
    # seat 1 has nothing left, and seat 2 knocks with 3: 22 and 3, 10 and 25
    ("QC QD 2C |  | 3C", 2, {}, (1,), (0, 60, 0)),
    ("QC QD 2C |  | 3C", 2, {"zero_with_undercut": "zero_only"}, (1,), (0, 50, 0)),
    ("QC QD 2C |  | 3C", 2, {"zero_with_undercut": "undercut_only"}, (1,), (0, 35, 0)),
    ("QC QD 2C |  | 3C", 2, {"zero_bonus_holder": "knocker_only"}, (1,), (0, 35, 0)),
    # the bonus for undercutting is not due where it is not shared, so there is nothing to choose
    (
        " |  |  | 3C",
        0,
        {"undercut_bonus_tied": "no_bonus", "zero_with_undercut": "undercut_only"},
        (1, 2),
        (0, 28, 28, 0),
    ),
    # seat 1 has nothing left either: 22, 10 and 25
    ("QC QD 2C |  | ", 2, {}, (1,), (0, 57, 0)),
    ("QC QD 2C |  | ", 2, {"zero_knocker_tied": "bonus_kept"}, (1,), (0, 57, 25)),
    ("QC QD 2C |  | ", 2, {"zero_bonus_holder": "knocker_only"}, (1,), (0, 32, 0)),
    (
        "QC QD 2C |  | ",
        2,
        {"zero_bonus_holder": "knocker_only", "zero_knocker_tied": "bonus_kept"},
        (1,),
        (0, 32, 25),
    ),
    # what counts
    ("4C | QS QH QD AC | KC", 0, {}, (0,), (27 + 6, 0, 0)),
    ("4C | QS QH QD AC | KC", 0, {"deadwood_scope": "own_melds_exempt"}, (1,), (0, 22, 0)),
    ("QS QH QD | 4C", 0, {"deadwood_scope": "own_melds_exempt"}, (0,), (4, 0)),
    (
        "QS QH QD | 4C",
        0,
        {"deadwood_scope": "own_melds_exempt", "zero_definition": "deadwood_zero"},
        (0,),
        (29, 0),
    ),
    (" | 4C", 0, {"zero_definition": "deadwood_zero"}, (0,), (29, 0)),
    ("4C | * AC", 0, {}, (0,), (22, 0)),
    # nobody has knocked
    ("4C | 3C | 3D", None, {}, (), (0, 0, 0)),
    (" | 3C", None, {"zero_knocker_tied": "bonus_kept"}, (), (0, 0)),
    ("4C | 3C | 3D", None, {"stock_exhausted": "play_on"}, (), (0, 0, 0)),
    ("4C | 3C | 3D", None, {"stock_exhausted": "showdown"}, (1, 2), (0, 1, 1)),
    ("4C | 3C | 9D", None, {"stock_exhausted": "showdown"}, (1,), (0, 7, 0)),
    (" | 3C | 9D", None, {"stock_exhausted": "showdown"}, (0,), (37, 0, 0)),
    (
        " | 3C",
        None,
        {"stock_exhausted": "showdown", "zero_bonus_holder": "knocker_only"},
        (0,),
        (3, 0),
    ),
    # a box with the hand
    ("4C | 9C | QC QD 2C", 0, {"box_timing": "per_hand"}, (0,), (48, 0, 0)),
    ("4C | 3C | 3D | KC KD", 0, {"box_timing": "per_hand"}, (1, 2), (0, 53, 53, 0)),
    (
        "4C | 3C | 3D | KC KD",
        0,
        {"box_timing": "per_hand", "box_for_tied_win": "no_box"},
        (1, 2),
        (0, 28, 28, 0),
    ),
]


@pytest.mark.parametrize(("held", "knocker", "readings", "winners", "points"), SCORES, ids=str)
def test_what_a_hand_scores(
    held: str,
    knocker: int | None,
    readings: Readings,
    winners: tuple[int, ...],
    points: tuple[int, ...],
) -> None:
    hands = tuple(hand(words) for words in held.split("|"))
    seat = None if knocker is None else Seat(knocker)
    result = settle(with_readings(**readings), seat, hands, ())
    assert result.winners == winners
    assert result.points == points
    paid = Counter(dict.fromkeys(range(len(hands)), 0))
    for line in result.receipt:
        paid[line.winner] += line.points
    assert [paid[each] for each in range(len(hands))] == list(points)


def test_the_receipt_says_what_for() -> None:
    hands = tuple(map(hand, ("4C", "3C", "QC QD 2C")))
    receipt = settle(DEFAULT, Seat(0), hands, ()).receipt
    assert [(line.clause, line.counted, line.winner, line.points) for line in receipt] == [
        ("carousel.score.sum-of-differences", 0, 1, 1),
        ("carousel.score.sum-of-differences", 2, 1, 19),
        ("carousel.score.undercut-bonus", 1, 1, 10),
    ]
    boxes = with_readings(box_timing="per_hand")
    empty = settle(boxes, Seat(1), (hand("4C"), ()), ()).receipt
    assert [(line.clause, line.counted, line.winner, line.points) for line in empty] == [
        ("carousel.score.sum-of-differences", 0, 1, 4),
        ("carousel.score.zero-bonus", 1, 1, 25),
        ("carousel.match.box-bonus", 1, 1, 25),
    ]


@pytest.mark.parametrize(
    ("held", "on_table", "readings", "count"),
    [
        ("KS 4C *", "", {}, 39),
        ("AC TD JD QD KD", "", {}, 41),
        ("2C 3C 4C 5C 6C 7C 8C 9C", "", {}, 44),
        ("", "", {}, 0),
        ("2C 3C 4C 9D", "", {"deadwood_scope": "own_melds_exempt"}, 9),
        ("2C 3C 4C 9D", "9C 9H 9S", {"deadwood_scope": "own_melds_exempt"}, 9),
        ("2C 3C 4C 9D", "9C 9H 9S", {"deadwood_scope": "own_melds_and_table_fits_exempt"}, 0),
        (
            "2C 3C 9D",
            "9C 9H 9S / 4C 5C 6C",
            {"deadwood_scope": "own_melds_and_table_fits_exempt"},
            0,
        ),
        ("KS KD *", "", {"deadwood_scope": "own_melds_exempt"}, 0),
        ("KS KD * 2D", "", {"deadwood_scope": "own_melds_exempt"}, 2),
    ],
    ids=str,
)
def test_what_a_hand_counts(held: str, on_table: str, readings: Readings, count: int) -> None:
    assert deadwood(with_readings(**readings), 1, melds(on_table), hand(held)) == count


# ── the match ────────────────────────────────────────────────────────────────────────────────────

MATCHES: list[tuple[Ledger, Readings, tuple[int, ...], tuple[int, ...]]] = [
    (Ledger((149, 20), (2, 1)), {}, (), ()),
    (Ledger((150, 20), (2, 1)), {}, (0,), (300, 45)),
    (Ledger((20, 151), (0, 0)), {}, (1,), (20, 251)),
    (Ledger((152, 148), (2, 8)), {}, (0,), (302, 348)),
    (Ledger((152, 148), (2, 8)), {"match_winner": "highest_total"}, (1,), (302, 348)),
    (Ledger((152, 148), (2, 2)), {"match_winner": "highest_total"}, (0,), (302, 198)),
    (Ledger((150, 125), (0, 5)), {"match_winner": "highest_total"}, (0, 1), (250, 250)),
    (Ledger((150, 148), (2, 8)), {"box_timing": "per_hand"}, (0,), (250, 148)),
    (Ledger((168, 173, 9), (1, 1, 0)), {}, (1,), (193, 298, 9)),
    (Ledger((168, 173, 9), (1, 1, 0)), {"simultaneous_150": "both_win"}, (0, 1), (293, 298, 9)),
    (Ledger((168, 173, 9), (1, 1, 0)), {"simultaneous_150": "play_on"}, (1,), (193, 298, 9)),
    (Ledger((168, 168, 9), (1, 1, 0)), {}, (0, 1), (293, 293, 9)),
    (Ledger((168, 168, 9), (1, 1, 0)), {"simultaneous_150": "play_on"}, (), ()),
    (Ledger((168, 168, 9), (1, 1, 0)), {"game_bonus_shared": "split"}, (0, 1), (243, 243, 9)),
    (Ledger((168, 168, 9), (1, 1, 0)), {"game_bonus_shared": "no_bonus"}, (0, 1), (193, 193, 9)),
    (Ledger((168, 168, 168), (0, 0, 0)), {"game_bonus_shared": "split"}, (0, 1, 2), (201,) * 3),
    (Ledger((168, 17, 9), (1, 1, 0)), {"game_bonus_shared": "split"}, (0,), (293, 42, 9)),
    (Ledger((168, 17, 9), (1, 1, 0)), {"game_bonus_shared": "no_bonus"}, (0,), (293, 42, 9)),
]


@pytest.mark.parametrize(("ledger", "readings", "winners", "added"), MATCHES, ids=str)
def test_who_wins_a_match(
    ledger: Ledger, readings: Readings, winners: tuple[int, ...], added: tuple[int, ...]
) -> None:
    rules = with_readings(**readings)
    assert match_is_over(rules, ledger) == bool(winners)
    if winners:
        assert match_winners(rules, ledger) == winners
        assert totals(rules, ledger) == added
    else:
        assert finishers(rules, ledger) == ()


def ended(points: tuple[int, ...], scores: tuple[int, ...] = (0, 0), stock: str = "2C") -> Over:
    """A hand that seat 0 has ended with a knock if it may, and else the stock."""
    held = [f"{each}C" for each in points]
    table = position(held[0], others=tuple(held[1:]), scores=scores, stock=stock)
    reached = GAME.step(DEFAULT, Knocking(table), Seat(0), KNOCK if stock else DECLINE)
    assert isinstance(reached, Over)
    return reached


def next_hand(over: Over, readings: Readings | None = None) -> State | Refusal:
    """The next deal."""
    rules = with_readings(**(readings or {}))
    seats = over.table.seats
    deck = deck_of(rules, seats)
    deal = Deal(*dealt(rules, seats, next_dealer(rules, over), deck))
    return GAME.step(rules, over, CHANCE, deal)


def test_the_deal_goes_on_to_the_left() -> None:
    won = ended((4, 9))
    assert won.table.dealer == 1
    redeal: Readings = {"void_dealer": "redeal"}
    for readings in ({}, redeal):
        reached = next_hand(won, {**readings})
        assert isinstance(reached, Drawing)
        assert (reached.table.dealer, reached.table.mover) == (0, 1)
        assert reached.table.ledger == Ledger((5, 0), (1, 0))
    void = ended((4, 9), stock="")
    for readings, dealer in (({}, 0), (redeal, 1)):
        reached = next_hand(void, {**readings})
        assert isinstance(reached, Drawing)
        assert reached.table.dealer == dealer


def test_a_match_goes_on_to_150_and_then_nothing_is_dealt() -> None:
    going_on = ended((4, 9), scores=(144, 0))
    assert going_on.table.ledger.scores == (149, 0)
    assert GAME.actors(DEFAULT, going_on) == (CHANCE,)
    assert isinstance(next_hand(going_on), Drawing)
    over = ended((4, 9), scores=(145, 0))
    assert GAME.actors(DEFAULT, over) == ()
    assert next_hand(over) == Refusal(("carousel.match.over",))
    seen = view(DEFAULT, over, Seat(1))
    assert (seen.match_over, seen.scores, seen.boxes) == (True, (150, 0), (1, 0))
    by_seat = GAME.step(DEFAULT, over, Seat(0), Deal((), ()))
    assert by_seat == Refusal(("carousel.turn.to-act", "carousel.match.over"))
    assert GAME.step(DEFAULT, over, Seat(0), DRAW) == Refusal(("carousel.turn.to-act",))


def test_a_reading_ends_a_match_with_the_box_of_the_hand() -> None:
    at_once = with_readings(box_timing="per_hand")
    table = position("4C", others=("9C",), scores=(120, 0))
    for rules, scores, over in ((DEFAULT, (125, 0), False), (at_once, (150, 0), True)):
        reached = GAME.step(rules, Knocking(table), Seat(0), KNOCK)
        assert isinstance(reached, Over)
        assert reached.table.ledger.scores == scores
        assert match_is_over(rules, reached.table.ledger) == over


# ── what a seat may do, and the best that it can ─────────────────────────────────────────────────


def test_all_rearrangements_are_listed_as_one() -> None:
    state = Melding(position("7C 7D 7H", "2C 3C 4C"))
    assert GAME.legal(DEFAULT, state, Seat(0)) == (DRAW, SOME_REARRANGEMENT)
    assert GAME.legal(DEFAULT, state, Seat(1)) == ()
    none = Melding(position("7C 9D", "2D 3D 4D"))
    assert GAME.legal(DEFAULT, none, Seat(0)) == (DRAW,)
    allowed = with_readings(rearrange_only="allowed", second_draw="may_pass")
    assert GAME.legal(allowed, none, Seat(0)) == (DRAW, SOME_REARRANGEMENT, DECLINE)
    bare = Melding(position("7C 9D"))
    assert GAME.legal(allowed, bare, Seat(0)) == (DRAW, DECLINE)
    refused = GAME.step(allowed, none, Seat(0), SOME_REARRANGEMENT)
    assert refused == Refusal(("carousel.rearrange.no-pickup",))


def test_what_stands_for_others_is_counted_once_and_not_followed() -> None:
    state: State = Melding(position("7C 7D 7H", stock="2C"))
    seen = [
        (action, reached is None) for _, action, reached in shared.successors(GAME, DEFAULT, state)
    ]
    assert seen == [(DRAW, False), (SOME_REARRANGEMENT, True)]
    # then the stock is empty: the seat melds or declines, and knocks or not
    assert shared.count(GAME, DEFAULT, state, 1) == 2
    assert shared.count(GAME, DEFAULT, state, 2) == 1 + 2
    assert shared.count(GAME, DEFAULT, state, 3) == 1 + 1 + 1


def test_the_best_play() -> None:
    """Of four fours one may go: to a run of four clubs, ten points in hand, or to one of spades."""
    held, on_table = hand("2C 3C 5C 5S 6S"), melds("4C 4D 4H 4S")
    maximum = with_readings(meld_amount="maximum")
    for rules, by, words, points in (
        (DEFAULT, By.CARDS, "2C 3C 5C", 10),
        (DEFAULT, By.POINTS, "5S 6S", 11),
        (maximum, By.CARDS, "2C 3C 5C", 10),
        (maximum, By.POINTS, "2C 3C 5C", 10),
    ):
        found = best(rules, 1, on_table, held, by)
        assert found is not None
        assert (found.cards, found.points) == (hand(words), points)
        state = Melding(position("2C 3C 5C 5S 6S", "4C 4D 4H 4S"))
        action = Rearrange(found.table, found.cards)
        assert isinstance(GAME.step(rules, state, Seat(0), action), Knocking)
    for by in By:
        assert best(maximum, 1, (), hand("5C 7D"), by) is None


def test_the_most_points_among_the_plays_of_most_cards() -> None:
    """One four may go: to two clubs, five points in hand, or to two spades, eleven."""
    held, on_table = hand("2C 3C 5S 6S KC"), melds("4C 4D 4H 4S")
    found = best(with_readings(meld_amount="maximum"), 1, on_table, held, By.POINTS)
    assert found is not None
    assert (found.cards, found.points) == (hand("5S 6S"), 11)


def test_only_what_a_table_can_come_to_is_asked_of_the_rules() -> None:
    assert manner(DEFAULT, 1, (), hand("7C 7D")) == Manner(packs=1)
    odd = with_readings(
        ace_both_ends="one_end",
        joker_domain="not_visible_on_table",
        two_jokers_one_identity="forbidden",
        all_joker_meld="allowed",
        joker_in_play="table_only",
        one_natural_frees_two="one_per_natural",
        joker_as_replacing_natural="joker_counts",
        joker_natural_same_meld="does_not",
    )
    assert manner(odd, 2, melds("2C 3C 4C"), hand("7C 7D")) == Manner(packs=2)
    assert manner(odd, 1, melds(LONG), hand("7C")).both_ends
    assert not manner(odd, 1, melds(LONG), hand("*")).both_ends
    assert not manner(odd, 2, melds(LONG), hand("AS")).both_ends
    whole = manner(odd, 2, melds(f"{LONG} *AS / QS KS *AS"), hand("AS *"))
    assert not whole.both_ends
    assert not whole.two_alike
    assert not whole.natural_beside
    assert whole.table_only
    assert whole.one_per_natural
    assert whole.joker_counts
    assert not whole.same_meld_counts


BESIDE: Final = (
    ("", "7C 7D 8C 8D * *"),
    ("", "8D 8D TD TD * *"),
    ("", "* * *"),
    ("7C 7D *7S", "7S 4H 5H KD"),
    ("7C 7D *7S / 7S 8S 9S", "4H 5H 8H KD"),
    ("7C 7D *7H / 2H 3H 4H", "7H 5H 6H"),
    ("6S 7S 8S / 6H 7H 8H", "7C 7D *"),
    ("6D 7D 8D *9D / 9C 9H 9S *9D", "4S 6S 2H 4H"),
    ("6D 7D 8D *9D / 9C 9H 9S *9D / KC KD *KH", "9D 4S 6S 2H 4H"),
    (f"{LONG}", "AS 4C 5C"),
    (f"{LONG}", "* 4C 5C"),
    (f"{LONG} *AS", "4C 5C"),
    (f"{LONG} *AS / 7C 7D 7H", "4C 5C AS"),
    ("7C 7D 7H", ""),
)
"""Tables and hands that ask for some readings and not for others."""


JOKER_READINGS: Final = (
    ("both_ends", "one_end"),
    ("any_card", "copies_not_exceeded"),
    ("allowed", "forbidden"),
    ("one_natural_needed", "allowed"),
    ("own_hand_or_table", "table_only"),
    ("frees_all", "one_per_natural"),
    ("natural_only", "joker_counts"),
    ("counts", "does_not"),
)


def all_readings() -> list[tuple[str, ...]]:
    """One of each two: 256 rows."""
    return list(product(*JOKER_READINGS))


def every_three_readings() -> list[tuple[str, ...]]:
    """Sixteen rows in which any three of the eight meet in each of their combinations."""
    return [
        tuple(
            two[(start + one * place + other * (place >> 1) + third * (place >> 2)) % 2]
            for place, two in enumerate(JOKER_READINGS)
        )
        for start, one, other, third in product((0, 1), repeat=4)
    ]


def test_three_readings_meet_in_each_of_their_combinations() -> None:
    rows = every_three_readings()
    for places in combinations(range(len(JOKER_READINGS)), 3):
        assert len({tuple(row[place] for place in places) for row in rows}) == 2**3


@pytest.mark.parametrize(
    "rows", [every_three_readings, pytest.param(all_readings, marks=pytest.mark.slow)]
)
def test_a_reading_that_is_not_asked_for_changes_no_best_play(
    rows: Callable[[], list[tuple[str, ...]]],
) -> None:
    """The best play with all readings is as good, and so is one without a run from ace to ace."""
    differing, found_once = 0, cache(best_play)
    for both, name, alike, alone, play, one, frees, own in rows():
        rules = with_readings(
            ace_both_ends=both,
            joker_domain=name,
            two_jokers_one_identity=alike,
            all_joker_meld=alone,
            joker_in_play=play,
            one_natural_frees_two=one,
            joker_as_replacing_natural=frees,
            joker_natural_same_meld=own,
        )
        for on_table, held in BESIDE:
            asked = manner(rules, 2, melds(on_table), hand(held))
            whole = Manner(
                both_ends=both == "both_ends",
                packs=2,
                domain=rules.joker.joker_domain,
                two_alike=alike == "allowed",
                natural_beside=alone == "one_natural_needed",
                table_only=play == "table_only",
                one_per_natural=one == "one_per_natural",
                joker_counts=frees == "joker_counts",
                same_meld_counts=own == "counts",
            )
            differing += asked != whole
            plays = [
                found_once(melds(on_table), hand(held), how, By.CARDS)
                for how in dict.fromkeys((asked, whole, replace(whole, both_ends=False)))
            ]
            assert len({len(found.cards) if found else 0 for found in plays}) == 1, (rules, held)
            assert could_play(melds(on_table), hand(held)) or plays[0] is None
    assert differing > 2 * len(rows())


def test_there_is_a_table_from_the_first_deal_on() -> None:
    table = position("4C")
    assert table_of(begin(2, Seat(0))) is None
    assert table_of(Knocking(table)) is table


def test_a_joker_on_the_table_is_what_it_stands_for() -> None:
    (meld,) = melds("5S *6S 7S")
    assert [stands_for(placed) for placed in sorted(meld, key=stands_for)] == list(
        cards("5S 6S 7S")
    )
    assert [placed for placed in meld if is_stand_in(placed)] == [stand_in(card("6S"))]
    assert kind_of(DEFAULT, meld) == "run"
    assert kind_of(DEFAULT, melds("7C 7D *7S")[0]) == "set"
    assert kind_of(DEFAULT, melds("7C 7D *")[0]) is None
