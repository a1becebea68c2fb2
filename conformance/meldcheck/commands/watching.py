"""The files of an engine, watched for changes: ``check --watch``."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

from meldcheck.words.lines import counted

PAUSE: Final = 0.5
"""Seconds between two looks."""
_PASSED_OVER: Final = frozenset(("node_modules", "target", "__pycache__"))
"""Folders of other programs' files.  Those that begin with a dot are passed over, too."""
_JAVASCRIPT: Final = frozenset((".js", ".mjs", ".cjs", ".ts"))
_CODE: Final = _JAVASCRIPT | {".py"}
_LOGS: Final = (".log", ".pyc", ".tmp")
MOST: Final = 10_000
"""Number of files that are watched in a folder, at most."""

Stamps: TypeAlias = Mapping[Path, tuple[int, int]]
"""By file: when it was changed, and its size."""


def named_files(engine: Sequence[str]) -> tuple[Path, ...]:
    """The files that the command line of an engine names."""
    return tuple(path for path in map(Path, engine) if _is_file(path))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def digest_of_code(engine: Sequence[str]) -> str:
    """SHA-256 over the code of an engine: the files that its command line names, and those with
    the same ending in their folders; without a named file those of Python and JavaScript where we
    are.  A file that cannot be read counts as empty.
    """
    named = [path.resolve() for path in named_files(engine)]
    found = set(named)
    for folder in {path.parent for path in named} or {Path.cwd()}:
        endings = {path.suffix for path in named if path.parent == folder and path.suffix}
        beside = islice(_within(folder), MOST)
        found.update(
            path for path in beside if path.suffix in (_alike(endings) if named else _CODE)
        )
    whole = hashlib.sha256()
    for path in sorted(found):
        try:
            content = path.read_bytes()
        except OSError:
            content = b""
        whole.update(f"{path}\n{len(content)}\n".encode(errors="surrogateescape") + content)
    return whole.hexdigest()


def _alike(endings: Collection[str]) -> frozenset[str]:
    """The endings, and all of JavaScript for one of them."""
    return frozenset(endings).union(*(_JAVASCRIPT for one in endings if one in _JAVASCRIPT))


def stamps(engine: Sequence[str], but: Collection[Path]) -> Stamps:
    """The files in the folders of the files that a command line names, or else where we are.

    ``but`` are files that the run itself writes; so are those to which it prints.
    """
    folders = {path.resolve().parent for path in named_files(engine)} or {Path.cwd()}
    written = {path.resolve() for path in but}
    printed = [os.fstat(number) for number in (1, 2)]
    found: dict[Path, tuple[int, int]] = {}
    for folder in folders:
        for path in islice(_within(folder), MOST):
            if path not in written:
                try:
                    about = path.stat()
                except OSError:
                    continue
                if not any(os.path.samestat(about, each) for each in printed):
                    found[path] = about.st_mtime_ns, about.st_size
    return found


def extent(found: Stamps) -> str:
    """How many files are watched, in words; and that there may be more."""
    limit = f", at most {MOST:,} in a folder" if len(found) >= MOST else ""
    return f"{counted(len(found), 'file')} watched{limit}"


def _within(folder: Path) -> Iterator[Path]:
    for at, folders, files in os.walk(folder):
        folders[:] = [
            name for name in folders if not name.startswith(".") and name not in _PASSED_OVER
        ]
        yield from (Path(at, name) for name in files if not name.endswith(_LOGS))


def changed(engine: Sequence[str], before: Stamps, but: Collection[Path]) -> Path:
    """Wait for a change, and until it has come to rest.  A file that has changed."""
    while True:
        now = stamps(engine, but)
        if now != before:
            time.sleep(PAUSE)
            if stamps(engine, but) == now:
                differing = now.items() ^ before.items()
                return min(path for path, _ in differing)
        else:
            time.sleep(PAUSE)
