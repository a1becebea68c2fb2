"""Hard places of Rummy: what follows was worked out from the sources before it was played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

import pytest

from meldspec.cards import ONE_PACK, Card
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.rummy.deal import dealt
from meldspec.rummy.dealer import begin
from meldspec.rummy.game import GAME
from meldspec.rummy.match import match_is_over, match_winners
from meldspec.rummy.options import DEFAULT, Rules
from meldspec.rummy.rummy import holds_back, went_rummy
from meldspec.rummy.score import lowest
from meldspec.rummy.stock import due, use_up_early
from meldspec.rummy.table import (
    BeforeDeal,
    Cut,
    Cutting,
    Drawing,
    End,
    LaidOff,
    LayMeld,
    Ledger,
    Next,
    Over,
    Playing,
    Reshuffling,
    State,
)
from meldspec.rummy.terms import with_lay_off, with_meld
from meldspec.rummy.view import Phase, phase, view
from meldspec.table import Discard, Draw, LayOff, Reshuffle
from meldspec.upcard import Deal, Take

from ..plays import card, card_set, done
from .test_lookahead import in_play
from .walks import played, with_readings

Expected: TypeAlias = "tuple[str, ...] | tuple[int, bool, int] | type[State]"
"""Clauses of a refusal; or winner, rummy and points; or the phase after it."""


@dataclass(frozen=True)
class Case:
    """A hand up to its last action, and what that leads to."""

    name: str
    hands: tuple[str, ...]
    upcard: str
    stock: str
    actions: str
    expected: Expected
    readings: dict[str, str | int] = field(default_factory=dict)

    def holds(self) -> None:
        """What is expected comes of it."""
        rules = with_readings(**self.readings)
        reached = played(rules, self.hands, self.upcard, self.stock, self.actions)
        if isinstance(self.expected, type):
            assert isinstance(reached, self.expected), reached
        elif isinstance(reached, Refusal):
            assert reached.clauses == self.expected
        else:
            assert isinstance(reached, Over), reached
            result = reached.result
            winner = result.outcome.winner
            assert winner is not None
            assert (winner, result.outcome.rummy, result.points[winner]) == self.expected


THREE: Final = ("AC 2D 4H 6C 8D TH QC", "3S 4S 5S 9C 9D 9H KD", "AD 2H 4D 6H 8H TC QS")
"""Seat 1 holds two melds and a card more; each of the others counts 41."""

FIVE: Final = (
    "AC 3D 6H 8D JC QS",
    "5C 6C 7C TD TH TS",
    "AD 3H 6S 8S JD QC",
    "AH 3S 4D 8H JH QD",
    "AS 2C 4S 9D JS QH",
)
"""Seat 1 holds two melds and nothing more."""

THREE_LEFT: Final = """
    1 draw
    1 meld TD TH TS
    1 discard KS
    2 draw
    2 discard KH
    3 draw
    3 discard KD
    4 draw
    4 discard KC
    0 draw
"""
"""With ``FIVE``: seat 1 is left with 5C 6C 7C, and seat 0 has drawn what it discards."""

SECOND_MELD: Final = """
    1 draw
    1 meld 3S 4S 5S
    1 meld 9C 9D 9H
"""

TWO: Final = (
    "AC 2S 4H 6D 8D TH QD AH 3D 7D",
    "3S 4S 5S 9C 9D 9H JC QC KC 6S",
)
"""Seat 1 holds three melds and a card that fits one of them; the other counts 52."""

EARLIER_MELD: Final = """
    1 draw
    1 meld 3S 4S 5S
    1 discard 2H
    0 draw
    0 discard 3H
    1 draw
    1 meld 9C 9D 9H
    1 meld JC QC KC
"""


def cases() -> Iterator[Case]:
    """The hands."""
    one = "rummy.meld.one-per-turn"
    only_taken = "rummy.discard.only-taken-card-left"
    duty = {"melds_per_turn": "many", "meld_compulsion": "melds_compulsory"}
    all_duty = {**duty, "meld_compulsion": "melds_and_layoffs_compulsory"}

    # ── melds in a turn ──
    yield Case("second meld", THREE, "JH", "2C", SECOND_MELD, (one,))
    many: dict[str, str | int] = {"melds_per_turn": "many"}
    yield Case("second meld, many", THREE, "JH", "2C", SECOND_MELD, Playing, many)
    yield Case("second meld to go out", THREE, "JH", "6S", SECOND_MELD, Playing)
    left_over = SECOND_MELD + "1 discard KD"
    yield Case("then only going out", THREE, "JH", "6S", left_over, (one,))
    out = SECOND_MELD + "1 lay-off 6S on 3S 4S 5S\n1 discard KD"
    yield Case("rummy", THREE, "JH", "6S", out, (1, True, 164))
    for reading in (
        {"rummy_needs_discard": "ends_with_discard"},
        {"rummy_min_melds": 2},
        {"rummy_same_turn_layoff": "required"},
    ):
        yield Case(str(reading), THREE, "JH", "6S", out, (1, True, 164), {**reading})
    plain = {"one_meld_exception": "no_prior_meld"}
    for reading in (
        {"rummy_same_turn_layoff": "disqualifies"},
        {"rummy_held_back": "needed"},
    ):
        yield Case(f"{reading}, refused", THREE, "JH", "6S", SECOND_MELD, (one,), {**reading})
        besides = {**reading, **plain}
        yield Case(str(besides), THREE, "JH", "6S", out, (1, False, 82), {**besides})
    no_lay_off = SECOND_MELD.replace("3S 4S 5S", "3S 4S 5S 6S")
    taking_part = {"rummy_same_turn_layoff": "required"}
    yield Case("no lay-off to come", THREE, "JH", "6S", no_lay_off, (one,), {**taking_part})
    not_laid_off = no_lay_off + "1 discard KD"
    besides = {**taking_part, **plain}
    yield Case("no lay-off", THREE, "JH", "6S", not_laid_off, (1, False, 82), {**besides})
    yield Case("exception lost", TWO, "JH", "2H 3H 2D", EARLIER_MELD, (one,))
    anybody: dict[str, str | int] = {"one_meld_exception": "any_going_out"}
    yield Case("exception for all", TWO, "JH", "2H 3H 2D", EARLIER_MELD, Playing, anybody)
    gone = EARLIER_MELD + "1 lay-off 6S on 3S 4S 5S\n1 discard 2D"
    yield Case("it does not double", TWO, "JH", "2H 3H 2D", gone, (1, False, 52), anybody)

    # ── a lay-off in an earlier turn ──
    hands: tuple[str, ...] = (
        "AC 2D 4H 6C 8D TH QC",
        "3S 4S 5S 9C 9D 9H KS",
        "AD KC KD KH 8H TC 2C",
    )
    before = """
        1 draw
        1 discard QS
        2 draw
        2 meld KC KD KH
        2 discard JD
        0 draw
        0 discard JS
        1 draw
        1 lay-off KS on KC KD KH
        1 discard QH
        2 draw
        2 discard 7D
        0 draw
        0 discard 7H
        1 draw
        1 meld 3S 4S 5S
        1 meld 9C 9D 9H
    """
    stock = "QS JD JS QH 7D 7H QD"
    last = before + "1 discard QD"
    yield Case("earlier lay-off", hands, "JH", stock, before, (one,))
    for reading, rummy, points in (
        ({**plain, "exception_vs_disqualified": "separate"}, False, 62),
        ({"rummy_prior_layoff": "allowed"}, True, 124),
        ({"melds_per_turn": "many"}, False, 62),
    ):
        yield Case(str(reading), hands, "JH", stock, last, (1, rummy, points), {**reading})

    hands = ("KS 2D 4H 6C 8D TH QC", "3S 4S 5S 6S 9C 9D 9H", "AD KC KD KH 8H TC 2C")
    by_another = """
        1 draw
        1 discard QS
        2 draw
        2 meld KC KD KH
        2 discard JD
        0 draw
        0 lay-off KS on KC KD KH
        0 discard JS
        1 draw
        1 meld 3S 4S 5S 6S
        1 meld 9C 9D 9H
        1 discard QD
    """
    stock = "QS JD JS QD"
    yield Case("another's lay-off", hands, "JH", stock, by_another, (1, True, 122))
    held_back: dict[str, str | int] = {"rummy_held_back": "needed"}
    yield Case("a meld held back", hands, "JH", stock, by_another, (1, True, 122), held_back)

    # ── the taken card alone ──
    stock = "KS KH KD KC 9H"
    taken = THREE_LEFT + "0 discard 9H\n1 take\n"
    strand = taken + "1 meld 5C 6C 7C"
    yield Case("prevented", FIVE, "9C", stock, strand, (only_taken,))
    yield Case("another goes", FIVE, "9C", stock, taken + "1 discard 5C", Drawing)
    no_discard = taken + "1 discard 9H"
    yield Case("the taken card", FIVE, "9C", stock, no_discard, ("rummy.discard.not-taken-card",))
    waived: dict[str, str | int] = {"only_taken_card_left": "waive_ban"}
    thrown = strand + "\n1 discard 9H"
    yield Case("waived", FIVE, "9C", stock, thrown, (1, False, 148), waived)
    kept: dict[str, str | int] = {"only_taken_card_left": "keep"}
    yield Case("kept", FIVE, "9C", stock, strand, Drawing, kept)
    fits = THREE_LEFT + "0 discard TC\n1 take\n1 meld 5C 6C 7C\n"
    stock = "KS KH KD KC TC"
    on_own = fits + "1 lay-off TC on TD TH TS"
    yield Case("laid off", FIVE, "9C", stock, on_own, (1, False, 148))
    not_thrown = fits + "1 discard TC"
    yield Case("not thrown", FIVE, "9C", stock, not_thrown, ("rummy.discard.not-taken-card",))
    required: dict[str, str | int] = {"final_discard": "required"}
    yield Case("nothing to discard", FIVE, "9C", stock, fits.rstrip(), (only_taken,), required)
    others: dict[str, str | int] = {"layoff_own": "opponents_only"}
    yield Case("not on one's own", FIVE, "9C", stock, fits.rstrip(), (only_taken,), others)

    # ── the last card ──
    run = THREE_LEFT + "0 discard AC\n1 draw\n1 meld 5C 6C 7C 8C"
    stock = "KS KH KD KC 9H 8C"
    yield Case("out by meld", FIVE, "9C", stock, run, (1, False, 156))
    final = "rummy.out.final-discard"
    yield Case("a discard is due", FIVE, "9C", stock, run, (final,), required)
    both = "1 take\n1 meld TD TH TS\n1 meld 5C 6C 7C 8C"
    yield Case("rummy by meld", FIVE, "8C", "9C", both, (1, True, 296))
    discarding: dict[str, str | int] = {"rummy_needs_discard": "ends_with_discard"}
    yield Case("not without discard", FIVE, "8C", "9C", both, (one,), discarding)
    freely: dict[str, str | int] = {**discarding, **plain}
    yield Case("without discard", FIVE, "8C", "9C", both, (1, False, 148), freely)

    # ── duties ──
    compulsory = ("rummy.meld.compulsory",)
    keeping = "1 draw\n1 discard KD"
    yield Case("melding is free", THREE, "JH", "2C", keeping, Drawing)
    yield Case("melding is due", THREE, "JH", "2C", keeping, compulsory, {**duty})
    hands = ("AC 2D 4H 6C 8D TH QC", "3S 4S 5S 5D 5H 6D 7D", "AD 2H 4D 6H 8H TC QS")
    fewer = "1 draw\n1 meld 5S 5D 5H"
    yield Case("any meld", hands, "JH", "2C", fewer, Playing, {**duty})
    most: dict[str, str | int] = {**duty, "compulsion_measure": "maximum"}
    yield Case("most cards", hands, "JH", "2C", fewer, compulsory, most)
    six = "1 draw\n1 meld 3S 4S 5S\n1 meld 5D 6D 7D\n1 discard 5H"
    yield Case("six cards", hands, "JH", "2C", six, Drawing, most)
    one_of_two = "1 draw\n1 meld 3S 4S 5S\n1 discard 5H"
    yield Case("the other meld", hands, "JH", "2C", one_of_two, compulsory, most)

    both = "1 take\n1 meld TD TH TS\n"
    strands = both + "1 meld 5C 6C 7C"
    yield Case("duty yields", FIVE, "9H", "9C", strands, (only_taken,), {**duty})
    yield Case("so no duty", FIVE, "9H", "9C", both + "1 discard 5C", Drawing, {**duty})
    illegal: dict[str, str | int] = {**duty, "compulsion_vs_dead_state": "draw_illegal"}
    stranding = ("rummy.draw.would-strand",)
    yield Case("not taken", FIVE, "9H", "9C", "1 take", stranding, illegal)
    yield Case("drawn", FIVE, "9H", "9C", "1 draw", Playing, illegal)
    lifted: dict[str, str | int] = {**duty, "compulsion_vs_dead_state": "waive_ban"}
    yield Case("duty stays", FIVE, "9H", "9C", both + "1 discard 5C", compulsory, lifted)
    goes = strands + "\n1 discard 9H"
    yield Case("ban is lifted", FIVE, "9H", "9C", goes, (1, True, 296), lifted)
    row = ("AC 3D 6H 8D JC QS", "4C 5C 6C 7C 8C 9C", *FIVE[2:])
    five_of_it = "1 take\n1 meld 4C 5C 6C 7C 8C"
    yield Case("five of six", row, "9H", "KS", five_of_it, Playing, most)
    four_of_it = "1 take\n1 meld 4C 5C 6C 7C"
    yield Case("only four of six", row, "9H", "KS", four_of_it, compulsory, most)
    for readings in (illegal, lifted):
        name = str(readings["compulsion_vs_dead_state"])
        whole = "1 take\n1 meld 4C 5C 6C 7C 8C 9C"
        yield Case(f"a way is left: {name}", row, "9H", "KS", "1 take", Playing, readings)
        yield Case(f"the whole run: {name}", row, "9H", "KS", whole, (only_taken,), readings)
        half = "1 take\n1 meld 4C 5C 6C"
        yield Case(f"half of it: {name}", row, "9H", "KS", half, Playing, readings)
        alone = {**readings, **others}
        yield Case(f"half of it alone: {name}", row, "9H", "KS", half, (only_taken,), alone)
        four = "1 take\n1 meld 4C 5C 6C 7C\n1 discard 8C"
        yield Case(f"four of it: {name}", row, "9H", "KS", four, Drawing, readings)

    # ── laying off ──
    stock = "KS KH TS"
    on_tens = """
        1 draw
        1 discard KS
        2 draw
        2 meld TD TH TC
        2 discard KH
        3 draw
    """
    hands = (
        "AC 3D 6H 8D JC QS",
        "5C 6D 7C 9H 2H 2D",
        "AD 3H 6S TD TH TC",
        "AH 3S 4D 8H JH QD",
        "AS 2C 4S 9D JS QH",
    )
    fourth = on_tens + "3 lay-off TS on TC TD TH"
    yield Case("the fourth card", hands, "9C", stock, fourth, Playing)
    melded: dict[str, str | int] = {"layoff_prerequisite": "own_meld_this_hand"}
    needs = ("rummy.layoff.prerequisite",)
    yield Case("only after melding", hands, "9C", stock, fourth, needs, melded)
    unlaid = on_tens + "3 discard QD"
    yield Case(
        "laying off is due", hands, "9C", stock, unlaid, ("rummy.layoff.compulsory",), {**all_duty}
    )
    yield Case("laying off is free", hands, "9C", stock, unlaid, Drawing, {**duty})
    own = "1 draw\n1 meld 5C 6C 7C\n1 lay-off 8C on 5C 6C 7C"
    yield Case("on one's own", FIVE, "9C", "8C", own, Playing)
    opponents = ("rummy.layoff.opponents-only",)
    yield Case("not on one's own meld", FIVE, "9C", "8C", own, opponents, others)
    wrong = "1 draw\n1 meld 5C 6C 7C\n1 lay-off TD on 5C 6C 7C"
    yield Case("it must fit", FIVE, "9C", "8C", wrong, ("rummy.layoff.extends-validly",))
    nowhere = "1 draw\n1 lay-off 8C on 5C 6C 7C"
    yield Case("on the table", FIVE, "9C", "8C", nowhere, ("rummy.layoff.table-only",))

    again = THREE_LEFT + "0 discard TC\n1 take\n1 lay-off TC on TD TH TS"
    stock = "KS KH KD KC TC"
    yield Case("melded in the hand", FIVE, "9C", stock, again, Playing, melded)
    this_turn: dict[str, str | int] = {"layoff_prerequisite": "own_meld_this_turn"}
    yield Case("not in the turn", FIVE, "9C", stock, again, needs, this_turn)
    yield Case("in the turn", FIVE, "9C", stock, on_own, (1, False, 148), this_turn)

    hands = (
        "AC 3D 6H 8D 2C QS",
        "TC TD TH TS 7C JD",
        "4C 5C 6C AD 3H 6S",
        "JC JH JS AH 4D 8H",
        "AS 9C 4S 9D 3S QH",
    )
    two_fit = """
        1 draw
        1 meld TC TD TH TS
        1 discard KS
        2 draw
        2 meld 4C 5C 6C
        2 discard KH
        3 draw
        3 meld JC JH JS
        3 discard KD
        4 draw
        4 discard KC
        0 draw
        0 discard 9H
        1 take
        1 lay-off 7C on 4C 5C 6C
    """
    stock = "KS KH KD KC 9H"
    jack = two_fit + "1 lay-off JD on JC JH JS"
    yield Case("a lay-off strands", hands, "2D", stock, jack, (only_taken,))
    yield Case("and is no duty", hands, "2D", stock, jack, (only_taken,), {**all_duty})
    yield Case("so it goes", hands, "2D", stock, two_fit + "1 discard JD", Drawing, {**all_duty})
    strict_all: dict[str, str | int] = {**all_duty, "compulsion_vs_dead_state": "draw_illegal"}
    taking = two_fit.replace("1 lay-off 7C on 4C 5C 6C", "").rstrip()
    yield Case("it is not taken", hands, "2D", stock, taking, stranding, strict_all)
    lifted_all: dict[str, str | int] = {**all_duty, "compulsion_vs_dead_state": "waive_ban"}
    thrown = jack + "\n1 discard 9H"
    yield Case("it is thrown", hands, "2D", stock, thrown, (1, False, 89), lifted_all)
    fits = (jack + "\n1 discard 8C").replace("9H", "8C")
    stays = ("rummy.discard.not-taken-card",)
    yield Case("what fits is not", hands, "2D", "KS KH KD KC 8C", fits, stays, lifted)
    owed = (*stays, "rummy.layoff.compulsory")
    yield Case("and is laid off", hands, "2D", "KS KH KD KC 8C", fits, owed, lifted_all)

    # ── the order in a turn ──
    hands = (
        "AC 3D 6H 8D JC QS",
        "8C 9C TC 4H 2H 2D",
        "5C 6C 7C KD 3H 6S",
        "AH 3S 4D 8H JH QD",
        "AS 2C 4S 9D JS QH",
    )
    opened = "1 draw\n1 meld 8C 9C TC\n1 discard KS\n2 draw\n"
    breaking = opened + "2 lay-off 7C on 8C 9C TC"
    strict: dict[str, str | int] = {**duty, "step_order": "strict"}
    after_melding = ("rummy.layoff.after-melding",)
    yield Case("a meld broken up", hands, "9H", "KS KH", breaking, Playing, {**duty})
    yield Case("melds first", hands, "9H", "KS KH", breaking, after_melding, strict)
    hands = ("AC 3D 6H 8D 2C QS", hands[1], "JC 5C 6C 7C KD 3H", hands[3], "AS 4C 4S 9D JS QH")
    late = opened + "2 lay-off JC on 8C 9C TC\n2 meld 5C 6C 7C"
    in_order: dict[str, str | int] = {"step_order": "strict"}
    yield Case("laid off, then melded", hands, "9H", "KS KH", late, Playing)
    yield Case("not in order", hands, "9H", "KS KH", late, after_melding, in_order)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_what_follows_was_worked_out_by_hand(case: Case) -> None:
    case.holds()


@pytest.mark.parametrize(
    ("least", "melds", "rummy"),
    [(0, 0, True), (1, 0, False), (1, 1, True), (2, 1, False), (2, 2, True)],
)
def test_going_rummy_takes_so_many_melds(least: int, melds: int, rummy: bool) -> None:
    rules = with_readings(rummy_min_melds=least)
    lying = (card_set("3S 4S 5S"), card_set("9C 9D 9H"))[:melds]
    table = in_play(frozenset(), lying, None, laid=melds)
    assert went_rummy(rules, table, discarded=True) == rummy


def test_a_meld_is_held_back_also_by_laying_off_a_card_of_it() -> None:
    whole = in_play(card_set("5C 6C 7C"), (card_set("8C 9C TC"),), None, laid=0)
    assert holds_back(whole)
    broken = with_lay_off(whole, card("7C"), card_set("8C 9C TC"))
    assert holds_back(broken)
    assert not holds_back(with_meld(whole, card_set("5C 6C 7C")))
    both = in_play(card_set("5C 6C 7C 9D 9H 9S"), (card_set("8C 9C TC"),), None, laid=0)
    assert not holds_back(with_meld(both, card_set("9D 9H 9S")))
    assert not holds_back(in_play(card_set("5C 6C 8C"), (), None))


def test_a_turn_that_ends_without_a_discard_holds_back_too() -> None:
    """5C 6C 7C and the card taken: all three are laid off, one by one."""
    table = in_play(card_set("5C 9H"), (card_set("6C 7C 8C 9C TC"),), card("9H"), laid=0)
    off = tuple(LaidOff(each, Seat(1), table.turn) for each in (card("7C"), card("6C")))
    state = Playing(replace(table, melds=(replace(table.melds[0], laid_off=off),)))
    kept = done(
        GAME,
        with_readings(only_taken_card_left="keep"),
        state,
        LayOff(card("5C"), table.melds[0].cards),
    )
    assert isinstance(kept, Drawing)
    assert kept.table.held_back == (False, True)
    assert (kept.table.mover, kept.table.taken) == (0, None)


def test_the_lowest_count_is_nobodys_where_two_share_it() -> None:
    assert lowest(DEFAULT, (card_set("KD"), card_set("3D"), card_set("2D 2C"))) == 1
    assert lowest(DEFAULT, (card_set("KD"), card_set("3D"), card_set("2D AC"))) is None


# ── the first dealer ─────────────────────────────────────────────────────────────────────────────


def cut(state: State, words: str, **readings: str | int) -> State | Refusal:
    """Cards for the deal: one word a seat, a dash for a seat that does not draw."""
    drawn = tuple(None if word == "-" else card(word) for word in words.split())
    return GAME.step(with_readings(first_dealer="cut", **readings), state, CHANCE, Cut(drawn))


def test_the_highest_card_deals_and_those_tied_draw_again() -> None:
    begun = begin(3, Seat(0))
    found = cut(begun, "AS KD QH")
    assert isinstance(found, BeforeDeal)
    assert (found.dealer, found.by_cut) == (1, True)
    tied = cut(begun, "KS 4D KD")
    assert isinstance(tied, Cutting)
    assert tied.asked == (0, 2)
    again = cut(tied, "2S - AC")
    assert isinstance(again, BeforeDeal)
    assert again.dealer == 0
    twice = cut(tied, "QS - QC")
    assert isinstance(twice, Cutting)
    assert twice.gone == tuple(map(card, ("KS", "4D", "KD", "QS", "QC")))


def test_only_who_is_to_draw_draws_and_only_what_is_there() -> None:
    begun = begin(3, Seat(0))
    wrong = Refusal(("rummy.dealer.cut-cards",))
    assert cut(begun, "AS KD") == wrong
    assert cut(begun, "AS KD -") == wrong
    assert cut(begun, "AS AS KD") == wrong
    tied = cut(begun, "KS 4D KD")
    assert isinstance(tied, Cutting)
    assert cut(tied, "2S 3S AC") == wrong
    assert cut(tied, "KS - AC") == wrong
    returned = cut(tied, "KS - AC", cut_replacement="return_and_shuffle")
    assert isinstance(returned, BeforeDeal)
    assert returned.dealer == 0
    due = Refusal(("rummy.dealer.cut-due",))
    assert GAME.step(DEFAULT, begun, CHANCE, Cut((card("AS"), card("KD"), card("QH")))) == due
    dealt = GAME.step(with_readings(first_dealer="cut"), begun, CHANCE, a_deal(3))
    assert dealt == due


def test_nobody_is_dealer_before_the_cut() -> None:
    rules = with_readings(first_dealer="cut")
    begun = begin(2, Seat(1))
    assert (view(rules, begun, Seat(0)).phase, view(rules, begun, Seat(0)).dealer) == ("cut", None)
    named = view(DEFAULT, begun, Seat(0))
    assert (named.phase, named.dealer, named.hand_number) == ("deal", 1, 1)
    found = cut(begun, "AS KD")
    assert not isinstance(found, Refusal)
    assert (view(rules, found, Seat(0)).phase, view(rules, found, Seat(0)).dealer) == ("deal", 1)


# ── the deal ─────────────────────────────────────────────────────────────────────────────────────


def a_deal(seats: int, pack: tuple[Card, ...] = ONE_PACK) -> Deal:
    """The pack, dealt by its order; seat 0 deals."""
    hands, (upcard, *stock) = dealt(DEFAULT, seats, Seat(0), pack)
    return Deal(hands, upcard, tuple(stock))


@pytest.mark.parametrize(
    ("seats", "hand", "clause"),
    [
        (2, 10, "rummy.deal.two"),
        (3, 7, "rummy.deal.three-four"),
        (4, 7, "rummy.deal.three-four"),
        (5, 6, "rummy.deal.five-six"),
        (6, 6, "rummy.deal.five-six"),
    ],
)
def test_hands_have_their_size_and_the_seat_after_the_dealer_begins(
    seats: int, hand: int, clause: str
) -> None:
    deal = a_deal(seats)
    assert deal.hands[1][:2] == (ONE_PACK[0], ONE_PACK[seats])
    assert deal.hands[0][0] == ONE_PACK[seats - 1]
    for dealer in range(seats):
        begun = begin(seats, Seat(dealer))
        reached = GAME.step(DEFAULT, begun, CHANCE, deal)
        assert isinstance(reached, Drawing)
        assert reached.table.mover == (dealer + 1) % seats
        assert [len(each) for each in reached.table.hands] == [hand] * seats
        assert reached.table.discard == (deal.upcard,)
        assert len(reached.table.stock) == 52 - seats * hand - 1
        seen = view(DEFAULT, reached, Seat(0))
        assert (seen.dealer, seen.to_act) == (dealer, ((dealer + 1) % seats,))
        short = Deal(
            (deal.hands[0][1:], *deal.hands[1:]), deal.upcard, (*deal.stock, deal.hands[0][0])
        )
        assert GAME.step(DEFAULT, begun, CHANCE, short) == Refusal((clause,))
        torn = Deal(deal.hands, deal.upcard, (*deal.stock[1:], deal.stock[-1]))
        assert GAME.step(DEFAULT, begun, CHANCE, torn) == Refusal(("rummy.deck.standard",))
        fewer = Deal(deal.hands[1:], deal.upcard, (*deal.stock, *deal.hands[0]))
        assert GAME.step(DEFAULT, begun, CHANCE, fewer) == Refusal((clause,))
        between = GAME.step(DEFAULT, reached, CHANCE, deal)
        assert between == Refusal(("rummy.deal.between-hands",))


# ── the end of the stock ─────────────────────────────────────────────────────────────────────────


def used_up(rules: Rules) -> State:
    """Six seats have drawn and thrown away all fifteen cards of the stock but for the last.

    The pile then has sixteen cards but one, the turned card lowest.
    """
    state = done(GAME, rules, begin(6, Seat(0)), a_deal(6))
    assert isinstance(state, Drawing)
    for drawn in state.table.stock[:-1]:
        state = done(GAME, rules, state, Draw(), Discard(drawn))
    return state


STOCK: Final = a_deal(6).stock
PILE: Final = (a_deal(6).upcard, *STOCK)


def test_the_stock_is_made_new_when_a_card_is_asked_of_it() -> None:
    state = done(GAME, DEFAULT, used_up(DEFAULT), Draw(), Discard(STOCK[-1]))
    assert isinstance(state, Drawing)
    assert state.table.stock == ()
    assert GAME.legal(DEFAULT, state, state.table.mover) == (Draw(), Take())
    taken = done(GAME, DEFAULT, state, Take())
    assert isinstance(taken, Playing)
    asked = done(GAME, DEFAULT, state, Draw())
    assert isinstance(asked, Reshuffling)
    assert view(DEFAULT, asked, Seat(0)).phase == "reshuffle"
    assert view(DEFAULT, asked, Seat(0)).to_act == ()
    for cards_due in (PILE, PILE[1:], PILE[:-2], (*PILE[:-2], PILE[0])):
        refused = GAME.step(DEFAULT, asked, CHANCE, Reshuffle(cards_due))
        assert refused == Refusal(("rummy.stock.reshuffle-cards",))
    assert GAME.step(DEFAULT, asked, asked.table.mover, Draw()) == Refusal(("rummy.turn.to-act",))
    between = GAME.step(DEFAULT, asked, CHANCE, a_deal(6))
    assert between == Refusal(("rummy.deal.between-hands",))
    early = GAME.step(DEFAULT, state, CHANCE, Reshuffle(PILE[:-1]))
    assert early == Refusal(("rummy.stock.reshuffle-due",))
    renewed = done(GAME, DEFAULT, asked, Reshuffle(PILE[:-1]))
    assert isinstance(renewed, Playing)
    assert renewed.table.hand == asked.table.hand | {PILE[0]}
    assert renewed.table.stock == PILE[1:-1]
    assert renewed.table.discard == PILE[-1:]


def test_it_is_made_new_earlier_where_a_reading_says_so() -> None:
    start = with_readings(exhaustion_timing="lazy_start")
    state = done(GAME, start, used_up(start), Draw(), Discard(STOCK[-1]))
    assert isinstance(state, Reshuffling)
    begins = done(GAME, start, state, Reshuffle(PILE[:-1]))
    assert isinstance(begins, Drawing)
    assert len(begins.table.stock) == 15
    eager = with_readings(exhaustion_timing="eager")
    state = done(GAME, eager, used_up(eager), Draw())
    assert isinstance(state, Reshuffling)
    assert state.then is Next.PLAY
    assert due(eager, state.table) == PILE[:-2]
    plays = done(GAME, eager, state, Reshuffle(PILE[:-2]), Discard(STOCK[-1]))
    assert isinstance(plays, Drawing)
    assert plays.table.discard == PILE[-2:]


def test_other_readings_make_it_of_all_or_turn_the_pile_over() -> None:
    whole = with_readings(stock_exhaustion="reshuffle_all")
    state = done(GAME, whole, used_up(whole), Draw(), Discard(STOCK[-1]), Draw(), Reshuffle(PILE))
    assert isinstance(state, Playing)
    assert state.table.discard == ()
    turned = with_readings(stock_exhaustion="turn_over")
    state = done(GAME, turned, used_up(turned), Draw(), Discard(STOCK[-1]), Draw())
    assert isinstance(state, Playing)
    assert PILE[0] in state.table.hand
    assert (state.table.stock, state.table.discard) == (PILE[1:-1], PILE[-1:])


def test_or_it_ends_the_hand() -> None:
    for reading in ("void", "lowest_deadwood_wins"):
        rules = with_readings(stock_exhaustion=reading)
        state = done(GAME, rules, used_up(rules), Draw(), Discard(STOCK[-1]))
        assert isinstance(state, Drawing)
        state = done(GAME, rules, state, Draw())
        assert isinstance(state, Over)
        counts = state.result.deadwood
        assert state.result.outcome.end is End.STOCK
        assert not state.result.outcome.rummy
        if reading == "void":
            assert state.result.outcome.winner is None
            assert state.result.points == (0,) * 6
        else:
            least = min(counts)
            assert counts.count(least) == 1
            winner = counts.index(least)
            assert state.result.outcome.winner == winner
            assert state.result.points[winner] == sum(counts) - least


def test_nothing_to_draw_is_made_of_a_single_discard() -> None:
    state = used_up(DEFAULT)
    assert isinstance(state, Drawing)
    alone = Drawing(replace(state.table, stock=(), discard=PILE[:1]))
    refused = GAME.step(DEFAULT, alone, alone.table.mover, Draw())
    assert refused == Refusal(("rummy.stock.nothing-to-draw",))
    assert GAME.legal(DEFAULT, alone, alone.table.mover) == (Take(),)
    whole = with_readings(stock_exhaustion="reshuffle_all")
    assert isinstance(done(GAME, whole, alone, Draw()), Reshuffling)
    eager = with_readings(exhaustion_timing="eager")
    assert use_up_early.comes(eager, alone) is None
    bare = Drawing(replace(state.table, discard=()))
    refused = GAME.step(DEFAULT, bare, bare.table.mover, Take())
    assert refused == Refusal(("rummy.draw.pile-empty",))


# ── the match ────────────────────────────────────────────────────────────────────────────────────


def ledger(*scores: int, hands: int = 5, won: tuple[int, ...] = ()) -> Ledger:
    """A match so far."""
    return Ledger(scores, hands, won or (0,) * len(scores))


def test_a_match_by_points_ends_at_its_target() -> None:
    assert not match_is_over(DEFAULT, ledger(149, 148))
    assert match_is_over(DEFAULT, ledger(149, 150))
    assert match_winners(DEFAULT, ledger(149, 150)) == (1,)
    assert match_is_over(with_readings(points_target=100), ledger(100, 0))


def test_a_match_of_hands_ends_with_them() -> None:
    five = with_readings(match_end="hands")
    assert not match_is_over(five, ledger(300, 0, hands=4))
    assert match_is_over(five, ledger(20, 0, hands=5))
    tie = ledger(24, 24, 10, hands=5, won=(1, 2, 1))
    assert match_winners(five, tie) == (0, 1)
    fewest = with_readings(match_end="hands", match_tie="fewest_hands_lost")
    assert match_winners(fewest, tie) == (1,)
    extra = with_readings(match_end="hands", match_tie="extra_hand")
    assert not match_is_over(extra, tie)
    assert match_is_over(extra, ledger(24, 25, 10, hands=6))
    assert match_is_over(with_readings(match_end="hands", number_of_hands=2), ledger(1, 0, hands=2))
    won = with_readings(match_end="hands", void_hand_counts="does_not_count")
    one_void = ledger(20, 0, hands=5, won=(3, 1))
    assert match_is_over(five, one_void)
    assert not match_is_over(won, one_void)
    assert match_is_over(won, ledger(20, 0, hands=6, won=(4, 1)))


def ended(winner: int | None, scores: tuple[int, ...], dealer: int = 0) -> Over:
    """A hand of three that is over, with the scores of the match after it."""
    out = SECOND_MELD + "1 lay-off 6S on 3S 4S 5S\n1 discard KD"
    over = played(DEFAULT, THREE, "JH", "6S", out)
    assert isinstance(over, Over)
    outcome = replace(over.result.outcome, winner=None if winner is None else Seat(winner))
    table = replace(over.table, dealer=Seat(dealer), ledger=ledger(*scores, hands=1))
    return Over(table, replace(over.result, outcome=outcome))


@pytest.mark.parametrize(
    ("readings", "winner", "dealer"),
    [
        ({}, 2, 1),
        ({"next_dealer": "winner"}, 2, 2),
        ({"next_dealer": "same"}, 2, 0),
        ({"next_dealer": "same", "void_hand_dealer": "rotate"}, 2, 0),
        ({}, None, 0),
        ({"void_hand_dealer": "rotate"}, None, 1),
        ({"next_dealer": "recut"}, None, 0),
    ],
)
def test_who_deals_next(readings: dict[str, str | int], winner: int | None, dealer: int) -> None:
    rules = with_readings(**readings)
    reached = GAME.step(rules, ended(winner, (0, 0, 20)), CHANCE, a_deal(3))
    assert isinstance(reached, Drawing)
    assert reached.table.dealer == dealer
    assert reached.table.ledger.scores == (0, 0, 20)
    assert view(rules, reached, Seat(0)).hand_number == 2


def test_a_cut_for_every_deal_where_a_reading_says_so() -> None:
    recut = with_readings(next_dealer="recut")
    over = ended(2, (0, 0, 20))
    assert GAME.step(recut, over, CHANCE, a_deal(3)) == Refusal(("rummy.dealer.cut-due",))
    cards_cut = Cut((card("AS"), card("KD"), card("QH")))
    found = GAME.step(recut, over, CHANCE, cards_cut)
    assert isinstance(found, BeforeDeal)
    assert phase(recut, found) is Phase.DEAL
    reached = GAME.step(recut, found, CHANCE, a_deal(3))
    assert isinstance(reached, Drawing)
    assert reached.table.dealer == 1


def test_after_the_match_nothing_is_dealt() -> None:
    over = ended(2, (0, 0, 150))
    assert GAME.actors(DEFAULT, over) == ()
    assert GAME.step(DEFAULT, over, CHANCE, a_deal(3)) == Refusal(("rummy.match.over",))
    assert GAME.step(DEFAULT, over, Seat(0), Draw()) == Refusal(("rummy.turn.to-act",))
    seen = view(DEFAULT, over, Seat(0))
    assert (seen.match_over, seen.phase, seen.hand_number) == (True, "over", 1)
    going_on = ended(2, (0, 0, 149))
    assert not view(DEFAULT, going_on, Seat(0)).match_over
    assert GAME.actors(DEFAULT, going_on) == (CHANCE,)


def test_a_seat_does_not_act_for_chance() -> None:
    not_to_act = Refusal(("rummy.turn.to-act",))
    cards_cut = Cut((card("AS"), card("KD"), card("QH")))
    assert GAME.step(DEFAULT, begin(3, Seat(0)), Seat(0), a_deal(3)) == not_to_act
    by_cut = with_readings(first_dealer="cut")
    assert GAME.step(by_cut, begin(3, Seat(0)), Seat(0), cards_cut) == not_to_act
    renewed = done(GAME, with_readings(exhaustion_timing="eager"), used_up(DEFAULT), Draw())
    assert isinstance(renewed, Reshuffling)
    shuffled = Reshuffle(due(DEFAULT, renewed.table))
    assert GAME.step(DEFAULT, renewed, renewed.table.mover, shuffled) == not_to_act


# ── phases ───────────────────────────────────────────────────────────────────────────────────────


def test_a_turn_is_a_draw_and_then_the_rest() -> None:
    state = done(GAME, DEFAULT, begin(3, Seat(0)), a_deal(3))
    first = Refusal(("rummy.draw.first-action",))
    mover = Seat(1)
    for too_early in (Discard(ONE_PACK[0]), LayMeld(card_set("AC 2C 3C"))):
        assert GAME.step(DEFAULT, state, mover, too_early) == first
    drawn = done(GAME, DEFAULT, state, Draw())
    for again in (Draw(), Take()):
        assert GAME.step(DEFAULT, drawn, mover, again) == Refusal(("rummy.draw.one-card",))
    assert GAME.step(DEFAULT, drawn, Seat(2), Draw()) == Refusal(("rummy.turn.to-act",))
    seen = view(DEFAULT, done(GAME, DEFAULT, state, Take()), Seat(2))
    assert seen.taken == a_deal(3).upcard
    assert view(DEFAULT, drawn, Seat(2)).taken is None
