"""Determined tests that have passed, and behind which nothing has changed since.

Such a test has no chance in it.  Its outcome follows from its own module, from every module that
is imported behind it, from the files that its mark names, and from the version of Python.  Where
all of these are the same, the test would find the same.  ``pytest --changed`` skips it then, and
says so; one of ten is played all the same, each day others.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import grimp
import pytest

from meldcheck.words.code import plain

MARK: Final = "determined"
FILE: Final = Path(__file__).with_suffix(".json")
"""By test, the digest of everything behind it when it passed."""
ROOT: Final = Path(__file__).parents[1]
HERE: Final = f"{ROOT}/"
DAYS: Final = 10
"""In so many days each test that is kept is played again."""
WHY: Final = "it has passed, and nothing behind it has changed since"
BY_NAME: Final = {
    "meldspec.games": "meldspec",
    "meldspec.positions": "meldspec",
    "meldcheck.games": "meldcheck.games",
    "meldcheck.cli": "meldcheck.commands",
    "meldcheck.explore": "meldcheck.explore",
    "meldcheck.identify.corner": "meldcheck.identify",
    "tests.conformance.mistakes.hunt": "tests.conformance.mistakes",
    "tests.mutation.alike": "tests.mutation.alike",
    "tests.proofs.law": "tests.proofs",
    "tests.reference.laws": "tests.reference",
}
"""By module that imports others by their names: the package in which these are."""


@cache
def _imports() -> grimp.ImportGraph:
    return grimp.build_graph("meldspec", "meldcheck", "tests", cache_dir=None)


@cache
def behind(module: str, named: tuple[str, ...] = ()) -> frozenset[Path]:
    """The files behind a test: a module, all that it imports, and named files and folders."""
    graph, modules, waiting = _imports(), set[str](), {module}
    while waiting:
        modules |= waiting.union(*map(graph.find_upstream_modules, waiting))
        packages = {package for name, package in BY_NAME.items() if name in modules}
        waiting = packages.union(*map(graph.find_descendants, packages)) - modules
    modules |= {name.rpartition(".")[0] for name in modules if "." in name}
    return frozenset(map(_source, modules)).union(*map(_files, named))


def _source(module: str) -> Path:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ValueError(f"no source of {module}")
    return Path(spec.origin)


def _files(named: str) -> Iterator[Path]:
    place = ROOT / named
    found = place.rglob("*") if place.is_dir() else [place]
    kept = [path for path in found if path.is_file() and path.suffix != ".pyc"]
    if not kept:
        raise ValueError(f"no file {named}")
    yield from kept


@cache
def digest(files: frozenset[Path]) -> str:
    """A digest of files and of the version of Python; docstrings and comments are left out."""
    python = f"{sys.implementation.name} {sys.version_info.major}.{sys.version_info.minor}"
    seen = hashlib.sha256(python.encode())
    for path in sorted(files):
        content = path.read_bytes()
        text = plain(content) if path.suffix == ".py" else content
        seen.update(b"\0" + path.relative_to(ROOT).as_posix().encode() + b"\0" + text)
    return seen.hexdigest()[:16]


def behind_test(test: pytest.Item) -> frozenset[Path] | None:
    """The files behind a test; None if it has no mark of a determined one."""
    mark = test.get_closest_marker(MARK)
    if mark is None:
        return None
    module: Any = test.getparent(pytest.Module)  # every test of this project is in a module
    return behind(module.obj.__name__, mark.args)


def is_due(name: str, today: date) -> bool:
    """Whether it is the day on which a test that is kept is played again."""
    return zlib.crc32(name.encode()) % DAYS == today.toordinal() % DAYS


def known() -> dict[str, str]:
    """The digests that are kept."""
    kept: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return kept


def keep(passed: Mapping[str, str]) -> None:
    """Keep the digests of tests that have passed."""
    kept = json.dumps(known() | dict(passed), indent=2, sort_keys=True)
    FILE.write_text(kept + "\n", encoding="utf-8")


# ── what a test reads ────────────────────────────────────────────────────────────────────────────

_READ: Final[list[set[Path]]] = []
"""For each test that is followed now, the files of the repository that it has opened."""


def _read_of(path: Path) -> Path:
    """The file that is read; byte code is that of a module."""
    compiled = path.parent.name == "__pycache__"
    return path.parents[1] / f"{path.name.partition('.')[0]}.py" if compiled else path


@cache
def _follow() -> None:
    """From now on, note each file that is opened while a test is followed."""

    def note(event: str, words: tuple[Any, ...]) -> None:
        if _READ and event == "open" and isinstance(words[0], str) and words[0].startswith(HERE):
            _READ[-1].add(_read_of(Path(words[0])))

    sys.addaudithook(note)


@contextmanager
def followed(files: frozenset[Path]) -> Iterator[None]:
    """A test that reads no file of the repository but these; else an AssertionError names one."""
    _follow()
    _READ.append(set())
    try:
        yield
    finally:
        read = _READ.pop()
    strays = sorted(path.relative_to(ROOT).as_posix() for path in read - files)
    assert not strays, f"what a determined test reads must be behind it: {', '.join(strays)}"
