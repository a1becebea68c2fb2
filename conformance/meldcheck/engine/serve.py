"""Games played over the protocol: one reply to every line, whatever the line contains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import BufferedIOBase
from time import monotonic
from typing import BinaryIO, Final, Protocol, TypeAlias, TypeGuard

import msgspec

from meldcheck.words import protocol
from meldcheck.words.case import JSON
from meldspec.play import Refusal
from meldspec.wire import Match, UnplayableError, WireError

LONGEST_LINE: Final = 1 << 20
"""Bytes of the longest request that is read."""

_LONGEST_REASON: Final = 300
_CHUNK: Final = 1 << 16
_MOST_DELAY: Final = 0.01
"""Seconds that quick replies may take together before they are written."""


def version() -> str:
    """The version of this distribution, or ``not installed``."""
    from importlib import metadata  # it takes longer to import than most answers take

    try:
        return metadata.version("meldspec")
    except metadata.PackageNotFoundError:
        return "not installed"


class Served(Protocol):
    """The part of a game that the protocol uses; see ``meldspec.wire.GameWire``."""

    @property
    def abilities(self) -> tuple[str, ...]:
        """The abilities of the game."""

    def readings(self) -> dict[str, list[str | int]]:
        """The readings of each option that has several, or one that is not the default."""

    def begin(
        self, rules: JSON, players: JSON, dealer: JSON, hand_number: JSON = None
    ) -> Match | Refusal:
        """A new match before its first deal, with the first hand unless another is named."""

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refusal:
        """The answer to a question about stated facts."""


@dataclass(frozen=True, slots=True)
class _NoMatch:
    """No match has begun."""


@dataclass(frozen=True, slots=True)
class _NotPlayed:
    """The last ``begin`` was skipped, and every request up to ``end`` is skipped too."""

    reason: str


_Table: TypeAlias = Match | _NoMatch | _NotPlayed
_Reply: TypeAlias = dict[str, JSON]


class Session:
    """One conversation: the games, and the match that has begun."""

    def __init__(self, games: Mapping[str, Served]) -> None:
        self._games = games
        self._table: _Table = _NoMatch()

    def reply(self, line: bytes) -> bytes:
        """The reply to one line, without its end."""
        return msgspec.json.encode(self._reply_to_line(line))

    def _reply_to_line(self, line: bytes) -> _Reply:
        if len(line) > LONGEST_LINE:
            return _error(None, f"a line of more than {LONGEST_LINE} bytes")
        try:
            request = protocol.read_object(line)
        except protocol.NoReplyError as problem:
            return _error(None, str(problem))
        seq = request.get("seq")
        if type(seq) is not int:
            return _error(None, "'seq' is not an integer" if "seq" in request else "no 'seq'")
        try:
            return {"seq": seq, **self._reply_to(request)}
        except WireError as problem:
            return _error(seq, str(problem))
        except UnplayableError as problem:
            return {"seq": seq, "skipped": str(problem)}
        except RecursionError:
            return _error(seq, "the request is nested too deeply")

    def _reply_to(self, request: Mapping[str, JSON]) -> _Reply:
        match _text(request, "cmd"):
            case "hello":
                return self._hello(request)
            case "begin":
                return self._begin(request)
            case "act":
                return self._act(request)
            case "ask":
                return self._ask(request)
            case "end":
                self._table = _NoMatch()
                return {"ok": True}
            case unknown:
                raise WireError(f"unknown command {unknown!r}")

    def _hello(self, request: Mapping[str, JSON]) -> _Reply:
        wanted = _present(request, "protocol")
        if type(wanted) is not int:
            raise WireError("'protocol' is not an integer")
        if wanted != protocol.VERSION:
            raise UnplayableError(f"protocol {wanted} is not spoken; use {protocol.VERSION}")
        return {
            "protocol": protocol.VERSION,
            "engine": {"name": "meldspec", "version": version(), "language": "python"},
            "games": {
                name: {"abilities": list(game.abilities), "options": game.readings()}
                for name, game in self._games.items()
            },
        }

    def _begin(self, request: Mapping[str, JSON]) -> _Reply:
        name = _text(request, "game")
        players, dealer = _present(request, "players"), _present(request, "dealer")
        number = request.get("hand_number")
        try:
            begun = self._game(name).begin(_rules(request), players, dealer, number)
        except UnplayableError as problem:
            self._table = _NotPlayed(str(problem))
            raise
        if is_refused(begun):
            return _refusal(begun)
        if is_match(begun):
            self._table = begun
        return {"ok": True}

    def _act(self, request: Mapping[str, JSON]) -> _Reply:
        match = self._match()
        by, do = _present(request, "by"), _present(request, "do")
        if not isinstance(do, dict):
            raise WireError("'do' is not an object")
        after = match.act(by, do)
        if is_refused(after):
            return _refusal(after)
        if is_match(after):
            self._table = after
        return {"ok": True}

    def _ask(self, request: Mapping[str, JSON]) -> _Reply:
        if isinstance(self._table, _NotPlayed):
            raise UnplayableError(self._table.reason)
        what = _text(request, "what")
        about_match = _ABOUT_MATCH.get(what)
        if about_match is not None:
            return {"ok": True, "answer": about_match(self._match(), request)}
        game = self._game(_text(request, "game"))
        answer = game.ask(what, _rules(request), request)
        return _refusal(answer) if is_refused(answer) else {"ok": True, "answer": answer}

    def _game(self, name: str) -> Served:
        if name not in self._games:
            raise UnplayableError(f"the game {name!r} is not played here")
        return self._games[name]

    def _match(self) -> Match:
        match self._table:
            case _NoMatch():
                raise WireError("no match has begun")
            case _NotPlayed(reason):
                raise UnplayableError(reason)
            case begun:
                return begun


_ABOUT_MATCH: Final[Mapping[str, Callable[[Match, Mapping[str, JSON]], JSON]]] = {
    "view": lambda match, question: match.view(_present(question, "seat")),
    "legal": lambda match, question: match.legal(_present(question, "seat")),
    "result": lambda match, _: match.result(),
    "perft": lambda match, question: match.perft(_present(question, "depth")),
}


def is_refused(outcome: object) -> TypeGuard[Refusal]:
    """Whether a game refused."""
    return hasattr(outcome, "clauses")


def is_match(outcome: object) -> TypeGuard[Match]:
    """Whether the game accepted, and so returned a match."""
    return not hasattr(outcome, "clauses")


def _present(request: Mapping[str, JSON], name: str) -> JSON:
    if name not in request:
        raise WireError(f"{name!r} is missing")
    return request[name]


def _text(request: Mapping[str, JSON], name: str) -> str:
    value = _present(request, name)
    if not isinstance(value, str):
        raise WireError(f"{name!r} is not a string")
    return value


def _rules(request: Mapping[str, JSON]) -> JSON:
    rules = request.get("rules")
    return {} if rules is None else rules


def _refusal(refused: Refusal) -> _Reply:
    return {"ok": False, "clauses": [str(clause) for clause in refused.clauses]}


def _error(seq: int | None, reason: str) -> _Reply:
    short = reason if len(reason) <= _LONGEST_REASON else reason[:_LONGEST_REASON] + "…"
    return {"seq": seq, "error": short}


def serve(games: Mapping[str, Served], source: BufferedIOBase, sink: BinaryIO) -> None:
    """Reply to each line of ``source`` until it ends. A last line may lack its line end.

    Replies to lines that came together are written together, unless they take long: each write
    wakes the reader.
    """
    session = Session(games)
    for lines in _lines(source):
        written = monotonic()
        for line in lines:
            sink.write(session.reply(line) + b"\n")
            if monotonic() - written > _MOST_DELAY:
                sink.flush()
                written = monotonic()
        sink.flush()


def _lines(source: BufferedIOBase) -> Iterator[list[bytes]]:
    """The lines that came together, without their ends.

    Of a line that is too long, only enough to see that it is.
    """
    rest = b""
    while chunk := source.read1(_CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        rest = rest[: LONGEST_LINE + 1]
        yield lines
    if rest:
        yield [rest]
