"""Cases played on engines: which engine plays which case, and when it plays no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Final, final

from meldcheck.check.judge import FALLS_SHORT, Court, Outcome, Status, judge
from meldcheck.check.plan import CasePlan
from meldcheck.check.script import Exchange
from meldcheck.engine.process import Conversation, Cost, Engine, FaultKind, Subject
from meldcheck.words.case import Kind

FAULTS: Final = 5
"""Number of cases of one kind in a row that may reach a time limit. The next are not run."""

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
    keyboard interrupt, leaves this function.
    """
    outcomes: dict[int, Outcome] = {}
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
            outcomes[place] = outcome
            done(outcome)
        engine.stop()

    try:
        with ThreadPoolExecutor(max_workers=len(engines)) as pool:
            shares = [waiting[first :: len(engines)] for first in range(len(engines))]
            futures = [pool.submit(work, *pair) for pair in zip(engines, shares, strict=True)]
            try:
                for future in futures:
                    future.result()
            except BaseException:
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
    patience = _Patience()
    for plan in plans:
        known = before.get(plan.case.id)
        if known is not None:
            if known.ran:
                patience.follow(plan.case.kind, known.cost)
            yield known
            continue
        came = patience.talk(engine, plan)
        case = came.plan.case
        if came.heard is None:
            yield Outcome(case, Status.ERROR, reason=came.not_run, ran=False)
            continue
        outcome = judge(case, came.said, came.heard)
        court = courts.get(case.game)
        yield outcome if court is None else court.judged(came.said, came.heard, outcome)


@final
@dataclass(frozen=True, slots=True)
class Talk:
    """What was said in a case, and what was heard; None if the case was not run."""

    plan: CasePlan
    said: tuple[Exchange, ...] = ()
    heard: Conversation | None = None
    not_run: str = ""
    """Why the case was not run; empty if it was."""


def talks(engine: Subject, plans: Iterable[CasePlan]) -> Iterator[Talk]:
    """The talk of each case with one engine.

    After ``FAULTS`` costly faults in a row, the other cases of that kind are not run. If the engine
    does not start any more, no other case is run.
    """
    patience = _Patience()
    for plan in plans:
        yield patience.talk(engine, plan)


@final
@dataclass(slots=True)
class _Patience:
    """The costly faults of an engine in a row, by kind of case; by None if it did not start."""

    costly: dict[Kind | None, list[FaultKind]] = field(default_factory=dict)

    def talk(self, engine: Subject, plan: CasePlan) -> Talk:
        """The talk of a case, or why there is none."""
        kind = plan.case.kind
        over = next((self.costly[of] for of in (None, kind) if self._is_over(of)), None)
        if over is not None:
            reason = f"not run: the engine faulted {FAULTS} times in a row ({over[0].value})"
            return Talk(plan, not_run=reason)
        said = plan.said
        heard = engine.converse([exchange.request for exchange in said])
        self.follow(kind, heard.cost)
        return Talk(plan, said, heard)

    def follow(self, kind: Kind, cost: Cost | None) -> None:
        """Count what a case of this kind has cost."""
        if cost is None or cost.started:
            self.costly[None] = []
        if cost is None:
            self.costly[kind] = []
            return
        of = kind if cost.started else None
        alike = [known for known in self.costly.get(of, ()) if known is cost.kind]
        self.costly[of] = [*alike, cost.kind]

    def _is_over(self, of: Kind | None) -> bool:
        return len(self.costly.get(of, ())) == FAULTS


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
