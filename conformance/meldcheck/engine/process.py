"""An engine as a process: started, sent pipelined lines, held to limits, and ended.

Three threads serve one process. One writes, one reads replies, and one keeps the last lines of
standard error. The caller waits for replies on a queue, never on the process.

No process that an engine has started outlives it; see ``leftovers``.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import takewhile
from queue import Empty, SimpleQueue
from typing import IO, Final, Protocol, TypeAlias

import msgspec

from meldcheck.engine import leftovers
from meldcheck.engine.greeting import misspelt
from meldcheck.words import protocol
from meldcheck.words.case import JSON

Request: TypeAlias = dict[str, JSON]
"""A message without its ``seq``."""

_KEPT_WORDS: Final = 200
"""Lines of standard error that are kept, so that the telling one is among them."""
_LAST_WORDS: Final = 5
_LONGEST_WORD: Final = 300
_TRACE: Final = "Traceback (most recent call last):"
_TELLING: Final = re.compile(
    r"^(?!\s|at ).*?\b(\w*(?:Error|Exception(?! in )|panic|panicked|fatal error))\b"
)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of an engine; past one of them it counts as broken."""

    reply: float = 10.0
    """Seconds for one reply."""
    startup: float = 30.0
    """Seconds from the start to the reply to ``hello``."""
    line: int = 1 << 20
    """Bytes in one line."""
    unread: int = 8 << 20
    """Bytes that the engine has written and the runner has not read as replies."""
    farewell: float = 2.0
    """Seconds in which the engine must end once its input is closed."""

    @classmethod
    def for_timeout(cls, seconds: float) -> Limits:
        """Limits for a time per reply; starting may take three times as long."""
        return cls(reply=seconds, startup=3 * seconds)


class FaultKind(StrEnum):
    """The ways to break the protocol."""

    EXIT = "exit"
    SILENCE = "silence"
    FLOOD = "flood"
    GARBAGE = "garbage"
    ENCODING = "encoding"
    OUT_OF_ORDER = "out-of-order"
    CLOSED = "closed"

    @property
    def is_late(self) -> bool:
        """Whether it took a time limit."""
        return self in (FaultKind.SILENCE, FaultKind.CLOSED)


REMEDIES: Final[Mapping[FaultKind, str]] = {
    FaultKind.EXIT: "an engine replies until its standard input ends",
    FaultKind.SILENCE: "flush standard output after each reply, or give more time with --timeout",
    FaultKind.FLOOD: "write one line for each request, and nothing else",
    FaultKind.GARBAGE: "each line of standard output is a reply; all else goes to standard error",
    FaultKind.ENCODING: "write standard output in UTF-8, without a byte order mark",
    FaultKind.OUT_OF_ORDER: "reply once to each request, in their order",
    FaultKind.CLOSED: "keep standard output open until standard input ends",
}
"""What the author of an engine can do about a fault."""

_REMEDY_OF_HELLO: Final = "the page of the protocol shows a whole reply to hello"


@dataclass(frozen=True, slots=True)
class EngineFault:
    """How the engine broke the protocol, and its telling lines on standard error."""

    kind: FaultKind
    message: str
    last_words: tuple[str, ...] = ()
    belated: bool = False
    """Whether it is one reply more to requests that were answered before."""
    remedy: str = ""
    """What the author of the engine can do about it, if it is another than usual."""

    @property
    def text(self) -> str:
        """The fault in one line, and what to do about it."""
        remedy = self.remedy or REMEDIES[self.kind]
        return f"{self.kind.value}: {self.message} ({remedy}){self._said}"

    @property
    def came(self) -> str:
        """The fault in one line, without its kind and remedy."""
        return f"{self.message}{self._said}"

    @property
    def raised(self) -> str:
        """The name of the error on standard error; empty if none is named."""
        named = (found for line in self.last_words if (found := _TELLING.search(line)))
        return next((found[1] for found in named), "")

    @property
    def _said(self) -> str:
        return f"; standard error: {' / '.join(self.last_words)}" if self.last_words else ""


class FaultError(Exception):
    """The engine broke the protocol and has been ended. The text is one line."""

    def __init__(self, fault: EngineFault) -> None:
        self.fault = fault
        super().__init__(fault.text)


class StartError(Exception):
    """The command cannot be run. The text is one line."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """The replies to a batch of requests. A fault ends them early."""

    replies: tuple[protocol.Reply, ...]
    fault: EngineFault | None = None
    started: bool = True
    """Whether there was an engine to talk to."""

    @property
    def cost(self) -> Cost | None:
        """The cost of the fault, if there was one."""
        if self.fault is None:
            return None
        return Cost(self.fault.kind, self.started, self.fault.raised)


@dataclass(frozen=True, slots=True)
class Cost:
    """The kind of a fault, and whether there was an engine to talk to."""

    kind: FaultKind
    started: bool
    raised: str = ""
    """The name of the error on standard error; empty if none is named."""
    belated: bool = False
    """Whether the case had all its replies, and one line more came after them."""

    @property
    def is_high(self) -> bool:
        """Whether it took a time limit or left no engine; otherwise it took a restart."""
        return not self.started or self.is_late

    @property
    def is_late(self) -> bool:
        """Whether it took a time limit."""
        return self.kind.is_late


@dataclass(frozen=True, slots=True)
class _Line:
    text: bytes


@dataclass(frozen=True, slots=True)
class _Ended:
    """Standard output has ended; ``rest`` is the text after the last line end.

    ``flood`` says which limit was passed, if one was; nothing after that is read.  The pipe stays
    open until the process has ended, so that a writer waits and does not fail.
    """

    rest: bytes
    flood: str | None = None


@dataclass(slots=True)
class _Process:
    """A running engine; every thread and pipe belongs to this one process."""

    child: subprocess.Popen[bytes]
    limits: Limits
    mark: str
    """The mark of all processes of this engine."""
    outgoing: SimpleQueue[bytes | None] = field(default_factory=SimpleQueue)
    incoming: SimpleQueue[_Line | _Ended] = field(default_factory=SimpleQueue)
    unread: int = 0
    torn: int = 0
    """Bytes that came after the last line end."""
    flooded: bool = False
    """Whether it has written more than is read."""
    lock: threading.Lock = field(default_factory=threading.Lock)
    words: deque[str] = field(default_factory=lambda: deque(maxlen=_KEPT_WORDS))
    threads: list[threading.Thread] = field(default_factory=list)

    def listen(self) -> None:
        """Start the threads."""
        for work in (self._write, self._read, self._overhear):
            thread = threading.Thread(target=work, daemon=True)
            thread.start()
            self.threads.append(thread)

    def _write(self) -> None:
        pipe = _pipe(self.child.stdin)
        with contextlib.suppress(OSError):
            while (batch := self.outgoing.get()) is not None:
                pipe.write(batch)
                pipe.flush()
        with contextlib.suppress(OSError):
            pipe.close()

    def _read(self) -> None:
        pipe = _pipe(self.child.stdout)
        rest, flood = b"", None
        while flood is None and (chunk := os.read(pipe.fileno(), 1 << 16)):
            *lines, rest = (rest + chunk).split(b"\n")
            with self.lock:
                self.unread += len(chunk)
                self.torn = len(rest)
                if self.unread - len(rest) > self.limits.unread:
                    flood = f"wrote more than {self.limits.unread} bytes that no request asked for"
            whole = [*takewhile(lambda line: len(line) <= self.limits.line, lines)]
            if len(whole) < len(lines) or len(rest) > self.limits.line:
                flood = f"wrote a line of more than {self.limits.line} bytes"
            for line in whole:
                self.incoming.put(_Line(line))
        self.flooded = flood is not None
        self.incoming.put(_Ended(rest, flood))
        if flood is None:
            pipe.close()

    def _overhear(self) -> None:
        pipe = _pipe(self.child.stderr)
        while line := pipe.readline(self.limits.line):
            words = line.decode(errors="replace").rstrip()
            if words:
                self.words.append(printable(words[:_LONGEST_WORD]))
        pipe.close()

    def next_line(self, deadline: float) -> _Line | _Ended | None:
        """The next line that is not blank; None once the deadline has passed."""
        consumed = 0
        while True:
            try:
                heard = self.incoming.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                return None
            if isinstance(heard, _Ended):
                return heard
            consumed += len(heard.text) + 1
            if heard.text.strip():
                with self.lock:
                    self.unread -= consumed
                return heard

    def left_over(self) -> EngineFault | None:
        """A line or a flood that was never read, of a process that has ended; None if none."""
        while not self.incoming.empty():
            match self.incoming.get():
                case _Line(text) if text.strip():
                    shown = printable(text[:80].decode(errors="replace"))
                    told = f"one line more: {shown}"
                    return EngineFault(FaultKind.OUT_OF_ORDER, told, belated=True)
                case _Ended(flood=str(flood)):
                    return EngineFault(FaultKind.FLOOD, flood, belated=True)
                case _:
                    pass
        return None

    def kill(self) -> None:
        """End the process and all that it started."""
        if sys.platform == "win32":
            self.child.kill()
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.child.pid, signal.SIGKILL)
        self.outgoing.put(None)
        self.child.wait()
        leftovers.KNOWN.discard(self.child.pid)
        leftovers.end_marked(self.mark)
        leftovers.end_orphans()
        for thread in self.threads:
            thread.join(timeout=0.2)
        if any(thread.is_alive() for thread in self.threads):
            pipes = (_pipe(self.child.stdout), _pipe(self.child.stderr))
            with contextlib.suppress(ValueError):  # a pipe that is closed in this moment
                leftovers.end_writers(*(pipe.fileno() for pipe in pipes if not pipe.closed))
            for thread in self.threads:
                thread.join(timeout=1)
        if self.flooded:
            _pipe(self.child.stdout).close()

    def dismiss(self) -> None:
        """Close the input, wait up to ``limits.farewell`` for the process to end, then kill it.

        One whose output is not read any more cannot end, and is killed at once.
        """
        self.outgoing.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.child.wait(timeout=0 if self.flooded else self.limits.farewell)
        self.kill()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise AssertionError("the process was started without this pipe")
    return pipe


def telling_lines(words: Sequence[str]) -> tuple[str, ...]:
    """The line of standard error that names what went wrong, or else the last lines."""
    if _TRACE in words:
        after = len(words) - words[::-1].index(_TRACE)
        named = [line for line in words[after:] if not line[0].isspace()]
    else:
        named = [line for line in words if _TELLING.search(line)][-1:]
    return tuple(named[:1] or (line.strip() for line in words[-_LAST_WORDS:]))


def called(engine: protocol.EngineName) -> str:
    """The name and version of an engine, as printable text."""
    return printable(" ".join(filter(None, (engine.name, engine.version))))


def printable(text: str) -> str:
    """The text without characters that would move the cursor or colour the terminal."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


class Subject(Protocol):
    """Something that answers requests, such as an engine."""

    def converse(self, requests: Sequence[Request]) -> Conversation:
        """The replies to a batch of requests."""


class Engine:
    """A command that is started when it is needed, and again after a fault."""

    def __init__(self, argv: Sequence[str], limits: Limits | None = None) -> None:
        self.argv = tuple(argv)
        self.limits = limits or Limits()
        self._process: _Process | None = None
        self._seq = 0
        self._begun = False
        """Whether the process was started, and its reply to ``hello`` is not read yet."""
        self._stopped = False
        self._lock = threading.Lock()

    def begin(self) -> None:
        """Start the process, so that it starts while its caller does other work.

        A command that cannot be run is reported by ``start``.
        """
        with contextlib.suppress(StartError):
            self._greeted()
            self._begun = True

    def start(self) -> protocol.HelloReply:
        """Start the process, if that was not begun, and return its reply to ``hello``.

        Raises StartError if the command cannot be run, FaultError if it is not an engine.
        """
        process = self._greeted()
        message = self._hear(process, time.monotonic() + self.limits.startup, self.limits.startup)
        try:
            hello = protocol.read_hello(message)
            if hello.seq != self._seq:
                raise protocol.NoReplyError(f"answers hello with seq {hello.seq}, not {self._seq}")
            if (wrong := misspelt(message)) is not None:
                raise protocol.NoReplyError(wrong)
        except protocol.NoReplyError as error:
            fault = self._fault(process, FaultKind.GARBAGE, str(error)).fault
            raise FaultError(replace(fault, remedy=_REMEDY_OF_HELLO)) from None
        return hello

    def converse(self, requests: Sequence[Request]) -> Conversation:
        """Send all requests at once and read one reply to each, up to the first fault.

        Starts the engine if it does not run. A start that fails is the fault.
        """
        try:
            if self._process is None:
                self.start()
        except StartError as error:
            return Conversation((), EngineFault(FaultKind.EXIT, str(error)), started=False)
        except FaultError as error:
            return Conversation((), error.fault, started=False)
        process = self._process
        if process is None:
            raise AssertionError("a started engine has a process")
        first = self._seq + 1
        self._send(process, requests)
        replies: list[protocol.Reply] = []
        try:
            for expected in range(first, first + len(requests)):
                deadline = time.monotonic() + self.limits.reply
                message = self._hear(process, deadline, self.limits.reply)
                replies.append(self._reply(process, message, expected))
        except FaultError as error:
            belated = error.fault.belated and not replies
            return Conversation(tuple(replies), replace(error.fault, belated=belated))
        return Conversation(tuple(replies))

    def stop(self) -> EngineFault | None:
        """Close the engine's input and let it end; the engine is not started again.

        The fault, if it has written more than it was asked.
        """
        with self._lock:
            self._stopped = True
        return self.pause()

    def pause(self) -> EngineFault | None:
        """The same, but the next request starts the engine again."""
        process = self._process
        if process is None:
            return None
        process.dismiss()
        self._forget(process)
        return process.left_over()

    def kill(self) -> None:
        """End the process at once, from any thread; the engine is not started again."""
        with self._lock:
            self._stopped = True
            process = self._process
        if process is not None:
            process.kill()
            self._forget(process)

    def _greeted(self) -> _Process:
        """The process, to which ``hello`` was sent."""
        if self._begun and self._process is not None:
            self._begun = False
            return self._process
        process = self._spawn()
        self._send(process, [{"cmd": "hello", "protocol": protocol.VERSION}])
        return process

    def _spawn(self) -> _Process:
        with self._lock:
            if self._stopped:
                raise StartError("the run was ended")
            if self._process is not None:
                raise AssertionError("the engine runs already")
            mark = leftovers.new_mark()
            try:
                with leftovers.LOCK:
                    child = subprocess.Popen(
                        self.argv,
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE,
                        start_new_session=True,
                        env={**os.environ, leftovers.MARK: mark},
                    )
                    leftovers.KNOWN.add(child.pid)
            except (OSError, ValueError) as error:
                raise StartError(_why_not_started(self.argv[0], error)) from None
            self._process = _Process(child, self.limits, mark)
            self._process.listen()
            self._seq = 0
            return self._process

    def _send(self, process: _Process, requests: Iterable[Request]) -> None:
        lines = bytearray()
        for request in requests:
            self._seq += 1
            lines += msgspec.json.encode({"seq": self._seq, **request}) + b"\n"
        process.outgoing.put(bytes(lines))

    def _hear(self, process: _Process, deadline: float, seconds: float) -> dict[str, JSON]:
        """The next line as a JSON object.

        Raises FaultError if none comes in time or it is no object.
        """
        heard = process.next_line(deadline)
        match heard:
            case None if process.child.poll() is not None:
                raise self._ended(process, b"")
            case None:
                torn = f", but {process.torn} bytes without a line end" if process.torn else ""
                raise self._fault(process, FaultKind.SILENCE, f"no reply in {seconds:g} s{torn}")
            case _Ended(flood=str(flood)):
                raise self._fault(process, FaultKind.FLOOD, flood)
            case _Ended():
                raise self._ended(process, heard.rest)
            case _Line():
                try:
                    return protocol.read_object(heard.text)
                except protocol.NoReplyError as error:
                    raise self._garbage(process, heard.text, error) from None

    def _reply(self, process: _Process, message: dict[str, JSON], expected: int) -> protocol.Reply:
        try:
            seq, reply = protocol.read_reply(message)
        except protocol.NoReplyError as error:
            raise self._garbage(process, msgspec.json.encode(message), error) from None
        unread = seq is None and isinstance(reply, protocol.NotUnderstood)
        if seq != expected and not unread:
            told = (
                f"a reply without seq; expected is seq {expected}, that of its request"
                if seq is None
                else f"a reply to request {seq}, not to {expected}"
            )
            fault = self._fault(process, FaultKind.OUT_OF_ORDER, told).fault
            raise FaultError(replace(fault, belated=seq is not None and seq < expected))
        return reply

    def _garbage(self, process: _Process, line: bytes, error: Exception) -> FaultError:
        text = line.removeprefix(codecs.BOM_UTF8)
        shown = printable(text[:80].decode(errors="replace")) + "…" * (len(text) > 80)
        if text != line:
            told = f"a line that begins with a byte order mark: {shown}"
            return self._fault(process, FaultKind.ENCODING, told)
        if not _is_utf_8(line):
            return self._fault(process, FaultKind.ENCODING, f"a line that is not UTF-8: {shown}")
        return self._fault(process, FaultKind.GARBAGE, f"{error}: {shown}")

    def _ended(self, process: _Process, rest: bytes) -> FaultError:
        torn = " in the middle of a line" if rest.strip() else ""
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = process.child.wait(timeout=self.limits.farewell)
            ended = f"killed by signal {-status}" if status < 0 else f"exited with status {status}"
            return self._fault(process, FaultKind.EXIT, ended + torn)
        return self._fault(process, FaultKind.CLOSED, f"closed its output{torn}")

    def _fault(self, process: _Process, kind: FaultKind, message: str) -> FaultError:
        process.kill()
        self._forget(process)
        plain = printable(message[:_LONGEST_WORD])
        return FaultError(EngineFault(kind, plain, telling_lines([*process.words])))

    def _forget(self, process: _Process) -> None:
        """Forget a process once it has ended; until then, an interrupt leaves it to be ended."""
        with self._lock:
            if self._process is process:
                self._process = None


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _why_not_started(command: str, error: Exception) -> str:
    found = shutil.which(command)
    match error:
        case FileNotFoundError() if found is None:
            return f"no such command: {command}"
        case FileNotFoundError():
            return f"{command}: the program that it names in its first line is missing"
        case PermissionError():
            return f"not executable: {command}"
        case OSError():
            return f"cannot be run: {command}: {error.strerror}"
        case _:
            return f"cannot be run: {command}: {error}"
