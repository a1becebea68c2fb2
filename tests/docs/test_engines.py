"""The table of engines: every engine of the repository is measured, and counts become shares."""

from __future__ import annotations

import json
import re

from lawpages.elements import law_markup
from lawpages.engines import FOLDER, RULE_SET, engine_bars, engines_table
from meldcheck.games import title_of
from meldcheck.suite import store
from meldcheck.words.places import suite_directory

from ..engines import engines
from .building import DOCS

ACME = {
    "title": "Acme",
    "command": "acme --stdio",
    "suite": {"version": "1.5.0"},
    "engine": {"name": "acme", "version": "2", "language": "kotlin"},
    "games": {"rummy": {"pass": 3, "identified": 1, "fail": 2, "error": 1, "not-applicable": 5}},
}


def test_every_engine_is_measured() -> None:
    assert {file.stem for file in (DOCS / FOLDER).glob("*.json")} == set(engines())


def test_each_game_of_an_engine_has_its_counts() -> None:
    for name, engine in engines().items():
        kept = json.loads((DOCS / FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        assert list(kept["games"]) == list(engine.games), name


def test_the_counts_are_those_of_the_suite_as_it_is() -> None:
    there = store.load(suite_directory()).manifest
    for name in engines():
        kept = json.loads((DOCS / FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        assert kept["suite"] == {"version": there.version, "hash": there.hash}, (
            f"{name}: made from another suite; run: python -m tests.engines"
        )


def test_a_row_says_what_passes_fails_and_is_not_asked() -> None:
    (made,) = engines_table([ACME])
    shown = made.astext()
    assert "acme 2, kotlin, suite 1.5.0" in shown
    assert all(words in shown for words in ("4 pass", "3 fail", "5 not asked"))
    assert title_of("rummy") in shown


def test_the_bars_have_the_cases_of_all_games_and_no_rule_set() -> None:
    records = {
        file.stem: json.loads(file.read_text(encoding="utf-8"))
        for file in (DOCS / FOLDER).glob("*.json")
    }
    own = {name: one for name, one in records.items() if not name.startswith(RULE_SET)}
    figure = engine_bars(own)
    shown = "".join(one["html"] for one in figure.findall(law_markup))
    assert own
    assert {*re.findall(r'class="name"[^>]*>([^<]+)<', shown)} == {*own}
    for name, record in own.items():
        passed = sum(counts.get("pass", 0) for counts in record["games"].values())
        assert f"<title>{name}: {passed} cases passed</title>" in shown
