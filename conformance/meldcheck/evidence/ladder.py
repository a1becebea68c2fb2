"""The evidence for each clause, and the rung of the ladder on which it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, final

from meldcheck.evidence.records import Measured, Measurement
from meldcheck.law.clauses import Clause, ClauseKind
from meldcheck.words.case import Act, Case, Origin

UNSHOWABLE: Final = (ClauseKind.AIM, ClauseKind.TERM, ClauseKind.REJECTED, ClauseKind.VARIATION)
"""Kinds of clauses that no play can show: a word, an aim, a rule that is not played here."""


class Rung(IntEnum):
    """How sure one may be of a clause; a higher one is surer."""

    NOTHING = 0
    SHOWN_BY_EXAMPLE = 1
    PROPERTY_TESTED = 2
    EXPLORED = 3
    PROVED_BY_EXHAUSTION = 4
    PROVED_SYMBOLICALLY = 5

    @property
    def words(self) -> str:
        """The rung in words."""
        return self.name.lower().replace("_", " ").replace("property tested", "property-tested")


@final
@dataclass(slots=True)
class Shown:
    """The cases that show a clause: kept, or the reason of a refusal."""

    kept: int = 0
    refused: int = 0
    by_hand: int = 0
    """How many of them a document states; the others are derived from the reference."""
    names: list[str] = field(default_factory=list)


@final
@dataclass(frozen=True, slots=True)
class Evidence:
    """All evidence for one clause."""

    clause: Clause
    measured: Measured
    shown: Shown
    engines: tuple[str, ...]
    """The other engines that pass every case of the clause."""

    @property
    def rung(self) -> Rung:
        """The highest rung that one of its laws, explorations, plays or cases reaches."""
        laws = self.measured.laws
        if laws.confirmed:
            return Rung.PROVED_SYMBOLICALLY
        if laws.enumerated:
            return Rung.PROVED_BY_EXHAUSTION
        if self.measured.explored:
            return Rung.EXPLORED
        if laws.sampled or self.measured.played:
            return Rung.PROPERTY_TESTED
        return Rung.SHOWN_BY_EXAMPLE if self.shown.names else Rung.NOTHING

    @property
    def stands(self) -> str:
        """The rung in words; for a clause that no play can show, its kind."""
        if self.rung is Rung.NOTHING and self.clause.kind in UNSHOWABLE:
            return f"nothing to show: {self.clause.kind.value}"
        return self.rung.words

    @property
    def agreeing(self) -> tuple[str, ...]:
        """The sources that say or imply the clause, by name."""
        stances = self.clause.sources.items()
        return tuple(sorted(name for name, one in stances if one.says or one.implies))

    @property
    def contradicting(self) -> tuple[str, ...]:
        """The sources that contradict the clause, by name."""
        stances = self.clause.sources.items()
        return tuple(sorted(name for name, one in stances if one.contradicts))


def shown_by(cases: Iterable[Case]) -> dict[str, Shown]:
    """By clause: the cases that show it."""
    found: dict[str, Shown] = {}
    for case in cases:
        refusing = {
            clause
            for steps in (case.steps, *case.outcomes.values())
            for step in steps
            if isinstance(step, Act)
            for clause in step.refused
        }
        for clause in dict.fromkeys((*case.clauses, *sorted(refusing))):
            shown = found.setdefault(clause, Shown())
            shown.names.append(case.id)
            shown.by_hand += case.origin is Origin.DOCUMENT
            if clause in refusing:
                shown.refused += 1
            else:
                shown.kept += 1
    return found


def evidence(
    clauses: Mapping[str, Clause], cases: Iterable[Case], measurement: Measurement
) -> Iterator[Evidence]:
    """The evidence for each clause, in the order of the documents."""
    shown = shown_by(cases)
    failing = {engine: set(names) for engine, names in measurement.engines.items()}
    for name, clause in clauses.items():
        of_clause = shown.get(name, Shown())
        agreeing = (
            engine
            for engine, failed in failing.items()
            if of_clause.names and not failed & set(of_clause.names)
        )
        measured = measurement.clauses.get(name, Measured())
        yield Evidence(clause, measured, of_clause, tuple(agreeing))


def fallen(before: Mapping[str, Rung], after: Mapping[str, Rung]) -> Iterator[str]:
    """A line for each clause that stands lower than before."""
    for name, rung in before.items():
        now = after.get(name)
        if now is not None and now < rung:
            yield f"{name} was {rung.words}, and is {now.words} now"
