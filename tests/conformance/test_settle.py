"""``meldspec settle``: what each source says, worked out from the texts by hand.

Each expectation names the sentence that it rests on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from meldcheck import cli, places, published, settle
from meldcheck.case import JSON, Act, Case
from meldcheck.cases import cases_of
from meldcheck.document import load_law


@cache
def cases() -> Mapping[str, Case]:
    return {case.id: case for case in cases_of(load_law(places.spec_directory(), "tongits"))}


def settled(folder: Path, name: str, ask: str, rules: JSON = None) -> dict[str, JSON]:
    """The verdicts on the play of a case, with the acts of its first tail."""
    case = cases()[name]
    assert case.setup is not None
    tail = next(iter(case.outcomes.values()), ())
    acts = [step for step in (*case.steps, *tail) if isinstance(step, Act)]
    content = {
        "game": "tongits",
        "players": 3,
        "dealer": case.setup.dealer,
        "steps": [{"by": act.by, "do": act.do} for act in acts],
        "ask": ask,
        "rules": {"options": rules or {}},
    }
    file = folder / "scenario.json"
    file.write_text(json.dumps(content))
    answer = run(str(file), "--format", "json")
    assert answer.exit_code == 0, answer.output
    told: dict[str, JSON] = json.loads(answer.stdout)
    return told


def run(*words: str) -> Result:
    return CliRunner().invoke(cli.main, ["settle", *words])


def statuses(told: Mapping[str, JSON], part: str | None = None) -> dict[str, str]:
    return {
        source: verdict["status"] if part is None else verdict["parts"][part]["status"]
        for source, verdict in told["verdicts"].items()
    }


def cited(verdict: JSON) -> set[str]:
    return {citation["at"] for citation in verdict["citations"]}


def test_a_three_way_tie_goes_to_another_seat_by_another_source(tmp_path: Path) -> None:
    """DRW12 and END16 with END17 give it to the next after the caller, wikipedia DRW10 to the last.

    Only denexa and pagat have prices, and pagat's price of a challenge is said in two ways.
    """
    told = settled(tmp_path, "tongits.showdown.three-way-tie-caller-0", "result")
    assert set(statuses(told, "decision").values()) == {"settled"}
    winners = {
        source: [outcome["winner"] for outcome in verdict["parts"]["decision"]["outcomes"]]
        for source, verdict in told["verdicts"].items()
    }
    assert winners == {"denexa": [1], "pagat": [1], "pagat-partial": [1], "wikipedia": [2]}
    assert "DRW10" in cited(told["verdicts"]["wikipedia"]["parts"]["decision"])
    assert {"END16", "END17"} <= cited(told["verdicts"]["pagat"]["parts"]["decision"])
    assert statuses(told, "payments")["denexa"] == "settled"
    assert statuses(told, "payments")["pagat"] == "open"
    assert statuses(told, "payments")["wikipedia"] == "silent"
    pagat = {tuple(outcome["payments"]) for outcome in told["verdicts"]["pagat"]["outcomes"]}
    assert pagat >= {(-3, 6, -3), (-4, 8, -4)}
    because = told["verdicts"]["pagat"]["because"]
    assert "tongits.settlement.challenge-payment-composition" in because
    (denexa,) = told["verdicts"]["denexa"]["outcomes"]
    assert denexa["payments"] == [-3, 6, -3]
    assert [line["chips"] for line in denexa["receipt"]] == [3, 3]
    assert told["default"]["winner"] == 1


def test_an_own_layoff_blocks_unless_the_source_knows_no_such_block(tmp_path: Path) -> None:
    """denexa DRW4 and pagat END11 forbid the call; the truncated page has lost the sentence."""
    told = settled(
        tmp_path, "tongits.draw-call.draw-block-own-layoff-differs-on-an-older-meld", "legal-last"
    )
    legal = {
        source: [outcome["legal"] for outcome in verdict["outcomes"]]
        for source, verdict in told["verdicts"].items()
    }
    assert legal["denexa"] == [False]
    assert legal["pagat"] == [False]
    assert legal["wikipedia"] == [True]
    assert sorted(legal["pagat-partial"]) == [False, True]
    assert statuses(told) == {
        "denexa": "settled",
        "pagat": "settled",
        "pagat-partial": "lost",
        "wikipedia": "settled",
    }
    assert told["default"] == {"legal": False, "clauses": ["tongits.draw-call.own-layoff"]}


def test_a_play_that_a_source_forbids_half_way_is_taken_for_granted(tmp_path: Path) -> None:
    """Whether the dealer may expose at once is another question than who wins the tie."""
    told = settled(tmp_path, "tongits.showdown.three-way-tie-caller-0", "result")
    wikipedia = told["verdicts"]["wikipedia"]["parts"]["decision"]
    assert "tongits.turn.dealer-first-turn-melds" not in wikipedia["because"]


def test_a_given_reading_holds_whatever_a_source_admits(tmp_path: Path) -> None:
    told = settled(
        tmp_path,
        "tongits.showdown.three-way-tie-caller-0",
        "result",
        {"tie_three_way": "last_to_challenge"},
    )
    for verdict in told["verdicts"].values():
        assert [one["winner"] for one in verdict["parts"]["decision"]["outcomes"]] == [2]


def test_one_clause_with_a_source_settles_a_refusal(tmp_path: Path) -> None:
    """The seat is not asked (a convention) and has not opened (DRW7, END18): the second is said."""
    told = settled(tmp_path, "tongits.answering.challenge-eligibility-differs", "legal-last")
    assert statuses(told)["denexa"] == "settled"
    assert told["verdicts"]["denexa"]["outcomes"][0]["legal"] is False
    assert statuses(told)["wikipedia"] == "open"


def test_each_reading_of_a_question_is_told_with_its_sentences() -> None:
    told = json.loads(run("tie_three_way", "--format", "json").stdout)
    assert told["question"] == "tongits.showdown.tie-three-way"
    assert told["verdicts"]["wikipedia"]["outcomes"] == ["last_to_challenge"]
    (citation,) = told["verdicts"]["wikipedia"]["citations"]
    assert citation["source"] == "wikipedia"
    assert citation["at"] == "DRW10"
    assert len(citation["fingerprint"]) == 16
    page = run("tongits.showdown.tie-three-way").stdout
    assert "wikipedia: settled: last_to_challenge" in page
    assert "shown by" in page


def test_every_question_has_a_page() -> None:
    law = load_law(places.spec_directory(), "tongits")
    records = {record["id"]: record for record in published.questions([law])["questions"]}
    for question in law.questions.values():
        told: JSON = settle.settle_question(records[question.id], {})
        for source, verdict in told["verdicts"].items():
            admits = question.sources[source]
            named = {*admits.says, *admits.implies}
            expected = "settled" if len(named) == 1 else "open" if named else "silent"
            assert verdict["status"] == ("lost" if admits.lost else expected)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "not a whole JSON"),
        ('{"game": "chess", "players": 3, "dealer": 0, "steps": []}', "no game 'chess'"),
        ('{"game": "tongits", "players": 4, "dealer": 0, "steps": []}', "the match is refused"),
        (
            '{"game": "tongits", "players": 3, "dealer": 0, "steps": [{"by": 0, "do": {}}]}',
            "'type' is missing",
        ),
        (
            '{"game": "tongits", "players": 3, "dealer": 0, "steps": [],'
            ' "rules": {"options": {"tie_three_way": "nobody"}}}',
            "not played",
        ),
        (
            '{"game": "tongits", "players": 3, "dealer": 0, "steps": [],'
            ' "rules": {"options": {"joker_mode": "on_undefined"}}}',
            "joker",
        ),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(content)
    answer = run(str(file))
    assert answer.exit_code == 2
    assert words in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert "scenario.json" in answer.stderr


def test_an_unknown_name_is_told_in_one_line() -> None:
    answer = run("no-such-question")
    assert answer.exit_code == 2
    assert answer.stderr.startswith("meldspec: no question 'no-such-question'")
