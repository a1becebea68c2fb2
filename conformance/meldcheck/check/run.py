"""Cases played on engines: which engine plays which case, and when it plays no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final, final

from meldcheck.check.judge import FALLS_SHORT, Court, Outcome, Status, judge
from meldcheck.check.plan import CasePlan
from meldcheck.check.script import Exchange
from meldcheck.engine.process import Conversation, Engine, FaultKind, Subject
from meldcheck.words.case import Kind

FAULTS: Final = 5
"""Number of cases of one kind in a row that may reach a time limit. The next are not run."""

NO_COURTS: Final[Mapping[str, Court]] = {}


def run(
    plans: Sequence[CasePlan],
    engines: Sequence[Engine],
    done: Callable[[Outcome], None] = lambda _: None,
    courts: Mapping[str, Court] = NO_COURTS,
) -> list[Outcome]:
    """The outcome of each case, in order. With n engines, each gets every n-th case that applies.

    ``courts`` has by game the judge of cases by what a source settles. ``done`` is called with each
    outcome as it comes, from any thread. Every engine is ended when an exception, such as a
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
            share, _share(engine, [plans[i] for i in share], courts), strict=True
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
) -> Iterator[Outcome]:
    """The outcomes of cases on one engine."""
    for came in talks(engine, plans):
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
    costly: dict[Kind | None, list[FaultKind]] = {}
    for plan in plans:
        case = plan.case
        over = next(
            (costly[of] for of in (None, case.kind) if len(costly.get(of, ())) == FAULTS), None
        )
        if over is not None:
            reason = f"not run: the engine faulted {FAULTS} times in a row ({over[0].value})"
            yield Talk(plan, not_run=reason)
            continue
        said = plan.said
        heard = engine.converse([exchange.request for exchange in said])
        of = case.kind if heard.started else None
        fault = _costly(heard)
        costly[of] = (
            [] if fault is None else [*(k for k in costly.get(of, ()) if k is fault), fault]
        )
        yield Talk(plan, said, heard)


def _costly(heard: Conversation) -> FaultKind | None:
    """The fault, if it costs a time limit or leaves no engine to talk to."""
    if heard.fault is None:
        return None
    costly = heard.fault.kind in (FaultKind.SILENCE, FaultKind.CLOSED) or not heard.started
    return heard.fault.kind if costly else None


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
