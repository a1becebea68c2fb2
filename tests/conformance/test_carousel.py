"""What the measure wing does for a game in which a seat states the whole table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import jsonschema
import msgspec
import pytest
from click.testing import CliRunner, Result

from meldcheck.check.judge import Outcome, Status, judge
from meldcheck.check.script import script
from meldcheck.cli import main
from meldcheck.engine.process import Conversation, Request
from meldcheck.engine.referee import Refusal, act, begin
from meldcheck.engine.serve import Session
from meldcheck.games import MEASURES
from meldcheck.law.covering import covering
from meldcheck.law.document import load_law, read_law
from meldcheck.seeded import find, refusals, seats
from meldcheck.seeded import fuzz as fuzzing
from meldcheck.seeded.campaign import fuzz
from meldcheck.seeded.fuzz import Player, Setting
from meldcheck.suite import derive, lint
from meldcheck.suite.examples import cases_in, cases_of, read_cases
from meldcheck.suite.schemas import schemas
from meldcheck.suite.trace import trace_of
from meldcheck.words import places
from meldcheck.words.case import JSON, Act, Case, Kind, Origin, Requires, Setup, Tier
from meldcheck.words.compare import differences, told_apart
from meldcheck.words.deal import exchanged_action
from meldcheck.words.notation import NotationError, parse_action, parse_check, show_action, without
from meldcheck.words.protocol import Accepted, GamePlayed, read_reply
from meldspec.games import GAMES
from meldspec.wire import Match

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
FREED: Final = """\
1 draw
1 rearrange 7C 7D * to 7C 7D *7S
1 decline
0 draw
0 rearrange 7S 4H 5H to 7C 7D 7S / 4H 5H *6H"""
"""Seat 1 lays a joker as the seven of spades, and seat 0 sets it free."""

TURN: Final = """\
# Turns

```{clause} carousel.turn.to-act
kind: condition
level: convention
text: Only a seat that is to act may act.
refusal: This seat is not to act.
sources: {}
```

"""


def block(*fields: str, name: str = "one") -> str:
    """An example with these fields."""
    rows = "".join(f"{field}\n" for field in fields)
    said = f"id: carousel.turn.{name}\nclauses: [carousel.turn.to-act]\n{rows}"
    return f"```{{example}} One\n{said}```\n"


def example(play: str, *fields: str) -> str:
    """An example that plays these lines."""
    lines = "".join(f"  {line}\n" for line in play.splitlines())
    return block(*fields, f"{DEAL}play: |\n{lines}")


def write_law(folder: Path, written: str) -> Path:
    """The folder of a small law with one example."""
    chapters = folder / "spec/carousel"
    chapters.mkdir(parents=True)
    (chapters / "turn.md").write_text(TURN + written, encoding="utf-8")
    return folder / "spec"


def one_case(folder: Path, written: str) -> Case:
    (case,) = cases_of(load_law(write_law(folder, written), "carousel"))
    return case


def problem(folder: Path, written: str) -> str:
    law, torn = read_law(write_law(folder, written), "carousel")
    _, wrong = read_cases(law)
    (found,) = (*torn, *wrong)
    return found.message


def linted(folder: Path, monkeypatch: pytest.MonkeyPatch, written: str) -> list[str]:
    """What the rules about play and its working find."""
    monkeypatch.setattr(lint, "RULES", (lint.agreement, lint.workings, lint.order_in_a_turn))
    spec = write_law(folder, written)
    (spec / "sources").mkdir()
    found = lint.lint(spec, GAME, (), ())
    return [one.message for one in found if not one.file.startswith("spec/sources")]


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
    step = one_case(tmp_path, example("1 draw\n? view 0 {stock_size: 32}")).steps[0]
    assert isinstance(step, Act)
    held = [card for hand in HANDS for card in hand.split()]
    assert step.do["stock"][:2] == ["AH", "3D"]
    assert Counter(step.do["stock"]) == Counter(without(MEASURE.deck(2), held))


def test_jokers_stand_for_cards_in_rows_and_on_tables(tmp_path: Path) -> None:
    rows = "rows: {one: 7D *7s 7C -> set, two: QS *AS KS -> run, none: 7C 7D * -> none}"
    law = load_law(write_law(tmp_path / "rows", block("kind: meld", rows)), "carousel")
    assert [case.question for case in cases_of(law)] == [
        {"cards": ["7C", "7D", "*7S"]},
        {"cards": ["*AS", "QS", "KS"]},
        {"cards": ["7C", "7D", "*"]},
    ]
    counted = block("kind: deadwood", "hand: KS *", "table: [TS *QS *JS]", "deadwood: 35")
    assert one_case(tmp_path / "count", counted).question == {
        "hand": ["KS", "*"],
        "table": [["TS", "*JS", "*QS"]],
    }
    facts = "facts: {knocker: 1, table: [7C *7D 7H], scores: [3, 4]}"
    settled = block("kind: settle", facts, "hands: [KC, 4C]", "answer: {points: [0, 6]}")
    assert one_case(tmp_path / "settle", settled).question == {
        "knocker": 1,
        "table": [["7C", "*7D", "7H"]],
        "scores": [3, 4],
        "hands": [["KC"], ["4C"]],
    }


ASKED: Final = "asks: {what: best, players: 2, table: [7C 7D *7S], hand: KD 5H 7S 4H, by: cards}"


def test_the_best_is_asked_for(tmp_path: Path) -> None:
    case = one_case(tmp_path, block("kind: best", ASKED, "answer: {cards: 7S 4H 5H, points: 16}"))
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
    assert message in problem(tmp_path, written)


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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, message: str | None
) -> None:
    found = linted(tmp_path, monkeypatch, block("kind: best", ASKED, f"answer: {answer}"))
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
        ("* 25 + 2H 2 = 37", "* 24 + 2H 3 = 37", "* is worth 25"),
        ('  - "seat 1 scores: 1 + 34 + 10 = 45"\n', "", "no working for the 45 that seat 1 scores"),
        ("points: [0", "points: [4", "stated [4, 45, 0]"),
    ],
)
def test_working_of_scores_adds_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, message: str
) -> None:
    assert linted(tmp_path / "sound", monkeypatch, SETTLED) == []
    assert SETTLED.count(old) == 1
    found = linted(tmp_path / "wrong", monkeypatch, SETTLED.replace(old, new))
    assert any(message in one for one in found), found


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


def test_the_terms_of_a_score_are_those_of_the_receipt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert linted(tmp_path / "sound", monkeypatch, KNOCKED) == []
    (found,) = linted(tmp_path / "wrong", monkeypatch, KNOCKED.replace("67 + 25 =", "60 + 32 ="))
    assert "the terms are not those of the receipt" in found


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
    return tuple(Act(by=step["by"], do=step["do"]) for step in trace()["steps"])


def trace(**fields: JSON) -> dict[str, JSON]:
    """A scenario in which a joker is set free."""
    hands = [hand.split() for hand in HANDS]
    stock = without(MEASURE.deck(2), [card for hand in hands for card in [*hand, "AH", "3D"]])
    steps: list[JSON] = [
        {"by": "chance", "do": {"type": "deal", "hands": hands, "stock": ["AH", "3D", *stock]}}
    ]
    for line in FREED.splitlines():
        seat, *words = line.split()
        steps.append({"by": int(seat), "do": parse_action(words)})
    return {"game": "carousel", "players": 2, "dealer": 0, "steps": steps, **fields}


BEST: Final[dict[str, JSON]] = {"players": 2, "table": [], "hand": ["3C", "3D", "KC", "KD", "*"]}


def test_answers_have_the_published_form() -> None:
    forms = {name: json.loads(form) for name, form in schemas().items()}

    def check(name: str, answer: JSON) -> None:
        jsonschema.validate(answer, forms[f"protocol-carousel-{name}.json"])

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
    hand = seats.Search(GAME, SEED).hand()
    for step, before in zip(hand.acts, hand.matches, strict=False):
        check("action", step.do)
        check("view", before.view(0))
    check("view", hand.matches[-1].view(1))
    check("result", hand.result)
    check("perft", played(begun(), freed()[:2]).perft(2))
    check("deal", GAME.ask("deal", {}, {"deck": [*MEASURE.deck(3)], "players": 3, "dealer": 0}))
    check("best", GAME.ask("best", {}, {**BEST, "by": "cards"}))
    facts: dict[str, JSON] = {"knocker": 0, "hands": [["4C"], ["2D"], ["KD"]]}
    settled: JSON = GAME.ask("settle", {}, facts)
    assert (settled["winners"], settled["points"]) == ([1], [0, 20, 0])
    check("settle", settled)
    request = {"seq": 1, "cmd": "ask", "game": "carousel", "rules": {}}
    for asked in ({"what": "settle", **facts}, {"what": "best", **BEST, "by": "points"}):
        jsonschema.validate({**request, **asked}, forms["protocol-request.json"])


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
    """What comes of a case in which this is asked and expected, and so answered."""
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
    return judge(case, script(case), Conversation((Accepted({"answer": answer}),)))


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
    outcome = judge(each, script(each), Conversation((Accepted({"answer": answer}),)))
    assert [one.remark for one in outcome.differences] == [
        "refused by carousel.joker.keeps-identity"
    ]


# ── seeded play ──────────────────────────────────────────────────────────────────────────────────


class InProcess:
    """The reference as an engine in this process; a ``mistaken`` one shows jokers as naturals."""

    def __init__(self, mistaken: bool = False) -> None:
        self.mistaken = mistaken

    def converse(self, requests: Sequence[Request]) -> Conversation:
        """The replies of a fresh session."""
        session = Session({"carousel": GAME})
        replies = [
            msgspec.json.decode(session.reply(msgspec.json.encode({"seq": number, **request})))
            for number, request in enumerate(requests)
        ]
        for reply in replies if self.mistaken else ():
            answer = reply.get("answer")
            if isinstance(answer, dict) and "table" in answer:
                named = [[card.removeprefix("*") for card in meld] for meld in answer["table"]]
                answer["table"] = named
        return Conversation(tuple(read_reply(reply)[1] for reply in replies))


def test_the_reference_agrees_with_itself_at_every_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "LONGEST", 100)
    came = fuzz(InProcess(), [Setting(GAME, {}, PLAYED)], 16, SEED)
    assert came.holds
    assert {"draw", "meld", "knock", "over"} <= set(came.coverage.phases)
    assert came.coverage.accepted["carousel.table.manipulate"] > 20
    assert came.coverage.refused["carousel.rearrange.end-valid"]
    assert came.coverage.refused["carousel.rearrange.as-named"]
    assert came.coverage.endings["knock"]
    seats = {Player(Setting(GAME, {}, PLAYED), SEED, number).seats for number in range(16)}
    assert seats == set(MEASURE.players)


def test_the_reference_agrees_with_itself_under_every_pair_of_readings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each match is left after so few steps that the hands are small; they grow slow to search."""
    monkeypatch.setattr(fuzzing, "LONGEST", 40)
    usual = {name: readings[0] for name, readings in GAME.readings().items()}
    rows = [
        {name: reading for name, reading in row.items() if usual[name] != reading}
        for row in covering("carousel").rows
    ]
    came = fuzz(InProcess(), [Setting(GAME, row, PLAYED) for row in rows], len(rows), SEED)
    assert came.holds
    assert came.plays >= len(rows)
    assert came.coverage.refused["carousel.meld.all-that-can"]


def test_a_seeded_mistake_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "LONGEST", 60)
    came = fuzz(InProcess(mistaken=True), [Setting(GAME, {}, PLAYED)], 10, SEED)
    assert {difference.way for difference in came.differences} == {"view: table"}


def test_found_plays_make_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of few hands, and with refusals that come early."""
    monkeypatch.setattr(refusals, "EARLY", 8)
    monkeypatch.setattr(refusals, "SHORT", 1)
    cases = derive.derived_cases(find.find_all(GAME, SEED, 4), GAMES)
    assert {case.kind for case in cases} >= {
        Kind.PLAY,
        Kind.LEGAL,
        Kind.VIEW,
        Kind.TWIN,
        Kind.PERFT,
    }
    assert len({case.setup.players for case in cases if case.setup}) > 2
    refused = {
        name for case in cases for step in case.steps for name in getattr(step, "refused", ())
    }
    assert {"carousel.rearrange.end-valid", "carousel.rearrange.no-pickup"} <= refused


# ── commands ─────────────────────────────────────────────────────────────────────────────────────


def meldspec(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == status, result.output
    return result


def test_sources_are_asked_about_a_play(tmp_path: Path) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(trace(ask="legal-last")), encoding="utf-8")
    told = json.loads(meldspec("settle", str(file), "--format", "json").stdout)
    assert told["default"] == {"legal": True}
    assert list(told["verdicts"]) == ["denexa"]
    assert told["verdicts"]["denexa"]["status"] == "settled"


def test_a_trace_is_replayed_with_what_carousel_has(tmp_path: Path) -> None:
    file = tmp_path / "trace.json"
    file.write_text(json.dumps(trace()), encoding="utf-8")
    lines = meldspec("replay", str(file)).stdout.splitlines()
    assert "6. 0 rearrange 4H 5H 7S to 7C 7D 7S / 4H 5H *6H" in lines
    assert lines[-3] == "    table: 7C 7D 7S / 4H 5H *6H"
    assert lines[-1] == "    phase knock, draws 1, scores 0 0"


def test_a_replayed_hand_tells_who_scores_for_whose_cards(tmp_path: Path) -> None:
    law = load_law(places.spec_directory(), "carousel")
    (case,) = cases_in(law, law.examples["carousel.knock.four-left"])
    file = tmp_path / "trace.json"
    file.write_text(json.dumps(trace_of(case)), encoding="utf-8")
    told = meldspec("replay", str(file)).stdout
    line = "seat 1 scores 69 points for the cards of seat 0 (carousel.score.sum-of-differences)"
    assert line in told


def test_a_rearrangement_ends_a_sequence_that_is_counted() -> None:
    assert meldspec("perft", "carousel", "--depth", "1").stdout == "1\n"
    # A card is drawn, and then another or some rearrangement; so it is with the second.
    divided = meldspec("perft", "carousel", "--depth", "2", "--divide").stdout.splitlines()
    assert divided == ["draw: 2", "2"]
    for depth in ("3", "4", "5"):
        assert meldspec("perft", "carousel", "--depth", depth).stdout == "3\n"


def test_a_play_tells_two_readings_apart() -> None:
    told = meldspec(
        "distinguish", "carousel", "default", "second-draw=may_pass", "--format", "json"
    )
    found = json.loads(told.stdout)
    assert (found["differ"], found["steps"]) == (True, 3)
    assert found["play"]["lines"][1:] == ["0 draw", "0 decline"]
