"""Second derivations agree with the documents, or say why not; a wrong one is noticed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from meldspec.games import NAMES

from . import derived, page
from .__main__ import main
from .judged import JUDGED
from .sheet import UNKNOWN, Sheet, sheets


def kept(game: str) -> dict[str, Any]:  # derivations, to be spoiled here
    return dict(derived.read(derived.FOLDER / f"{game}.jsonl"))


@pytest.mark.parametrize("game", NAMES)
def test_a_second_derivation_agrees_or_is_judged(game: str) -> None:
    differing = [
        line for line in derived.count(game).disagreed if line.split(": ")[0] not in JUDGED
    ]
    assert differing == []


def test_a_judgement_is_about_a_difference() -> None:
    differing = {line.split(": ")[0] for count in derived.counts() for line in count.disagreed}
    assert set(JUDGED) <= differing


def test_the_page_is_current() -> None:
    assert page.PAGE.read_text("utf-8") == "\n".join(page.lines()) + "\n", "write the page anew"


def test_a_sheet_has_no_result() -> None:
    def values(form: Any) -> list[Any]:  # any part of a form
        if isinstance(form, dict):
            return [value for each in form.values() for value in values(each)]
        return [form]

    for game in NAMES:
        for sheet in sheets(game):
            steps = [*sheet.form.get("steps", ()), *_outcomes(sheet)]
            assert "refused" not in json.dumps(sheet.form), sheet
            for step in steps:
                assert "what" not in step or set(values(step["answer"])) <= {UNKNOWN}
            assert set(values(sheet.form.get("answer", UNKNOWN))) <= {UNKNOWN}


def _outcomes(sheet: Sheet) -> list[Any]:  # steps as JSON
    outcomes: Any = sheet.form.get("outcomes", {})
    return [step for steps in outcomes.values() for step in steps]


@pytest.mark.parametrize("spoil", ["refused", "answers", "answer", "outcomes"])
def test_a_wrong_derivation_differs(spoil: str) -> None:
    """Each part of each derivation of one game, emptied or turned, is a difference."""
    game = "rummy"
    by_key = {sheet.key: sheet for sheet in sheets(game)}
    differing = 0
    for key, one in kept(game).items():
        if spoil not in one or not one[spoil] or key not in by_key:
            continue
        for case in by_key[key].cases:
            if not list(derived.disagreements(case, one)):
                wrong = {**one, spoil: _other(one[spoil])}
                assert list(derived.disagreements(case, wrong)), case.id
                differing += 1
    assert differing > 5


def _other(value: Any) -> Any:  # the same kind of JSON, empty or another
    return type(value)() if isinstance(value, list | dict) else f"not {value}"


def test_a_torn_file_is_told_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "second.jsonl"
    file.write_text('{"key": "12"}\n{"ke', "utf-8")
    ran = CliRunner().invoke(main, ["take", "rummy", str(file)])
    assert ran.exit_code == 2
    assert f"{file}, line 2: no derivation" in ran.output
    file.write_text('{"key": "12"}\n', "utf-8")
    ran = CliRunner().invoke(main, ["take", "rummy", str(file)])
    assert ran.exit_code == 2
    assert "12 is no example of rummy" in ran.output
