"""The state of an identification: what the engine replied, and the rule sets that agree with it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias, assert_never, final

from meldcheck.engine.process import Conversation, EngineFault, FaultKind, Request, Subject
from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources.experiments import (
    Experiment,
    Follower,
    Misfit,
    Seen,
    judged,
    missing_for,
    spoken,
)
from meldcheck.sources.knowledge import Knowledge
from meldcheck.words.protocol import (
    Accepted,
    GamePlayed,
    NotUnderstood,
    Refused,
    Reply,
    Skipped,
)

FAULTS: Final = 5
"""Number of plays that end in a fault before the engine is given up, if none has gone well."""

FAULTS_IN_A_ROW: Final = 100
"""Number of such plays in a row, if some have gone well."""

ALIKE_IN_A_ROW: Final = 20
"""Number of such plays in a row, if they end alike and have taken ``PATIENCE``."""

PATIENCE: Final = 60.0
"""Seconds that plays in a row may take if they all end in a like fault."""

COSTLY_FAULTS: Final = 5
"""Number of plays that reach a time limit, or find no engine, before the engine is given up."""

NEVER_ANSWERED: Final = 5
"""Number of faults at one kind of request before it is asked no more, if none was answered."""

NEVER_IN_TIME: Final = 3
"""Number of such faults if they reach a time limit."""

NEVER_TAKEN: Final = 20
"""Number of plays in which such a kind of request is skipped, or is an error, or in which no match
begins."""

Untaken: TypeAlias = EngineFault | Skipped | NotUnderstood | Refused
"""What comes of a request that an engine does not take."""

QUESTION: Final = "the question "
"""Begin of the kind of a question."""

BEGIN: Final = "begin with "
"""Begin of the kind of a request that begins a match."""


@final
class GivenUpError(Exception):
    """The engine has caused too many faults to go on."""


@final
@dataclass(frozen=True, slots=True)
class HeardPlay:
    """A play, the step of each of its requests, and the replies."""

    experiment: Experiment
    numbers: tuple[int, ...]
    conversation: Conversation
    stopped: str = ""
    """Why the play was not asked to its end; empty if it was."""


@final
@dataclass(frozen=True, slots=True)
class Unanswered:
    """A kind of request at which the engine faults, or which it skips, whenever it is asked."""

    kind: str
    plays: int
    """Number of plays that ended there in this way."""
    asked: int
    """Number of plays in which it was asked."""
    first: Untaken

    @property
    def said(self) -> str:
        """The first fault or reply, in words."""
        return _in_words(self.first)

    @property
    def why(self) -> str:
        """Why a play is not asked to its end."""
        return f"the engine never answers {self.kind}: {self.said}"


def _in_words(first: Untaken) -> str:
    match first:
        case EngineFault(text=text):
            return text
        case Skipped(reason=reason):
            return f"skipped: {reason}"
        case NotUnderstood(reason=reason):
            return f"the engine replies error: {reason}"
        case Refused():
            return "refused"
        case _:
            assert_never(first)


@final
@dataclass(slots=True)
class _Faults:
    """The faults and skips of an engine, by the kind of request at which they came."""

    answered: set[str] = field(default_factory=set)
    at: Counter[tuple[str, type]] = field(default_factory=Counter)
    first: dict[str, Untaken] = field(default_factory=dict)
    never: dict[str, Unanswered] = field(default_factory=dict)
    """The kinds of request that are asked no more."""
    in_a_row: int = 0
    alike: tuple[str, FaultKind, str] | None = None
    """The kind of request, the kind of the fault and the error at which the last play ended."""
    alike_in_a_row: int = 0
    seconds: float = 0.0
    """Seconds that these plays have taken."""
    costly: int = 0
    begun: bool = False
    """Whether a match has begun."""
    well: bool = False
    """Whether a play has ended without a fault."""

    def told(self, kinds: Sequence[str], heard: Conversation, seconds: float) -> None:
        """Count what came of a play.  Raises GivenUpError."""
        self._take(kinds, heard.replies)
        fault = heard.fault
        if fault is None:
            self.well, self.in_a_row, self.alike = True, 0, None
            return
        kind = kinds[len(heard.replies)] if heard.started else "hello"
        is_late = fault.kind.is_late
        if heard.started:
            self._count(kind, fault, NEVER_IN_TIME if is_late else NEVER_ANSWERED)
        alike = kind, fault.kind, fault.raised
        if alike != self.alike:
            self.alike, self.alike_in_a_row, self.seconds = alike, 0, 0.0
        self.in_a_row += 1
        self.alike_in_a_row += 1
        self.seconds += seconds
        self.costly += is_late or not heard.started
        if self.costly >= COSTLY_FAULTS:
            what = f"{self.costly} plays found no engine or no reply in time"
        elif self.in_a_row >= (FAULTS_IN_A_ROW if self.well else FAULTS):
            what = f"{self.in_a_row} plays in a row ended in a fault"
        elif self.alike_in_a_row >= ALIKE_IN_A_ROW and self.seconds >= PATIENCE:
            lost = f"{self.alike_in_a_row} plays in a row, {self.seconds:.0f} s"
            what = f"{lost}, ended in the same fault"
        else:
            return
        raise GivenUpError(f"{what}, the last at {kind}: {fault.text}")

    def _take(self, kinds: Sequence[str], replies: Sequence[Reply]) -> None:
        """Count what is answered and what is skipped; after a skipped action nothing counts."""
        skipped: dict[str, Untaken] = {}
        for kind, reply in zip(kinds, replies, strict=False):
            match reply:
                case Accepted():
                    self.begun = self.begun or kind.startswith(BEGIN)
                    self.answered.add(kind)
                case Refused() if self.begun or not kind.startswith(BEGIN):
                    self.answered.add(kind)
                case Refused() | Skipped() | NotUnderstood():
                    skipped.setdefault(kind, reply)
                    if not kind.startswith(QUESTION):
                        break
                case _:
                    assert_never(reply)
        for kind, untaken in skipped.items():
            self._count(kind, untaken, NEVER_TAKEN)

    def _count(self, kind: str, came: Untaken, most: int) -> None:
        if kind in self.answered:
            return
        self.at[kind, type(came)] += 1
        first = self.first.setdefault(kind, came)
        if self.at[kind, type(came)] >= most:
            asked = sum(number for (of, _), number in self.at.items() if of == kind)
            self.never[kind] = Unanswered(kind, self.at[kind, type(came)], asked, first)


def _kind_of(request: Request) -> str:
    """The kind of a request, in words."""
    match request["cmd"]:
        case "begin":
            return f"{BEGIN}{request['players']} players"
        case "act":
            return str(request["do"]["type"])
        case "ask":
            return f"{QUESTION}{request['what']}"
        case other:
            return str(other)


@final
@dataclass(slots=True)
class Identification:
    """The state of an identification: what is known, and what was tried."""

    subject: Subject
    played: GamePlayed
    space: RuleSpace
    known: Knowledge
    by: dict[str, list[str]] = field(default_factory=dict)
    misfits: list[Misfit] = field(default_factory=list)
    troubles: dict[str, str] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    """The plays in which the engine broke the protocol."""
    missing: dict[str, str | Misfit] = field(default_factory=dict)
    """By option: why one of its witnesses was of no use; a misfit if it went astray there."""
    elsewhere: dict[str, str] = field(default_factory=dict)
    """By play: the reading that its replies fit, though other plays exclude it."""
    heard: list[HeardPlay] = field(default_factory=list)
    unfinished: list[HeardPlay] = field(default_factory=list)
    """Plays with too many possible rule sets to follow to their end."""
    given_up: str = ""
    """Why the engine was given up; empty if it was not."""
    interrupted: bool = False
    plays: int = 0
    walks: int = 0
    _faults: _Faults = field(default_factory=_Faults)
    _follower: Follower | None = None

    @property
    def is_over(self) -> bool:
        """Whether the engine can be asked no more."""
        return self.interrupted or bool(self.given_up)

    def follower(self) -> Follower:
        """The follower of plays under the present knowledge."""
        if self._follower is None or self._follower.known is not self.known:
            self._follower = Follower(self.known, self.played)
        return self._follower

    @property
    def unanswered(self) -> Mapping[str, Unanswered]:
        """The kinds of request that are asked no more: the engine faults at each, or skips it."""
        return self._faults.never

    def try_out(self, experiment: Experiment) -> None:
        """Play an experiment on the engine and learn from it.  Raises GivenUpError.

        A play stops before an action at which the engine always faults, or which it always skips;
        such a question is left out.
        """
        requests, numbers, stopped = self._asked(*spoken(experiment, self.played))
        if not requests:
            if experiment.asks is not None:
                self.missing.setdefault(experiment.asks, stopped)
            return
        end: Request = {"cmd": "end"}
        said = [*requests, end] if _kind_of(end) not in self.unanswered else [*requests]
        started = time.monotonic()
        heard = self.subject.converse(said)
        if heard.fault is not None and heard.fault.belated and self.heard:
            self._broke(self.heard[-1].experiment, heard.fault)
            heard = self.subject.converse(said)
        seconds = time.monotonic() - started
        replies = heard.replies[: len(requests)]
        self.plays += 1
        within = Conversation(replies, heard.fault, heard.started)
        self.heard.append(HeardPlay(experiment, numbers, within, stopped))
        self._learn(self.heard[-1])
        self._faults.told([_kind_of(request) for request in said], heard, seconds)

    def can_show(self, option: str, pool: Iterable[Experiment]) -> bool:
        """Whether the engine may be asked a witness of an option, if there is one."""
        witnesses = [one for one in pool if one.asks == option]
        return not witnesses or any(missing_for(one, self.played) is None for one in witnesses)

    def can_try(self, experiment: Experiment) -> bool:
        """Whether the engine may answer the first request of a play."""
        requests, _ = spoken(experiment, self.played)
        return bool(requests) and self.may_ask(requests[:1])

    def may_ask(self, requests: Iterable[Request]) -> bool:
        """Whether the engine may answer all of these requests."""
        return not any(_kind_of(request) in self.unanswered for request in requests)

    def _asked(
        self, requests: Sequence[Request], numbers: Sequence[int]
    ) -> tuple[tuple[Request, ...], tuple[int, ...], str]:
        """The requests that the engine may answer, their steps, and why there are no more."""
        kept: list[tuple[Request, int]] = []
        stopped = ""
        for request, number in zip(requests, numbers, strict=True):
            never = self.unanswered.get(_kind_of(request))
            if never is None:
                kept.append((request, number))
                continue
            stopped = stopped or never.why
            if request["cmd"] != "ask":
                break
        return tuple(one for one, _ in kept), tuple(number for _, number in kept), stopped

    def go_on(self) -> None:
        """Raises GivenUpError if no play comes to the first action of a seat."""
        kinds = self.unanswered
        for kind, never in kinds.items():
            if kind == "deal" or (kind.startswith(BEGIN) and not self._faults.begun):
                raise GivenUpError(never.why)

    def _learn(self, heard: HeardPlay) -> None:
        experiment = heard.experiment
        seen = judged(self.follower(), experiment, heard.numbers, heard.conversation)
        if seen.too_open:
            self.unfinished.append(heard)
        before = self.known
        learned = before.learned(seen.boxes)
        if learned is None:
            raise AssertionError(f"{experiment.id} leaves nothing possible, and no misfit")
        self.known = learned
        for option in before.open:
            fewer = learned.left[option] != before.left[option]
            if fewer or learned.ties_of(option) != before.ties_of(option):
                self.by.setdefault(option, []).append(experiment.id)
        self._remember(experiment, seen, heard.stopped)

    def _remember(self, experiment: Experiment, seen: Seen, stopped: str) -> None:
        known = {(misfit.experiment, misfit.step, misfit.place) for misfit in self.misfits}
        self.misfits += [
            misfit
            for misfit in seen.misfits
            if (misfit.experiment, misfit.step, misfit.place) not in known
        ]
        if seen.fault is not None:
            self.broken.add(experiment.id)
        if seen.trouble and not seen.misfits and not seen.too_open:
            self.troubles[experiment.id] = seen.trouble
        if experiment.asks is None:
            return
        astray = next((misfit for misfit in seen.misfits if misfit.asks is None), "")
        if seen.missed and (why := seen.trouble or stopped or astray):
            self.missing.setdefault(experiment.asks, why)
        if any(misfit.asks for misfit in seen.misfits):
            self.by.setdefault(experiment.asks, []).append(experiment.id)

    def _broke(self, experiment: Experiment, fault: EngineFault) -> None:
        """Note a line more that came after the last reply of a play."""
        self.broken.add(experiment.id)
        self.troubles.setdefault(experiment.id, fault.text)

    @property
    def went_astray(self) -> bool:
        """Whether the last play ended before it could tell anything."""
        last = self.heard[-1].experiment.id
        return last in self.troubles or any(one.experiment == last for one in self.misfits)

    def finish(self) -> None:
        """Follow again the plays that were too open with less knowledge."""
        waiting, self.unfinished = self.unfinished, []
        for heard in waiting:
            self._learn(heard)


Done: TypeAlias = Callable[[Identification], None]
"""Called before each play and each match, to show how far the identification is."""
