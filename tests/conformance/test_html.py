"""The report as one HTML file: causes, plays to step through, and nothing that is loaded."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final, final

import pytest
from click.testing import CliRunner
from msgspec.structs import replace as replace_case
from typing_extensions import override

from meldcheck.check import causes
from meldcheck.check.html.frames import frames
from meldcheck.check.html.page import as_html
from meldcheck.check.judge import FALLS_SHORT, Outcome, Status
from meldcheck.check.report import Report, facts_of, failing_of, play_lines, titled
from meldcheck.cli import main
from meldcheck.suite.outcomes import under
from meldcheck.words.case import Kind
from meldcheck.words.places import suite_directory
from meldcheck.words.protocol import EngineName

from .mistakes import Mistake
from .mistakes.hunt import bundled, judged, named, tables
from .standins import command

BLOCKED: Final = "an opponent's lay-off blocks nothing"


@final
class Page(HTMLParser):
    """The elements of a page that the tests look at."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.tags: list[str] = []
        self.classes: list[str] = []
        self.text: list[str] = []
        self.headings: list[str] = []
        self.feed(text)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.classes += [value or "" for name, value in attrs if name == "class"]
        self.loads += [f"{name}={value}" for name, value in attrs if name in ("src", "href")]

    @override
    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if self.tags[-1:] == ["h2"]:
            self.headings.append(data)


@cache
def report(name: str = BLOCKED, game: str = "tongits") -> Report:
    """The report on an engine that makes the mistake of this name."""
    suite = bundled()
    catalogue = causes.load(suite_directory(), suite.manifest)
    assert catalogue is not None
    outcomes = tuple(judged(named(game, name).played))
    return Report(EngineName("acme", "1"), suite.manifest, outcomes, catalogue=catalogue.entries)


def page(told: Report) -> Page:
    return Page(as_html(told).decode())


def test_a_cause_has_its_clause_and_a_play_to_step_through() -> None:
    seen = page(report())
    assert seen.headings[0].startswith("Cause 1 (")
    assert BLOCKED in seen.headings[0]
    explained = report().explained
    assert explained is not None
    assert explained.causes[0].entry.clauses[0] in seen.text
    assert seen.classes.count("stepper") == 1
    assert seen.classes.count("frame last") == 1
    assert any(text.endswith(": the cards are dealt") for text in seen.text)


def test_the_page_loads_nothing() -> None:
    text = as_html(report()).decode()
    assert Page(text).loads == []
    assert "http" not in text
    assert "@import" not in text
    assert "url(" not in text


@pytest.mark.parametrize("game", tables())
def test_a_failing_play_is_followed_to_the_step_that_decided(game: str) -> None:
    mistake: Mistake = tables()[game].MISTAKES[0]
    plays = [one for one in failing_of(report(mistake.name, game)) if one.case.setup is not None]
    assert plays
    for outcome in plays:
        assert len(frames(outcome, {})) == outcome.step


def test_the_cards_are_those_of_the_reference() -> None:
    outcome = next(one for one in failing_of(report()) if (one.step or 0) > 3)
    found = frames(outcome, {})
    dealt = found[0].views
    assert [len(view["hand"]) for view in dealt] == list(dealt[0]["hand_sizes"])
    assert found[-1].refused
    assert found[-1].views == found[-2].views


def test_a_question_about_facts_is_told_as_text() -> None:
    wrong = report("court cards count by rank")
    asked = [one for one in wrong.outcomes if one.status in FALLS_SHORT and one.case.setup is None]
    assert asked
    assert frames(asked[0], {}) == ()
    told = page(replace(wrong, outcomes=tuple(asked[:1])))
    assert "stepper" not in told.classes
    assert "facts" in told.classes
    assert "card" in " ".join(told.classes)
    assert any("expected" in text for text in told.text)


def test_a_settlement_is_drawn_and_told_by_its_hands_and_melds() -> None:
    settled = next(
        one
        for one in bundled().cases
        if one.game == "tongits" and one.kind is Kind.SETTLE and (one.question or {}).get("melds")
    )
    assert settled.question is not None
    facts = {fact.label: fact for fact in facts_of(settled)}
    hands = settled.question["hands"]
    assert [facts[f"hand {seat}"].cards for seat in range(len(hands))] == [*map(tuple, hands)]
    owner = settled.question["melds"][0]["owner"]
    assert facts[f"meld of {owner}"].cards
    assert facts["end"].cards is None
    outcome = Outcome(settled, Status.FAIL, expected=settled.answer, got={})
    assert not any("[[" in line for line in play_lines(outcome))


def test_a_cause_that_is_asked_first_is_played_too() -> None:
    told = report("rummy once", "rummy")
    assert told.explained is not None
    (cause,) = told.explained.causes
    first = next(one for one in failing_of(told) if one.case.id in cause.explained)
    assert first.case.question is not None
    shown = page(told)
    assert any("stepper" in one for one in shown.classes)


def test_known_failures_stand_there_with_their_reasons() -> None:
    told = report()
    known = tuple(
        replace(one, status=Status.KNOWN_FAILURE, reason="known: issue 7")
        if one.status is Status.FAIL
        else one
        for one in told.outcomes
    )
    shown = page(replace(told, outcomes=known))
    number = sum(one.status is Status.KNOWN_FAILURE for one in known)
    assert f"Known failures ({number} cases)" in shown.headings
    assert f"known: issue 7 ({number} cases)" in shown.text


def test_every_hand_is_counted_while_the_hand_goes_on() -> None:
    outcome = next(one for one in failing_of(report()) if (one.step or 0) > 3)
    first = frames(outcome, {})[0]
    assert all(isinstance(count, int) for count in first.deadwood)
    assert any(f"deadwood {first.deadwood[0]}" in text for text in page(report()).text)


def test_the_title_of_a_question_names_the_reading_that_is_expected() -> None:
    asked = next(one for one in bundled().cases if one.asks is not None)
    reading = min(asked.outcomes)
    assert titled(under(asked, reading)) == f"{asked.id}: {asked.title} (expected: {reading})"
    assert titled(replace_case(asked, asks=None)) == f"{asked.id}: {asked.title}"


def test_words_of_an_engine_are_never_markup() -> None:
    outcome: Outcome = failing_of(report())[0]
    lying = replace(outcome, got={"error": "</pre><script>alert(1)</script>"}, differences=())
    usual = page(replace(report(), outcomes=(outcome,)))
    seen = page(replace(report(), outcomes=(lying,)))
    assert seen.tags.count("script") == usual.tags.count("script") == 1
    assert any("alert(1)" in text for text in seen.text)


def test_check_writes_the_page(suite_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    arguments = ["check", "--suite", str(suite_folder), "--report", str(file)]
    ran = CliRunner().invoke(main, [*arguments, "--", *command("AcceptsEverything")])
    assert ran.exit_code == 1, ran.output
    text = file.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "stand-in 1.0" in text
