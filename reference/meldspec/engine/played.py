"""What an adapter plays of one game, and a match that has begun on it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, final

from meldspec.engine.calls import BrokenError, No, RefusedError, call, meant, wanted
from meldspec.engine.candidates import can_be_named, candidates
from meldspec.engine.cards import Spelling
from meldspec.engine.forms import KINDS, Form, form_of, told, without_cards
from meldspec.engine.shuffling import Arranged
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.spoken import QUESTIONS
from meldspec.wire import JSON, GameWire, Match, Messages, UnplayableError, WireError

Readings: TypeAlias = Mapping[str, str | int]

ABOUT_MATCH: Final = ("view", "legal", "result", "perft")
"""The questions about a match."""


@final
@dataclass(slots=True)
class Played:
    """What an adapter has registered for one game."""

    name: str
    spelling: Spelling
    answers: dict[str, tuple[Callable[..., Any], No]] = field(default_factory=dict)
    """By question about facts: the function that answers it, and how it refuses."""
    options: dict[str, tuple[str | int, ...]] = field(default_factory=dict)
    """By full name: the readings that are played, where this is not the default alone."""
    table: type | None = None
    """The class of a match."""
    no: No = field(default_factory=lambda: No((), ()))
    players: tuple[int, ...] = ()
    """The numbers of players; empty for all that the game allows."""
    perft: bool = False
    messages: Messages = field(init=False)
    """The forms of the game's messages."""

    def __post_init__(self) -> None:
        self.messages = self.game.messages

    @property
    def game(self) -> GameWire:
        """The reference's game, which knows what can be read."""
        return GAMES[self.name]

    @property
    def abilities(self) -> list[str]:
        """What may be asked, in the order of the reference."""
        return [one for one in self.game.abilities if self._can(one)]

    def _can(self, ability: str) -> bool:
        if ability in QUESTIONS or self.table is None:
            return ability in self.answers
        if ability == "late-start":
            return "hand_number" in wanted(self.table)
        if ability == "legal":
            own = hasattr(self.table, "legal") or hasattr(self.table, "candidates")
            return own or (hasattr(self.table, "view") and can_be_named(self.seat_actions))
        if ability == "perft":
            by_trial = self.perft and hasattr(self.table, "view") and self._can("legal")
            return hasattr(self.table, "perft") or by_trial
        return ability == "play" or hasattr(self.table, ability)

    @property
    def actions(self) -> list[str]:
        """The action types of the game that the class of a match has as methods."""
        return [word for word in self.messages.actions if hasattr(self.table, word)]

    @property
    def seat_actions(self) -> dict[str, type]:
        """Those of them that seats do, with the records of the reference."""
        kinds = self.messages.seats
        return {word: kinds[word] for word in self.actions if word in kinds}

    def form(self, word: str) -> Form:
        """The fields of an action."""
        return form_of(self.messages.actions[word])

    def hello(self) -> dict[str, JSON]:
        """What the game's part of ``hello`` says."""
        said: dict[str, JSON] = {"abilities": [*self.abilities]}
        if self.options:
            said["options"] = {name: [*readings] for name, readings in self.options.items()}
        if self.table is not None:
            said["actions"] = [*self.actions]
        if self.players:
            said["players"] = [*self.players]
        return said

    def readings(self, rules: JSON) -> dict[str, str | int]:
        """The readings of the registered options in the rules of a request, by full name.

        Raises WireError for rules that cannot be read, UnplayableError for a reading that is not
        played.
        """
        self.game.rule_set(rules)
        named: Any = (rules or {}).get("options") or {} if isinstance(rules, dict) else {}
        usual = {name: readings[0] for name, readings in self.game.readings().items()}
        asked = {full_name(self.game, name): reading for name, reading in named.items()}
        for name, reading in {**dict.fromkeys(self.options), **asked}.items():
            chosen = usual[name] if reading is None else reading
            if chosen not in self.options.get(name, (usual[name],)):
                raise UnplayableError(f"{name} = {chosen} is not played")
        return {name: asked.get(name, usual[name]) for name in self.options}

    def answer(self, what: str, request: Mapping[str, JSON]) -> JSON:
        """The library's answer to a question about facts that can be read.

        Raises RefusedError where the library refuses, and where the reference refuses a deck.
        """
        if what in self.messages.facts and what not in self.answers:
            raise UnplayableError(f"the question {what!r} of {self.name} is not answered here")
        rules = request.get("rules")
        read = self.game.ask(what, {} if rules is None else rules, request)
        readings = self.readings(rules)
        if what == "deal" and isinstance(read, Refusal):
            raise RefusedError(*read.clauses)
        function, no = self.answers[what]
        facts = told(form_of(self.messages.facts[what]), request, self.spelling)
        answer = call(function, {**facts, "rules": readings}, no)
        return self._kind(answer) if what == "meld" else written(answer, what, self.spelling)

    def _kind(self, answer: object) -> str | None:
        """The answer to the question ``meld``.  Raises BrokenError for anything but its words."""
        kinds = KINDS[self.name]
        if answer is None or (isinstance(answer, str) and answer in kinds):
            return answer
        can = ", ".join(map(repr, kinds))
        raise BrokenError(f"meld of {self.name} must return {can} or None, not {answer!r}")


def full_name(game: GameWire, name: str) -> str:
    """The full name of an option; ValueError where the game has no such option."""
    plain = name.replace("-", "_").removeprefix(game.name.replace("-", "_") + ".")
    for full in game.readings():
        if plain in (full, full.rpartition(".")[2]):
            return full
    raise ValueError(f"{game.name} has no option {name!r}{meant(plain, game.readings())}")


def written(answer: object, name: str, spelling: Spelling) -> JSON:
    """An answer of the library in JSON.  Raises BrokenError."""
    try:
        return without_cards(answer, name, spelling)
    except (ValueError, RecursionError) as problem:
        raise BrokenError(f"an answer that cannot be written: {problem}") from problem


@final
class Begun:
    """A match on the library's table.

    ``fresh`` is the same match of the reference before its first deal: it tells which actions can
    be read, and what a deal is, and is never played on.
    """

    def __init__(
        self, played: Played, fresh: Match, begins: Mapping[str, JSON], table: object
    ) -> None:
        self._played: Final = played
        self._fresh: Final = fresh
        self._begins: Final = begins
        self._table = table
        self._hands = 0
        self._in_hand = False

    @classmethod
    def on(
        cls, played: Played, fresh: Match, request: Mapping[str, JSON], rules: Readings
    ) -> Begun:
        """A new match.  Raises RefusedError, UnplayableError and BrokenError."""
        if played.table is None:
            raise UnplayableError(f"{played.name} is not played here")
        number = request.get("hand_number")
        begins: dict[str, JSON] = {
            **{name: request[name] for name in ("players", "dealer")},
            "hand_number": 1 if number is None else number,
            "rules": {**rules},
        }
        named = request.get("rules")
        if played.players and begins["players"] not in played.players:
            raise UnplayableError(f"{begins['players']} players are not played here")
        if begins["hand_number"] != 1 and "hand_number" not in wanted(played.table):
            raise UnplayableError("every match begins with the first hand here")
        table = call(played.table, begins, played.no)
        return cls(played, fresh, {**begins, "rules": {} if named is None else named}, table)

    def act(self, by: JSON, do: Mapping[str, JSON]) -> None:
        """An action.  Unless it is accepted, the table stays as it was.

        Raises WireError, RefusedError, UnplayableError and BrokenError.
        """
        before = self._copied()
        accepted = False
        try:
            self._try(by, do)
            accepted = True
        finally:
            if not accepted:
                self._table = before

    def _try(self, by: JSON, do: Mapping[str, JSON]) -> None:
        """The same, on a table that is thrown away unless the action is accepted."""
        self._fresh.act(by, do)
        word = str(do["type"])
        if word not in self._played.actions:
            raise UnplayableError(f"the action {word!r} is not written yet")
        if (by == "chance") != (word in self._played.messages.chance):
            raise RefusedError
        goes_on = self._goes_on()
        if by != "chance" and not goes_on:
            raise RefusedError
        if word == "deal":
            self._check_deal(do, goes_on)
        fields = told(self._played.form(word), do, self._played.spelling)
        call(getattr(self._table, word), {**fields, "by": by}, self._played.no)
        if word == "deal":
            self._check_shuffle()
        self._hands += word == "deal"
        self._in_hand = self._in_hand or word == "deal"

    def _goes_on(self) -> bool:
        """Whether a hand goes on: none does from its result to the next deal, also after a cut."""
        self._in_hand = self._in_hand and self._answer("result") is None
        return self._in_hand

    def _check_deal(self, do: Mapping[str, JSON], goes_on: bool) -> None:
        """Raises RefusedError for a deal during a hand, or of other cards than the hand can have.

        After the first hand, the library itself must know whose deal it is, and whether the match
        is over.  A deal after the last hand that the game has is not checked.
        """
        if goes_on:
            raise RefusedError
        outcomes = [start.act("chance", do) for start in self._starts()]
        refusals = [one for one in outcomes if isinstance(one, Refusal)]
        if refusals and len(refusals) == len(outcomes):
            surely_due = not self._hands or self._numbered
            raise RefusedError(*(refusals[0].clauses if surely_due else ()))

    @property
    def _numbered(self) -> bool:
        """Whether the number of a hand says what it is dealt, and whether the match is over."""
        return "late-start" in self._played.game.abilities

    def _starts(self) -> Iterator[Match]:
        """A match of the reference before the hand that is due, for each seat that may deal it."""
        if not self._hands:
            yield self._fresh
            return
        game, begins = self._played.game, self._begins
        number = int(str(begins["hand_number"])) + self._hands if self._numbered else 1
        for dealer in range(int(str(begins["players"]))):
            start = game.begin(begins["rules"], begins["players"], dealer, number)
            if not isinstance(start, Refusal):
                yield start

    def _check_shuffle(self) -> None:
        """Raises BrokenError if a deal has left an order for the library's shuffle unused."""
        for name, one in getattr(self._table, "__dict__", {}).items():
            if isinstance(one, Arranged) and one.waits:
                raise BrokenError(
                    f"the deal is accepted, but the order given to {name!r} is not used: "
                    "the library shuffles with something else"
                )

    def ask(self, what: str, request: Mapping[str, JSON]) -> JSON:
        """The answer to a question about the match.

        Raises WireError, RefusedError, UnplayableError and BrokenError.
        """
        if what == "perft":
            depth = _present(request, "depth")
            self._fresh.perft(depth)
            self._offered(what)
            if hasattr(self._table, "perft"):
                return self._answer("perft", depth=depth)
            return self._counts(int(str(depth)))
        if what == "result":
            return self._answer("result") if self._hands else None
        seat = _present(request, "seat")
        self._fresh.view(seat)
        self._offered(what)
        return self._legal(seat) if what == "legal" else self._answer(what, seat=seat)

    def _offered(self, ability: str) -> None:
        if ability not in self._played.abilities:
            raise UnplayableError(f"the question {ability!r} is not answered here")

    def _answer(self, what: str, **facts: JSON) -> JSON:
        answer = call(getattr(self._table, what), facts, No((), self._played.no.exceptions))
        return written(
            answer, "" if what in ("result", "view", "perft") else what, self._played.spelling
        )

    # ── by trial ─────────────────────────────────────────────────────────────────────────────────

    def _legal(self, seat: JSON) -> JSON:
        if hasattr(self._table, "legal"):
            return self._answer("legal", seat=seat)
        return [do for do, _ in self._accepted(seat)]

    def _accepted(self, seat: JSON) -> Iterator[tuple[dict[str, JSON], Begun]]:
        """The candidates of a seat that the library accepts, each with the match after it."""
        tried = set()
        for do in self._candidates(seat):
            key = json.dumps(do, sort_keys=True)
            if key not in tried:
                tried.add(key)
                after = self._copy()
                try:
                    after._try(seat, do)
                except (RefusedError, UnplayableError):
                    continue
                yield do, after

    def _candidates(self, seat: JSON) -> list[dict[str, JSON]]:
        if hasattr(self._table, "candidates"):
            named: Any = self._answer("candidates", seat=seat)
            return list(named)
        view: Any = self._answer("view", seat=seat)
        return list(candidates(self._played.seat_actions, view))

    def _copy(self) -> Begun:
        other = Begun(self._played, self._fresh, self._begins, self._copied())
        other._hands, other._in_hand = self._hands, self._in_hand
        return other

    def _copied(self) -> object:
        try:
            return copy.deepcopy(self._table)
        except Exception as problem:
            raise BrokenError(f"the table cannot be copied: {problem}") from problem

    def _next(self) -> list[tuple[JSON, Begun]]:
        """Every accepted action of every seat that is to act, with the match after it."""
        view: Any = self._answer("view", seat=0)
        found: list[tuple[JSON, Begun]] = []
        for seat in view["to_act"]:
            if not hasattr(self._table, "legal"):
                found += self._accepted(seat)
                continue
            actions: Any = self._legal(seat)
            for do in actions:
                after = self._copy()
                after._try(seat, do)
                found.append((do, after))
        return found

    def _count(self, depth: int) -> int:
        after = self._next() if depth else []
        return sum(match._count(depth - 1) for _, match in after) if after else 1

    def _counts(self, depth: int) -> JSON:
        """How many sequences of accepted actions there are, in all and by the first one."""
        counted: dict[str, int] = {}
        for do, match in self._next() if depth else []:
            key = json.dumps(do)
            counted[key] = counted.get(key, 0) + match._count(depth - 1)
        split: list[JSON] = [[json.loads(key), number] for key, number in counted.items()]
        return {"total": sum(counted.values()) if counted else 1, "by_action": split}


def _present(request: Mapping[str, JSON], name: str) -> JSON:
    if name not in request:
        raise WireError(f"{name!r} is missing")
    return request[name]
