"""Clauses without a case under one reading: ``python -m tests.untold [GAME…]``.

A case states the readings on which its result depends.  Under another reading it says nothing, and
a clause may be left without any case.  Such a gap needs a case, or a reason below: the clause says
nothing under the reading either.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from meldcheck.check.plan import misfit
from meldcheck.law.rulesets import default_rule_set
from meldcheck.suite import store
from meldcheck.words.case import Case
from meldcheck.words.places import suite_directory
from meldspec.games import NAMES

from .mutation.trials import one_reading_each


def untold(game: str, cases: Sequence[Case]) -> Iterator[tuple[str, str]]:
    """Each reading with each clause that has cases by the default rules, and none under it."""
    usual = default_rule_set(game)
    of: dict[str, list[Case]] = {}
    for case in cases:
        if misfit(case, usual) is None:
            for clause in case.clauses:
                of.setdefault(clause, []).append(case)
    for rule_set in one_reading_each(game):
        for clause, some in of.items():
            if all(misfit(case, rule_set) is not None for case in some):
                yield rule_set.name, clause


def gaps(game: str) -> list[tuple[str, str]]:
    """The readings and clauses for which there is neither a case nor a reason."""
    cases = [case for case in store.load(suite_directory()).cases if case.game == game]
    return [
        (reading, clause)
        for reading, clause in untold(game, cases)
        if clause not in SILENT.get(reading, {})
    ]


SILENT: Final[Mapping[str, Mapping[str, str]]] = {}
"""By reading, then by clause: why the clause says nothing under the reading."""


def main(games: Sequence[str]) -> int:
    """Print the gaps, a reading a line; 1 if there are any."""
    found = 0
    for game in games or NAMES:
        by_reading: dict[str, list[str]] = {}
        for reading, clause in gaps(game):
            by_reading.setdefault(reading, []).append(clause)
            found += 1
        for reading, clauses in by_reading.items():
            print(f"{game} {reading}: {', '.join(clauses)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
