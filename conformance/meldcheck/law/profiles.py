"""What each source admits, and one rule set that stands for it.

A profile comes from the documents alone: the readings of each question that its source leaves, its
stance on each clause, and one representative rule set to play by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from meldcheck.law.clauses import Admits, Law, Question, QuestionStatus, Stance
from meldcheck.law.rulespace import RuleSpace
from meldcheck.words.errors import SpecError
from meldcheck.words.readings import Reading, Readings, reading_value
from meldspec.play import Need


class Word(IntEnum):
    """How firmly a source states a reading, the weakest word first."""

    LOST = 0
    SILENT = 1
    IMPLIES = 2
    SAYS = 3


@dataclass(frozen=True, slots=True)
class Change:
    """An option whose reading had to change in the rule set that stands for a source."""

    option: str
    wanted: Reading
    chosen: Reading
    reason: str

    @property
    def sentence(self) -> str:
        """The change and its reason, in one sentence."""
        return f"{self.option} is {self.chosen} instead of {self.wanted}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Profile:
    """A source of a game: what it admits and says, and the rule set that stands for it."""

    source: str
    admits: Mapping[str, tuple[Reading, ...]]
    """By option: the readings that the source admits."""
    stances: Mapping[str, Stance]
    """By clause: the stance of the source."""
    open: tuple[str, ...]
    """The options that the source leaves open.

    It admits several playable readings of each, and the option can matter under the readings that
    it admits.
    """
    readings: Readings
    """The rule set that stands for the source, by option."""
    words: Mapping[str, Word]
    """By option: how firmly the source states the reading of that rule set."""
    changes: tuple[Change, ...]
    """The changes to readings that the source prefers and that cannot be played."""


_NOTHING: Final = Admits()


def profile(law: Law, source: str) -> Profile:
    """The profile of a source.  SpecError if its readings cannot be played together."""
    asked = {question.option: question for question in law.questions.values()}
    options = {name: one for name, one in asked.items() if one.status is QuestionStatus.OPTION}
    space = law.rule_space()
    playable = {name: _values(_playable(one, source)) for name, one in asked.items()}
    wanted = {
        **space.default,
        **{name: reading_value(_best(one, source)) for name, one in options.items()},
    }
    changes = (*_unplayed(options.values(), source), *_reconciled(space, source, options, wanted))
    chosen = {**wanted, **{change.option: change.chosen for change in changes}}
    return Profile(
        source=source,
        admits={name: _values(_admitted(one, source)) for name, one in asked.items()},
        stances={
            clause.id: clause.sources.get(source, Stance(silent=True))
            for clause in law.clauses.values()
        },
        open=tuple(
            name for name in options if space.can_matter(name, playable) and len(playable[name]) > 1
        ),
        readings=chosen,
        words={name: word(one, source, chosen[name]) for name, one in options.items()},
        changes=changes,
    )


def word(question: Question, source: str, reading: Reading) -> Word:
    """How firmly a source states a reading; if it does not, whether it is silent or lost."""
    admits = question.sources.get(source, _NOTHING)
    if str(reading) in admits.says:
        return Word.SAYS
    if str(reading) in admits.implies:
        return Word.IMPLIES
    return Word.LOST if admits.lost else Word.SILENT


def _values(readings: Iterable[str]) -> tuple[Reading, ...]:
    return tuple(reading_value(reading) for reading in readings)


def _admitted(question: Question, source: str) -> tuple[str, ...]:
    return question.sources.get(source, _NOTHING).readings(question.readings)


def _playable(question: Question, source: str) -> tuple[str, ...]:
    admitted = _admitted(question, source)
    return tuple(reading for reading in question.played if reading in admitted)


def _best(question: Question, source: str) -> str:
    """The best playable reading that the source admits.

    It is the default if that is admitted, else the first that the source says, else the first that
    it implies. It is also the default if nothing admitted can be played.
    """
    playable = _playable(question, source)
    if question.default in playable or not playable:
        return question.default
    said = question.sources[source].says
    return next((reading for reading in playable if reading in said), playable[0])


def _unplayed(questions: Iterable[Question], source: str) -> Iterator[Change]:
    """The changes for questions where every reading that the source admits is unplayable."""
    for question in questions:
        if not _playable(question, source):
            first = _admitted(question, source)[0]
            default = reading_value(question.default)
            reason = question.unplayable[first]
            yield Change(question.option, reading_value(first), default, reason)


def _reconciled(
    space: RuleSpace, source: str, options: Mapping[str, Question], wanted: Readings
) -> Iterator[Change]:
    """The changes that make the wanted readings playable together.

    If a reading needs another option's reading that was not chosen, that other option changes if it
    can.
    """
    chosen = dict(wanted)
    while unmet := space.unmet(chosen):
        change = next(_ways_out(space, source, options, chosen, unmet[0]), None)
        if change is None:
            asked = options[unmet[0].option]
            problem = f"the readings that {source} admits cannot be played: {unmet[0].sentence()}"
            raise SpecError(asked.file, asked.line, problem)
        yield change
        chosen[change.option] = change.chosen


def _ways_out(
    space: RuleSpace, source: str, options: Mapping[str, Question], chosen: Readings, need: Need
) -> Iterator[Change]:
    """The single changes that meet a need and break no other."""
    unmet = space.unmet(chosen)
    for name in (need.needed, need.option):
        admitted = _playable(options[name], source) if name in options else ()
        for reading in _values(admitted):
            after = space.unmet({**chosen, name: reading})
            if need not in after and all(other in unmet for other in after):
                yield Change(name, chosen[name], reading, need.sentence())
