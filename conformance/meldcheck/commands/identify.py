"""``meldspec identify``: which readings an engine plays, and which source it is nearest to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import click

from meldcheck.check import causes
from meldcheck.check.declared import Declaration, command_with, declaration_as_file, with_options
from meldcheck.commands.files import check_new, file_to_write, write_file
from meldcheck.commands.form import Output, game_of, progress_of, shown
from meldcheck.commands.resuming import ending, key_of, remembering, resume_option
from meldcheck.commands.subject import (
    declare_option,
    engine_argument,
    game_option,
    game_played,
    started,
    suite_option,
    timeout_option,
)
from meldcheck.engine.process import Engine, Limits, Subject, printable
from meldcheck.identify.course import WALKS, identify
from meldcheck.identify.findings import Findings, options_found, options_of
from meldcheck.identify.identification import Identification
from meldcheck.identify.kept_plays import Remembered
from meldcheck.identify.told import Identified, as_lines, as_value
from meldcheck.law import sources
from meldcheck.law.clauses import Law
from meldcheck.law.document import load_law
from meldcheck.suite import store
from meldcheck.suite.store import Suite
from meldcheck.words import places
from meldcheck.words.case import JSON
from meldcheck.words.protocol import HelloReply
from meldspec.games import GAMES


@click.command("identify")
@game_option
@resume_option
@timeout_option
@declare_option
@file_to_write(
    "--write-declare",
    "written",
    says="New file for what is found, for check --declare: TOML, or FILE.json.",
)
@suite_option
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the matches.")
@click.option(
    "--matches",
    type=click.IntRange(0),
    default=WALKS,
    show_default=True,
    metavar="N",
    help="Seeded matches for two readings that no case tells apart.",
)
@shown
@engine_argument
def command(
    asked: str | None,
    resume: bool,
    timeout: float,
    declaration: Declaration | None,
    written: Path | None,
    directory: Path | None,
    seed: int,
    matches: int,
    engine: tuple[str, ...],
) -> Output:
    """Find out which reading of each question an engine plays.

    The engine is never told which rules to play: every match begins with empty rules.  The readings
    found so far decide which plays come next.

    With --write-declare, the readings found are written to a file, beside what --declare says.

    Ctrl-C shows what is known so far.  The run is kept in the folder .meldspec_cache, for --resume.

    Exit status 0: every question that matters is answered.  1: one is not.  2: wrong use.  130:
    interrupted.
    """
    if asked is not None:
        game_of(asked)
    check_new(written)
    folder = directory or places.suite_directory()
    loaded = store.load(folder)
    known = causes.load(folder, loaded.manifest)
    subject = Engine(engine, Limits.for_timeout(timeout))
    try:
        hello = started(subject, declaration)
        game = game_played(hello, asked)
        law = load_law(places.spec_directory(), game)
        entries = [] if known is None else [one for one in known.entries if one.game == game]
        of: dict[str, JSON] = {
            "game": game,
            "suite": loaded.manifest.hash,
            "seed": seed,
            "matches": matches,
        }
        key = key_of("identify", engine, hello, timeout, of)
        with remembering(key, "plays", resume=resume) as memory:
            kept = Remembered(subject, memory)
            findings = _identify(kept, hello, law, loaded, entries, seed, matches)
            if not findings.interrupted:
                memory.complete()
    finally:
        subject.kill()
    told = Identified(hello.engine, law, findings, sources.load())
    if written is not None and not findings.is_empty:
        found = with_options(declaration, game, options_found(findings))
        write_file(written, declaration_as_file(found, written))
    return Output(
        lambda: as_value(told),
        lambda: (*as_lines(told), *_file_lines(findings, engine, written)),
        findings.holds,
        interrupted=findings.interrupted,
        telling=nullcontext if findings.interrupted else partial(ending, memory.journal),
    )


def _file_lines(findings: Findings, engine: Sequence[str], written: Path | None) -> Iterator[str]:
    """Whether the file was written, and the command that takes it."""
    if written is None:
        return
    name = printable(str(written))
    if findings.is_empty:
        yield f"not written: {name}"
        return
    yield ""
    yield f"written: {name}"
    yield command_with(str(written), engine)


def _identify(
    subject: Subject,
    hello: HelloReply,
    law: Law,
    loaded: Suite,
    entries: Sequence[causes.Deviation],
    seed: int,
    matches: int,
) -> Findings:
    with progress_of("questions", len(options_of(law))) as at:

        def done(work: Identification) -> None:
            at(len(work.known.closed), f"{work.plays} plays, {work.walks} seeded matches")

        return identify(
            subject,
            hello.games[law.game],
            GAMES[law.game],
            law,
            loaded.cases,
            entries,
            seed,
            matches,
            done,
        )
