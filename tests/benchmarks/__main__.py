"""Speed of the reference beside other packages, as ratios: ``python -m tests.benchmarks [JOB]``.

The package must be importable (``PYTHONPATH=reference`` or installed).  The other packages, the
peers, are optional: ``pip install -e .[peers]`` installs them.  The tables name an absent peer.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from . import compiled, deadwood, growth, random_play, rearranging, waiting, wild_cards
from .growth import page as growth_page
from .rounds import Row, markdown, measure, table

JOBS = {
    "random-play": random_play,
    "deadwood": deadwood,
    "wild-cards": wild_cards,
    "rearranging": rearranging,
}

PAGE = """# Speed beside others

This page compares the speed of the reference with that of other packages at the same jobs. Each
contender has a turn in every round. Rates are per second of processor time, and both rates and
ratios are medians of {rounds} rounds.
A ratio above 1 means that the reference, *ours* in the tables, is faster. The lowest and the
highest ratio of a round stand in brackets. On a busy machine single times drift, ratios much less.
[How cost grows](growth.md) has the time against the size of what is asked.

{jobs}

Printed by `python -m tests.benchmarks --format page`, with the peers of `pip install -e
'.[peers]'`; {machine}.
"""


WAITING = """
## Waiting

{about}

{table}

Printed by `python -m tests.benchmarks waiting --format page`; least of {rounds} rounds; {machine}.
"""


def machine() -> dict[str, str | int | list[float]]:
    """The facts of this machine on which the times depend."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 0,
        "load": [round(load, 1) for load in os.getloadavg()],
        "system": platform.platform(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def _processor() -> str:
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text(encoding="utf-8").splitlines() if facts.exists() else []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor() or platform.machine())


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the chosen jobs, and print a table, JSON or the page of the documentation."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument(
        "job",
        nargs="?",
        choices=[*JOBS, "waiting", "growth", "compiled"],
        help="one job, the time of commands, how cost grows, or all jobs with compiled solvers; "
        "by default all jobs and commands",
    )
    parser.add_argument("--rounds", type=int, default=5, help="rounds, each contender in turn")
    parser.add_argument("--seconds", type=float, default=1.0, help="timed seconds of each turn")
    parser.add_argument("--quick", action="store_true", help="small sizes only; of growth")
    parser.add_argument("--format", choices=["text", "json", "page"], default="text")
    asked = parser.parse_args(arguments)
    if asked.rounds < 1 or asked.seconds <= 0:
        parser.error("at least one round, of some time")
    if asked.quick and asked.job != "growth":
        parser.error("--quick is of growth")

    facts = machine()
    if asked.job == "growth":
        grow(asked.rounds, asked.format, facts, quick=asked.quick)
        return
    if asked.job == "waiting":
        wait(asked.rounds, asked.format, facts)
        return
    if asked.job == "compiled":
        compile_and_measure(asked.rounds, asked.seconds, asked.format, facts)
        return
    chosen = [asked.job] if asked.job else list(JOBS)
    measured = {
        name: [
            row for job in JOBS[name].jobs() for row in measure(job, asked.rounds, asked.seconds)
        ]
        for name in chosen
    }
    rows = [row for of_job in measured.values() for row in of_job]
    match asked.format:
        case "json":
            records = [asdict(row) | {"ratio": row.ratio} for row in rows]
            print(json.dumps({"machine": facts, "rounds": asked.rounds, "rows": records}, indent=2))
        case "page":
            print(page(measured, facts, asked.rounds), end="")
            if asked.job is None:
                wait(asked.rounds, asked.format, facts)
        case _:
            print(table(rows))
            print()
            print(f"medians of {asked.rounds} rounds; processor time; ", end="")
            print("a ratio above 1 means ours is faster")
            print(_in_words(facts))


def wait(rounds: int, form: str, facts: Mapping[str, object]) -> None:
    """Measure how long commands take, and print it in one of the forms."""
    waits = waiting.measured(rounds)
    match form:
        case "json":
            rows = [asdict(one) | {"times": one.times} for one in waits]
            print(json.dumps({"machine": facts, "rounds": rounds, "rows": rows}, indent=2))
        case "page":
            about, table = str(waiting.__doc__).strip(), waiting.markdown(waits)
            told = _in_words(facts)
            print(WAITING.format(about=about, table=table, rounds=rounds, machine=told), end="")
        case _:
            print(waiting.text(waits))


def grow(rounds: int, form: str, facts: Mapping[str, object], *, quick: bool) -> None:
    """Measure how cost grows, and print it in one of the forms; each curve is told as it comes."""
    told = growth.told(rounds, quick=quick, done=lambda title: print(title, file=sys.stderr))
    match form:
        case "json":
            curves = growth_page.as_value(told)
            print(json.dumps({"machine": facts, "rounds": rounds, "curves": curves}, indent=2))
        case "page":
            print(growth_page.page(told, rounds, _in_words(facts)), end="")
        case _:
            print(growth_page.text(told))


def compile_and_measure(
    rounds: int, seconds: float, form: str, facts: Mapping[str, object]
) -> None:
    """Measure all jobs with compiled solvers, and print it in one of the forms."""
    with compiled.installed() as folder:
        rows = [
            row
            for job in compiled.JOBS.values()
            for row in compiled.measured(job, folder, rounds, seconds)
        ]
        slow = compiled.slowest(folder, rounds)
    match form:
        case "json":
            records = [asdict(row) | {"ratio": row.ratio} for row in rows]
            told = {"machine": facts, "rounds": rounds, "rows": records, "slowest": slow}
            print(json.dumps(told, indent=2))
        case "page":
            print(compiled.page(rows, slow, rounds, _in_words(facts)), end="")
        case _:
            print(compiled.text(rows, slow))


def page(measured: Mapping[str, Sequence[Row]], facts: Mapping[str, object], rounds: int) -> str:
    """The page of the documentation, with the docstring of each job."""
    parts = [
        (
            f"## {name.replace('-', ' ').capitalize()}",
            str(JOBS[name].__doc__).strip(),
            markdown(rows),
        )
        for name, rows in measured.items()
    ]
    jobs = "\n\n".join(text for part in parts for text in part)
    return PAGE.format(jobs=jobs, rounds=rounds, machine=_in_words(facts))


def _in_words(facts: Mapping[str, object]) -> str:
    return "; ".join(f"{name}: {fact}" for name, fact in facts.items())


if __name__ == "__main__":
    main()
