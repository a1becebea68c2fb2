"""The engine that the author of an adapter fills: what is registered, and the reply to a line."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, BinaryIO, Final, TypeVar, final

from meldspec.engine.calls import (
    BrokenError,
    No,
    OutOfTimeError,
    RefusedError,
    at_most,
    check_wanted,
    meant,
    parameter,
)
from meldspec.engine.cards import PROTOCOL, Spelling
from meldspec.engine.forms import form_of
from meldspec.engine.played import ABOUT_MATCH, Begun, Played, full_name
from meldspec.engine.streams import apart, lines
from meldspec.games import NAMES
from meldspec.play import Refusal
from meldspec.wire import JSON, UnplayableError, WireError

Answer = TypeVar("Answer", bound=Callable[..., Any])
Table = TypeVar("Table", bound=type)

_VERSION: Final = 1
_LONGEST_LINE: Final = 1 << 20
_LONGEST_REASON: Final = 300
_LONG: Final = 6
"""The letters of a word from which on a slip in it is told."""


@final
class Engine:
    """A program that speaks the protocol for a library.  Register what it plays, then ``run``."""

    def __init__(
        self, name: str, version: str = "", *, cards: Spelling = PROTOCOL, seconds: float = 9
    ) -> None:
        """``cards`` is how the library has its cards; its functions get and return these.

        After ``seconds`` for one request the library's code is stopped, and the reply is ``error``.
        """
        self._who: Final[dict[str, JSON]] = {"name": name, "version": version, "language": "python"}
        self._cards: Final = cards
        self._seconds: Final = seconds
        self._games: Final[dict[str, Played]] = {}
        self._match: Begun | None = None
        self._skipping: str | None = None

    # ── what is registered ───────────────────────────────────────────────────────────────────────

    def question(self, what: str, game: str, *, refuses: object = ()) -> Callable[[Answer], Answer]:
        """Registers the function that answers a question about facts.

        Its parameters have the names of the fields in docs/protocol.md, or ``rules``, a dictionary
        with the readings of the registered options.  ``refuses`` is how it says no: a value, a type
        of exceptions, or a tuple of them.  Raises ValueError for a game or a question that does not
        exist, TypeError for a parameter that is no field and for other ``refuses``, such as a list.
        """
        played = self._of(game)
        if what not in played.messages.facts:
            near = meant(what, played.messages.facts)
            raise ValueError(f"{game} has no question {what!r}{near}")
        fields = form_of(played.messages.facts[what])

        def register(function: Answer) -> Answer:
            known = {parameter(name): None for name in (*fields, "rules")}
            check_wanted(function, known, f"{what} of {game}")
            played.answers[what] = (function, No.of(refuses, game))
            return function

        return register

    def meld(self, game: str) -> Callable[[Answer], Answer]:
        """Registers the function of ``cards`` that names the kind of a meld, or returns None.

        The kinds are ``"set"`` and ``"run"``, in Three Thirteen also ``"both"``, in Indian Chief
        the names of its seven melds.  Any other answer is an error.
        """
        return self.question("meld", game)

    def deadwood(self, game: str) -> Callable[[Answer], Answer]:
        """Registers the function of a ``hand`` that returns its points outside melds."""
        return self.question("deadwood", game)

    def deal(self, game: str) -> Callable[[Answer], Answer]:
        """Registers the function of a ``deck`` that deals it; it sees whole decks only."""
        return self.question("deal", game)

    def settle(self, game: str, *, refuses: object = ()) -> Callable[[Answer], Answer]:
        """Registers the function that tells who pays whom, from the facts of a hand."""
        return self.question("settle", game, refuses=refuses)

    def options(self, game: str, readings: Mapping[str, Iterable[str | int]]) -> None:
        """Registers the readings that the library plays of some options.

        A request for another reading is skipped.  ValueError for an option or a reading that the
        game lacks, TypeError for a reading in the place of a list.
        """
        played = self._of(game)
        for name, several in readings.items():
            full = full_name(played.game, name)
            known = played.game.readings()[full]
            if isinstance(several, str):
                told = f"readings of {full} of {game} are {several!r}"
                raise TypeError(f"{told}; expected is a list of readings")
            listed = tuple(several)
            for reading in listed:
                if reading not in known:
                    has = f"it has {', '.join(map(repr, known))}"
                    raise ValueError(f"{full} of {game} has no reading {reading!r}; {has}")
            played.options[full] = listed

    def game(
        self,
        name: str,
        *,
        players: int | Iterable[int] = (),
        refuses: object = False,
        perft: bool = False,
    ) -> Callable[[Table], Table]:
        """Registers the class of a match.

        It is called with those of ``players``, ``dealer``, ``hand_number`` and ``rules`` that it
        has as parameters.  Its methods have the names of actions and questions, and parameters
        with the names of their fields; an action may also want to know ``by`` whom it is.

        ``players`` are the numbers that the library plays; without them, all of the game.
        ``refuses`` is how an action says no: a value, a type of exceptions, or a tuple of them.
        ``perft`` offers counts of sequences, which are made by trial and may take long.

        Raises ValueError for a game that does not exist or a number of players that it lacks,
        TypeError for a class without ``result`` or without an action, for a parameter that is no
        field, for a method such as ``layOff`` or ``lay_of`` in the place of ``lay_off``, and for
        other ``refuses``, such as a list.
        """
        played = self._of(name)

        def register(table: Table) -> Table:
            played.table, played.no, played.perft = table, No.of(refuses, name), perft
            played.players = tuple(players) if isinstance(players, Iterable) else (players,)
            for number in played.players:
                whole = type(number) is int
                if not whole or isinstance(played.game.begin({}, number, 0), Refusal):
                    raise ValueError(f"{name} is not played by {number!r} players")
            begins = dict.fromkeys(("players", "dealer", "hand_number", "rules"))
            check_wanted(table, begins, f"the table of {name}")
            if not hasattr(table, "result"):
                raise TypeError(f"the table of {name} has no 'result'")
            if not played.seat_actions:
                raise TypeError(f"the table of {name} has no action of a seat")
            told = {word: (*played.form(word), "by") for word in played.actions}
            asked: dict[str, tuple[str, ...]] = {
                "view": ("seat",),
                "legal": ("seat",),
                "candidates": ("seat",),
            }
            asked.update(result=(), perft=("depth",))
            words = (*played.messages.actions, *asked)
            for method in dict.fromkeys(name for each in table.__mro__[:-1] for name in vars(each)):
                word = _meant_by(method, table, words)
                if word is not None:
                    has = f"the table of {name} has {method!r} and no {word!r}"
                    own = "one of your own begins with _"
                    raise TypeError(f"{has}: the method needs this name; {own}")
            for word, fields in {**told, **asked}.items():
                if hasattr(table, word):
                    known = {parameter(field): None for field in fields}
                    check_wanted(_bound(table, word), known, f"{word} of {name}")
            return table

        return register

    def _of(self, game: str) -> Played:
        if game not in NAMES:
            raise ValueError(f"no game is called {game!r}{meant(game, NAMES)}")
        return self._games.setdefault(game, Played(game, self._cards))

    # ── replies ──────────────────────────────────────────────────────────────────────────────────

    def run(self) -> None:
        """Replies to each line of standard input until it ends.

        While it runs, what the library prints goes to standard error, and the library reads an
        empty standard input.
        """
        with apart() as (source, sink):
            self.serve(source, sink)

    def serve(self, source: BinaryIO, sink: BinaryIO) -> None:
        """Replies to each line of ``source`` until it ends."""
        for line in lines(source, _LONGEST_LINE):
            sink.write(self.reply(line) + b"\n")
            sink.flush()

    def reply(self, line: bytes) -> bytes:
        """The reply to one line, without its end."""
        return json.dumps(self._reply_to_line(line), separators=(",", ":")).encode()

    def _reply_to_line(self, line: bytes) -> dict[str, JSON]:
        if len(line) > _LONGEST_LINE:
            return _error(None, f"a line of more than {_LONGEST_LINE} bytes")
        try:
            request = json.loads(line.decode(), parse_constant=_no_number)
        except (ValueError, RecursionError) as problem:
            return _error(None, f"not JSON: {problem}")
        if not isinstance(request, dict):
            return _error(None, "not a JSON object")
        seq = request.get("seq")
        if type(seq) is not int:
            return _error(None, "'seq' is not an integer" if "seq" in request else "no 'seq'")
        try:
            with at_most(self._seconds):
                return {"seq": seq, **self._reply_to(request)}
        except WireError as problem:
            return _error(seq, str(problem))
        except UnplayableError as problem:
            return {"seq": seq, "skipped": str(problem)}
        except RefusedError as refusal:
            clauses: list[JSON] = [*refusal.clauses]
            return {"seq": seq, "ok": False, **({"clauses": clauses} if clauses else {})}
        except RecursionError:
            return _error(seq, "the request is nested too deeply")
        except (BrokenError, OutOfTimeError) as problem:
            traceback.print_exception(problem, file=sys.stderr)
            return _error(seq, str(problem))
        except Exception as problem:
            traceback.print_exception(problem, file=sys.stderr)
            return _error(
                seq, f"the answer lacks what is needed: {type(problem).__name__}: {problem}"
            )

    def _reply_to(self, request: Mapping[str, JSON]) -> dict[str, JSON]:
        match _text(request, "cmd"):
            case "hello":
                return self._hello(request)
            case "begin":
                return self._begin(request)
            case "act":
                return self._act(request)
            case "ask":
                return {"ok": True, "answer": self._ask(request)}
            case "end":
                self._match = self._skipping = None
                return {"ok": True}
            case unknown:
                raise WireError(f"unknown command {unknown!r}")

    def _hello(self, request: Mapping[str, JSON]) -> dict[str, JSON]:
        spoken = _present(request, "protocol")
        if type(spoken) is not int:
            raise WireError("'protocol' is not an integer")
        if spoken != _VERSION:
            raise UnplayableError(f"protocol {spoken} is not spoken; use {_VERSION}")
        games: dict[str, JSON] = {name: played.hello() for name, played in self._games.items()}
        return {"protocol": _VERSION, "engine": self._who, "games": games}

    def _begin(self, request: Mapping[str, JSON]) -> dict[str, JSON]:
        name = _text(request, "game")
        players, dealer = _present(request, "players"), _present(request, "dealer")
        try:
            played = self._registered(name)
            rules = request.get("rules")
            whole = {} if rules is None else rules
            fresh = played.game.begin(whole, players, dealer, request.get("hand_number"))
            readings = played.readings(rules)
            if isinstance(fresh, Refusal):
                raise RefusedError(*fresh.clauses)
            begun = Begun.on(played, fresh, request, readings)
        except UnplayableError as problem:
            self._match, self._skipping = None, str(problem)
            raise
        self._match, self._skipping = begun, None
        return {"ok": True}

    def _act(self, request: Mapping[str, JSON]) -> dict[str, JSON]:
        match = self._begun()
        by, do = _present(request, "by"), _present(request, "do")
        if not isinstance(do, dict):
            raise WireError("'do' is not an object")
        match.act(by, do)
        return {"ok": True}

    def _ask(self, request: Mapping[str, JSON]) -> JSON:
        what = _text(request, "what")
        if what in ABOUT_MATCH:
            return self._begun().ask(what, request)
        return self._registered(_text(request, "game")).answer(what, request)

    def _registered(self, name: str) -> Played:
        if name not in self._games:
            raise UnplayableError(f"the game {name!r} is not played here")
        return self._games[name]

    def _begun(self) -> Begun:
        if self._skipping is not None:
            raise UnplayableError(self._skipping)
        if self._match is None:
            raise WireError("no match has begun")
        return self._match


def _meant_by(method: str, table: type, words: Collection[str]) -> str | None:
    """The word that a class lacks, and for which a method of its own seems to stand.

    Any other name than the word with one slip behind its first letter is of the user's own:
    ``melds``, ``is_legal``.
    """
    if method in words or method.startswith("_") or not callable(getattr(table, method)):
        return None
    lacking = (word for word in words if not hasattr(table, word))
    return next((word for word in lacking if _is_slip(_plain(method), _plain(word))), None)


def _is_slip(name: str, word: str) -> bool:
    """Whether a name is a word with one letter lost, added, changed or swapped with the next."""
    if name == word:
        return True
    if len(word) < _LONG or name.startswith(word) or name[0] != word[0]:
        return False
    swaps = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(1, len(word) - 1)}
    lost, added = name in _shorter(word), word in _shorter(name)
    changed = len(name) == len(word) and sum(map(str.__ne__, name, word)) == 1
    return lost or added or changed or name in swaps


def _shorter(text: str) -> set[str]:
    return {text[:at] + text[at + 1 :] for at in range(1, len(text))}


def _plain(word: str) -> str:
    return word.replace("_", "").lower()


def _bound(table: type, word: str) -> Callable[..., Any]:
    """A method without its first parameter, as an object of the class has it."""
    method: Callable[..., Any] = getattr(object.__new__(table), word)
    return method


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")


def _present(request: Mapping[str, JSON], name: str) -> JSON:
    if name not in request:
        raise WireError(f"{name!r} is missing")
    return request[name]


def _text(request: Mapping[str, JSON], name: str) -> str:
    value = _present(request, name)
    if not isinstance(value, str):
        raise WireError(f"{name!r} is not a string")
    return value


def _error(seq: int | None, reason: str) -> dict[str, JSON]:
    first = reason.partition("\n")[0]
    short = first if len(first) <= _LONGEST_REASON else first[:_LONGEST_REASON] + "…"
    return {"seq": seq, "error": short}
