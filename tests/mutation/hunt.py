"""Each change of the play judged: by which trial it is found, or that none finds it."""

from __future__ import annotations

import importlib.machinery
import json
import os
import resource
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Final, final

from typing_extensions import override

from meldcheck.check.judge import Outcome, judge
from meldspec.games import NAMES

from .changes import SHARED, Change, changed
from .trials import PATIENCE, Imported, Stage, TooLongError, Trial, falls_short, lines

MEMORY: Final = 3 << 30
"""Bytes of a changed play after which it counts as broken."""
STUCK: Final = 300
"""Seconds of processor time beyond its time after which the process of a change is ended."""


@final
@dataclass(frozen=True, slots=True)
class Found:
    """What became of one change."""

    name: str
    by: str
    """``default``, ``source``, ``reading``, ``array``, ``seeded``, ``import``, or ``nothing``.

    ``equal`` has no trial: its answers were compared on inputs, as many as ``tried`` says.
    """
    trial: str = ""
    """The first trial that fell short."""
    how: str = ""
    """``fail``, ``vacuous`` or ``error``, and for an error how the play broke."""
    tried: int = 0
    """Trials that were run; 0 if none runs the changed lines."""
    left: int = 0
    """Trials that the time did not reach; 0 where all were run."""


@final
class Changed:
    """Finds one module as its changed source."""

    def __init__(self, change: Change) -> None:
        self.change = change

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module with the change; None for every other."""
        if fullname != self.change.module:
            return None
        for finder in sys.meta_path:
            if finder is not self:
                spec = finder.find_spec(fullname, path, target)
                if spec is not None and spec.origin is not None:
                    spec.loader = _Loader(fullname, spec.origin, self.change)
                    return spec
        return None


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, fullname: str, path: str, change: Change) -> None:
        super().__init__(fullname, path)
        self.change = change

    @override
    def get_code(self, fullname: str) -> CodeType:
        """The code of the changed source; no compiled file is read or kept."""
        source = Path(self.path).read_bytes()
        code: CodeType = compile(changed(source, self.change), self.path, "exec")
        return code


def games_of(part: str, modules: Collection[str] = ()) -> tuple[str, ...]:
    """The games whose suites judge a part of the play: those that import one of the modules."""
    if part != SHARED:
        return (part,)
    return tuple(game for game in NAMES if not modules or not _imports(game).isdisjoint(modules))


@cache
def _imports(game: str) -> frozenset[str]:
    """The modules that the play of a game imports."""
    asked = "import sys; from meldspec.games import GAMES; GAMES[sys.argv[1]]; print(*sys.modules)"
    words = (sys.executable, "-c", asked, game)
    ran = subprocess.run(words, capture_output=True, text=True, check=True)
    return frozenset(ran.stdout.split())


def judged(change: Change, trials: Mapping[str, Sequence[Trial]], seconds: float) -> Found:
    """What becomes of a change, in this process, which is of no other use after that.

    The default rules are always played out; ``seconds`` are for everything after them.
    """
    _limits(seconds)
    run_in = lines().of(change.module, *change.lines)
    waiting = {
        stage: sorted(
            (
                trial
                for of_game in trials.values()
                for trial in of_game
                if trial.stage is stage and trial.runs & run_in
            ),
            key=lambda trial: len(trial.plan.case.steps),
        )
        for stage in Stage
    }
    try:
        play = Imported(trials, Changed(change))
    except Exception as error:
        return Found(change.name, "import", how=_plain(error))
    tried = 0
    began = time.process_time()
    for stage, queue in waiting.items():
        if stage is Stage.SOURCE:
            began = time.process_time()
        for place, trial in enumerate(queue):
            if stage is not Stage.DEFAULT and time.process_time() - began > seconds:
                left = (
                    len(queue) - place + sum(len(waiting[each]) for each in Stage if each > stage)
                )
                return Found(change.name, "nothing", tried=tried, left=left)
            tried += 1
            outcome = _timed(trial, play)
            if falls_short(outcome):
                return Found(change.name, stage.name.lower(), trial.name, _how(outcome), tried)
    return Found(change.name, "nothing", tried=tried)


def _how(outcome: Outcome) -> str:
    match outcome.got:
        case {"fault": str(), "message": str(message)}:
            return f"error: {_one_line(message)}"
        case _:
            return outcome.status.value


def _plain(error: Exception) -> str:
    return _one_line(f"{type(error).__name__}: {error}")


def _one_line(text: str) -> str:
    return " ".join(text.split())[:60]


def _timed(trial: Trial, play: Imported) -> Outcome:
    said = trial.plan.said
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        heard = play.replies([each.request for each in said])
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return judge(trial.plan.case, said, heard)


def _limits(seconds: float) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    most = int(time.process_time() + seconds) + STUCK
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))

    def over(number: int, frame: FrameType | None) -> None:
        raise TooLongError

    signal.signal(signal.SIGVTALRM, over)


# ── many changes ─────────────────────────────────────────────────────────────────────────────────


def hunt(
    changes: Sequence[Change],
    trials: Mapping[str, Sequence[Trial]],
    seconds: float,
    processes: int,
) -> Iterator[Found]:
    """What becomes of each change, as it comes.  Each has a process of its own."""
    waiting = list(reversed(changes))
    running = selectors.DefaultSelector()
    while waiting or running.get_map():
        while waiting and len(running.get_map()) < processes:
            change = waiting.pop()
            mine, its = os.pipe()
            child = os.fork()
            if not child:
                os.close(mine)
                _work(change, trials, seconds, its)
            os.close(its)
            running.register(mine, selectors.EVENT_READ, (change, child))
        for key, _ in running.select():
            change, child = key.data
            running.unregister(key.fd)
            with os.fdopen(key.fd, "rb") as heard:
                told = heard.read()
            _, status = os.waitpid(child, 0)
            yield _found(change, told, status)


def _found(change: Change, told: bytes, status: int) -> Found:
    if told:
        found = Found(**json.loads(told))
        if found.by == "broken":
            raise RuntimeError(f"{change.name}: the judge broke: {found.how}")
        return found
    ended = signal.strsignal(os.WTERMSIG(status)) if os.WIFSIGNALED(status) else "no reply"
    return Found(change.name, "default", how=f"error: the process died: {ended}")


def _work(change: Change, trials: Mapping[str, Sequence[Trial]], seconds: float, to: int) -> None:
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 2)
        try:
            found = judged(change, trials, seconds)
        except Exception as error:
            found = Found(change.name, "broken", how=f"{type(error).__name__}: {error}")
        fields = {name: getattr(found, name) for name in Found.__dataclass_fields__}
        os.write(to, json.dumps(fields).encode())
    finally:
        os._exit(0)
