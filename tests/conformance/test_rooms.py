"""The rooms of the measure: there are these, and no public name is defined twice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

import meldcheck

PACKAGE: Final = Path(meldcheck.__file__).parent
ROOMS: Final = {
    "words",
    "law",
    "games",
    "engine",
    "scale",
    "suite",
    "check",
    "sources",
    "seeded",
    "identify",
    "distinguish",
    "evidence",
    "explore",
    "commands",
}
A_GAME_EACH: Final = "games"
"""The room whose modules may share names: each has the records of its own game."""


def test_the_measure_has_these_rooms_and_its_door() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert folders == ROOMS
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py", "cli.py"}


def test_no_public_class_or_alias_is_defined_twice() -> None:
    modules = sorted(path for path in PACKAGE.rglob("*.py") if path.parent.name != A_GAME_EACH)
    defined = sorted((name, str(path)) for path in modules for name in _defined(path))
    twice = {
        name: places
        for name, group in groupby(defined, key=lambda one: one[0])
        if len(places := [place for _, place in group]) > 1
    }
    assert not twice


def _defined(path: Path) -> Iterator[str]:
    """The public classes and type aliases of a module."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef(name=name):
                pass
            case ast.AnnAssign(ast.Name(name), ast.Name("TypeAlias")):
                pass
            case _:
                continue
        if not name.startswith("_"):
            yield name
