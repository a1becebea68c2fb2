"""How a law is checked, and the words for what came out.

CrossHair is asked through its Python interface: its command, with default settings, misses seeded
bugs and still exits with 0.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Literal, final

from crosshair.core import SymbolicFactory, register_type
from crosshair.core_and_libs import _make_registrations, analyze_function
from crosshair.options import AnalysisKind, AnalysisOptionSet
from crosshair.statespace import AnalysisMessage, MessageType

from .bugs import StaleBugError, seeded
from .law import How, Law

CONDITION_SECONDS: Final = 240.0
"""Processor time for one law."""

PATH_SECONDS: Final = 60.0
"""For one path; the default is so short that one slow question to the solver ends all hope."""


def _one_of(factory: SymbolicFactory, *words: object) -> object:
    """One of the words of a ``Literal``, each on a path of its own."""
    for word in words[:-1]:
        if factory.space.smt_fork(desc=f"choose_{word}"):
            return word
    return words[-1]


def _register_literals() -> None:
    """Teach CrossHair ``Literal``, after its own types: registering those forgets all others."""
    own_types: Callable[[], None] = _make_registrations
    own_types()
    literal: Any = Literal  # a special form, and no type
    register_type(literal, _one_of)


_register_literals()


@final
class Status(StrEnum):
    """What is known of a law after a check."""

    CONFIRMED = "confirmed over all paths"
    ENUMERATED = "enumerated exhaustively"
    SAMPLED = "property-tested only"
    REFUTED = "refuted"
    RAISED = "an exception was raised"
    NOT_EXHAUSTED = "no counterexample found, not exhausted"
    NO_INPUT = "no input met the precondition in the time allowed"
    ERROR = "error"


HOLDS: Final = {
    How.SYMBOLICALLY: Status.CONFIRMED,
    How.EXHAUSTIVELY: Status.ENUMERATED,
    How.BY_SAMPLES: Status.SAMPLED,
}
"""The status of a law that holds, by how it is checked."""


@final
@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: its status, the first counterexample, paths or cases, seconds."""

    status: Status
    detail: str
    paths: int
    seconds: float


def check(law: Law, with_bug: bool = False) -> Finding:
    """What is found of a law, or of the law with its bug in the rule."""
    started = time.process_time()
    try:
        with seeded(law.bug) if with_bug else nullcontext():
            if law.how is How.SYMBOLICALLY:
                status, detail, paths = _prove(law)
            else:
                status, detail, paths = _go_through(law)
    except StaleBugError as stale:
        status, detail, paths = Status.ERROR, str(stale), 0
    return Finding(status, detail, paths, time.process_time() - started)


def holds(law: Law, found: Finding) -> bool:
    """Whether the law is as well established as it can be."""
    return found.status is HOLDS[law.how] and found.paths > 0


def _prove(law: Law) -> tuple[Status, str, int]:
    stats: Counter[str] = Counter()
    options = AnalysisOptionSet(
        analysis_kind=[AnalysisKind.PEP316],
        report_all=True,
        per_condition_timeout=CONDITION_SECONDS,
        per_path_timeout=PATH_SECONDS,
        stats=stats,
    )
    conditions = analyze_function(law.theorem, options)
    messages = [message for condition in conditions for message in condition.analyze()]
    paths = stats["num_paths"]
    if len(conditions) != 1 or len(messages) != 1:
        words = "; ".join(message.message for message in messages)
        return Status.ERROR, f"{len(conditions)} conditions: {words}", paths
    status = _status(messages[0], exhausted=bool(stats["exhaustion"]))
    return status, "" if status is Status.CONFIRMED else _one_line(messages[0].message), paths


def _status(message: AnalysisMessage, exhausted: bool) -> Status:
    match message.state:
        case MessageType.CONFIRMED:
            return Status.CONFIRMED if exhausted else Status.NOT_EXHAUSTED
        case MessageType.CANNOT_CONFIRM:
            return Status.NOT_EXHAUSTED
        case MessageType.PRE_UNSAT:
            return Status.NO_INPUT
        case MessageType.POST_FAIL:
            return Status.REFUTED
        case MessageType.POST_ERR | MessageType.EXEC_ERR:
            return Status.RAISED
        case _:
            return Status.ERROR


def _go_through(law: Law) -> tuple[Status, str, int]:
    cases = 0
    try:
        for case, right in law.theorem():
            cases += 1
            if not right:
                return Status.REFUTED, _one_line(str(case)), cases
    except Exception as error:
        return Status.RAISED, _one_line(f"{type(error).__name__}: {error}"), cases
    return HOLDS[law.how], "", cases


def _one_line(words: str) -> str:
    return " ".join(words.split())
