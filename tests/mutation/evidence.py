"""Evidence about changes that no trial finds: equal on all inputs, or the same small table.

A function with stated inputs is asked for all of them, as it is and as it is changed.  For a part
of a solver a question of its users is stated with the inputs, and a process that plays with the
change is asked this question instead.  Any change is explored besides: on each state of a small
table the changed play has the same next states, views, legal lists and results.  The second holds
for the default rules alone.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from types import ModuleType
from typing import Any, Final, final

from . import alike
from .changes import Change, changed

MODULE: Final = "tests.mutation"


@final
@dataclass(frozen=True, slots=True)
class Equal:
    """The answers of a changed function on all its inputs."""

    inputs: int
    bounds: str
    differs: str = ""
    """The first input on which it answers otherwise."""


def with_change(change: Change) -> ModuleType:
    """The module with a change in it; every other module is the usual one."""
    usual = importlib.import_module(change.module)
    assert usual.__file__ is not None
    source = Path(usual.__file__).read_bytes()
    module = ModuleType(change.module)
    module.__file__ = usual.__file__
    sys.modules[change.module] = module
    try:
        exec(compile(changed(source, change), usual.__file__, "exec"), module.__dict__)
    finally:
        sys.modules[change.module] = usual
    return module


def key_of(change: Change) -> str:
    """The name under which the inputs of a changed function are stated."""
    return f"{change.module.removeprefix('meldspec.')}.{change.function}"


def equal(part: str, change: Change) -> Equal | None:
    """A changed function compared on all its inputs; None where none are stated."""
    inputs = alike.of(part)[0].get(key_of(change))
    if inputs is None:
        return None
    if inputs.question is not None:
        return _asked(part, change, inputs)
    usual = _function(importlib.import_module(change.module), change.function)
    other = _function(with_change(change), change.function)
    number = 0
    for number, given in enumerate(inputs.make(), start=1):
        one, two = _answer(usual, given), _answer(other, given)
        if one != two:
            return Equal(number, inputs.bounds, f"{given}: {one} and not {two}"[:300])
    if not number:
        raise ValueError(f"{key_of(change)} has no inputs")
    return Equal(number, inputs.bounds)


def _asked(part: str, change: Change, inputs: alike.Inputs) -> Equal:
    """The answers of a play with the change to the question that is stated."""
    usual, other = _answers(part, key_of(change), None), _answers(part, key_of(change), change)
    if not usual:
        raise ValueError(f"{key_of(change)} has no inputs")
    for number, (one, two) in enumerate(zip_longest(usual, other), start=1):
        if one != two:
            return Equal(number, inputs.bounds, f"{one} and not {two}"[:300])
    return Equal(len(usual), inputs.bounds)


@cache
def _answers(part: str, key: str, change: Change | None) -> tuple[str, ...]:
    return tuple(_with_play(change, "answers", part, key))


def answers_of(part: str, key: str) -> Iterator[str]:
    """The inputs that are stated under a key, each with the answer, a line each."""
    inputs = alike.of(part)[0][key]
    for given in inputs.make():
        yield f"{given}: {_answer(inputs.question, given)}"


def _with_play(change: Change | None, kind: str, *names: str) -> list[str]:
    """The lines that a process prints about the play with a change."""
    told = None if change is None else [change.module, change.start, change.end, change.becomes]
    ran = subprocess.run(
        [sys.executable, "-m", f"{MODULE}.changed_play", kind, json.dumps(told), *names],
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        return [f"broken: {ran.stderr.strip().splitlines()[-1][:200]}"]
    return ran.stdout.splitlines()


def _function(module: ModuleType, name: str) -> Any:
    found: Any = module
    for each in name.split("."):
        found = getattr(found, each)
    for field in ("holds", "makes", "comes", "__wrapped__"):
        found = getattr(found, field, found)
    return found


def _answer(function: Any, given: tuple[Any, ...]) -> object:
    try:
        answer = function(*given)
    except Exception as error:
        return f"raises {type(error).__name__}: {error}"
    return list(answer) if hasattr(answer, "__next__") else answer


# ── a small table ────────────────────────────────────────────────────────────────────────────────


def explored(game: str, change: Change | None) -> str:
    """A digest of the whole small table of a game, in a process that plays with the change."""
    return " ".join(_with_play(change, "table", game))


def digest_of(name: str) -> str:
    """The states of a small table and a digest of all that follows in them, in no order."""
    from meldcheck.explore import EXPLORED  # after a change may be in place
    from meldcheck.explore.search import Exploration  # the same
    from meldspec.codec import write_value  # the same
    from meldspec.play import Seat  # the same

    game = EXPLORED[name]
    table = game.tables["small"]
    search = Exploration(game, table)
    spoken, rules = game.spoken, table.rules
    start = game.begun(table)
    layer, known = [start], {search.key(start)}
    total = states = 0

    def note(*words: object) -> None:
        nonlocal total
        seen = hashlib.sha256(repr(words).encode()).digest()
        total = (total + int.from_bytes(seen[:8], "big")) % (1 << 64)

    while layer:
        coming = []
        for state in layer:
            states += 1
            key = search.key(state)
            for place in range(table.seats):
                seat = Seat(place)
                legal = spoken.game.legal(rules, state, seat)
                note(key, place, sorted(json.dumps(write_value(each)) for each in legal))
                note(key, place, json.dumps(write_value(spoken.view(rules, state, seat))))
                if states % 10 == 0:
                    for action in game.attempts(rules, state, seat):
                        after = spoken.game.step(rules, state, seat, action)
                        note(key, place, repr(action), hasattr(after, "clauses"))
            for step in search.steps(state):
                after = game.alike(rules, step.after)
                found = search.key(after)
                note(key, type(step.action).__name__, found)
                if isinstance(after, game.over):
                    note(found, write_value(spoken.result(rules, after)))
                elif found not in known:
                    coming.append(after)
                known.add(found)
        layer = coming
    return f"{states} states, {total:016x}"
