"""One game with all that an answer to people needs: verdicts, texts, and the names of options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from meldcheck import places, published
from meldcheck.case import JSON
from meldcheck.document import PROFILES, read_law
from meldcheck.document import Law as Documents
from meldcheck.sources import Source
from meldcheck.sources import load as load_sources
from meldcheck.verdict import Law
from meldcheck.verdict import read_law as read_verdicts
from meldcheck.words import Words
from meldspec.games import GAMES
from meldspec.wire import GameWire, UnplayableError


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of one game, as they are told and judged."""

    wire: GameWire
    law: Law
    words: Words

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.wire.name

    def readings(self, given: Mapping[str, str | int]) -> dict[str, str | int]:
        """The readings that are given, by the full names of their options.

        An option is named in full, in part or by an alias.  UnplayableError for one that is not
        there, and for a reading that this game cannot play or leaves no choice of.
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
    """What the option of a question may be called."""
    option = str(question["option"])
    return (option, option.rpartition(".")[2], *question.get("aliases", ()))


def _check_reading(question: Mapping[str, JSON], reading: str | int) -> None:
    option, unplayable = question["option"], question["unplayable"]
    if question["status"] == "fixed":
        fixed = f"option {option!r} is fixed as {str(question['default'])!r}"
        raise UnplayableError(f"{fixed}: {question['fixed'] or question['reason']}")
    if str(reading) in unplayable:
        reason = unplayable[str(reading)]
        raise UnplayableError(f"option {option!r}: {reading!r} is not played here: {reason}")
    played = [name for name in question["readings"] if name not in unplayable]
    if str(reading) not in played or isinstance(reading, int) != str(reading).isdigit():
        known = ", ".join(played)
        raise UnplayableError(f"option {option!r}: {reading!r} is not played; there is {known}")


def read_book(game: str) -> Book:
    """The book of a game, from the documents.  SpecError for a document that cannot be read."""
    law, problems = read_law(places.spec_directory(), game)
    if problems:
        raise problems[0]
    return book_of(law, load_sources())


def book_of(law: Documents, sources: Mapping[str, Source]) -> Book:
    """The book of a game whose documents have been read."""
    return Book(
        GAMES[law.game],
        read_verdicts(
            published.questions([law]), published.clauses([law]), PROFILES.get(law.game, ())
        ),
        words_of([law], sources),
    )


def words_of(laws: Iterable[Documents], sources: Mapping[str, Source]) -> Words:
    """The texts of documents, with what they are called besides, and of the sources."""
    read = list(laws)
    questions = published.questions(read)["questions"]
    clauses = published.clauses(read)["clauses"]
    asked = {one.id: one for law in read for one in law.questions.values()}
    ruled = {one.id: one for law in read for one in law.clauses.values()}
    return Words.of(
        [{**one, "aliases": list(asked[one["id"]].aliases)} for one in questions],
        [
            {
                **one,
                "refusal": ruled[one["id"]].refusal,
                "aliases": list(ruled[one["id"]].aliases),
            }
            for one in clauses
        ],
        published.sentences(sources),
        {name: source.title for name, source in sources.items()},
    )
