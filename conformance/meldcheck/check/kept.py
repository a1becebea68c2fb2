"""The kept run: what came of each of its parts, written as it comes, for --resume.

A part is a case, a match or a play.  There is a file for each command and each command line of an
engine, in a folder beside which the run was started. Each of its lines has a checksum.  The first
line says of what the run is, the last one how it ended; between them is a part a line.  A run that
was killed has no last line.  While a run goes on, it holds a second file, which is empty: another
run of the same is not kept meanwhile.
"""

from __future__ import annotations

import errno
import hashlib
import os
import sys
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import BinaryIO, Final, TypeVar, final

import msgspec

from meldcheck.check.judge import FALLS_SHORT, Outcome, Status
from meldcheck.check.plan import CasePlan
from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError
from meldcheck.words.places import CACHE, make_cache

if sys.platform != "win32":
    import fcntl

_Came = TypeVar("_Came")
_NO_PARTS: Final[Mapping[str, JSON]] = {}


@final
class RunKey(msgspec.Struct, frozen=True):
    """What a run is of: runs with equal keys have the same parts and the same judge."""

    command: str
    """The command of meldspec."""
    version: str
    """Of meldspec."""
    engine: tuple[str, ...]
    """The command line of the engine."""
    hello: str
    """Digest of its ``hello``, completed by a declaration."""
    files: str
    """Digest of its code: the files that the command line names, and those beside them."""
    timeout: float
    asked: Mapping[str, JSON]
    """The other things that decide the parts of the run, by name."""


_SAYS: Final[Mapping[str, str]] = {
    "command": "by another command",
    "version": "by another version of meldspec",
    "engine": "of another engine",
    "hello": "of an engine with another hello or declaration",
    "files": "of an engine whose code was another",
    "timeout": "with another --timeout",
    "suite": "of another suite",
    "game": "of another game",
    "rules": "by other rules",
    "cases": "of other cases",
    "seed": "with another --seed",
    "examples": "with another --examples",
    "matches": "with another --matches",
}


class _First(msgspec.Struct, frozen=True):
    key: RunKey
    others: tuple[str, ...]


class _Entry(msgspec.Struct, frozen=True, tag_field="line", tag="part"):
    id: str
    came: JSON


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
    parts: Mapping[str, JSON]
    """What came of each part, by its id."""
    short: tuple[str, ...] | None
    """The cases that fell short when it ended; None if it was killed."""

    @property
    def fell_short(self) -> frozenset[str]:
        """The cases that fell short when each was played last."""
        known = (name for name, came in self.parts.items() if came["status"] in FALLS_SHORT)
        return frozenset((*self.others, *(known if self.short is None else self.short)))

    def unlike(self, key: RunKey) -> str | None:
        """How this run differs from another one, in words; None if it is of the same."""
        own, other = (_flat(one) for one in (self.key, key))
        return next(
            (says for name, says in _SAYS.items() if own.get(name) != other.get(name)), None
        )

    def outcomes(self, plans: Iterable[CasePlan]) -> dict[str, Outcome]:
        """The kept outcomes of planned cases, by id.  SpecError if one cannot be understood."""
        kept = (plan.case for plan in plans if plan.case.id in self.parts)
        return {
            case.id: _read(self.path, {**self.parts[case.id], "case": case}, Outcome)
            for case in kept
        }


def _flat(key: RunKey) -> dict[str, JSON]:
    """The fields of a key by the names of ``_SAYS``."""
    whole: dict[str, JSON] = msgspec.to_builtins(key)
    return {**whole.pop("asked"), **whole}


def _read(path: Path, came: JSON, form: type[_Came]) -> _Came:
    """What came of a part, from its JSON.  SpecError if it cannot be understood."""
    try:
        return msgspec.convert(came, form, dec_hook=lambda kind, value: kind(value))
    except (msgspec.ValidationError, TypeError) as error:
        raise SpecError(str(path), None, f"a part cannot be understood: {error}") from None


def as_kept(outcome: Outcome) -> dict[str, JSON]:
    """An outcome as a part of a run, without its case."""
    return {one.name: getattr(outcome, one.name) for one in fields(outcome) if one.name != "case"}


# ── the file ─────────────────────────────────────────────────────────────────────────────────────


def kept_file(command: str, engine: Sequence[str]) -> Path:
    """The file for the runs of a command on an engine, started in the working directory."""
    return Path(CACHE) / f"{command}-{digest_of_value([*engine])[:12]}.jsonl"


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
    if not lines:
        raise SpecError(str(path), None, "no kept run: it has no whole line")
    try:
        first = msgspec.json.decode(lines[0], type=_First)
        rest = [msgspec.json.decode(line, type=_Entry | _Last) for line in lines[1:]]
    except (msgspec.MsgspecError, RecursionError) as error:
        raise SpecError(str(path), None, f"no kept run: {error}") from None
    parts = {one.id: one.came for one in rest if isinstance(one, _Entry)}
    short = next((one.short for one in rest if isinstance(one, _Last)), None)
    return KeptRun(path, first.key, first.others, parts, short)


def _checked(path: Path, lines: Iterable[bytes]) -> Iterator[bytes]:
    for number, line in enumerate(lines, start=1):
        checksum, _, text = line.partition(b" ")
        if checksum != _checksum(text):
            raise SpecError(str(path), number, "this line is damaged")
        yield text


def _checksum(text: bytes) -> bytes:
    return b"%08x" % zlib.crc32(text)


def _held(path: Path) -> BinaryIO:
    """The second file of a run, held until it is closed or this process ends.

    OSError if another run holds it.  Where the system knows no such hold, nothing is held.
    """
    file = path.open("wb")
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise OSError(errno.EBUSY, "another run of this engine goes on here") from None
        except OSError:
            pass
    return file


@final
class Journal:
    """The file of a run while it goes on.  A file that cannot be written does not end the run."""

    def __init__(
        self, key: RunKey, others: Iterable[str] = (), parts: Mapping[str, JSON] = _NO_PARTS
    ) -> None:
        """Begin the file in the place of the one before.

        ``others`` are cases that fell short before and are not of this run.  ``parts`` came earlier
        in a run that goes on.
        """
        self.path: Final = kept_file(key.command, key.engine)
        self.trouble = ""
        """Why nothing more is kept; empty if all is well."""
        self.whole = False
        """Whether all parts came; the end is kept when they have been told."""
        self._lock: Final = threading.Lock()
        self._noted: Final[set[str]] = set()
        self._file: BinaryIO | None = None
        self._hold: BinaryIO | None = None
        try:
            make_cache(self.path.parent)
            self._hold = _held(self.path.with_suffix(".lock"))
            made = self.path.with_name(f"{self.path.name}.{os.getpid()}")
            self._file = made.open("wb", buffering=0)
            before = (_Entry(name, came) for name, came in parts.items())
            self._write(_First(key, tuple(sorted(others))), *before)
            made.replace(self.path)
        except OSError as error:
            self._give_up(error)

    def note(self, name: str, came: object) -> None:
        """Keep what came of a part, once; from any thread."""
        with self._lock:
            if name not in self._noted:
                self._write(_Entry(name, came))

    def note_outcome(self, outcome: Outcome) -> None:
        """Keep an outcome of a case that was played; from any thread."""
        if outcome.status is not Status.NOT_APPLICABLE:
            self.note(outcome.case.id, as_kept(outcome))

    def end(self, outcomes: Iterable[Outcome] = ()) -> None:
        """Keep that the run came to its end, and which cases fell short, also if that is known."""
        with self._lock:
            known = FALLS_SHORT | {Status.KNOWN_FAILURE}
            short = (one.case.id for one in outcomes if one.status in known)
            self._write(_Last(tuple(short)))
            self.close()

    def close(self) -> None:
        """Close the file as it is."""
        for file in (self._file, self._hold):
            if file is not None:
                file.close()
        self._file = self._hold = None

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


@final
@dataclass(frozen=True, slots=True)
class Memory:
    """The parts of a run that were kept before, and the journal for those that come."""

    before: Mapping[str, JSON] = field(default_factory=dict)
    journal: Journal | None = None
    """None if nothing is kept."""

    def has(self, name: str) -> bool:
        """Whether a part was kept."""
        return name in self.before

    def of(self, name: str, form: type[_Came], work: Callable[[], _Came]) -> _Came:
        """What came of a part: as it was kept, or else as it comes now.

        SpecError if a kept part cannot be understood.
        """
        if self.journal is None:
            return work()
        if name in self.before:
            return _read(self.journal.path, self.before[name], form)
        came = work()
        self.journal.note(name, came)
        return came

    def complete(self) -> None:
        """Note that all parts came."""
        if self.journal is not None:
            self.journal.whole = True


NO_MEMORY: Final = Memory()
"""Of a run of which nothing is kept."""
