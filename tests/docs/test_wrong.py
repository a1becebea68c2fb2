"""What ``docs/wrong.md`` says beyond single cases: hands without an end, and counts."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
import pytest

from lawpages import shown
from meldcheck.engine.referee import act, begin
from meldcheck.games import MEASURES
from meldcheck.law import sources
from meldcheck.law.clauses import Admits, Law, Question
from meldcheck.words.case import JSON, Act, Case
from meldspec.games import GAMES
from meldspec.play import Refusal
from tests import committed

from .building import DOCS, ROOT

SPEC = ROOT / "spec"
PAGE = (DOCS / "wrong.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def laws() -> Mapping[str, Law]:
    """The documents of the games with two sources or more."""
    return {game: committed.law(game) for game in ("tongits", "rummy")}


def statements() -> dict[str, str]:
    """By the words of a statement in bold: its paragraph, with the play below it."""
    parts = re.split(r"\n\n(?=\*\*|#|- )", PAGE)
    found = (re.match(r"\*\*(.+?)\*\*", part, re.DOTALL) for part in parts)
    return {words[1]: part for words, part in zip(found, parts, strict=True) if words is not None}


def slips() -> list[str]:
    """The items of the list at the end."""
    listed = PAGE.partition("\n## Slips\n")[2].partition("\n\nEverything")[0]
    return listed.split("\n- ")[1:]


SHOWN = re.compile(r"\{law:example\}`|^:::\{law-play\} ", re.MULTILINE)
"""A case that shows what a statement says, or a play in the page."""


@pytest.mark.parametrize("words", [*statements()])
def test_each_statement_is_shown_by_a_case_or_a_play(words: str) -> None:
    told = statements()[words]
    assert SHOWN.search(told) is not None
    assert "{law:argument}`" in told


def test_each_slip_leads_to_its_argument_and_its_sentence() -> None:
    assert slips()
    assert [one for one in slips() if "{law:argument}`" not in one] == []
    assert [one for one in slips() if "{law:sentence}`" not in one] == []


CIRCLES = {
    "tongits-circle": (2, "After twelve turns every hand"),
    "rummy-circle": (1, "After six turns both hands"),
    "three-thirteen-stands-still": (1, "are where they were after two turns"),
}
"""By play of the page: its steps before the circle, and what the page says of the turns in it."""
TURNS = {"two": 2, "six": 6, "twelve": 12}


def test_the_plays_of_the_page_are_the_circles() -> None:
    assert re.findall(r"^:::\{law-play\} (\S+)$", PAGE, re.MULTILINE) == [*CIRCLES]
    assert {path.stem for path in (DOCS / shown.FOLDER).iterdir()} == {*CIRCLES}


def seen_in(case: Case) -> list[tuple[JSON, list[JSON]]]:
    """The result and what every seat sees, after each step; no step is refused."""
    assert case.setup is not None
    match = begin(GAMES[case.game], case.rules, case.setup)
    assert not isinstance(match, Refusal)
    seen: list[tuple[JSON, list[JSON]]] = []
    for step in case.steps:
        assert isinstance(step, Act)
        after = act(match, step)
        assert not isinstance(after, Refusal), (step, after)
        match = after
        seen.append((match.result(), [match.view(by) for by in range(case.setup.players)]))
    return seen


@pytest.mark.parametrize("name", [*CIRCLES])
def test_a_play_comes_back_to_where_it_was(name: str) -> None:
    before, told = CIRCLES[name]
    case = shown.read_play(DOCS / shown.FOLDER / f"{name}.yaml")
    seen = seen_in(case)
    assert seen[-1] == seen[before - 1]
    assert seen[-1][0] is None
    circle = case.steps[before:]
    turns = [step for step in circle if isinstance(step, Act) and step.do["type"] == "discard"]
    assert told in " ".join(PAGE.split())
    assert TURNS[next(word for word in told.split() if word in TURNS)] == len(turns)


def test_the_circle_of_tongits_needs_the_rule_of_wikipedia() -> None:
    case = shown.read_play(DOCS / shown.FOLDER / "tongits-circle.yaml")
    with pytest.raises(AssertionError, match="discard-needs-meld"):
        seen_in(msgspec.structs.replace(case, rules={}))


def apart(law: Law, one: str, other: str) -> list[Question]:
    """The questions on which two sources admit no common reading."""

    def admitted(question: Question, source: str) -> set[str]:
        return set(question.sources.get(source, Admits()).readings(question.readings))

    return [
        question
        for question in law.questions.values()
        if not admitted(question, one) & admitted(question, other)
    ]


def test_pagat_and_denexa_contradict_each_other_once(laws: Mapping[str, Law]) -> None:
    assert [one.id for one in apart(laws["tongits"], "pagat", "denexa")] == [
        "tongits.deal.play-direction"
    ]


def test_each_point_on_which_denexa_and_jetpunk_are_apart_is_told(laws: Mapping[str, Law]) -> None:
    found = apart(laws["rummy"], "jetpunk", "denexa")
    assert len(found) == 4
    assert [one.id for one in found if f"{{law:argument}}`{one.id}`" not in PAGE] == []


def test_the_truncated_copy_lacks_as_much_as_is_told(laws: Mapping[str, Law]) -> None:
    law = laws["tongits"]
    lost = [one for one in law.questions.values() if one.sources["pagat-partial"].lost]
    clauses = [one for one in law.clauses.values() if _lost(law, one.id)]
    rows = sources.load(SPEC / "sources")
    words = {name: sum(row.words for row in rows[name].sentence) for name in rows}
    told = f"{len(lost)} questions and {len(clauses)} clauses of {len(law.clauses)}"
    assert told in " ".join(PAGE.split())
    assert words["pagat-partial"] < words["pagat"]


def _lost(law: Law, clause: str) -> bool:
    stance = law.clauses[clause].sources.get("pagat-partial")
    return stance is not None and stance.lost


@pytest.mark.parametrize(("players", "stock"), [(2, 31), (3, 30), (4, 23), (5, 21), (6, 15)])
def test_the_stock_of_rummy(players: int, stock: int) -> None:
    sizes = MEASURES["rummy"].hand_sizes(players, 0, 1)
    assert 52 - sum(sizes) - 1 == stock
