"""Clauses without a case under one reading: ``python -m tests.untold [GAME…]``.

A case states the readings on which its result depends.  Under another reading it says nothing, and
a clause may be left without any case.  Such a gap needs a case, or a reason in ``silent``: the
clause says nothing under the reading either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from meldcheck.check.plan import misfit
from meldcheck.law.rulesets import RuleSet, default_rule_set
from meldcheck.words.case import Case
from tests.mutation.trials import one_reading_each


@dataclass(frozen=True)
class Silent:
    """Clauses that say nothing under some readings, with the reason."""

    readings: tuple[str, ...]
    clauses: tuple[str, ...]
    reason: str


def untold(game: str, cases: Sequence[Case]) -> Iterator[tuple[str, str]]:
    """Each reading with each clause that has a case by the default rules, and none under it."""
    usual = default_rule_set(game)
    of: dict[str, list[Case]] = {}
    for case in cases:
        for clause in case.clauses:
            of.setdefault(clause, []).append(case)
    told = {clause for clause, some in of.items() if any(misfit(c, usual) is None for c in some)}
    for rule_set in one_reading_each(game):
        fits: dict[str, bool] = {}
        for clause in sorted(told):
            if not any(_fits(case, rule_set, fits) for case in of[clause]):
                yield rule_set.name, clause


def _fits(case: Case, rule_set: RuleSet, known: dict[str, bool]) -> bool:
    """Whether a case says something about a rule set; a case of many clauses is judged once."""
    if case.id not in known:
        known[case.id] = misfit(case, rule_set) is None
    return known[case.id]
