"""``python -m tests.mutation``: judge changes of the play, and list those that are left."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import click

from meldcheck.commands.scaling import executor_options, sharing
from meldcheck.scale.cluster import Cluster

from . import alike, page, results
from .bench import TRACES, bench_name, bench_of, judged_on
from .changes import PARTS, Change, changes
from .evidence import equal, explored, key_of
from .hunt import Found, games_of, hunt
from .trials import trials

KEEP_AFTER: Final = 60
"""Seconds after which a run writes its results, so that one that is ended loses few."""

_part = click.argument("part", type=click.Choice(PARTS))


@click.group()
def main() -> None:
    """Change the play in one place at a time, and run the published suite on each change."""


@main.command()
@click.argument("parts", nargs=-1, type=click.Choice(PARTS))
@click.option("--shard", default="1/1", metavar="K/N", help="Every N-th change, from the K-th on.")
@click.option("--module", "modules", multiple=True, metavar="NAME", help="Its changes alone.")
@click.option("--seconds", default=20.0, help="Time for one change beyond the default rules.")
@click.option("--processes", default=2, type=click.IntRange(1, 64))
@executor_options
@click.option("--again", is_flag=True, help="Judge once more the changes that no case finds.")
@click.option("--all", "everything", is_flag=True, help="Judge every change once more.")
@click.option(
    "--into", type=click.Path(path_type=Path), default=results.FOLDER, help="Folder of results."
)
def run(
    parts: tuple[str, ...],
    shard: str,
    modules: tuple[str, ...],
    seconds: float,
    processes: int,
    executor: str | None,
    scheduler: str | None,
    workers: int | None,
    into: Path,
    *,
    again: bool,
    everything: bool,
) -> None:
    """Judge every change of PARTS without a result.

    A run that is broken off goes on where it was; shards may write into folders of their own, and
    a run into the usual folder takes up the results in it.  With --executor dask, the workers judge
    the changes, each by a process of its own.
    """
    first, of = (int(number) for number in shard.split("/"))
    with sharing(executor, scheduler, workers) as cluster:
        for part in parts or PARTS:
            done = {} if everything else results.load(part, into)
            if again:
                done = {name: one for name, one in done.items() if one.by not in results.UNFOUND}
            waiting = [
                one
                for one in changes(part)[first - 1 :: of]
                if one.name not in done and (not modules or one.module in modules)
            ]
            if not waiting:
                continue
            of_games = games_of(part, {one.module for one in waiting})
            asked = {game: trials(game, TRACES) for game in of_games}
            hunted = (
                hunt(waiting, asked, seconds, processes)
                if cluster is None
                else _shared(cluster, part, waiting, seconds)
            )
            began = kept = time.monotonic()
            try:
                for number, found in enumerate(hunted, start=1):
                    done[found.name] = found
                    if time.monotonic() - kept > KEEP_AFTER or number == len(waiting):
                        results.keep(part, done.values(), into)
                        kept = time.monotonic()
                        spent = kept - began
                        click.echo(f"{part}: {number} of {len(waiting)}, {spent:.0f} s", err=True)
            finally:
                results.keep(part, done.values(), into)


def _shared(
    cluster: Cluster, part: str, waiting: Sequence[Change], seconds: float
) -> Iterator[Found]:
    """What becomes of each change, judged by the workers of a cluster."""
    bench = cluster.engine(bench_of(part, seconds), bench_name())
    return cluster.in_order(partial(judged_on, bench), [change.name for change in waiting])


@main.command()
@_part
@click.option("--processes", default=2, type=click.IntRange(1, 64))
def compare(part: str, processes: int) -> None:
    """Compare changes of PART that no case finds on the inputs that are stated for them.

    Those that are equal on all inputs are kept as results.  The first difference of the others is
    printed: without a result they wait for ``run``, with one they need a case.
    """
    stated, done = alike.of(part)[0], results.load(part)
    asked = [*results.unjudged(part), *(one for one, _ in results.unfound(part))]
    waiting = [one for one in asked if key_of(one) in stated]
    with ThreadPoolExecutor(processes) as pool:  # a question is answered by a process of its own
        told = pool.map(partial(equal, part), waiting)
        try:
            for number, (change, one) in enumerate(zip(waiting, told, strict=True), start=1):
                assert one is not None
                if one.differs:
                    click.echo(f"{change.name} {_place(change)}: {one.differs}")
                else:
                    same = Found(change.name, results.EQUAL, how=one.bounds, tried=one.inputs)
                    done[change.name] = same
                if number % 10 == 0:
                    results.keep(part, done.values())
                    click.echo(f"{part}: {number} of {len(waiting)}", err=True)
        finally:
            results.keep(part, done.values())


@main.command("try")
@_part
@click.argument("names", nargs=-1, required=True)
@click.option("--seconds", default=60.0, help="Time for one change beyond the default rules.")
def try_again(part: str, names: Sequence[str], seconds: float) -> None:
    """Judge the changes of these NAMES by the suite as it is now; nothing is kept."""
    named = _named(part, names)
    of_games = games_of(part, {one.module for one in named})
    asked = {game: trials(game, TRACES) for game in of_games}
    for found in hunt(named, asked, seconds, 1):
        click.echo(f"{found.name}: {found.by} {found.trial} {found.how}")


@main.command()
@_part
@click.argument("names", nargs=-1, required=True)
def explore(part: str, names: Sequence[str]) -> None:
    """Tell whether changes of NAMES are the same on every state of a small table."""
    for game in games_of(part):
        usual = explored(game, None)
        click.echo(f"{game}: {usual}")
        for change in _named(part, names):
            other = explored(game, change)
            click.echo(f"{change.name}: {'the same' if other == usual else other}")


@main.command("equal")
@_part
def compared(part: str) -> None:
    """Compare each changed function that is kept as equal once more, on the inputs as stated.

    The exit status is 1 if one differs.
    """
    differing = False
    for change in results.equal_ones(part):
        told = equal(part, change)
        assert told is not None
        differing = differing or bool(told.differs)
        same = f"differs: {told.differs}" if told.differs else f"equal on {told.inputs} inputs"
        click.echo(f"{change.name} {_place(change)}: {same}")
    sys.exit(1 if differing else 0)


@main.command()
@click.argument("parts", nargs=-1, type=click.Choice(PARTS))
@click.option("--all", "everything", is_flag=True, help="Those with a reason or inputs, too.")
def left(parts: Sequence[str], *, everything: bool) -> None:
    """List the changes that no case finds and that nothing explains; exit status 1 if any."""
    number = 0
    for part in parts or PARTS:
        for change in results.unjudged(part):
            click.echo(f"{change.name} {_place(change)}: not judged yet")
            number += 1
        listed = results.unfound(part) if everything else results.unexplained(part)
        for change, found in listed:
            number += 1
            by = f"; {found.trial} finds it" if found.by == "seeded" else ""
            cut = f"; {found.left} trials were left out" if found.left else ""
            never = "" if found.tried else "; no trial runs it"
            click.echo(f"{change.name} {_place(change)} ({change.kind}{by}{cut}{never})")
            click.echo(f"    {_line(change.was)}  =>  {_line(change.becomes)}")
    sys.exit(1 if number else 0)


@main.command()
def tell() -> None:
    """Write the pages of the site about the results."""
    (page.DOCS / "mutation.md").write_text(page.overview(), "utf-8")
    for part in PARTS:
        (page.DOCS / f"mutation-{part}.md").write_text(page.of_part(part), "utf-8")


def _named(part: str, names: Sequence[str]) -> list[Change]:
    found = [change for change in changes(part) if change.name in names]
    missing = set(names) - {change.name for change in found}
    if missing:
        raise click.UsageError(f"no change of {part} is named {', '.join(sorted(missing))}")
    return found


def _place(change: Change) -> str:
    path = change.module.replace(".", "/")
    return f"{path}.py:{change.line} {change.function}"


def _line(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 110 else words[:109] + "…"


if __name__ == "__main__":
    main()
