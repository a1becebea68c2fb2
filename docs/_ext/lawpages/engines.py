"""The table of engines, made from the rows that ``meldspec check --row`` writes."""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from lawpages.bars import Kind, Picture, Row
from lawpages.elements import el
from lawpages.tables import table
from meldcheck.check.judge import Status
from meldcheck.check.row import EngineRow
from meldcheck.games import MEASURES, title_of
from meldcheck.words.errors import SpecError

FOLDER: Final = "engines"
"""The folder of the kept counts, beside the pages."""

PASSED: Final = (Status.PASS, Status.IDENTIFIED)
NOT_ASKED: Final = (Status.NOT_APPLICABLE, Status.SKIP)
"""The statuses of cases that say nothing against an engine."""

SHARES: Final = ("passed", "failed", "not-asked")


RULE_SET: Final = "rules-"
"""The beginning of the files of the reference by the rules of a source."""


class EnginesDirective(SphinxDirective):
    """``{law-engines}``: a row for each file of the folder, those with most cases first."""

    def run(self) -> list[nodes.Node]:
        return list(engines_table([*kept(self.env).values()]))


class EngineBarsDirective(SphinxDirective):
    """``{law-engine-bars}``: a bar for each engine, its cases of all games together."""

    def run(self) -> list[nodes.Node]:
        records = kept(self.env)
        return [engine_bars({one: records[one] for one in records if not one.startswith(RULE_SET)})]


def kept(env: BuildEnvironment) -> dict[str, EngineRow]:
    """The rows by the names of their files."""
    files = sorted((Path(env.srcdir) / FOLDER).glob("*.json"))
    for file in files:
        env.note_dependency(str(file))
    return {file.stem: read_row(file) for file in files}


def read_row(file: Path) -> EngineRow:
    """The row in a file.  SpecError for a file that holds none."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=EngineRow)
    except msgspec.MsgspecError as error:
        raise SpecError(str(file), None, f"no row of meldspec check --row: {error}") from None


def engine_bars(records: Mapping[str, EngineRow]) -> nodes.Node:
    """The cases that each engine passes and fails, and those that it was not asked."""
    words = [share.replace("-", " ") for share in SHARES]
    rows = [
        Row(name, tuple(_sum(records[name], share) for share in SHARES))
        for name in sorted(records, key=lambda one: _rank(records[one]))
    ]
    shown = Picture("Cases of the suite, by engine", "case", tuple(map(Kind, words, COLOURS)), rows)
    cells = (
        el("tr", el("th", row.name, scope="row"), *(el("td", f"{one:,}") for one in row.counts))
        for row in rows
    )
    numbers = table(("engine", *words), cells, css="numbers", label="Cases by engine")
    return shown.figure("bars-engines", numbers)


COLOURS: Final = (1, 5, 6)
"""By share: the number of its colour in bars."""


def _rank(record: EngineRow) -> tuple[int, int]:
    """The place of an engine: one that fails least and plays most is first."""
    return _sum(record, "failed"), -_sum(record, "passed")


def engines_table(records: Sequence[EngineRow]) -> Iterator[nodes.Node]:
    """One row an engine, one column a game; an engine that fails least and plays most is first."""
    ranked = sorted(records, key=_rank)
    heads = ("engine", *(title_of(game) for game in MEASURES))
    yield table(heads, [_row(one) for one in ranked], css="engines", label="Engines")


def _row(record: EngineRow) -> nodes.Node:
    engine = record.engine
    suite = f"suite {record.suite.version}"
    called = " ".join(filter(None, (engine.name, engine.version)))
    said = ", ".join(filter(None, (called, engine.language, suite)))
    name = el(
        "th",
        record.title,
        el("span", said, css="aside"),
        el("code", record.command, css="aside"),
        scope="row",
    )
    return el("tr", name, *(_cell(game, record.games.get(game)) for game in MEASURES))


def _cell(game: str, counts: Mapping[Status, int] | None) -> nodes.Node:
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


def _shares(counts: Mapping[Status, int]) -> dict[str, int]:
    passed = sum(counts.get(one, 0) for one in PASSED)
    not_asked = sum(counts.get(one, 0) for one in NOT_ASKED)
    failed = sum(counts.values()) - passed - not_asked
    return dict(zip(SHARES, (passed, failed, not_asked), strict=True))


def _sum(record: EngineRow, share: str) -> int:
    return sum(_shares(counts)[share] for counts in record.games.values())


def setup(app: Sphinx) -> None:
    """Register the directives."""
    app.add_directive("law-engines", EnginesDirective)
    app.add_directive("law-engine-bars", EngineBarsDirective)
