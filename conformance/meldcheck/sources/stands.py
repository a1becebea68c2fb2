"""The stand of each source on the questions and clauses that verdicts need.

Read from the published lists.  Standard library and the reference only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, final

from meldcheck.words.readings import Reading, reading_value
from meldcheck.words.values import as_list, as_record
from meldspec.wire import JSON

_Record: TypeAlias = Mapping[str, JSON]


@final
class Certainty(StrEnum):
    """How far a source decides a part of a situation."""

    SETTLED = "settled"
    OPEN = "open"
    SILENT = "silent"
    LOST = "lost"


@final
@dataclass(frozen=True, slots=True)
class Stand:
    """The stand of a source on a question: the sentences for each reading that it admits."""

    sentences: Mapping[Reading, tuple[str, ...]]
    lost: bool = False
    ruled_out: frozenset[Reading] = frozenset()
    """The readings that a sentence rules out, if no sentence states a reading."""

    @property
    def speaks(self) -> bool:
        """Whether a sentence of the source states a reading."""
        return bool(self.sentences)


@final
@dataclass(frozen=True, slots=True)
class Asked:
    """A question as verdicts need it: its readings, and the stand of each source."""

    id: str
    option: str
    readings: tuple[Reading, ...]
    """The readings that can be played."""
    unplayable: Mapping[str, str]
    clauses: tuple[str, ...]
    sources: Mapping[str, Stand]
    default: Reading = ""
    fixed: bool = False
    """Whether the default is always played."""
    turns_on: tuple[str, ...] = ()
    """The clauses and kinds of action or field where its readings differ."""


@final
@dataclass(frozen=True, slots=True)
class Support:
    """The support of a source for a clause."""

    status: Certainty
    sentences: tuple[str, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class VerdictLaw:
    """The questions and clauses of a game that verdicts need."""

    sources: tuple[str, ...]
    questions: Mapping[str, Asked]
    """By option: the questions of the game."""
    clauses: Mapping[str, Mapping[str, Support]]
    """By clause and source."""
    governed: Mapping[str, tuple[str, ...]]
    """By clause: the options of the questions that govern it, without undisputed parts."""
    granting: Mapping[str, tuple[str, ...]]
    """By kind of action: the clauses that allow it."""
    barring: Mapping[str, tuple[str, ...]]
    """By kind of action: the clauses that refuse it out of turn."""

    def support(self, clause: str, source: str) -> Support:
        """The support of a source for a clause."""
        return self.clauses.get(clause, {}).get(source, Support(Certainty.SILENT))


def read_law(questions: _Record, clauses: _Record, sources: Sequence[str]) -> VerdictLaw:
    """The law from the published lists of questions and clauses."""
    asked = {}
    for record in _records(questions["questions"]):
        question = _asked(record)
        asked[question.option] = question
    supports = {
        str(record["id"]): {
            source: _support(stance) for source, stance in as_record(record["sources"]).items()
        }
        for record in _records(clauses["clauses"])
    }
    undisputed = {
        str(record["id"]): frozenset(as_record(record["undisputed"]))
        for record in _records(clauses["clauses"])
    }
    governed: dict[str, list[str]] = {}
    for question in asked.values():
        name = question.option.rpartition(".")[2]
        for clause in question.clauses:
            if name not in undisputed.get(clause, ()):
                governed.setdefault(clause, []).append(question.option)
    return VerdictLaw(
        tuple(sources),
        asked,
        supports,
        {clause: tuple(options) for clause, options in governed.items()},
        _by_kind(clauses, "grants"),
        _by_kind(clauses, "bars"),
    )


def _by_kind(clauses: _Record, field: str) -> dict[str, tuple[str, ...]]:
    """By kind of action: the clauses that name it in a field."""
    found: dict[str, list[str]] = {}
    for record in _records(clauses["clauses"]):
        for kind in as_list(record[field]):
            found.setdefault(str(kind), []).append(str(record["id"]))
    return {kind: tuple(named) for kind, named in found.items()}


def _records(value: JSON) -> list[dict[str, JSON]]:
    if not isinstance(value, list):
        raise TypeError("a list of records is expected")
    return [record for record in value if isinstance(record, dict)]


def _asked(record: _Record) -> Asked:
    unplayable = {name: str(why) for name, why in as_record(record["unplayable"]).items()}
    names = as_record(record["readings"])
    return Asked(
        id=str(record["id"]),
        option=str(record["option"]),
        readings=tuple(reading_value(name) for name in names if name not in unplayable),
        unplayable=unplayable,
        clauses=tuple(str(clause) for clause in as_list(record["clauses"])),
        sources={
            source: _stand(as_record(stance))
            for source, stance in as_record(record["sources"]).items()
        },
        default=reading_value(str(record["default"])),
        fixed=record["status"] == "fixed",
        turns_on=tuple(str(clause) for clause in as_list(record["turns_on"])),
    )


def _stand(stance: _Record) -> Stand:
    sentences: dict[Reading, tuple[str, ...]] = {}
    for how in ("says", "implies"):
        for name, cited in as_record(stance.get(how, {})).items():
            sentences[reading_value(name)] = tuple(str(at) for at in as_list(cited))
    against = frozenset(reading_value(name) for name in as_record(stance.get("rules_out", {})))
    return Stand(sentences, stance.get("lost") is True, against)


def _support(stance: JSON) -> Support:
    record = as_record(stance)
    supporting = ("says", "implies", "one_reading")
    sentences = tuple(str(at) for how in supporting for at in as_list(record.get(how)))
    if sentences:
        return Support(Certainty.SETTLED, sentences)
    if record.get("contradicts"):
        return Support(Certainty.OPEN, tuple(str(at) for at in as_list(record["contradicts"])))
    return Support(Certainty.LOST if record.get("lost") is True else Certainty.SILENT)
