"""Work shared among workers of Dask: the same result for any number, and nothing is lost."""

from __future__ import annotations

import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from subprocess import DEVNULL
from typing import Any, Final, TypeVar, cast

import pytest
from click.testing import CliRunner

from meldcheck.check.kept import Journal, Memory, RunKey, read_kept
from meldcheck.cli import main
from meldcheck.commands import distinguish
from meldcheck.distinguish.course import Effort, every_pair, pairs_of
from meldcheck.engine.process import Limits
from meldcheck.explore import EXPLORED, shared
from meldcheck.explore.search import Exploration
from meldcheck.explore.shared import SharedSearch
from meldcheck.law.rulesets import load_shelf
from meldcheck.scale import cluster
from meldcheck.scale.worker import EngineOfWorker, WorkerError, build, end_engines
from meldcheck.seeded.campaign import fuzz
from meldcheck.seeded.fuzz import Setting
from meldcheck.words.places import CACHE, spec_directory
from meldcheck.words.protocol import EngineName, GamePlayed
from meldspec.games import GAMES

from ..reference import broken
from ..workers import needs_dask
from .in_process import InProcess
from .mistakes.hunt import named
from .test_explore import spoilt

ROOT: Final = Path(__file__).parents[2]
KILLS: Final = Path(__file__).parent / "engines" / "kills.py"
MISTAKE: Final = "two cards are a meld"
FREQUENT: Final = "the stock is drawn from the bottom"
"""A mistake that is found in most matches, in several ways."""
HANDS: Final = 16
"""Hands of a campaign: several ways of the mistake are found, and some plays go on to the end."""
TABLE: Final = Setting(GAMES["tongits"], {}, GamePlayed(abilities=GAMES["tongits"].abilities))
REFERENCE: Final = (sys.executable, "-P", "-m", "meldcheck", "engine")
NAME: Final = EngineName("meldspec", "0.1.0")

_Asked = TypeVar("_Asked")
_Came = TypeVar("_Came")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs are kept in the folder of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)


def five_ahead(work: Callable[[_Asked], _Came], asked: Iterable[_Asked], /) -> Iterator[_Came]:
    """Work begun before its result is wanted; arguments and results pass between processes."""
    rest, waiting = iter(asked), deque[Any]()
    while True:
        waiting.extend(passed(work(passed(one))) for one in islice(rest, 5 - len(waiting)))
        if not waiting:
            return
        yield waiting.popleft()


def passed(one: Any) -> Any:
    """Something as it arrives in another process."""
    return pickle.loads(pickle.dumps(one))


def test_a_run_that_works_ahead_is_the_same_and_keeps_the_same_parts() -> None:
    campaigns, outcomes = [], []
    subject = InProcess(named("tongits", FREQUENT).played)
    for number, in_order in enumerate((map, five_ahead)):
        key = RunKey("fuzz", "1", (f"engine {number}",), "hello", "files", 10.0, {})
        journal = Journal(key)
        memory = Memory({}, journal)
        campaigns.append(fuzz(subject, [TABLE], HANDS, 1, memory=memory, in_order=in_order))
        kept = read_kept(journal.path)
        assert kept is not None
        differing = {name: came for name, came in kept.parts.items() if came.get("way")}
        outcomes.append({name: came["outcome"] is not None for name, came in differing.items()})
        for cut in (7, len(kept.parts) - 1):
            memory = Memory(dict(islice(kept.parts.items(), cut)), journal)
            again = fuzz(subject, [TABLE], HANDS, 1, memory=memory, in_order=in_order)
            assert again == campaigns[0]
        journal.close()
    assert campaigns[0] == campaigns[1]
    assert len(campaigns[0].differences) > 1
    assert outcomes[0] == outcomes[1]
    assert not all(outcomes[0].values())


def test_readings_are_compared_in_another_process_as_in_this_one() -> None:
    shelf = load_shelf(spec_directory(), "carousel")
    effort, options = Effort(hands=0, states=20), [*shelf.space.readings][:4]
    row = passed(partial(distinguish.compared, "carousel", effort))
    rows = [*five_ahead(row, pairs_of(shelf, options))]
    _, library = distinguish.documents_of("carousel")
    assert rows == [*every_pair(shelf, library, effort, options)]
    assert any(row.finding.play is not None for row in rows)


def explored_by(search: Exploration, layers: SharedSearch | None, most: int | None) -> list[Any]:
    """Everything that a search finds, but for its time and memory."""
    reach = search.run(most, next_layer=None if layers is None else layers.next_layer)
    reach.seconds, reach.megabytes = 0.0, 0
    return [reach, search.known, [*search.said], search.expanded, search.stopped]


@pytest.mark.parametrize(
    ("game", "table", "most"),
    [
        ("tongits", "called", 100),
        pytest.param("tongits", "called", None, marks=pytest.mark.slow),
        ("three-thirteen", "refused", None),
        ("rummy", "small", 1),
        pytest.param("rummy", "small", 1500, marks=pytest.mark.slow),
        ("carousel", "small", 300),
    ],
)
def test_a_shared_search_finds_the_same_states_in_the_same_order(
    game: str, table: str, most: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "STATES", 20)
    explored = EXPLORED[game]
    found = [
        explored_by(Exploration(explored, explored.tables[table]), layers, most)
        for layers in (None, SharedSearch(game, table, five_ahead))
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("breaks", "tried"),
    [
        pytest.param(broken.scores_too_much, 0, id="a-step"),
        pytest.param(broken.hides_who_acts, 0, id="a-state"),
        pytest.param(broken.lists_too_few, 1, id="a-try"),
    ],
)
def test_a_shared_search_breaks_a_law_by_the_same_play(
    breaks: Callable[[Any], Any], tried: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "STATES", 1)
    game = "three-thirteen"
    explored = spoilt(game, breaks)
    few = replace(explored.tables["small"], one_deal_of=400)
    monkeypatch.setattr(shared, "EXPLORED", {game: replace(explored, tables={"small": few})})
    found = [
        explored_by(Exploration(explored, few, tried=tried), layers, 20_000)
        for layers in (None, SharedSearch(game, "small", five_ahead))
    ]
    assert found[0][0].violation is not None
    assert found[0] == found[1]


# ── wrong use ────────────────────────────────────────────────────────────────────────────────────


def refused(*options: str) -> str:
    """The one line in which a run is refused."""
    result = CliRunner().invoke(
        main, ["fuzz", "--game", "tongits", "--hands", "1", *options, "--", *REFERENCE]
    )
    assert result.exit_code == 2, result.output
    (line,) = result.stderr.splitlines()
    return line.removeprefix("meldspec: ")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--workers", "2"), "--scheduler and --workers need --executor dask"),
        (("--scheduler", "127.0.0.1:1"), "--scheduler and --workers need --executor dask"),
        (
            ("--executor", "dask", "--workers", "2", "--scheduler", "127.0.0.1:1"),
            "--workers does not go with --scheduler",
        ),
    ],
)
def test_options_that_do_not_fit_are_told(options: Sequence[str], told: str) -> None:
    assert refused(*options) == told
    fuzzed = CliRunner().invoke(main, ["fuzz", *options, "--", "no-such-engine"])
    assert fuzzed.stderr == f"meldspec: {told}\n", "the engine was looked for first"


def test_without_dask_one_line_says_how_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)
    told = "Dask is not installed: pip install 'meldspec[scale]'"
    assert refused("--executor", "dask") == told


@needs_dask
def test_an_address_without_a_scheduler_is_told_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER", 0.4)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        told = f"no worker answers within 0.4 s at {address}"
        assert refused("--executor", "dask", "--scheduler", address) == told
    assert refused("--executor", "dask", "--scheduler", address) == told
    told = "no cluster of Dask at nonsense: missing port number in address 'nonsense'"
    assert refused("--executor", "dask", "--scheduler", "nonsense") == told


class Replying:
    """A client of Dask whose workers are gone for one look, or have another build."""

    def __init__(self, *builds: tuple[str, str], back: bool = True) -> None:
        self.builds, self.back = builds, back

    def nthreads(self) -> dict[str, int]:
        return {}

    def wait_for_workers(self, number: int, timeout: float) -> None:
        if not self.back:
            raise TimeoutError

    def run(self, asked: Callable[[], object]) -> dict[int, object]:
        return dict(enumerate((asked(), *self.builds)))

    def submit(self, asked: Callable[..., object], *words: object, pure: bool) -> Late:
        return Late(asked(*words))

    def cancel(self, futures: object) -> None:
        pass


class Late:
    """A result that comes after one look."""

    def __init__(self, came: object) -> None:
        self.came, self.looks = came, 0

    def exception(self, timeout: float) -> None:
        self.looks += 1
        if self.looks == 1:
            raise TimeoutError

    def cancelled(self) -> bool:
        return False

    def result(self, timeout: float | None = None) -> object:
        return self.came


def cluster_of(client: Replying) -> cluster.Cluster:
    return cluster.Cluster(cast("Any", client))


@needs_dask
def test_a_worker_may_be_away_for_a_while() -> None:
    assert [*cluster_of(Replying()).in_order(len, ["a", "bc"])] == [1, 2]
    with pytest.raises(WorkerError, match="no worker is left"):
        next(cluster_of(Replying(back=False)).in_order(len, ["a"]))


def test_workers_have_the_same_version_and_the_same_code() -> None:
    version, code = build()
    cluster_of(Replying((version, code))).check()
    with pytest.raises(WorkerError, match=f"a worker has meldspec 9, not {version}"):
        cluster_of(Replying(("9", code))).check()
    with pytest.raises(WorkerError, match=f"a worker has other code of meldspec {version}"):
        cluster_of(Replying((version, "other"))).check()


# ── the engine of a worker ───────────────────────────────────────────────────────────────────────


def test_a_worker_keeps_its_engine_until_the_run_ends() -> None:
    asked = EngineOfWorker((*REFERENCE,), Limits(), NAME, "a run")
    assert not asked.converse([{"cmd": "begin"}]).fault
    there = passed(asked)
    assert there.converse([]).started
    end_engines("another run")
    assert there.converse([{"cmd": "begin"}]).fault is None
    end_engines("a run")
    assert there.converse([{"cmd": "begin"}]).fault is not None
    with ThreadPoolExecutor(1) as another_thread, pytest.raises(WorkerError, match="over"):
        another_thread.submit(there.converse, []).result()


@pytest.mark.parametrize(
    ("argv", "name", "told"),
    [
        (("no-such-engine",), NAME, "a worker cannot start the engine: "),
        ((*REFERENCE,), EngineName("other", "2"), "the engine of a worker is meldspec 0.1.0, not"),
    ],
)
def test_a_worker_without_the_engine_is_told(
    argv: tuple[str, ...], name: EngineName, told: str
) -> None:
    with pytest.raises(WorkerError, match=told):
        EngineOfWorker(argv, Limits(), name, "this run").converse([])


# ── workers ──────────────────────────────────────────────────────────────────────────────────────


def words(*more: str, engine: Sequence[str] = (".", "-1", MISTAKE)) -> list[str]:
    """The command line of a run on an engine that may kill the process that asks it."""
    asked = [
        sys.executable,
        "-m",
        "meldcheck",
        "fuzz",
        "--game",
        "tongits",
        "--examples",
        "40",
        "--format",
        "json",
    ]
    return [*asked, *more, "--", sys.executable, str(KILLS), *engine]


def ran(
    *more: str, engine: Sequence[str] = (".", "-1", MISTAKE)
) -> subprocess.CompletedProcess[str]:
    """A run in a process of its own."""
    return subprocess.run(words(*more, engine=engine), capture_output=True, text=True, check=False)


def engines() -> list[int]:
    """The engines that run in the folder of the test."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            here = (process / "cwd").readlink() == Path.cwd()
            if here and str(KILLS).encode() in (process / "cmdline").read_bytes():
                found.append(int(process.name))
        except OSError:
            continue
    return found


def assert_no_engine_is_left() -> None:
    """Wait until no engine runs; a killed worker's are ended by their guard."""
    until = time.monotonic() + 30
    while engines():
        assert time.monotonic() < until, "an engine is left behind"
        time.sleep(0.1)


@needs_dask
@pytest.mark.slow
def test_a_worker_that_is_killed_loses_nothing() -> None:
    number = (".", "4", MISTAKE)
    Path("killed").touch()
    whole = ran(engine=number)
    Path("killed").unlink()
    shared = ran("--executor", "dask", "--workers", "2", engine=number)
    assert Path("killed").exists()
    assert (shared.stdout, shared.stderr, shared.returncode) == (whole.stdout, "", 1)
    assert_no_engine_is_left()


@pytest.mark.slow
@needs_dask
def test_one_worker_and_four_end_with_the_same_report() -> None:
    whole = ran()
    for workers in ("1", "4"):
        shared = ran("--executor", "dask", "--workers", workers)
        assert (shared.stdout, shared.stderr, shared.returncode) == (whole.stdout, "", 1)


@pytest.mark.slow
@needs_dask
def test_a_small_table_is_explored_by_workers_with_the_same_answer() -> None:
    words = ["explore", "rummy", "--most", "5000", "--format", "json"]
    told = []
    for more in ((), ("--executor", "dask", "--workers", "2")):
        asked = [sys.executable, "-m", "meldcheck", *words, *more]
        ran = subprocess.run(asked, capture_output=True, check=True)
        assert ran.stderr == b""
        told.append({**json.loads(ran.stdout), "seconds": 0, "megabytes": 0})
    assert told[0] == told[1]


@pytest.mark.slow
@needs_dask
def test_every_two_readings_are_compared_by_workers_with_the_same_page() -> None:
    words = ["distinguish", "carousel", "--all", "--states", "20"]
    pages = [
        subprocess.run([sys.executable, "-m", "meldcheck", *words, *more], capture_output=True)
        for more in ((), ("--executor", "dask", "--workers", "2"))
    ]
    assert pages[0].stdout.startswith(b"# ")
    assert pages[0].stdout == pages[1].stdout
    assert [page.stderr for page in pages] == [b"", b""]


def heed_interrupts() -> None:
    """A job in the background is started without; its children would be, too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.slow
@needs_dask
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_was_ended_leaves_nothing_and_goes_on(how: signal.Signals) -> None:
    whole = ran()
    for file in Path(CACHE).glob("*.jsonl"):
        file.unlink()
    shared = words("--executor", "dask", "--workers", "2")
    with subprocess.Popen(
        shared,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    ) as run:
        while sum(file.read_bytes().count(b"\n") for file in Path(CACHE).glob("*.jsonl")) < 4:
            assert run.poll() is None
            time.sleep(0.02)
        if how is signal.SIGINT:  # as by Ctrl-C, to every process of the run
            os.killpg(run.pid, how)
        else:
            run.kill()
        _, told = run.communicate()
    if how is signal.SIGINT:
        going_on = "what was played is kept: the same command with --resume goes on"
        assert told == f"meldspec: {going_on}\n\nmeldspec: interrupted\n"
    assert_no_engine_is_left()
    resumed = ran("--executor", "dask", "--workers", "2", "--resume")
    assert "matches and reductions are kept" in resumed.stderr
    assert resumed.stdout == whole.stdout


@pytest.mark.slow
@needs_dask
def test_workers_of_a_scheduler_do_the_work_and_keep_no_engine() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    port = address.rpartition(":")[2]
    started = [
        subprocess.Popen([sys.executable, "-m", "dask", *asked, "--no-dashboard"], stderr=DEVNULL)
        for asked in (
            ("scheduler", "--host", "127.0.0.1", "--port", port),
            ("worker", address, "--nthreads", "2"),
        )
    ]
    try:
        shared = ran("--executor", "dask", "--scheduler", address)
        assert (shared.stdout, shared.stderr) == (ran().stdout, "")
        assert_no_engine_is_left()
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()
