"""Cases played on engines: who plays which, and when no more are played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final

from meldcheck.check.judge import FALLS_SHORT, Court, Outcome, Status, judge
from meldcheck.check.plan import CasePlan
from meldcheck.engine.process import Conversation, Engine, FaultKind
from meldcheck.words.case import Kind

FAULTS: Final = 5
"""So many cases of a kind in a row may cost a time limit before the others are not run."""

NO_COURTS: Final[Mapping[str, Court]] = {}


def run(
    plans: Sequence[CasePlan],
    engines: Sequence[Engine],
    done: Callable[[Outcome], None] = lambda _: None,
    courts: Mapping[str, Court] = NO_COURTS,
) -> list[Outcome]:
    """The outcome of each case, in order; each engine is given every n-th of those that apply.

    ``courts`` holds by game who judges by what a source settles.  ``done`` hears of each outcome as
    it comes, from any thread.  On the way out by an exception, such as a keyboard interrupt, every
    engine is ended.
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
    """The outcomes of cases on one engine.

    Where case after case of one kind costs a time limit, the others of that kind are not run; an
    engine that does not start any more is given up.
    """
    costly: dict[Kind | None, list[FaultKind]] = {}
    for plan in plans:
        case = plan.case
        over = next(
            (costly[of] for of in (None, case.kind) if len(costly.get(of, ())) == FAULTS), None
        )
        if over is not None:
            reason = f"not run: the engine faulted {FAULTS} times in a row ({over[0].value})"
            yield Outcome(case, Status.ERROR, reason=reason, ran=False)
            continue
        said = plan.said
        heard = engine.converse([exchange.request for exchange in said])
        of = case.kind if heard.started else None
        fault = _costly(heard)
        costly[of] = (
            [] if fault is None else [*(k for k in costly.get(of, ()) if k is fault), fault]
        )
        outcome = judge(case, said, heard)
        court = courts.get(case.game)
        yield outcome if court is None else court.judged(said, heard, outcome)


def _costly(heard: Conversation) -> FaultKind | None:
    """The fault, if it is one that costs a time limit or leaves no engine to talk to."""
    if heard.fault is None:
        return None
    costly = heard.fault.kind in (FaultKind.SILENCE, FaultKind.CLOSED) or not heard.started
    return heard.fault.kind if costly else None


def _with_blocked(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes, blocked where a play could not even be dealt and a case of dealing failed."""
    failed: dict[str, str] = {}
    for outcome in outcomes:
        if outcome.only_deals and outcome.status in FALLS_SHORT:
            failed.setdefault(outcome.case.game, outcome.case.id)
    return [
        replace(
            outcome,
            status=Status.BLOCKED,
            reason=f"the hand is not dealt, and {failed[outcome.case.game]} fails already",
        )
        if outcome.before_play and outcome.case.game in failed
        else outcome
        for outcome in outcomes
    ]
