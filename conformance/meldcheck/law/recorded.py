"""The law of a game from its published records.

Such a law has neither examples nor mistakes, nor the lines of the documents.  Its records do not
keep the order of readings, so ``in_order`` gives the readings of any law the same one.  The reader
of documents is slow to import, and is imported only if the records are of other documents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from meldcheck.law.clauses import Admits, Clause, Document, Law, Question
from meldcheck.words.case import JSON
from meldcheck.words.published import CLAUSES, QUESTIONS, published
from meldcheck.words.readings import Reading

Told = TypeVar("Told")


def present_law(spec: Path, game: str) -> Law:
    """The law of a game: its published records if they are of these documents, else the documents.

    SpecError for a fault in documents that are read.
    """
    found = _published(spec)
    if found is not None:
        return recorded_law(game, found.law)
    from meldcheck.law.document import load_law

    return load_law(spec, game)


_published: Final = cache(published)


def recorded_law(game: str, files: Mapping[str, JSON]) -> Law:
    """The law of a game from the published files."""
    clauses = [_clause(one) for one in files[CLAUSES]["clauses"] if one["game"] == game]
    questions = [_question(one) for one in files[QUESTIONS]["questions"] if one["game"] == game]
    documents = (
        Document(
            file,
            Path(file).stem,
            Path(file).stem,
            tuple(one for one in clauses if one.file == file),
            tuple(one for one in questions if one.file == file),
            (),
        )
        for file in sorted({one.file for one in clauses} | {one.file for one in questions})
    )
    profiles = files[QUESTIONS]["profiles"].get(game, ())
    return Law(game, tuple(documents), {}, (), tuple(profiles))


def in_order(law: Law, played: Mapping[str, Sequence[Reading]]) -> Law:
    """The same law; of each question, the readings that are played come first, in their order.

    The others follow by name, unplayable ones last; sources and conditions are in the order of
    names, too.  Without played readings, the default is the first.
    """
    return replace(
        law,
        documents=tuple(
            replace(one, questions=tuple(_ordered(each, played) for each in one.questions))
            for one in law.documents
        ),
    )


def _ordered(question: Question, played: Mapping[str, Sequence[Reading]]) -> Question:
    first = [str(reading) for reading in played.get(question.option, (question.default,))]
    others = question.readings.keys() - set(first)
    order = [*first, *sorted(others, key=lambda name: (name in question.unplayable, name))]
    return msgspec.structs.replace(
        question,
        readings=_along(order, question.readings),
        unplayable=_along(order, question.unplayable),
        sources={
            source: Admits(
                says=_along(order, of.says),
                implies=_along(order, of.implies),
                rules_out=_along(order, of.rules_out),
                lost=of.lost,
            )
            for source, of in sorted(question.sources.items())
        },
        alive_when=tuple(dict(sorted(one.items())) for one in question.alive_when),
    )


def _along(order: Sequence[str], told: Mapping[str, Told]) -> dict[str, Told]:
    return {name: told[name] for name in order if name in told}


def _clause(record: Mapping[str, JSON]) -> Clause:
    return msgspec.convert(_as_written(record), Clause)


def _question(record: Mapping[str, JSON]) -> Question:
    """A question; its readings are text again, numbers too."""
    fields = _as_written(record)
    del fields["option"]
    conditions = [
        {option: [str(reading) for reading in readings] for option, readings in one.items()}
        for one in record["alive_when"]
    ]
    return msgspec.convert(
        {**fields, "default": str(record["default"]), "alive-when": conditions}, Question
    )


def _as_written(record: Mapping[str, JSON]) -> dict[str, JSON]:
    """The fields of a record by the names that authors write, with the place of its chapter."""
    fields = {_kebab(name): of for name, of in record.items() if name != "game"}
    sources = {
        source: {_kebab(name): of for name, of in stance.items()}
        for source, stance in record["sources"].items()
    }
    game, chapter, _ = record["id"].split(".", 2)
    return {**fields, "sources": sources, "file": f"spec/{game}/{chapter}.md", "line": 1}


def _kebab(name: str) -> str:
    return name.replace("_", "-")
