"""The speed of the reference with compiled solvers, beside the pure one and beside the peers.

`MELDSPEC_COMPILE=1 pip install .` compiles the solvers of the ground floor: melds, arrangements,
wild cards, and rearranging.  The games stay as they are.  Each contender runs in a process of its
own, and has a turn in every round.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final, final

from meldcheck.words.solvers import are_compiled

from . import deadwood, random_play, rearranging, wild_cards
from .rounds import Absent, Contender, Job, Row, markdown, rate, table

ROOT: Final = Path(__file__).resolve().parents[2]
PURE: Final = (ROOT / "reference", ROOT / "conformance")
OURS: Final = "meldspec"
PURE_OURS: Final = "meldspec, not compiled"
INSTALL: Final = ("-m", "pip", "install", "--quiet", "--no-deps")

JOBS: Final = {
    job.name: job
    for jobs in (random_play, deadwood, wild_cards, rearranging)
    for job in jobs.jobs()
}
POSITIONS: Final = 200
"""Positions among which the slowest is looked for."""

HEADS: Final = ("most cards played", "compiled", "pure", "rummikub-solver, GLPK")

PAGE: Final = """# Compiled solvers

{about}

The columns are those of [](speed.md): rates are per second of processor time, and *ours* is
the reference with compiled solvers.

{table}

The slowest of {positions} positions, in milliseconds of processor time.  Of each position the
least of {rounds} rounds counts.

{slowest}

Printed by `python -m tests.benchmarks compiled --format page`; medians of {rounds} rounds;
{machine}.
"""


def install(into: Path) -> None:
    """Install this tree into a folder, with compiled solvers; a minute or two."""
    words = [sys.executable, *INSTALL, "--target", str(into), str(ROOT)]
    subprocess.run(words, env={**os.environ, "MELDSPEC_COMPILE": "1"}, check=True)


@final
class Runner:
    """A process that measures what it is asked, with meldspec from some folders."""

    def __init__(self, folders: Sequence[Path]) -> None:
        path = os.pathsep.join(map(str, folders))
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, *question: str | float) -> float:
        """What it has measured."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return float(json.loads(self._process.stdout.readline()))

    def end(self) -> None:
        """End the process."""
        self._process.communicate()


@contextmanager
def runners(job: Job, compiled: Path) -> Iterator[dict[str, Runner]]:
    """A runner for each contender, by name."""
    folders = {OURS: (compiled,), PURE_OURS: PURE}
    names = [OURS, PURE_OURS, *(peer.name for peer in job.peers if not isinstance(peer, Absent))]
    with ExitStack() as stack:
        found = {name: Runner(folders.get(name, PURE)) for name in names}
        for runner in found.values():
            stack.callback(runner.end)
        assert found[OURS].ask("compiled")
        assert not found[PURE_OURS].ask("compiled")
        yield found


def measured(job: Job, compiled: Path, rounds: int, seconds: float) -> list[Row]:
    """A row for the pure reference and for each peer; every second round reverses the turns."""
    with runners(job, compiled) as found:
        rates: dict[str, list[float]] = {name: [] for name in found}
        for number in range(rounds):
            for name in list(found) if number % 2 == 0 else list(reversed(found)):
                rates[name].append(found[name].ask("rate", job.name, name, number, seconds))
    ours = tuple(rates.pop(OURS))
    return [Row(job.name, job.unit, name, ours, tuple(theirs)) for name, theirs in rates.items()]


@contextmanager
def installed() -> Iterator[Path]:
    """A folder with an installation whose solvers are compiled."""
    with tempfile.TemporaryDirectory() as folder:
        install(Path(folder))
        yield Path(folder)


def slowest(compiled: Path, rounds: int) -> list[tuple[str, ...]]:
    """By size of the table, the milliseconds of the slowest position for each contender."""
    found = []
    for size, job in zip(rearranging.SIZES, rearranging.jobs(), strict=True):
        with runners(job, compiled) as running:
            names = [OURS, PURE_OURS, *(name for name in running if name.endswith(", GLPK"))]
            times = [running[name].ask("slowest", size, name, rounds) for name in names]
        found.append((size, *(f"{time:.1f}" for time in times)))
    return found


def page(rows: Sequence[Row], slow: Sequence[Sequence[str]], rounds: int, machine: str) -> str:
    """The page of the documentation."""
    lines = [HEADS, ("---",) * len(HEADS), *slow]
    return PAGE.format(
        about=str(__doc__).strip(),
        table=markdown(rows),
        positions=POSITIONS,
        slowest="\n".join(f"| {' | '.join(cells)} |" for cells in lines),
        rounds=rounds,
        machine=machine,
    )


def text(rows: Sequence[Row], slow: Sequence[Sequence[str]]) -> str:
    """The rows, and the slowest positions in milliseconds."""
    lines = ("  ".join(cells) for cells in (HEADS, *slow))
    return "\n".join((table(rows), "", "milliseconds of the slowest position:", *lines))


# In the process of a contender


def _contender(job: Job, name: str) -> Contender:
    peers = (peer for peer in job.peers if isinstance(peer, Contender))
    return next((peer for peer in peers if peer.name == name), job.ours)


def _slowest(size: str, name: str, rounds: int) -> float:
    solver: rearranging.Solver[Any] = rearranging.meldspec_solver()
    if name not in (OURS, PURE_OURS):
        solver = rearranging.rummikub_solver("GLPK_MI")
    chance, on_table = Random(1), rearranging.SIZES[size]
    forms = [solver.form(*rearranging.position(chance, on_table)) for _ in range(POSITIONS)]
    return 1000 * max(min(_time(solver, form) for _ in range(rounds)) for form in forms)


def _time(solver: rearranging.Solver[Any], position: object) -> float:
    start = process_time()
    solver.solve(position)
    return process_time() - start


def _answer(question: Sequence[Any]) -> float:
    match question:
        case ("compiled",):
            return are_compiled()
        case "rate", job, name, seed, seconds:
            return rate(_contender(JOBS[job], name), seed, seconds)
        case "slowest", size, name, rounds:
            return _slowest(size, name, rounds)
        case _:
            raise ValueError(f"no question: {question}")


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(_answer(json.loads(line))), flush=True)
