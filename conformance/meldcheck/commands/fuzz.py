"""``meldspec fuzz``: seeded play on an engine, legal, nearly legal and illegal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import click

from meldcheck.check import report
from meldcheck.check.declared import Declaration
from meldcheck.check.plan import not_played
from meldcheck.commands.files import check_folder
from meldcheck.commands.form import Output, game_of, progress, shown
from meldcheck.commands.resuming import ending, key_of, remembering, resume_option
from meldcheck.commands.scaling import check_sharing, executor_options, sharing
from meldcheck.commands.subject import (
    declare_option,
    engine_argument,
    game_option,
    game_played,
    started,
    timeout_option,
)
from meldcheck.engine.process import Engine, Limits, called, printable
from meldcheck.law.clauses import ClauseKind
from meldcheck.law.covering import covering
from meldcheck.law.document import load_law
from meldcheck.law.rulesets import Chosen, check_belongs, rules_option
from meldcheck.law.rulespace import RuleSpace
from meldcheck.seeded.campaign import Campaign, Divergence, fuzz
from meldcheck.seeded.fuzz import LONGEST, Coverage, Setting
from meldcheck.suite import store, trace
from meldcheck.words import places
from meldcheck.words.case import JSON, Ask
from meldcheck.words.errors import SpecError
from meldcheck.words.lines import counted
from meldcheck.words.protocol import GamePlayed, HelloReply
from meldspec.games import GAMES


@click.command("fuzz")
@game_option
@rules_option
@click.option("--covering", "covers", is_flag=True, help="Rule sets that cover all pairs.")
@click.option(
    "--examples",
    "--hands",
    "hands",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    metavar="N",
    help="Hands to play.",
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="S")
@resume_option
@executor_options
@timeout_option
@declare_option
@click.option(
    "--save",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder for a trace of each difference.",
)
@shown
@engine_argument
def command(
    asked: str | None,
    rules: Chosen | None,
    covers: bool,
    hands: int,
    seed: int,
    resume: bool,
    executor: str | None,
    scheduler: str | None,
    workers: int | None,
    timeout: float,
    declaration: Declaration | None,
    save: Path | None,
    engine: tuple[str, ...],
) -> Output:
    """Play seeded matches on an engine and compare every reply with the reference.

    Seats take legal actions, try nearly legal and illegal ones, and ask for views.  A difference is
    reduced to a play from which no step can be left out.  The same seed gives the same plays for
    every engine with the same abilities.

    The run is kept in the folder .meldspec_cache, for --resume.

    With --executor dask, workers play the matches, each on an engine of its own.

    'meldspec replay' shows a saved trace, and 'meldspec suite add' keeps it as a case.

    Exit status 0: no difference.  1: a difference, a given-up engine, or nothing to compare.  2:
    wrong use.
    """
    if asked is not None:
        game_of(asked)
    if covers and rules is not None:
        raise click.UsageError("--covering does not go with --rules")
    check_sharing(executor, scheduler, workers)
    subject = Engine(engine, Limits.for_timeout(timeout))
    try:
        hello = started(subject, declaration)
        game = game_played(hello, asked)
        check_belongs(rules, (game,))
        tables = _tables(game, hello.games[game], rules, covers=covers)
        if save is not None:
            _check_saving(save, game, seed, printable(hello.engine.name))
        of: dict[str, JSON] = {
            "game": game,
            "rules": [dict(table.readings) for table in tables],
            "seed": seed,
            "examples": hands,
        }
        key = key_of("fuzz", engine, hello, timeout, of)
        with (
            sharing(executor, scheduler, workers) as cluster,
            remembering(key, "matches and reductions", resume=resume) as memory,
            progress("hands", hands) as done,
        ):
            if cluster is None:
                came = fuzz(subject, tables, hands, seed, done, memory, timeout=timeout)
            else:
                subject.kill()
                there = cluster.engine(subject, hello.engine)
                in_order = cluster.in_order
                came = fuzz(there, tables, hands, seed, done, memory, in_order, timeout)
            memory.complete()
    finally:
        subject.kill()
    files = {} if save is None else _saved(came, save, called(hello.engine))
    return Output(
        lambda: _as_value(came, files),
        lambda: _lines(game, hello, came, files),
        came.holds,
        telling=partial(ending, memory.journal),
    )


def _tables(
    game: str, played: GamePlayed, rules: Chosen | None, *, covers: bool
) -> tuple[Setting, ...]:
    """The rule sets to play: those of the covering array that the engine plays, or one."""
    if "play" not in played.abilities:
        raise click.UsageError("the engine does not offer play")
    space = RuleSpace.of(GAMES[game])
    if covers:
        whole: list[Mapping[str, str | int]] = [*covering(game).rows]
    else:
        whole = [rules[game].readings if rules and game in rules else space.default]
    able = [
        space.differing(row)
        for row in whole
        if not_played(game, played, row, space.default) is None
    ]
    if not able:
        raise click.UsageError("the engine says that it does not play these rules")
    return tuple(Setting(GAMES[game], row, played) for row in able)


def _check_saving(folder: Path, game: str, seed: int, engine: str) -> None:
    """Make the folder for traces, before any work.

    SpecError if it cannot be made or written in, or if a file that may be written over is no trace
    of an earlier run with this game, this seed and this engine.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SpecError(str(folder), None, error.strerror or "cannot be made") from None
    check_folder(folder / _trace_name(seed, 1))
    version = r"( \S+)?" if engine else r"\S*"
    found = re.compile(rf"meldspec fuzz --seed {seed}, match \d+, on {re.escape(engine)}{version}")
    ours = re.compile(_trace_name(seed, r"\d+"))
    for path in sorted(path for path in folder.iterdir() if ours.fullmatch(path.name)):
        try:
            before = trace.read_trace(path)
        except SpecError:
            before = None
        if before is None or before.game != game or not found.fullmatch(before.found):
            other = f"it is no trace of fuzz of {game} on {engine}"
            raise SpecError(str(path), None, f"{other}; remove it or name another folder")


def _trace_name(seed: int, place: int | str) -> str:
    return f"fuzz-{seed}-{place}.json"


def _saved(came: Campaign, folder: Path, engine: str) -> dict[int, Path]:
    """The file of each difference, by its number from 1."""
    files: dict[int, Path] = {}
    try:
        for place, difference in enumerate(came.differences, start=1):
            path = folder / _trace_name(came.seed, place)
            found = f"meldspec fuzz --seed {came.seed}, match {difference.number}, on {engine}"
            path.write_bytes(store.pretty(_trace(difference, found)))
            files[place] = path
    except OSError as error:
        raise SpecError(str(folder), None, error.strerror or "cannot be written") from None
    return files


def _trace(difference: Divergence, found: str | None = None) -> JSON:
    outcome = difference.outcome
    last = outcome.case.steps[-1] if outcome.case.steps else None
    if isinstance(last, Ask):
        return trace.trace_of(outcome.case, last.what, last.seat, found)
    return trace.trace_of(outcome.case, "legal-last", found=found)


# ── text ─────────────────────────────────────────────────────────────────────────────────────────


def _lines(
    game: str, hello: HelloReply, came: Campaign, files: Mapping[int, Path]
) -> Iterator[str]:
    for place, difference in enumerate(came.differences, start=1):
        yield from _difference_lines(difference, came, files.get(place))
        yield ""
    more = f"; {came.others} plays that differ in other ways" if came.others else ""
    if came.given_up:
        where = f"match {came.plays - 1} of seed {came.seed}{more}"
        yield f"{called(hello.engine)}: given up at {where}: {printable(came.given_up)}"
        return
    if came.is_empty:
        nothing = "nothing was compared: the engine skipped a part of every match"
        yield f"{called(hello.engine)}: {nothing} (meldspec doctor tells what it lacks)"
        return
    yield from _coverage_lines(game, came.coverage)
    scope = f"{came.coverage.hands} hands in {came.plays} matches, seed {came.seed}"
    if broken_off := came.coverage.broken_off:
        scope += f", {broken_off} matches broken off (one stops after {LONGEST} steps)"
    if skipped := came.coverage.skipped:
        scope += f", {skipped} hands skipped by the engine (meldspec doctor tells what it lacks)"
    found = len(came.differences)
    ways = "no difference" if not found else f"{found} way{'s' * (found > 1)} of differing"
    yield f"{called(hello.engine)}: {scope}: {ways}{more}"


def _difference_lines(difference: Divergence, came: Campaign, file: Path | None) -> Iterator[str]:
    steps = len(difference.outcome.case.steps)
    yield f"DIFFERS {difference.way} ({difference.plays} of {came.plays} plays)"
    short = "the reduction was not finished"
    if difference.whole:
        short = "no step can be left out"
    elif not difference.repeats:
        short = "a shorter play did not differ again: the reply depends on earlier requests"
    yield f"  {counted(steps, 'step')}, from match {difference.number} of seed {came.seed}; {short}"
    yield from report.play_lines(difference.outcome)
    if file is not None:
        yield f"  saved     {file}"


def _coverage_lines(game: str, coverage: Coverage) -> Iterator[str]:
    law = load_law(places.spec_directory(), game)
    conditions = [one.id for one in law.clauses.values() if one.kind is ClauseKind.CONDITION]
    never = [name for name in conditions if not coverage.refused[name]]
    yield f"endings: {_counted(coverage.endings)}"
    yield f"phases seen: {_counted(coverage.phases)}"
    yield (
        f"clauses: {len(coverage.refused)} refused an action, {coverage.refused.total()} times; "
        f"{len(coverage.accepted)} shown by an accepted action or a payment"
    )
    if never:
        yield f"conditions that refused nothing: {', '.join(never)}"


def _counted(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(numbers.items())) or "none"


# ── JSON ─────────────────────────────────────────────────────────────────────────────────────────


def _as_value(came: Campaign, files: Mapping[int, Path]) -> JSON:
    return {
        "seed": came.seed,
        "hands": came.coverage.hands,
        "broken_off": came.coverage.broken_off,
        "skipped": came.coverage.skipped,
        "plays": came.plays,
        "steps": came.coverage.steps,
        "coverage": {
            "accepted": came.coverage.accepted,
            "refused": came.coverage.refused,
            "endings": came.coverage.endings,
            "phases": came.coverage.phases,
        },
        "differences": [
            {
                "way": difference.way,
                "plays": difference.plays,
                "match": difference.number,
                "steps": len(difference.outcome.case.steps),
                "minimal": difference.whole,
                "repeats": difference.repeats,
                "expected": difference.outcome.expected,
                "got": difference.outcome.got,
                "reason": difference.outcome.reason,
                "trace": _trace(difference),
                "file": str(files[place]) if place in files else None,
            }
            for place, difference in enumerate(came.differences, start=1)
        ],
        "others": came.others,
        "given_up": came.given_up or None,
    }
