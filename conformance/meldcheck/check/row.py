"""A row of the page of engines: the counts of the cases of an engine, by game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import final

import msgspec

from meldcheck.check.comparison import WrittenSuite
from meldcheck.check.judge import Status
from meldcheck.check.report import Report, counts_of
from meldcheck.words.protocol import EngineName


@final
class EngineRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row: the title and the command of an engine, and the number of its cases by status."""

    title: str
    command: str
    engine: EngineName
    suite: WrittenSuite
    games: Mapping[str, Mapping[Status, int]]


def row_of(report: Report, command: Sequence[str]) -> EngineRow:
    """The row of a run of the whole suite; its title is the name of the engine."""
    return EngineRow(
        title=report.engine.name,
        command=" ".join(command),
        engine=report.engine,
        suite=WrittenSuite(report.manifest.version, report.manifest.hash),
        games={game: counts_of(report, game) for game in report.games},
    )


def row_as_json(row: EngineRow) -> bytes:
    """The row as the content of a file."""
    return msgspec.json.format(msgspec.json.encode(row), indent=1) + b"\n"
