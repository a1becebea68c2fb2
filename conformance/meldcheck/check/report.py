"""The report of a run, as JSON for programs and as text for people."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, assert_never, final

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from meldcheck.check.causes import Cause, Deviation, Explained, Trait, explain
from meldcheck.check.judge import FALLS_SHORT, Outcome, Status
from meldcheck.check.parts import OTHER_TABLE, game_lacked, seats_at
from meldcheck.check.script import Strand
from meldcheck.engine.process import called, printable
from meldcheck.games import title_of
from meldcheck.law.rulesets import Chosen
from meldcheck.words import notation
from meldcheck.words.case import (
    JSON,
    Act,
    Ask,
    Case,
    Flag,
    Manifest,
    Origin,
    Step,
    Tier,
    option_of,
)
from meldcheck.words.lines import counted
from meldcheck.words.protocol import EngineName
from meldcheck.words.readings import Readings
from meldcheck.words.telling import Piles

FAILURES_SHOWN: Final = 10
"""Number of failing cases shown in full, unless all are asked for."""

CLAUSES_SHOWN: Final = 3
"""Number of clauses shown that no case sees."""
STOCK_SHOWN: Final = 20
"""Number of cards of a stock shown; each card that is drawn is shown with its draw."""

_WITH_REASON: Final = (Status.KNOWN_FAILURE, Status.SKIP, Status.BLOCKED, Status.NOT_APPLICABLE)
_LONGEST: Final = 400
NO_READINGS: Final[Readings] = {}


@dataclass(frozen=True)
class Report:
    """A run: the engine, the suite, and the outcome of each case in order."""

    engine: EngineName
    manifest: Manifest
    outcomes: tuple[Outcome, ...]
    tier: Tier = Tier.FULL
    rules: Chosen = field(default_factory=dict)
    """By game: the rule set that was played, if it is not the default one."""
    catalogue: Sequence[Deviation] | None = None
    """Engines that differ in one rule; None if the suite has none."""
    players: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """By game: the numbers of players that the engine plays, if it states them."""

    @cached_property
    def explained(self) -> Explained | None:
        """The causes of the failing cases; None if the suite has no catalogue.

        A reading that is agreed is no difference.
        """
        if self.catalogue is None:
            return None
        agreed = {
            (game, f"{option}={reading}")
            for game, rule_set in self.rules.items()
            for option, reading in rule_set.readings.items()
        }
        entries = [each for each in self.catalogue if (each.game, each.name) not in agreed]
        return explain(self.outcomes, entries)

    @cached_property
    def totals(self) -> Mapping[Status, int]:
        """Number of outcomes of each status."""
        found = Counter(outcome.status for outcome in self.outcomes)
        return {status: found[status] for status in Status}

    @property
    def games(self) -> tuple[str, ...]:
        """The games of the cases, in order."""
        return tuple(dict.fromkeys(outcome.case.game for outcome in self.outcomes))

    @property
    def holds(self) -> bool:
        """Whether nothing falls short, and at least one case was judged."""
        if any(self.totals[status] for status in FALLS_SHORT):
            return False
        return bool(self.totals[Status.PASS] or self.totals[Status.KNOWN_FAILURE])


# JSON


def as_json(report: Report) -> bytes:
    """The report as the content of a file."""
    return msgspec.json.format(msgspec.json.encode(as_value(report)), indent=2) + b"\n"


def as_value(report: Report) -> dict[str, JSON]:
    """The report for programs."""
    return {
        "engine": msgspec.structs.asdict(report.engine),
        "suite": {"version": report.manifest.version, "hash": report.manifest.hash},
        "rules": rules_as_value(report.rules),
        "totals": {status.value: number for status, number in report.totals.items()},
        "games": {game: counts_of(report, game) for game in report.games},
        "players": {table.game: _table_as_json(table) for table in other_tables(report)},
        "causes": None if report.explained is None else _causes_as_json(report.explained),
        "cases": [_case_as_json(outcome) for outcome in report.outcomes],
    }


def rules_as_value(chosen: Chosen) -> dict[str, JSON]:
    """By game: the name of a rule set, and the readings that requests name."""
    return {
        game: {"name": rule_set.name, "options": rule_set.sent} for game, rule_set in chosen.items()
    }


def counts_of(report: Report, game: str) -> dict[Status, int]:
    """The number of cases of a game of each status; those that no case has are left out."""
    found = Counter(one.status for one in report.outcomes if one.case.game == game)
    return {status: found[status] for status in Status if found[status]}


def _table_as_json(tables: OtherTables) -> dict[str, JSON]:
    return {
        "played": list(tables.played),
        "needed": list(tables.needed),
        "cases": tables.cases,
        "clauses": list(tables.clauses),
    }


def _causes_as_json(explained: Explained) -> JSON:
    return [
        {
            **_named(cause.entry),
            "cases": list(cause.explained),
            "passing": list(cause.passing),
            "alike": [_named(entry) for entry in cause.alike],
        }
        for cause in explained.causes
    ]


def _named(entry: Deviation) -> dict[str, JSON]:
    return {
        "game": entry.game,
        "kind": entry.kind.value,
        "name": entry.name,
        "clauses": list(entry.clauses),
    }


def _case_as_json(outcome: Outcome) -> JSON:
    case = outcome.case
    return {
        "id": case.id,
        "game": case.game,
        "kind": case.kind.value,
        "tier": case.tier.value,
        "origin": case.origin.value,
        "status": outcome.status.value,
        "clauses": list(case.clauses),
        "flags": list(case.flags),
        "part": outcome.part.value,
        "step": outcome.step,
        "expected": outcome.expected,
        "got": outcome.got,
        "reason": outcome.reason,
        "readings": {option: list(readings) for option, readings in outcome.readings.items()},
        "left_out": list(outcome.left_out),
    }


# Text


def lines(report: Report, *, all_failures: bool = False) -> Iterator[str]:
    """The report for people: causes, other failures, then counts, then the scope."""
    if report.explained is None or all_failures:
        yield from _failures(report, all_failures=all_failures)
    if report.explained is not None:
        yield from _causes(report, report.explained, whole=not all_failures)
    yield from _unneeded(report)
    width = None if sys.stdout is not None and sys.stdout.isatty() else 120
    console = Console(width=width, markup=False, highlight=False, emoji=False)
    with console.capture() as table:
        console.print(_table(report.outcomes))
    yield from table.get().splitlines()
    yield from (*_identified(report), *reason_lines(report.outcomes), *players_lines(report))
    yield from (*left_out_lines(report.outcomes), *scope_lines(report))


def _table(outcomes: Iterable[Outcome]) -> Table:
    """How many cases have which status.  Games without a case that applies are left out."""
    rows: dict[tuple[str, str, str], Counter[Status]] = {}
    outcomes = list(outcomes)
    played = {one.case.game for one in outcomes if one.status is not Status.NOT_APPLICABLE}
    for outcome in outcomes:
        case = outcome.case
        if played and case.game not in played:
            continue
        place = (case.game, case.kind.value, case.origin.value)
        rows.setdefault(place, Counter())[outcome.status] += 1
    shown = [status for status in Status if any(row[status] for row in rows.values())]
    table = Table(show_footer=True)
    table.add_column("game", "all")
    table.add_column("kind")
    table.add_column("origin")
    for status in shown:
        total = sum(row[status] for row in rows.values())
        table.add_column(status.value, str(total), justify="right")
    table.add_column("cases", str(sum(row.total() for row in rows.values())), justify="right")
    for place, row in sorted(rows.items()):
        cells = [str(row[status] or "·") for status in shown]
        table.add_row(*map(Text, (*place, *cells, str(row.total()))))
    return table


def _identified(report: Report) -> Iterator[str]:
    """Each option that a source leaves open, with the readings that the engine plays."""
    for game, rule_set in report.rules.items():
        seen: dict[str, Counter[str]] = {}
        others: Counter[str] = Counter()
        for outcome in report.outcomes:
            if outcome.case.game != game or outcome.status is not Status.IDENTIFIED:
                continue
            for option, readings in outcome.readings.items():
                seen.setdefault(option, Counter())[" or ".join(map(str, readings))] += 1
            if outcome.reason:
                others[outcome.reason] += 1
        if seen:
            yield f"{rule_set.name} leaves open, and the engine plays:"
        for option, found in sorted(seen.items()):
            told = ", ".join(
                f"{reading} ({counted(n, 'case')})" for reading, n in found.most_common()
            )
            yield f"  {option}: {told}"
        for reason, number in others.most_common():
            yield f"identified: {counted(number, 'case')}: {reason}"


def reason_lines(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """The reasons why cases were not judged or are known to fail, the most frequent first.

    The last line of a report names the games that the engine does not play.
    """
    why: dict[str, Counter[str]] = {}
    for outcome in outcomes:
        told_elsewhere = outcome.reason in (OTHER_TABLE, game_lacked(outcome.case.game))
        if (not outcome.ran or outcome.status in _WITH_REASON) and not told_elsewhere:
            why.setdefault(outcome.status.value, Counter())[outcome.reason] += 1
    for status, reasons in why.items():
        for reason, number in reasons.most_common(FAILURES_SHOWN):
            yield f"{status}: {counted(number, 'case')}: {_shortened(reason)}"
        if len(reasons) > FAILURES_SHOWN:
            left = counted(len(reasons) - FAILURES_SHOWN, "other reason")
            yield f"{status}: … and {left}; a JSON report has them all"


@final
@dataclass(frozen=True, slots=True)
class OtherTables:
    """The cases of a game that need a number of players that the engine does not play."""

    game: str
    played: Sequence[int]
    """The numbers of players that the engine plays."""
    needed: Sequence[int]
    """The numbers of players of these cases."""
    cases: int
    clauses: Sequence[str]
    """The clauses that have no other case in this run."""
    in_play: bool
    """Whether some of these cases are matches, so that the engine plays."""


def other_tables(report: Report) -> Iterator[OtherTables]:
    """For each game, the cases that need another number of players, if there are any."""
    for game, played in report.players.items():
        own = [one for one in report.outcomes if one.case.game == game]
        away = [one.case for one in own if one.reason == OTHER_TABLE]
        if away:
            judged = {name for one in own if _is_judged(one) for name in one.case.clauses}
            needed = {seats_at(case.setup, case.question) for case in away}
            yield OtherTables(
                game,
                played,
                sorted(number for number in needed if number is not None),
                len(away),
                sorted({name for case in away for name in case.clauses} - judged),
                any(case.setup is not None for case in away),
            )


def _is_judged(outcome: Outcome) -> bool:
    return outcome.ran and outcome.status not in (Status.NOT_APPLICABLE, Status.SKIP)


def players_lines(report: Report) -> Iterator[str]:
    """What the engine's numbers of players cost: cases, and clauses that nothing else sees."""
    for tables in other_tables(report):
        cases = f"{counted(tables.cases, 'case')} of {title_of(tables.game)}"
        line = f"{cases} need{'s' * (tables.cases == 1)} {_or(tables.needed)} players"
        if tables.clauses:
            some = ", ".join(tables.clauses[:CLAUSES_SHOWN])
            others = ", …" if len(tables.clauses) > CLAUSES_SHOWN else ""
            seen = f"{'is' if len(tables.clauses) == 1 else 'are'} seen by no other case"
            line += f"; {counted(len(tables.clauses), 'clause')} {seen}: {some}{others}"
        yield f"{Status.NOT_APPLICABLE.value}: {line}"
        if tables.in_play:
            fuzz = f"meldspec fuzz --game {tables.game} -- ENGINE"
            yield f"{fuzz} plays hands of {_or(tables.played)} players"
    for game in report.games:
        skipped = _skipped_players(report, game)
        if skipped:
            every = (
                f"{Status.SKIP.value}: every match of {_or(skipped)} players of {title_of(game)}"
            )
            yield f"{every}: meldspec doctor tells how an engine states its numbers of players"


def _skipped_players(report: Report, game: str) -> list[int]:
    """The numbers of players of which every match was skipped, if those of others were not."""
    began: dict[int, set[bool]] = {}
    for outcome in report.outcomes:
        case, applies = outcome.case, outcome.status is not Status.NOT_APPLICABLE
        if case.game == game and case.setup is not None and applies:
            began.setdefault(case.setup.players, set()).add(outcome.status is Status.SKIP)
    skipped = [number for number, came in sorted(began.items()) if came == {True}]
    return skipped if len(skipped) < len(began) else []


def _or(numbers: Sequence[int]) -> str:
    """Numbers in a list: ``2``, ``2 or 3``, ``2, 3 or 4``."""
    *before, last = map(str, numbers)
    return f"{', '.join(before)} or {last}" if before else last


def left_out_lines(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """The parts that were not compared, each with the number of cases that state it."""
    cases = Counter(
        (outcome.case.game, name)
        for outcome in outcomes
        if outcome.ran
        for name in outcome.left_out
    )
    for (game, name), number in cases.most_common():
        yield f"left out: {counted(number, 'case')} of {title_of(game)} judged without {name}"


def scope_lines(report: Report) -> Iterator[str]:
    """The summary of each game: engine, rules, suite and counts."""
    yield f"{called(report.engine)}:"
    tier = "" if report.tier is Tier.FULL else f" of tier {report.tier.value}"
    suite = f"suite {report.manifest.version}"
    outside_all: Counter[str] = Counter()
    for game in report.games:
        found = Counter(outcome.status for outcome in report.outcomes if outcome.case.game == game)
        away = found.pop(Status.NOT_APPLICABLE, 0)
        apply = found.total()
        rules = f"rules {printable(report.rules[game].name)}" if game in report.rules else ""
        scope = f"{title_of(game)}, {rules or 'default rules'}"
        outside = f" ({away} not applicable)" if away else ""
        if not apply:
            outside_all[scope] = away
            continue
        passed = found.pop(Status.PASS, 0)
        counted = f"{scope}, {passed} of {apply} applicable cases{tier} of {suite}"
        others = ", ".join(f"{found[status]} {status.value}" for status in Status if found[status])
        yield counted + (f" pass: {others}" if others else ": all pass") + outside
    if outside_all:
        others = f"({outside_all.total()} not applicable)"
        yield f"{'; '.join(outside_all)}: no case{tier} of {suite} applies to this engine {others}"
    if not report.holds and not any(report.totals[status] for status in FALLS_SHORT):
        yield f"No case was judged, so the run does not hold.{_remedy(report)}"


def _remedy(report: Report) -> str:
    """What to do if every request of other rules was skipped."""
    if report.rules and report.totals[Status.SKIP]:
        return " Does the engine play the readings that a request names? It may list them in hello."
    return ""


def failing_of(report: Report) -> list[Outcome]:
    """Everything that falls short and was run, the shortest play first; no unneeded entry."""
    short = FALLS_SHORT - {Status.XPASS}
    return sorted((out for out in report.outcomes if out.status in short and out.ran), key=_length)


def unneeded_lines(report: Report) -> Iterator[str]:
    """The entries of the list of known failures that excuse nothing any more, each with why."""
    for outcome in report.outcomes:
        if outcome.status is Status.XPASS:
            yield f"{outcome.case.id} {outcome.reason}"


def _unneeded(report: Report) -> Iterator[str]:
    entries = [*unneeded_lines(report)]
    if entries:
        number = "1 entry" if len(entries) == 1 else f"{len(entries)} entries"
        yield f"NO LONGER FAILING ({number}): take these off the list"
        yield from (_labelled("", entry) for entry in entries)
        yield ""


def _failures(report: Report, *, all_failures: bool) -> Iterator[str]:
    failing = failing_of(report)
    shown = failing if all_failures else failing[:FAILURES_SHOWN]
    for outcome in shown:
        yield from _told(outcome, report.manifest)
        yield ""
    if len(shown) < len(failing):
        left = len(failing) - len(shown)
        yield f"… and {left} more; --all-failures shows them all."
        yield ""


def _causes(report: Report, explained: Explained, *, whole: bool) -> Iterator[str]:
    """The causes, each with its shortest play; then what they leave, a play for each group."""
    failing = failing_of(report)
    if not failing:
        return
    told = {name for cause in explained.causes for name in cause.explained}
    left = [outcome for outcome in failing if outcome.case.id not in told]
    yield first_line(len(explained.causes), len(failing), len(left))
    yield ""
    for number, cause in enumerate(explained.causes, start=1):
        yield from _cause(number, cause, report.manifest)
        if whole and number <= FAILURES_SHOWN:
            explains = (one for one in failing if one.case.id in cause.explained)
            yield from _shortest(next(explains), report.manifest)
        yield ""
    if whole:
        yield from _alike(report, left)
    ordered = failures_alike(report, left)
    shown = ordered[:FAILURES_SHOWN] if whole else []
    for (game, kind), some in shown:
        yield from _unknown(kind, some, judged_of(report, game), report.manifest)
        yield ""
    if whole and len(ordered) > len(shown):
        others = counted(len(ordered) - len(shown), "other group")
        yield f"… and {others} without a known cause; --all-failures shows every case."
        yield ""


def failures_alike(
    report: Report, left: Iterable[Outcome]
) -> list[tuple[tuple[str, str], list[Outcome]]]:
    """Failures without a known cause, by game and kind of failure.

    Answers in which one field differs are alike, whatever else differs: the field that most of them
    have.  First come those with wrong facts alone, such as a count; then those that hold all cases
    of a clause; then the others.  The largest group comes first.
    """
    groups: dict[tuple[str, str], list[Outcome]] = {}
    differing: dict[str, list[Outcome]] = {}
    for outcome in left:
        if _fields(outcome):
            differing.setdefault(outcome.case.game, []).append(outcome)
        else:
            groups.setdefault((outcome.case.game, _kind_of_failure(outcome)), []).append(outcome)
    for game, some in differing.items():
        for kind, alike in _by_field(some):
            groups[game, kind] = alike
    every = {game: _by_clause(judged_of(report, game)) for game in report.games}

    def has_a_whole_clause(game: str, some: Sequence[Outcome]) -> bool:
        here = _by_clause(some)
        return any(number > 1 and number == every[game][clause] for clause, number in here.items())

    def order(group: tuple[tuple[str, str], list[Outcome]]) -> tuple[bool, bool, int]:
        (game, _), some = group
        is_fact = all(outcome.case.setup is None for outcome in some)
        return not is_fact, not has_a_whole_clause(game, some), -len(some)

    return sorted(groups.items(), key=order)


def _fields(outcome: Outcome) -> frozenset[str]:
    """The fields of an answer that differ; the name of the answer if it has none."""
    named = {each.where.partition("[")[0] for each in outcome.differences}
    return frozenset(name or outcome.case.what or "the answer" for name in named)


def _by_field(some: Sequence[Outcome]) -> Iterator[tuple[str, list[Outcome]]]:
    """Answers that differ: those with the field that most of them have, then the rest alike."""
    while some:
        often = Counter(name for outcome in some for name in _fields(outcome))
        field = max(sorted(often), key=lambda name: often[name])
        alike = [outcome for outcome in some if field in _fields(outcome)]
        always = sorted(frozenset.intersection(*map(_fields, alike)))
        others = sorted(frozenset.union(*map(_fields, alike)).difference(always))
        also = f", and {' or '.join(others)} in some" if others else ""
        yield f"{', '.join(always)} {'differ' if len(always) > 1 else 'differs'}{also}", alike
        some = [outcome for outcome in some if field not in _fields(outcome)]


def _by_clause(outcomes: Iterable[Outcome]) -> Counter[str]:
    """The number of cases of each clause."""
    return Counter(clause for outcome in outcomes for clause in outcome.case.clauses)


@final
@dataclass(frozen=True, slots=True)
class FlagAlike:
    """A flag whose cases are among the failures of a game without a known cause."""

    game: str
    flag: Flag
    failing: int
    cases: int

    @property
    def share(self) -> str:
        """The share of its cases that fail, in words."""
        return f"{self.failing} of its {counted(self.cases, 'case')}"


def flags_alike(report: Report, left: Sequence[Outcome]) -> list[FlagAlike]:
    """For each game with failures without a known cause: the flags that are most like them.

    At least half of the cases with such a flag fail, and not one alone. A fault is like no mistake.
    """
    flags = {flag.name: flag for flag in report.manifest.flags}
    found: list[FlagAlike] = []
    for game in dict.fromkeys(outcome.case.game for outcome in left):
        every = Counter(name for one in judged_of(report, game) for name in one.case.flags)
        played = (one for one in left if one.cost is None and not _is_refused_at_first(one))
        told = [one for one in played if one.case.game == game]
        here = Counter(name for one in told for name in one.case.flags)
        near = [
            FlagAlike(game, flags[name], number, every[name])
            for name, number in here.items()
            if name in flags and number > 1 and 2 * number >= every[name]
        ]
        near.sort(key=lambda one: (-(one.failing**2) / one.cases, one.flag.name))
        found += near[:_FLAGS_SHOWN]
    return found


_FLAGS_SHOWN: Final = 3


def _alike(report: Report, left: Sequence[Outcome]) -> Iterator[str]:
    found = flags_alike(report, left)
    if found:
        yield "Without a known cause, but much like these mistakes:"
        for one in found:
            meaning = f"{one.flag.description} {one.flag.effect}"
            yield _labelled("flag", f"{one.flag.name} ({one.share} fail): {meaning}")
        yield ""


def judged_of(report: Report, game: str) -> list[Outcome]:
    """The outcomes of a game that fall short, or hold in all that their cases state."""
    return [one for one in report.outcomes if one.case.game == game and _is_told(one)]


def _is_told(outcome: Outcome) -> bool:
    whole = outcome.status is Status.PASS and not outcome.left_out
    return whole or outcome.status in FALLS_SHORT


def _unknown(
    kind: str, some: Sequence[Outcome], judged: Iterable[Outcome], manifest: Manifest
) -> Iterator[str]:
    """Failures alike that no known difference explains, and the clauses that they are nearest to.

    A clause is near if its cases fail so, and few others do.
    """
    yield f"NO KNOWN CAUSE ({counted(len(some), 'case')}): {kind}"
    near = near_clauses(some, judged)
    notes = {note.id: note for note in manifest.clauses}
    for clause, cases in near:
        text = f": {notes[clause].text}" if clause in notes else ""
        yield _labelled("near", f"{clause} ({cases}){text}")
    absent = absent_fields(some)
    if absent:
        never = f"the engine gives no {' and no '.join(absent)} here"
        yield _labelled("perhaps", f"{never}: meldspec doctor tells what an engine never gives")
    yield from _shortest(shortest_near(some, near), manifest)


def near_clauses(some: Sequence[Outcome], judged: Iterable[Outcome]) -> list[tuple[str, str]]:
    """The clauses that failures alike are nearest to, each with the share of its cases, in words.

    A fault of the engine is near to no clause.
    """
    if some[0].status is Status.ERROR:
        return []
    every, here = _by_clause(judged), _by_clause(some)
    near = sorted(here, key=lambda clause: (-(here[clause] ** 2) / every[clause], clause))
    return [
        (clause, f"{here[clause]} of its {counted(every[clause], 'case')}")
        for clause in near[:_NEAR_SHOWN]
    ]


def absent_fields(some: Iterable[Outcome]) -> list[str]:
    """The fields that are absent from each of these answers, if nothing else is wrong with them."""
    places = [difference for outcome in some for difference in outcome.differences]
    if not places or any(one.got is not None or not one.where for one in places):
        return []
    return sorted({one.where.partition("[")[0] for one in places})


def shortest_near(some: Sequence[Outcome], near: Sequence[tuple[str, str]]) -> Outcome:
    """The first failure of the nearest clause."""
    nearest = (one for one in some if near and near[0][0] in one.case.clauses)
    return next(nearest, some[0])


_NEAR_SHOWN: Final = 2


def first_line(causes: int, failing: int, left: int) -> str:
    """How many causes explain how many of the failing cases, and how many are left."""
    whole = "the failing case" if failing == 1 else f"all {failing} failing cases"
    if not causes:
        return f"No known cause explains {whole.replace('all', 'any of the')}."
    found = f"{counted(causes, 'cause')} {'explains' if causes == 1 else 'explain'}"
    return f"{found} {failing - left} of {failing} failing cases." if left else f"{found} {whole}."


def _cause(number: int, cause: Cause, manifest: Manifest) -> Iterator[str]:
    yield f"CAUSE {number} ({counted(len(cause.explained), 'case')}): {in_words(cause.entry)}"
    clauses = [cause.entry.name] if cause.entry.kind in _BY_CLAUSE else cause.entry.clauses[:1]
    yield from _clause_lines(clauses, manifest)
    for entry in cause.alike[:_ALIKE_SHOWN]:
        yield _labelled("or", in_words(entry))
    if len(cause.alike) > _ALIKE_SHOWN:
        yield _labelled("or", f"one of {len(cause.alike) - _ALIKE_SHOWN} others: --format json")
    if cause.passing:
        passing = counted(len(cause.passing), "case")
        verb = "passes" if len(cause.passing) == 1 else "pass"
        yield _labelled("but", f"{passing} that it would fail {verb}: {cause.passing[0]}")


def titled(case: Case) -> str:
    """The id and the title of a case.  If a question decides it, also the reading expected."""
    reading = None if case.asks is None else case.rules.get(option_of(case.asks))
    expected = "" if reading is None else f" (expected: {reading})"
    return f"{case.id}: {case.title}{expected}"


def _shortest(outcome: Outcome, manifest: Manifest) -> Iterator[str]:
    yield _labelled("shortest", titled(outcome.case))
    yield from play_lines(outcome, manifest.defaults.get(outcome.case.game, NO_READINGS))


_BY_CLAUSE: Final = (Trait.CONDITION, Trait.CONSEQUENCE)
_ALIKE_SHOWN: Final = 3


def in_words(entry: Deviation) -> str:
    """A difference as a sentence."""
    match entry.kind:
        case Trait.MISTAKE:
            return entry.name
        case Trait.CONDITION:
            return f"{entry.name} is not asked"
        case Trait.CONSEQUENCE:
            return f"{entry.name} never comes by itself"
        case Trait.READING:
            return f"the reading {entry.game}.{entry.name} is played whatever is agreed"
        case _:
            assert_never(entry.kind)


def _kind_of_failure(outcome: Outcome) -> str:
    """How an outcome without differences falls short: by what is accepted or refused."""
    if _is_refused_at_first(outcome):
        return "begin is refused"
    match outcome.status, outcome.expected, outcome.got:
        case Status.FAIL, {"ok": False, "clauses": [str(clause), *_]}, {"ok": True}:
            return f"accepted, though {clause} refuses"
        case Status.FAIL | Status.VACUOUS, _, {"ok": False, "clauses": [str(clause), *_]}:
            return f"refused by {clause}"
        case Status.FAIL | Status.VACUOUS, _, {"ok": False}:
            return "refused"
        case Status.ERROR, _, {"fault": str(fault)}:
            return f"fault: {fault}"
        case _:
            return outcome.status.value


def _is_refused_at_first(outcome: Outcome) -> bool:
    """Whether a match is not begun; nothing is known of the rules that the engine plays."""
    return (outcome.before_play or outcome.only_deals) and outcome.step == 0


def _length(outcome: Outcome) -> tuple[bool, bool, bool, int]:
    """The order of failures.

    Those stated by hand come first, then those of no list, those by the default rules, the short.
    """
    case = outcome.case
    derived = case.origin is Origin.DERIVED
    return derived, _is_listed(outcome), bool(case.rules), outcome.step or 0


def _is_listed(outcome: Outcome) -> bool:
    """Whether a list of legal actions, or a count of sequences, is wrong."""
    steps = steps_of(outcome.case, outcome.part)[: outcome.step]
    last = steps[-1] if steps else None
    return isinstance(last, Ask) and last.what in ("legal", "perft")


def _told(outcome: Outcome, manifest: Manifest) -> Iterator[str]:
    case = outcome.case
    yield f"{outcome.status.value.upper()} {case.id} ({case.origin.value} {case.kind.value})"
    yield f"  {titled(case).removeprefix(f'{case.id}: ')}"
    yield from _clause_lines(case.clauses, manifest)
    flags = {flag.name: flag for flag in manifest.flags}
    for name in case.flags:
        flag = flags.get(name)
        meaning = f": {flag.description} {flag.effect}" if flag else ""
        yield _labelled("flag", name + meaning)
    yield from play_lines(outcome, manifest.defaults.get(case.game, NO_READINGS))


def _clause_lines(names: Iterable[str], manifest: Manifest) -> Iterator[str]:
    clauses = {note.id: note for note in manifest.clauses}
    for name in names:
        note = clauses.get(name)
        yield _labelled("clause", f"{name}: {note.text}" if note else name)
        if note and note.citations:
            yield _labelled("", "; ".join(note.citations))


def play_lines(outcome: Outcome, usual: Readings = NO_READINGS) -> Iterator[str]:
    """The play of an outcome with its cards, then the expected reply and the reply that came.

    ``usual`` are readings that go without saying.
    """
    yield from _situation(outcome, usual)
    yield from judgement_lines(outcome)
    if outcome.reason:
        yield _labelled("because", outcome.reason)


def _labelled(label: str, text: str) -> str:
    return f"  {label:9} {_shortened(text)}"


def _shortened(text: str) -> str:
    """One line of text, shortened and safe for a terminal."""
    plain = printable(" ".join(text.split()))
    return plain if len(plain) <= _LONGEST else plain[:_LONGEST] + " …"


def _situation(outcome: Outcome, usual: Readings) -> Iterator[str]:
    case = outcome.case
    if case.asks is not None:
        yield _labelled("asks", case.asks)
    rules = {name: each for name, each in case.rules.items() if usual.get(name) != each}
    if rules:
        yield _labelled("rules", _compact(rules))
    if case.question is not None:
        if outcome.part is Strand.CONTROL and case.control is not None:
            yield _labelled("control", case.control.why)
        for fact in facts_of(case, outcome.part):
            cards = (
                "" if fact.cards is None else " ".join(notation.pile([*fact.cards])) or "no cards"
            )
            yield _labelled(fact.label, " ".join(filter(None, (cards, fact.text))))
        return
    if outcome.part is Strand.CONTROL and case.control is not None:
        yield _labelled("control", case.control.why)
    for number, text in _played(outcome):
        mark = "->" if number == outcome.step else "  "
        yield f"         {mark} {text}"


@final
@dataclass(frozen=True, slots=True)
class Fact:
    """A fact that a question states: cards with a remark, or a text alone."""

    label: str
    cards: tuple[str, ...] | None
    text: str = ""


def facts_of(case: Case, part: Strand = Strand.PLAY) -> Iterator[Fact]:
    """The facts of a question without a play, or of its control: each hand and each meld alone."""
    control = case.control if part is Strand.CONTROL else None
    asked = case.question if control is None else control.question
    for name, value in (asked or {}).items():
        yield from _facts(name, value)


def _facts(name: str, value: JSON) -> Iterator[Fact]:
    match value:
        case list() if value and all(_is_cards(each) for each in value):
            of = _ONE_OF.get(name, name)
            yield from (Fact(f"{of} {n}", tuple(cards)) for n, cards in enumerate(value))
        case [{"owner": _, "cards": _}, *_]:
            for meld in value:
                down = "face down" if meld.get("face_down") else ""
                by = f"laid by {' '.join(map(str, meld['laid_by']))}" if "laid_by" in meld else ""
                told = ", ".join(filter(None, (down, by)))
                yield Fact(f"meld of {meld['owner']}", tuple(meld["cards"]), told)
        case list() if value and _is_cards(value):
            yield Fact(name, tuple(value))
        case _:
            yield Fact(name, None, _compact(value))


_ONE_OF: Final[Mapping[str, str]] = {"hands": "hand", "melds": "meld"}


def _is_cards(value: JSON) -> bool:
    """Whether a value is a list of cards."""
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        return False
    try:
        notation.pile(value)
    except notation.NotationError:
        return False
    return True


def _played(outcome: Outcome) -> Iterator[tuple[int | None, str]]:
    """The steps up to the one that failed, with the hands dealt and the cards drawn."""
    case = outcome.case
    piles = Piles()
    if case.setup is not None:
        first = case.setup.hand_number
        late = "" if first == 1 else f", beginning with hand {first}"
        yield 0, f"{case.setup.players} players, dealer {case.setup.dealer}{late}"
    for number, step in enumerate(steps_of(case, outcome.part), start=1):
        if outcome.step is not None and number > outcome.step:
            return
        drawn = None
        if isinstance(step, Act) and not step.refused:
            came = piles.follow(step)
            drawn = None if step.do["type"] == "take" else came
        for first, text in _step_in_words(step):
            yield number if first else None, f"{text}  # {drawn}" if drawn else text


def steps_of(case: Case, part: Strand) -> tuple[Step, ...]:
    """The steps of a part of a case."""
    if part is Strand.CONTROL and case.control is not None:
        return case.control.steps
    if part is Strand.TWIN and case.twin is not None:
        return case.twin.steps
    return case.steps


def _step_in_words(step: Step) -> Iterator[tuple[bool, str]]:
    match step:
        case Act(by="chance", do={"type": "deal", "hands": [*hands], "stock": [*stock]}):
            yield True, "deal"
            for seat, hand in enumerate(hands):
                yield False, f"  hand {seat}  {_cards_or_json(hand, sort=True)}"
            if step.do.get("upcard"):
                yield False, f"  upcard  {_cards_or_json([step.do['upcard']])}"
            more = len(stock) - STOCK_SHOWN
            rest = f" … and {more} more" if more > 0 else ""
            yield False, f"  stock   {_cards_or_json(stock[:STOCK_SHOWN])}{rest}"
        case Act(by=by, do=do, refused=refused):
            said = notation.show_step(by, do)
            yield True, said + (f" -> refused {', '.join(refused)}" if refused else "")
        case Ask(what=what, seat=seat, depth=depth):
            about = [str(number) for number in (seat, depth) if number is not None]
            yield True, " ".join(("?", what, *about))


def judgement_lines(outcome: Outcome) -> Iterator[str]:
    """What was expected of the engine, and what came."""
    if not outcome.differences:
        yield _labelled("expected", _reply_in_words(outcome.expected))
        yield _labelled("got", _reply_in_words(outcome.got))
    for difference in outcome.differences:
        where = f"{difference.where}: " if difference.where else ""
        yield _labelled("expected", where + _in_words(difference.expected))
        yield _labelled("got", where + _in_words(difference.got))
        if difference.remark:
            yield _labelled("", difference.remark)


def _reply_in_words(reply: JSON) -> str:
    """A reply in words; an answer, as JSON."""
    match reply:
        case {"ok": True}:
            return "accepted"
        case {"ok": False, "clauses": [*clauses]}:
            return f"refused by {', '.join(clauses)}"
        case {"ok": False}:
            return "refused"
        case {"error": reason}:
            return f"not understood: {reason}"
        case {"fault": kind, "message": message}:
            return f"{kind}: {message}"
        case _:
            return _compact(reply)


def _in_words(value: JSON) -> str:
    """Actions in the language of the documents, in one order; cards as words; or compact JSON."""
    match value:
        case [{"type": str()}, *_] if all(isinstance(one, dict) for one in value):
            return "; ".join(sorted(map(notation.show_action, value)))
        case _:
            return _cards_or_json(value)


def _cards_or_json(value: JSON, *, sort: bool = False) -> str:
    """Cards as words, anything else as compact JSON."""
    if not value or not _is_cards(value):
        return _compact(value)
    return " ".join(notation.hand(value) if sort else notation.pile(value))


def _compact(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False)
