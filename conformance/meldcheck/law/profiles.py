"""What each source admits, and one rule set that stands for it.

A profile is read off the documents and nothing else: which readings its source leaves to each
question, what it says of each clause, and one representative rule set to play by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from meldcheck.law.document import Admits, Law, Question, QuestionStatus, Stance
from meldcheck.law.rulespace import RuleSpace
from meldcheck.words.errors import SpecError
from meldcheck.words.readings import Reading, Readings, reading_value
from meldspec.play import Need
from meldspec.wire import GameWire


class Word(IntEnum):
    """How a source stands to a reading, the weakest word first."""

    LOST = 0
    SILENT = 1
    IMPLIES = 2
    SAYS = 3


@dataclass(frozen=True, slots=True)
class Change:
    """An option whose reading had to give way in the rule set that stands for a source."""

    option: str
    wanted: Reading
    chosen: Reading
    reason: str

    @property
    def sentence(self) -> str:
        """What gave way to what, and why."""
        return f"{self.option} is {self.chosen} instead of {self.wanted}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Profile:
    """One source of a game: what it admits and says, and the rule set that stands for it."""

    source: str
    admits: Mapping[str, tuple[Reading, ...]]
    """The readings that the source leaves to each question, by the name of its option."""
    stances: Mapping[str, Stance]
    """What the source says of each clause."""
    open: tuple[str, ...]
    """The options of which the source leaves more than one playable reading, and that can matter
    under what it admits."""
    readings: Readings
    """The rule set that stands for the source."""
    words: Mapping[str, Word]
    """How the source stands to each reading of that rule set."""
    changes: tuple[Change, ...]
    """Where the readings that the source would have chosen cannot be played so."""


_NOTHING: Final = Admits()


def profile(law: Law, game: GameWire, source: str) -> Profile:
    """The profile of a source.  SpecError where no reading it admits goes with the others."""
    asked = {question.option: question for question in law.questions.values()}
    options = {name: one for name, one in asked.items() if one.status is QuestionStatus.OPTION}
    space = law.rule_space(game)
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
    """How a source stands to a reading that it admits, or to the question where it does not."""
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
    """The default where the source admits it, else the first it says, else the first it implies.

    Where nothing that it admits can be played, the default stands in.
    """
    playable = _playable(question, source)
    if question.default in playable or not playable:
        return question.default
    said = question.sources[source].says
    return next((reading for reading in playable if reading in said), playable[0])


def _unplayed(questions: Iterable[Question], source: str) -> Iterator[Change]:
    """The questions to which the source gives only readings that cannot be played."""
    for question in questions:
        if not _playable(question, source):
            first = _admitted(question, source)[0]
            default = reading_value(question.default)
            reason = question.unplayable[first]
            yield Change(question.option, reading_value(first), default, reason)


def _reconciled(
    space: RuleSpace, source: str, options: Mapping[str, Question], wanted: Readings
) -> Iterator[Change]:
    """The least changes with which readings go together that leave play undefined as they are.

    Where a reading needs one that was not chosen, that other option gives way if it can.
    """
    chosen = dict(wanted)
    while unmet := space.unmet(chosen):
        change = next(_ways_out(space, source, options, chosen, unmet[0]), None)
        if change is None:
            asked = options[unmet[0].option]
            problem = f"what {source} admits cannot be played: {unmet[0].sentence()}"
            raise SpecError(asked.file, asked.line, problem)
        yield change
        chosen[change.option] = change.chosen


def _ways_out(
    space: RuleSpace, source: str, options: Mapping[str, Question], chosen: Readings, need: Need
) -> Iterator[Change]:
    """The single changes that give a reading what it needs, and take nothing from another."""
    unmet = space.unmet(chosen)
    for name in (need.needed, need.option):
        admitted = _playable(options[name], source) if name in options else ()
        for reading in _values(admitted):
            after = space.unmet({**chosen, name: reading})
            if need not in after and all(other in unmet for other in after):
                yield Change(name, chosen[name], reading, need.sentence())
