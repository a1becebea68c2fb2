"""Doubt: readings that an engine with mistakes seems to play.

An engine that contradicts itself plays no rule set, so nothing is told by elimination alone. A
reading is then told only if the plays that tell it apart bear it, and no other known difference
explains them as well.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from meldcheck.check.causes import Deviation, Explained, Trait, explain
from meldcheck.check.judge import Outcome, answered_on, judge
from meldcheck.check.plan import CasePlan, plan_of
from meldcheck.check.report import in_words
from meldcheck.check.run import Talk, talks
from meldcheck.identify.backing import Backing, Elsewhere, backing, elsewhere, weigh
from meldcheck.identify.identification import Done, GivenUpError, Identification
from meldcheck.sources.experiments import Experiment
from meldcheck.words.case import Act, Ask, Case
from meldcheck.words.lines import counted
from meldcheck.words.notation import CHANCE
from meldcheck.words.protocol import Refused
from meldcheck.words.readings import Reading

CASES: Final = 30
"""Number of cases, at most, that are played for one known difference."""


def deviating(work: Identification) -> list[str]:
    """The options with a known reading that is not the default."""
    default = work.space.default
    return [option for option, reading in work.known.closed.items() if reading != default[option]]


def backings(work: Identification) -> dict[str, Backing]:
    """The backing of each known reading that is not the default."""
    return {option: backing(work, option) for option in deviating(work)}


def weighed(
    work: Identification,
    pool: Sequence[Experiment],
    cases: Iterable[Case],
    entries: Sequence[Deviation],
    chance: random.Random,
    done: Done,
) -> dict[str, Backing]:
    """The backing of readings of an engine with mistakes, after more plays, with doubts.

    It has every reading that is not the default, and each default that is doubtful.
    """
    explained = Explained((), ())
    if not work.is_over:
        try:
            for option in deviating(work):
                weigh(work, option, pool, chance, done)
            explained = _explained(work, cases, entries, done)
        except GivenUpError as problem:
            work.given_up = str(problem)
        except KeyboardInterrupt:
            work.interrupted = True
    doubted: dict[str, Backing] = {}
    blind = _accepts_all(work)
    for option, borne in backings(work).items():
        doubt = blind or _unborne(borne) or _otherwise(option, borne, explained, entries)
        doubted[option] = replace(borne, doubt=doubt)
    return _doubted_defaults(work, blind) | doubted


def _doubted_defaults(work: Identification, blind: str) -> dict[str, Backing]:
    """The default readings that a play contradicts, or that only an accepted action shows."""
    default = work.space.default
    usual = {name: one for name, one in work.known.closed.items() if one == default[name]}
    against: dict[str, list[Elsewhere]] = {}
    for one in elsewhere(work):
        against.setdefault(one.option, []).append(one)
        work.elsewhere.setdefault(one.play, one.told)
    doubted: dict[str, Backing] = {}
    for option, reading in usual.items():
        plays = against.get(option, [])
        doubt = ""
        if plays:
            doubt = f"{reading} is contradicted by {plays[0].play}, which fits {plays[0].told}"
        elif blind and not _is_answered(work, option):
            doubt = blind
        if doubt:
            contrary = tuple(one.play for one in plays)
            doubted[option] = Backing(reading, tuple(work.by.get(option, ())), contrary, doubt)
    return doubted


def _is_answered(work: Identification, option: str) -> bool:
    """Whether an answer, rather than an accepted action, tells the readings of an option apart."""
    shown = work.by.get(option, ())
    return any(
        heard.experiment.question is not None
        or any(
            isinstance(heard.experiment.steps[number - 1], Ask)
            for number, _ in heard.experiment.telling
        )
        for heard in work.heard
        if heard.experiment.id in shown and heard.experiment.asks == option
    )


def _accepts_all(work: Identification) -> str:
    """Why nothing shows in the actions that an engine accepts; empty if it ever refused one."""
    wrong = sum(one.got == {"ok": True} for one in work.misfits)
    if not wrong or any(
        isinstance(reply, Refused) and _is_act(heard.experiment, number)
        for heard in work.heard
        for number, reply in zip(heard.numbers, heard.conversation.replies, strict=False)
    ):
        return ""
    told = f"not even {counted(wrong, 'action')} against every rule set"
    return f"the engine refused no action, {told}; so an action that it accepts shows nothing"


def _is_act(experiment: Experiment, number: int) -> bool:
    """Whether a step of a play is an action of a seat; False for its begin, chance and facts."""
    match experiment.steps[number - 1 : number] if number else ():
        case (Act(by=by),):
            return by != CHANCE
        case _:
            return False


def _unborne(borne: Backing) -> str:
    """Why the plays do not bear a reading; empty if some show it and none speaks against it."""
    shown, against = borne.shown, borne.against
    if not against:
        return "" if shown else f"no play shows {borne.reading} without a mistake before it"
    return f"{borne.reading} fits {_counted(shown)} and is contradicted by {_counted(against)}"


def _counted(plays: Sequence[str]) -> str:
    if len(plays) <= 1:
        return plays[0] if plays else "no play"
    return f"{len(plays)} plays such as {plays[0]}"


# ── causes ───────────────────────────────────────────────────────────────────────────────────────


def _explained(
    work: Identification,
    cases: Iterable[Case],
    entries: Sequence[Deviation],
    done: Done,
) -> Explained:
    """The causes of the cases in which the deviating readings would show.

    The other cases of each cause are played, too, so that it explains them or falls.
    """
    of_game = {case.id: case for case in cases if case.game == work.known.options.game.name}
    outcomes: dict[str, Outcome] = {}
    explained = Explained((), ())
    readings = (_entry(option, work.known.closed[option], entries) for option in deviating(work))
    waiting = [entry for entry in readings if entry is not None]
    tried: list[Deviation] = []
    last: Talk | None = None
    while waiting:
        tried += waiting
        named = [case for entry in waiting for case in _shortest(entry, of_game)]
        plans = [_plan(work, of_game[case]) for case in dict.fromkeys(named)]
        for came in talks(work.subject, [plan for plan in plans if _is_fit(work, plan, outcomes)]):
            work.plays += 1
            done(work)
            if came.before is not None and last is not None:
                name, at = last.plan.case.id, last.said[-1]
                outcomes[name] = answered_on(outcomes[name], at, came.before)
            if came.heard is not None:
                case = came.plan.case
                outcomes[case.id] = judge(case, came.said, came.heard)
                last = came
        explained = explain(outcomes.values(), entries)
        waiting = [cause.entry for cause in explained.causes if cause.entry not in tried]
    return explained


def _entry(option: str, reading: Reading, entries: Iterable[Deviation]) -> Deviation | None:
    """The difference of the catalogue that is a reading."""
    name = f"{option}={reading}"
    found = (entry for entry in entries if entry.kind is Trait.READING and entry.name == name)
    return next(found, None)


def _shortest(entry: Deviation, of_game: Mapping[str, Case]) -> list[str]:
    known = [case for case in entry.signs if case in of_game]
    return sorted(known, key=lambda case: len(of_game[case].steps))[:CASES]


def _plan(work: Identification, case: Case) -> CasePlan:
    game = work.known.options.game.name
    return plan_of(case, {game: work.space.default}, games={game: work.played})


def _is_fit(work: Identification, plan: CasePlan, outcomes: Mapping[str, Outcome]) -> bool:
    """Whether a case is still to be played, and can be without naming rules or a known fault."""
    if plan.reason is not None or plan.rules or plan.case.id in outcomes:
        return False
    return work.may_ask(exchange.request for exchange in plan.said)


def _otherwise(
    option: str, borne: Backing, explained: Explained, entries: Sequence[Deviation]
) -> str:
    """The cause that explains the cases of a reading as well; empty if none does."""
    own = _entry(option, borne.reading, entries)
    if own is None:
        return ""
    for cause in explained.causes:
        others = (cause.entry, *cause.alike)
        if own in others and (own is cause.entry or own.signs == cause.entry.signs):
            return ""
    for cause in explained.causes:
        if not own.signs.keys().isdisjoint(cause.explained):
            return f"another cause explains {borne.reading} as well: {in_words(cause.entry)}"
    return ""
