"""What the measure wing does for a second game: documents, cases, working, verdicts, fuzzing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import jsonschema
import msgspec
import pytest
from click.testing import CliRunner, Result

from meldcheck.cli import main
from meldcheck.engine.process import Conversation, Request
from meldcheck.engine.serve import Session
from meldcheck.games.measure import DECK
from meldcheck.games.rummy import highest
from meldcheck.law.covering import covering
from meldcheck.law.document import load_law, read_law
from meldcheck.seeded import find, seats
from meldcheck.seeded.campaign import fuzz
from meldcheck.seeded.fuzz import Player, Setting
from meldcheck.suite import derive, lint
from meldcheck.suite.examples import cases_of, read_cases
from meldcheck.suite.schemas import schemas
from meldcheck.words.case import JSON, Act, Case, Kind, Setup
from meldcheck.words.compare import differences
from meldcheck.words.protocol import GamePlayed, read_reply
from meldspec.games import GAMES

RUMMY: Final = GAMES["rummy"]
PLAYED: Final = GamePlayed(abilities=RUMMY.abilities)
SEED: Final = 1

DEAL: Final = """\
deal:
  players: 3
  dealer: 0
  hands:
    - 2D 7D 8D TH JC QD KS
    - 4S 5S 6S 9C 9D 9H AC
    - 7H 9S 3C 4C 5C KC KD
  upcard: 8S
  stock: 7S 6D rest
"""

TURN: Final = """\
# Turns

```{clause} rummy.turn.to-act
kind: condition
level: convention
text: Only the seat that is asked may act.
refusal: Another seat is asked.
sources: {}
```

"""

STOCK: Final = """\
# The stock

```{question} rummy.stock.stock-exhaustion
kind: gap
status: option
readings: {reshuffle_keep_top: the top stays, reshuffle_all: all of it}
default: reshuffle_keep_top
reason: It is so.
sources: {denexa: {}, jetpunk: {}, jetpunk-errata: {}}
```
"""


def example(play: str, *fields: str, deal: str = DEAL) -> str:
    """An example that plays these lines."""
    rows = "".join(f"{field}\n" for field in fields)
    lines = "".join(f"  {line}\n" for line in play.splitlines())
    said = f"id: rummy.turn.one\nclauses: [rummy.turn.to-act]\n{rows}{deal}play: |\n{lines}"
    return f"```{{example}} One play\n{said}```\n"


def write_law(folder: Path, written: str) -> Path:
    """The folder of a small law of Rummy with one example."""
    chapters = folder / "spec/rummy"
    chapters.mkdir(parents=True)
    (chapters / "turn.md").write_text(TURN + written, encoding="utf-8")
    (chapters / "stock.md").write_text(STOCK, encoding="utf-8")
    return folder / "spec"


def one_case(folder: Path, written: str) -> Case:
    (case,) = cases_of(load_law(write_law(folder, written), "rummy"))
    return case


def problem(folder: Path, written: str) -> str:
    law, torn = read_law(write_law(folder, written), "rummy")
    _, wrong = read_cases(law)
    (found,) = (*torn, *wrong)
    return found.message


# ── documents ────────────────────────────────────────────────────────────────────────────────────


def test_a_deal_names_the_seats_and_the_card_turned_and_leaves_the_rest(tmp_path: Path) -> None:
    case = one_case(tmp_path, example("1 draw\n? view 1 {hand_sizes: [7, 8, 7]}"))
    assert case.setup == Setup(players=3, dealer=0)
    deal = case.steps[0]
    assert isinstance(deal, Act)
    assert deal.do["upcard"] == "8S"
    assert deal.do["stock"][:4] == ["7S", "6D", "2C", "6C"]
    dealt = [*(card for hand in deal.do["hands"] for card in hand), "8S", *deal.do["stock"]]
    assert sorted(dealt) == sorted(DECK)


TO_RESHUFFLE: Final = """\
1 take
1 discard AC
2 draw
2 discard KC
0 draw
0 discard KS
1 discard 4S -> refused rummy.turn.to-act
1 take
1 discard 9C
reshuffle KC rest
? view 1 {phase: play}
"""


@pytest.mark.parametrize(
    ("reading", "stock"),
    [("reshuffle_keep_top", ["KC", "AC"]), ("reshuffle_all", ["KC", "AC", "9C"])],
)
def test_the_rest_of_a_reshuffle_are_the_discards_that_are_due(
    tmp_path: Path, reading: str, stock: list[str]
) -> None:
    rules = f"rules: {{stock.stock_exhaustion: {reading}}}"
    step = one_case(tmp_path, example(TO_RESHUFFLE, rules, "control: next")).steps[-2]
    assert isinstance(step, Act)
    assert step.do == {"type": "reshuffle", "stock": stock}


def test_a_twin_exchanges_cards_in_what_chance_does(tmp_path: Path) -> None:
    fields = ("kind: twin", "swap: 7S 6D", "blind: 0")
    twin = one_case(tmp_path, example("1 draw\nreshuffle 7S 2C", *fields)).twin
    assert twin is not None
    assert twin.steps[-1].do == {"type": "reshuffle", "stock": ["6D", "2C"]}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1 expose 4S 5S 6S", "'expose' is not an action of Rummy"),
        ("? legal 1 [call-draw]", "'call-draw' is not an action of Rummy"),
        ("? view 1 {chips: [0, 0, 0]}", "a view of Rummy has no 'chips'"),
        ("? result {payments: [0, 0, 0]}", "a result of Rummy has no 'payments'"),
        ("1 draw -> refused rummy.turn.unheard-of", "unknown clause"),
    ],
)
def test_what_rummy_does_not_have_is_found(tmp_path: Path, line: str, message: str) -> None:
    assert message in problem(tmp_path, example(line))


def test_the_number_of_seats_must_stand_in_a_deal(tmp_path: Path) -> None:
    deal = DEAL.replace("  players: 3\n", "")
    found = problem(tmp_path, example("? view 1 {phase: draw}", deal=deal))
    assert found.endswith("'players' is missing")


def test_points_are_settled_from_facts(tmp_path: Path) -> None:
    head = "```{example} One\nid: rummy.turn.one\nclauses: [rummy.turn.to-act]\nkind: settle\n"
    facts = "facts: {winner: 1, rummy: true}\nhands: [KD 4C, '', 9H]\nanswer: {points: [0, 46, 0]}"
    case = one_case(tmp_path, f"{head}{facts}\n```\n")
    hands = [["4C", "KD"], [], ["9H"]]
    assert case.question == {"winner": 1, "rummy": True, "hands": hands}
    assert case.answer == {"points": [0, 46, 0]}
    wrong = facts.replace("rummy: true", "caller: 1").replace("points", "payments")
    assert "no 'caller' in a settlement" in problem(tmp_path / "2", f"{head}{wrong}\n```\n")


# ── lint ─────────────────────────────────────────────────────────────────────────────────────────

SCORES: Final = "seat 1 scores: 57 + 48 = 105; doubled 210"
GOES_RUMMY: Final = example(
    """\
1 draw
1 meld 4S 5S 6S 7S
1 meld 9C 9D 9H
1 discard AC
? result {winner: 1, rummy: true, deadwood: [57, 0, 48], points: [0, 210, 0]}""",
    "working:",
    '  - "seat 0 count: 2D 2 + 7D 7 + 8D 8 + TH 10 + JC 10 + QD 10 + KS 10 = 57"',
    '  - "seat 2 count: 7H 7 + 9S 9 + 3C 3 + 4C 4 + 5C 5 + KC 10 + KD 10 = 48"',
    f'  - "{SCORES}"',
)


def linted(folder: Path, monkeypatch: pytest.MonkeyPatch, written: str) -> list[str]:
    """What the rules about play and its working find."""
    monkeypatch.setattr(lint, "RULES", (lint.agreement, lint.workings, lint.order_in_a_turn))
    spec = write_law(folder, written)
    (spec / "sources").mkdir()
    found = lint.lint(spec, RUMMY, (), ())
    return [one.message for one in found if not one.file.startswith("spec/sources")]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("= 48", "= 47", "the terms make 48"),
        ("7H 7 + 9S 9", "7H 8 + 9S 8", "7H is worth 7"),
        ("seat 2 count", "seat 0 count", "terms and melds together are not the hand"),
        ("; doubled 210", "", "nobody scores that"),
        ("; doubled 210", "; doubled 211", "twice 105 is 210"),
        ("57 + 48 = 105", "58 + 47 = 105", "the terms are not the counts of the other hands"),
        ("57 + 48 = 105", "win 105 = 105", "no term such as '14'"),
        ("seat 1 scores", "seat 1 pays", "'seat N count: CARD N"),
        ("57, 0, 48]", "57, 0, 49]", "stated [57, 0, 49], the reference says [57, 0, 48]"),
        (
            '  - "seat 1 scores: 57 + 48 = 105; doubled 210"\n',
            "",
            "no working for the 210 that seat 1",
        ),
        ("seat 1 scores", "seat 1 count", "nothing is doubled here"),
    ],
)
def test_working_of_points_adds_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, message: str
) -> None:
    assert linted(tmp_path / "sound", monkeypatch, GOES_RUMMY) == []
    assert GOES_RUMMY.count(old) == 1
    found = linted(tmp_path / "wrong", monkeypatch, GOES_RUMMY.replace(old, new))
    assert any(message in one for one in found), found


MELDS_LATE: Final = """\
1 draw
1 meld 4S 5S 6S
1 lay-off 7S on 4S 5S 6S
1 meld 9C 9D 9H
? view 1 {hand: AC}"""


def test_no_case_melds_after_laying_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (message,) = linted(tmp_path, monkeypatch, example(MELDS_LATE))
    assert message.endswith("melds after laying off in the same turn, or lists that as legal")


# ── protocol ─────────────────────────────────────────────────────────────────────────────────────


def test_answers_have_the_published_form() -> None:
    forms = {name: json.loads(form) for name, form in schemas().items()}

    def check(name: str, answer: JSON) -> None:
        jsonschema.validate(answer, forms[f"protocol-rummy-{name}.json"])

    search = seats.Search(RUMMY, SEED)
    hand = search.hand()
    check("action", hand.deal.act().do)
    for step, match in zip(hand.acts, hand.matches, strict=False):
        check("action", step.do)
        check("view", match.view(0))
    check("view", search.match(0).view(0))
    check("result", hand.result)
    check("perft", hand.matches[0].perft(2))
    check("deal", RUMMY.ask("deal", {}, {"deck": list(DECK), "players": 2, "dealer": 0}))
    settled = RUMMY.ask("settle", {}, {"winner": 0, "hands": [[], ["2C"]]})
    assert settled == {"deadwood": [0, 2], "points": [2, 0]}
    check("settle", settled)


def test_a_receipt_of_points_adds_up() -> None:
    line = {"clause": "rummy.score.winner-collects", "from": 0, "to": 1, "points": 14}
    result = {"points": [0, 14], "receipt": [line]}
    assert differences("result", {"points": [0, 14]}, result) == ()
    wrong = {**result, "receipt": [{**line, "points": 13}]}
    (difference,) = differences("result", {"points": [0, 14]}, wrong)
    assert (difference.where, difference.got) == ("receipt", [0, 13])
    assert differences("view", {"taken": "TH"}, {"taken": "10♥"}) == ()


# ── seeded play ──────────────────────────────────────────────────────────────────────────────────


class InProcess:
    """The reference as an engine in this process; ``forgets`` which card was taken."""

    def __init__(self, forgets: bool = False) -> None:
        self.forgets = forgets

    def converse(self, requests: Sequence[Request]) -> Conversation:
        """The replies of a fresh session."""
        session = Session({"rummy": RUMMY})
        replies = [
            msgspec.json.decode(session.reply(msgspec.json.encode({"seq": number, **request})))
            for number, request in enumerate(requests)
        ]
        if self.forgets:
            for reply in replies:
                if isinstance(reply.get("answer"), dict):
                    reply["answer"].pop("taken", None)
        return Conversation(tuple(read_reply(reply)[1] for reply in replies))


def test_the_reference_agrees_with_itself_at_every_table() -> None:
    came = fuzz(InProcess(), [Setting(RUMMY, {}, PLAYED)], 60, SEED)
    assert came.holds
    assert {"draw", "play", "over"} <= set(came.coverage.phases)
    assert came.coverage.refused["rummy.stock.reshuffle-due"]


def test_the_reference_agrees_with_itself_under_every_pair_of_readings() -> None:
    usual = {name: readings[0] for name, readings in RUMMY.readings().items()}
    rows = [
        {name: reading for name, reading in row.items() if usual[name] != reading}
        for row in covering("rummy").rows
    ]
    came = fuzz(InProcess(), [Setting(RUMMY, row, PLAYED) for row in rows], 80, SEED)
    assert came.holds
    assert set(came.coverage.endings) == {"out", "stock"}
    assert came.coverage.accepted["rummy.dealer.cut"]


def test_a_seeded_mistake_is_found() -> None:
    came = fuzz(InProcess(forgets=True), [Setting(RUMMY, {}, PLAYED)], 10, SEED)
    assert "view: taken" in {difference.way for difference in came.differences}


def test_a_match_that_is_over_goes_on_no_more() -> None:
    table = Setting(RUMMY, {"match.match_end": "hands", "match.number_of_hands": 2}, PLAYED)
    cases = [Player(table, SEED, number).play() for number in range(20)]
    last = [case.steps[-1] for case in cases]
    assert any(isinstance(step, Act) and step.refused == ("rummy.match.over",) for step in last)


def test_those_tied_for_the_highest_cut_again() -> None:
    assert highest(["KS", "AC", "KD"]) == {0, 2}
    assert highest(["9S", None, "TD"]) == {2}


@pytest.mark.slow
def test_found_plays_make_cases() -> None:
    files = find.find_all(RUMMY, SEED, 10)
    cases = derive.derived_cases(files, GAMES)
    assert {case.kind for case in cases} >= {Kind.PLAY, Kind.LEGAL, Kind.VIEW, Kind.TWIN}
    assert {case.setup.players for case in cases if case.setup} == {2, 3, 4, 5, 6}
    refused = {
        clause
        for case in cases
        for step in case.steps
        if isinstance(step, Act)
        for clause in step.refused
    }
    assert refused >= {
        "rummy.deal.two",
        "rummy.deal.three-four",
        "rummy.deal.five-six",
        "rummy.dealer.cut-cards",
        "rummy.dealer.cut-due",
        "rummy.stock.reshuffle-due",
        "rummy.match.over",
    }


# ── commands ─────────────────────────────────────────────────────────────────────────────────────


def meldspec(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == status, result.output
    return result


def trace(**fields: object) -> dict[str, object]:
    """A scenario in which seat 1 lays off on its own run."""
    hands = (
        "2D 7D 8D TH JC QD KS",
        "4S 5S 6S 9C 9D 9H AC",
        "7H 9S 3C 4C 5C KC KD",
    )
    named = {card for hand in hands for card in hand.split()} | {"8S", "7S"}
    stock = ["7S", *(card for card in DECK if card not in named)]
    deal = {"type": "deal", "hands": [hand.split() for hand in hands], "upcard": "8S"}
    steps: list[Mapping[str, object]] = [
        {"by": "chance", "do": {**deal, "stock": stock}},
        {"by": 1, "do": {"type": "draw"}},
        {"by": 1, "do": {"type": "meld", "cards": ["4S", "5S", "6S"]}},
        {"by": 1, "do": {"type": "lay_off", "card": "7S", "meld": ["4S", "5S", "6S"]}},
    ]
    return {"game": "rummy", "players": 3, "dealer": 0, "steps": steps, **fields}


def test_sources_are_asked_about_a_play(tmp_path: Path) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(trace(ask="legal-last")), encoding="utf-8")
    told = json.loads(meldspec("settle", str(file), "--format", "json").stdout)
    assert told["default"] == {"legal": True}
    verdicts = told["verdicts"]
    assert list(verdicts) == ["denexa", "jetpunk", "jetpunk-errata"]
    assert verdicts["jetpunk"]["status"] == "settled"
    assert verdicts["jetpunk"]["parts"]["legal"]["outcomes"] == [{"legal": False}]
    corrected = verdicts["jetpunk-errata"]["parts"]["legal"]["outcomes"]
    assert [one["legal"] for one in corrected] == [True, False]


def test_a_trace_is_replayed_with_what_rummy_has(tmp_path: Path) -> None:
    file = tmp_path / "trace.json"
    file.write_text(json.dumps(trace()), encoding="utf-8")
    lines = meldspec("replay", str(file)).stdout.splitlines()
    assert "    stock 30, discard pile: 8S" in lines
    assert "    phase draw, scores 0 0 0" in lines
    assert lines[-1] == "    phase play, scores 0 0 0"


def test_the_built_in_deal_is_counted() -> None:
    assert meldspec("perft", "rummy", "--depth", "1", "--divide").stdout == "draw: 1\ntake: 1\n2\n"


def test_what_does_not_cover_rummy_says_so_in_one_line() -> None:
    told = meldspec("distinguish", "rummy", "denexa", "jetpunk", "--small", status=2).stderr
    assert told.splitlines()[-1].endswith("Rummy is not covered yet; there is Tong-its")
