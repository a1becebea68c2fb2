"""The options of all commands whose work the workers of a Dask cluster may share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from meldcheck.scale.cluster import Cluster

_Command = TypeVar("_Command", bound=Callable[..., Any])


def executor_options(command: _Command) -> _Command:
    """The command with the options ``--executor``, ``--scheduler`` and ``--workers``."""
    for option in (
        click.option(
            "--workers",
            type=click.IntRange(1, 1024),
            metavar="N",
            help="Workers of Dask on this machine; else one for each core.",
        ),
        click.option(
            "--scheduler", metavar="ADDRESS", help="Take the workers of this scheduler of Dask."
        ),
        click.option(
            "--executor",
            type=click.Choice(["dask"]),
            help="Share the work among workers; the result stays the same.",
        ),
    ):
        command = option(command)
    return command


def check_sharing(executor: str | None, scheduler: str | None, workers: int | None) -> None:
    """Refuse options that do not fit, before an engine or a worker is started; UsageError."""
    if executor is None and (scheduler is not None or workers is not None):
        raise click.UsageError("--scheduler and --workers need --executor dask")
    if scheduler is not None and workers is not None:
        raise click.UsageError("--workers does not go with --scheduler")


@contextmanager
def sharing(
    executor: str | None, scheduler: str | None, workers: int | None
) -> Iterator[Cluster | None]:
    """The cluster that the options name; None if this process does the work.

    UsageError if the options do not fit, or if the workers cannot do the work.
    """
    check_sharing(executor, scheduler, workers)
    if executor is None:
        yield None
        return
    from meldcheck.scale.cluster import gathered  # most runs need none
    from meldcheck.scale.worker import WorkerError

    try:
        with gathered(scheduler, workers) as cluster:
            yield cluster
    except WorkerError as error:
        raise click.UsageError(str(error)) from None
