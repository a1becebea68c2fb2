"""What is found out about an engine: the reading of each question, or why it is not known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, final

import msgspec

from meldcheck.check.plan import named_readings
from meldcheck.identify.alike import plainest, why_alike
from meldcheck.identify.backing import Backing, forgetting
from meldcheck.identify.identification import Identification, Unanswered
from meldcheck.law.clauses import Law, Question, QuestionStatus
from meldcheck.law.rulesheet import conditions_in_words
from meldcheck.sources.experiments import Misfit
from meldcheck.sources.knowledge import Knowledge
from meldcheck.words.case import JSON
from meldcheck.words.protocol import GamePlayed
from meldcheck.words.readings import Reading, reading_value

MOST_TOLD: Final = 4
"""Number of combinations of tied options that are shown in full."""

NOT_WEIGHED: Final[Mapping[str, Backing]] = {}


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
    DOUBTFUL = "doubtful"
    """One reading is left, but the engine contradicts itself: a mistake may have left it."""


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
    backing: Backing | None
    """The plays for and against a reading that is not the default, told or doubtful."""
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

    @property
    def stated(self) -> tuple[Reading, ...]:
        """The readings to declare; empty for the default."""
        if self.reading is not None and self.contradicts_hello:
            return (self.reading,)
        return self.declared


@final
@dataclass(frozen=True, slots=True)
class Findings:
    """Everything found out about an engine."""

    game: str
    answers: tuple[Answer, ...]
    misfits: tuple[Misfit, ...]
    """Replies that fit no possible rule set, about whatever question."""
    elsewhere: Mapping[str, str]
    """By play: the reading that its replies fit, though other plays exclude it."""
    troubles: Mapping[str, str]
    """Faults and skipped requests, by play."""
    broken: int
    """Number of plays in which the engine broke the protocol."""
    plays: int
    walks: int
    """Number of seeded matches played in search of a play that tells."""
    most_walks: int
    """Number of seeded matches for one pair of readings, at most."""
    unanswered: Mapping[str, Unanswered]
    """The kinds of request that were asked no more: the engine faulted at each, or skipped it."""
    given_up: str
    interrupted: bool
    known: Knowledge
    """The rule sets that are possible; any, for a question that is doubtful."""

    @property
    def is_empty(self) -> bool:
        """Whether the search ended before anything was known of a question."""
        return bool(self.interrupted or self.given_up) and all(
            answer.reading is None and answer.finding is Upshot.CANNOT_TELL
            for answer in self.answers
        )

    @property
    def mistakes(self) -> int:
        """Number of replies that fit no possible rule set."""
        return len({(misfit.experiment, misfit.step) for misfit in self.misfits})

    @property
    def unexplained(self) -> tuple[tuple[Misfit, str], ...]:
        """The misfits that answer no question, each with an excluded reading that fits its play."""
        astray = (misfit for misfit in self.misfits if misfit.asks is None)
        return tuple((misfit, self.elsewhere.get(misfit.experiment, "")) for misfit in astray)

    @property
    def holds(self) -> bool:
        """Whether every question that matters and can be told has one of its readings."""
        return not any(
            answer.finding is Upshot.NEITHER
            or answer.lack in (Lack.MISSING, Lack.UNFOUND, Lack.DOUBTFUL)
            for answer in self.answers
        )


def options_found(findings: Findings) -> dict[str, tuple[Reading, ...]]:
    """By option: the readings to declare, as ``hello`` names them or as they were found."""
    return {
        answer.question.option: readings
        for answer in findings.answers
        if (readings := answer.stated)
    }


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


def options_of(law: Law) -> list[Question]:
    """The questions of a game that are options."""
    return [one for one in law.questions.values() if one.status is QuestionStatus.OPTION]


def findings_of(
    work: Identification,
    law: Law,
    most_walks: int,
    backings: Mapping[str, Backing] = NOT_WEIGHED,
) -> Findings:
    """The findings from all plays so far; ``backings`` are of readings other than the default."""
    doubted = [option for option, backing in backings.items() if backing.doubt]
    known = forgetting(work.known, doubted) if doubted else work.known
    return Findings(
        game=law.game,
        answers=tuple(
            _answer(work, known, question, backings.get(question.option))
            for question in options_of(law)
        ),
        misfits=tuple(work.misfits),
        elsewhere=work.elsewhere,
        troubles=work.troubles,
        broken=len(work.broken),
        plays=work.plays,
        walks=work.walks,
        most_walks=most_walks,
        unanswered=work.unanswered,
        given_up=work.given_up,
        interrupted=work.interrupted,
        known=known,
    )


def _answer(
    work: Identification,
    known: Knowledge,
    question: Question,
    backing: Backing | None,
) -> Answer:
    option = question.option
    wrong = [misfit for misfit in work.misfits if misfit.asks == option]
    reading = known.known(option)
    finding, lack, why = Upshot.IDENTIFIED, None, ""
    if wrong:
        finding, reading = Upshot.NEITHER, None
        why = "; ".join(misfit_in_words(misfit) for misfit in wrong)
    elif backing is not None and backing.doubt:
        finding, reading = Upshot.CANNOT_TELL, None
        lack, why = Lack.DOUBTFUL, backing.doubt
    elif reading is None:
        finding = Upshot.CANNOT_TELL
        lack, why = _lack(work, known, question)
    left = known.left[option]
    return Answer(
        question=question,
        finding=finding,
        reading=reading,
        lack=lack,
        why=why,
        by=tuple(dict.fromkeys(work.by.get(option, ()))),
        backing=backing,
        left=tuple(one for one in map(reading_value, question.played) if one in left),
        declared=_declared(work.played, question),
    )


def misfit_in_words(misfit: Misfit) -> str:
    """A reply that no possible rule set gives, in words."""
    place = f"step {misfit.step} '{misfit.asked}'" if misfit.step else "the question"
    of = f" {misfit.place}" if misfit.place else ""
    in_words = _written if misfit.place else _short
    did = f"{misfit.experiment}, {place}:{of} is {in_words(misfit.got)}"
    means = [name for name, value in misfit.expected.items() if _same(value, misfit.got)]
    if means:
        return f"{did}, as under {' or '.join(means)}, but other plays show another reading"
    expected = [f"{in_words(value)} under {name}" for name, value in misfit.expected.items()]
    possible = [in_words(value) for value in misfit.possible]
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
            return _written(value)


def _written(value: JSON) -> str:
    return msgspec.json.encode(value).decode()


def _declared(played: GamePlayed, question: Question) -> tuple[Reading, ...]:
    """The readings that the engine names in ``hello``, by any name of the option; empty if none."""
    game = question.id.split(".", 1)[0]
    return named_readings(game, question.option, played, question.aliases) or ()


def _lack(work: Identification, known: Knowledge, question: Question) -> tuple[Lack, str]:
    """Why the reading of a question is not known, as a reason and in words."""
    option = question.option
    if is_dead(known, question):
        instead = _instead(known, question)
        return Lack.DEAD, f"it matters only with {conditions_in_words(question)}; here {instead}"
    possible = list(_possible_under_each_condition(known, question))
    if len({tuple(plainest(work.space, readings).items()) for readings in possible}) == 1:
        whys = {why_alike(work.space, option, readings) for readings in possible} - {""}
        return Lack.ALIKE, "; ".join(sorted(whys)) or _tied_in_words(known, question)
    if known is not work.known and _is_settled(work, question):
        return Lack.DOUBTFUL, "it was told by readings of other questions, and one is doubtful"
    if option in work.missing:
        return Lack.MISSING, _missing_in_words(work.missing[option])
    if work.is_over:
        over = "the run was interrupted" if work.interrupted else "the engine was given up"
        return Lack.MISSING, f"{over} before a play told it"
    tied = _tied_in_words(known, question)
    beside = f"; {tied}" if tied else ", under the other readings that are played"
    return Lack.UNFOUND, f"no play was found that tells them apart{beside}"


def _is_settled(work: Identification, question: Question) -> bool:
    """Whether no play was looked for, as nothing was open before a reading became doubtful."""
    if work.known.known(question.option) is not None:
        return True
    return _lack(work, work.known, question)[0] in (Lack.DEAD, Lack.ALIKE)


def _missing_in_words(why: str | Misfit) -> str:
    """Why no play of a question has told, in words."""
    if isinstance(why, Misfit):
        return f"plays went astray before they could tell: {misfit_in_words(why)}"
    return why


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
