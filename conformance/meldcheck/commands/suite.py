"""``meldspec suite``: built from the documents, checked, linted, exported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import click
import msgspec

from meldcheck.check import plan
from meldcheck.commands.form import Output, game_of, progress, shown
from meldcheck.commands.resuming import remark
from meldcheck.law.rulesets import Chosen, check_belongs, rules_option
from meldcheck.seeded import find
from meldcheck.sources import matrix
from meldcheck.suite import addition, store
from meldcheck.suite import build as building
from meldcheck.suite.examples import cases_of
from meldcheck.suite.known import Known
from meldcheck.suite.lint import Fault, lint
from meldcheck.suite.store import MANIFEST, Suite
from meldcheck.suite.trace import read_trace
from meldcheck.words import places
from meldcheck.words.case import JSON, Matrix, Tier
from meldcheck.words.errors import SpecError
from meldspec.games import GAMES

_HOW_VERDICTS: Final = "run: meldspec suite verdicts"

FOUND: Final = "conformance/found"
SCHEMAS: Final = "conformance/schemas"


@click.group("suite")
def command() -> None:
    """The suite: build it from the documents, check it, lint it, export it."""


@command.command("build")
@click.option("--all", "everything", is_flag=True, help="Keep nothing of an earlier build.")
@shown
def build_command(*, everything: bool) -> Output:
    """Build the suite and the schemas in this checkout, byte for byte the same each time.

    The options on which a case depends are kept in the folder .meldspec_cache, and used again while
    the case and all code behind it are the same. 'meldspec suite check' works all of them out.
    """
    root = _checkout()
    known = Known(root / places.CACHE, believed=not everything)
    built = _built(root, known)
    try:
        known.keep()
    except OSError as error:
        remark(f"{places.CACHE}: {error.strerror}: this build is not kept")
    store.write(store.files(built), places.suite_directory())
    store.write(store.schemas(), root / SCHEMAS)
    return Output.of(_summary(built), _sentence(built))


@command.command("check")
@click.argument("directory", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@shown
def check_command(directory: Path | None) -> Output:
    """Check the hashes of a suite; without DIR, also that a fresh build gives the same bytes.

    The verdicts beside the suite must belong to it; their content is not checked.

    An installed copy cannot build the suite, so it checks only the hashes.
    """
    root = places.checkout()
    if directory is not None and not directory.is_dir():
        raise click.UsageError(f"no folder {directory}")
    fresh = directory is None and root is not None
    differences: list[str] = []
    if fresh and root is not None:
        built = _built(root)
        made = {
            places.suite_directory(): store.files(built),
            root / SCHEMAS: store.schemas(),
        }
        for folder, contents in made.items():
            name = folder.relative_to(root).as_posix()
            differences += [f"{name}/{line}" for line in store.differing(contents, folder)]
    if not differences:
        built = store.load(directory or places.suite_directory())
        folder = directory or places.suite_directory()
        there = directory is None or (folder / store.VERDICTS).is_file()
        if there and matrix.load(folder, built.manifest) is None:
            stale = f"{store.VERDICTS}: missing, or not of this suite"
            told = {"holds": False, "differences": [stale]}
            return Output.of(told, stale, _HOW_VERDICTS, holds=False)
        sentence = _sentence(built) + (", as a fresh build gives it" if fresh else "")
        return Output.of({"holds": True, "fresh": fresh, **_summary(built)}, sentence)
    told = {"holds": False, "fresh": fresh, "differences": differences}
    return Output.of(told, *differences, "run: meldspec suite build", holds=False)


@command.command("verdicts")
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, metavar="N")
@click.option("--all", "everything", is_flag=True, help="Keep no verdict of an earlier run.")
@shown
def verdicts_command(jobs: int, *, everything: bool) -> Output:
    """Work out what each source says about each case, and write it beside the suite.

    Verdicts are kept where the case, the law of its game and all code behind verdicts are the same
    as when they were made. All of them take some minutes; 'meldspec suite check' says when this
    must be done again. A run that is broken off keeps the games that it has finished.
    """
    _checkout()
    directory = places.suite_directory()
    loaded = store.load(directory)
    before = None if everything else matrix.last(directory)
    new: list[str] = []
    with progress("cases", None) as done:

        def made_one(case: str) -> None:
            new.append(case)
            done(1)

        def keep(whole: Matrix) -> None:
            matrix.write(whole, directory)

        made = matrix.matrix_of(loaded, jobs, made_one, before, keep)
    matrix.write(made, directory)
    found = matrix.counts(made)
    left_out = Counter(row.left_out for row in made.cases.values() if row.left_out)
    lines = [f"{source}: {_numbers(numbers)}" for source, numbers in found.items()]
    lines += [f"left out: {number}: {why}" for why, number in left_out.items()]
    lines.append(f"worked out now: {len(new)} cases; kept: {len(loaded.cases) - len(new)}")
    told = {"sources": found, "left_out": left_out, "new": len(new)}
    return Output.of(told, *lines)


def _numbers(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {says}" for says, number in sorted(numbers.items()))


@command.command("lint")
@shown
def lint_command() -> Output:
    """Check that documents, cases and reference agree, point by point.

    Every finding is one line with file and line number.

    Exit status 0: no findings.  1: findings.  2: a file cannot be read; only the first is named.
    """
    spec = places.spec_directory()
    for law in building.read_laws(spec):
        cases_of(law)
    root = places.checkout()
    derived = building.derived(root / FOUND) if root is not None else building.packed_derived()
    findings: list[Fault] = []
    for game in building.covered(spec):
        findings += lint(spec, GAMES[game], derived)
    games = ", ".join(building.covered(spec))
    lines = [finding.summary for finding in findings]
    told = {"holds": not findings, "findings": msgspec.to_builtins(findings)}
    return Output.of(told, *(lines or [f"{games}: nothing found"]), holds=not findings)


@command.command("export")
@click.argument("directory", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--game", metavar="GAME", help="Only the cases of this game.")
@click.option(
    "--tier",
    type=click.Choice([tier.value for tier in Tier]),
    default=Tier.FULL.value,
    show_default=True,
    help="Highest tier of cases to copy; each tier includes the tiers before it.",
)
@rules_option
@shown
def export_command(directory: Path, game: str | None, tier: str, rules: Chosen | None) -> Output:
    """Copy the suite, or a part of it, into DIR, with a manifest of its own.

    With --rules, copy only the cases that hold under this rule set.  The manifest then names the
    rule set, and its readings are played unless a case fixes another reading.
    """
    if directory.exists() and not directory.is_dir():
        raise click.UsageError(f"{directory} is not a folder")
    if directory.is_dir() and any(directory.iterdir()) and not (directory / MANIFEST).is_file():
        raise click.UsageError(f"{directory} has files that are not a suite")
    check_belongs(rules, () if game is None else (game,))
    loaded = store.load(places.suite_directory())
    part = store.select(loaded, game, Tier(tier))
    if not part.cases:
        games = ", ".join(loaded.manifest.counts["game"])
        raise click.UsageError(f"no case is selected; the games are {games}")
    part, left_out = plan.suite_for(part, rules or {})
    if not part.cases:
        raise click.UsageError("no case holds under this rule set")
    try:
        store.write(store.files(part), directory)
        verdicts = matrix.load(places.suite_directory(), loaded.manifest)
        if verdicts is not None:
            matrix.write(matrix.part(verdicts, part), directory)
    except OSError as error:
        raise SpecError(str(directory), None, error.strerror or "cannot be written") from None
    told = {**_summary(part), "rules": part.manifest.rules, "left_out": left_out}
    return Output.of(told, _sentence(part), *_left_out(part, left_out))


def _left_out(part: Suite, left_out: Mapping[str, str]) -> Iterator[str]:
    if left_out:
        names = ", ".join(dict.fromkeys(part.manifest.rules.values()))
        one = len(left_out) == 1
        number = "1 case that says" if one else f"{len(left_out)} cases that say"
        yield f"left out: {number} nothing about the rules {names}"


@command.command("find")
@click.option("--game", default="tongits", show_default=True, metavar="GAME")
@click.option("--seed", type=int, required=True, metavar="S", help="Seed of the search.")
@click.option("--count", type=click.IntRange(10), required=True, metavar="N", help="Hands to play.")
@click.option("--into", type=click.Path(path_type=Path), metavar="DIR", help=f"Instead of {FOUND}.")
@shown
def find_command(game: str, seed: int, count: int, into: Path | None) -> Output:
    """Search for plays worth keeping as derived cases, and write them down (for developers).

    Existing files are never overwritten, because the ids of their cases are final.
    """
    played = game_of(game)
    folder = into or _checkout() / FOUND
    files = find.find_all(played, seed, count)
    there = [name for name in files if (folder / name).exists()]
    if there:
        raise click.UsageError(f"{there[0]} is there already; take another seed")
    for name, listed in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(store.pretty(listed))
    counts: dict[str, JSON] = {name: len(listed.found) for name, listed in files.items()}
    return Output.of(counts, *(f"{name}: {number} plays" for name, number in counts.items()))


@command.command("add")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), metavar="TRACE.json")
@click.option("--into", type=click.Path(path_type=Path), metavar="DIR", help=f"Instead of {FOUND}.")
@shown
def add_command(file: Path, into: Path | None) -> Output:
    """Keep the play of a trace file as a found case (for developers).

    Then build the suite.  The expected result is the reference's, and every report says so.
    """
    read = read_trace(file)
    if read.game not in GAMES:
        raise SpecError(str(file), None, f"no game {read.game!r}; known: {', '.join(GAMES)}")
    found = addition.add(read, GAMES[read.game], str(file), into or _checkout() / FOUND)
    next_steps = "run 'meldspec suite build', then 'meldspec suite verdicts'"
    return Output.of({"added": found.id}, f"{found.id}: {next_steps}")


def _checkout() -> Path:
    root = places.checkout()
    if root is None:
        raise click.UsageError("this is an installed copy; the suite is built in a checkout")
    return root


def _built(root: Path, known: Known | None = None) -> Suite:
    return building.build(places.spec_directory(), root / FOUND, known)


def _summary(built: Suite) -> dict[str, JSON]:
    manifest = built.manifest
    return {
        "version": manifest.version,
        "hash": manifest.hash,
        "cases": len(built.cases),
        "counts": manifest.counts,
    }


def _sentence(built: Suite) -> str:
    origins = ", ".join(f"{n} {origin}" for origin, n in built.manifest.counts["origin"].items())
    return f"suite {built.manifest.version}: {len(built.cases)} cases ({origins})"
