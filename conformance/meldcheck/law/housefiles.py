"""House rule files in TOML: a base rule set, and the readings that differ from it.

The named variations of a game have the same form, next to its documents.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from meldcheck.law.clauses import Law, Question, QuestionStatus
from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError
from meldcheck.words.readings import Reading, reading_value
from meldcheck.words.toml_file import line_of, read_toml


class _Fields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    name: str | None = None
    base: str = "default"
    about: str = ""
    aliases: tuple[str, ...] = ()
    options: dict[str, JSON] = {}


@dataclass(frozen=True, slots=True)
class HouseFile:
    """A house rule file as its author wrote it; its options are not checked yet."""

    file: str
    text: str
    game: str
    name: str
    base: str
    about: str
    aliases: tuple[str, ...]
    options: Mapping[str, JSON]

    def error(self, message: str, key: str | None = None) -> SpecError:
        """An error, with the line of a key if one is given."""
        return SpecError(self.file, None if key is None else line_of(self.text, key), message)

    def error_about(self, message: str, names: Mapping[str, str]) -> SpecError:
        """An error at the line of the first option that ``message`` names.

        ``names`` has the full name of each option by its key in the file.
        """
        keys = (key for key, option in names.items() if option in message)
        return self.error(message, next(keys, None))


def read_house_file(path: Path) -> HouseFile:
    """The file.  SpecError, with the line if known, if it is missing, unreadable or ill-formed."""
    text, fields = read_toml(path, _Fields)
    name = path.stem if fields.name is None else " ".join(fields.name.split())
    if not name or not name.isprintable():
        raise SpecError(str(path), line_of(text, "name"), "the name must be printable text")
    return HouseFile(
        file=str(path),
        text=text,
        game=fields.game,
        name=name,
        base=fields.base,
        about=" ".join(fields.about.split()),
        aliases=fields.aliases,
        options=dict(_flat(fields.options)),
    )


def _flat(options: Mapping[str, JSON], place: str = "") -> Iterator[tuple[str, JSON]]:
    """Options by full name, whether written in quotes or as nested tables."""
    for key, value in options.items():
        name = f"{place}.{key}" if place else key
        if isinstance(value, dict):
            yield from _flat(value, name)
        else:
            yield name, value


def names_of(law: Law) -> dict[str, Question]:
    """Every name that a rule set may use for a question, in snake_case."""
    names: dict[str, Question] = {}
    for question in law.questions.values():
        for name in (question.option, question.name, *question.aliases):
            names.setdefault(_snake(name), question)
    return names


def _snake(name: str) -> str:
    return name.strip().replace("-", "_")


def chosen_in(house: HouseFile, law: Law) -> dict[str, tuple[Question, Reading]]:
    """The readings that a file chooses, by the names that it uses for their options.

    SpecError for an unknown option, an option named twice, and a reading that is unknown or cannot
    be played.
    """
    names = names_of(law)
    chosen: dict[str, tuple[Question, Reading]] = {}
    by_option: dict[str, str] = {}
    for key, value in house.options.items():
        question = names.get(_snake(key).removeprefix(f"{_snake(law.game)}."))
        if question is None:
            near = difflib.get_close_matches(_snake(key), names, n=1)
            hint = f"; is {names[near[0]].option} meant?" if near else ""
            raise house.error(f"no option {key!r}{hint}", key)
        if question.option in by_option:
            other = by_option[question.option]
            raise house.error(f"{question.option} is named twice, as {other!r} and {key!r}", key)
        by_option[question.option] = key
        chosen[key] = (question, _reading(house, key, question, value))
    return chosen


def _reading(house: HouseFile, key: str, question: Question, value: JSON) -> Reading:
    if not isinstance(value, str | int) or isinstance(value, bool):
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        raise house.error(f"{question.option}: a reading in quotes expected, not {shown}", key)
    word = str(value)
    if word not in question.readings:
        there = ", ".join(question.readings)
        raise house.error(f"{question.option} has no reading {word!r}; it has {there}", key)
    if word in question.unplayable:
        reason = " ".join(question.unplayable[word].split())
        raise house.error(f"{question.option} {word!r} cannot be played: {reason}", key)
    if question.status is QuestionStatus.FIXED and word != question.default:
        reason = " ".join((question.fixed or "").split())
        problem = f"{question.option} is fixed to {question.default!r}: {reason}"
        raise house.error(problem, key)
    return reading_value(word)
