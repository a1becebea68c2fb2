"""Contenders at one job, measured in turn: several rounds, medians of rates and of ratios.

Single times drift by more than half on a busy machine; ratios within a round drift much less.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import process_time
from typing import TypeAlias, final

Work: TypeAlias = Callable[[], int]
"""The timed function; it returns the number of units that it did."""


@final
@dataclass(frozen=True, slots=True)
class Contender:
    """A program that does a job.  ``prepare`` makes the next piece of work, outside the timing."""

    name: str
    prepare: Callable[[random.Random], Work]


@final
@dataclass(frozen=True, slots=True)
class Absent:
    """A peer that cannot take part, and why."""

    name: str
    reason: str


Peer: TypeAlias = Contender | Absent


@final
@dataclass(frozen=True, slots=True)
class Job:
    """A task that is repeated, its unit, and the contenders that do it."""

    name: str
    unit: str
    ours: Contender
    peers: tuple[Peer, ...]


@final
@dataclass(frozen=True, slots=True)
class Row:
    """A job of the reference beside one peer, in units per second and round; ``theirs`` is empty if
    the peer is absent."""

    job: str
    unit: str
    peer: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    absent: str | None = None

    @property
    def ratios(self) -> tuple[float, ...]:
        """The rate of the reference divided by that of the peer, round by round."""
        return tuple(our / their for our, their in zip(self.ours, self.theirs, strict=False))

    @property
    def ratio(self) -> float | None:
        """The median of the ratios."""
        return median(self.ratios) if self.theirs else None


def installed(distribution: str) -> str | None:
    """The version of a distribution; None if it is not installed."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def peer(
    distribution: str, enter: Callable[[], Callable[[random.Random], Work]], how: str = ""
) -> Peer:
    """A peer from a distribution, or that it is absent and why."""
    found = installed(distribution)
    note = f", {how}" if how else ""
    if found is None:
        return Absent(distribution + note, "not installed")
    name = f"{distribution} {found}{note}"
    try:
        return Contender(name, enter())
    except ImportError as problem:
        return Absent(name, f"does not import: {problem}")


def rate(contender: Contender, seed: int, seconds: float) -> float:
    """Units per second of processor time, measured over at least ``seconds`` of it."""
    chance = random.Random(seed)
    done, spent = 0, 0.0
    while spent < seconds:
        work = contender.prepare(chance)
        start = process_time()
        done += work()
        spent += process_time() - start
    return done / spent


def measure(job: Job, rounds: int, seconds: float) -> list[Row]:
    """A row for each peer.  In a round every contender has a turn; every second round reverses."""
    present = [contender for contender in job.peers if isinstance(contender, Contender)]
    contenders = [job.ours, *present]
    rates: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    for number in range(rounds):
        for contender in contenders if number % 2 == 0 else reversed(contenders):
            rates[contender.name].append(rate(contender, number, seconds))
    return [_row(job, contender, rates) for contender in job.peers]


def _row(job: Job, contender: Peer, rates: dict[str, list[float]]) -> Row:
    return Row(
        job=job.name,
        unit=job.unit,
        peer=contender.name,
        ours=tuple(rates[job.ours.name]),
        theirs=tuple(rates.get(contender.name, ())),
        absent=contender.reason if isinstance(contender, Absent) else None,
    )


HEADS = ("job", "unit", "ours per second", "peer", "peer per second", "ratio (rounds)")


def table(rows: Sequence[Row]) -> str:
    """The rows as text, in columns."""
    lines = [HEADS, *map(_cells, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def markdown(rows: Sequence[Row]) -> str:
    """The rows as a table of a page."""
    lines = [HEADS, ("---",) * len(HEADS), *map(_cells, rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _cells(row: Row) -> tuple[str, ...]:
    if row.ratio is None:
        against = (row.absent or "no answer", "—")
    else:
        spread = f"{row.ratio:.2f} ({min(row.ratios):.2f} to {max(row.ratios):.2f})"
        against = (f"{median(row.theirs):,.0f}", spread)
    return (row.job, row.unit, f"{median(row.ours):,.0f}", row.peer, *against)
