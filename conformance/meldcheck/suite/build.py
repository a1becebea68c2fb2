"""The suite, built from the documents and the found plays alone."""

from __future__ import annotations

from pathlib import Path

from meldcheck.law import sources
from meldcheck.law.clauses import Law
from meldcheck.law.document import load_law
from meldcheck.law.rulespace import RuleSpace
from meldcheck.suite import derive, store
from meldcheck.suite.depends import depending
from meldcheck.suite.examples import cases_of
from meldcheck.suite.known import Known
from meldcheck.suite.store import Suite
from meldcheck.words.case import Case, Origin
from meldcheck.words.places import digest_of, suite_directory
from meldspec.games import GAMES


def covered(spec: Path) -> tuple[str, ...]:
    """The games that have documents and are played."""
    return tuple(name for name in sorted(GAMES) if (spec / name).is_dir())


def read_laws(spec: Path) -> tuple[Law, ...]:
    """The documents of every covered game; SpecError for the first fault."""
    rows = sources.load(spec / "sources")
    locators = {name: frozenset(row.at for row in rows[name].sentence) for name in rows}
    return tuple(load_law(spec, game, locators) for game in covered(spec))


def derived(found: Path) -> list[Case]:
    """The derived cases of all found plays; SpecError for a play that cannot be played again."""
    return derive.derived_cases(derive.read_found(found), GAMES) if found.is_dir() else []


def build(spec: Path, found: Path, known: Known | None = None) -> Suite:
    """The whole suite, with the readings that are known.  SpecError for the first fault."""
    laws = read_laws(spec)
    stated = [case for law in laws for case in store.with_smoke(cases_of(law))]
    with_readings = _depending if known is None else known.depending
    cases = [with_readings(case) for case in (*stated, *derived(found))]
    defaults = {law.game: RuleSpace.named(law.game).default for law in laws}
    rows = sources.load(spec / "sources")
    return store.assemble(cases, laws, rows, defaults, digest_of(spec))


def _depending(case: Case) -> Case:
    return depending(case, GAMES[case.game])


def packed_derived() -> list[Case]:
    """The derived cases of the suite that comes with an installed copy."""
    packed = store.load(suite_directory())
    return [case for case in packed.cases if case.origin is Origin.DERIVED]
