"""Work that several processes share, where the system can fork."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final, TypeVar

from sphinx.util.parallel import parallel_available

Result = TypeVar("Result")

MANY: Final = 16
"""The least number of tasks that a process takes at a time, if there are enough."""

_TASKS: Final[list[Callable[[], Any]]] = []
"""The tasks of the running call; a forked process has them without a copy being sent."""


def together(tasks: Sequence[Callable[[], Result]], processes: int) -> list[Result]:
    """The results of tasks, in their order; none of them may rely on what another changes."""
    if processes < 2 or len(tasks) < 2 or not parallel_available:
        return [task() for task in tasks]
    _TASKS[:] = tasks
    try:
        with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
            each = 1 if len(tasks) < MANY * processes else MANY
            return list(pool.map(_result, range(len(tasks)), chunksize=each))
    finally:
        _TASKS.clear()


def _result(number: int) -> Any:
    return _TASKS[number]()
