"""A run of the fuzzer: many plays, and each difference reduced to a short play."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, final

from meldcheck.check.judge import FALLS_SHORT, Outcome, Status
from meldcheck.engine.process import Subject
from meldcheck.seeded.fuzz import Coverage, Player, Setting, compared
from meldcheck.seeded.reduction import Reduction
from meldcheck.words.case import Act, Ask, Step

KEPT: Final = 3
"""Number of shortest plays reduced for one way of differing; the best is shown."""

WAYS: Final = 8
"""Number of ways of differing that are reduced and shown; the others are counted."""

FAULTS: Final = 5
"""Number of plays in a row that end in a fault before the engine is given up."""


@final
@dataclass(frozen=True, slots=True)
class Divergence:
    """One way in which an engine differs from the reference, by its shortest play."""

    outcome: Outcome
    way: str
    plays: int
    """Number of plays that differed in this way."""
    number: int
    """Number of the play that was reduced."""
    tries: int
    whole: bool
    """Whether no single step can be left out."""


@final
@dataclass(frozen=True, slots=True)
class Campaign:
    """The result of a run."""

    seed: int
    coverage: Coverage
    plays: int
    differences: tuple[Divergence, ...]
    others: int = 0
    """Number of plays that differed in ways that are not shown."""
    given_up: str = ""

    @property
    def holds(self) -> bool:
        """Whether the engine never differed and was not given up."""
        return not self.differences and not self.given_up


@final
@dataclass(frozen=True, slots=True)
class _Found:
    number: int
    table: Setting
    outcome: Outcome


def fuzz(
    subject: Subject,
    tables: Sequence[Setting],
    hands: int,
    seed: int,
    done: Callable[[int], None] = lambda _: None,
) -> Campaign:
    """Play at least ``hands`` hands on an engine, by each table in turn.

    After each play, ``done`` is called with the number of hands played.
    """
    coverage = Coverage()
    ways: dict[str, list[_Found]] = {}
    counts: Counter[str] = Counter()
    faults = number = 0
    given_up = ""
    while coverage.hands < hands and not given_up:
        table = tables[number % len(tables)]
        case = Player(table, seed, number).play()
        outcome = compared(subject, table, case)
        before = coverage.hands
        coverage.add(case)
        done(coverage.hands - before)
        faults = faults + 1 if outcome.status is Status.ERROR else 0
        if faults == FAULTS:
            given_up = f"{FAULTS} plays in a row ended in a fault: {outcome.reason}"
        if outcome.status in FALLS_SHORT:
            way = way_of(outcome)
            counts[way] += 1
            ways.setdefault(way, []).append(_Found(number, table, outcome))
        number += 1
    told = [name for name, _ in counts.most_common(WAYS)]
    return Campaign(
        seed=seed,
        coverage=coverage,
        plays=number,
        differences=tuple(
            sorted(
                (_reduced(subject, name, ways[name]) for name in told),
                key=lambda difference: len(difference.outcome.case.steps),
            )
        ),
        others=sum(number for name, number in counts.items() if name not in told),
        given_up=given_up,
    )


def way_of(outcome: Outcome) -> str:
    """The way in which an engine differs: the kind of step, and what came instead."""
    if outcome.status is Status.ERROR:
        return f"error: {_kind_of(outcome)}"
    fields = {re.split(r"[.\[]", difference.where)[0] for difference in outcome.differences}
    what = ", ".join(sorted(filter(None, fields))) or _instead(outcome)
    return f"{_kind_of(outcome)}: {what}"


def _kind_of(outcome: Outcome) -> str:
    step = _step_of(outcome)
    match step:
        case Act():
            return str(step.do["type"])
        case Ask():
            return step.what
        case None:
            return "begin"


def _step_of(outcome: Outcome) -> Step | None:
    return outcome.case.steps[outcome.step - 1] if outcome.step else None


def _instead(outcome: Outcome) -> str:
    step = _step_of(outcome)
    if isinstance(step, Act) and step.refused:
        accepted = outcome.got == {"ok": True}
        instead = "accepted, not refused" if accepted else "refused, but not"
        return f"{instead} by {', '.join(step.refused)}"
    return "refused" if isinstance(step, Act) else "another answer"


def _reduced(subject: Subject, way: str, found: Sequence[_Found]) -> Divergence:
    """The best of the shortest few, reduced. The reduced play may differ in another way."""
    shortest = sorted(found, key=lambda one: (one.outcome.step or 0, one.number))[:KEPT]
    reductions = [(one, Reduction(subject, one.table, one.outcome)) for one in shortest]
    for _, reduction in reductions:
        reduction.run()
    one, best = min(reductions, key=lambda pair: len(pair[1].outcome.case.steps))
    return Divergence(best.outcome, way, len(found), one.number, best.tries, best.whole)
