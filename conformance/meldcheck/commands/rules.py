"""``meldspec rules``: the options of a game, and what each source admits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

import click

from meldcheck.commands.form import Output, known_game, shown
from meldcheck.law.clauses import Admits, Law, Question, QuestionStatus
from meldcheck.law.rulesets import (
    Chosen,
    Shelf,
    check_belongs,
    default_rule_set,
    load_shelf,
    rules_option,
)
from meldcheck.law.rulesheet import (
    as_entry,
    as_house_file,
    as_value,
    conditions_in_words,
    entry_lines,
)
from meldcheck.words import places
from meldcheck.words.case import JSON
from meldcheck.words.lines import filled
from meldcheck.words.readings import Reading, reading_value

SILENT: Final = "silent"
LOST: Final = "lost"

_Readings: TypeAlias = Mapping[str, tuple[Reading, ...]]
"""The options that the reference plays, each with its readings, the default first."""


@click.command("rules")
@click.argument("game", metavar="GAME")
@rules_option
@shown
def command(game: str, rules: Chosen | None) -> Output:
    """List the questions of a game: readings, default, and what each source admits.

    A rule set can choose the reading of a question with status ``option``.  An engine may name the
    option in full, by an alias or by its last part.  The list ends with the named rule sets.

    With --rules, show this one rule set instead, as a house rule file to start from.
    """
    shelf = load_shelf(places.spec_directory(), known_game(game))
    law = shelf.law
    if rules is not None:
        return _rule_set(law, rules)
    played = shelf.space.readings
    return Output(lambda: _told(law, played, shelf), lambda: _lines(law, played, shelf))


def _rule_set(law: Law, rules: Chosen) -> Output:
    check_belongs(rules, (law.game,))
    rule_set = rules.get(law.game) or default_rule_set(law.game)
    return Output(lambda: as_value(rule_set), lambda: as_house_file(rule_set, law).splitlines())


def _unwritten(law: Law, played: _Readings) -> _Readings:
    """The options that the reference plays although no question asks about them."""
    written = {question.option for question in law.questions.values()}
    return {option: played[option] for option in sorted(played.keys() - written)}


def _aliases(question: Question) -> list[str]:
    return sorted({question.name, *question.aliases})


# ── JSON ─────────────────────────────────────────────────────────────────────────────────────────


def _told(law: Law, played: _Readings, shelf: Shelf) -> dict[str, JSON]:
    clauses = law.clauses.values()
    unwritten = _unwritten(law, played).items()
    return {
        "game": law.game,
        "questions": [_question(question) for question in law.questions.values()],
        "unwritten": [{"option": option, "readings": readings} for option, readings in unwritten],
        "rule_sets": [as_entry(rule_set) for rule_set in shelf.rule_sets.values()],
        "clauses": {
            "total": len(clauses),
            "kind": dict(sorted(Counter(clause.kind.value for clause in clauses).items())),
            "level": dict(sorted(Counter(clause.level.value for clause in clauses).items())),
        },
    }


def _question(question: Question) -> dict[str, JSON]:
    """A question as JSON. A reading that is a number in rule sets is a number, except as a key."""
    return {
        "id": question.id,
        "option": question.option,
        "aliases": _aliases(question),
        "kind": question.kind.value,
        "status": question.status.value,
        "readings": question.readings,
        "played": [reading_value(reading) for reading in question.played],
        "unplayable": question.unplayable,
        "default": reading_value(question.default),
        "reason": question.reason,
        "fixed": question.fixed,
        "alive_when": question.conditions,
        "sources": {name: _admits(admits) for name, admits in question.sources.items()},
    }


def _admits(admits: Admits) -> JSON:
    if admits.lost:
        return LOST
    if not admits.locators():
        return SILENT
    return {"says": admits.says, "implies": admits.implies, "rules_out": admits.rules_out}


# ── text ─────────────────────────────────────────────────────────────────────────────────────────


def _lines(law: Law, played: _Readings, shelf: Shelf) -> Iterator[str]:
    for question in law.questions.values():
        yield from _question_lines(question)
    if not law.questions:
        yield f"{law.game}: no question is written down yet"
    for option, readings in _unwritten(law, played).items():
        shown = ", ".join(str(reading) for reading in readings)
        yield from filled("", f"{option}: {shown} (played; its question is not written yet)")
    kinds = sorted(Counter(clause.kind.value for clause in law.clauses.values()).items())
    counted = ", ".join(f"{number} {kind}" for kind, number in kinds)
    yield from filled("", f"{len(law.clauses)} clauses: {counted}")
    yield "rule sets, and where they differ from the default:"
    for rule_set in shelf.rule_sets.values():
        for indent, line in entry_lines(rule_set):
            yield from filled(indent, line)


def _question_lines(question: Question) -> Iterator[str]:
    names = ", ".join(_aliases(question))
    yield from filled("", f"{question.option} ({question.status}, {question.kind}; or {names})")
    for reading, meaning in question.readings.items():
        yield from filled("  ", f"{reading}{_mark(question, reading)}: {meaning}")
        told = "; ".join(_tellers(question, reading))
        if told:
            yield from filled("    ", told)
        if reading in question.unplayable:
            yield from filled("    ", f"not played: {question.unplayable[reading]}")
    for word in (SILENT, LOST):
        names = ", ".join(name for name, one in question.sources.items() if _admits(one) == word)
        if names:
            yield from filled("  ", f"{word}: {names}")
    yield from filled("  ", f"the default, because: {question.reason}")
    if question.alive_when:
        yield from filled("  ", f"matters only with {conditions_in_words(question)}")
    if question.status is QuestionStatus.FIXED:
        yield from filled("  ", f"fixed, because: {question.fixed}")


def _mark(question: Question, reading: str) -> str:
    return ", the default" if reading == question.default else ""


def _tellers(question: Question, reading: str) -> Iterator[str]:
    """The sources that say a reading and those that imply it, with the sentences cited."""
    said = {name: admits.says.get(reading) for name, admits in question.sources.items()}
    implied = {name: admits.implies.get(reading) for name, admits in question.sources.items()}
    for how, stated in (("said by", said), ("implied by", implied)):
        cited = [f"{name} ({', '.join(at)})" for name, at in stated.items() if at]
        if cited:
            yield f"{how} {', '.join(cited)}"
