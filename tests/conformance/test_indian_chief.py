"""What the measure wing does for a game in which all choose at once, and in secret."""

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
from meldcheck.words.case import JSON, Act, Case, Kind
from meldcheck.words.compare import differences
from meldcheck.words.notation import NotationError, parse_action, show_action, without
from meldcheck.words.protocol import GamePlayed, read_reply
from meldspec.games import GAMES

GAME: Final = GAMES["indian-chief"]
MEASURE: Final = MEASURES["indian-chief"]
PLAYED: Final = GamePlayed(abilities=GAME.abilities)
SEED: Final = 1

HANDS: Final = (
    "AC 4C 7D TD 3H KH 6S 9S",
    "2C QC 5D 8D 7H JH AS KS",
)
DEAL: Final = f"""\
deal:
  players: 2
  dealer: 0
  hands:
    - {HANDS[0]}
    - {HANDS[1]}
  stock: 3C rest
"""

TURN: Final = """\
# Turns

```{clause} indian-chief.turn.to-act
kind: condition
level: convention
text: Only a seat that is asked may act.
refusal: This seat is not asked.
sources: {}
```

"""


def block(*fields: str) -> str:
    """An example with these fields."""
    rows = "".join(f"{field}\n" for field in fields)
    said = f"id: indian-chief.turn.one\nclauses: [indian-chief.turn.to-act]\n{rows}"
    return f"```{{example}} One\n{said}```\n"


def example(play: str, *fields: str, deal: str = DEAL) -> str:
    """An example that plays these lines."""
    lines = "".join(f"  {line}\n" for line in play.splitlines())
    return block(*fields, f"{deal}play: |\n{lines}")


def write_law(folder: Path, written: str) -> Path:
    """The folder of a small law with one example."""
    chapters = folder / "spec/indian-chief"
    chapters.mkdir(parents=True)
    (chapters / "turn.md").write_text(TURN + written, encoding="utf-8")
    return folder / "spec"


def one_case(folder: Path, written: str) -> Case:
    (case,) = cases_of(load_law(write_law(folder, written), "indian-chief"))
    return case


def problem(folder: Path, written: str) -> str:
    law, torn = read_law(write_law(folder, written), "indian-chief")
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


@pytest.mark.parametrize(
    ("words", "do"),
    [
        ("choose 7D QC", {"type": "choose", "cards": ["QC", "7D"]}),
        ("choose", {"type": "choose", "cards": []}),
        ("choose 7D QC against 1", {"type": "choose", "cards": ["QC", "7D"], "opponent": 1}),
        (
            "choose AC 2C 5H 7D 9S QC naming H",
            {"type": "choose", "cards": ["AC", "2C", "QC", "7D", "5H", "9S"], "suit": "H"},
        ),
        (
            "choose AC 2C 5H 7D 9S QC KH baccarat 9S QC",
            {
                "type": "choose",
                "cards": ["AC", "2C", "QC", "7D", "5H", "KH", "9S"],
                "baccarat": ["QC", "9S"],
            },
        ),
        ("claim AH of 2", {"type": "claim", "seat": 2, "card": "AH"}),
        ("claim", {"type": "claim"}),
    ],
)
def test_choices_and_claims_have_their_words(words: str, do: dict[str, JSON]) -> None:
    assert parse_action(words.split()) == do
    assert parse_action(show_action(do).split()) == do


@pytest.mark.parametrize(
    "words", ["choose 7D naming X", "choose 7D against", "claim AH", "claim of 1"]
)
def test_words_that_say_nothing_are_refused(words: str) -> None:
    with pytest.raises(NotationError):
        parse_action(words.split())


def test_a_torn_claim_is_shown_as_it_is() -> None:
    assert show_action({"type": "claim", "seat": 1}) == '{"seat":1,"type":"claim"}'


TURN_OF_TWO: Final = """\
0 choose TD
1 choose 2C QC
0 claim QC of 1
reshuffle KC rest
? view 0 {turn: 2, stock_size: 36}"""


def test_the_rest_of_a_shuffle_is_what_no_seat_holds(tmp_path: Path) -> None:
    step = one_case(tmp_path, example(TURN_OF_TWO)).steps[-2]
    assert isinstance(step, Act)
    stock = step.do["stock"]
    drawn = ["3C", "5C"]  # by seat 1; the thief has its queen
    held = [card for hand in HANDS for card in hand.split() if card not in ("TD", "2C")]
    assert stock[0] == "KC"
    assert Counter(stock) == Counter(without(DECK, [*held, *drawn]))


ALL_SEVEN: Final = 7
SEVENS: Final = "\n".join(f"{seat} choose {{{seat}}}" for seat in range(ALL_SEVEN))


def seven_hands() -> list[list[str]]:
    deck = MEASURE.deck(ALL_SEVEN)
    return [list(deck[8 * seat : 8 * seat + 8]) for seat in range(ALL_SEVEN)]


def test_the_rest_of_a_refill_are_the_melds_of_the_turn(tmp_path: Path) -> None:
    hands = seven_hands()
    shown = [" ".join(hand[:7]) for hand in hands]
    listed = "".join(f"    - {' '.join(hand)}\n" for hand in hands)
    deal = f"deal:\n  players: 7\n  dealer: 0\n  hands:\n{listed}  stock: rest\n"
    lines = [*SEVENS.format(*shown).splitlines(), "refill 4C rest", "? view 0 {phase: reshuffle}"]
    step = one_case(tmp_path, example("\n".join(lines), deal=deal)).steps[-2]
    assert isinstance(step, Act)
    assert step.do["type"] == "refill"
    assert Counter(step.do["stock"]) == Counter(card for hand in hands for card in hand[:7])
    assert step.do["stock"][0] == "4C"


def test_melds_are_named(tmp_path: Path) -> None:
    rows = "rows: {one: 7C -> thief, four: AH 7C 7D JH -> lawyer, cheat: AH 7C 7D 9H -> none}"
    law = load_law(write_law(tmp_path, block("kind: meld", rows)), "indian-chief")
    assert [case.answer for case in cases_of(law)] == ["thief", "lawyer", None]


def test_what_each_seat_shows_is_settled(tmp_path: Path) -> None:
    written = block(
        "kind: settle",
        "melds: [7S QH, 7C 7D QD, KS KD QC JD TH]",
        "answer: {points: [8, 0, -50]}",
    )
    case = one_case(tmp_path, written)
    assert case.question == {
        "melds": [["QH", "7S"], ["7C", "7D", "QD"], ["QC", "JD", "KD", "TH", "KS"]]
    }
    assert GAME.ask("settle", {}, case.question) == case.answer


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (example("0 draw"), "'draw' is not an action of Indian Chief"),
        (example("? view 1 {discard: []}"), "a view of Indian Chief has no 'discard'"),
        (example("? result {deadwood: [1, 2]}"), "a result of Indian Chief has no 'deadwood'"),
        (block("kind: deadwood", "hand: KC", "deadwood: 10"), "no deadwood is counted"),
        (block("kind: meld", "rows: {one: KC -> set}"), "'CARDS -> thief, beggar_man, "),
        (block("kind: settle", "answer: {points: [1]}"), "'melds' is missing"),
        (
            block("kind: settle", "melds: [KC, KD]", "hands: [KC]", "answer: {points: [10, 10]}"),
            "no 'hands' in a settlement",
        ),
    ],
)
def test_what_indian_chief_does_not_have_is_found(
    tmp_path: Path, written: str, message: str
) -> None:
    assert message in problem(tmp_path, written)


SETTLED: Final = block(
    "kind: settle",
    "melds: [7S QH, KS KD QC JD TH]",
    "answer: {points: [2, -50]}",
    "working:",
    '  - "seat 0 scores: QC 2 = 2"',
    '  - "seat 1 scores: KS -10 + KD -10 + QC -10 + JD -10 + TH -10 = -50"',
)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("TH -10 = -50", "TH -10 = -40", "the terms make -50"),
        ('  - "seat 0 scores: QC 2 = 2"\n', "", "no working for the 2 that seat 0 scores"),
        (
            '  - "seat 1 scores: KS -10 + KD -10 + QC -10 + JD -10 + TH -10 = -50"\n',
            "",
            "no working for the -50 that seat 1 scores",
        ),
        ("seat 0 scores: QC 2", "seat 0 scores: QC two", "no term such as"),
        ("points: [2", "points: [4", "stated [4, -50]"),
    ],
)
def test_working_of_scores_adds_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, message: str
) -> None:
    assert linted(tmp_path / "sound", monkeypatch, SETTLED) == []
    assert SETTLED.count(old) == 1
    found = linted(tmp_path / "wrong", monkeypatch, SETTLED.replace(old, new))
    assert any(message in one for one in found), found


# ── protocol ─────────────────────────────────────────────────────────────────────────────────────


def test_answers_have_the_published_form() -> None:
    forms = {name: json.loads(form) for name, form in schemas().items()}

    def check(name: str, answer: JSON) -> None:
        jsonschema.validate(answer, forms[f"protocol-indian-chief-{name}.json"])

    search = seats.Search(GAME, SEED)
    for hand in [search.hand() for _ in range(2)]:
        check("action", hand.deal.act().do)
        for step, match in zip(hand.acts, hand.matches, strict=False):
            check("action", step.do)
            check("view", match.view(step.by if isinstance(step.by, int) else 0))
        check("view", hand.matches[-1].view(0))
        check("result", hand.result)
    check("view", search.match(0).view(0))
    check("perft", search.hand().matches[0].perft(1))
    check("deal", GAME.ask("deal", {}, {"deck": [*MEASURE.deck(3)], "players": 3, "dealer": 0}))
    facts: dict[str, JSON] = {"melds": [["TD"], ["AH", "7C", "7D", "JH"]]}
    settled = GAME.ask("settle", {}, facts)
    assert settled == {"points": [10, 25]}
    check("settle", settled)
    request = {"seq": 1, "cmd": "ask", "game": "indian-chief", "rules": {}, "what": "settle"}
    jsonschema.validate({**request, **facts}, forms["protocol-request.json"])


def test_choices_are_compared_by_what_they_declare() -> None:
    ours = [{"type": "choose", "cards": ["7D", "QC"], "opponent": 1}]
    theirs = [{"type": "choose", "cards": ["QC", "7D"], "opponent": 1, "note": "mine"}]
    assert differences("legal", ours, theirs) == ()
    assert differences("legal", ours, [{**theirs[0], "opponent": 2}]) != ()
    claim = [{"type": "claim", "seat": 1, "card": "7D"}]
    assert differences("legal", claim, [{"type": "claim", "seat": 2, "card": "7D"}]) != ()
    discard = [{"type": "discard", "card": "7D"}]
    assert differences("legal", discard, [{**discard[0], "seat": 2}]) == ()
    assert differences("view", {"chosen": [0, 2]}, {"chosen": [2, 0]}) == ()
    assert differences("view", {"choice": {"cards": ["7D"]}}, {"choice": None}) != ()
    assert differences("view", {"sheets": [{"thief": 7}, {}]}, {"sheets": [{"thief": 7}, {}]}) == ()
    assert differences("view", {"sheets": [{"thief": 7}]}, {"sheets": [{"thief": 8}]}) != ()


# ── seeded play ──────────────────────────────────────────────────────────────────────────────────


class InProcess:
    """The reference as an engine in this process; one that ``tells`` shows who chose what."""

    def __init__(self, tells: bool = False) -> None:
        self.tells = tells

    def converse(self, requests: Sequence[Request]) -> Conversation:
        """The replies of a fresh session."""
        session = Session({"indian-chief": GAME})
        replies = [
            msgspec.json.decode(session.reply(msgspec.json.encode({"seq": number, **request})))
            for number, request in enumerate(requests)
        ]
        if self.tells:
            for reply in replies:
                answer = reply.get("answer")
                if isinstance(answer, dict) and answer.get("choice"):
                    answer["melds"] = [{"owner": answer["seat"], **answer["choice"]}]
        return Conversation(tuple(read_reply(reply)[1] for reply in replies))


def test_the_reference_agrees_with_itself_at_every_table() -> None:
    came = fuzz(InProcess(), [Setting(GAME, {}, PLAYED)], 40, SEED)
    assert came.holds
    assert {"choose", "claim", "reshuffle", "over"} <= set(came.coverage.phases)
    assert came.coverage.refused["indian-chief.turn.no-repeat"]
    assert came.coverage.refused["indian-chief.restore.cards"]
    assert came.coverage.endings["sheets"] == 40


def test_the_reference_agrees_with_itself_under_every_pair_of_readings() -> None:
    usual = {name: readings[0] for name, readings in GAME.readings().items()}
    rows = [
        {name: reading for name, reading in row.items() if usual[name] != reading}
        for row in covering("indian-chief").rows
    ]
    came = fuzz(InProcess(), [Setting(GAME, row, PLAYED) for row in rows], 48, SEED)
    assert came.holds
    assert came.coverage.accepted["indian-chief.refill.stub-short"]


def test_a_seeded_mistake_is_found() -> None:
    came = fuzz(InProcess(tells=True), [Setting(GAME, {}, PLAYED)], 10, SEED)
    assert "view: melds" in {difference.way for difference in came.differences}


def test_seats_choose_in_any_order() -> None:
    cases = [Player(Setting(GAME, {}, PLAYED), SEED, number).play() for number in range(20)]
    first = {
        next(
            step.by for step in case.steps if isinstance(step, Act) and step.do["type"] == "choose"
        )
        for case in cases
    }
    assert len(first) > 3


@pytest.mark.slow
def test_found_plays_make_cases() -> None:
    files = find.find_all(GAME, SEED, 10)
    cases = derive.derived_cases(files, GAMES)
    assert {case.kind for case in cases} >= {Kind.PLAY, Kind.LEGAL, Kind.VIEW, Kind.TWIN}
    assert len({case.setup.players for case in cases if case.setup}) > 3


# ── commands ─────────────────────────────────────────────────────────────────────────────────────


def meldspec(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == status, result.output
    return result


def trace(**fields: object) -> dict[str, object]:
    """A scenario in which a thief takes a queen."""
    hands = [hand.split() for hand in HANDS]
    stock = without(DECK, [card for hand in hands for card in hand])
    steps: list[Mapping[str, object]] = [
        {"by": "chance", "do": {"type": "deal", "hands": hands, "stock": stock}},
        {"by": 0, "do": {"type": "choose", "cards": ["TD"]}},
        {"by": 1, "do": {"type": "choose", "cards": ["2C", "QC"]}},
        {"by": 0, "do": {"type": "claim", "seat": 1, "card": "QC"}},
    ]
    return {"game": "indian-chief", "players": 2, "dealer": 0, "steps": steps, **fields}


def test_sources_are_asked_about_a_play(tmp_path: Path) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(trace(ask="legal-last")), encoding="utf-8")
    told = json.loads(meldspec("settle", str(file), "--format", "json").stdout)
    assert told["default"] == {"legal": True}
    assert list(told["verdicts"]) == ["denexa"]
    assert told["verdicts"]["denexa"]["status"] == "settled"


LAST_STEPS: Final = (
    ("a card of the other hand (P2)", "0 choose QC", "settled"),
    (
        "a meld while Thieves steal (M12, P10)",
        "0 choose TD; 1 choose AS; 1 choose 5D",
        "settled",
    ),
    ("a theft before the melds are shown (P2, M12)", "1 choose 2C QC; 0 claim QC of 1", "settled"),
    ("a theft without a Thief (M12)", "0 choose TD; 1 choose 2C QC; 1 claim TD of 0", "settled"),
    ("a theft of the own card (M12)", "0 choose TD; 1 choose 2C QC; 0 claim TD of 0", "settled"),
    ("a jack before a four (M13)", "0 choose 4C; 1 choose JH; 1 claim 4C of 0", "settled"),
    ("a king before a jack (M13, M11)", "0 choose KH; 1 choose JH; 0 claim JH of 1", "open"),
    ("a two before an ace (M13, M2)", "0 choose AC; 1 choose 2C; 1 claim AC of 0", "settled"),
    (
        "a card of a failed Lawyer (M12, P2, P9)",
        "0 choose TD; 1 choose QC 5D 8D 7H; 0 claim QC of 1",
        "allowed",
    ),
    ("a second choice before the other's", "0 choose TD; 0 choose KH", "silent"),
)
"""What is tried in the last step, the play, and how the text stands to it."""


@pytest.mark.parametrize(
    ("tried", "play", "status"), LAST_STEPS, ids=[row[0] for row in LAST_STEPS]
)
def test_whether_a_step_may_be_made(tmp_path: Path, tried: str, play: str, status: str) -> None:
    dealt = trace()["steps"]
    assert isinstance(dealt, list)
    steps = [dealt[0]]
    for line in play.split("; "):
        seat, words = line.split(" ", 1)
        steps.append({"by": int(seat), "do": parse_action(words.split())})
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(trace(ask="legal-last") | {"steps": steps}), encoding="utf-8")
    verdict = json.loads(meldspec("settle", str(file), "--format", "json").stdout)["verdicts"][
        "denexa"
    ]
    assert verdict["status"] == ("settled" if status == "allowed" else status)
    if verdict["status"] == "settled":
        assert [one["legal"] for one in verdict["outcomes"]] == [status == "allowed"]


def test_a_trace_is_replayed_with_what_indian_chief_has(tmp_path: Path) -> None:
    file = tmp_path / "trace.json"
    file.write_text(json.dumps(trace()), encoding="utf-8")
    lines = meldspec("replay", str(file)).stdout.splitlines()
    assert "4. 0 claim QC of 1" in lines
    assert "    stock 36" in lines
    assert lines[-1] == "    phase reshuffle, turn 1, scores 10 0"


def test_the_built_in_deal_is_counted() -> None:
    assert meldspec("perft", "indian-chief", "--depth", "1").stdout == "508\n"
