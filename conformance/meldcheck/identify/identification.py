"""The state of an identification: what the engine replied, and the rule sets that agree with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias, final

from meldcheck.engine.process import Conversation, FaultKind, Subject
from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources.experiments import Experiment, Follower, Misfit, Seen, judged, spoken
from meldcheck.sources.knowledge import Knowledge
from meldcheck.words.protocol import GamePlayed

FAULTS: Final = 5
"""Number of plays that end in a fault before the engine is given up, if none has gone well."""

FAULTS_IN_A_ROW: Final = 100
"""Number of such plays in a row, if some have gone well."""

COSTLY_FAULTS: Final = 5
"""Number of plays that reach a time limit, or find no engine, before the engine is given up."""


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
    missing: dict[str, str] = field(default_factory=dict)
    """By option: why one of its witnesses was of no use."""
    heard: list[HeardPlay] = field(default_factory=list)
    unfinished: list[HeardPlay] = field(default_factory=list)
    """Plays with too many possible rule sets to follow to their end."""
    given_up: str = ""
    """Why the engine was given up; empty if it was not."""
    interrupted: bool = False
    plays: int = 0
    walks: int = 0
    in_a_row: int = 0
    costly: int = 0
    _follower: Follower | None = None

    @property
    def is_over(self) -> bool:
        """Whether the engine can be asked no more."""
        return self.interrupted or bool(self.given_up)

    def follower(self) -> Follower:
        """The follower of plays under the present knowledge."""
        if self._follower is None or self._follower.known is not self.known:
            self._follower = Follower(self.known)
        return self._follower

    def try_out(self, experiment: Experiment) -> None:
        """Play an experiment on the engine and learn from it.  Raises GivenUpError."""
        requests, numbers = spoken(experiment, self.played)
        heard = self.subject.converse([*requests, {"cmd": "end"}])
        heard = Conversation(heard.replies[: len(requests)], heard.fault, heard.started)
        self.plays += 1
        self.heard.append(HeardPlay(experiment, numbers, heard))
        self._learn(self.heard[-1])
        self._count(heard)

    def _count(self, heard: Conversation) -> None:
        fault = heard.fault
        if fault is None:
            self.in_a_row = 0
            return
        self.in_a_row += 1
        self.costly += fault.kind in (FaultKind.SILENCE, FaultKind.CLOSED) or not heard.started
        most = FAULTS if self.in_a_row == len(self.heard) else FAULTS_IN_A_ROW
        if self.in_a_row >= most or self.costly >= COSTLY_FAULTS:
            raise GivenUpError(fault.text)

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
        self._remember(experiment, seen)

    def _remember(self, experiment: Experiment, seen: Seen) -> None:
        known = {(misfit.experiment, misfit.step, misfit.place) for misfit in self.misfits}
        self.misfits += [
            misfit
            for misfit in seen.misfits
            if (misfit.experiment, misfit.step, misfit.place) not in known
        ]
        if seen.trouble and not seen.misfits and not seen.too_open:
            self.troubles[experiment.id] = seen.trouble
        if experiment.asks is None:
            return
        if seen.missed and seen.trouble:
            self.missing.setdefault(experiment.asks, seen.trouble)
        if any(misfit.asks for misfit in seen.misfits):
            self.by.setdefault(experiment.asks, []).append(experiment.id)

    def finish(self) -> None:
        """Follow again the plays that were too open with less knowledge."""
        waiting, self.unfinished = self.unfinished, []
        for heard in waiting:
            self._learn(heard)


Done: TypeAlias = Callable[[Identification], None]
"""Called before each play and each match, to show how far the identification is."""
