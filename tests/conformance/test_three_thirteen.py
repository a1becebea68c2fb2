"""What the measure wing does for a game of several packs, late hands and wild ranks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import jsonschema
import msgspec
import pytest
from click.testing import CliRunner, Result

from meldcheck.check import script
from meldcheck.cli import main
from meldcheck.engine.process import Conversation, Request
from meldcheck.engine.serve import Session
from meldcheck.games import MEASURES
from meldcheck.games.measure import DECK
from meldcheck.law.covering import covering
from meldcheck.law.document import load_law, read_law
from meldcheck.seeded import find, seats
from meldcheck.seeded.campaign import fuzz
from meldcheck.seeded.fuzz import Player, Setting
from meldcheck.suite import derive, lint
from meldcheck.suite.examples import cases_of, read_cases
from meldcheck.suite.schemas import schemas
from meldcheck.words.case import JSON, Act, Case, Kind, Setup, plain
from meldcheck.words.compare import differences
from meldcheck.words.notation import parse_action, show_action, without
from meldcheck.words.protocol import LATE_START, GamePlayed, read_reply
from meldspec.games import GAMES

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

TURN: Final = """\
# Turns

```{clause} three-thirteen.turn.to-act
kind: condition
level: convention
text: Only the seat that is asked may act.
refusal: Another seat is asked.
sources: {}
```

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


def block(*fields: str) -> str:
    """An example with these fields."""
    rows = "".join(f"{field}\n" for field in fields)
    said = f"id: three-thirteen.turn.one\nclauses: [three-thirteen.turn.to-act]\n{rows}"
    return f"```{{example}} One\n{said}```\n"


def example(play: str, *fields: str, deal: str = DEAL) -> str:
    """An example that plays these lines."""
    lines = "".join(f"  {line}\n" for line in play.splitlines())
    return block(*fields, f"{deal}play: |\n{lines}")


def write_law(folder: Path, written: str) -> Path:
    """The folder of a small law with one example."""
    chapters = folder / "spec/three-thirteen"
    chapters.mkdir(parents=True)
    (chapters / "turn.md").write_text(TURN + written, encoding="utf-8")
    (chapters / "score.md").write_text(SCORE, encoding="utf-8")
    return folder / "spec"


def one_case(folder: Path, written: str) -> Case:
    (case,) = cases_of(load_law(write_law(folder, written), "three-thirteen"))
    return case


def problem(folder: Path, written: str) -> str:
    law, torn = read_law(write_law(folder, written), "three-thirteen")
    _, wrong = read_cases(law)
    (found,) = (*torn, *wrong)
    return found.message


# ── documents ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("players", "packs"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4)])
def test_there_is_a_pack_for_every_two_seats(players: int, packs: int) -> None:
    assert Counter(MEASURE.deck(players)) == Counter(DECK * packs)
    assert MEASURE.deck(players)[: packs + 1] == (*["AC"] * packs, "2C")


def test_a_deal_leaves_the_rest_of_all_packs(tmp_path: Path) -> None:
    deal = one_case(tmp_path, example("1 draw\n? view 1 {wild: 3, out: null}")).steps[0]
    assert isinstance(deal, Act)
    assert deal.do["stock"][:6] == ["7H", "4D", "AC", "AC", "2C", "3C"]
    dealt = [*(card for hand in deal.do["hands"] for card in hand), "5S", *deal.do["stock"]]
    assert Counter(dealt) == Counter(DECK * 2)


LATE: Final = DEAL.replace("  dealer: 0\n", "  dealer: 0\n  hand_number: 11\n")


def test_a_match_begins_with_a_late_hand_where_an_engine_can(tmp_path: Path) -> None:
    case = one_case(tmp_path, example("? view 1 {hand_number: 11}", deal=LATE))
    assert case.setup == Setup(players=3, dealer=0, hand_number=11)
    assert LATE_START in case.requires.abilities
    begin = script.script(case)[0].request
    assert begin["hand_number"] == 11
    assert script.not_applicable(case, {"three-thirteen": PLAYED}) is None
    told = script.not_applicable(case, {"three-thirteen": EARLY})
    assert told == "the engine does not offer late-start"


def test_the_first_hand_is_not_named(tmp_path: Path) -> None:
    case = one_case(tmp_path, example("? view 1 {phase: draw}"))
    assert "hand_number" not in plain(case.setup)
    assert "hand_number" not in script.script(case)[0].request
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
    """Each as often as it lies there: the last eight, with which seat 1 has gone out, stays."""
    step = one_case(tmp_path, example(TO_RESHUFFLE)).steps[-2]
    assert isinstance(step, Act)
    assert step.do == {"type": "reshuffle", "stock": ["8S", "7C", "7C"]}


def test_a_swap_exchanges_all_copies(tmp_path: Path) -> None:
    fields = ("kind: twin", "swap: 8S 4D", "blind: 0")
    twin = one_case(tmp_path, example("1 draw", *fields)).twin
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
    assert message in problem(tmp_path, example(line))


def test_cards_are_asked_about_beside_what_is_wild(tmp_path: Path) -> None:
    melds = block("kind: meld", "wild: 5", "rows: {kings: KC KD 5S -> set, king: KC 5S 5S -> both}")
    law = load_law(write_law(tmp_path, melds), "three-thirteen")
    told = {case.id: (case.question, case.answer) for case in cases_of(law)}
    assert told == {
        "three-thirteen.turn.one.kings": ({"cards": ["KC", "KD", "5S"], "wild": "5"}, "set"),
        "three-thirteen.turn.one.king": ({"cards": ["KC", "5S", "5S"], "wild": "5"}, "both"),
    }
    held = one_case(
        tmp_path / "2", block("kind: deadwood", "wild: 5", "hand: KC 5S", "deadwood: 15")
    )
    assert held.question == {"hand": ["KC", "5S"], "wild": "5"}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (("kind: deadwood", "hand: KC", "deadwood: 10"), "'wild' is missing"),
        (("kind: deadwood", "wild: A", "hand: KC", "deadwood: 10"), "'A' is wild in no hand"),
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
    assert message in problem(tmp_path, block(*fields))


def test_a_hand_of_facts_has_its_number(tmp_path: Path) -> None:
    deck = ("players: 2", "dealer: 0", "hand_number: 2", "deck: AC 2C rest")
    hands = ("hands: [2C, AC]", "upcard: 3C", "stock: rest")
    question = one_case(tmp_path, block("kind: deal", *deck, *hands)).question
    assert question is not None
    assert (question["players"], question["hand_number"]) == (2, 2)
    assert question["deck"] == [*DECK]
    facts = (
        "facts: {hand_number: 3, out: 1}",
        "hands: [KD 4C, 5C 5D 5H]",
        "answer: {points: [14, 0]}",
    )
    settled = one_case(tmp_path / "2", block("kind: settle", *facts))
    hands_held = [["4C", "KD"], ["5C", "5D", "5H"]]
    assert settled.question == {"hand_number": 3, "out": 1, "hands": hands_held}


@pytest.mark.parametrize("game", ["tongits", "rummy"])
def test_other_games_know_nothing_of_it(tmp_path: Path, game: str) -> None:
    turned = "  upcard: 5S\n" if game == "rummy" else ""
    deal = LATE.replace("  upcard: 5S\n", turned)
    for number, (written, message) in enumerate(
        (
            (example("? view 1 {phase: draw}", deal=deal), "begins with the first hand"),
            (block("kind: deadwood", "wild: 5", "hand: KC", "deadwood: 10"), "no rank is wild"),
            (block("kind: meld", "rows: {one: KC -> both}"), "set, run or none'"),
        )
    ):
        chapters = tmp_path / str(number) / "spec" / game
        chapters.mkdir(parents=True)
        text = (TURN + written).replace("three-thirteen.", f"{game}.")
        (chapters / "turn.md").write_text(text, encoding="utf-8")
        law, torn = read_law(chapters.parent, game)
        (found,) = (*torn, *read_cases(law)[1])
        assert message in found.message


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


def linted(folder: Path, monkeypatch: pytest.MonkeyPatch, written: str) -> list[str]:
    """What the rules about play and its working find."""
    monkeypatch.setattr(lint, "RULES", (lint.agreement, lint.workings, lint.order_in_a_turn))
    spec = write_law(folder, written)
    (spec / "sources").mkdir()
    found = lint.lint(spec, GAME, (), ())
    return [one.message for one in found if not one.file.startswith("spec/sources")]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("= 12", "= 11", "the terms make 12"),
        ("4D 4 + 8S 8", "4D 5 + 8S 7", "4D is worth 4"),
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
def test_working_of_each_hand_adds_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, message: str
) -> None:
    assert linted(tmp_path / "sound", monkeypatch, GOES_OUT) == []
    assert GOES_OUT.count(old) == 1
    found = linted(tmp_path / "wrong", monkeypatch, GOES_OUT.replace(old, new))
    assert any(message in one for one in found), found


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


def test_a_card_is_worth_what_the_reading_of_its_line_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert linted(tmp_path / "sound", monkeypatch, WILD_LEFT) == []
    wrong = WILD_LEFT.replace("3H 20 = 23", "3H 3 = 6")
    found = linted(tmp_path / "wrong", monkeypatch, wrong)
    assert any("3H is worth 20" in one for one in found), found


# ── protocol ─────────────────────────────────────────────────────────────────────────────────────


def test_answers_have_the_published_form() -> None:
    forms = {name: json.loads(form) for name, form in schemas().items()}

    def check(name: str, answer: JSON) -> None:
        jsonschema.validate(answer, forms[f"protocol-three-thirteen-{name}.json"])

    search = seats.Search(GAME, SEED)
    hand = search.hand()
    check("action", hand.deal.act().do)
    for step, match in zip(hand.acts, hand.matches, strict=False):
        check("action", step.do)
        check("view", match.view(0))
    check("view", hand.matches[-1].view(0))
    check("view", search.match(0).view(0))
    check("result", hand.result)
    check("perft", hand.matches[0].perft(2))
    asked: dict[str, JSON] = {"players": 3, "dealer": 0, "hand_number": 11}
    check("deal", GAME.ask("deal", {}, {"deck": [*MEASURE.deck(3)], **asked}))
    hands: JSON = [["3C", "3C", "3D"], ["2C"], []]
    facts: dict[str, JSON] = {"hand_number": 1, "out": 0, "hands": hands}
    settled = GAME.ask("settle", {}, facts)
    assert settled == {"deadwood": [0, 2, 0], "points": [0, 2, 0]}
    check("settle", settled)
    request = {"seq": 1, "cmd": "ask", "game": "three-thirteen", "rules": {}, "what": "settle"}
    jsonschema.validate({**request, **facts}, forms["protocol-request.json"])


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


class InProcess:
    """The reference as an engine in this process; ``forgets`` who has gone out."""

    def __init__(self, forgets: bool = False) -> None:
        self.forgets = forgets

    def converse(self, requests: Sequence[Request]) -> Conversation:
        """The replies of a fresh session."""
        session = Session({"three-thirteen": GAME})
        replies = [
            msgspec.json.decode(session.reply(msgspec.json.encode({"seq": number, **request})))
            for number, request in enumerate(requests)
        ]
        if self.forgets:
            for reply in replies:
                if isinstance(reply.get("answer"), dict):
                    reply["answer"].pop("out", None)
        return Conversation(tuple(read_reply(reply)[1] for reply in replies))


def test_the_reference_agrees_with_itself_at_every_table() -> None:
    came = fuzz(InProcess(), [Setting(GAME, {}, PLAYED)], 60, SEED)
    assert came.holds
    assert {"draw", "discard", "over"} <= set(came.coverage.phases)
    assert came.coverage.refused["three-thirteen.stock.reshuffle-due"]
    assert came.coverage.accepted["three-thirteen.out.announce"] > 40


def test_the_reference_agrees_with_itself_under_every_pair_of_readings() -> None:
    usual = {name: readings[0] for name, readings in GAME.readings().items()}
    rows = [
        {name: reading for name, reading in row.items() if usual[name] != reading}
        for row in covering("three-thirteen").rows
    ]
    came = fuzz(InProcess(), [Setting(GAME, row, PLAYED) for row in rows], 80, SEED)
    assert came.holds
    assert came.coverage.accepted["three-thirteen.stock.rebuild"]


def test_a_seeded_mistake_is_found() -> None:
    came = fuzz(InProcess(forgets=True), [Setting(GAME, {}, PLAYED)], 10, SEED)
    assert "view: out" in {difference.way for difference in came.differences}


def test_a_play_begins_with_any_hand_where_an_engine_can() -> None:
    def begun(played: GamePlayed) -> set[int]:
        table = Setting(GAME, {}, played)
        setups = [Player(table, SEED, number).play().setup for number in range(40)]
        return {setup.hand_number for setup in setups if setup is not None}

    assert begun(PLAYED) >= {1, 6, 11}
    assert begun(EARLY) == {1}


def test_a_match_that_is_over_goes_on_no_more() -> None:
    cases = [Player(Setting(GAME, {}, PLAYED), SEED, number).play() for number in range(40)]
    last = [case.steps[-1] for case in cases]
    over = ("three-thirteen.match.over",)
    assert any(isinstance(step, Act) and step.refused == over for step in last)


@pytest.mark.slow
def test_found_plays_make_cases() -> None:
    files = find.find_all(GAME, SEED, 40)
    cases = derive.derived_cases(files, GAMES)
    assert {case.kind for case in cases} >= {Kind.PLAY, Kind.LEGAL, Kind.VIEW, Kind.TWIN}
    setups = [case.setup for case in cases if case.setup]
    assert {setup.players for setup in setups} == {2, 3, 4, 5, 6, 7}
    assert len({setup.hand_number for setup in setups}) > 8
    refused = {
        clause
        for case in cases
        for step in case.steps
        if isinstance(step, Act)
        for clause in step.refused
    }
    assert refused >= {
        f"three-thirteen.{name}"
        for name in (
            "deck.two",
            "deck.three-four",
            "deck.five-six",
            "deck.general",
            "deal.first",
            "deal.grow",
            "deal.last",
            "deal.between-hands",
            "out.condition",
            "stock.reshuffle-due",
            "match.over",
        )
    }


# ── commands ─────────────────────────────────────────────────────────────────────────────────────


def meldspec(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == status, result.output
    return result


def trace(**fields: object) -> dict[str, object]:
    """A scenario in which seat 1 goes out with three sevens in the second hand."""
    hands = ("2C 9D KH 6H", "7C 7D JS 4S", "8S 8S QD 2D")
    named = [card for hand in hands for card in hand.split()] + ["5S", "7H"]
    stock = ["7H", *without(MEASURE.deck(3), named)]
    deal = {"type": "deal", "hands": [hand.split() for hand in hands], "upcard": "5S"}
    steps: list[Mapping[str, object]] = [
        {"by": "chance", "do": {**deal, "stock": stock}},
        {"by": 1, "do": {"type": "draw"}},
        {"by": 1, "do": {"type": "go_out", "discard": "JS"}},
    ]
    told = {"game": "three-thirteen", "players": 3, "dealer": 0, "hand_number": 2}
    return {**told, "steps": steps, **fields}


def test_sources_are_asked_about_a_play(tmp_path: Path) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(trace(ask="legal-last")), encoding="utf-8")
    told = json.loads(meldspec("settle", str(file), "--format", "json").stdout)
    assert told["default"] == {"legal": True}
    assert list(told["verdicts"]) == ["denexa"]
    verdict = told["verdicts"]["denexa"]
    assert verdict["status"] == "settled"
    assert verdict["because"] == [
        "three-thirteen.out.out-test-moment",
        "three-thirteen.out.announce",
    ]
    assert {citation["at"] for citation in verdict["citations"]} == {
        "three-thirteen.E1",
        "three-thirteen.E2",
        "three-thirteen.E5",
    }


def test_a_trace_is_replayed_with_what_three_thirteen_has(tmp_path: Path) -> None:
    file = tmp_path / "trace.json"
    file.write_text(json.dumps(trace()), encoding="utf-8")
    lines = meldspec("replay", str(file)).stdout.splitlines()
    assert "    stock 91, discard pile: 5S" in lines
    assert "    phase draw, wild 4, scores 0 0 0" in lines
    assert lines[-1] == "    phase draw, wild 4, out 1, scores 0 0 0"


def test_a_trace_of_a_late_hand_is_kept(tmp_path: Path) -> None:
    file, folder = tmp_path / "trace.json", tmp_path / "found"
    file.write_text(json.dumps(trace()), encoding="utf-8")
    meldspec("suite", "add", str(file), "--into", str(folder))
    (case,) = derive.derived_cases(derive.read_found(folder), GAMES)
    assert case.setup == Setup(players=3, dealer=0, hand_number=2)
    assert [step.do["type"] for step in case.steps if isinstance(step, Act)][-1] == "go_out"


def test_the_built_in_deal_is_counted() -> None:
    divided = meldspec("perft", "three-thirteen", "--depth", "2", "--divide").stdout
    assert divided == "draw: 5\ntake: 4\n9\n"


def test_what_does_not_cover_three_thirteen_says_so_in_one_line() -> None:
    told = meldspec(
        "distinguish", "three-thirteen", "default", "denexa", "--small", status=2
    ).stderr
    assert told.splitlines()[-1].endswith("Three Thirteen is not covered yet; there is Tong-its")
