"""The outcome of a case, from the replies of an engine. The first difference decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, Protocol, assert_never

import msgspec

from meldcheck.check.script import (
    Accepts,
    Answers,
    Check,
    Exchange,
    Looks,
    Refuses,
    Strand,
    Watches,
)
from meldcheck.engine.process import Conversation, Cost, EngineFault
from meldcheck.suite.agreement import improper
from meldcheck.words import compare
from meldcheck.words.case import JSON, Act, Ask, Case, Kind, Step
from meldcheck.words.compare import Difference
from meldcheck.words.protocol import Accepted, GamePlayed, NotUnderstood, Refused, Reply, Skipped
from meldcheck.words.readings import Readings


class Status(StrEnum):
    """The status of a case after a run."""

    PASS = "pass"
    FAIL = "fail"
    ERROR = "error"
    SKIP = "skip"
    BLOCKED = "blocked"
    IDENTIFIED = "identified"
    VACUOUS = "vacuous"
    KNOWN_FAILURE = "known-failure"
    XPASS = "xpass"
    NOT_APPLICABLE = "not-applicable"


FALLS_SHORT: Final = frozenset({Status.FAIL, Status.ERROR, Status.VACUOUS, Status.XPASS})
"""A run with one of these does not hold."""
UNJUDGED: Final = frozenset({Status.NOT_APPLICABLE, Status.SKIP, Status.BLOCKED})
"""Nothing was found out about the engine."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one case, and the step that decided it.

    ``step`` counts the steps of ``part`` from 1. It is 0 for ``begin``, and None where no step
    decided.
    """

    case: Case
    status: Status
    part: Strand = Strand.PLAY
    step: int | None = None
    expected: JSON = None
    got: JSON = None
    differences: tuple[Difference, ...] = ()
    reason: str = ""
    before_play: bool = False
    """The match could not begin or the first hand was not dealt, and more was to follow."""
    only_deals: bool = False
    """The case does nothing but deal, and the deal failed."""
    ran: bool = True
    readings: Mapping[str, tuple[str | int, ...]] = field(default_factory=dict)
    """By option that a source leaves open: the readings that explain the replies."""
    unheard: Status | None = None
    """For an identified case: its status by the source's own rule set, without these readings."""
    cost: Cost | None = None
    """The cost of the fault of the engine, if there was one."""
    left_out: tuple[str, ...] = ()
    """The stated parts that were not compared, because the engine is without them."""


class Court(Protocol):
    """A judge of cases by what a source settles; see ``meldcheck.sources.appeal``."""

    def judged(self, said: Sequence[Exchange], heard: Conversation, outcome: Outcome) -> Outcome:
        """The outcome by what the source settles, from the outcome by its own rule set."""
        ...

    def freed(self, case: Case) -> Case:
        """The case without the readings that the source leaves open."""
        ...

    def suited(self, sent: Readings, played: GamePlayed) -> Readings:
        """The readings to request from an engine that plays other admitted readings."""
        ...


def judge(case: Case, said: Sequence[Exchange], heard: Conversation) -> Outcome:
    """The outcome of a case from the replies of an engine: the first difference decides.

    A broken protocol is an error of the case, whatever came before it.
    """
    found: Outcome | None = None
    for place, (exchange, reply) in enumerate(zip(said, heard.replies, strict=False)):
        found = _verdict(case, said, heard.replies, place)
        if found is not None:
            found = replace(
                found,
                before_play=_is_before_play(case, exchange, reply) and not _only_deals(case),
                only_deals=_is_before_play(case, exchange, reply) and _only_deals(case),
            )
            break
    left_out = tuple(
        dict.fromkeys(
            name for one in said if isinstance(one.check, Answers) for name in one.check.left_out
        )
    )
    if heard.fault is None:
        return replace(found or Outcome(case, Status.PASS), left_out=left_out)
    broken = _broken(case, said[len(heard.replies)], heard.fault, found)
    return replace(broken, cost=heard.cost, left_out=left_out)


def answered_on(outcome: Outcome, at: Exchange, fault: EngineFault) -> Outcome:
    """The outcome of a case after whose last reply the engine has written one line more."""
    cost = Cost(fault.kind, started=True, raised=fault.raised, belated=True)
    spoilt = _broken(outcome.case, at, fault, outcome)
    return replace(spoilt, cost=cost, left_out=outcome.left_out)


def _broken(case: Case, at: Exchange, fault: EngineFault, found: Outcome | None) -> Outcome:
    before = ""
    if found is not None and found.status is Status.FAIL:
        before = f" (an earlier reply differed already, {_place(found.part, found.step)})"
    return Outcome(
        case,
        Status.ERROR,
        at.part,
        at.step,
        expected=_expected(at.check, ()),
        got={"fault": fault.kind.value, "message": fault.message},
        reason=fault.text + before,
    )


def _place(part: Strand, step: int | None) -> str:
    of = "" if part is Strand.PLAY else f" of the {part.value}"
    return f"at step {step}{of}" if step else f"at the beginning{of}"


def _is_before_play(case: Case, exchange: Exchange, reply: Reply) -> bool:
    if exchange.part is not Strand.PLAY or not isinstance(reply, Refused | NotUnderstood):
        return False
    if not isinstance(exchange.check, Accepts):
        return False
    return exchange.step == 0 or (exchange.step == 1 and _deals(case.steps[0]))


def _deals(step: Step) -> bool:
    return isinstance(step, Act) and step.by == "chance" and step.do.get("type") == "deal"


def _only_deals(case: Case) -> bool:
    return case.kind in (Kind.PLAY, Kind.VIEW) and all(
        _deals(step) or isinstance(step, Ask) for step in case.steps
    )


def _verdict(
    case: Case, said: Sequence[Exchange], replies: Sequence[Reply], place: int
) -> Outcome | None:
    exchange, reply = said[place], replies[place]
    if isinstance(exchange.check, Accepts) and isinstance(reply, Accepted):
        return None
    outcome = Outcome(
        case,
        Status.FAIL,
        exchange.part,
        exchange.step,
        expected=_expected(exchange.check, replies),
        got=_got(exchange, reply),
    )
    match reply:
        case Skipped(reason=reason):
            return replace(outcome, status=Status.SKIP, reason=reason)
        case NotUnderstood(reason=reason):
            return replace(outcome, status=Status.ERROR, reason=f"the engine replies: {reason}")
        case Refused(clauses=clauses):
            return _judge_refusal(outcome, exchange, clauses)
        case Accepted(answer=answer):
            return _judge_acceptance(outcome, exchange, reply, answer, replies)
        case _:
            assert_never(reply)


def _judge_refusal(
    outcome: Outcome, exchange: Exchange, clauses: tuple[str, ...]
) -> Outcome | None:
    match exchange.check:
        case Refuses(clauses=ours):
            if not clauses or set(clauses) & set(ours):
                return None
            return replace(outcome, reason="refused, but by none of the expected clauses")
        case Accepts() if exchange.part is Strand.CONTROL:
            return replace(
                outcome,
                status=Status.VACUOUS,
                reason="the control is refused too, so the refusal proves nothing",
            )
        case Accepts() | Answers() | Watches() | Looks():
            return outcome


def _judge_acceptance(
    outcome: Outcome,
    exchange: Exchange,
    reply: Accepted,
    answer: JSON,
    replies: Sequence[Reply],
) -> Outcome | None:
    match exchange.check:
        case Accepts():
            return None
        case Refuses():
            return outcome
        case Answers() as check:
            found = _compared(check, answer) + improper(exchange.request, answer)
            return replace(outcome, differences=found) if found else None
        case Watches(what=what, like=like):
            where = "" if like is None else _told_apart(what, replies[like], reply)
            if not where:
                return None
            seat = exchange.request["seat"]
            reason = f"seat {seat} can tell the two plays apart by its {what}: {where}"
            return replace(outcome, reason=reason)
        case Looks(like=like):
            return None if like is None else _unseen(outcome, exchange, replies[like], answer)


def _compared(check: Answers, answer: JSON) -> tuple[Difference, ...]:
    """How an answer differs in the parts that the engine has."""
    if check.states_nothing:
        return ()
    told = answer
    if check.ignored and isinstance(answer, dict):
        told = {name: part for name, part in answer.items() if name not in check.ignored}
    stated = told
    if check.what == "view" and isinstance(told, dict) and isinstance(check.answer, dict):
        stated = {name: told.get(name) for name in check.answer}
    return (
        () if _same(check.answer, stated) else compare.differences(check.what, check.answer, told)
    )


def _unseen(outcome: Outcome, exchange: Exchange, before: Reply, answer: JSON) -> Outcome | None:
    """The outcome if a refused step has changed what a seat sees; otherwise None."""
    was = before.answer if isinstance(before, Accepted) else None
    if _same(was, answer):
        return None
    found = compare.changes(was, answer)
    seat = exchange.request["seat"]
    reason = f"the refused step has changed what seat {seat} sees"
    return replace(outcome, differences=found, reason=reason) if found else None


def _told_apart(what: str, one: Reply, other: Accepted) -> str:
    """Where the replies to one seat in the two plays differ; empty where they do not."""
    if not isinstance(one, Accepted):
        return "the reply"
    if _same(one.more, other.more):
        return ""
    if compare.cards_named(one.more) != compare.cards_named(other.more):
        return "a field beside the answer"
    return compare.told_apart(what, one.answer, other.answer)


def _same(one: JSON, other: JSON) -> bool:
    """Whether two values are the same JSON, as nearly all are; then no comparison is needed.

    Values that differ here may still say the same: cards have several spellings, and hands no
    order.
    """
    try:
        first, second = (msgspec.json.encode(value, order="sorted") for value in (one, other))
    except RecursionError:
        return False
    return first == second


def _expected(check: Check, replies: Sequence[Reply]) -> JSON:
    match check:
        case Accepts():
            return {"ok": True}
        case Refuses(clauses=clauses):
            return {"ok": False, "clauses": list(clauses)}
        case Answers(answer=answer):
            return answer
        case Watches(like=like) | Looks(like=like):
            first = replies[like] if like is not None and like < len(replies) else None
            return first.answer if isinstance(first, Accepted) else None


def _got(exchange: Exchange, reply: Reply) -> JSON:
    match reply:
        case Accepted(answer=answer):
            return answer if isinstance(exchange.check, Answers | Watches | Looks) else {"ok": True}
        case Refused(clauses=clauses):
            return {"ok": False, "clauses": list(clauses)} if clauses else {"ok": False}
        case Skipped(reason=reason):
            return {"skipped": reason}
        case NotUnderstood(reason=reason):
            return {"error": reason}
        case _:
            assert_never(reply)
