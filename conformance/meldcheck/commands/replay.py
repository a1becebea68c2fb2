"""``meldspec replay``: a trace, step by step, with the cards shown."""

from __future__ import annotations

from pathlib import Path

import click

from meldcheck.commands.form import ON_ONE_LINE, Output, shown
from meldcheck.law.document import read_law
from meldcheck.law.recorded import recorded_law
from meldcheck.suite import trace
from meldcheck.words import places
from meldcheck.words.published import published
from meldspec.games import GAMES


@click.command("replay")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), metavar="TRACE.json")
@shown
def command(file: Path) -> Output:
    """Play a trace on the reference, step by step, with all cards shown.

    A step that the rules refuse is shown with the clauses that refuse it, and changes nothing.
    """
    read = trace.read_trace(file)
    if read.game not in GAMES:
        raise click.UsageError(f"{file}: no game {read.game!r}; known: {', '.join(GAMES)}")
    steps = list(trace.replay(read, GAMES[read.game], str(file)))
    return Output(
        lambda: trace.as_json(read, steps),
        lambda: trace.lines(read, steps, _refusals(read.game)),
        indent=ON_ONE_LINE,
    )


def _refusals(game: str) -> dict[str, str]:
    """By clause: its sentence for a refused step.  Chapters with a fault are left out."""
    spec = places.spec_directory()
    files = published(spec)
    law = read_law(spec, game)[0] if files is None else recorded_law(game, files.law)
    return {clause.id: clause.refusal for clause in law.clauses.values() if clause.refusal}
