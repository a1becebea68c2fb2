"""The ways through the phases of a game, as the plays of its cases go by the default rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from lawpages.book import Book
from meldcheck.engine.referee import act, begin
from meldcheck.law.clauses import Law
from meldcheck.words.case import Act, Case
from meldcheck.words.notation import CHANCE
from meldspec.games import GAMES, package_of
from meldspec.play import Refusal
from meldspec.wire import Match


@dataclass(frozen=True, slots=True)
class Way:
    """An accepted action: its phase, its type, the phase after it, and who acts then."""

    phase: str
    action: str
    by_chance: bool
    after: str
    same_actor: bool
    """Whether the actor may act again."""


def phases_of(game: str) -> list[str]:
    """The phases of a game, in the order in which its view names them."""
    view: Any = import_module(f"{package_of(game)}.view")  # each game has one
    return [str(phase) for phase in view.Phase]


def ways_of(book: Book, law: Law) -> dict[Way, int]:
    """The ways of all plays without a reading of their own, and how often each is gone."""
    found: dict[Way, int] = {}
    for case in _plays(book, law):
        for way in _gone(case):
            found[way] = found.get(way, 0) + 1
    return found


def _plays(book: Book, law: Law) -> Iterator[Case]:
    for example in law.examples:
        for case in book.cases.get(example, ()):
            if case.setup is not None and not case.rules:
                yield case


def _gone(case: Case) -> Iterator[Way]:
    """The ways of the accepted steps of a play."""
    assert case.setup is not None
    match = begin(GAMES[case.game], {}, case.setup)
    phase = "" if isinstance(match, Refusal) else _phase(match)
    for step in case.steps:
        if isinstance(match, Refusal):
            return
        if not isinstance(step, Act) or step.refused:
            continue
        after = act(match, step)
        if isinstance(after, Refusal):
            return
        again = step.by in after.actors()
        left, match, phase = phase, after, _phase(after)
        yield Way(left, step.do["type"], step.by == CHANCE, phase, again)


def _phase(match: Match) -> str:
    """The phase that everybody sees."""
    view: Any = match.view(0)  # an object of the protocol
    return str(view["phase"])
