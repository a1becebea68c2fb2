"""``meldspec compare``: two reports of an engine side by side."""

from __future__ import annotations

from pathlib import Path

import click

from meldcheck.check import comparison
from meldcheck.commands.form import Output, shown

_report = click.Path(dir_okay=False, path_type=Path)


@click.command("compare")
@click.argument("before", type=_report, metavar="BEFORE.json")
@click.argument("after", type=_report, metavar="AFTER.json")
@shown
def command(before: Path, after: Path) -> Output:
    """Compare two reports of check: causes and cases that have changed.

    The files are those that check --report writes as JSON. The answer tells which causes are gone,
    new or still there, and which cases got worse or better. A list of known failures makes no case
    worse or better. The exit status is 1 if a case got worse.
    """
    found = comparison.Comparison(comparison.read_report(before), comparison.read_report(after))
    return Output(
        lambda: comparison.as_value(found),
        lambda: comparison.lines(found),
        holds=not found.worse,
    )
