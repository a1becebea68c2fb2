"""The comparisons of whole tables: their record, and the section of the page that tells them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Final

from meldcheck.explore import EXPLORED
from meldspec.games import NAMES

from .side import Counts

RECORD: Final = Path(__file__).with_name("results.json")
HEADING: Final = "## Beside a second engine"

SECTION: Final = """\
{heading}

The JavaScript engine was written from the documents, without a look at the reference; its own page
names the few later changes that were not. It plays the small tables, too, and every step of an
exploration is made on both engines. In every state and after every step, the view and the legal
actions of each seat are compared, and the result when a hand is over. In one state of fifty, wrong
proposals are also tried. Both engines refuse them by a common clause, and no view changes.

    python -m tests.beside
    python -m tests.beside rummy --most 5000

The status is 1 if there is a difference, and its play is told. The engines are equal on all these
tables:

| game, small table | states | steps | plays | requests | refused proposals |
| --- | --- | --- | --- | --- | --- |
{rows}
"""


def section(record: Mapping[str, Counts] | None = None) -> str:
    """The section of a record; of the kept one unless another is given."""
    counts = read() if record is None else record
    names = [each.name for each in fields(Counts)]
    rows = [
        " | ".join(
            (EXPLORED[game].spoken.title, *(f"{getattr(counts[game], name):,}" for name in names))
        )
        for game in NAMES
    ]
    return SECTION.format(heading=HEADING, rows="\n".join(f"| {row} |" for row in rows))


def read() -> dict[str, Counts]:
    """The kept record, by game."""
    kept = json.loads(RECORD.read_text(encoding="utf-8"))
    return {game: Counts(**counts) for game, counts in kept.items()}


def write(record: Mapping[str, Counts], page: Path) -> None:
    """Keep a record, and put its section in the place of the one that the page has."""
    kept = {game: asdict(counts) for game, counts in record.items()}
    RECORD.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    before, _, rest = page.read_text(encoding="utf-8").partition(HEADING)
    _, _, after = rest.partition("\n## ")
    page.write_text(f"{before}{section(record)}\n## {after}", encoding="utf-8")
