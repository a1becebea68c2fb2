"""Examples as somebody gets them who works them out again: no result, no title, no clause."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, final

from meldcheck.law.rulespace import RuleSpace
from meldcheck.suite.store import load
from meldcheck.words.case import JSON, Act, Case, Kind, Origin, Step, plain
from meldcheck.words.places import suite_directory
from meldspec.games import GAMES

UNKNOWN: Final = "?"
"""Stands for a value that is to be worked out."""

Form = dict[str, JSON]


@final
@dataclass(frozen=True, slots=True)
class Sheet:
    """One example without its results, and the cases that have exactly these requests."""

    key: str
    """Made from the requests: an example that changes is another one."""
    form: Form
    cases: tuple[Case, ...]


@cache
def sheets(game: str) -> tuple[Sheet, ...]:
    """Every example of a game, in an order that tells nothing.

    A twin play states no result, so there is nothing to work out.
    """
    cases: dict[str, list[Case]] = {}
    forms: dict[str, Form] = {}
    for case in load(suite_directory()).cases:
        if case.game == game and case.origin is Origin.DOCUMENT and case.kind is not Kind.TWIN:
            form = blind(case)
            key = _digest(form)
            forms[key] = form
            cases.setdefault(key, []).append(case)
    return tuple(Sheet(key, forms[key], tuple(cases[key])) for key in sorted(forms))


def blind(case: Case) -> Form:
    """A case without its results: the requests, and the names of the fields that it states."""
    space = RuleSpace.of(GAMES[case.game])
    form: Form = {"kind": case.what if case.question is not None else "play"}
    if other := space.differing(case.rules):
        form["rules"] = dict(other)
    if case.setup is not None:
        form["setup"] = plain(case.setup)
    if case.refused:
        form["questions"] = list(questions(case))
    elif case.question is not None:
        asked = {name: value for name, value in case.question.items() if name != "what"}
        form["question"] = asked
        if not case.outcomes:
            form["answer"] = hidden(case.answer)
    if case.steps:
        form["steps"] = [_step(step) for step in case.steps]
    if case.asks is not None:
        form["decided_by"] = case.asks
        form["outcomes"] = {
            reading: [_step(step) for step in steps] for reading, steps in case.outcomes.items()
        }
    return form


def questions(case: Case) -> tuple[dict[str, JSON], ...]:
    """A refused question and its control, in an order that tells nothing."""
    assert case.question is not None
    assert case.control is not None
    assert case.control.question is not None
    return tuple(sorted((case.question, case.control.question), key=_digest))


def hidden(value: JSON) -> JSON:
    """An answer with each value unknown; only the names of its fields are told."""
    if isinstance(value, dict):
        return {name: hidden(each) for name, each in value.items()}
    return UNKNOWN


def requests(steps: Iterable[Step]) -> Iterator[tuple[int, Step]]:
    """Steps with their numbers: those of chance happen, all others have a result."""
    for number, step in enumerate(steps):
        if not isinstance(step, Act) or step.by != "chance" or step.refused:
            yield number, step


def _step(step: Step) -> Form:
    if isinstance(step, Act):
        return {"by": step.by, "do": step.do}
    asked: Form = {"what": step.what, "answer": hidden(step.answer)}
    if step.seat is not None:
        asked["seat"] = step.seat
    return asked


def _digest(form: Form) -> str:
    text = json.dumps(form, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]
