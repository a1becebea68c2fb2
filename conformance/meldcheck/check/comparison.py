"""Two reports of ``meldspec check`` side by side: the cases and the causes that have changed."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias, final

import msgspec

from meldcheck.check.causes import Deviation, Trait
from meldcheck.check.judge import UNJUDGED, Status
from meldcheck.check.report import in_words
from meldcheck.engine.process import called
from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError
from meldcheck.words.lines import counted
from meldcheck.words.protocol import EngineName

SHOWN: Final = 10
"""Number of cases that a list names."""
WRONG: Final = frozenset({Status.FAIL, Status.ERROR, Status.VACUOUS, Status.KNOWN_FAILURE})
"""What the engine gets wrong, whatever list of known failures there is."""
RIGHT: Final = frozenset(Status) - UNJUDGED - WRONG
"""What the engine gets right, whatever list of known failures there is."""


class WrittenCase(msgspec.Struct, frozen=True):
    """A case as a report has it."""

    id: str
    status: Status


class WrittenCause(msgspec.Struct, frozen=True):
    """A cause as a report has it."""

    game: str
    kind: Trait
    name: str
    cases: tuple[str, ...]

    @property
    def says(self) -> str:
        """The cause in words."""
        return in_words(Deviation(self.game, self.kind, self.name, clauses=(), signs={}))


class WrittenSuite(msgspec.Struct, frozen=True):
    """The suite of a report."""

    version: str
    hash: str


class WrittenReport(msgspec.Struct, frozen=True):
    """The parts of a report that are compared."""

    engine: EngineName
    suite: WrittenSuite
    rules: Mapping[str, JSON]
    cases: tuple[WrittenCase, ...]
    causes: tuple[WrittenCause, ...] | None = None


def read_report(file: Path) -> WrittenReport:
    """The report in a file.  SpecError for a file that holds none; OSError if it cannot be read."""
    content = file.read_bytes().removeprefix(BOM_UTF8)
    if content.startswith(b"<"):
        other = (
            "this is a report as a page or as XML; give the JSON report (check --report FILE.json)"
        )
        raise SpecError(str(file), None, other)
    try:
        return msgspec.json.decode(content, type=WrittenReport)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise SpecError(str(file), None, f"no report of meldspec check: {error}") from None


Shift: TypeAlias = tuple[str, Status | None, Status | None]
"""A case with its status before and after; None where a report does not have the case."""


@final
@dataclass(frozen=True, slots=True)
class Comparison:
    """Two reports, the earlier one first."""

    before: WrittenReport
    after: WrittenReport

    @property
    def changes(self) -> list[Shift]:
        """Each case whose status is not the same, by id."""
        earlier = {case.id: case.status for case in self.before.cases}
        later = {case.id: case.status for case in self.after.cases}
        names = sorted(earlier.keys() | later.keys())
        pairs = ((name, earlier.get(name), later.get(name)) for name in names)
        return [(name, was, now) for name, was, now in pairs if was != now]

    @property
    def worse(self) -> list[Shift]:
        """The cases that the engine gets wrong now, and did not before."""
        return [each for each in self.changes if each[2] in WRONG and each[1] not in WRONG]

    @property
    def better(self) -> list[Shift]:
        """The cases that the engine got wrong before, and gets right now."""
        return [each for each in self.changes if each[1] in WRONG and each[2] in RIGHT]

    @property
    def unjudged(self) -> list[Shift]:
        """The cases that were judged before, and are not judged now."""
        return [each for each in self.changes if is_judged(each[1]) and not is_judged(each[2])]

    @property
    def newly_judged(self) -> list[Shift]:
        """The cases that were not judged before, and that the engine gets right now."""
        return [each for each in self.changes if not is_judged(each[1]) and each[2] in RIGHT]

    @property
    def otherwise(self) -> list[Shift]:
        """The cases that are wrong as before or right as before, but with another status."""
        return [
            each
            for each in self.changes
            if any(each[1] in kind and each[2] in kind for kind in (WRONG, RIGHT))
        ]

    @property
    def causes(self) -> list[tuple[WrittenCause, int, int]]:
        """Each cause with the number of cases that it explains, before and after.

        Empty where a report was made without the catalogue of causes.
        """
        if self.before.causes is None or self.after.causes is None:
            return []
        sides = [
            {(each.game, each.kind, each.name): each for each in report.causes or ()}
            for report in (self.before, self.after)
        ]
        was, now = ({key: len(each.cases) for key, each in side.items()} for side in sides)
        every = sides[0] | sides[1]
        return [(every[key], was.get(key, 0), now.get(key, 0)) for key in every]


def is_judged(status: Status | None) -> bool:
    """Whether a report says of a case that the engine gets it right or wrong."""
    return status in RIGHT or status in WRONG


# JSON


def as_value(found: Comparison) -> dict[str, JSON]:
    """The comparison for programs."""
    return {
        "before": _run(found.before),
        "after": _run(found.after),
        "worse": _as_values(found.worse),
        "better": _as_values(found.better),
        "unjudged": _as_values(found.unjudged),
        "newly-judged": _as_values(found.newly_judged),
        "otherwise": _as_values(found.otherwise),
        "causes": [
            {"game": each.game, "kind": each.kind.value, "name": each.name, "was": was, "now": now}
            for each, was, now in found.causes
        ],
    }


def _run(report: WrittenReport) -> JSON:
    return {
        "engine": msgspec.structs.asdict(report.engine),
        "suite": msgspec.structs.asdict(report.suite),
        "totals": Counter(case.status.value for case in report.cases),
    }


def _as_values(changes: Iterable[Shift]) -> JSON:
    return [{"id": name, "was": was, "now": now} for name, was, now in changes]


# Text


def lines(found: Comparison) -> Iterator[str]:
    """The comparison for people: counts, then causes, then cases."""
    worse, better, unjudged = found.worse, found.better, found.unjudged
    away = f", {counted(len(unjudged), 'case')} no longer judged" if unjudged else ""
    yield f"{counted(len(worse), 'case')} got worse, {counted(len(better), 'case')} better{away}."
    yield f"{_called(found.before)} → {_called(found.after)}"
    if found.before.suite.hash != found.after.suite.hash:
        yield "The suites differ: a case that one of them lacks is not in its report."
    if found.before.rules != found.after.rules:
        yield "The rules differ."
    yield from _causes(found)
    yield from _cases("worse", worse)
    yield from _cases("better", better)
    yield from _cases("no longer judged", unjudged)
    yield from _cases("judged for the first time", found.newly_judged)
    yield from _cases("neither worse nor better", found.otherwise)


def _called(report: WrittenReport) -> str:
    return f"{called(report.engine)} on suite {report.suite.version}"


def _causes(found: Comparison) -> Iterator[str]:
    for cause, was, now in found.causes:
        if not now:
            yield f"gone:  {cause.says} ({counted(was, 'case')})"
        elif not was:
            yield f"new:   {cause.says} ({counted(now, 'case')})"
        else:
            told = f"{was} → {counted(now, 'case')}" if was != now else counted(now, "case")
            yield f"stays: {cause.says} ({told})"


def _cases(how: str, changes: Sequence[Shift]) -> Iterator[str]:
    if changes:
        yield f"{how}:"
    for name, was, now in changes[:SHOWN]:
        yield f"  {name}: {was or 'not in the report'} → {now or 'not in the report'}"
    if len(changes) > SHOWN:
        yield f"  … and {len(changes) - SHOWN} more: --format json"
