"""A cluster of Dask: one on this machine for a run, or the one of a scheduler at an address.

A worker that dies loses nothing: Dask does its work again elsewhere, and its engine ends with it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar, final

from meldcheck.engine.process import Engine
from meldcheck.scale.worker import EngineOfWorker, WorkerError, build, end_engines
from meldcheck.words.protocol import EngineName

if TYPE_CHECKING:
    from distributed import Client, Future

ANSWER: Final = 10
"""Seconds in which a scheduler must answer, and in which a worker must be there."""
CHECK: Final = 30
"""Seconds without a result after which the workers are counted."""
FAREWELL: Final = 5
"""Seconds in which the workers must end their engines."""
AHEAD: Final = 3
"""Pieces of work that are asked of each thread of a worker; it does one at a time."""
DEATHS: Final = 10
"""Workers on this machine that may die at one piece of work."""

LOGGING: Final = {"logging": {"distributed": "critical", "distributed.client": "critical"}}
"""Dask is silent: what goes wrong is told in one line of our own."""
SETTINGS: Final = {
    **LOGGING,
    "distributed.comm.timeouts.connect": ANSWER,
    "distributed.scheduler.allowed-failures": DEATHS,
}

_Asked = TypeVar("_Asked")
_Came = TypeVar("_Came")


@contextmanager
def gathered(address: str | None, workers: int | None) -> Iterator[Cluster]:
    """The workers of the scheduler at an address; without one, so many on this machine.

    Those on this machine are one for each core if no number is given, and end with the run.  Raises
    WorkerError if Dask is not installed, nobody answers, or no worker with this version is there.
    """
    where = address or "this machine"
    with ExitStack() as until_the_end:
        try:
            import dask

            with dask.config.set(LOGGING):
                import distributed  # takes most of a second, and reads what is to be logged
        except ModuleNotFoundError:
            raise WorkerError("Dask is not installed: pip install 'meldspec[scale]'") from None
        until_the_end.enter_context(dask.config.set(SETTINGS))
        try:
            place: object = address
            if address is None:
                place = until_the_end.enter_context(
                    distributed.LocalCluster(
                        n_workers=workers,
                        threads_per_worker=1,
                        memory_limit=None,
                        preload=["meldcheck.scale.worker"],
                        dashboard_address="127.0.0.1:0",  # a free port; None means 8787
                        silence_logs=logging.CRITICAL,
                    )
                )
            else:
                asyncio.run(asyncio.wait_for(_answers(address), ANSWER))
            client = distributed.Client(place, timeout=ANSWER, set_as_default=False)
            until_the_end.enter_context(client)
            client.wait_for_workers(1, timeout=ANSWER)
        except TimeoutError:
            raise WorkerError(f"no worker answers within {ANSWER} s at {where}") from None
        except (OSError, RuntimeError, TypeError, ValueError) as error:
            raise WorkerError(f"no cluster of Dask at {where}: {error}") from None
        cluster = Cluster(client)
        until_the_end.callback(cluster.end)
        cluster.check()
        yield cluster


async def _answers(address: str) -> None:
    """Ask a scheduler who it is."""
    from distributed import Security, rpc

    async with rpc(address, connection_args=Security().get_connection_args("client")) as scheduler:
        await scheduler.identity()


@final
class Cluster:
    """The workers of one run."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._run = secrets.token_hex(8)

    def engine(self, engine: Engine, name: EngineName) -> EngineOfWorker:
        """The same engine on each worker."""
        return EngineOfWorker(engine.argv, engine.limits, name, self._run)

    def in_order(
        self, work: Callable[[_Asked], _Came], asked: Iterable[_Asked], /
    ) -> Iterator[_Came]:
        """The results in the order of the arguments; those after them are worked out meanwhile.

        Raises the exceptions of the work, and WorkerError if no worker can do it.
        """
        rest = iter(asked)
        waiting: deque[Future[_Came]] = deque()
        try:
            while True:
                most = AHEAD * max(1, sum(self._client.nthreads().values()))
                for one in islice(rest, max(0, most - len(waiting))):
                    waiting.append(self._client.submit(work, one, pure=False))
                if not waiting:
                    return
                for _ in range((len(waiting) + 1) // 2):
                    self._await(waiting[0])
                    came: _Came = waiting.popleft().result()
                    yield came
        finally:
            self._client.cancel([*waiting])

    def _await(self, future: Future[Any]) -> None:
        """Wait for a result, or an exception of the work."""
        from distributed import KilledWorker

        try:
            error = future.exception(timeout=CHECK)
        except TimeoutError:
            try:
                self._client.wait_for_workers(1, timeout=ANSWER)
            except TimeoutError:
                raise WorkerError("no worker is left") from None
            self._await(future)
        else:
            if future.cancelled():
                raise WorkerError("the scheduler does not answer any more")
            if isinstance(error, KilledWorker):
                raise WorkerError("several workers have died at the same piece of work")

    def check(self) -> None:
        """Raises WorkerError if a worker has another version or other code of meldspec."""
        own = build()
        try:
            there = {*self._client.run(build).values()}
            there.add(self._client.submit(build, pure=False).result(ANSWER))
        except Exception as error:
            how = str(error) or f"no answer within {ANSWER} s"
            raise WorkerError(f"scheduler and workers need meldspec {own[0]}: {how}") from None
        for version, code in there:
            if version != own[0]:
                raise WorkerError(f"a worker has meldspec {version}, not {own[0]}")
            if code != own[1]:
                raise WorkerError(f"a worker has other code of meldspec {version}")

    def end(self) -> None:
        """End the engines of this run on all workers."""
        thread = threading.Thread(target=self._end, daemon=True)
        thread.start()
        thread.join(FAREWELL)

    def _end(self) -> None:
        with suppress(Exception):
            self._client.run(end_engines, self._run)
