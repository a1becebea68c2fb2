"""``check --watch``: which files are watched, and when a run begins again."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from meldcheck.cli import main
from meldcheck.commands import watching

from .standins import command


@pytest.fixture(autouse=True)
def _at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "PAUSE", 0.01)
    monkeypatch.chdir(tmp_path)


def test_the_folder_of_a_named_file_is_watched(tmp_path: Path) -> None:
    folder = tmp_path / "engine"
    (folder / "rules").mkdir(parents=True)
    (folder / ".git").mkdir()
    names = ("main.py", "rules/melds.py", ".git/index", "engine.log", "report.json")
    for name in names:
        (folder / name).write_text("1", encoding="utf-8")
    engine = ("python", "engine/main.py")
    assert watching.named_files(engine) == (Path("engine/main.py"),)
    found = watching.stamps(engine, [Path("engine/report.json")])
    assert {str(path.relative_to(folder)) for path in found} == {"main.py", "rules/melds.py"}
    (folder / "rules" / "melds.py").write_text("22", encoding="utf-8")
    assert watching.changed(engine, found, []).name in ("melds.py", "report.json")


def test_the_code_of_an_engine_is_the_named_file_and_those_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "engine"
    (folder / "rules").mkdir(parents=True)
    names = ("main.mjs", "rules/melds.js", "report.json", "notes.py")
    for name in names:
        (folder / name).write_text("1", encoding="utf-8")

    def digests() -> list[str]:
        named = watching.digest_of_code(("node", "engine/main.mjs"))
        return [named, watching.digest_of_code(("python", "-m", "engine"))]

    seen = [digests()]
    for name in names:
        (folder / name).write_text("2", encoding="utf-8")
        seen.append(digests())
    changed = [
        [new != old for new, old in zip(after, before, strict=True)]
        for before, after in pairwise(seen)
    ]
    assert changed == [[True, True], [True, True], [False, False], [False, True]]


def test_a_folder_with_more_files_says_how_many_are_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.go", "b.go", "c.go"):
        (tmp_path / name).touch()
    assert watching.extent(watching.stamps(("go",), [])) == "3 files watched"
    monkeypatch.setattr(watching, "MOST", 2)
    found = watching.stamps(("go",), [])
    assert watching.extent(found) == "2 files watched, at most 2 in a folder"


def test_without_a_named_file_the_working_directory_is_watched(tmp_path: Path) -> None:
    (tmp_path / "main.go").touch()
    assert {*watching.stamps(("go", "run", "."), [])} == {tmp_path / "main.go"}


def test_a_run_begins_again_after_each_change_and_an_engine_that_breaks_does_not_end_it(
    suite_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text("raise SystemExit('not yet')", encoding="utf-8")
    sound = command("Sound")
    changes = iter([f"import os; os.execv({sound[0]!r}, {[*sound]!r})"])

    def changed(*_: object) -> Path:
        text = next(changes, None)
        if text is None:
            raise KeyboardInterrupt
        engine.write_text(text, encoding="utf-8")
        return engine

    monkeypatch.setattr(watching, "changed", changed)
    arguments = ["check", "--suite", str(suite_folder), "--watch", "--", sound[0], str(engine)]
    ran = CliRunner().invoke(main, arguments)
    assert ran.exit_code == 130
    assert "the engine does not answer hello: exit" in ran.stderr
    assert f"{engine} has changed" in ran.stdout
    assert "7 of 7 applicable cases" in ran.stdout
