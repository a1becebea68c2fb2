"""Cases played on engines, several at once: the outcome of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final

from meldcheck.check.judge import FALLS_SHORT, Court, Outcome, Status, judge
from meldcheck.check.script import NO_DEFAULTS, Defaults, decided_by, not_applicable, script
from meldcheck.engine.process import Conversation, Engine, FaultKind
from meldcheck.words.case import Case, Kind
from meldcheck.words.protocol import GamePlayed

FAULTS: Final = 5
"""So many cases of a kind in a row may cost a time limit before the others are not run."""

NO_MISFITS: Final[Mapping[str, str]] = {}
NO_COURTS: Final[Mapping[str, Court]] = {}


def run(
    cases: Sequence[Case],
    games: dict[str, GamePlayed],
    engines: Sequence[Engine],
    done: Callable[[Outcome], None] = lambda _: None,
    defaults: Defaults = NO_DEFAULTS,
    rules: Defaults = NO_DEFAULTS,
    misfits: Mapping[str, str] = NO_MISFITS,
    courts: Mapping[str, Court] = NO_COURTS,
) -> list[Outcome]:
    """The outcome of each case, in order; each engine is given every n-th of those that apply.

    ``rules`` is played where a case fixes nothing else; ``misfits`` says by id which cases state
    nothing about it, and why.  A case that a question decides is judged by the reading that is
    played: the default one, unless ``rules`` has another.  ``courts`` holds by game who judges by
    what a source settles.
    ``done`` hears of each outcome as it comes, from any thread.  On the way out by an exception,
    such as a keyboard interrupt, every engine is ended.
    """
    cases = [decided_by(case, defaults, rules) for case in cases]
    outcomes: dict[int, Outcome] = {}
    waiting: list[int] = []
    for place, case in enumerate(cases):
        reason = misfits.get(case.id) or not_applicable(case, games, defaults)
        if reason is None:
            waiting.append(place)
        else:
            outcomes[place] = Outcome(case, Status.NOT_APPLICABLE, reason=reason)
            done(outcomes[place])

    def work(engine: Engine, share: Sequence[int]) -> None:
        for place, outcome in zip(
            share,
            _share(engine, [cases[i] for i in share], games, defaults, rules, courts),
            strict=True,
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
    return _with_blocked([outcomes[place] for place in range(len(cases))])


def _kill(engines: Iterable[Engine]) -> None:
    for engine in engines:
        engine.kill()


def _share(
    engine: Engine,
    cases: Sequence[Case],
    games: dict[str, GamePlayed],
    defaults: Defaults,
    rules: Defaults,
    courts: Mapping[str, Court],
) -> Iterator[Outcome]:
    """The outcomes of cases on one engine.

    Where case after case of one kind costs a time limit, the others of that kind are not run; an
    engine that does not start any more is given up.
    """
    costly: dict[Kind | None, list[FaultKind]] = {}
    for case in cases:
        over = next(
            (costly[of] for of in (None, case.kind) if len(costly.get(of, ())) == FAULTS), None
        )
        if over is not None:
            reason = f"not run: the engine faulted {FAULTS} times in a row ({over[0].value})"
            yield Outcome(case, Status.ERROR, reason=reason, ran=False)
            continue
        shows_views = "view" in games[case.game].abilities
        said = script(case, defaults, rules, shows_views=shows_views)
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
