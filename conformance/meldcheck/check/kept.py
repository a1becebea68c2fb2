"""The kept run: what came of each case, written as it comes, for --resume and --failed-last.

There is a file for each command line of an engine, in a folder beside which the run was started.
Each of its lines has a checksum.  The first line says of what the run is, the last one how it
ended; between them is an outcome a line.  A run that was killed has no last line.
"""

from __future__ import annotations

import hashlib
import os
import threading
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import BinaryIO, Final, final

import msgspec

from meldcheck.check.judge import FALLS_SHORT, Outcome, Status
from meldcheck.check.plan import CasePlan
from meldcheck.words.case import JSON, Case
from meldcheck.words.errors import SpecError

FOLDER: Final = ".meldspec_cache"
_IGNORE: Final = "# What meldspec check keeps of its last runs.\n*\n"


@final
class RunKey(msgspec.Struct, frozen=True):
    """What a run is of: runs with equal keys have the same cases and the same judge."""

    version: str
    """Of meldspec."""
    engine: tuple[str, ...]
    """Its command line."""
    hello: str
    """Digest of its ``hello``, completed by a declaration."""
    files: str
    """Digest of the files that the command line names."""
    suite: str
    """Hash of the suite."""
    rules: JSON
    timeout: float
    cases: str
    """Digest of the ids of the selected cases."""


_SAYS: Final[Mapping[str, str]] = {
    "version": "by another version of meldspec",
    "engine": "of another engine",
    "hello": "of an engine with another hello or declaration",
    "files": "of an engine whose files were others",
    "suite": "of another suite",
    "rules": "by other rules",
    "timeout": "with another --timeout",
    "cases": "of other cases",
}


class _First(msgspec.Struct, frozen=True):
    key: RunKey
    others: tuple[str, ...]


class _Entry(msgspec.Struct, frozen=True, tag_field="line", tag="case"):
    id: str
    status: Status
    came: Mapping[str, JSON]


class _Last(msgspec.Struct, frozen=True, tag_field="line", tag="end"):
    short: tuple[str, ...]


@final
@dataclass(frozen=True, slots=True)
class KeptRun:
    """A run as it was kept."""

    path: Path
    key: RunKey
    others: tuple[str, ...]
    """Cases that fell short in runs before it, and were not selected in this one."""
    entries: Mapping[str, _Entry]
    short: tuple[str, ...] | None
    """The cases that fell short when it ended; None if it was killed."""

    @property
    def fell_short(self) -> frozenset[str]:
        """The cases that fell short when each was played last."""
        known = (one.id for one in self.entries.values() if one.status in FALLS_SHORT)
        return frozenset((*self.others, *(known if self.short is None else self.short)))

    def unlike(self, key: RunKey) -> str | None:
        """How this run differs from another one, in words; None if it is of the same."""
        own, other = msgspec.to_builtins(self.key), msgspec.to_builtins(key)
        return next((says for name, says in _SAYS.items() if own[name] != other[name]), None)

    def outcomes(self, plans: Iterable[CasePlan]) -> dict[str, Outcome]:
        """The kept outcomes of planned cases, by id.  SpecError if one cannot be understood."""
        kept = ((plan.case, self.entries.get(plan.case.id)) for plan in plans)
        try:
            return {case.id: _outcome(case, entry) for case, entry in kept if entry is not None}
        except (msgspec.ValidationError, TypeError) as error:
            raise SpecError(str(self.path), None, f"no outcome of a case: {error}") from None


def _outcome(case: Case, entry: _Entry) -> Outcome:
    return msgspec.convert({**entry.came, "status": entry.status, "case": case}, Outcome)


def _entry(outcome: Outcome) -> _Entry:
    apart = ("case", "status")
    came = {
        one.name: getattr(outcome, one.name) for one in fields(outcome) if one.name not in apart
    }
    return _Entry(outcome.case.id, outcome.status, came)


# ── the file ─────────────────────────────────────────────────────────────────────────────────────


def kept_file(engine: Sequence[str]) -> Path:
    """The file for the runs of an engine that are started in the working directory."""
    return Path(FOLDER) / f"check-{digest_of_value([*engine])[:12]}.jsonl"


def digest_of_value(value: JSON) -> str:
    """SHA-256 of a value as JSON."""
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()


def read_kept(path: Path) -> KeptRun | None:
    """The run in a file; None if there is none.

    SpecError, with the line, if the file is damaged.  A last line that was not written to its end
    is passed over.
    """
    try:
        content = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SpecError(str(path), None, error.strerror or "unreadable") from None
    whole, _, _ = content.rpartition(b"\n")
    lines = [*_checked(path, whole.splitlines())]
    try:
        first = msgspec.json.decode(lines[0], type=_First)
        rest = [msgspec.json.decode(line, type=_Entry | _Last) for line in lines[1:]]
    except (msgspec.MsgspecError, IndexError) as error:
        raise SpecError(str(path), None, f"no kept run: {error}") from None
    entries = {one.id: one for one in rest if isinstance(one, _Entry)}
    short = next((one.short for one in rest if isinstance(one, _Last)), None)
    return KeptRun(path, first.key, first.others, entries, short)


def _checked(path: Path, lines: Iterable[bytes]) -> Iterator[bytes]:
    for number, line in enumerate(lines, start=1):
        checksum, _, text = line.partition(b" ")
        if checksum != _checksum(text):
            raise SpecError(str(path), number, "this line is damaged")
        yield text


def _checksum(text: bytes) -> bytes:
    return b"%08x" % zlib.crc32(text)


@final
class Journal:
    """The file of a run while it goes on.  A file that cannot be written does not end the run."""

    def __init__(
        self, path: Path, key: RunKey, others: Iterable[str], entries: Iterable[_Entry] = ()
    ) -> None:
        """Begin the file in the place of the one before.

        ``others`` are cases that fell short before and are not of this run.  ``entries`` are of the
        earlier part of a run that goes on.
        """
        self.trouble = ""
        """Why nothing more is kept; empty if all is well."""
        self._lock: Final = threading.Lock()
        self._noted: Final[set[str]] = set()
        self._file: BinaryIO | None = None
        try:
            path.parent.mkdir(exist_ok=True)
            ignore = path.parent / ".gitignore"
            if not ignore.exists():
                ignore.write_text(_IGNORE, encoding="utf-8")
            made = path.with_name(f"{path.name}.{os.getpid()}")
            self._file = made.open("wb", buffering=0)
            self._write(_First(key, tuple(sorted(others))), *entries)
            made.replace(path)
        except OSError as error:
            self._give_up(error)

    def note(self, outcome: Outcome) -> None:
        """Keep an outcome of a case that was played; from any thread."""
        with self._lock:
            if outcome.status is not Status.NOT_APPLICABLE and outcome.case.id not in self._noted:
                self._write(_entry(outcome))

    def end(self, outcomes: Iterable[Outcome]) -> None:
        """Keep which cases fell short after all."""
        with self._lock:
            short = (one.case.id for one in outcomes if one.status in FALLS_SHORT)
            self._write(_Last(tuple(short)))
            self.close()

    def close(self) -> None:
        """Close the file as it is."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, *records: _First | _Entry | _Last) -> None:
        if self._file is None:
            return
        lines = [msgspec.json.encode(record) for record in records]
        try:
            self._file.write(b"".join(b"%s %s\n" % (_checksum(line), line) for line in lines))
        except OSError as error:
            self._give_up(error)
        self._noted.update(one.id for one in records if isinstance(one, _Entry))

    def _give_up(self, error: OSError) -> None:
        self.close()
        self.trouble = error.strerror or "cannot be written"
