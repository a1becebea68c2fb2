"""The committed documents, sources and suite, read once for all tests of a process."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Final

from meldcheck.law import document, sources
from meldcheck.law.clauses import Law
from meldcheck.law.sources import SourceText
from meldcheck.suite import store
from meldcheck.suite.examples import cases_of
from meldcheck.suite.store import Suite
from meldcheck.words import places
from meldcheck.words.case import Case

_loaded: Final = cache(store.load)


@cache
def suite() -> Suite:
    """The suite of all games."""
    return store.load(places.suite_directory())


def load(directory: Path, games: Collection[str] | None = None) -> Suite:
    """A suite from its folder, read once: for commands in this process, in place of another."""
    return _loaded(directory, None if games is None else frozenset(games))


@cache
def law(game: str) -> Law:
    """The documents of a game, with citations of sentences that the sources have."""
    return document.load_law(places.spec_directory(), game, locators())


@cache
def stated(game: str) -> tuple[Case, ...]:
    """The cases that the documents of a game make."""
    return tuple(cases_of(law(game)))


@cache
def source_texts() -> dict[str, SourceText]:
    """Every source by its id."""
    return sources.load()


def locators() -> dict[str, frozenset[str]]:
    """By source, the sentences that it has."""
    return {
        name: frozenset(row.at for row in text.sentence) for name, text in source_texts().items()
    }
