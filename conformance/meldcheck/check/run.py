"""Cases played on engines: which engine plays which case, and when it plays no more."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Final, final

from meldcheck.check.judge import FALLS_SHORT, Court, Outcome, Status, answered_on, judge
from meldcheck.check.plan import CasePlan
from meldcheck.check.script import Exchange
from meldcheck.engine.process import Conversation, Cost, Engine, EngineFault, FaultKind, Subject
from meldcheck.words.case import Case, Kind

FAULTS: Final = 5
"""Number of cases of one kind in a row that may reach a time limit. The next are not run."""
NEVER_WELL: Final = 20
"""Number of cases of a game that may end in a fault if none ends without. The next are not run."""

NO_COURTS: Final[Mapping[str, Court]] = {}
NO_OUTCOMES: Final[Mapping[str, Outcome]] = {}


def run(
    plans: Sequence[CasePlan],
    engines: Sequence[Engine],
    done: Callable[[Outcome], None] = lambda _: None,
    courts: Mapping[str, Court] = NO_COURTS,
    before: Mapping[str, Outcome] = NO_OUTCOMES,
) -> list[Outcome]:
    """The outcome of each case, in order. With n engines, each gets every n-th case that applies.

    ``courts`` has by game the judge of cases by what a source settles. ``before`` has outcomes of
    an earlier part of this run by case; these cases are not played again. ``done`` is called with
    each outcome as it comes, from any thread. Every engine is ended when an exception, such as a
    keyboard interrupt, leaves this function; ``done`` gets no outcome of an engine that was ended.
    """
    outcomes: dict[int, Outcome] = {}
    ended = threading.Event()
    waiting: list[int] = []
    for place, plan in enumerate(plans):
        if plan.reason is None:
            waiting.append(place)
        else:
            outcomes[place] = Outcome(plan.case, Status.NOT_APPLICABLE, reason=plan.reason)
            done(outcomes[place])

    def work(engine: Engine, share: Sequence[int]) -> None:
        for place, outcome in zip(
            share, _share(engine, [plans[i] for i in share], courts, before), strict=True
        ):
            if ended.is_set():  # the engine was ended, and did not do that itself
                return
            outcomes[place] = outcome
            done(outcome)

    try:
        with ThreadPoolExecutor(max_workers=len(engines)) as pool:
            shares = [waiting[first :: len(engines)] for first in range(len(engines))]
            futures = [pool.submit(work, *pair) for pair in zip(engines, shares, strict=True)]
            try:
                for future in futures:
                    future.result()
            except BaseException:
                ended.set()
                _kill(engines)
                raise
    finally:
        _kill(engines)
    return _with_blocked([outcomes[place] for place in range(len(plans))])


def _kill(engines: Iterable[Engine]) -> None:
    for engine in engines:
        engine.kill()


def _share(
    engine: Engine,
    plans: Sequence[CasePlan],
    courts: Mapping[str, Court],
    before: Mapping[str, Outcome],
) -> Iterator[Outcome]:
    """The outcomes of cases on one engine."""
    sitting = Sitting(engine, courts)
    held: Outcome | None = None
    """The outcome of the last case that was played: its engine may still write one line more."""
    for plan in plans:
        known = before.get(plan.case.id)
        outcome = sitting.play(plan) if known is None else None
        spoilt = sitting.spoilt if known is None else sitting.pause()
        if held is not None:
            yield spoilt or held
        held = outcome
        if known is not None:
            sitting.follow(known)
            yield known
    spoilt = sitting.end()
    if held is not None:
        yield spoilt or held


@final
class Sitting:
    """One engine and the cases that it plays, one after the other."""

    def __init__(self, engine: Engine, courts: Mapping[str, Court]) -> None:
        self.spoilt: Outcome | None = None
        """The outcome of the case before the last one, if the engine wrote a line more after it."""
        self._engine: Final = engine
        self._courts: Final = courts
        self._patience: Final = _Patience()
        self._last: tuple[CasePlan, Outcome] | None = None
        """The last case that was played, until the engine is asked again or ends."""

    def play(self, plan: CasePlan) -> Outcome:
        """The outcome of a case; ``spoilt`` tells that the case before it has another one."""
        self.spoilt = None
        came = self._patience.talk(self._engine, plan)
        if came.heard is None:
            self.spoilt = self.pause()
            return Outcome(plan.case, Status.ERROR, reason=came.not_run, ran=False)
        fault = came.heard.fault
        if fault is not None and fault.belated and self._last is not None:
            self.spoilt = self._answered_on(fault)
            return self._with_spoilt(plan)
        case = plan.case
        outcome = judge(case, came.said, came.heard)
        court = self._courts.get(case.game)
        if court is not None:
            outcome = court.judged(came.said, came.heard, outcome)
        self._last = plan, outcome
        return outcome

    def _with_spoilt(self, plan: CasePlan) -> Outcome:
        """The outcome of a case that is played again, as the fault was of the case before."""
        spoilt, self._last = self.spoilt, None
        outcome = self.play(plan)
        self.spoilt = spoilt
        return outcome

    def pause(self) -> Outcome | None:
        """End the engine, because only then its last line is heard; it starts again when asked.

        The outcome of the last case, if the engine wrote a line more after it.
        """
        return self._answered_on(self._engine.pause())

    def end(self) -> Outcome | None:
        """The same, but the engine is not started again."""
        return self._answered_on(self._engine.stop())

    def follow(self, known: Outcome) -> None:
        """Count a case that an earlier run has played."""
        if known.ran:
            self._patience.follow(known.case, known.cost)

    def _answered_on(self, fault: EngineFault | None) -> Outcome | None:
        """The outcome of the last case after which the engine has written one line more."""
        last, self._last = self._last, None
        if last is None or fault is None:
            return None
        plan, outcome = last
        return outcome if outcome.cost is not None else answered_on(outcome, plan.said[-1], fault)


@final
@dataclass(frozen=True, slots=True)
class Talk:
    """What was said in a case, and what was heard; None if the case was not run."""

    plan: CasePlan
    said: tuple[Exchange, ...] = ()
    heard: Conversation | None = None
    not_run: str = ""
    """Why the case was not run; empty if it was."""
    before: EngineFault | None = None
    """The line more that the engine wrote after the last reply of the talk before."""


def talks(engine: Subject, plans: Iterable[CasePlan]) -> Iterator[Talk]:
    """The talk of each case with one engine.

    A line more after a case is heard in the next one, which is then played again.

    After ``FAULTS`` costly faults in a row, the other cases of that kind are not run. If the engine
    does not start any more, no other case is run. If the first ``NEVER_WELL`` cases of a game all
    end in a fault, no other case of that game is run.
    """
    patience = _Patience()
    is_first = True
    for plan in plans:
        came = patience.talk(engine, plan)
        fault = None if came.heard is None else came.heard.fault
        if fault is not None and fault.belated and not is_first:
            came = replace(patience.talk(engine, plan), before=fault)
        is_first = is_first and came.heard is None
        yield came


@final
@dataclass(slots=True)
class _Patience:
    """The faults of an engine that decide whether it is asked again."""

    costly: dict[Kind | None, list[FaultKind]] = field(default_factory=dict)
    """The costly faults in a row, by kind of case; by None if the engine did not start."""
    never_well: Counter[str] = field(default_factory=Counter)
    """By game: the number of cases that ended in a fault."""
    well: set[str] = field(default_factory=set)
    """The games in which a case ended without a fault."""

    def talk(self, engine: Subject, plan: CasePlan) -> Talk:
        """The talk of a case, or why there is none."""
        not_run = self._over(plan.case)
        if not_run is not None:
            return Talk(plan, not_run=f"not run: {not_run}")
        said = plan.said
        heard = engine.converse([exchange.request for exchange in said])
        self.follow(plan.case, heard.cost)
        return Talk(plan, said, heard)

    def follow(self, case: Case, cost: Cost | None) -> None:
        """Count what a case has cost; one with all its replies went well."""
        if cost is not None and cost.belated:
            cost = None
        if cost is None:
            self.well.add(case.game)
        elif cost.started:
            self.never_well[case.game] += 1
        if cost is None or cost.started:
            self.costly[None] = []
        if cost is None or not cost.is_high:
            self.costly[case.kind] = []
            return
        of = case.kind if cost.started else None
        alike = [known for known in self.costly.get(of, ()) if known is cost.kind]
        self.costly[of] = [*alike, cost.kind]

    def _over(self, case: Case) -> str | None:
        """Why a case is not run; None if it is."""
        for of in (None, case.kind):
            faults = self.costly.get(of, ())
            if len(faults) == FAULTS:
                return f"the engine faulted {FAULTS} times in a row ({faults[0].value})"
        if case.game not in self.well and self.never_well[case.game] >= NEVER_WELL:
            return f"the first {NEVER_WELL} cases of the game that were run all ended in a fault"
        return None


def _with_blocked(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes. A play that was not dealt is blocked if a case that only deals failed too."""
    failed: dict[str, str] = {}
    for outcome in outcomes:
        if outcome.only_deals and outcome.status in FALLS_SHORT:
            failed.setdefault(outcome.case.game, outcome.case.id)
    return [
        replace(
            outcome,
            status=Status.BLOCKED,
            reason=f"the hand is not dealt, and {failed[outcome.case.game]} fails too",
        )
        if outcome.before_play and outcome.case.game in failed
        else outcome
        for outcome in outcomes
    ]
