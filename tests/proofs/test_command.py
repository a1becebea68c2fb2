"""The command prints what was found and ends with 1 when a law or a bug is not as it should be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from meldspec import cards

from . import __main__ as command
from . import kept
from .bugs import Bug
from .engine import Finding, Status
from .law import LAWS, How, load
from .page import pages
from .registry import ROOT
from .run import Checked

NAME = "ground.cards.points_of_a_card"
HARMLESS = Bug(cards.points, "card % CARDS_IN_A_COPY", "card % 54")


def test_a_law_is_told_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([NAME, "--format", "json", "--processes", "1"]) == 0
    told = json.loads(capsys.readouterr().out)
    (law,) = told["laws"]
    assert law["law"] == NAME
    assert law["status"] == "confirmed over all paths"
    assert law["domain"] == ["0 <= card < 52"]
    assert law["bug"]["status"] == "refuted"
    assert told["faults"] == []
    assert {"crosshair-tool", "z3-solver", "python"} < set(told["settings"])


def test_a_law_is_told_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([NAME, "--processes", "1"]) == 0
    told = capsys.readouterr().out
    for cell in (NAME, "tongits.cards.points-pip", "confirmed over all paths", "0 <= card < 52"):
        assert cell in told


def test_a_bug_that_is_not_noticed_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    law = load()[NAME]
    monkeypatch.setitem(LAWS, NAME, replace(law, bug=HARMLESS))
    assert command.main([NAME, "--processes", "1"]) == 1
    assert f"{NAME} with its bug: confirmed" in capsys.readouterr().err


def test_a_law_that_is_missing_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    load()
    monkeypatch.delitem(LAWS, "ground.cards.points_add")
    assert command.main([NAME, "--processes", "1"]) == 1
    assert "points_add states a law and is not registered" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["no.such-law"], [NAME, "--write", "docs"], [NAME, "--processes", "0"]]
)
def test_wrong_use_ends_with_two(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        command.main(arguments)


def test_laws_that_have_held_are_kept_where_a_run_is_broken_off(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    law = load()[NAME]
    held = Checked(law, Finding(Status.CONFIRMED, "", 1, 0.0), Finding(Status.REFUTED, "", 1, 0.0))

    def broken_off(*_: object) -> Iterator[Checked]:
        yield held
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "load", lambda: {NAME: law})
    monkeypatch.setattr(command, "problems", lambda laws: iter(()))
    monkeypatch.setattr(command, "check_all", broken_off)
    monkeypatch.setattr(kept, "FILE", tmp_path / "kept.json")
    with pytest.raises(KeyboardInterrupt):
        command.main(["--changed"])
    assert kept.known() == {law.theorem.__module__: kept.digest(law.theorem.__module__)}


def test_the_pages_are_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    laws = load()
    one = {NAME: laws[NAME]}
    monkeypatch.setattr(command, "load", lambda: one)
    monkeypatch.setattr(command, "problems", lambda laws: iter(()))
    monkeypatch.setattr(kept, "FILE", tmp_path / "kept" / "kept.json")
    kept.FILE.parent.mkdir()
    assert command.main(["--write", str(tmp_path), "--processes", "1"]) == 0
    assert [*kept.known()] == [one[NAME].theorem.__module__]
    assert sorted(path.name for path in tmp_path.glob("*.md")) == [
        "laws-ground-bugs.md",
        "laws-ground.md",
        "laws.md",
    ]
    of_ground = (tmp_path / "laws-ground.md").read_text(encoding="utf-8")
    assert "| `0 <= card < 52` | confirmed over all paths |" in of_ground
    written = (tmp_path / "laws.md").read_text(encoding="utf-8")
    assert "1 laws" not in written + of_ground
    assert "| [The ground floor: cards and melds](laws-ground.md) | 1 | 0 | 0 | 1 |" in written
    assert "1 law: 1 confirmed over all paths; 1 seeded bug refuted." in written


def all_hold() -> list[Checked]:
    """Every law as it is told when it holds and its bug is refuted."""
    known = Finding(Status.REFUTED, "", 1, 0.1)
    status = {
        How.SYMBOLICALLY: Status.CONFIRMED,
        How.EXHAUSTIVELY: Status.ENUMERATED,
        How.BY_SAMPLES: Status.SAMPLED,
    }
    found = ((law, Finding(status[law.how], "", 7, 3.0)) for law in load().values())
    return [Checked(law, each, known) for law, each in found]


def test_the_pages_count_the_laws_as_they_are() -> None:
    for name, page in pages(all_hold()).items():
        written = (ROOT / "docs" / name).read_text(encoding="utf-8").splitlines()
        counted = [line for line in page.splitlines() if " laws: " in line or "](laws-" in line]
        assert counted
        assert [line for line in counted if line not in written] == []


def test_the_pages_use_the_words_as_they_are_meant() -> None:
    checked = all_hold()
    lines = [line for page in pages(checked).values() for line in page.splitlines()]
    rows = [line for line in lines if "{law:clause}" in line]
    for each, row in zip(checked, rows, strict=True):
        law = each.law
        words = {
            How.SYMBOLICALLY: "| confirmed over all paths | 7 |",
            How.EXHAUSTIVELY: f"| enumerated exhaustively over {'; '.join(law.domain)} | 7 |",
            How.BY_SAMPLES: "| property-tested only | 7 |",
        }
        assert words[law.how] in row
