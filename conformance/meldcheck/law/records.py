"""The questions and clauses of the documents as JSON, for readers without the documents.

They are published with the suite as ``questions.json`` and ``clauses.json``; verdicts are made from
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from meldcheck.law.clauses import Admits, Clause, Law, Question, Stance
from meldcheck.law.sources import SourceText
from meldcheck.words.case import JSON
from meldcheck.words.readings import reading_value


def questions(laws: Iterable[Law]) -> dict[str, JSON]:
    """Every question: its readings, the default, and what each source says about it."""
    return {
        "questions": [_question(law, one) for law in laws for one in law.questions.values()],
    }


def clauses(laws: Iterable[Law]) -> dict[str, JSON]:
    """Every clause: its text, and what each source says about it."""
    return {"clauses": [_clause(law, one) for law in laws for one in law.clauses.values()]}


def files(laws: Sequence[Law], sources: Mapping[str, SourceText]) -> dict[str, JSON]:
    """The files published with the suite, by name: questions, clauses and cited sentences."""
    places = sentences(sources)
    asked, ruled = questions(laws), clauses(laws)
    titles = {name: source.title for name, source in sources.items()}
    return {
        "questions.json": {
            **asked,
            "sources": titles,
            "profiles": {law.game: list(law.profiles) for law in laws},
            "sentences": _cited(asked["questions"], places),
        },
        "clauses.json": {**ruled, "sentences": _cited(ruled["clauses"], places)},
    }


def _cited(records: JSON, places: Mapping[str, JSON]) -> dict[str, JSON]:
    """The sentences that these records cite, with their places."""
    named = {
        f"{source} {at}"
        for record in records
        for source, stance in record["sources"].items()
        for at in _locators(stance)
    }
    return {name: place for name, place in places.items() if name in named}


def _locators(stance: JSON) -> Iterator[str]:
    for cited in stance.values():
        if isinstance(cited, dict):
            yield from _locators(cited)
        elif isinstance(cited, list):
            yield from cited


def sentences(sources: Mapping[str, SourceText]) -> dict[str, dict[str, JSON]]:
    """Every sentence that can be cited, by ``source AT``: its place and its fingerprint."""
    return {
        f"{name} {row.at}": {
            "source": name,
            "at": row.at,
            "section": row.section,
            "ordinal": row.ordinal,
            "words": row.words,
            "fingerprint": row.fingerprint,
        }
        for name, source in sources.items()
        for row in source.sentence
    }


def _question(law: Law, question: Question) -> dict[str, JSON]:
    return {
        "id": question.id,
        "game": law.game,
        "option": question.option,
        "aliases": list(question.aliases),
        "asks": _words(question.asks),
        "kind": question.kind.value,
        "status": question.status.value,
        "readings": {name: _words(text) for name, text in question.readings.items()},
        "unplayable": {name: _words(text) for name, text in question.unplayable.items()},
        "default": reading_value(question.default),
        "reason": _words(question.reason),
        "fixed": None if question.fixed is None else _words(question.fixed),
        "alive_when": [
            {option: list(readings) for option, readings in condition.items()}
            for condition in question.conditions
        ],
        "sources": {name: _admits(admits) for name, admits in question.sources.items()},
        "clauses": list(question.clauses),
        "turns_on": list(question.turns_on),
        "witness": question.witness,
    }


def _admits(admits: Admits) -> dict[str, JSON]:
    return {
        "says": {name: list(at) for name, at in admits.says.items()},
        "implies": {name: list(at) for name, at in admits.implies.items()},
        "rules_out": {name: list(at) for name, at in admits.rules_out.items()},
        "lost": admits.lost,
    }


def _clause(law: Law, clause: Clause) -> dict[str, JSON]:
    return {
        "id": clause.id,
        "game": law.game,
        "kind": clause.kind.value,
        "level": clause.level.value,
        "aliases": list(clause.aliases),
        "text": _words(clause.text),
        "refusal": None if clause.refusal is None else _words(clause.refusal),
        "questions": list(clause.questions),
        "grants": list(clause.grants),
        "bars": list(clause.bars),
        "undisputed": {name: _words(text) for name, text in clause.undisputed.items()},
        "sources": {name: _stance(stance) for name, stance in clause.sources.items()},
    }


def _stance(stance: Stance) -> dict[str, JSON]:
    return {
        "says": list(stance.says),
        "implies": list(stance.implies),
        "contradicts": list(stance.contradicts),
        "one_reading": list(stance.one_reading),
        "lost": stance.lost,
    }


def _words(text: str) -> str:
    return " ".join(text.split())
