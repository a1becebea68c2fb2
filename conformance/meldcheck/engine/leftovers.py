"""Processes that an engine has started and that have left its process group.

They are found on Linux by a mark in their environment, or because they can still write into a pipe
of the engine.  A process that has neither, nor belongs to the group, is found only by a program
that takes in orphans.

Run as a program, this module waits until its input ends, and ends all processes with a mark: so it
guards a runner that may be killed.  It therefore imports the standard library only.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

MARK: Final = "MELDSPEC_ENGINE"
"""Variable of the environment that tells the processes of one engine from all others."""
_PROCESSES: Final = Path("/proc")
_ROUNDS: Final = 20
"""How often processes are looked for that were started while others were ended."""


_TAKE_IN_ORPHANS: Final = 36
"""PR_SET_CHILD_SUBREAPER of Linux."""

LOCK: Final = threading.Lock()
"""Held while a process is started, so that it is known before anybody looks for orphans."""
KNOWN: Final[set[int]] = set()
"""The leaders of the sessions that this process has started and that still go on."""

_OURS: Final = secrets.token_hex(8)
"""How all marks begin that this process gives."""


def new_mark() -> str:
    """A mark for the processes of one engine.  They end with this process, even if it is killed."""
    _guard()
    return f"{_OURS}-{secrets.token_hex(8)}"


@cache
def _guard() -> None:
    """Start the guard of this process."""
    if not _PROCESSES.is_dir():
        return
    guard = subprocess.Popen(
        [sys.executable, "-I", "-S", __file__, _OURS],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    KNOWN.add(guard.pid)
    atexit.register(guard.communicate)


def take_in_orphans() -> bool:
    """Become the parent of every orphan among the processes below, where Linux allows it.

    For a program that starts other sessions only by ``LOCK`` and ``KNOWN``: ``end_orphans`` ends
    whatever else is found in another session.
    """
    if not sys.platform.startswith("linux"):
        return False
    with contextlib.suppress(ImportError, OSError, AttributeError):  # some systems lack ctypes
        prctl = import_module("ctypes").CDLL(None).prctl
        _taken.append(prctl(_TAKE_IN_ORPHANS, 1, 0, 0, 0) == 0)
    return any(_taken)


_taken: Final[list[bool]] = []


def end_orphans() -> None:
    """End the orphans that were taken in and are without a mark, and forget those that are dead."""
    if not any(_taken):
        return
    with LOCK:
        _end(_is_hidden)
        for orphan in _others(_is_orphan):
            with contextlib.suppress(OSError):
                os.waitpid(orphan, os.WNOHANG)


def _is_hidden(process: Path) -> bool:
    """Whether an orphan lives and has no mark."""
    environment = (process / "environ").read_bytes()
    return f"{MARK}=".encode() not in environment and _is_orphan(process, but="Z")


def _is_orphan(process: Path, but: str = "") -> bool:
    """Whether a process was taken in; not one in the state ``but``."""
    *_, after = (process / "stat").read_text(errors="replace").rpartition(")")
    state, parent, _, session, *_ = after.split()
    known = int(session) in KNOWN or int(session) == os.getsid(0)
    return int(parent) == os.getpid() and not known and state != but


def end_marked(mark: str) -> None:
    """End all processes whose environment has this mark, or one that begins so."""
    sought = f"\0{MARK}={mark}".encode()
    _end(lambda process: sought in b"\0" + (process / "environ").read_bytes())


def end_writers(*pipes: int) -> None:
    """End all other processes that can write into one of these open pipes."""
    sought = {_pipe_of(Path(f"/proc/self/fd/{pipe}")) for pipe in pipes} - {None}
    _end(lambda process: any(_writes(handle, sought) for handle in (process / "fd").iterdir()))


def _end(is_sought: Callable[[Path], bool]) -> None:
    for _ in range(_ROUNDS):
        found = [*_others(is_sought)]
        for process in found:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        if not found:
            return


def _others(is_sought: Callable[[Path], bool]) -> Iterator[int]:
    """The processes that are sought; those of other users cannot be looked into."""
    for process in _PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if int(process.name) != os.getpid() and is_sought(process):
                yield int(process.name)


def _writes(handle: Path, pipes: set[str | None]) -> bool:
    return bool(handle.lstat().st_mode & 0o200) and _pipe_of(handle) in pipes


def _pipe_of(handle: Path) -> str | None:
    try:
        return os.readlink(handle)
    except OSError:
        return None


if __name__ == "__main__":
    sys.stdin.buffer.read()
    end_marked(sys.argv[1])
