"""The process of a worker.  Each of its threads keeps one engine, from one match to the next."""

from __future__ import annotations

import hashlib
import signal
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, final

from meldcheck.engine.process import (
    Conversation,
    Engine,
    FaultError,
    Limits,
    Request,
    StartError,
    called,
)
from meldcheck.engine.serve import version
from meldcheck.words.code import PLAY
from meldcheck.words.places import PACKAGE
from meldcheck.words.protocol import EngineName


def dask_setup(worker: object) -> None:
    """Leave a keyboard interrupt to the process that has started this worker; Dask calls this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@cache
def build() -> tuple[str, str]:
    """The version of meldspec here, and a digest of its modules; line ends do not count."""
    seen = hashlib.sha256()
    for root in (PLAY, PACKAGE):
        for path in sorted(root.rglob("*.py")):
            seen.update(f"{path.relative_to(root).as_posix()}\n".encode())
            seen.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return version(), seen.hexdigest()


class WorkerError(Exception):
    """Workers cannot do what they are asked.  The text is one line."""


@final
@dataclass(frozen=True, slots=True)
class EngineOfWorker:
    """An engine of a run, on whatever worker it is asked; it is started there when needed."""

    argv: tuple[str, ...]
    limits: Limits
    name: EngineName
    """What it must call itself on every worker."""
    run: str
    """A word that no other run has."""

    def converse(self, requests: Sequence[Request]) -> Conversation:
        """The replies to a batch of requests.

        Raises WorkerError if the engine cannot be started here, or is another one.
        """
        return _own_engine(self).converse(requests)


class _Own(threading.local):
    """The engine of a thread."""

    asked: EngineOfWorker | None = None
    engine: Engine | None = None


_OWN: Final = _Own()
_LOCK: Final = threading.Lock()
_RUNNING: Final[dict[Engine, str]] = {}
"""The engines of this process, with their runs."""
_ENDED: Final[set[str]] = set()
"""The runs that are over; their engines are not started again."""


def end_engines(run: str) -> None:
    """End the engines of a run in this process, from any thread."""
    with _LOCK:
        _ENDED.add(run)
        engines = [engine for engine, its in _RUNNING.items() if its == run]
    for engine in engines:
        _end(engine)


def _own_engine(asked: EngineOfWorker) -> Engine:
    if _OWN.engine is not None:
        if _OWN.asked == asked:
            return _OWN.engine
        _end(_OWN.engine)
        _OWN.engine = None
    engine = Engine(asked.argv, asked.limits)
    with _LOCK:
        if asked.run in _ENDED:
            raise WorkerError("the run is over")
        _RUNNING[engine] = asked.run
    try:
        there, here = called(engine.start().engine), called(asked.name)
        if there != here:
            raise WorkerError(f"the engine of a worker is {there}, not {here}")
    except (StartError, FaultError, WorkerError) as error:
        _end(engine)
        if isinstance(error, WorkerError):
            raise
        raise WorkerError(f"a worker cannot start the engine: {error}") from None
    _OWN.asked, _OWN.engine = asked, engine
    return engine


def _end(engine: Engine) -> None:
    engine.kill()
    with _LOCK:
        _RUNNING.pop(engine, None)
