"""The table of laws: on a terminal, as JSON, and as the page of the site."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from .engine import Finding, Status
from .law import How, Law
from .run import Checked, failures, settings

COARSE: Final = (1, 5, 20, 60)
"""Times are told as less than so many seconds: no finer than they are the same twice."""

HEAD: Final = ("law", "clause", "says", "status", "domain", "paths", "time")


def status_in_words(law: Law, found: Finding) -> str:
    """The exact words for what is known of a law."""
    if found.status is Status.ENUMERATED:
        return f"{found.status.value} over {'; '.join(law.domain)}"
    return found.status.value


def domain(law: Law) -> tuple[str, ...]:
    """What a law is about, unless the status tells it already."""
    return () if law.how is How.EXHAUSTIVELY else law.domain


def coarse(seconds: float) -> str:
    """A time as the page tells it."""
    return next(
        (f"<\u00a0{bound}\u00a0s" for bound in COARSE if seconds < bound), ">\u00a060\u00a0s"
    )


def as_text(checked: Sequence[Checked], console: Console) -> None:
    """The table on a terminal."""
    table = Table(show_lines=True)
    for head in HEAD:
        table.add_column(head, overflow="fold")
    for each in checked:
        cells = (
            each.law.name,
            "\n".join(each.law.clauses),
            each.law.says,
            status_in_words(each.law, each.found),
            "\n".join(domain(each.law)),
            str(each.found.paths),
            f"{each.found.seconds:.1f} s",
        )
        table.add_row(*map(Text, cells))
    console.print(table)


def as_json(checked: Sequence[Checked], problems: Sequence[str]) -> str:
    """Everything that was found, for programs."""
    laws = [
        {
            "law": each.law.name,
            "clauses": each.law.clauses,
            "says": each.law.says,
            "status": status_in_words(each.law, each.found),
            "domain": each.law.domain,
            "paths": each.found.paths,
            "seconds": round(each.found.seconds, 2),
            "holds": each.holds,
            "bug": {
                "rule": each.law.bug.where,
                "was": each.law.bug.was,
                "becomes": each.law.bug.becomes,
                "status": each.with_bug.status.value,
                "by": each.with_bug.detail,
                "paths": each.with_bug.paths,
                "seconds": round(each.with_bug.seconds, 2),
            },
        }
        for each in checked
    ]
    faults = [*problems, *failures(checked)]
    return json.dumps({"settings": settings(), "laws": laws, "faults": faults}, indent=2)


def summary(checked: Sequence[Checked]) -> str:
    """How many laws have which status, in one sentence."""
    counts = {
        status.value: sum(each.found.status is status for each in checked) for status in Status
    }
    words = ", ".join(f"{count} {status}" for status, count in counts.items() if count)
    refuted = sum(each.with_bug.status is Status.REFUTED for each in checked)
    laws = "law" if len(checked) == 1 else "laws"
    bugs = "seeded bug" if refuted == 1 else "seeded bugs"
    return f"{len(checked)} {laws}: {words}; {refuted} {bugs} refuted."
