"""Engines that differ in one rule: known mistakes, rules that are left out, other readings."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeAlias, final

from meldcheck.check.causes import Trait
from meldcheck.suite.depends import read_in
from meldcheck.words.case import Case
from meldspec.games import GAMES
from meldspec.kernel import AnyFollowing, Condition, Limit
from tests.conformance.in_process import InProcess
from tests.conformance.mistakes import AnySpoken, changes
from tests.conformance.mistakes.hunt import Script, bundled, tables

CLAUSES: Final = Path(changes.__file__).with_name("clauses.toml")
Ran: TypeAlias = Callable[[Case, Script], bool]
"""Whether a rule is asked in a case on the reference, and does something there."""


@final
@dataclass(frozen=True, slots=True)
class Difference:
    """An engine that differs from the reference in one rule."""

    game: str
    kind: Trait
    name: str
    """A sentence for a mistake, a clause for a rule left out, and ``option=reading``."""
    played: AnySpoken
    matters: Ran
    """Whether it can matter in a case; where it cannot, the case is not played."""
    flag: str | None = None
    """The flag of the cases that are written against it; None if there is none."""
    about: tuple[str, ...] = ()
    """The clauses that it breaks, if its failing cases do not tell: those of a question."""


def catalogue(game: str) -> Iterator[Difference]:
    """Every difference of a game."""
    yield from mistakes(game)
    yield from rules_left_out(game)
    yield from readings(game)


def mistakes(game: str) -> Iterator[Difference]:
    """The known mistakes of engines."""
    named = broken_clauses().get(game, {})
    for each in tables()[game].MISTAKES:
        matters = partial(_is_short, each.most)
        about = (named[each.name],) if each.name in named else ()
        flag = None if about else each.flag
        yield Difference(game, Trait.MISTAKE, each.name, each.played, matters, flag, about)


@cache
def broken_clauses() -> dict[str, dict[str, str]]:
    """By game and mistake: the clause that it breaks, where it is stated."""
    return tomllib.loads(CLAUSES.read_text("utf-8"))


def _is_short(most: int | None, case: Case, said: Script) -> bool:
    return most is None or len(said) <= most


def readings(game: str) -> Iterator[Difference]:
    """Every reading, played whatever is agreed.

    An engine that knows an option by its default alone fails the cases that fix another reading.
    """
    spoken: AnySpoken = tables()[game].SPOKEN
    reads = _Reads(game)
    for option in spoken.table.options:
        default = option.readings[0]
        for reading in option.readings:
            yield Difference(
                game,
                Trait.READING,
                f"{option.name}={reading}",
                changes.by_reading(spoken, option.name, reading),
                partial(_fixes if reading == default else reads.option, option.name),
                about=_clauses_of(game).get(option.name, ()),
            )


@cache
def _clauses_of(game: str) -> dict[str, tuple[str, ...]]:
    """By option: the clauses that its question is about."""
    law: Any = bundled().law["questions.json"]  # the file is checked as it is read
    of_game = (question for question in law["questions"] if question["game"] == game)
    return {question["option"]: tuple(question["clauses"]) for question in of_game}


def _fixes(option: str, case: Case, said: Script) -> bool:
    return option in case.rules


@final
class _Reads:
    """Which options the reference reads in a case; each case is played once for that."""

    def __init__(self, game: str) -> None:
        self._game = GAMES[game]
        self._read: dict[str, set[str]] = {}

    def option(self, name: str, case: Case, said: Script) -> bool:
        """Whether the reference reads an option in a case."""
        if case.id not in self._read:
            self._read[case.id] = read_in(case, self._game)
        return name in self._read[case.id]


# ── rules left out ───────────────────────────────────────────────────────────────────────────────


def rules_left_out(game: str) -> Iterator[Difference]:
    """Every condition, limit and consequence, left out."""
    spoken: AnySpoken = tables()[game].SPOKEN
    seen = _Seen(spoken)
    moves = spoken.game.moves
    asked = {each.clause for move in moves for each in (*move.exists, *move.conditions)}
    for clause in sorted(asked):
        played = changes.judged_by(spoken, clause)
        yield Difference(game, Trait.CONDITION, clause, played, partial(seen.rule, clause))
    for clause in sorted({each.clause for move in moves for each in move.limits}):
        played = _without_limit(spoken, clause)
        yield Difference(game, Trait.CONDITION, clause, played, partial(seen.rule, clause))
    for each in spoken.game.following:
        played = changes.follows(spoken, each, None)
        name = each.says[0]
        yield Difference(game, Trait.CONSEQUENCE, name, played, partial(seen.rule, _row(each)))


def _without_limit(spoken: AnySpoken, clause: str) -> AnySpoken:
    moves = tuple(
        replace(move, limits=tuple(each for each in move.limits if each.clause != clause))
        for move in spoken.game.moves
    )
    return replace(spoken, game=replace(spoken.game, moves=moves))


def _row(following: AnyFollowing) -> str:
    return f"{following.says} {[phase.__name__ for phase in following.during]}"


@final
class _Seen:
    """Which conditions and limits fail in a case, and which consequences come."""

    def __init__(self, spoken: AnySpoken) -> None:
        self._now: set[str] = set()
        self._by_case: dict[str, Collection[str]] = {}
        moves = tuple(
            replace(
                move,
                exists=tuple(map(self._asked, move.exists)),
                conditions=tuple(map(self._asked, move.conditions)),
                limits=tuple(map(self._limits, move.limits)),
            )
            for move in spoken.game.moves
        )
        following = tuple(map(self._comes, spoken.game.following))
        game = replace(spoken.game, moves=moves, following=following)
        self._engine = InProcess(replace(spoken, game=game))

    def rule(self, name: str, case: Case, said: Script) -> bool:
        """Whether a rule does something in a case."""
        if case.id not in self._by_case:
            self._now.clear()
            self._engine.converse([each.request for each in said])
            self._by_case[case.id] = frozenset(self._now)
        return name in self._by_case[case.id]

    def _asked(self, usual: Condition[Any, Any, Any, Any]) -> Condition[Any, Any, Any, Any]:
        def holds(rules: Any, state: Any, by: Any, action: Any) -> bool:  # of any game
            held = usual.holds(rules, state, by, action)
            if not held:
                self._now.add(usual.clause)
            return held

        return replace(usual, holds=holds, given=None)

    def _limits(self, usual: Limit[Any, Any, Any]) -> Limit[Any, Any, Any]:
        def holds(rules: Any, state: Any, after: Any) -> bool:  # the same
            held = usual.holds(rules, state, after)
            if not held:
                self._now.add(usual.clause)
            return held

        return replace(usual, holds=holds)

    def _comes(self, usual: AnyFollowing) -> AnyFollowing:
        def comes(rules: Any, state: Any) -> Any:  # the same
            after = usual.comes(rules, state)
            if after is not None:
                self._now.add(_row(usual))
            return after

        return replace(usual, comes=comes)
