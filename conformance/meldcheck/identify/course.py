"""Identification of an engine's readings by experiments, each chosen by what is known so far.

Knowledge is the set of rule sets that are still possible.  First come the witnesses of the
questions, those with the most expected information first. Then come all plays of the suite that the
remaining rule sets would answer differently. Then comes seeded play in search of such a difference.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, TypeAlias, final

import msgspec

from meldcheck.check.plan import named_readings
from meldcheck.engine.process import Conversation, FaultKind, Subject
from meldcheck.games import MEASURES
from meldcheck.identify.alike import plainest, why_alike
from meldcheck.identify.corner import CORNERS, Walks
from meldcheck.identify.free_walks import FreeWalks
from meldcheck.identify.seats import retold
from meldcheck.identify.steps import in_step
from meldcheck.law.document import Law, Question, QuestionStatus
from meldcheck.law.rulesheet import conditions_in_words
from meldcheck.law.rulespace import RuleSpace
from meldcheck.sources.experiments import (
    WHOLE,
    Experiment,
    Follower,
    Misfit,
    Seen,
    experiments_of,
    judged,
    missing_for,
    spoken,
    tells,
    without,
)
from meldcheck.sources.knowledge import Knowledge, nothing_known
from meldcheck.sources.worlds import Box, TooOpenError
from meldcheck.words.case import JSON, Case
from meldcheck.words.protocol import GamePlayed
from meldcheck.words.readings import Reading, reading_value
from meldspec.wire import GameWire

FAULTS: Final = 5
"""Number of plays that end in a fault before the engine is given up, if none has gone well."""

FAULTS_IN_A_ROW: Final = 100
"""Number of such plays in a row, if some have gone well."""

COSTLY_FAULTS: Final = 5
"""Number of plays that reach a time limit, or find no engine, before the engine is given up."""

MOST_TOLD: Final = 4
"""Number of combinations of tied options that are shown in full."""

WALKS: Final = 500
"""Number of seeded matches without a result before a pair of readings is given up."""

ROUND: Final = 10
"""Number of matches for one pair before the next pair has its turn."""

IN_VAIN: Final = 100
"""Penalty, in matches, for a match whose difference the engine does not show."""

PAYING: Final = {"payments", "chips"}
"""Fields that depend on many questions at once."""

AT_TIMES: Final = 3
"""Number of misfits in one of the ``PAYING`` fields after which all of them are ignored."""

OFTEN: Final = 25
"""Number of misfits in any other field after which it is ignored."""

_Pair: TypeAlias = tuple[str, Reading]
"""An option and a reading of it, to tell apart from the reading assumed so far."""


@final
class Upshot(StrEnum):
    """The result for a question."""

    IDENTIFIED = "identified"
    NEITHER = "neither"
    CANNOT_TELL = "cannot tell"


@final
class Lack(StrEnum):
    """The reason why the reading of a question is not known."""

    DEAD = "dead"
    """The question matters only with readings that the engine does not play."""
    ALIKE = "alike"
    """The readings that are left give the same game."""
    UNFOUND = "unfound"
    """No play was found that the remaining readings would answer differently."""
    MISSING = "missing"
    """There are such plays, but the engine cannot do them or breaks them off."""


@final
@dataclass(frozen=True, slots=True)
class Answer:
    """The reading of a question that an engine plays, or why it is not known."""

    question: Question
    finding: Upshot
    reading: Reading | None
    lack: Lack | None
    why: str
    by: tuple[str, ...]
    """The plays that showed it."""
    left: tuple[Reading, ...]
    declared: tuple[Reading, ...]
    """The readings that the engine names in ``hello``; empty if it names none."""

    @property
    def is_default(self) -> bool:
        """Whether the default reading is played."""
        return self.reading == reading_value(self.question.default)

    @property
    def contradicts_hello(self) -> bool:
        """Whether ``hello`` states, or by silence implies, another reading."""
        said = self.declared or (reading_value(self.question.default),)
        return self.reading is not None and self.reading not in said


@final
@dataclass(frozen=True, slots=True)
class Findings:
    """Everything found out about an engine."""

    game: str
    answers: tuple[Answer, ...]
    misfits: tuple[Misfit, ...]
    """Replies that fit no possible rule set, about whatever question."""
    troubles: Mapping[str, str]
    """Faults and skipped requests, by play."""
    plays: int
    walks: int
    """Number of seeded matches played in search of a play that tells."""
    most_walks: int
    """Number of seeded matches for one pair of readings, at most."""
    given_up: str
    known: Knowledge

    @property
    def holds(self) -> bool:
        """Whether every question that matters and can be told has one of its readings."""
        return not any(
            answer.finding is Upshot.NEITHER or answer.lack in (Lack.MISSING, Lack.UNFOUND)
            for answer in self.answers
        )


@final
class GivenUpError(Exception):
    """The engine has caused too many faults to go on."""


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
    unfinished: list[tuple[Experiment, tuple[int, ...], Conversation]] = field(default_factory=list)
    """Plays with too many possible rule sets to follow to their end."""
    plays: int = 0
    walks: int = 0
    in_a_row: int = 0
    costly: int = 0
    _follower: Follower | None = None

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
        self._learn(experiment, numbers, heard)
        self._count(heard)

    def _count(self, heard: Conversation) -> None:
        fault = heard.fault
        if fault is None:
            self.in_a_row = 0
            return
        self.in_a_row += 1
        self.costly += fault.kind in (FaultKind.SILENCE, FaultKind.CLOSED) or not heard.started
        most = FAULTS if self.in_a_row == self.plays else FAULTS_IN_A_ROW
        if self.in_a_row >= most or self.costly >= COSTLY_FAULTS:
            raise GivenUpError(fault.text)

    def _learn(self, experiment: Experiment, numbers: tuple[int, ...], heard: Conversation) -> None:
        seen = judged(self.follower(), experiment, numbers, heard)
        if seen.too_open:
            self.unfinished.append((experiment, numbers, heard))
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
        for experiment, numbers, heard in waiting:
            self._learn(experiment, numbers, heard)


# ── the course ───────────────────────────────────────────────────────────────────────────────────


def identify(
    subject: Subject,
    played: GamePlayed,
    game: GameWire,
    law: Law,
    cases: Iterable[Case],
    seed: int = 0,
    most_walks: int = WALKS,
    done: Callable[[str], None] = lambda _: None,
) -> Findings:
    """The readings that an engine plays.  ``done`` is called with the name of each play."""
    pool = [made for case in cases if case.game == law.game for made in experiments_of(case)]
    dealing = MEASURES[law.game].dealing
    if dealing is not None:
        pool += [again for one in pool for again in retold(game, one, dealing)]
    first = _identified(subject, played, game, law, pool, frozenset(), seed, most_walks, done)
    unseen = _untold(first.misfits)
    if not unseen or first.given_up:
        return first
    seen = [without(one, unseen) for one in pool]
    again = _identified(subject, played, game, law, seen, unseen, seed, most_walks, done)
    return _both(first, again, unseen)


def _untold(misfits: Iterable[Misfit]) -> frozenset[str]:
    """The fields of answers that misfit too often to tell readings apart."""
    counts = Counter(misfit.place for misfit in misfits if misfit.place != WHOLE)
    often = {name for name, count in counts.items() if count >= OFTEN}
    unpaid = any(counts[name] >= AT_TIMES for name in PAYING)
    return frozenset(often | (PAYING if unpaid else set()))


def _both(first: Findings, again: Findings, unseen: Collection[str]) -> Findings:
    """The findings without the ignored fields, with the misfits of these fields."""
    misfits = {(one.experiment, one.step, one.place): one for one in again.misfits}
    misfits |= {
        key: one
        for one in first.misfits
        if one.place in unseen and (key := (one.experiment, one.step, one.place)) not in misfits
    }
    wrong = {one.question.option: one for one in first.answers if one.finding is Upshot.NEITHER}
    answers = tuple(
        wrong[one.question.option]
        if one.lack in (Lack.MISSING, Lack.UNFOUND) and one.question.option in wrong
        else one
        for one in again.answers
    )
    return replace(
        again,
        answers=answers,
        misfits=tuple(misfits.values()),
        plays=first.plays + again.plays,
        walks=first.walks + again.walks,
    )


def _identified(
    subject: Subject,
    played: GamePlayed,
    game: GameWire,
    law: Law,
    pool: Sequence[Experiment],
    unseen: Collection[str],
    seed: int,
    most_walks: int,
    done: Callable[[str], None],
) -> Findings:
    """The findings about an engine, without the answer fields in ``unseen``."""
    work = Identification(subject, played, law.rule_space(game), nothing_known(game))
    for one in pool:
        if unseen and one.asks is not None and not one.telling:
            names = " and ".join(sorted(unseen))
            work.missing.setdefault(one.asks, f"it shows in {names}, which fit no rule set")
    walks = (CORNERS[law.game].walks or FreeWalks)(game, law, pool, played, unseen)
    given_up = ""
    try:
        waiting = _witnesses(work, pool, done)
        _whatever_tells(work, waiting, done)
        _told_in_step(work, law, pool, done)
        _seeded(work, law, walks, random.Random(seed), most_walks, done)
    except GivenUpError as problem:
        given_up = str(problem)
    return _findings(work, law, most_walks, given_up)


def expected_bits(known: Knowledge, experiment: Experiment) -> float:
    """The expected information of a witness, in bits.

    It is the uncertainty of its option, times the chance that the engine plays the readings with
    which the witness was written.
    """
    if experiment.asks is None or not experiment.telling:
        return 0.0
    chance = 1.0
    for option, reading in experiment.supposes.items():
        if option == experiment.asks or option not in known.left:
            continue
        if reading not in known.left[option]:
            return 0.0
        chance /= len(known.left[option])
    return chance * known.bits(experiment.asks)


def _witnesses(
    work: Identification, pool: Sequence[Experiment], done: Callable[[str], None]
) -> list[Experiment]:
    """Play the witnesses, and return the experiments that were not played.

    Witnesses of answered questions are played too, because they may show a contradiction.
    """
    waiting = [experiment for experiment in pool if experiment.asks is not None]
    others = [experiment for experiment in pool if experiment.asks is None]
    while waiting:
        best = max(waiting, key=lambda experiment: expected_bits(work.known, experiment))
        if not expected_bits(work.known, best):
            break
        waiting.remove(best)
        _try_witness(work, best, done)
    work.finish()
    for experiment in list(waiting):
        if experiment.asks is None or work.known.known(experiment.asks) is None:
            continue
        waiting.remove(experiment)
        _try_witness(work, experiment, done)
    return waiting + others


def _try_witness(work: Identification, experiment: Experiment, done: Callable[[str], None]) -> None:
    missing = missing_for(experiment, work.played)
    if missing is not None:
        if experiment.asks is not None:
            work.missing.setdefault(experiment.asks, missing)
        return
    done(experiment.id)
    work.try_out(experiment)


def _whatever_tells(
    work: Identification, waiting: Sequence[Experiment], done: Callable[[str], None]
) -> None:
    """Play every experiment that the possible rule sets would answer differently.

    A play that tells nothing now tells nothing later, when fewer rule sets are possible.
    """
    waiting = [one for one in waiting if missing_for(one, work.played) is None]
    while waiting and work.known.open:
        later: list[Experiment] = []
        before = work.known
        for experiment in waiting:
            if not work.known.open:
                break
            try:
                worth_it = tells(work.follower(), experiment, work.played)
            except TooOpenError:
                later.append(experiment)
                continue
            if worth_it:
                done(experiment.id)
                work.try_out(experiment)
        work.finish()
        if work.known is before:
            break
        waiting = later


def _told_in_step(
    work: Identification, law: Law, pool: Sequence[Experiment], done: Callable[[str], None]
) -> None:
    """Play the witnesses of open questions, rewritten for the rule sets that are possible."""
    game, passing = work.known.options.game, MEASURES[law.game].passing
    if passing is None:
        return
    for option, reading in _pairs(work, law):
        for witness in (one for one in pool if one.asks == option):
            for box in ({}, {option: frozenset((reading,))}):
                possible = work.known.rule_set(box)
                told = possible and in_step(game, witness, possible, passing)
                if told and missing_for(told, work.played) is None and _is_telling(work, told):
                    done(told.id)
                    work.try_out(told)


def _is_telling(work: Identification, experiment: Experiment) -> bool:
    """Whether a play tells something; False if it is too open to follow."""
    try:
        return tells(work.follower(), experiment, work.played)
    except TooOpenError:
        return False


def _seeded(
    work: Identification,
    law: Law,
    walks: Walks,
    chance: random.Random,
    most_walks: int,
    done: Callable[[str], None],
) -> None:
    """For each pair of remaining readings, look for a match that tells the two apart.

    Each pair gets at most ``most_walks`` walks. A result for one pair may answer others too.
    """
    if "play" not in work.played.abilities:
        return
    walked: dict[_Pair, int] = {}
    pairs = _pairs(work, law)
    while pair := min(pairs, key=lambda pair: walked.get(pair, 0), default=None):
        if walked.get(pair, 0) >= most_walks:
            break
        option, reading = pair
        usual = _possible(work.known, {})
        other = _possible(work.known, {option: frozenset((reading,))})
        before = work.known
        for _ in range(ROUND):
            walked[pair] = walked.get(pair, 0) + 1
            work.walks += 1
            led_to = walks.led_to((usual, other), chance, f"seeded play {work.walks}")
            if led_to is not None:
                done(led_to.id)
                work.try_out(led_to)
                walks.add(option, led_to)
                break
        else:
            continue
        if work.known is before:
            walked[pair] += IN_VAIN
        else:
            walked = {each: number // 2 for each, number in walked.items()}
            pairs = _pairs(work, law)


def _pairs(work: Identification, law: Law) -> list[_Pair]:
    """The remaining readings that differ from the assumed ones and give another game."""
    usual = _possible(work.known, {})
    plain = plainest(work.space, usual)
    return [
        (question.option, reading)
        for question in _options(law)
        if not is_dead(work.known, question)
        for reading in sorted(work.known.left[question.option], key=repr)
        if reading != usual[question.option]
        and plain
        != plainest(work.space, _possible(work.known, {question.option: frozenset((reading,))}))
    ]


def _possible(known: Knowledge, box: Box) -> dict[str, Reading]:
    """A possible rule set in a box; AssertionError if there is none."""
    found = known.rule_set(box)
    if found is None:
        raise AssertionError(f"{box} is said to be possible, and is not")
    return found


def _options(law: Law) -> list[Question]:
    return [one for one in law.questions.values() if one.status is QuestionStatus.OPTION]


# ── what is found ────────────────────────────────────────────────────────────────────────────────


def is_dead(known: Knowledge, question: Question) -> bool:
    """Whether a question matters under no possible rule set."""
    return bool(question.alive_when) and not any(
        known.allows(
            {
                option: frozenset(readings)
                for option, readings in condition.items()
                if option in known.left
            }
        )
        for condition in question.conditions
    )


def _findings(work: Identification, law: Law, most_walks: int, given_up: str) -> Findings:
    return Findings(
        game=law.game,
        answers=tuple(_answer(work, question, given_up) for question in _options(law)),
        misfits=tuple(work.misfits),
        troubles=work.troubles,
        plays=work.plays,
        walks=work.walks,
        most_walks=most_walks,
        given_up=given_up,
        known=work.known,
    )


def _answer(work: Identification, question: Question, given_up: str) -> Answer:
    option = question.option
    wrong = [misfit for misfit in work.misfits if misfit.asks == option]
    reading = work.known.known(option)
    finding, lack, why = Upshot.IDENTIFIED, None, ""
    if wrong:
        finding, reading = Upshot.NEITHER, None
        why = "; ".join(misfit_in_words(misfit) for misfit in wrong)
    elif reading is None:
        finding = Upshot.CANNOT_TELL
        lack, why = _lack(work, question, given_up)
    left = work.known.left[option]
    return Answer(
        question=question,
        finding=finding,
        reading=reading,
        lack=lack,
        why=why,
        by=tuple(dict.fromkeys(work.by.get(option, ()))),
        left=tuple(one for one in map(reading_value, question.played) if one in left),
        declared=_declared(work.played, question),
    )


def misfit_in_words(misfit: Misfit) -> str:
    """A reply that no possible rule set gives, in words."""
    place = f"step {misfit.step} '{misfit.asked}'" if misfit.step else "the question"
    of = f" {misfit.place}" if misfit.place else ""
    did = f"{misfit.experiment}, {place}:{of} is {_short(misfit.got)}"
    means = [name for name, value in misfit.expected.items() if _same(value, misfit.got)]
    if means:
        return f"{did}, as under {' or '.join(means)}, but other plays show another reading"
    expected = [f"{_short(value)} under {name}" for name, value in misfit.expected.items()]
    possible = [_short(value) for value in misfit.possible]
    told = ", ".join(expected) or " or ".join(possible)
    instead = f", not {told}" if told else ", which cannot be read"
    return f"{did}{instead}"


def _same(expected: JSON, got: JSON) -> bool:
    return _short(expected) == _short(got)


def _short(value: JSON) -> str:
    match value:
        case {"ok": True} | True:
            return "accepted"
        case {"ok": False} | False:
            return "refused"
        case _:
            return msgspec.json.encode(value).decode()


def _declared(played: GamePlayed, question: Question) -> tuple[Reading, ...]:
    """The readings that the engine names in ``hello``, by any name of the option; empty if none."""
    game = question.id.split(".", 1)[0]
    return named_readings(game, question.option, played, question.aliases) or ()


def _lack(work: Identification, question: Question, given_up: str) -> tuple[Lack, str]:
    """Why the reading of a question is not known, as a reason and in words."""
    option, known = question.option, work.known
    if is_dead(known, question):
        instead = _instead(known, question)
        return Lack.DEAD, f"it matters only with {conditions_in_words(question)}; here {instead}"
    possible = list(_possible_under_each_condition(known, question))
    if len({tuple(plainest(work.space, readings).items()) for readings in possible}) == 1:
        whys = {why_alike(work.space, option, readings) for readings in possible} - {""}
        return Lack.ALIKE, "; ".join(sorted(whys)) or _tied_in_words(known, question)
    if option in work.missing:
        return Lack.MISSING, work.missing[option]
    if given_up:
        return Lack.MISSING, "the engine was given up before it was asked"
    tied = _tied_in_words(known, question)
    beside = f"; {tied}" if tied else ", under the other readings that are played"
    return Lack.UNFOUND, f"no play was found that tells them apart{beside}"


def _possible_under_each_condition(
    known: Knowledge, question: Question
) -> Iterator[dict[str, Reading]]:
    """Possible rule sets for each remaining reading and each condition that lets it matter."""
    for reading in known.left[question.option]:
        for condition in ({}, *question.conditions):
            box = {option: frozenset(readings) for option, readings in condition.items()}
            found = known.rule_set({**box, question.option: frozenset((reading,))})
            if found is not None:
                yield found


def _instead(known: Knowledge, question: Question) -> str:
    """The known readings that keep a question from mattering, in words."""
    named: dict[str, str] = {}
    for condition in question.alive_when:
        for option, readings in condition.items():
            if option not in known.left:
                continue
            left = sorted(map(str, known.left[option]))
            if not set(left) & set(readings):
                named[option] = f"{option} is {' or '.join(left)}"
    return " and ".join(named.values()) or "the known readings rule that out"


def _tied_in_words(known: Knowledge, question: Question) -> str:
    """The options tied to a question, with the combinations that are possible, in words."""
    ties = known.ties_of(question.option)
    if not ties:
        return ""
    tie = min(ties, key=len)
    boxes = [
        " with ".join(
            f"{option} {' or '.join(sorted(map(str, readings)))}"
            for option, readings in sorted(box.items(), key=lambda pair: pair[0] != question.option)
        )
        for box in tie[:MOST_TOLD]
    ]
    more = "" if len(tie) <= MOST_TOLD else f", or {len(tie) - MOST_TOLD} other ways"
    return f"possible are {'; or '.join(boxes)}{more}"
