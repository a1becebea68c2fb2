"""Hard places of Three Thirteen: what follows was worked out from the text before it was played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

import pytest

from meldspec.cards import ONE_PACK
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import DRAW, Discard, Reshuffle
from meldspec.three_thirteen.deadwood import deadwood, wild_points
from meldspec.three_thirteen.game import GAME
from meldspec.three_thirteen.match import begin, match_winners, next_dealer
from meldspec.three_thirteen.meld import kind_of, set_limits
from meldspec.three_thirteen.options import DEFAULT, Rules
from meldspec.three_thirteen.out import all_in_melds
from meldspec.three_thirteen.score import settle
from meldspec.three_thirteen.stock import due
from meldspec.three_thirteen.table import (
    GO_OUT_WITH_ALL,
    KEEP,
    BeforeDeal,
    Discarding,
    Drawing,
    GoOut,
    Ledger,
    Next,
    Over,
    Reshuffling,
    State,
    ledger_of,
)
from meldspec.three_thirteen.view import Phase, revealed, view
from meldspec.upcard import TAKE, Deal
from meldspec.wild import kind, least_deadwood

from ..plays import card, cards, done, hand
from .walks import deal_of, played, with_readings

Readings: TypeAlias = "dict[str, str | int]"
Expected: TypeAlias = "tuple[str, ...] | tuple[int, ...] | type[State]"
"""Clauses of a refusal; or what each seat scores; or the phase after it."""


@dataclass(frozen=True)
class Case:
    """A hand up to its last action, and what that leads to."""

    name: str
    hand_number: int
    hands: tuple[str, ...]
    upcard: str
    stock: str
    actions: str
    expected: Expected
    readings: Readings = field(default_factory=dict)

    def holds(self) -> None:
        """What is expected comes of it."""
        rules = with_readings(**self.readings)
        reached = played(self.hand_number, self.hands, self.upcard, self.stock, self.actions, rules)
        if isinstance(self.expected, type):
            assert isinstance(reached, self.expected), reached
        elif isinstance(reached, Refusal):
            assert reached.clauses == self.expected
        else:
            assert isinstance(reached, Over), reached
            assert reached.result.points == self.expected


THREES: Final = ("2C 9D KH", "7C 7D JS")
"""The first hand: seat 1 lacks a seven, and seat 0 counts 21."""

FIVES: Final = ("4C 4D 4H 9C 9D", "7C 7D 7H 5C 5D")
"""The third hand: seat 1 has a set of five with two wild cards, seat 0 lacks a nine."""

OUT: Final = "1 draw\n1 go-out discarding JS\n"
"""With ``THREES`` and a seven on the stock."""

ALL_MELDED: Final = "1 draw\n1 go-out discarding KD\n0 draw\n"
"""With ``FIVES``, a king and a nine on the stock: all six cards of seat 0 are in melds."""


def cases() -> Iterator[Case]:
    """All of them."""
    yield from turns()
    yield from going_out()
    yield from final_turns()


def turns() -> Iterator[Case]:
    """What may be drawn, taken and discarded."""
    top = "7H 4D"
    first = ("three-thirteen.draw.first-action",)
    yield Case("a turn begins with a card", 1, THREES, "5S", top, "1 discard JS", first)
    yield Case("also one that ends so", 1, THREES, "5S", top, "1 go-out discarding JS", first)
    yield Case("also one that keeps all", 1, THREES, "5S", top, "1 keep", first)
    once = ("three-thirteen.draw.one-card",)
    yield Case("one card a turn", 1, THREES, "5S", top, "1 draw\n1 draw", once)
    yield Case("from one pile", 1, THREES, "5S", top, "1 draw\n1 take", once)
    act = ("three-thirteen.turn.to-act",)
    yield Case("not out of turn", 1, THREES, "5S", top, "0 draw", act)
    yield Case("nor after it", 1, THREES, "5S", top, "1 draw\n1 discard JS\n1 draw", act)
    from_hand = ("three-thirteen.discard.from-hand",)
    yield Case("from the hand", 1, THREES, "5S", top, "1 draw\n1 discard KH", from_hand)
    yield Case(
        "out from the hand", 1, THREES, "5S", top, "1 draw\n1 go-out discarding KH", from_hand
    )
    ends = ("three-thirteen.out.final-discard",)
    yield Case("a discard is due", 1, THREES, "5S", top, "1 draw\n1 keep", ends)

    back = "1 take\n1 discard 5S"
    banned: Readings = {"discard_taken_card": "banned"}
    stays = ("three-thirteen.discard.not-taken-card",)
    yield Case("taken and thrown back", 1, THREES, "5S", top, back, Drawing)
    yield Case("or not", 1, THREES, "5S", top, back, stays, banned)
    yield Case("another goes", 1, THREES, "5S", top, "1 take\n1 discard 7C", Drawing, banned)
    yield Case("drawn, not taken", 1, THREES, "5S", top, "1 draw\n1 discard 7H", Drawing, banned)
    twins = ("2C 9D KH", "7C 7D 5S", "AC 2D 6H")
    yield Case("its like stays, too", 1, twins, "5S", top, back, stays, banned)
    yield Case("its like goes, too", 1, twins, "5S", top, back, Drawing)
    sevens = ("2C 9D KH", "7C 7D 7H")
    out_back = "1 take\n1 go-out discarding 5S"
    yield Case("out with what was taken", 1, sevens, "5S", "4D", out_back, Drawing)
    yield Case("not out with it", 1, sevens, "5S", "4D", out_back, stays, banned)
    later = "1 take\n1 discard JS\n0 draw\n0 discard KH\n1 draw\n1 discard 5S"
    yield Case("a turn later", 1, THREES, "5S", top, later, Drawing, banned)

    none_wild: Readings = {"wild_from_pile": "stays"}
    yield Case("a wild card is taken", 1, THREES, "3D", top, "1 take", Discarding)
    yield Case(
        "or lies", 1, THREES, "3D", top, "1 take", ("three-thirteen.draw.wild-stays",), none_wild
    )
    yield Case("it is not wild later", 2, FOURS, "3D", "4S", "1 take", Discarding, none_wild)


FOURS: Final = ("2C 9D KH 6S", "7C 7D JS 2H")


def going_out() -> Iterator[Case]:
    """Who may go out, with what, and what follows if nobody says so."""
    top = "7H 4D"
    condition = ("three-thirteen.out.condition",)
    yield Case(
        "out with three sevens", 1, THREES, "5S", top, "1 draw\n1 go-out discarding JS", Drawing
    )
    yield Case("not with two", 1, THREES, "5S", top, "1 draw\n1 go-out discarding 7H", condition)
    unsaid = "1 draw\n1 discard JS\n0 draw\n0 discard KH\n1 draw"
    yield Case("nothing said", 1, THREES, "5S", top, unsaid, Discarding)
    ended = "1 draw\n1 discard JS\n0 draw\n0 discard KH"
    automatic: Readings = {"out_automatic": "automatic"}
    yield Case("nothing need be said", 1, THREES, "5S", top, ended, (15, 0), automatic)
    yield Case("nor can it be", 1, THREES, "5S", top, "1 draw\n1 discard 7H", Drawing, automatic)

    six = ("2C 9S KH QS AD", "4C 4D 4H 9C 9D")
    broken = "1 draw\n1 go-out discarding 4C"
    yield Case("the discard breaks a set", 3, six, "JC", "9H", broken, condition)
    before: Readings = {"out_test_moment": "before_discard"}
    yield Case("before the discard", 3, six, "JC", "9H", broken, Drawing, before)
    scored = broken + "\n0 draw\n0 discard KH"
    yield Case("nought all the same", 3, six, "JC", "9H TS", scored, (32, 0), before)
    one_more = "1 draw\n1 go-out discarding KD"
    sevens = ("2C 9D KH", "7C 7D 7H")
    yield Case("what is left counts", 1, sevens, "5S", "KD", one_more, Drawing)
    yield Case("or all does", 1, sevens, "5S", "KD", one_more, condition, before)
    both: Readings = {**before, **automatic}
    thrown = "1 draw\n1 discard 4C\n0 draw\n0 discard KH"
    yield Case("unsaid before", 3, six, "JC", "9H TS", thrown, (32, 0), both)
    yield Case("unsaid after", 1, sevens, "5S", "KD", "1 draw\n1 discard KD\n0 draw", Discarding)

    whole = "1 draw\n1 go-out"
    discard = ("three-thirteen.out.with-discard",)
    may_keep: Readings = {"out_discard_needed": "may_keep"}
    yield Case("a discard is needed", 3, six, "JC", "9H", whole, discard)
    yield Case("or is not", 3, six, "JC", "9H", whole, Drawing, may_keep)
    kept = whole + "\n0 draw\n0 discard KH"
    yield Case("six cards kept", 3, six, "JC", "9H TS", kept, (32, 0), may_keep)
    neither = ("three-thirteen.out.with-discard", "three-thirteen.out.condition")
    yield Case("two reasons", 1, THREES, "5S", top, whole, neither)
    yield Case("one reason", 1, THREES, "5S", top, whole, condition, may_keep)
    still = "1 draw\n1 go-out discarding JS"
    yield Case("with a discard all the same", 1, THREES, "5S", top, still, Drawing, may_keep)
    took = "1 take\n1 go-out\n0 take"
    empty = ("three-thirteen.draw.pile-empty",)
    sevens_to_come = ("2C 9D KH", "7C 7D 7H")
    yield Case("nothing to take", 1, sevens_to_come, "7S", "4D", took, empty, may_keep)

    alike = ("2C 9D KH AS QC", "8S 8S 8D JC JD", "AC 2D 6H TS 4C")
    pair = "1 draw\n1 go-out discarding 2H"
    yield Case("two alike in a set", 3, alike, "KC", "2H", pair, condition)
    jacks = ("2C 9D KH AS QC", "8S 8S 8D 8H 8H", "AC 2D 6H TS 4C")
    yield Case("five of a kind", 3, jacks, "KC", "2H", pair, Drawing)
    distinct: Readings = {"set_duplicates": "distinct_suits"}
    yield Case("each suit once", 3, jacks, "KC", "2H", pair, condition, distinct)
    yield Case("four at most", 3, jacks, "KC", "2H", pair, condition, {"set_max": "four"})


def final_turns() -> Iterator[Case]:
    """What the others may still do, and what they score."""
    top = "7H 4D"
    yield Case("fifteen left", 1, THREES, "5S", top, OUT + "0 draw\n0 discard KH", (15, 0))
    yield Case("the discard is taken", 1, THREES, "5S", top, OUT + "0 take\n0 discard KH", (21, 0))
    again = ("three-thirteen.out.once", "three-thirteen.out.condition")
    yield Case("once a hand", 1, THREES, "5S", top, OUT + "0 draw\n0 go-out discarding KH", again)
    both = ("2C 2D KH", "7C 7D JS")
    second = OUT + "0 draw\n0 go-out discarding KH"
    yield Case("also with melds", 1, both, "5S", "7H 2H", second, ("three-thirteen.out.once",))
    yield Case("nought as well", 1, both, "5S", "7H 2H", OUT + "0 draw\n0 discard KH", (0, 0))
    over = OUT + "0 draw\n0 discard KH\n1 draw"
    yield Case(
        "the turn does not come back", 1, THREES, "5S", top, over, ("three-thirteen.turn.to-act",)
    )
    three = (*THREES, "AC 2D 6H")
    two_turns = OUT + "2 draw\n2 discard 6H\n0 draw\n0 discard KH"
    # seat 2 keeps AC 2D and draws 4D; seat 0 keeps 2C 9D and draws TS
    yield Case("two more turns", 1, three, "5S", "7H 4D TS", two_turns, (21, 0, 7))
    one_turn = OUT + "2 draw\n2 discard 6H"
    yield Case("one is not enough", 1, three, "5S", "7H 4D TS", one_turn, Drawing)

    stock: Readings = {"final_turn_scope": "stock_only"}
    closed = ("three-thirteen.out.stock-only",)
    yield Case("the pile is closed", 1, THREES, "5S", top, OUT + "0 take", closed, stock)
    drawn = OUT + "0 draw\n0 discard KH"
    yield Case("the stock is not", 1, THREES, "5S", top, drawn, (15, 0), stock)
    yield Case("nor before", 1, THREES, "5S", top, "1 take", Discarding, stock)
    draw: Readings = {"final_turn_scope": "draw_only"}
    yield Case("a card and no more", 1, THREES, "5S", top, OUT + "0 draw", (25, 0), draw)
    yield Case("or the discard", 1, THREES, "5S", top, OUT + "0 take", (31, 0), draw)
    yield Case("not before", 1, THREES, "5S", top, "1 draw", Discarding, draw)

    kept = ALL_MELDED + "0 keep"
    ends = ("three-thirteen.out.final-discard",)
    optional: Readings = {"final_turn_discard": "optional"}
    yield Case("all six melded", 3, FIVES, "JC", "KD 9H", ALL_MELDED + "0 discard 4C", (8, 0))
    yield Case("none is kept", 3, FIVES, "JC", "KD 9H", kept, ends)
    yield Case("or all are", 3, FIVES, "JC", "KD 9H", kept, (0, 0), optional)
    yield Case("not before", 3, FIVES, "JC", "KD 9H", "1 draw\n1 keep", ends, optional)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_what_follows_was_worked_out_by_hand(case: Case) -> None:
    case.holds()


# ── melds and deadwood ───────────────────────────────────────────────────────────────────────────


MELDS: list[tuple[str, int, Readings, str | None]] = [
    ("7C 7D 7H", 1, {}, "set"),
    ("7C 7D", 1, {}, None),
    ("6D 7D", 1, {}, None),
    ("5D 6D 7D", 1, {}, "run"),
    ("5D 6D 7C", 1, {}, None),
    ("AH 2H 4H", 2, {}, "run"),
    ("QH KH AH", 1, {}, None),
    ("KH AH 2H", 1, {}, None),
    ("QS KS AS 4C", 2, {}, None),
    ("QS KS 4C", 2, {}, "run"),
    ("QS KS 4C 4D", 2, {}, "run"),
    ("AH KH 3C 3D 3H 3S", 1, {}, None),
    ("2S 3S 4S", 1, {}, "run"),
    ("5H 7H 3S", 1, {}, "run"),
    ("5H 8H 3S", 1, {}, None),
    ("5H 8H 3S 3C", 1, {}, "run"),
    ("KC 3S 3D", 1, {}, "both"),
    ("KC KD 3D", 1, {}, "set"),
    ("3C 3D", 1, {}, None),
    ("3C 3D 3H", 1, {}, "both"),
    ("3C 3D 3H 3S 3C", 1, {}, "both"),
    ("3C 3D 3H 3S 3C", 1, {"set_duplicates": "distinct_suits"}, "both"),
    ("3C 3D 3H 3S 3C", 1, {"set_duplicates": "distinct_suits", "set_max": "four"}, "run"),
    ("3C 3D 3H 3S 3C", 1, {"set_max": "four"}, "run"),
    ("8S 8S 8D", 1, {}, "set"),
    ("8S 8S 8D", 1, {"set_duplicates": "distinct_suits"}, None),
    ("8S 8S 8D", 1, {"set_max": "four"}, "set"),
    ("8S 8S 3D", 1, {}, "set"),
    ("8S 8S 3D", 1, {"set_duplicates": "distinct_suits"}, None),
    ("8S 8H 8D 8C 3D", 1, {}, "set"),
    ("8S 8H 8D 8C 3D", 1, {"set_duplicates": "distinct_suits"}, "set"),
    ("8S 8H 8D 8C 3D", 1, {"set_duplicates": "distinct_suits", "set_max": "four"}, None),
    ("8S 8H 8D 8C 3D", 1, {"set_max": "four"}, None),
    ("8S 8S 9S", 1, {}, None),
]


@pytest.mark.parametrize(("words", "number", "readings", "expected"), MELDS, ids=str)
def test_what_is_a_meld(words: str, number: int, readings: Readings, expected: str | None) -> None:
    rules = with_readings(**readings)
    assert kind_of(rules, hand(words), rules.size.wild(number)) == expected


COUNTS: list[tuple[str, int, Readings, int]] = [
    ("3S 5C 9D", 1, {}, 17),
    ("3S 5C 9D", 1, {"unmelded_wild_value": "fifteen"}, 29),
    ("3S 5C 9D", 1, {"unmelded_wild_value": "twenty"}, 34),
    ("3S 5C 9D", 1, {"unmelded_wild_value": "twenty_five"}, 39),
    ("3S 5C 9D", 1, {"unmelded_wild_value": "fifty"}, 64),
    ("3S 3C 9D", 1, {"unmelded_wild_value": "fifty"}, 0),
    ("AC JD QH KS TC", 3, {}, 41),
    ("8S 8S 8D JC 2H", 3, {}, 12),
    ("8S 8S 8D JC 2H", 3, {"set_duplicates": "distinct_suits"}, 36),
    ("8S 8H 8D 8C 5D", 3, {}, 0),
    ("8S 8H 8D 8C 5D", 3, {"set_duplicates": "distinct_suits"}, 0),
    ("8S 8H 8D 8C 5D", 3, {"set_duplicates": "distinct_suits", "set_max": "four"}, 5),
    ("8S 8H 8D 8C 5D", 3, {"set_max": "four"}, 5),
    ("8S 8H 8D 8C 5D", 3, {"set_max": "four", "unmelded_wild_value": "fifteen"}, 8),
    ("7C 7D 7H 7S 7S", 3, {"set_max": "four"}, 7),
    ("QS KS AS 4C", 2, {}, 1),
    ("7C QH QD 2S 3S 9D 4C", 5, {}, 18),
    ("QC QD QH", 1, {}, 0),
    ("QC QD", 1, {}, 20),
    ("", 1, {}, 0),
]


@pytest.mark.parametrize(("words", "number", "readings", "expected"), COUNTS, ids=str)
def test_what_a_hand_counts(words: str, number: int, readings: Readings, expected: int) -> None:
    rules = with_readings(**readings)
    wild = rules.size.wild(number)
    assert deadwood(rules, hand(words), wild) == expected
    assert all_in_melds(rules, hand(words), wild) == (expected == 0)


SETS: tuple[Readings, ...] = (
    {},
    {"set_max": "four"},
    {"set_duplicates": "distinct_suits"},
    {"set_max": "four", "set_duplicates": "distinct_suits"},
)


def test_a_reading_that_is_not_asked_would_change_nothing() -> None:
    """What is found by asking only where it matters is what is found by asking always."""
    chance = random.Random(3)
    deck = DEFAULT.size.deck(4)
    told = 0
    for number in range(400):
        wild = 2 + number % 11
        low = [each for each in deck if each % 13 < 6 or each % 13 == wild]
        held = tuple(sorted(chance.sample(low, 3 + number % 7)))
        for sets in SETS:
            value = chance.choice(("face", "fifteen", "twenty", "twenty_five", "fifty"))
            rules = with_readings(**sets, unmelded_wild_value=value)
            limits, points = set_limits(rules), wild_points(rules)
            least = least_deadwood(held, wild, limits, points)
            assert deadwood(rules, held, wild) == least
            assert all_in_melds(rules, held, wild) == (least == 0)
            assert kind_of(rules, held, wild) is kind(held, wild, limits)
            told += least != least_deadwood(held, wild)
    assert told > 100


def test_two_wild_cards_and_any_third_are_a_meld() -> None:
    for each in ONE_PACK:
        assert deadwood(DEFAULT, tuple(sorted((*cards("3C 3D"), each))), 2) == 0


def test_who_went_out_scores_nought_and_each_other_its_own() -> None:
    result = settle(DEFAULT, 1, Seat(1), (hand("KD 4C 9S"), hand("7C 7D 3C"), hand("9H 9C AD")))
    assert result.deadwood == (23, 0, 19)
    assert result.points == (23, 0, 19)
    assert [(line.clause, line.winner, line.points) for line in result.receipt] == [
        ("three-thirteen.score.deadwood", 0, 23),
        ("three-thirteen.score.deadwood", 2, 19),
    ]
    broken = settle(DEFAULT, 3, Seat(0), (hand("4D 4H 9C 9D 9H"), hand("2C 9D KH QS AD")))
    assert broken.deadwood == (8, 32)
    assert broken.points == (0, 32)


# ── the deal ─────────────────────────────────────────────────────────────────────────────────────


def begun(seats: int, hand_number: int = 1, dealer: int = 0) -> BeforeDeal:
    """A match before its first deal."""
    state = begin(seats, Seat(dealer), hand_number)
    assert isinstance(state, BeforeDeal)
    return state


def a_deal(state: BeforeDeal | Over) -> Deal:
    """The packs in their order."""
    return deal_of(DEFAULT, state, DEFAULT.size.deck(ledger_of(state).seats))


DECKS: Final = {
    2: "three-thirteen.deck.two",
    3: "three-thirteen.deck.three-four",
    4: "three-thirteen.deck.three-four",
    5: "three-thirteen.deck.five-six",
    6: "three-thirteen.deck.five-six",
    7: "three-thirteen.deck.general",
    8: "three-thirteen.deck.general",
    9: "three-thirteen.deck.general",
}
PACKS: Final = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5}


@pytest.mark.parametrize("seats", DECKS)
@pytest.mark.parametrize(
    ("number", "clause"),
    [
        (1, "three-thirteen.deal.first"),
        (2, "three-thirteen.deal.grow"),
        (10, "three-thirteen.deal.grow"),
        (11, "three-thirteen.deal.last"),
    ],
)
def test_packs_and_hands_have_their_size(seats: int, number: int, clause: str) -> None:
    state = begun(seats, number, dealer=seats - 1)
    deal = a_deal(state)
    reached = GAME.step(DEFAULT, state, CHANCE, deal)
    assert isinstance(reached, Drawing)
    table = reached.table
    assert [len(each) for each in table.hands] == [number + 2] * seats
    assert len(table.stock) == 52 * PACKS[seats] - seats * (number + 2) - 1
    assert table.discard == (deal.upcard,)
    assert (table.dealer, table.mover) == (seats - 1, 0)
    seen = view(DEFAULT, reached, Seat(0))
    assert (seen.hand_number, seen.wild, seen.out) == (number, number + 1, None)

    (first, *others), stock = deal.hands, deal.stock
    short = Deal((first[1:], *others), deal.upcard, (*stock, first[0]))
    assert GAME.step(DEFAULT, state, CHANCE, short) == Refusal((clause,))
    fewer = Deal((first,), deal.upcard, (*stock, *(each for one in others for each in one)))
    assert GAME.step(DEFAULT, state, CHANCE, fewer) == Refusal((clause,))
    torn = Deal(deal.hands, deal.upcard, (*stock[1:], card("AC")))
    assert stock[0] != card("AC")
    assert GAME.step(DEFAULT, state, CHANCE, torn) == Refusal((DECKS[seats],))
    less = Deal(deal.hands, deal.upcard, stock[1:])
    assert GAME.step(DEFAULT, state, CHANCE, less) == Refusal((DECKS[seats],))
    again = GAME.step(DEFAULT, reached, CHANCE, deal)
    assert again == Refusal(("three-thirteen.deal.between-hands",))


def test_more_than_six_have_no_packs_by_a_reading() -> None:
    six = with_readings(packs_beyond_six="limit_six")
    for seats in (6, 7):
        state = begun(seats)
        reached = GAME.step(six, state, CHANCE, a_deal(state))
        if seats == 6:
            assert isinstance(reached, Drawing)
        else:
            assert reached == Refusal(("three-thirteen.deck.six-at-most",))


def test_before_the_deal_the_coming_hand_is_known() -> None:
    seen = view(DEFAULT, begun(3, 7, dealer=2), Seat(1))
    assert (seen.phase, seen.to_act, seen.dealer) == (Phase.DEAL, (), 2)
    assert (seen.hand_number, seen.wild, seen.scores) == (7, 8, (0, 0, 0))
    assert (seen.hand, seen.hand_sizes, seen.stock_size, seen.discard) == ((), (0, 0, 0), 0, ())
    early = GAME.step(DEFAULT, begun(3), Seat(1), DRAW)
    assert early == Refusal(("three-thirteen.turn.to-act",))


# ── cards that are alike ─────────────────────────────────────────────────────────────────────────


def test_cards_that_are_alike_are_one_choice() -> None:
    hands = ("2C 9D KH", "7C 7C JS", "AC 2D 6H")
    state = played(1, hands, "5S", "JS", "1 draw")
    assert not isinstance(state, Refusal)
    assert GAME.legal(DEFAULT, state, Seat(1)) == (Discard(card("7C")), Discard(card("JS")))
    after = done(GAME, DEFAULT, state, Discard(card("JS")))
    assert isinstance(after, Drawing)
    assert after.table.hands[1] == hand("7C 7C JS")


def test_whichever_copy_has_come_round_the_position_is_the_same() -> None:
    """Seat 1 gives its seven away and gets the one of seat 2, or keeps it and all pass a four."""
    hands = ("2C 9D KH", "7C 8D JS", "7C 2D 6H")
    passing = "1 draw\n1 discard {0}\n2 take\n2 discard {0}\n0 take\n0 discard {0}\n1 take"
    given = played(1, hands, "5S", "4D", passing.format("7C") + "\n1 discard 4D")
    kept = played(1, hands, "5S", "4D", passing.format("4D") + "\n1 discard 4D")
    assert isinstance(given, Drawing)
    assert given == kept
    assert given.table.hands == tuple(map(hand, hands))


def test_who_holds_nothing_but_cards_like_the_one_taken_throws_one() -> None:
    """Four packs have four sevens of diamonds."""
    banned = with_readings(discard_taken_card="banned")
    others = ("AC AC AC", "2C 9D KH", "8S 8S QD", "4H 6D TS", "5D 5D KC", "2H 9H JC")
    took = played(1, (others[0], "7D 7D 7D", *others[1:]), "7D", "", "1 take")
    assert isinstance(took, Discarding)
    seven = card("7D")
    assert GAME.legal(banned, took, Seat(1)) == (Discard(seven), GoOut(seven))
    hands = took.table.hands
    bound = replace(took.table, hands=(hands[0], hand("7D 7D 7D 8D"), *hands[2:]))
    assert GAME.legal(banned, Discarding(bound), Seat(1)) == (
        Discard(card("8D")),
        GoOut(card("8D")),
    )


# ── the end of the stock ─────────────────────────────────────────────────────────────────────────


def used_up(rules: Rules) -> Drawing:
    """Two seats have drawn and thrown away all 45 cards of the stock but for the last.

    The pile then has 45 cards, the turned one lowest; seat 1 is to draw.
    """
    state = done(GAME, rules, begun(2), a_deal(begun(2)))
    assert isinstance(state, Drawing)
    for drawn in state.table.stock[:-1]:
        state = done(GAME, rules, state, DRAW, Discard(drawn))
    assert isinstance(state, Drawing)
    return state


STOCK: Final = a_deal(begun(2)).stock
PILE: Final = (a_deal(begun(2)).upcard, *STOCK)


def test_the_stock_is_made_new_when_a_card_is_asked_of_it() -> None:
    state = done(GAME, DEFAULT, used_up(DEFAULT), DRAW, Discard(STOCK[-1]))
    assert isinstance(state, Drawing)
    assert state.table.stock == ()
    mover = state.table.mover
    assert GAME.legal(DEFAULT, state, mover) == (DRAW, TAKE)
    assert isinstance(done(GAME, DEFAULT, state, TAKE), Discarding)
    asked = done(GAME, DEFAULT, state, DRAW)
    assert isinstance(asked, Reshuffling)
    assert GAME.actors(DEFAULT, asked) == (CHANCE,)
    seen = view(DEFAULT, asked, Seat(0))
    assert (seen.phase, seen.to_act) == ("reshuffle", ())
    for cards_due in (PILE, PILE[1:], PILE[:-2], (*PILE[:-2], PILE[0])):
        refused = GAME.step(DEFAULT, asked, CHANCE, Reshuffle(cards_due))
        assert refused == Refusal(("three-thirteen.stock.reshuffle-cards",))
    assert GAME.step(DEFAULT, asked, mover, DRAW) == Refusal(("three-thirteen.turn.to-act",))
    between = GAME.step(DEFAULT, asked, CHANCE, a_deal(begun(2)))
    assert between == Refusal(("three-thirteen.deal.between-hands",))
    early = GAME.step(DEFAULT, state, CHANCE, Reshuffle(PILE[:-1]))
    assert early == Refusal(("three-thirteen.stock.reshuffle-due",))
    renewed = done(GAME, DEFAULT, asked, Reshuffle(PILE[:-1]))
    assert isinstance(renewed, Discarding)
    assert renewed.table.hand == tuple(sorted((*asked.table.hand, PILE[0])))
    assert renewed.table.stock == PILE[1:-1]
    assert renewed.table.discard == PILE[-1:]
    assert renewed.table.taken is None


def test_it_is_made_new_earlier_where_a_reading_says_so() -> None:
    start = with_readings(exhaustion_timing="lazy_start")
    state = done(GAME, start, used_up(start), DRAW, Discard(STOCK[-1]))
    assert isinstance(state, Reshuffling)
    assert state.then is Next.TURN
    begins = done(GAME, start, state, Reshuffle(PILE[:-1]))
    assert isinstance(begins, Drawing)
    assert len(begins.table.stock) == 45
    eager = with_readings(exhaustion_timing="eager")
    state = done(GAME, eager, used_up(eager), DRAW)
    assert isinstance(state, Reshuffling)
    assert state.then is Next.DISCARD
    assert due(state.table) == PILE[:-2]
    plays = done(GAME, eager, state, Reshuffle(PILE[:-2]), Discard(STOCK[-1]))
    assert isinstance(plays, Drawing)
    assert plays.table.discard == PILE[-2:]


def test_an_eager_stock_comes_before_the_end_of_a_turn_that_is_a_draw() -> None:
    """Seat 0 has gone out; seat 1 draws the last card, and that was its turn."""
    rules = with_readings(exhaustion_timing="eager", final_turn_scope="draw_only")
    state = used_up(rules)
    mover = state.table.mover
    final = Drawing(replace(state.table, out=Seat(1 - mover)))
    waits = done(GAME, rules, final, DRAW)
    assert isinstance(waits, Reshuffling)
    assert isinstance(done(GAME, rules, waits, Reshuffle(PILE[:-2])), Over)
    lazy = with_readings(final_turn_scope="draw_only")
    assert isinstance(done(GAME, lazy, final, DRAW), Over)


# ── what is shown ────────────────────────────────────────────────────────────────────────────────


def test_hands_are_shown_when_the_hand_is_over_or_at_once() -> None:
    out = played(1, THREES, "5S", "7H 4D", OUT)
    assert isinstance(out, Drawing)
    at_once = with_readings(reveal_moment="at_announcement")
    assert revealed(DEFAULT, out) == ()
    assert revealed(at_once, out) == (None, hand("7C 7D 7H"))
    seen = view(DEFAULT, out, Seat(0))
    assert (seen.out, seen.discard) == (1, cards("5S JS"))
    over = done(GAME, DEFAULT, out, DRAW, Discard(card("KH")))
    for rules in (DEFAULT, at_once):
        assert revealed(rules, over) == (hand("2C 4D 9D"), hand("7C 7D 7H"))
    seen = view(DEFAULT, over, Seat(0))
    assert (seen.phase, seen.to_act, seen.scores) == ("over", (), (15, 0))


def test_a_taken_card_is_seen_until_the_turn_is_over() -> None:
    took = played(1, THREES, "5S", "7H 4D", "1 take")
    assert not isinstance(took, Refusal)
    assert view(DEFAULT, took, Seat(0)).taken == card("5S")
    after = done(GAME, DEFAULT, took, Discard(card("5S")))
    assert view(DEFAULT, after, Seat(0)).taken is None


# ── the match ────────────────────────────────────────────────────────────────────────────────────


def test_the_lowest_score_wins_and_a_tie_is_shared_or_goes_by_hands() -> None:
    assert match_winners(DEFAULT, Ledger((61, 60, 80), (5, 1, 5))) == (1,)
    tie = Ledger((61, 61, 80), (3, 2, 6))
    assert match_winners(DEFAULT, tie) == (0, 1)
    hands = with_readings(tie="most_hands_won")
    assert match_winners(hands, tie) == (0,)
    assert match_winners(hands, Ledger((61, 61, 80), (3, 3, 5))) == (0, 1)


def ended(hand_number: int, seats: int = 3) -> Over:
    """A hand that is over: seat 1 was dealt a run of clubs, and the others just any cards."""
    size = hand_number + 2
    run = ONE_PACK[:size]
    deck = list((Counter(DEFAULT.size.deck(seats)) - Counter(run)).elements())
    random.Random(1).shuffle(deck)
    first, *others = [tuple(deck.pop() for _ in range(size)) for _ in range(seats - 1)]
    deal = Deal((first, run, *others), deck.pop(), tuple(deck))
    state = done(GAME, DEFAULT, begun(seats, hand_number), deal, DRAW, GoOut(deck[0]))
    while not isinstance(state, Over):
        state = done(GAME, DEFAULT, state, DRAW)
        assert isinstance(state, Discarding)
        state = done(GAME, DEFAULT, state, Discard(state.table.hand[0]))
    return state


def test_the_deal_goes_round() -> None:
    over = ended(4)
    assert over.table.dealer == 0
    for readings, dealer in (({}, 1), ({"rotation_direction": "right"}, 2)):
        rules = with_readings(**readings)
        reached = GAME.step(rules, over, CHANCE, deal_of(rules, over, DEFAULT.size.deck(3)))
        assert isinstance(reached, Drawing)
        table = reached.table
        assert (table.dealer, table.mover, table.hand_number) == (dealer, (dealer + 1) % 3, 5)
        assert table.ledger == over.table.ledger
        assert (table.out, table.taken) == (None, None)
    two = ended(4, seats=2)
    right = with_readings(rotation_direction="right")
    assert next_dealer(right, two) == next_dealer(DEFAULT, two) == 1


def test_after_the_last_hand_nothing_is_dealt() -> None:
    over = ended(11)
    assert GAME.actors(DEFAULT, over) == ()
    again = Deal(((),) * 3, card("AC"), ())
    assert GAME.step(DEFAULT, over, CHANCE, again) == Refusal(("three-thirteen.match.over",))
    assert GAME.step(DEFAULT, over, Seat(0), DRAW) == Refusal(("three-thirteen.turn.to-act",))
    seen = view(DEFAULT, over, Seat(2))
    assert (seen.match_over, seen.hand_number, seen.wild) == (True, 11, 12)
    assert match_winners(DEFAULT, over.table.ledger) == (1,)
    going_on = view(DEFAULT, ended(10), Seat(2))
    assert not going_on.match_over


def test_what_a_seat_may_do() -> None:
    state = played(1, THREES, "5S", "7H 4D", "1 draw")
    assert isinstance(state, Discarding)
    seven, eight, heart, jack = cards("7C 7D 7H JS")
    discards = tuple(map(Discard, (seven, eight, heart, jack)))
    assert GAME.legal(DEFAULT, state, Seat(1)) == (*discards, GoOut(jack))
    assert GAME.legal(DEFAULT, state, Seat(0)) == ()
    melded = played(3, FIVES, "JC", "KD 9H", ALL_MELDED)
    assert isinstance(melded, Discarding)
    free = with_readings(final_turn_discard="optional")
    assert GAME.legal(free, melded, Seat(0))[-1] == KEEP
    first = replace(melded.table, out=None)
    whole = with_readings(out_discard_needed="may_keep")
    assert [action for action in GAME.legal(whole, Discarding(first), Seat(0)) if action != KEEP][
        6:
    ] == [GO_OUT_WITH_ALL]
