"""``meldspec check``: the suite on an engine."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, final

import click

from meldcheck.check import badge, causes, failures, html, junit, kept, plan, report
from meldcheck.check.declared import Declaration
from meldcheck.check.judge import Outcome
from meldcheck.check.kept import Journal, KeptRun
from meldcheck.check.plan import CasePlan
from meldcheck.check.report import Report
from meldcheck.check.row import row_as_json, row_of
from meldcheck.check.run import run
from meldcheck.commands import watching
from meldcheck.commands.appealing import appeals_of
from meldcheck.commands.files import (
    check_outside,
    check_writable,
    file_to_write,
    write_file,
)
from meldcheck.commands.form import Output, progress, shown
from meldcheck.commands.resuming import (
    ending,
    going_on,
    keeping,
    key_of,
    last_run,
    remark,
    resume_option,
)
from meldcheck.commands.subject import (
    declare_option,
    engine_or_reference_argument,
    selected,
    started,
    suite_option,
    timeout_option,
)
from meldcheck.engine.process import Engine, Limits
from meldcheck.law.rulesets import Chosen, check_belongs, rules_option
from meldcheck.sources.appeal import Appeal, reconciled
from meldcheck.suite import store
from meldcheck.suite.store import Suite
from meldcheck.words.case import JSON, Case, Manifest, Tier
from meldcheck.words.errors import SpecError
from meldcheck.words.places import suite_directory
from meldcheck.words.protocol import GamePlayed, HelloReply

_FORMS: Final[Mapping[str, Callable[[Report], bytes]]] = {
    ".html": html.as_html,
    ".xml": junit.as_xml,
}
"""The forms of a report, by the ending of its file."""
NAME: Final = "check"
REFERENCE = (sys.executable, "-P", "-m", "meldcheck", "engine")
"""The reference, in a process of its own."""
_SHARE: Final = 1000
"""Cases for which it is worth to start one more process of the reference."""


@final
@dataclass(frozen=True, slots=True)
class Wanted:
    """What a user asks of a run: the options of the command, by their names."""

    game: str | None
    names: tuple[str, ...]
    clauses: tuple[str, ...]
    failed_last: bool
    resume: bool
    rules: Chosen | None
    tier: str
    jobs: int | None
    timeout: float
    declaration: Declaration | None
    directory: Path | None
    report_files: tuple[Path, ...]
    badge_file: Path | None
    row_file: Path | None
    known_file: Path | None
    written: Path | None
    all_failures: bool
    engine: tuple[str, ...]

    @property
    def folder(self) -> Path:
        """The folder of the suite."""
        return self.directory or suite_directory()

    @property
    def command(self) -> tuple[str, ...]:
        """The command line of the engine."""
        return self.engine or REFERENCE

    def engines(self, cases: int) -> int:
        """The number of engines that share these cases."""
        if self.jobs is not None:
            return min(self.jobs, cases)
        return 1 if self.engine else min(os.cpu_count() or 1, cases // _SHARE)

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that the run writes."""
        files = (*self.report_files, self.badge_file, self.row_file, self.written)
        return tuple(file for file in files if file is not None)


@click.command("check")
@click.option("--game", metavar="GAME", help="Only the cases of this game.")
@click.option("--case", "names", metavar="ID", multiple=True, help="Only this case; repeatable.")
@click.option(
    "--clause",
    "clauses",
    metavar="ID",
    multiple=True,
    help="Only cases of this clause; repeatable.",
)
@click.option(
    "--failed-last",
    is_flag=True,
    help="Only the cases that fell short when this engine last played them; all, if none did.",
)
@resume_option
@click.option("--watch", is_flag=True, help="Run again when a file beside the engine changes.")
@rules_option
@click.option(
    "--tier",
    type=click.Choice([tier.value for tier in Tier]),
    default=Tier.FULL.value,
    show_default=True,
    help="Highest tier of cases to run; each tier includes the tiers before it.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Engines to run. The default is 1; for the reference, as many as speed a run up.",
)
@timeout_option
@declare_option
@suite_option
@file_to_write(
    "--report",
    "report_files",
    says="File for the report: a page if it ends in .html, JUnit in .xml, else JSON; repeatable.",
    several=True,
)
@file_to_write("--badge", "badge_file", says="File for a badge with the counts, as SVG.")
@file_to_write("--row", "row_file", says="File for a row of the page of engines, as JSON.")
@click.option(
    "--known-failures",
    "known_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File that lists what is known to fail by case, clause or cause, each with a reason.",
)
@file_to_write(
    "--write-known-failures",
    "written",
    says="Write such a file: TOML by cause if it ends in .toml, else a line for each case.",
)
@shown
@click.option("--all-failures", is_flag=True, help="Show every failing case in full.")
@engine_or_reference_argument
def command(watch: bool, **asked: Any) -> Output:
    """Run the suite on an engine; without an engine, on the reference.

    With --rules, every request names the readings in which this rule set differs from the default.
    Cases that state results of other readings do not apply.

    With the rules of a source, a case can fail only where that source settles the result. Where the
    source leaves the result open, the case is identified: the report names the reading that the
    engine plays.

    With --declare, a file says which abilities, readings, numbers of players, actions and parts of
    answers the engine has. Cases are judged without the parts that it does not have, and the report
    counts them.

    Each run is kept in the folder .meldspec_cache, for --failed-last and --resume.

    Exit status 0: the engine holds.  1: a case fails, is an error, proves nothing, or passes
    although it is listed as failing.  2: wrong use.
    """
    wanted = Wanted(**asked)
    if wanted.resume and (wanted.failed_last or watch):
        other = "--failed-last" if wanted.failed_last else "--watch"
        raise click.UsageError(f"--resume does not go with {other}")
    _check_whole(wanted)
    if wanted.written is not None and wanted.written.exists():
        _check_kept(wanted.written, wanted.known_file)
    return _watched(wanted) if watch else _checked(wanted)


def _check_kept(written: Path, read: Path | None) -> None:
    """UsageError if a list that exists would be written anew without the reasons in it."""
    if read is None or not written.samefile(read):
        raise click.UsageError(
            f"{written} exists and may have reasons of yours: name it by --known-failures, too, "
            "which keeps them, or write another file"
        )


def _check_whole(wanted: Wanted) -> None:
    """UsageError if a row or a badge is wanted, and an option would make it count other cases.

    A badge names the game, the rules and the tier; a row does not.
    """
    some = {
        "--case": wanted.names,
        "--clause": wanted.clauses,
        "--failed-last": wanted.failed_last,
    }
    others = {
        "--rules": wanted.rules,
        "--tier": wanted.tier != Tier.FULL,
        "--suite": wanted.directory,
        "--known-failures": wanted.known_file,
    }
    for file, option, against, counts in (
        (wanted.row_file, "--row", some | others, "a row counts the whole suite"),
        (wanted.badge_file, "--badge", some, "a badge counts all cases of a game"),
    ):
        name = next((name for name, given in against.items() if given), None)
        if file is not None and name is not None:
            raise click.UsageError(f"{option} does not go with {name}: {counts}")


def _watched(wanted: Wanted) -> Output:
    """Run again after each change; the report of each run is text.  An interrupt ends it."""
    if click.get_current_context().params.get("form") == "json":
        raise click.UsageError("--watch does not go with --format json")
    while True:
        before = watching.stamps(wanted.command, wanted.files)
        try:
            told = _checked(wanted)
            with told.telling():
                for line in told.lines():
                    click.echo(line)
        except click.UsageError as error:
            remark(error.format_message())
        except SpecError as error:
            remark(str(error))
        finally:
            click.get_current_context().close()
        remark(f"{watching.extent(before)}; waits for a change; Ctrl-C ends")
        changed = watching.changed(wanted.command, before, wanted.files)
        click.echo(f"\n{changed} has changed\n")


def _checked(wanted: Wanted) -> Output:
    """One run, with all files that it writes.  The engine starts while the suite is read."""
    engine = Engine(wanted.command, Limits.for_timeout(wanted.timeout))
    engine.begin()
    try:
        return _checked_on(engine, wanted)
    finally:
        engine.kill()


def _checked_on(engine: Engine, wanted: Wanted) -> Output:
    whole = wanted.names or wanted.clauses or wanted.known_file
    games = None if whole or wanted.game is None else (wanted.game,)
    loaded = store.load(wanted.folder, games)
    catalogue = causes.load(wanted.folder, loaded.manifest)
    entries = None if catalogue is None else catalogue.entries
    before = _kept(wanted, loaded.manifest)
    cases = _chosen(wanted, loaded, before)
    excuses = (
        failures.load(wanted.known_file, loaded.cases, loaded.manifest, entries or ())
        if wanted.known_file
        else ()
    )
    check_writable(*wanted.files, kept=wanted.known_file if wanted.written else None)
    check_outside(wanted.folder, *wanted.files)
    chosen = plan.stated_for(loaded.manifest) if wanted.rules is None else wanted.rules
    check_belongs(wanted.rules, () if wanted.game is None else (wanted.game,))
    appeals = appeals_of(chosen, loaded.manifest, wanted.folder)

    def planned(games: Mapping[str, GamePlayed]) -> list[plan.CasePlan]:
        check_belongs(wanted.rules, games)
        return plan.planned(cases, chosen, loaded.manifest, appeals, games)

    hello, outcomes, journal = _play(
        engine,
        wanted,
        before,
        planned,
        appeals,
        lambda outcomes: failures.excuse(reconciled(outcomes), excuses),
        {"suite": loaded.manifest.hash, "rules": report.rules_as_value(chosen)},
    )
    told = Report(
        hello.engine,
        loaded.manifest,
        tuple(outcomes),
        Tier(wanted.tier),
        chosen,
        entries,
        {game: one.players for game, one in hello.games.items() if one.players is not None},
    )
    if catalogue is None and not told.holds:
        remark(
            f"{wanted.folder} has no {store.CAUSES} that was made for these cases: "
            "no cause is named"
        )
    for file in wanted.report_files:
        write_file(file, _FORMS.get(file.suffix.lower(), report.as_json)(told))
    if wanted.badge_file is not None:
        write_file(wanted.badge_file, badge.as_svg(told))
    if wanted.row_file is not None:
        command = wanted.engine or ("meldspec", "engine")
        write_file(wanted.row_file, row_as_json(row_of(told, command)))
    if wanted.written is not None:
        toml = wanted.written.suffix.lower() == ".toml"
        text = failures.as_known_failures(told, excuses, toml=toml)
        write_file(wanted.written, text.encode())
        fails = any(line and not line.startswith("#") for line in text.splitlines())
        needed = "lists what is known to fail: give each entry its reason"
        remark(f"{wanted.written} {needed if fails else 'lists nothing: no case fails'}")
    return Output(
        lambda: report.as_value(told),
        lambda: report.lines(told, all_failures=wanted.all_failures),
        told.holds,
        telling=partial(ending, journal, outcomes),
    )


# ── the cases ────────────────────────────────────────────────────────────────────────────────────


def _chosen(wanted: Wanted, loaded: Suite, before: KeptRun | None) -> list[Case]:
    """The cases to play, by the options."""
    cases = selected(loaded, () if wanted.game is None else (wanted.game,), Tier(wanted.tier))
    if wanted.names or wanted.clauses:
        cases = _named(cases, loaded.cases, wanted.names, wanted.clauses)
    if not wanted.failed_last:
        return cases
    if before is None:
        remark("no run of this engine is kept: all cases are played")
        return cases
    short = [case for case in cases if case.id in before.fell_short]
    if not short:
        remark("none of these cases fell short last: all are played")
    return short or cases


def _named(
    cases: Sequence[Case], every: Iterable[Case], names: Sequence[str], clauses: Sequence[str]
) -> list[Case]:
    """The selected cases with these ids, and those of these clauses.  ``every`` has all cases.

    The end of an id stands for it if no other id ends so.
    """
    outside = [case for case in every if case not in cases]
    chosen: dict[str, set[str]] = {"case": set(), "clause": set()}
    for wanted, what, of in (
        (names, "case", lambda case: (case.id,)),
        (clauses, "clause", lambda case: case.clauses),
    ):
        there = {name for case in cases for name in of(case)}
        for name in wanted:
            ending = [whole for whole in there if whole.endswith(f".{name}")]
            if name in there or len(ending) == 1:
                chosen[what].update([name] if name in there else ending)
                continue
            if ending:
                several = " or ".join(sorted(ending))
                raise click.UsageError(f"{name} is the end of several {what}s: {several}")
            away = [case for case in outside if name in of(case)]
            if away:
                raise click.UsageError(f"the {what} {name} is not selected: {_why_outside(away)}")
            near = difflib.get_close_matches(name, there, n=1)
            meant = f"; did you mean {near[0]}?" if near else ""
            raise click.UsageError(f"no selected case has the {what} {name!r}{meant}")
    return [
        case for case in cases if case.id in chosen["case"] or chosen["clause"] & {*case.clauses}
    ]


def _why_outside(away: Sequence[Case]) -> str:
    """Where cases are that were not selected."""
    first = min(away, key=lambda case: store.TIERS.index(case.tier))
    return f"{first.id} is of {first.game} and of tier {first.tier.value}"


# ── the run ──────────────────────────────────────────────────────────────────────────────────────


def _kept(wanted: Wanted, manifest: Manifest) -> KeptRun | None:
    """The last run of this engine on this suite; a file that is not to be believed is named."""
    before = last_run(NAME, wanted.command)
    if before is None:
        return None
    same = (before.key.engine, before.key.asked["suite"]) == (wanted.command, manifest.hash)
    if not same and (wanted.resume or wanted.failed_last):
        remark(f"{before.path}: kept of another engine or suite; it is not used")
    return before if same else None


def _play(
    engine: Engine,
    wanted: Wanted,
    before: KeptRun | None,
    planned: Callable[[Mapping[str, GamePlayed]], Sequence[CasePlan]],
    appeals: Mapping[str, Appeal],
    finished: Callable[[Sequence[Outcome]], list[Outcome]],
    of: Mapping[str, JSON],
) -> tuple[HelloReply, list[Outcome], Journal]:
    """The engine's hello, and the outcomes of the cases planned for the games that it plays.

    The third is the journal of the run, which ends when the outcomes are told.

    ``finished`` makes the last outcomes, with known failures.  ``of`` says of what the run is.
    """
    engines = [engine]
    try:
        hello = started(engine, wanted.declaration)
        plans = planned(hello.games)
        more = wanted.engines(len(plans)) - 1
        engines += [Engine(wanted.command, engine.limits) for _ in range(more)]
        ids = [each.case.id for each in plans]
        asked = {**of, "cases": kept.digest_of_value(ids)}
        key = key_of(NAME, wanted.command, hello, wanted.timeout, asked)
        same = None
        if wanted.resume:
            same = going_on(before, key, "cases", f"of {len(plans)} cases")
        short = frozenset[str]() if before is None else before.fell_short
        journal = Journal(
            key,
            short.difference(ids) if same is None else same.others,
            {} if same is None else same.parts,
        )
        with keeping(journal), progress("cases", len(plans)) as done:

            def came(outcome: Outcome) -> None:
                journal.note_outcome(outcome)
                done(1)

            known = {} if same is None else same.outcomes(plans)
            outcomes = finished(run(plans, engines, came, appeals, known))
            journal.whole = True
    finally:
        for engine in engines:
            engine.kill()
    return hello, outcomes, journal
