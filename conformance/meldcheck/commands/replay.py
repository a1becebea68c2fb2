"""``meldspec replay``: a trace, step by step, with the cards shown."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from meldcheck.commands.form import form_option
from meldcheck.law.document import read_law
from meldcheck.suite import trace
from meldcheck.words import places
from meldspec.games import GAMES


@click.command("replay")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), metavar="TRACE.json")
@form_option
def command(file: Path, form: str) -> None:
    """Play a trace or scenario file on the reference, step by step, with all cards shown.

    A step that the rules refuse is shown with the clauses that refuse it, and changes nothing.
    """
    read = trace.read_trace(file)
    if read.game not in GAMES:
        raise click.UsageError(f"{file}: no game {read.game!r}; there is {', '.join(GAMES)}")
    shown = list(trace.replay(read, GAMES[read.game], str(file)))
    if form == "json":
        click.echo(msgspec.json.encode(trace.as_json(read, shown)))
        return
    refusals = _refusals(read.game)
    for number, step in enumerate(shown, start=1):
        for line in trace.lines(step, number, refusals):
            click.echo(line)
    if read.ask is not None:
        answer = msgspec.json.encode(trace.asked(read, shown)).decode()
        click.echo(f"{read.ask}: {answer}")


def _refusals(game: str) -> dict[str, str]:
    law, _ = read_law(places.spec_directory(), game)
    return {clause.id: clause.refusal for clause in law.clauses.values() if clause.refusal}
