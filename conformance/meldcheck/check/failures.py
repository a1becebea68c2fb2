"""Known failures: what an engine is known to fail, by case, clause or cause, each with a reason."""

from __future__ import annotations

import difflib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, final

import msgspec

from meldcheck.check.causes import Deviation
from meldcheck.check.judge import UNJUDGED, Outcome, Status
from meldcheck.check.report import Report, in_words
from meldcheck.check.signs import DIFFERING, Sign, sign_of
from meldcheck.engine.process import called
from meldcheck.words.case import Case, Manifest
from meldcheck.words.errors import SpecError
from meldcheck.words.toml_file import read_text, read_toml


@final
class KnownFailure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a list: a case, all cases of a clause, or all that a cause explains."""

    reason: str
    id: str | None = None
    clause: str | None = None
    cause: str | None = None

    @property
    def name(self) -> str:
        """The case, the clause or the cause."""
        return self.id or self.clause or self.cause or ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    known_failure: tuple[KnownFailure, ...] = ()


_EXCUSED: Final = frozenset({Status.FAIL, Status.ERROR, Status.VACUOUS})
_NO_CAUSE: Final = "no known cause"


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


def load(
    path: Path, cases: Sequence[Case], manifest: Manifest, catalogue: Sequence[Deviation]
) -> tuple[Excuse, ...]:
    """The excuses of a ``.toml`` file, or of lines ``ID REASON`` with a case or a clause.

    SpecError for a file that cannot be read, an entry without a reason, one that is listed twice,
    or a case, clause or cause that is withdrawn or unknown.
    """
    known = _Names.of(cases, manifest, catalogue)
    is_toml = path.suffix.lower() == ".toml"
    entries = _from_toml(path) if is_toml else _from_lines(read_text(path), known)
    seen: set[str] = set()
    for line, entry in entries:
        problem = known.problem(entry)
        if problem is None and entry.name in seen:
            problem = "listed twice"
        if problem is not None:
            raise SpecError(str(path), line, f"{entry.name}: {problem}".removeprefix(": "))
        seen.add(entry.name)
    return tuple(_excuse(entry, cases, catalogue) for _, entry in entries)


@final
class _Names(msgspec.Struct, frozen=True):
    """The names that an entry may have."""

    cases: Collection[str]
    clauses: Collection[str]
    causes: Collection[str]
    withdrawn: Mapping[str, str]

    @classmethod
    def of(
        cls, cases: Iterable[Case], manifest: Manifest, catalogue: Iterable[Deviation]
    ) -> _Names:
        listed = [*cases]
        return cls(
            {case.id for case in listed},
            {clause for case in listed for clause in case.clauses},
            {in_words(entry) for entry in catalogue},
            {gone.id: gone.reason for gone in manifest.withdrawn},
        )

    def problem(self, entry: KnownFailure) -> str | None:
        """What is wrong with an entry; None if nothing is."""
        if sum(name is not None for name in (entry.id, entry.clause, entry.cause)) != 1:
            return "an entry has an id, a clause or a cause, and one of them only"
        if not entry.reason.strip():
            return "no reason is given"
        if entry.id is not None and entry.id in self.withdrawn:
            return f"this case is withdrawn ({self.withdrawn[entry.id]})"
        for name, there, what in (
            (entry.id, self.cases, "the suite has no such case"),
            (entry.clause, self.clauses, "no case of the suite has this clause"),
            (entry.cause, self.causes, "the suite knows no such cause"),
        ):
            if name is not None and name not in there:
                near = difflib.get_close_matches(name, there, n=1)
                return f"{what}; did you mean {near[0]}?" if near else what
        return None


def _from_lines(text: str, known: _Names) -> list[tuple[int | None, KnownFailure]]:
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    found: list[tuple[int | None, KnownFailure]] = []
    for number, line in lines:
        if line and not line.startswith("#"):
            name, *rest = line.split(None, 1)
            reason = "".join(rest).strip(" \t#:-")
            by_clause = name in known.clauses and name not in known.cases
            entry = KnownFailure(reason, clause=name) if by_clause else KnownFailure(reason, name)
            found.append((number, entry))
    return found


def _from_toml(path: Path) -> list[tuple[int | None, KnownFailure]]:
    text, listed = read_toml(path, _File)
    lines = text.splitlines()
    heads = [place for place, line in enumerate(lines) if line.strip().startswith("[[")]
    entries = listed.known_failure
    if len(heads) != len(entries):
        return [(None, entry) for entry in entries]
    return [
        (_line_of(lines, entry.name, head), entry)
        for head, entry in zip(heads, entries, strict=True)
    ]


def _line_of(lines: Sequence[str], name: str, head: int) -> int:
    """The line that names an entry whose table begins after ``head`` lines."""
    return next((n for n, line in enumerate(lines[head:], head + 1) if name in line), head + 1)


# ── excusing ─────────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class Excuse:
    """An entry with the cases that it excuses, each with the signs of how it may fail.

    Without signs, a case may fail in any way.
    """

    entry: KnownFailure
    cases: Mapping[str, tuple[Sign, ...]]

    @property
    def reason(self) -> str:
        """The reason of a case that is known to fail."""
        return f"known: {self.entry.reason.strip()}"

    def covers(self, outcome: Outcome) -> bool:
        """Whether a case fails as the entry says."""
        signs = self.cases.get(outcome.case.id)
        if signs is None or outcome.status not in _EXCUSED:
            return False
        return not signs or (
            outcome.status in DIFFERING and any(sign_of(outcome).like(sign) for sign in signs)
        )


def _excuse(entry: KnownFailure, cases: Iterable[Case], catalogue: Iterable[Deviation]) -> Excuse:
    if entry.cause is None:
        named = (one for one in cases if entry.id == one.id or entry.clause in one.clauses)
        return Excuse(entry, {one.id: () for one in named})
    there = {one.id for one in cases}
    signs: dict[str, tuple[Sign, ...]] = {}
    for each in catalogue:
        if in_words(each) == entry.cause:
            for name, sign in each.signs.items():
                if name in there:
                    signs[name] = (*signs.get(name, ()), Sign.read(sign))
    return Excuse(entry, signs)


def excuse(outcomes: Iterable[Outcome], excuses: Iterable[Excuse]) -> list[Outcome]:
    """The outcomes, with listed failures marked known.

    A listed case that passes is marked xpass.  So is a passing case of a clause or a cause, if none
    of its cases falls short and all were judged that the engine plays.
    """
    made = {one.case.id: one for one in outcomes}
    for each in excuses:
        covered = [one for one in made.values() if each.covers(one)]
        for one in covered:
            known = replace(one, status=Status.KNOWN_FAILURE, reason=each.reason)
            made[one.case.id] = known
        if not covered and (passing := _passing(each, made)) is not None:
            made[passing.case.id] = replace(
                passing, status=Status.XPASS, reason=_unneeded(each.entry)
            )
    return [*made.values()]


def _passing(excuse: Excuse, outcomes: Mapping[str, Outcome]) -> Outcome | None:
    """A case that shows that an entry has nothing to excuse any more; None if none does."""
    if not _is_told(excuse, outcomes):
        return None
    own = [outcomes[name] for name in excuse.cases]
    if any(one.status in _EXCUSED or one.status is Status.KNOWN_FAILURE for one in own):
        return None
    whole = (one for one in own if one.status is Status.PASS and not one.left_out)
    return next(whole, None)


def _is_told(excuse: Excuse, outcomes: Mapping[str, Outcome]) -> bool:
    """Whether a run tells if an entry is needed.

    It judged a case of the entry, and each other one is a case that the engine does not play.
    """
    found = {outcomes[name].status if name in outcomes else None for name in excuse.cases}
    return found.isdisjoint({None, Status.BLOCKED}) and not found <= UNJUDGED


def _unneeded(entry: KnownFailure) -> str:
    listed = f"listed as failing: {entry.reason.strip()}"
    if entry.id is not None:
        return f"passes, but is {listed}"
    what = "clause" if entry.cause is None else "cause"
    return f"passes like each case of the {what} {entry.name!r}, but this {what} is {listed}"


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def as_known_failures(report: Report, excuses: Iterable[Excuse], *, toml: bool) -> str:
    """Everything that falls short, as the content of a list of known failures.

    Entries that still excuse something are kept, and so are those of which the run tells nothing.
    TOML has an entry for each cause; a list of lines has one for each case, with its cause as
    reason.
    """
    causes = report.explained.causes if report.explained is not None else ()
    because = {name: in_words(cause.entry) for cause in causes for name in cause.explained}
    excuses = [*excuses]
    outcomes = {one.case.id: one for one in report.outcomes}
    found: dict[str, KnownFailure] = {}
    for each in excuses:
        if not _is_told(each, outcomes):
            found.update((one.name, one) for one in _as_listed(each, toml=toml))
    for outcome in report.outcomes:
        name, cause = outcome.case.id, because.get(outcome.case.id)
        if outcome.status is Status.KNOWN_FAILURE:
            entry = _kept(outcome, excuses, toml=toml)
        elif outcome.status not in _EXCUSED:
            continue
        elif cause is not None and toml:
            entry = KnownFailure("found by meldspec check; say here why it stays", cause=cause)
        else:
            entry = KnownFailure(_NO_CAUSE if cause is None else cause, name)
        found.setdefault(entry.name, entry)
    ordered = sorted(found.values(), key=lambda one: (one.reason == _NO_CAUSE, one.reason))
    told = "".join(map(_as_table if toml else _as_line, ordered))
    return f"# {called(report.engine)}, suite {report.manifest.version}\n{told}"


def _as_listed(excuse: Excuse, *, toml: bool) -> list[KnownFailure]:
    """An entry as it stands; in a list of lines, a cause stands for its cases."""
    entry = excuse.entry
    if toml or entry.cause is None:
        return [entry]
    return [KnownFailure(entry.reason.strip(), name) for name in excuse.cases]


def _kept(outcome: Outcome, excuses: Iterable[Excuse], *, toml: bool) -> KnownFailure:
    """The entry that excuses an outcome; in a list of lines, a cause stands for its cases."""
    name = outcome.case.id
    excusing = (each for each in excuses if name in each.cases and each.reason == outcome.reason)
    entry = next(excusing).entry
    return entry if toml or entry.cause is None else KnownFailure(entry.reason.strip(), name)


def _as_line(entry: KnownFailure) -> str:
    return f"{entry.name} {' '.join(entry.reason.split())}\n"


def _as_table(entry: KnownFailure) -> str:
    fields = msgspec.structs.asdict(entry)
    kinds = ("id", "clause", "cause", "reason")
    told = (f"{kind} = {_quoted(fields[kind])}\n" for kind in kinds if fields[kind] is not None)
    return f"\n[[known-failure]]\n{''.join(told)}"


def _quoted(text: str) -> str:
    return json.dumps(" ".join(text.split()), ensure_ascii=False)
