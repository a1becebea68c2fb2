"""The law of a game: its clauses and questions, chapter by chapter, as records.

``document`` reads them from the chapters, and ``recorded`` from the published files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from meldcheck.law.rulespace import Conditions, RuleSpace, is_met
from meldcheck.words.case import Flag, Withdrawn, option_of
from meldcheck.words.readings import Reading, Readings, reading_value
from meldspec.wire import GameWire

if TYPE_CHECKING:
    from meldcheck.law.written import Example


class ClauseKind(StrEnum):
    """The effect of a clause. The last four kinds need no case."""

    CONDITION = "condition"
    PERMISSION = "permission"
    EFFECT = "effect"
    PAYMENT = "payment"
    DEFINITION = "definition"
    AIM = "aim"
    TERM = "term"
    VARIATION = "variation"
    REJECTED = "rejected"


class Level(StrEnum):
    """Whether a source says or implies the clause (rule) or only programs need it (convention)."""

    RULE = "rule"
    CONVENTION = "convention"


class QuestionKind(StrEnum):
    """Why a question is open."""

    CONTRADICTION = "contradiction"
    AMBIGUITY = "ambiguity"
    GAP = "gap"
    VARIATION = "variation"
    UNOBSERVABLE = "unobservable"


class QuestionStatus(StrEnum):
    """Whether a rule set can choose the reading (option), or one behaviour is fixed."""

    OPTION = "option"
    FIXED = "fixed"


class Written(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"
):
    """A record that an author wrote; an unknown field is an error."""


class Stance(Written, frozen=True, kw_only=True):
    """The relation of one source to a clause: locators of the sentences that bear on it."""

    says: tuple[str, ...] = ()
    implies: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    one_reading: tuple[str, ...] = ()
    silent: bool = False
    lost: bool = False

    def locators(self) -> tuple[str, ...]:
        """The locators of every sentence behind the stance."""
        return self.says + self.implies + self.contradicts + self.one_reading


class Clause(Written, frozen=True, kw_only=True):
    """One atomic rule."""

    id: str
    file: str
    line: int
    kind: ClauseKind
    level: Level
    text: str
    sources: dict[str, Stance]
    aliases: tuple[str, ...] = ()
    refusal: str | None = None
    implied_by: tuple[str, ...] = ()
    why: str | None = None
    questions: tuple[str, ...] = ()
    grants: tuple[str, ...] = ()
    """The kinds of action that it allows: when one is accepted, this clause is the reason."""
    bars: tuple[str, ...] = ()
    """The kinds of action that it refuses out of turn, instead of `turn.to-act`, which refuses all.
    """
    undisputed: dict[str, str] = {}
    """By question: the part of this clause that all its readings share.

    A source that admits several readings of the question still states this part.
    """


class Admits(Written, frozen=True, kw_only=True):
    """The readings that a source says or implies, each with its sentences.

    A source without such readings is silent, or lost if its copy ends too early. It admits every
    reading that none of its sentences rules out.
    """

    says: dict[str, tuple[str, ...]] = {}
    implies: dict[str, tuple[str, ...]] = {}
    rules_out: dict[str, tuple[str, ...]] = {}
    lost: bool = False

    def readings(self, offered: Iterable[str]) -> tuple[str, ...]:
        """The readings that are admitted, of those that a question offers, in its order."""
        stated = self.says.keys() | self.implies.keys()
        return tuple(
            reading
            for reading in offered
            if (reading in stated if stated else reading not in self.rules_out)
        )

    def locators(self) -> tuple[str, ...]:
        """The locators of every sentence behind the admission, each once."""
        cited = (*self.says.values(), *self.implies.values(), *self.rules_out.values())
        return tuple(dict.fromkeys(at for sentences in cited for at in sentences))


class Question(Written, frozen=True, kw_only=True):
    """A point on which the sources leave more than one reading."""

    id: str
    file: str
    line: int
    kind: QuestionKind
    status: QuestionStatus
    readings: dict[str, str]
    default: str
    reason: str
    asks: str = ""
    """The question as players would ask it, in one plain sentence."""
    sources: dict[str, Admits] = {}
    clauses: tuple[str, ...] = ()
    witness: str | None = None
    aliases: tuple[str, ...] = ()
    unplayable: dict[str, str] = {}
    """Readings that the reference cannot play, each with the reason."""
    alive_when: tuple[dict[str, tuple[str, ...]], ...] = ()
    """The question matters only if one of these conditions holds; without any, it always matters.

    A condition holds if every option in it has one of the readings listed for it.
    """
    fixed: str | None = None
    """Why one behaviour is fixed."""
    turns_on: tuple[str, ...] = ()
    """For a fixed question: what refuses or decides a play where its readings differ.

    Each entry is one of its clauses, or a kind of action as in ``grants`` of clauses.
    """

    @property
    def option(self) -> str:
        """The name of the question in a rule set: ``showdown.tie_three_way``."""
        return option_of(self.id)

    @property
    def name(self) -> str:
        """The short name for clauses and engines: ``tie_three_way``."""
        return self.option.rsplit(".", 1)[-1]

    @property
    def played(self) -> tuple[str, ...]:
        """The readings that a rule set can choose; for a fixed question, only its default."""
        if self.status is QuestionStatus.FIXED:
            return (self.default,)
        return tuple(reading for reading in self.readings if reading not in self.unplayable)

    @property
    def conditions(self) -> Conditions:
        """``alive_when``, with readings in the form of rule sets."""
        return tuple(
            {option: tuple(map(reading_value, of)) for option, of in condition.items()}
            for condition in self.alive_when
        )

    def is_alive(self, chosen: Readings) -> bool:
        """Whether the question matters with these readings, given by option name."""
        return is_met(self.conditions, chosen)


@dataclass(frozen=True, slots=True)
class Document:
    """One chapter."""

    file: str
    chapter: str
    title: str
    clauses: tuple[Clause, ...]
    questions: tuple[Question, ...]
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Law:
    """The documents of one game, and the lists that they refer to."""

    game: str
    documents: tuple[Document, ...]
    flags: Mapping[str, Flag]
    withdrawn: tuple[Withdrawn, ...]
    profiles: tuple[str, ...]
    """The sources that speak of the game.

    Each has a rule set of its name, and each question states a position for each of them.
    """
    clauses: Mapping[str, Clause] = field(init=False)
    questions: Mapping[str, Question] = field(init=False)
    options: Mapping[str, Question] = field(init=False)
    """The questions by the names of their options."""
    examples: Mapping[str, Example] = field(init=False)

    def __post_init__(self) -> None:
        chapters = self.documents
        object.__setattr__(self, "clauses", {c.id: c for d in chapters for c in d.clauses})
        object.__setattr__(self, "questions", {q.id: q for d in chapters for q in d.questions})
        object.__setattr__(self, "options", {q.option: q for q in self.questions.values()})
        object.__setattr__(self, "examples", {e.id: e for d in chapters for e in d.examples})

    def chosen(self, rules: Mapping[str, str]) -> dict[str, Reading]:
        """The reading of each option under these rules, by option name."""
        defaults = {question.option: question.default for question in self.questions.values()}
        return {option: reading_value(word) for option, word in {**defaults, **rules}.items()}

    def rule_space(self, game: GameWire | None = None) -> RuleSpace:
        """The rule space of the game, with the conditions from the documents.

        Another form of the game has its own options.
        """
        asked = self.questions.values()
        alive_when = {one.option: one.conditions for one in asked if one.alive_when}
        if game is None:
            return RuleSpace.named(self.game, alive_when)
        return RuleSpace.of(game, alive_when)
