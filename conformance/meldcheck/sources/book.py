"""The material for answers to people about one game: verdicts, texts, and names of options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from meldcheck.sources.told.names import Words
from meldcheck.words import places
from meldcheck.words.case import JSON, Case
from meldcheck.words.published import CLAUSES, QUESTIONS, Published, published
from meldspec.games import GAMES
from meldspec.wire import GameWire, UnplayableError

if TYPE_CHECKING:
    from meldcheck.sources.stands import VerdictLaw

LawFiles: TypeAlias = Mapping[str, JSON]
"""By file name: the questions and the clauses of all games, as they are published."""


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of one game, for judging and for putting into words."""

    wire: GameWire
    law: VerdictLaw
    words: Words

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.wire.name

    def readings(self, given: Mapping[str, str | int]) -> dict[str, str | int]:
        """The readings that are given, by the full names of their options.

        An option is named in full, in part or by an alias.  UnplayableError for an unknown or fixed
        option, and for a reading that this game cannot play.
        """
        asked = {name: one for one in self.words.questions.values() for name in names_of(one)}
        rules: dict[str, str | int] = {}
        for name, reading in given.items():
            if name not in asked:
                raise UnplayableError(f"unknown option {name!r}")
            _check_reading(asked[name], reading)
            rules[asked[name]["option"]] = reading
        return rules


def names_of(question: Mapping[str, JSON]) -> tuple[str, ...]:
    """The names of the option of a question."""
    option = str(question["option"])
    return (option, option.rpartition(".")[2], *question.get("aliases", ()))


def default_first(question: Mapping[str, JSON]) -> list[str]:
    """The playable readings, the default first."""
    default = str(question["default"])
    played = [name for name in question["readings"] if name not in question["unplayable"]]
    return sorted(played, key=lambda name: name != default)


def _check_reading(question: Mapping[str, JSON], reading: str | int) -> None:
    option, unplayable = question["option"], question["unplayable"]
    if question["status"] == "fixed":
        fixed = f"option {option!r} is fixed as {str(question['default'])!r}"
        raise UnplayableError(f"{fixed}: {question['fixed'] or question['reason']}")
    if str(reading) in unplayable:
        reason = unplayable[str(reading)]
        raise UnplayableError(f"option {option!r}: {reading!r} is not played here: {reason}")
    played = default_first(question)
    if str(reading) not in played or isinstance(reading, int) != str(reading).isdigit():
        known = ", ".join(played)
        raise UnplayableError(f"option {option!r}: {reading!r} is not played; known: {known}")


def load_law_files() -> tuple[LawFiles, Callable[[str], Case]]:
    """The questions and clauses of this copy, and the case of an example, by its id.

    The readers of documents are imported only if the published files are not of these documents.
    SpecError for a document that cannot be read.
    """
    found = published(places.spec_directory())
    if found is not None:
        return found.law, partial(_witness, found)
    from meldcheck.sources import lawbook

    law = lawbook.load()
    return law.files, law.case


def _witness(found: Published, name: str) -> Case:
    """A published case; its rules have only readings that differ from the default."""
    game, chapter, _ = name.split(".", 2)
    case = next(one for one in found.cases(game, chapter) if one.id == name)
    usual = found.listed.defaults[game]
    agreed = {option: of for option, of in case.rules.items() if usual.get(option) != of}
    return msgspec.structs.replace(case, rules=agreed)


def read_book(game: str) -> Book:
    """The book of a game.  SpecError for a file that cannot be read."""
    from meldcheck.sources.lawbook import law_of

    files, _ = load_law_files()
    return Book(GAMES[game], law_of(files, game), words_of(files, game))


def words_of(files: LawFiles, game: str | None = None) -> Words:
    """The texts of all games, or of one."""
    questions, clauses = files[QUESTIONS], files[CLAUSES]
    return Words.of(
        [one for one in questions["questions"] if game in (None, one["game"])],
        [one for one in clauses["clauses"] if game in (None, one["game"])],
        {**questions["sentences"], **clauses["sentences"]},
        questions["sources"],
    )
