"""The table of engines, made from the counts that ``python -m tests.engines`` keeps."""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from lawpages.elements import el
from lawpages.tables import table
from meldcheck.games import MEASURES, title_of

FOLDER: Final = "engines"
"""The folder of the kept counts, beside the pages."""

PASSED: Final = ("pass", "identified")
NOT_ASKED: Final = ("not-applicable", "skip")
"""The statuses of cases that say nothing against an engine."""

SHARES: Final = ("passed", "failed", "not-asked")


class EnginesDirective(SphinxDirective):
    """``{law-engines}``: a row for each file of the folder, those with most cases first."""

    def run(self) -> list[nodes.Node]:
        files = sorted((Path(self.env.srcdir) / FOLDER).glob("*.json"))
        for file in files:
            self.env.note_dependency(str(file))
        records = [json.loads(file.read_text(encoding="utf-8")) for file in files]
        return list(engines_table(records))


def engines_table(records: Sequence[Mapping[str, Any]]) -> Iterator[nodes.Node]:
    """One row an engine, one column a game; an engine that fails least and plays most is first."""
    ranked = sorted(records, key=lambda one: (_sum(one, "failed"), -_sum(one, "passed")))
    heads = ("engine", *(title_of(game) for game in MEASURES))
    yield table(heads, [_row(one) for one in ranked], css="engines", label="Engines")


def _row(record: Mapping[str, Any]) -> nodes.Node:
    engine = record["engine"]
    suite = f"suite {record['suite']['version']}"
    said = f"{engine['name']} {engine['version']}, {engine['language']}, {suite}"
    name = el(
        "th",
        record["title"],
        el("span", said, css="aside"),
        el("code", record["command"], css="aside"),
        scope="row",
    )
    return el("tr", name, *(_cell(game, record["games"].get(game)) for game in MEASURES))


def _cell(game: str, counts: Mapping[str, int] | None) -> nodes.Node:
    """The counts of a game as a bar and in words; its title is for small screens."""
    if counts is None:
        return el("td", el("span", "–", aria_label="not played"), css="nothing")
    shares = _shares(counts)
    parts = [
        el("i", css=name, style=f"flex-grow: {number}") for name, number in shares.items() if number
    ]
    words = [f"{shares['passed']} pass"]
    words += [f"{shares['failed']} fail"] if shares["failed"] else []
    words += [f"{shares['not-asked']} not asked"] if shares["not-asked"] else []
    told = (el("span", one, css="count") for one in words)
    title = el("span", title_of(game), css="game", aria_hidden="true")
    return el("td", title, el("span", *parts, css="bar", aria_hidden="true"), *told)


def _shares(counts: Mapping[str, int]) -> dict[str, int]:
    passed = sum(counts.get(one, 0) for one in PASSED)
    not_asked = sum(counts.get(one, 0) for one in NOT_ASKED)
    failed = sum(counts.values()) - passed - not_asked
    return dict(zip(SHARES, (passed, failed, not_asked), strict=True))


def _sum(record: Mapping[str, Any], share: str) -> int:
    return sum(_shares(counts)[share] for counts in record["games"].values())


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("law-engines", EnginesDirective)
