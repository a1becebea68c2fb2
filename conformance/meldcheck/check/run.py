"""Cases played on an engine, and judged: what is sent, and what each reply means.

An engine is sent setups, actions and questions only; what is expected stays here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, Protocol, TypeAlias, assert_never

from meldcheck.engine.process import Conversation, Engine, EngineFault, FaultKind, Request
from meldcheck.suite.agreement import improper
from meldcheck.suite.outcomes import decided
from meldcheck.words import compare, protocol
from meldcheck.words.case import JSON, Act, Ask, Case, Kind, Step, plain
from meldcheck.words.compare import Difference
from meldcheck.words.protocol import Accepted, GamePlayed, NotUnderstood, Refused, Reply, Skipped

FAULTS: Final = 5
"""So many cases of a kind in a row may cost a time limit before the others are not run."""


class Status(StrEnum):
    """What came of a case."""

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
"""With one of these a run does not hold."""


class Strand(StrEnum):
    """Which play of a case."""

    PLAY = "play"
    CONTROL = "control"
    TWIN = "twin"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one case, and where it was decided.

    ``step`` counts the steps of ``part`` from 1; 0 is ``begin``, None a question without play.
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
    """Of the options that a source leaves open, the readings that account for what was replied."""
    unheard: Status | None = None
    """Of an identified case, its status by the source's own rule set, without these readings."""


class Court(Protocol):
    """Who judges cases by what a source settles; see ``meldcheck.sources.appeal``."""

    def judged(self, said: Sequence[Exchange], heard: Conversation, outcome: Outcome) -> Outcome:
        """The outcome by what the source settles, from the outcome by its own rule set."""
        ...

    def freed(self, case: Case) -> Case:
        """The case without the readings that the source leaves open."""
        ...


# What is sent


@dataclass(frozen=True, slots=True)
class Accepts:
    """The request is accepted."""


@dataclass(frozen=True, slots=True)
class Refuses:
    """The request is refused, by one of these clauses where the engine names any."""

    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """The question is answered so."""

    what: str
    answer: JSON


@dataclass(frozen=True, slots=True)
class Watches:
    """What a seat learns in a play whose twin it must not tell apart.

    ``like`` is the exchange of the first play in which the same was asked.
    """

    what: str
    like: int | None


@dataclass(frozen=True, slots=True)
class Looks:
    """What a seat sees before a refused step, and after it: the same.

    ``like`` is the exchange in which it was asked before; None when this is that one.
    """

    like: int | None


Check: TypeAlias = Accepts | Refuses | Answers | Watches | Looks


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request, and what is expected of its reply."""

    request: Request
    check: Check
    part: Strand = Strand.PLAY
    step: int | None = None


Defaults: TypeAlias = Mapping[str, Mapping[str, str | int]]
"""By game, the reading of each option that is played unless a request says otherwise."""

NO_DEFAULTS: Final[Defaults] = {}
NO_MISFITS: Final[Mapping[str, str]] = {}
NO_COURTS: Final[Mapping[str, Court]] = {}


def script(
    case: Case,
    defaults: Defaults = NO_DEFAULTS,
    rules: Defaults = NO_DEFAULTS,
    *,
    shows_views: bool = False,
) -> tuple[Exchange, ...]:
    """Everything that is said to an engine in a case.

    Every request names the readings of ``rules``, and those that the case fixes, as far as they
    differ from the default.
    An engine that shows views is asked for one before and after each refused step.
    """
    case = _decided(case, defaults, rules)
    named = _rules(case, defaults, rules)
    if case.question is not None:
        request: Request = {
            "cmd": "ask",
            "game": case.game,
            "rules": named,
            "what": case.what,
            **case.question,
        }
        return (Exchange(request, Answers(case.what, case.answer)),)
    exchanges = list(_play(case, named, case.steps, Strand.PLAY))
    if case.control is not None:
        exchanges += _play(case, named, case.control.steps, Strand.CONTROL)
    if case.twin is not None:
        watched = [place for place, said in enumerate(exchanges) if isinstance(said.check, Watches)]
        exchanges += _second_play(_play(case, named, case.twin.steps, Strand.TWIN), iter(watched))
    exchanges.append(Exchange({"cmd": "end"}, Accepts()))
    return tuple(_with_looks(exchanges) if shows_views and case.twin is None else exchanges)


def _with_looks(exchanges: Iterable[Exchange]) -> list[Exchange]:
    """The exchanges, with a view asked for around each refused step of a dealt hand."""
    looking: list[Exchange] = []
    dealt = False
    for said in exchanges:
        if not (dealt and isinstance(said.check, Refuses)):
            looking.append(said)
            accepted = said.request["cmd"] == "act" and isinstance(said.check, Accepts)
            dealt = said.request["cmd"] != "begin" and (dealt or accepted)
            continue
        by = said.request["by"]
        view: Request = {"cmd": "ask", "what": "view", "seat": by if by != "chance" else 0}
        before = len(looking)
        looking.append(replace(said, request=view, check=Looks(None)))
        looking.append(said)
        looking.append(replace(said, request=view, check=Looks(before)))
    return looking


def _decided(case: Case, defaults: Defaults, rules: Defaults = NO_DEFAULTS) -> Case:
    """The case under the reading of its question that is played; any other case as it is."""
    return decided(case, {**defaults.get(case.game, {}), **rules.get(case.game, {})})


def _rules(case: Case, defaults: Defaults, rules: Defaults) -> JSON:
    """What is played otherwise than by default: what the case fixes, and else these rules."""
    usual = defaults.get(case.game, {})
    played = {**rules.get(case.game, {}), **case.rules}
    other = {name: value for name, value in played.items() if usual.get(name) != value}
    return {"options": other} if other else {}


def _play(case: Case, rules: JSON, steps: Iterable[Step], part: Strand) -> Iterator[Exchange]:
    if case.setup is None:
        raise AssertionError(f"{case.id} has neither a question nor a setup")
    begin: Request = {"cmd": "begin", "game": case.game, "rules": rules, **plain(case.setup)}
    yield Exchange(begin, Accepts(), part, 0)
    watchers = case.twin.seats if case.twin is not None and part is not Strand.CONTROL else ()
    for number, step in enumerate(steps, start=1):
        match step:
            case Act(by=by, do=do, refused=()):
                yield Exchange({"cmd": "act", "by": by, "do": do}, Accepts(), part, number)
                for seat in watchers:
                    for what in ("view", "legal"):
                        request: Request = {"cmd": "ask", "what": what, "seat": seat}
                        yield Exchange(request, Watches(what, None), part, number)
            case Act(by=by, do=do, refused=clauses):
                request = {"cmd": "act", "by": by, "do": do}
                yield Exchange(request, Refuses(clauses), part, number)
            case Ask(what=what, seat=seat, depth=depth, answer=answer):
                fields = {"seat": seat, "depth": depth}
                stated = {name: value for name, value in fields.items() if value is not None}
                request = {"cmd": "ask", "what": what, **stated}
                yield Exchange(request, Answers(what, answer), part, number)
            case _:
                assert_never(step)


def _second_play(play: Iterable[Exchange], watched: Iterator[int]) -> Iterator[Exchange]:
    for said in play:
        if isinstance(said.check, Watches):
            yield replace(said, check=Watches(said.check.what, next(watched)))
        else:
            yield said


# Whether a case applies


_OF_KIND: Final[dict[Kind, tuple[str, ...]]] = {
    Kind.MELD: ("meld",),
    Kind.DEADWOOD: ("deadwood",),
    Kind.BEST: ("best",),
    Kind.DEAL: ("deal",),
    Kind.PLAY: ("play",),
    Kind.LEGAL: ("play", "legal"),
    Kind.VIEW: ("play", "view"),
    Kind.SETTLE: ("settle",),
    Kind.PERFT: ("play", "perft"),
    Kind.TWIN: ("play", "view", "legal"),
    Kind.QUESTION: (),
}
"""What cases of a kind need of an engine, whatever they do; a question case may have no play."""


def not_applicable(
    case: Case, games: dict[str, GamePlayed], defaults: Defaults = NO_DEFAULTS
) -> str | None:
    """Why a case is not for an engine, from what it says in ``hello``; None where it is."""
    case = _decided(case, defaults)
    played = games.get(case.game)
    if played is None:
        return f"the engine does not play {case.game}"
    for ability in dict.fromkeys((*_OF_KIND[case.kind], *case.requires.abilities)):
        if ability not in played.abilities:
            return f"the engine does not offer {ability}"
    for action in case.requires.actions:
        if played.actions is not None and action not in played.actions:
            return f"the engine does not know the action {action}"
    for option, reading in case.rules.items():
        readings = named_readings(case.game, option, played)
        usual = defaults.get(case.game, {}).get(option)
        if reading not in ((usual,) if readings is None else readings):
            return f"the engine does not play {option} = {reading}"
    return None


def named_readings(game: str, option: str, played: GamePlayed) -> tuple[str | int, ...] | None:
    """The readings that an engine names for an option, under its full name or its last part.

    None for an option that it does not name: it plays the default, whichever that is.
    """
    for name, readings in played.options.items():
        plain = name.replace("-", "_").removeprefix(game.replace("-", "_") + ".")
        if plain in (option, option.rpartition(".")[2]):
            return readings
    return None


# What a reply means


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
    if heard.fault is None:
        return found or Outcome(case, Status.PASS)
    return _broken(case, said[len(heard.replies)], heard.fault, found)


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
            return replace(outcome, reason="refused, and by none of the clauses that refuse it")
        case Accepts() if exchange.part is Strand.CONTROL:
            return replace(
                outcome,
                status=Status.VACUOUS,
                reason="the control is refused too, so the refusal says nothing",
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
        case Answers(what=what, answer=expected):
            found = compare.differences(what, expected, answer)
            found += improper(exchange.request, answer)
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


def _unseen(outcome: Outcome, exchange: Exchange, before: Reply, answer: JSON) -> Outcome | None:
    """The outcome if a refused step has changed what a seat sees."""
    was = before.answer if isinstance(before, Accepted) else None
    found = compare.changes(was, answer)
    seat = exchange.request["seat"]
    reason = f"the refused step has changed what seat {seat} sees"
    return replace(outcome, differences=found, reason=reason) if found else None


def _told_apart(what: str, one: Reply, other: Accepted) -> str:
    """Where the replies to one seat in the two plays differ; empty where they do not."""
    if not isinstance(one, Accepted):
        return "the reply"
    if compare.cards_named(one.more) != compare.cards_named(other.more):
        return "a field beside the answer"
    return compare.told_apart(what, one.answer, other.answer)


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


# The run


def run(
    cases: Sequence[Case],
    games: dict[str, protocol.GamePlayed],
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
    cases = [_decided(case, defaults, rules) for case in cases]
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
