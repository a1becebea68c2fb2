"""A run of the fuzzer: many plays, and each difference reduced to a short play."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Final, final

from meldcheck.check.judge import FALLS_SHORT, Outcome, Status
from meldcheck.check.kept import NO_MEMORY, Memory
from meldcheck.engine.process import Subject
from meldcheck.scale.order import InOrder
from meldcheck.seeded.fuzz import Coverage, Player, Setting, compared
from meldcheck.seeded.reduction import Reduction, cut
from meldcheck.words.case import Act, Ask, Step

KEPT: Final = 3
"""Number of shortest plays reduced for one way of differing; the best is shown.

Of plays that end in a fault one is reduced, because each fault costs a start of the engine.
"""

WAYS: Final = 8
"""Number of ways of differing that are reduced and shown; the others are counted."""

FAULTS: Final = 5
"""Number of plays in a row that end in a fault before the engine is given up."""

LOST: Final = 120.0
"""Seconds that plays may lose by time limits before the engine is given up; as many again may be
lost by reductions."""


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
    repeats: bool
    """Whether the engine differed again when the reduced play was played once more.

    If it did not, the play is shown as it was found, up to the step that differs.
    """


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
    def is_empty(self) -> bool:
        """Whether the engine skipped a part of every match, so that nothing was compared."""
        return not self.given_up and self.coverage.hands == self.coverage.skipped

    @property
    def holds(self) -> bool:
        """Whether the engine never differed, was not given up, and did not skip every match."""
        return not self.differences and not self.given_up and not self.is_empty


@final
@dataclass(frozen=True, slots=True)
class _Played:
    """What came of one match."""

    coverage: Coverage
    way: str = ""
    """The way in which the engine differed; empty if it did not."""
    fault: str = ""
    outcome: Outcome | None = None
    """Up to the step that differs; None unless the match may be reduced."""
    is_late: bool = False
    """Whether the match took a time limit."""


@final
@dataclass(frozen=True, slots=True)
class _Reduced:
    """What came of one reduction."""

    outcome: Outcome
    tries: int
    whole: bool
    repeats: bool
    late: int = 0
    """Number of tries that took a time limit."""


@final
@dataclass(slots=True)
class _Budget:
    """The number of tries of reductions that may still take a time limit."""

    left: int


@final
@dataclass(frozen=True, slots=True)
class _Found:
    number: int
    table: Setting
    outcome: Outcome

    @property
    def length(self) -> tuple[int, int]:
        """The length of the play, and its number to tell equal ones apart."""
        return self.outcome.step or 0, self.number


def most_late(timeout: float) -> int:
    """The number of plays that may take a time limit, for a limit in seconds."""
    return max(FAULTS, math.ceil(LOST / timeout))


def fuzz(
    subject: Subject,
    tables: Sequence[Setting],
    hands: int,
    seed: int,
    done: Callable[[int], None] = lambda _: None,
    memory: Memory = NO_MEMORY,
    in_order: InOrder = map,
    timeout: float = 10.0,
) -> Campaign:
    """Play at least ``hands`` hands on an engine, by each table in turn.

    After each play, ``done`` is called with the number of hands played.  ``memory`` has the matches
    and reductions of an earlier part of this run.  ``in_order`` plays and reduces the others.
    ``timeout`` is the time limit of the engine for one reply, in seconds.
    """
    coverage = Coverage()
    ways: dict[str, list[_Found]] = {}
    counts: Counter[str] = Counter()
    faults = late = empty = number = 0
    most = most_late(timeout)
    given_up = ""
    asked = (
        (tables[number % len(tables)], number)
        for number in count()
        if not memory.has(f"match {number}")
    )
    played = in_order(partial(_played, subject, seed), asked)
    while coverage.hands < hands and not given_up:
        table = tables[number % len(tables)]
        came = memory.of(f"match {number}", _Played, partial(_next, played, number, ways))
        coverage.update(came.coverage)
        done(came.coverage.hands)
        faults = faults + 1 if came.fault else 0
        if faults == FAULTS:
            given_up = f"{FAULTS} plays in a row ended in a fault: {came.fault}"
        empty = 0 if came.coverage.hands or came.fault else empty + 1
        if empty == max(FAULTS, len(tables)):
            given_up = f"{empty} matches in a row deal no hand at the engine's numbers of players"
        late += came.is_late
        if late == most and not given_up:
            lost = f"{late} plays took the limit of {timeout:g} s"
            unplayed = max(0, hands - coverage.hands)
            given_up = f"{lost}, and {unplayed} of {hands} hands are not played: {came.fault}"
        counts.update([came.way] if came.way else [])
        if came.outcome is not None:
            found = [*ways.get(came.way, ()), _Found(number, table, came.outcome)]
            ways[came.way] = sorted(found, key=lambda one: one.length)[: _kept(came.outcome)]
        number += 1
    told = [name for name, _ in counts.most_common(WAYS)]
    shortest = [one for name in told for one in ways[name]]
    budget = _Budget(most)
    left = ((one, budget.left) for one in shortest if not memory.has(f"reduction {one.number}"))
    reduced = in_order(partial(_reduction, subject), left)
    return Campaign(
        seed=seed,
        coverage=coverage,
        plays=number,
        differences=tuple(
            sorted(
                (
                    _reduced(name, counts[name], ways[name], reduced, memory, budget)
                    for name in told
                ),
                key=lambda difference: len(difference.outcome.case.steps),
            )
        ),
        others=sum(number for name, number in counts.items() if name not in told),
        given_up=given_up,
    )


def _played(subject: Subject, seed: int, asked: tuple[Setting, int]) -> _Played:
    """What came of a match, with its outcome if the engine differed."""
    table, number = asked
    case = Player(table, seed, number).play()
    outcome = compared(subject, table, case)
    coverage = Coverage()
    coverage.add(case)
    fault = outcome.reason if outcome.status is Status.ERROR else ""
    if outcome.status is Status.SKIP:
        return _Played(Coverage(hands=coverage.hands, skipped=coverage.hands))
    if outcome.status not in FALLS_SHORT:
        return _Played(coverage, fault=fault)
    is_late = outcome.cost is not None and outcome.cost.is_late
    return _Played(coverage, way_of(outcome), fault, cut(outcome), is_late)


def _next(played: Iterator[_Played], number: int, ways: Mapping[str, Sequence[_Found]]) -> _Played:
    """The next match, with its outcome only if it is among the shortest of its way so far."""
    came = next(played)
    if came.outcome is None:
        return came
    length = came.outcome.step or 0, number
    shorter = sum(one.length < length for one in ways.get(came.way, ()))
    return came if shorter < _kept(came.outcome) else replace(came, outcome=None)


def _kept(outcome: Outcome) -> int:
    return KEPT if outcome.cost is None else 1


def way_of(outcome: Outcome) -> str:
    """The way in which an engine differs: the kind of step, and what came instead.

    For a fault it is the kind of the fault, whatever the step.
    """
    if outcome.cost is not None:
        raised = f" after {outcome.cost.raised}" if outcome.cost.raised else ""
        return f"fault: {outcome.cost.kind.value}{raised}"
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


def _reduction(subject: Subject, asked: tuple[_Found, int]) -> _Reduced:
    """What came of a reduction, and of its play once more."""
    one, most_late = asked
    work = Reduction(subject, one.table, one.outcome, most_late)
    short = work.run()
    again = compared(subject, one.table, short.case)
    late = work.late + (again.cost is not None and again.cost.is_late)
    if again.status in FALLS_SHORT:
        return _Reduced(short, work.tries, work.whole, repeats=True, late=late)
    return _Reduced(one.outcome, work.tries, whole=False, repeats=False, late=late)


def _reduced(
    way: str,
    plays: int,
    shortest: Sequence[_Found],
    reduced: Iterator[_Reduced],
    memory: Memory,
    budget: _Budget,
) -> Divergence:
    """The best of the shortest few, reduced. The reduced play may differ in another way."""
    came: list[tuple[_Found, _Reduced]] = []
    for one in shortest:
        short = memory.of(f"reduction {one.number}", _Reduced, partial(next, reduced))
        budget.left = max(0, budget.left - short.late)
        came.append((one, short))
    one, best = min(came, key=lambda pair: (not pair[1].repeats, len(pair[1].outcome.case.steps)))
    return Divergence(best.outcome, way, plays, one.number, best.tries, best.whole, best.repeats)
