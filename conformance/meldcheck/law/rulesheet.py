"""Rule sets in writing: as a house rule file to start from, as JSON, and as a list."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final

from meldcheck.law.clauses import Law, Question
from meldcheck.law.profiles import Profile, Word
from meldcheck.law.rulesets import RuleSet
from meldcheck.words.case import JSON
from meldcheck.words.readings import Reading, reading_value

_WORDS: Final = {
    Word.SAYS: "said",
    Word.IMPLIES: "implied",
    Word.SILENT: "silent",
    Word.LOST: "lost",
}


def as_house_file(rule_set: RuleSet, law: Law) -> str:
    """A whole rule set as a house rule file, with other readings of each option as comments."""
    return "\n".join(_house_lines(rule_set, law)) + "\n"


def _house_lines(rule_set: RuleSet, law: Law) -> Iterator[str]:
    yield f"# Every option as in {rule_set.name}; change those that your table plays differently."
    for change in rule_set.profile.changes if rule_set.profile else ():
        yield f"# {change.sentence}"
    yield f"game = {_toml(rule_set.game)}"
    yield 'base = "default"'
    yield f"about = {_toml(rule_set.about)}"
    yield ""
    yield "[options]"
    asked = {question.option: question for question in law.questions.values()}
    space = law.rule_space()
    for option, reading in rule_set.readings.items():
        remarks = [*_remarks(rule_set, option, asked[option])] if option in asked else []
        if not space.is_alive(option, rule_set.readings):
            remarks.append("does not matter here")
        remark = "; ".join(remarks)
        yield option_line(option, reading) + (f"  # {remark}" if remark else "")


def option_line(option: str, reading: Reading) -> str:
    """An option with its reading, as a line of a house rule file."""
    return f"{_toml(option)} = {_toml(reading)}"


def _toml(value: Reading) -> str:
    """Text or a number as TOML. TOML text is JSON text, except for one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _remarks(rule_set: RuleSet, option: str, question: Question) -> Iterator[str]:
    """How firmly the source states the reading, and the other readings."""
    chosen = rule_set.readings[option]
    others = [reading_value(one) for one in question.played if reading_value(one) != chosen]
    admitted: list[Reading] = []
    if rule_set.profile is not None:
        word = rule_set.profile.words[option]
        yield _WORDS[word]
        if word in (Word.SAYS, Word.IMPLIES):
            admitted = [one for one in others if one in rule_set.profile.admits[option]]
    if admitted:
        yield f"admits also {_listed(admitted)}"
    others = [one for one in others if one not in admitted]
    if others:
        yield f"or {_listed(others)}"


def _listed(readings: Iterable[Reading]) -> str:
    return ", ".join(str(reading) for reading in readings)


def conditions_in_words(question: Question) -> str:
    """The conditions of a question in words, to follow ``matters only with``."""
    return ", or with ".join(
        " and ".join(f"{option} {' or '.join(readings)}" for option, readings in condition.items())
        for condition in question.alive_when
    )


def as_value(rule_set: RuleSet) -> dict[str, JSON]:
    """A whole rule set as JSON."""
    return {**as_entry(rule_set), "options": dict(rule_set.readings)}


def as_entry(rule_set: RuleSet) -> dict[str, JSON]:
    """The entry of a rule set in a list, as JSON."""
    return {
        "game": rule_set.game,
        "name": rule_set.name,
        "aliases": list(rule_set.aliases),
        "base": rule_set.base,
        "about": rule_set.about,
        "differs": dict(rule_set.differs),
        "sent": dict(rule_set.sent),
        "source": None if rule_set.profile is None else _source(rule_set.profile),
    }


def _source(profile: Profile) -> dict[str, JSON]:
    return {
        "id": profile.source,
        "admits": {option: list(readings) for option, readings in profile.admits.items()},
        "words": {option: _WORDS[word] for option, word in profile.words.items()},
        "open": list(profile.open),
        "changes": [
            {
                "option": change.option,
                "wanted": change.wanted,
                "chosen": change.chosen,
                "reason": change.reason,
            }
            for change in profile.changes
        ],
    }


def entry_lines(rule_set: RuleSet) -> Iterator[tuple[str, str]]:
    """The entry of a rule set in a list, as pairs of indentation and line."""
    base = f" (from {rule_set.base})" if rule_set.base is not None else ""
    others = f", or {', '.join(rule_set.aliases)}" if rule_set.aliases else ""
    yield "  ", f"{rule_set.name}{others}{base}: {rule_set.about}"
    for option, reading in rule_set.differs.items():
        dead = "" if option in rule_set.sent else " (does not matter here)"
        yield "    ", f"{option} {reading}{dead}"
    if rule_set.profile is not None:
        yield from (("    ", change.sentence) for change in rule_set.profile.changes)
        number, all_ = len(rule_set.profile.open), len(rule_set.profile.words)
        yield "    ", f"leaves {number} of {all_} options open"
