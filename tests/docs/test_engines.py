"""The table of engines: every engine of the repository is measured, and counts become shares."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lawpages.elements import law_markup
from lawpages.engines import FOLDER, RULE_SET, engine_bars, engines_table, read_row
from meldcheck.check.comparison import WrittenSuite
from meldcheck.check.judge import Status
from meldcheck.check.row import EngineRow, row_as_json
from meldcheck.games import title_of
from meldcheck.words.errors import SpecError
from meldcheck.words.protocol import EngineName
from tests import committed

from ..engines import engines
from .building import DOCS

ACME = EngineRow(
    title="Acme",
    command="acme --stdio",
    suite=WrittenSuite("1.5.0", "4f"),
    engine=EngineName("acme", "2", "kotlin"),
    games={
        "rummy": {
            Status.PASS: 3,
            Status.IDENTIFIED: 1,
            Status.FAIL: 2,
            Status.ERROR: 1,
            Status.NOT_APPLICABLE: 5,
        }
    },
)


def rows() -> dict[str, EngineRow]:
    return {file.stem: read_row(file) for file in (DOCS / FOLDER).glob("*.json")}


def test_every_engine_is_measured_and_others_may_be_sent() -> None:
    assert set(rows()) >= set(engines())


def test_files_have_the_form_in_which_they_are_written() -> None:
    for name, row in rows().items():
        assert (DOCS / FOLDER / f"{name}.json").read_bytes() == row_as_json(row)


def test_a_file_that_is_no_row_is_named(tmp_path: Path) -> None:
    file = tmp_path / "acme.json"
    file.write_text('{"title": "Acme", "cases": []}', encoding="utf-8")
    with pytest.raises(SpecError, match=r"acme\.json: no row of meldspec check --row"):
        read_row(file)


def test_each_game_of_an_engine_has_its_counts() -> None:
    for name, engine in engines().items():
        assert list(rows()[name].games) == list(engine.games), name


def test_the_counts_are_those_of_the_suite_as_it_is() -> None:
    there = committed.suite().manifest
    for name in engines():
        assert rows()[name].suite == WrittenSuite(there.version, there.hash), (
            f"{name}: made from another suite; run: python -m tests.engines"
        )


def test_a_row_says_what_passes_fails_and_is_not_asked() -> None:
    (made,) = engines_table([ACME])
    shown = made.astext()
    assert "acme 2, kotlin, suite 1.5.0" in shown
    assert all(words in shown for words in ("4 pass", "3 fail", "5 not asked"))
    assert title_of("rummy") in shown


def test_the_bars_have_the_cases_of_all_games_and_no_rule_set() -> None:
    own = {name: one for name, one in rows().items() if not name.startswith(RULE_SET)}
    figure = engine_bars(own)
    shown = "".join(one["html"] for one in figure.findall(law_markup))
    assert own
    assert {*re.findall(r'class="name"[^>]*>([^<]+)<', shown)} == {*own}
    for name, record in own.items():
        passed = sum(counts.get(Status.PASS, 0) for counts in record.games.values())
        assert f"<title>{name}: {passed} cases passed</title>" in shown
