"""``meldspec check``: the suite on an engine."""

from __future__ import annotations

import difflib
import math
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

import click

from meldcheck.check import causes, failures, html, junit, plan, report
from meldcheck.check.declared import Declaration
from meldcheck.check.judge import Outcome
from meldcheck.check.plan import CasePlan
from meldcheck.check.report import Report
from meldcheck.check.run import run
from meldcheck.commands.form import Output, progress, shown
from meldcheck.commands.subject import declare_option, started, timeout_option
from meldcheck.engine.process import Engine, Limits
from meldcheck.law.rulesets import Chosen, load_shelf, rules_option
from meldcheck.sources import matrix
from meldcheck.sources.appeal import Appeal, reconciled
from meldcheck.suite import store
from meldcheck.words.case import Case, Manifest, Tier
from meldcheck.words.errors import SpecError
from meldcheck.words.places import spec_directory, suite_directory
from meldcheck.words.protocol import GamePlayed, HelloReply

_FORMS: Final[Mapping[str, Callable[[Report], bytes]]] = {
    ".html": html.as_html,
    ".xml": junit.as_xml,
}
"""The forms of a report, by the ending of its file."""
REFERENCE = (sys.executable, "-P", "-m", "meldcheck", "engine")
"""The reference, in a process of its own."""


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
@rules_option
@click.option(
    "--tier",
    type=click.Choice([tier.value for tier in Tier]),
    default=Tier.FULL.value,
    show_default=True,
    help="Highest tier of cases to run; each tier includes the tiers before it.",
)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, metavar="N", help="Engines to run.")
@timeout_option
@declare_option
@click.option(
    "--suite",
    "directory",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of the suite; the default is the suite of this program.",
)
@click.option(
    "--report",
    "report_file",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="File for the report: a page if it ends in .html, JUnit XML in .xml, else JSON.",
)
@click.option(
    "--known-failures",
    "known_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File that lists the cases known to fail, each with a reason.",
)
@click.option(
    "--write-known-failures",
    "written",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write such a file: every case that falls short, each with its cause.",
)
@shown
@click.option("--all-failures", is_flag=True, help="Show every failure, not only the first ten.")
@click.argument("engine", nargs=-1, type=click.UNPROCESSED, metavar="[-- ENGINE ARG...]")
def command(
    game: str | None,
    names: tuple[str, ...],
    clauses: tuple[str, ...],
    rules: Chosen | None,
    tier: str,
    jobs: int,
    timeout: float,
    declaration: Declaration | None,
    directory: Path | None,
    report_file: Path | None,
    known_file: Path | None,
    written: Path | None,
    all_failures: bool,
    engine: tuple[str, ...],
) -> Output:
    """Run the suite on an engine; without an engine, on the reference.

    With --rules, every request names the readings in which this rule set differs from the default.
    Cases that state results of other readings do not apply.

    With the rules of a source, a case can fail only where that source settles the result. Where the
    source leaves the result open, the case is identified: the report names the reading that the
    engine plays.

    With --declare, a file says which abilities, readings, actions and parts of answers the engine
    has. Cases are judged without the parts that it does not have, and the report counts them.

    Exit status 0: the engine holds.  1: a case fails, is an error, proves nothing, or passes
    although it is listed as failing.  2: wrong use.
    """
    if math.isnan(timeout):
        raise click.UsageError("--timeout is not a number")
    loaded = store.load(directory or suite_directory())
    cases = _selected(loaded.cases, game, Tier(tier))
    cases = _named(cases, names, clauses) if names or clauses else cases
    ids = [case.id for case in loaded.cases]
    reasons = failures.load(known_file, ids, loaded.manifest) if known_file else {}
    for file in (report_file, written):
        _check_writable(file)
    chosen = plan.stated_for(loaded.manifest) if rules is None else rules
    appeals = _appeals(chosen, loaded.manifest, directory or suite_directory())
    limits = Limits.for_timeout(timeout)
    with _ended_like_interrupted():
        hello, outcomes = _play(
            lambda games: plan.planned(cases, chosen, loaded.manifest, appeals, games),
            appeals,
            engine or REFERENCE,
            limits,
            min(jobs, len(cases)),
            declaration,
        )
    excused = tuple(failures.excuse(reconciled(outcomes), reasons))
    known = causes.load(directory or suite_directory(), loaded.manifest)
    entries = None if known is None else known.entries
    told = Report(hello.engine, loaded.manifest, excused, Tier(tier), chosen, entries)
    if known is None and not told.holds:
        click.echo(
            f"meldspec: {directory or suite_directory()} has no {store.CAUSES} that was made for "
            "these cases: no cause is named",
            err=True,
        )
    if report_file is not None:
        _write(report_file, _FORMS.get(report_file.suffix, report.as_json)(told))
    if written is not None:
        _write(written, report.as_known_failures(told).encode())
    return Output(
        lambda: report.as_value(told),
        lambda: report.lines(told, all_failures=all_failures),
        told.holds,
    )


def _appeals(chosen: Chosen, manifest: Manifest, directory: Path) -> dict[str, Appeal]:
    """By game: the appeal to the source whose own rule set is played.

    Warns on standard error if the suite has no verdicts: then no passing case is identified.
    """
    verdicts = matrix.load(directory, manifest)
    profiles = sorted({one.profile.source for one in chosen.values() if one.profile is not None})
    if verdicts is None and profiles:
        click.echo(
            f"meldspec: {directory} has no {store.VERDICTS} for this suite: "
            f"no passing case is identified where {' and '.join(profiles)} leaves the result open",
            err=True,
        )
    return {
        game: Appeal(rule_set, rule_set.profile, load_shelf(spec_directory(), game).law, verdicts)
        for game, rule_set in chosen.items()
        if rule_set.profile is not None
    }


def _selected(cases: tuple[Case, ...], game: str | None, tier: Tier) -> list[Case]:
    games = sorted({case.game for case in cases})
    if game is not None and game not in games:
        raise click.UsageError(f"the suite has no game {game!r}; it has {', '.join(games)}")
    allowed = store.TIERS[: store.TIERS.index(tier) + 1]
    chosen = [case for case in cases if game in (None, case.game) and case.tier in allowed]
    if not chosen:
        raise click.UsageError("no case is selected")
    return chosen


def _named(cases: Sequence[Case], names: Sequence[str], clauses: Sequence[str]) -> list[Case]:
    """The cases with these ids, and those of these clauses."""
    for wanted, there, what in (
        (names, {case.id for case in cases}, "case"),
        (clauses, {clause for case in cases for clause in case.clauses}, "clause"),
    ):
        for name in wanted:
            if name not in there:
                near = difflib.get_close_matches(name, there, n=1)
                meant = f"; did you mean {near[0]}?" if near else ""
                raise click.UsageError(f"no selected case has the {what} {name!r}{meant}")
    return [case for case in cases if case.id in names or {*clauses} & {*case.clauses}]


def _play(
    planned: Callable[[Mapping[str, GamePlayed]], Sequence[CasePlan]],
    appeals: Mapping[str, Appeal],
    argv: tuple[str, ...],
    limits: Limits,
    jobs: int,
    declaration: Declaration | None,
) -> tuple[HelloReply, list[Outcome]]:
    """The engine's hello, and the outcomes of the cases planned for the games that it plays."""
    engines = [Engine(argv, limits) for _ in range(jobs)]
    try:
        hello = started(engines[0], declaration)
        plans = planned(hello.games)
        with progress("cases", len(plans)) as done:
            outcomes = run(plans, engines, lambda _: done(1), appeals)
    finally:
        for engine in engines:
            engine.kill()
    return hello, outcomes


def _check_writable(file: Path | None) -> None:
    if file is not None and not file.parent.is_dir():
        raise SpecError(str(file), None, "its folder does not exist")


def _write(file: Path, content: bytes) -> None:
    try:
        file.write_bytes(content)
    except OSError as error:
        raise SpecError(str(file), None, error.strerror or "cannot be written") from None


@contextmanager
def _ended_like_interrupted() -> Iterator[None]:
    """Turn SIGTERM into an exception, so that no engine outlives this process."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(number: int, frame: FrameType | None) -> None:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
