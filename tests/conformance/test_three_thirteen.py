"""The measure of a game with several packs, late hands and wild ranks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from meldcheck.check.plan import plan_of
from meldcheck.games import MEASURES
from meldcheck.games.measure import DECK
from meldcheck.seeded.fuzz import Player, Setting
from meldcheck.suite import derive
from meldcheck.suite.examples import cases_of
from meldcheck.words.case import JSON, Act, Case, Setup, plain
from meldcheck.words.compare import differences
from meldcheck.words.notation import parse_action, show_action, without
from meldcheck.words.protocol import LATE_START, GamePlayed
from meldspec.games import GAMES

from .plays import SCENARIOS, meldspec
from .small_law import SmallLaw

GAME: Final = GAMES["three-thirteen"]
MEASURE: Final = MEASURES["three-thirteen"]
PLAYED: Final = GamePlayed(abilities=GAME.abilities)
EARLY: Final = GamePlayed(abilities=tuple(name for name in GAME.abilities if name != LATE_START))
SEED: Final = 1

DEAL: Final = """\
deal:
  players: 3
  dealer: 0
  hands:
    - 2C 9D KH
    - 7C 7D JS
    - 8S 8S QD
  upcard: 5S
  stock: 7H 4D rest
"""

SCORE: Final = """\
# The score

```{question} three-thirteen.score.unmelded-wild-value
kind: gap
status: option
readings: {face: its number, twenty: twenty}
default: face
reason: It is so.
sources: {denexa: {}}
```
"""


LAW: Final = SmallLaw(GAME, DEAL, {"score": SCORE})
block, example = LAW.block, LAW.example


# ── documents ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("players", "packs"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4)])
def test_there_is_a_pack_for_every_two_seats(players: int, packs: int) -> None:
    assert Counter(MEASURE.deck(players)) == Counter(DECK * packs)
    assert MEASURE.deck(players)[: packs + 1] == (*["AC"] * packs, "2C")


def test_a_deal_leaves_the_rest_of_all_packs(tmp_path: Path) -> None:
    deal = LAW.case(tmp_path, example("1 draw\n? view 1 {wild: 3, out: null}")).steps[0]
    assert isinstance(deal, Act)
    assert deal.do["stock"][:6] == ["7H", "4D", "AC", "AC", "2C", "3C"]
    dealt = [*(card for hand in deal.do["hands"] for card in hand), "5S", *deal.do["stock"]]
    assert Counter(dealt) == Counter(DECK * 2)


LATE: Final = DEAL.replace("  dealer: 0\n", "  dealer: 0\n  hand_number: 11\n")


def test_a_match_begins_with_a_late_hand_where_an_engine_can(tmp_path: Path) -> None:
    case = LAW.case(tmp_path, example("? view 1 {hand_number: 11}", deal=LATE))
    assert case.setup == Setup(players=3, dealer=0, hand_number=11)
    assert LATE_START in case.requires.abilities
    begin = plan_of(case).said[0].request
    assert begin["hand_number"] == 11
    assert plan_of(case, games={"three-thirteen": PLAYED}).reason is None
    told = plan_of(case, games={"three-thirteen": EARLY}).reason
    assert told == "the engine does not offer late-start"


def test_the_first_hand_is_not_named(tmp_path: Path) -> None:
    case = LAW.case(tmp_path, example("? view 1 {phase: draw}"))
    assert "hand_number" not in plain(case.setup)
    assert "hand_number" not in plan_of(case).said[0].request
    assert LATE_START not in case.requires.abilities


TO_RESHUFFLE: Final = """\
1 take
1 discard 7C
2 draw
2 discard 8S
0 draw
0 discard 7C
1 draw
1 go-out discarding 8S
reshuffle 8S rest
? view 1 {phase: discard}
"""


def test_the_rest_of_a_reshuffle_are_the_discards_that_are_due(tmp_path: Path) -> None:
    """Each as often as it lies there.  The last eight stays: seat 1 has gone out with it."""
    step = LAW.case(tmp_path, example(TO_RESHUFFLE)).steps[-2]
    assert isinstance(step, Act)
    assert step.do == {"type": "reshuffle", "stock": ["8S", "7C", "7C"]}


def test_a_swap_exchanges_all_copies(tmp_path: Path) -> None:
    fields = ("kind: twin", "swap: 8S 4D", "blind: 0")
    twin = LAW.case(tmp_path, example("1 draw", *fields)).twin
    assert twin is not None
    assert twin.steps[0].do["hands"][2] == ["4D", "4D", "QD"]
    assert twin.steps[0].do["stock"].count("8S") == 2


@pytest.mark.parametrize(
    ("words", "do"),
    [
        ("go-out discarding 7H", {"type": "go_out", "discard": "7H"}),
        ("go-out", {"type": "go_out"}),
        ("keep", {"type": "keep"}),
    ],
)
def test_going_out_has_its_words(words: str, do: dict[str, JSON]) -> None:
    assert parse_action(words.split()) == do
    assert show_action(do) == words


def test_like_cards_are_taken_away_one_by_one() -> None:
    assert without(["8S", "2C", "8S", "8S"], ["8S", "KD", "8S"]) == ["2C", "8S"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1 meld 4S 5S 6S", "'meld' is not an action of Three Thirteen"),
        ("? legal 1 [call-draw]", "'call-draw' is not an action of Three Thirteen"),
        ("? view 1 {melds: []}", "a view of Three Thirteen has no 'melds'"),
        ("? result {rummy: false}", "a result of Three Thirteen has no 'rummy'"),
        ("1 go-out with 7H", "'discarding CARD' or nothing expected, not 'with'"),
    ],
)
def test_what_three_thirteen_does_not_have_is_found(
    tmp_path: Path, line: str, message: str
) -> None:
    assert message in LAW.problem(tmp_path, example(line))


def test_cards_are_asked_about_beside_what_is_wild(tmp_path: Path) -> None:
    melds = block("kind: meld", "wild: 5", "rows: {kings: KC KD 5S -> set, king: KC 5S 5S -> both}")
    law = LAW.read(tmp_path, melds)
    told = {case.id: (case.question, case.answer) for case in cases_of(law)}
    assert told == {
        "three-thirteen.turn.one.kings": ({"cards": ["KC", "KD", "5S"], "wild": "5"}, "set"),
        "three-thirteen.turn.one.king": ({"cards": ["KC", "5S", "5S"], "wild": "5"}, "both"),
    }
    held = LAW.case(
        tmp_path / "2", block("kind: deadwood", "wild: 5", "hand: KC 5S", "deadwood: 15")
    )
    assert held.question == {"hand": ["KC", "5S"], "wild": "5"}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (("kind: deadwood", "hand: KC", "deadwood: 10"), "'wild' is missing"),
        (
            ("kind: deadwood", "wild: A", "hand: KC", "deadwood: 10"),
            "no hand has the wild rank 'A'",
        ),
        (("kind: meld", "wild: 5", "rows: {one: KC -> neither}"), "set, run, both or none'"),
        (
            ("kind: settle", "facts: {}", "hands: [KC]", "answer: {points: [10]}"),
            "'out' is missing",
        ),
    ],
)
def test_facts_that_are_incomplete_are_found(
    tmp_path: Path, fields: Sequence[str], message: str
) -> None:
    assert message in LAW.problem(tmp_path, block(*fields))


def test_a_hand_of_facts_has_its_number(tmp_path: Path) -> None:
    deck = ("players: 2", "dealer: 0", "hand_number: 2", "deck: AC 2C rest")
    hands = ("hands: [2C, AC]", "upcard: 3C", "stock: rest")
    question = LAW.case(tmp_path, block("kind: deal", *deck, *hands)).question
    assert question is not None
    assert (question["players"], question["hand_number"]) == (2, 2)
    assert question["deck"] == [*DECK]
    facts = (
        "facts: {hand_number: 3, out: 1}",
        "hands: [KD 4C, 5C 5D 5H]",
        "answer: {points: [14, 0]}",
    )
    settled = LAW.case(tmp_path / "2", block("kind: settle", *facts))
    hands_held = [["4C", "KD"], ["5C", "5D", "5H"]]
    assert settled.question == {"hand_number": 3, "out": 1, "hands": hands_held}


@pytest.mark.parametrize("game", ["tongits", "rummy"])
def test_other_games_know_nothing_of_it(tmp_path: Path, game: str) -> None:
    turned = "  upcard: 5S\n" if game == "rummy" else ""
    law = SmallLaw(GAMES[game], LATE.replace("  upcard: 5S\n", turned))
    for number, (written, message) in enumerate(
        (
            (law.example("? view 1 {phase: draw}"), "begins with the first hand"),
            (law.block("kind: deadwood", "wild: 5", "hand: KC", "deadwood: 10"), "no rank is wild"),
            (law.block("kind: meld", "rows: {one: KC -> both}"), "set, run or none'"),
        )
    ):
        assert message in law.problem(tmp_path / str(number), written)


# ── lint ─────────────────────────────────────────────────────────────────────────────────────────

GOES_OUT: Final = example(
    """\
1 draw
1 go-out discarding JS
2 draw
2 discard QD
0 draw
0 discard KH
? result {winner: 1, deadwood: [12, 0, 20], points: [12, 0, 20]}""",
    "working:",
    '  - "seat 0 deadwood: AC 1 + 2C 2 + 9D 9 = 12"',
    '  - "seat 1 deadwood: none = 0; melds 7C 7D 7H"',
    '  - "seat 2 deadwood: 4D 4 + 8S 8 + 8S 8 = 20"',
)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("= 12", "= 11", "the terms make 12"),
        ("4D 4 + 8S 8", "4D 5 + 8S 7", "4D counts 4"),
        ("melds 7C 7D 7H", "melds 7C 7D 8S", "terms and melds together are not the hand"),
        (
            '  - "seat 1 deadwood: none = 0; melds 7C 7D 7H"\n',
            "",
            "no working for the deadwood 0 of seat 1",
        ),
        (
            '  - "seat 2 deadwood: 4D 4 + 8S 8 + 8S 8 = 20"\n',
            "",
            "no working for the 20 of seat 2",
        ),
        ("seat 0 deadwood: AC 1", "seat 0 scores: AC 1", "'seat N deadwood: CARD N"),
        ("points: [12", "points: [13", "stated [13, 0, 20], the reference says [12, 0, 20]"),
    ],
)
def test_working_of_each_hand_adds_up(tmp_path: Path, old: str, new: str, message: str) -> None:
    LAW.check_working(tmp_path, GOES_OUT, old, new, message)


WILD_LEFT: Final = block(
    "kind: question",
    "question: three-thirteen.score.unmelded-wild-value",
    DEAL.replace("2C 9D KH", "2D 9D 3H")
    + """\
play: |
  1 draw
  1 go-out discarding JS
  2 draw
  2 discard QD
  0 draw
  0 discard 9D
readings:
  face: |
    ? result {deadwood: [6, 0, 20]}
  twenty: |
    ? result {deadwood: [23, 0, 20]}
working:
  - "face: seat 0 deadwood: AC 1 + 2D 2 + 3H 3 = 6"
  - "twenty: seat 0 deadwood: AC 1 + 2D 2 + 3H 20 = 23"
  - "seat 1 deadwood: none = 0; melds 7C 7D 7H"
  - "seat 2 deadwood: 4D 4 + 8S 8 + 8S 8 = 20\"""",
)


def test_a_card_is_worth_what_the_reading_of_its_line_says(tmp_path: Path) -> None:
    LAW.check_working(tmp_path, WILD_LEFT, "3H 20 = 23", "3H 3 = 6", "3H counts 20")


# ── protocol ─────────────────────────────────────────────────────────────────────────────────────


def test_a_receipt_of_own_points_adds_up() -> None:
    line = {"clause": "three-thirteen.score.deadwood", "from": 0, "to": 0, "points": 14}
    result = {"points": [14, 0], "receipt": [line]}
    assert differences("result", {"points": [14, 0]}, result) == ()
    wrong = {**result, "receipt": [{**line, "points": 13}]}
    (difference,) = differences("result", {"points": [14, 0]}, wrong)
    assert (difference.where, difference.got) == ("receipt", [13, 0])


def test_hands_with_like_cards_are_compared_as_often_as_they_stand_there() -> None:
    assert differences("view", {"hand": ["8S", "2C", "8S"]}, {"hand": ["2C", "8S", "8S"]}) == ()
    (difference,) = differences("view", {"hand": ["8S", "8S", "2C"]}, {"hand": ["2C", "2C", "8S"]})
    assert difference.where == "hand"
    assert differences("view", {"out": None, "wild": "T"}, {"wild": "T"}) == ()
    assert differences("view", {"out": None}, {"out": 0}) != ()


# ── seeded play ──────────────────────────────────────────────────────────────────────────────────


@cache
def cases(*, late: bool) -> list[Case]:
    """Seeded plays on an engine that can begin with any hand, or with the first alone.

    Among a dozen is one of the first hand, one of a middle and one of the last, which ends a match.
    """
    table = Setting(GAME, {}, PLAYED if late else EARLY)
    return [Player(table, SEED, number).play() for number in range(12)]


def test_a_play_begins_with_any_hand_where_an_engine_can() -> None:
    def begun(late: bool) -> set[int]:
        return {case.setup.hand_number for case in cases(late=late) if case.setup is not None}

    assert begun(late=True) >= {1, 6, 11}
    assert begun(late=False) == {1}


def test_a_match_that_is_over_goes_on_no_more() -> None:
    last = [case.steps[-1] for case in cases(late=True)]
    over = ("three-thirteen.match.over",)
    assert any(isinstance(step, Act) and step.refused == over for step in last)


# ── commands ─────────────────────────────────────────────────────────────────────────────────────


def test_a_verdict_names_the_clauses_and_sentences_that_decided_it(tmp_path: Path) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(
        json.dumps(SCENARIOS["three-thirteen"] | {"ask": "legal-last"}), encoding="utf-8"
    )
    told = json.loads(meldspec("settle", str(file), "--format", "json").stdout)
    verdict = told["verdicts"]["denexa"]
    assert verdict["because"] == [
        "three-thirteen.out.out-test-moment",
        "three-thirteen.out.announce",
    ]
    assert {citation["at"] for citation in verdict["citations"]} == {
        "three-thirteen.E1",
        "three-thirteen.E2",
        "three-thirteen.E5",
    }


def test_a_trace_of_a_late_hand_is_kept(tmp_path: Path) -> None:
    file, folder = tmp_path / "trace.json", tmp_path / "found"
    file.write_text(json.dumps(SCENARIOS["three-thirteen"]), encoding="utf-8")
    meldspec("suite", "add", str(file), "--into", str(folder))
    (case,) = derive.derived_cases(derive.read_found(folder), GAMES)
    assert case.setup == Setup(players=3, dealer=0, hand_number=2)
    assert [step.do["type"] for step in case.steps if isinstance(step, Act)][-1] == "go_out"
