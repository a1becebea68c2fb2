"""A case played again under other readings, from the first request that looks at one of them.

A request gives the same under all readings of the options at which it does not look.  So whatever
comes before that request is recalled from the first time that the case was played.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, final

import msgspec

from meldcheck.words import compare
from meldcheck.words.compare import Difference
from meldcheck.words.readings import Readings
from meldspec.play import Refusal
from meldspec.wire import JSON, Debt, GameWire, Match


@final
@dataclass(frozen=True, slots=True)
class _Given:
    """What a request gives by the rules of the course, and the options at which it looks."""

    value: Any  # an answer, a refusal or the match after an action
    looks_at: frozenset[str]


@final
@dataclass(frozen=True, slots=True)
class _Standing:
    """Where a match stands by the rules of the course, and what was asked there."""

    match: Match
    given: dict[bytes, _Given] = field(default_factory=dict)
    after: dict[bytes, _Standing] = field(default_factory=dict)


@final
class Course:
    """A game in which every match and answer follows one rule set, which is watched."""

    def __init__(self, game: GameWire, chosen: Readings) -> None:
        self.game = game
        self.chosen = chosen
        self.read: set[str] = set()
        """The options at which the requests so far have looked."""
        self._looked: set[str] = set()
        self._rules = game.open_rules(chosen, self._looked)
        self._begun: dict[bytes, _Standing | Refusal] = {}
        self._told: dict[bytes, _Given] = {}
        self._compared: dict[tuple[int, int], tuple[JSON, JSON, Sequence[Difference]]] = {}

    @property
    def abilities(self) -> tuple[str, ...]:
        """The abilities of the game."""
        return self.game.abilities

    def readings(self) -> dict[str, list[str | int]]:
        """The options of the game."""
        return self.game.readings()

    def begin(
        self, rules: JSON, players: JSON, dealer: JSON, hand_number: JSON = None
    ) -> Match | Refusal:
        """A new match by the rules of the course; ``rules`` is ignored."""
        begun = self.begun(players, dealer, hand_number)
        return begun if isinstance(begun, Refusal) else _Recalled(self, begun, frozenset(), None)

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refusal:
        """The answer by the rules of the course; ``rules`` is ignored."""
        answer: JSON | Refusal = self.told(what, question).value
        return answer

    def begun(self, players: JSON, dealer: JSON, hand_number: JSON) -> _Standing | Refusal:
        """A new match by the rules of the course."""
        key = msgspec.json.encode((players, dealer, hand_number))
        if key not in self._begun:
            match = self.game.begin({}, players, dealer, hand_number)
            if isinstance(match, Refusal):
                self._begun[key] = match
            else:
                self._begun[key] = _Standing(match.under(self._rules))
        return self._begun[key]

    def told(self, what: str, question: Mapping[str, JSON]) -> _Given:
        """The answer to a question about facts by the rules of the course."""
        key = msgspec.json.encode((what, question))
        if key not in self._told:
            ask = self.game.ask_under
            self._told[key] = self.watched(lambda: ask(self._rules, what, question))
        return self._told[key]

    def differences(self, what: str, expected: JSON, got: JSON) -> Sequence[Difference]:
        """The differences of two answers; an answer that is recalled is compared once."""
        key = id(expected), id(got)
        if key not in self._compared:
            found = compare.differences(what, expected, got)
            self._compared[key] = (expected, got, found)  # both stay, and so their numbers
        return self._compared[key][-1]

    def watched(self, ask: Callable[[], object]) -> _Given:
        """What a request gives, with the options at which it looks."""
        self._looked.clear()
        value = ask()
        self.read |= self._looked
        return _Given(value, frozenset(self._looked))


@final
@dataclass(frozen=True, slots=True)
class Again:
    """A game that recalls a course up to the first request that looks at another reading."""

    course: Course

    @property
    def abilities(self) -> tuple[str, ...]:
        """The abilities of the game."""
        return self.course.abilities

    def readings(self) -> dict[str, list[str | int]]:
        """The options of the game."""
        return self.course.readings()

    def begin(
        self, rules: JSON, players: JSON, dealer: JSON, hand_number: JSON = None
    ) -> Match | Refusal:
        """A new match by these rules."""
        match = self.course.game.begin(rules, players, dealer, hand_number)
        begun = self.course.begun(players, dealer, hand_number)
        if isinstance(match, Refusal) or isinstance(begun, Refusal):
            return match
        if match.position != begun.match.position:
            return match
        return _Recalled(self.course, begun, self._others(rules), rules)

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refusal:
        """The answer by these rules."""
        by = self.course.game.rule_set(rules)
        known = self.course.told(what, question)
        if known.looks_at.isdisjoint(self._others(rules)):
            answer: JSON | Refusal = known.value
            return answer
        return self.course.game.ask_under(by, what, question)

    def _others(self, rules: JSON) -> frozenset[str]:
        """The options that have another reading than in the course."""
        options: Any = rules.get("options", {}) if isinstance(rules, dict) else {}
        usual = {name: readings[0] for name, readings in self.readings().items()}
        own = {**usual, **options}
        return frozenset(name for name, of in self.course.chosen.items() if own[name] != of)


@final
class _Recalled:
    """A match that stands where one of the course stands; ``rules`` differ in the ``others``."""

    def __init__(
        self, course: Course, standing: _Standing, others: frozenset[str], rules: JSON
    ) -> None:
        self._course = course
        self._standing = standing
        self._others = others
        self._rules = rules

    @cached_property
    def _match(self) -> Match:
        """The match by its own rules."""
        if not self._others:
            return self._standing.match
        return self._standing.match.under(self._course.game.rule_set(self._rules))

    def _given(self, key: bytes, ask: Callable[[Match], object]) -> _Given | None:
        """What the course gives, if that is the same by these rules."""
        known = self._standing.given.get(key)
        if known is None:
            known = self._course.watched(lambda: ask(self._standing.match))
            self._standing.given[key] = known
        return known if known.looks_at.isdisjoint(self._others) else None

    def _answer(self, key: tuple[JSON, ...], ask: Callable[[Match], JSON]) -> JSON:
        known = self._given(msgspec.json.encode(key), ask)
        return ask(self._match) if known is None else known.value

    def act(self, by: JSON, do: Mapping[str, JSON]) -> Match | Refusal:
        """The match after an action, or why it is refused."""
        key = msgspec.json.encode((by, do))
        known = self._given(key, lambda match: match.act(by, do))
        if known is None:
            return self._match.act(by, do)
        if isinstance(known.value, Refusal):
            return known.value
        after = self._standing.after.setdefault(key, _Standing(known.value))
        return _Recalled(self._course, after, self._others, self._rules)

    @property
    def position(self) -> Hashable:
        """Where the match stands."""
        return self._standing.match.position

    def under(self, rules: object) -> Match:
        """The match as it stands, under another rule set."""
        return self._standing.match.under(rules)

    def actors(self) -> tuple[str | int, ...]:
        """Who may act now."""
        return self._match.actors()

    def legal(self, seat: JSON) -> list[JSON]:
        """Every action that would be accepted from the seat."""
        listed: Any = self._answer(("legal", seat), lambda match: list(match.legal(seat)))
        found: list[JSON] = listed
        return found

    def view(self, seat: JSON) -> JSON:
        """What the seat may see."""
        return self._answer(("view", seat), lambda match: match.view(seat))

    def result(self) -> JSON:
        """How the hand ended."""
        return self._answer(("result",), lambda match: match.result())

    def grounds(self) -> tuple[str, ...]:
        """The clauses by which the hand was decided."""
        return self._match.grounds()

    def match_grounds(self) -> tuple[str, ...]:
        """The clauses by which the match is over or goes on."""
        return self._match.match_grounds()

    def burned(self) -> tuple[int, ...]:
        """The seats that are burned."""
        return self._match.burned()

    def debts(self) -> Sequence[Debt]:
        """Every payment rule for every loser."""
        return self._match.debts()

    def perft(self, depth: JSON) -> JSON:
        """Counts of sequences of accepted actions."""
        return self._answer(("perft", depth), lambda match: match.perft(depth))
