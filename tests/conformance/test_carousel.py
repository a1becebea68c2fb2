"""The measure of a game in which a seat states the whole table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
import pytest

from meldcheck.check.judge import Outcome, Status, judge
from meldcheck.check.plan import plan_of
from meldcheck.engine.process import Conversation
from meldcheck.engine.referee import act, begin
from meldcheck.games import MEASURES
from meldcheck.suite.examples import cases_in, cases_of
from meldcheck.suite.trace import trace_of
from meldcheck.words.case import JSON, Act, Case, Kind, Origin, Requires, Setup, Tier
from meldcheck.words.compare import differences, told_apart
from meldcheck.words.deal import exchanged_action
from meldcheck.words.notation import NotationError, parse_action, parse_check, show_action, without
from meldcheck.words.protocol import Accepted, GamePlayed
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.wire import Match
from tests import committed

from .forms import check_form
from .plays import SCENARIOS, meldspec
from .small_law import SmallLaw

GAME: Final = GAMES["carousel"]
MEASURE: Final = MEASURES["carousel"]
PLAYED: Final = GamePlayed(abilities=GAME.abilities)
SEED: Final = 1

HANDS: Final = (
    "7S 4H 5H 8C 9C TD KD 2D 3C JS",
    "7C 7D QH QS 2S 9D 4C 6S TH *",
)
DEAL: Final = f"""\
deal:
  players: 2
  dealer: 0
  hands:
    - {HANDS[0]}
    - {HANDS[1]}
  stock: AH 3D rest
"""
LAW: Final = SmallLaw(GAME, DEAL)
block, example = LAW.block, LAW.example


# ── documents ────────────────────────────────────────────────────────────────────────────────────

TABLE: Final = [["7C", "7D", "*7S"], ["4S", "5S", "6S"]]


@pytest.mark.parametrize(
    ("words", "do", "shown"),
    [
        ("knock", {"type": "knock"}, "knock"),
        ("decline", {"type": "decline"}, "decline"),
        ("rearrange", {"type": "rearrange"}, "rearrange"),
        (
            "rearrange * 7d 7C to 6S 4S 5♠ / *7s 7D 7C",
            {"type": "rearrange", "table": TABLE, "cards": ["7C", "7D", "*"]},
            "rearrange 7C 7D * to 7C 7D *7S / 4S 5S 6S",
        ),
        (
            "rearrange 10h 10h to 10H *10h",
            {"type": "rearrange", "table": [["TH", "*TH"]], "cards": ["TH", "TH"]},
            "rearrange TH TH to TH *TH",
        ),
        (
            "rearrange to 7C 7D *",
            {"type": "rearrange", "table": [["7C", "7D", "*"]], "cards": []},
            "rearrange to 7C 7D *",
        ),
        (
            "rearrange 7C to",
            {"type": "rearrange", "table": [], "cards": ["7C"]},
            "rearrange 7C to",
        ),
    ],
)
def test_a_rearrangement_has_its_words(words: str, do: dict[str, JSON], shown: str) -> None:
    assert parse_action(words.split()) == do
    assert show_action(do) == shown
    assert parse_action(shown.split()) == do


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("rearrange 7C", "'rearrange CARDS to MELD / MELD …'"),
        ("rearrange 7C to 7C 7D / / 4S", "a meld without cards"),
        ("rearrange 7C to 7C 7D /", "a meld without cards"),
        ("rearrange 7C to 7C 7X", "'7X' is not a card"),
        ("rearrange 7C to 7C *7X", "'7X' is not a card"),
        ("rearrange 7C to 7C **", "'**' is not a card"),
        ("rearrange *7C to *7C", "'*7C' is not a card"),
        ("rearrange 7C to 7C 7D to 7H", "'to' is not a card"),
        ("knock 7C", "nothing may follow 'knock'"),
    ],
)
def test_words_that_say_nothing_are_refused(words: str, wrong: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(words.split())
    assert wrong in str(caught.value)


@pytest.mark.parametrize("table", [5, [5], "7C", [["7C", "**"]]])
def test_a_torn_table_is_shown_as_it_is(table: JSON) -> None:
    told = show_action({"type": "rearrange", "table": table})
    assert told == json.dumps({"table": table, "type": "rearrange"}, separators=(",", ":"))


def test_a_view_and_a_result_are_read() -> None:
    seen = parse_check(
        'view 1 {draws: 2, table: [7D *7s 7C, "6S 4S 5S"], declined: [0], hand: "*"}'
    )
    assert seen.answer == {"draws": 2, "table": TABLE, "declined": [0], "hand": ["*"]}
    told = parse_check("result {end: stock, knocker: null, winners: [], boxes: [1, 0], totals: []}")
    assert told.answer == {
        "end": "stock",
        "knocker": None,
        "winners": [],
        "boxes": [1, 0],
        "totals": [],
    }
    listed = parse_check("legal 0 [draw, rearrange, decline]")
    assert listed.answer == [{"type": "draw"}, {"type": "rearrange"}, {"type": "decline"}]


def test_the_rest_of_the_stock_is_what_nobody_holds(tmp_path: Path) -> None:
    step = LAW.case(tmp_path, example("1 draw\n? view 0 {stock_size: 32}")).steps[0]
    assert isinstance(step, Act)
    held = [card for hand in HANDS for card in hand.split()]
    assert step.do["stock"][:2] == ["AH", "3D"]
    assert Counter(step.do["stock"]) == Counter(without(MEASURE.deck(2), held))


def test_jokers_stand_for_cards_in_rows_and_on_tables(tmp_path: Path) -> None:
    rows = "rows: {one: 7D *7s 7C -> set, two: QS *AS KS -> run, none: 7C 7D * -> none}"
    law = LAW.read(tmp_path / "rows", block("kind: meld", rows))
    assert [case.question for case in cases_of(law)] == [
        {"cards": ["7C", "7D", "*7S"]},
        {"cards": ["*AS", "QS", "KS"]},
        {"cards": ["7C", "7D", "*"]},
    ]
    counted = block("kind: deadwood", "hand: KS *", "table: [TS *QS *JS]", "deadwood: 35")
    assert LAW.case(tmp_path / "count", counted).question == {
        "hand": ["KS", "*"],
        "table": [["TS", "*JS", "*QS"]],
    }
    facts = "facts: {knocker: 1, table: [7C *7D 7H], scores: [3, 4]}"
    settled = block("kind: settle", facts, "hands: [KC, 4C]", "answer: {points: [0, 6]}")
    assert LAW.case(tmp_path / "settle", settled).question == {
        "knocker": 1,
        "table": [["7C", "*7D", "7H"]],
        "scores": [3, 4],
        "hands": [["KC"], ["4C"]],
    }


ASKED: Final = "asks: {what: best, players: 2, table: [7C 7D *7S], hand: KD 5H 7S 4H, by: cards}"


def test_the_best_is_asked_for(tmp_path: Path) -> None:
    case = LAW.case(tmp_path, block("kind: best", ASKED, "answer: {cards: 7S 4H 5H, points: 16}"))
    assert case.kind is Kind.BEST
    assert case.requires.abilities == ("best",)
    assert case.question == {
        "players": 2,
        "table": [["7C", "7D", "*7S"]],
        "hand": ["KD", "4H", "5H", "7S"],
        "by": "cards",
    }
    assert case.answer == {"cards": ["4H", "5H", "7S"], "points": 16}
    best: JSON = GAME.ask("best", {}, case.question)
    assert (best["cards"], best["points"]) == (case.answer["cards"], 16)


def test_a_card_that_nobody_sees_is_exchanged_on_the_table_too() -> None:
    do = {"type": "rearrange", "table": TABLE, "cards": ["7C", "7D"]}
    assert exchanged_action(do, {"7C": "8S", "4S": "7C"}) == {
        "type": "rearrange",
        "table": [["7C", "5S", "6S"], ["7D", "*7S", "8S"]],
        "cards": ["7D", "8S"],
    }


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (example("0 take"), "'take' is not an action of Carousel"),
        (example("0 discard 7S"), "'discard' is not an action of Carousel"),
        (example("? view 1 {discard: []}"), "a view of Carousel has no 'discard'"),
        (example("? result {rummy: true}"), "a result of Carousel has no 'rummy'"),
        (block("kind: meld", "rows: {one: 7C 7D *7X -> set}"), "'7X' is not a card"),
        (block("kind: meld", "rows: {one: 7C -> both}"), "'CARDS -> set, run or none'"),
        (block("kind: deadwood", "hand: '*7C'", "deadwood: 25"), "'*7C' is not a card"),
        (block("kind: settle", "answer: {points: [1]}"), "'hands' is missing"),
        (
            block("kind: settle", "melds: [7C]", "hands: [7C]", "answer: {points: [1]}"),
            "no 'melds' in a settlement",
        ),
        (block("kind: best", ASKED, "answer: {}"), "nothing is expected"),
        (block("kind: best", ASKED, "answer: {table: [7C]}"), "unknown field `table`"),
        (block("kind: best", ASKED.replace("cards", "suits"), "answer: none"), "'suits'"),
    ],
)
def test_what_carousel_does_not_have_is_found(tmp_path: Path, written: str, message: str) -> None:
    assert message in LAW.problem(tmp_path, written)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("{cards: 4H 5H 7S, points: 16}", None),
        ("{count: 3}", None),
        ("{count: 2}", "count: stated 2, the reference says 3"),
        ("{cards: 4H 5H KD}", "cards: stated ['KD', '4H', '5H'], the reference says"),
        ("none", "stated None, the reference says"),
    ],
)
def test_what_is_best_is_held_against_the_reference(
    tmp_path: Path, answer: str, message: str | None
) -> None:
    found = LAW.linted(tmp_path, block("kind: best", ASKED, f"answer: {answer}"))
    assert found == [] if message is None else any(message in one for one in found), found


SETTLED: Final = block(
    "kind: settle",
    "facts: {knocker: 0}",
    "hands: [4C, 2D AH, KD * 2H]",
    "answer: {winners: [1], deadwood: [4, 3, 37], points: [0, 45, 0]}",
    "working:",
    '  - "seat 0 count: 4C 4 = 4"',
    '  - "seat 1 count: 2D 2 + AH 1 = 3"',
    '  - "seat 2 count: KD 10 + * 25 + 2H 2 = 37"',
    '  - "seat 1 scores: 1 + 34 + 10 = 45"',
)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("+ 10 = 45", "+ 10 = 44", "the terms make 45"),
        ("* 25 + 2H 2 = 37", "2H 2 = 12", "seat 2"),
        ("* 25 + 2H 2 = 37", "* 24 + 2H 3 = 37", "* counts 25"),
        ('  - "seat 1 scores: 1 + 34 + 10 = 45"\n', "", "no working for the 45 that seat 1 scores"),
        ("points: [0", "points: [4", "stated [4, 45, 0]"),
    ],
)
def test_working_of_scores_adds_up(tmp_path: Path, old: str, new: str, message: str) -> None:
    LAW.check_working(tmp_path, SETTLED, old, new, message)


KNOCKED: Final = """\
```{example} A knock
id: carousel.turn.one
clauses: [carousel.turn.to-act]
deal:
  players: 2
  dealer: 0
  hands:
    - 2C 6C 8D 9C TH JD 4C KC 3D 5H
    - AS 2S 3S 4S 7C 7D 7H QC QD QS
  stock: QH rest
play: |
  1 draw
  1 rearrange AS 2S 3S 4S 7C 7D 7H QC QD QH QS to AS 2S 3S 4S / 7C 7D 7H / QC QD QH QS
  1 knock
  ? result {winners: [1], deadwood: [67, 0], points: [0, 92]}
working:
  - "seat 0 count: 2C 2 + 6C 6 + 8D 8 + 9C 9 + TH 10 + JD 10 + 4C 4 + KC 10 + 3D 3 + 5H 5 = 67"
  - "seat 1 scores: 67 + 25 = 92"
```
"""


def test_the_terms_of_a_score_are_those_of_the_receipt(tmp_path: Path) -> None:
    wrong = "the terms are not those of the receipt"
    LAW.check_working(tmp_path, KNOCKED, "67 + 25 =", "60 + 32 =", wrong)


# ── protocol ─────────────────────────────────────────────────────────────────────────────────────


def begun(**readings: str | int) -> Match:
    """A match of two before its first deal."""
    match = begin(GAME, readings, Setup(players=2, dealer=0))
    assert not isinstance(match, Refusal)
    return match


def played(match: Match, steps: Sequence[Act]) -> Match:
    """The match after these steps, all of which are accepted."""
    for step in steps:
        after = act(match, step)
        assert not isinstance(after, Refusal), step
        match = after
    return match


def freed() -> tuple[Act, ...]:
    """The play in which a joker is set free."""
    return tuple(Act(by=step["by"], do=step["do"]) for step in SCENARIOS["carousel"]["steps"])


BEST: Final[dict[str, JSON]] = {"players": 2, "table": [], "hand": ["3C", "3D", "KC", "KD", "*"]}


def test_tables_and_what_is_best_have_the_published_form() -> None:

    def check(name: str, answer: JSON) -> None:
        check_form(answer, f"protocol-carousel-{name}")

    match = begun()
    check("view", match.view(0))
    for step in freed():
        check("action", step.do)
        match = played(match, [step])
        for seat in (0, 1):
            check("view", match.view(seat))
            for do in match.legal(seat):
                check("action", do)
    seen: JSON = match.view(1)
    assert seen["table"] == [["7C", "7D", "7S"], ["4H", "5H", "*6H"]]
    check("best", GAME.ask("best", {}, {**BEST, "by": "cards"}))
    request = {"seq": 1, "cmd": "ask", "game": "carousel", "rules": {}}
    asked = {"what": "best", **BEST, "by": "points"}
    check_form({**request, **asked}, "protocol-request")


def test_a_rearrangement_is_listed_without_its_fields_and_is_none_itself() -> None:
    match = played(begun(), freed()[:2])
    assert match.legal(1) == [{"type": "draw"}, {"type": "rearrange"}]
    assert match.perft(1) == {"total": 2, "by_action": [[each, 1] for each in match.legal(1)]}
    bare = act(match, Act(by=1, do={"type": "rearrange"}))
    assert bare == Refusal(("carousel.rearrange.needs-hand-card",))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ([["7C", "7D", "*7S"], ["4S", "5S", "6S"]], [["6s", "5S", "4S"], ["*7♠", "7c", "7D"]]),
        ([["AS", "2S", "3S"], ["AS", "2S", "3S"]], [["3S", "AS", "2S"], ["2S", "3S", "AS"]]),
        ([], None),
        ([["TH", "TC", "*TD"]], [["10H", "10C", "*10d"]]),
    ],
)
def test_tables_have_no_order(ours: JSON, theirs: JSON) -> None:
    assert differences("view", {"table": ours}, {"table": theirs, "note": 1}) == ()
    assert not told_apart("view", {"table": ours}, {"table": theirs})


@pytest.mark.parametrize(
    "theirs",
    [
        [["7C", "7D", "7S"], ["4S", "5S", "6S"]],
        [["7C", "7D", "*7H"], ["4S", "5S", "6S"]],
        [["7C", "7D", "*"], ["4S", "5S", "6S"]],
        [["7C", "7D", "*7S", "4S"], ["5S", "6S"]],
        [["7C", "7D", "*7S"]],
        [["7C", "7D", "*7S"], ["4S", "5S", "6S"], ["4S", "5S", "6S"]],
        [["7C", "7D", "*7S"], ["4S", "4S", "5S", "6S"]],
        ["7C 7D *7S", "4S 5S 6S"],
    ],
)
def test_tables_differ_in_any_card(theirs: JSON) -> None:
    (difference,) = differences("view", {"table": TABLE}, {"table": theirs})
    assert difference.where == "table"
    assert told_apart("view", {"table": TABLE}, {"table": theirs}) == "the field table"


def test_seats_and_counts_are_compared() -> None:
    assert differences("view", {"declined": [0, 2]}, {"declined": [2, 0]}) == ()
    assert differences("view", {"boxes": [0, 2]}, {"boxes": [2, 0]}) != ()
    assert differences("view", {"draws": 0}, {}) != ()
    assert differences("result", {"winners": [1, 2]}, {"winners": [2, 1], "end": "knock"}) == ()
    assert differences("result", {"winners": []}, {"winners": None}) == ()
    assert differences("result", {"knocker": 0}, {"knocker": None}) != ()
    listed = [{"type": "draw"}, {"type": "rearrange"}]
    assert differences("legal", listed, [{"type": "rearrange"}, {"type": "draw"}]) == ()
    assert differences("legal", listed, [{"type": "draw"}]) != ()


# ── the best ─────────────────────────────────────────────────────────────────────────────────────


def judged(asked: dict[str, JSON], expected: JSON, answer: JSON) -> Outcome:
    """The outcome of a case with this question, this expected answer and this actual answer."""
    case = Case(
        id="carousel.turn.best",
        title="The best",
        game="carousel",
        kind=Kind.BEST,
        tier=Tier.SMOKE,
        origin=Origin.DOCUMENT,
        clauses=("carousel.turn.to-act",),
        requires=Requires(abilities=("best",)),
        question=asked,
        answer=expected,
    )
    return judge(case, plan_of(case).said, Conversation((Accepted({"answer": answer}),)))


THREES: Final = {"cards": ["3C", "3D", "*"], "points": 31, "table": [["3C", "3D", "*3H"]]}
KINGS: Final = {"cards": ["*", "KD", "KC"], "points": 45, "table": [["*KS", "KC", "KD"]]}
MOST: Final = {**BEST, "by": "cards"}


@pytest.mark.parametrize("answer", [THREES, KINGS, {**THREES, "note": "one of several"}])
def test_any_of_the_best_passes(answer: JSON) -> None:
    assert judged(MOST, {"count": 3}, answer).status is Status.PASS


@pytest.mark.parametrize(
    ("answer", "where", "told"),
    [
        ({**THREES, "points": 30}, "table", "the cards count 31"),
        ({**THREES, "points": None}, "table", "the cards count 31"),
        ({**THREES, "table": [["3C", "3D", "*KS"]]}, "table", "carousel.rearrange.end-valid"),
        ({**THREES, "table": [["3C", "3D", "*"]]}, "table", "refused by carousel.joker.declare"),
        ({**THREES, "table": [["3C", "3D", "3H"]]}, "table", "carousel.rearrange.as-named"),
        ({**THREES, "table": [["3C", "3D"], ["*3H"]]}, "table", "carousel.rearrange.end-valid"),
        ({**THREES, "table": [5]}, "table", "no rearrangement: 'table' is not a list"),
        (
            {**THREES, "table": [["3C", "3D", "**"]]},
            "table",
            "no rearrangement: 'table': not a card",
        ),
        (
            {"cards": ["3C", "3D", "3H"], "points": 9, "table": [["3C", "3D", "3H"]]},
            "table",
            "refused by carousel.rearrange.from-hand",
        ),
        ({"cards": ["3C"], "points": 3, "table": []}, "count", ""),
        (None, "", ""),
        ({}, "count", ""),
        ([], "", ""),
        ("3C 3D *", "", ""),
        (31, "", ""),
    ],
)
def test_what_is_not_the_best_fails(answer: JSON, where: str, told: str) -> None:
    outcome = judged(MOST, {"count": 3}, answer)
    assert outcome.status is Status.FAIL
    first, *others = outcome.differences
    assert first.where == where
    assert told in first.remark
    assert [other.where for other in others] == (["table"] if where == "count" and answer else [])


@pytest.mark.parametrize(
    ("by", "expected", "status"),
    [
        ("points", {"cards": ["KC", "KD", "*"], "points": 45}, Status.PASS),
        ("points", {"cards": ["3C", "3D", "*"], "points": 31}, Status.FAIL),
        ("points", {"points": 46}, Status.FAIL),
        ("cards", {"count": 4}, Status.FAIL),
        ("cards", None, Status.FAIL),
    ],
)
def test_what_is_stated_of_the_best_is_compared(by: str, expected: JSON, status: Status) -> None:
    assert judged({**BEST, "by": by}, expected, KINGS).status is status


@pytest.mark.parametrize(("answer", "status"), [(None, Status.PASS), (False, Status.PASS)])
def test_nothing_can_be_said_to_be_best(answer: JSON, status: Status) -> None:
    asked = {"players": 2, "table": [], "hand": ["3C", "3D"], "by": "cards"}
    assert judged(asked, None, answer).status is status
    assert judged(asked, None, {**THREES, "cards": []}).status is Status.FAIL


def test_the_best_is_judged_by_the_rules_that_are_played() -> None:
    hand = ["9D", "4S", "6S", "2H", "4H"]
    table = [["6D", "7D", "8D", "*9D"], ["9C", "9H", "9S", "*9D"]]
    asked: dict[str, JSON] = {"players": 3, "table": table, "hand": hand, "by": "cards"}
    answer: JSON = GAME.ask("best", {}, asked)
    assert len(answer["cards"]) == 5
    case = judged(asked, {"count": 5}, answer).case
    each = msgspec.structs.replace(case, rules={"joker.one_natural_frees_two": "one_per_natural"})
    outcome = judge(each, plan_of(each).said, Conversation((Accepted({"answer": answer}),)))
    assert [one.remark for one in outcome.differences] == [
        "refused by carousel.joker.keeps-identity"
    ]


# ── commands ─────────────────────────────────────────────────────────────────────────────────────


def test_a_replayed_hand_tells_who_scores_for_whose_cards(tmp_path: Path) -> None:
    law = committed.law("carousel")
    (case,) = cases_in(law, law.examples["carousel.knock.four-left"])
    file = tmp_path / "trace.json"
    file.write_text(json.dumps(trace_of(case)), encoding="utf-8")
    told = meldspec("replay", str(file)).stdout
    line = "seat 1 scores 69 points for the cards of seat 0 (carousel.score.sum-of-differences)"
    assert line in told


def test_a_play_tells_two_readings_apart() -> None:
    told = meldspec(
        "distinguish", "carousel", "default", "second-draw=may_pass", "--format", "json"
    )
    found = json.loads(told.stdout)
    assert (found["differ"], found["steps"]) == (True, 3)
    assert found["play"]["lines"][1:] == ["0 draw", "0 decline"]
