"""A game that is added to a copy of the packages, from its documents to a verdict.

Of the existing modules only the list of games changes, by one word.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
TOY: Final = ROOT / "tests" / "toy"
PACKAGES: Final = ("reference/meldspec", "conformance/meldcheck")
_FORGET: Final = shutil.ignore_patterns("__pycache__")
_LIST: Final = re.compile(r"^(NAMES: Final = \(.*)\)$", re.MULTILINE)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with this game alone, and its suite."""
    tree = tmp_path_factory.mktemp("toy")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tree / package, ignore=_FORGET)
    for file in sorted(TOY.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            place = tree / file.relative_to(TOY)
            assert not place.exists(), f"{place} is there already"
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, place)
    games = tree / "reference" / "meldspec" / "games.py"
    text, lists = _LIST.subn(r'\1, "toy")', games.read_text("utf-8"))
    assert lists == 1
    games.write_text(text, "utf-8")
    meldspec(tree, "sources", "verify", "source")
    meldspec(tree, "suite", "find", "--game", "toy", "--seed", "1", "--count", "60")
    meldspec(tree, "suite", "build")
    meldspec(tree, "suite", "verdicts")
    return tree


def meldspec(tree: Path, *args: str, status: int = 0) -> str:
    """The output of a command of the copy."""
    paths = os.pathsep.join(str((tree / package).parent) for package in PACKAGES)
    done = subprocess.run(
        [sys.executable, "-m", "meldcheck", *args],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": paths, "COLUMNS": "120"},
        capture_output=True,
        text=True,
    )
    said = done.stdout + done.stderr
    assert done.returncode == status, said
    return said


def engine(tree: Path) -> tuple[str, ...]:
    return ("--", sys.executable, "-m", "meldcheck", "engine")


def test_documents_cases_and_play_agree(tree: Path) -> None:
    assert "nothing found" in meldspec(tree, "suite", "lint")
    meldspec(tree, "suite", "check")


def test_the_play_passes_and_another_play_fails(tree: Path) -> None:
    assert "all pass" in meldspec(tree, "check", *engine(tree))
    draw = tree / "reference" / "meldspec" / "toy" / "draw.py"
    right = draw.read_text("utf-8")
    wrong = right.replace("return max(map(", "return min(map(")
    assert wrong != right
    draw.write_text(wrong, "utf-8")
    try:
        assert "toy.draw.ends" in meldspec(tree, "check", *engine(tree), status=1)
    finally:
        draw.write_text(right, "utf-8")


def test_its_rules_and_its_sources_are_told(tree: Path) -> None:
    assert "draw.ace_points" in meldspec(tree, "rules", "toy")
    assert "says nothing about it" in meldspec(tree, "settle", "toy.draw.draws-and-wins")


def test_its_types_are_strict(tree: Path) -> None:
    options = ("--strict", "--explicit-package-bases", "--follow-imports", "silent")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "-p", "meldspec.toy", "-m", "meldcheck.games.toy"],
        cwd=tree,
        env={**os.environ, "MYPYPATH": "reference:conformance"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
