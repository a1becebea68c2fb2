"""The names of documents and sources in an answer to people.

Questions and clauses are the published records; standard library only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from meldcheck.words.case import JSON

Records: TypeAlias = Mapping[str, Mapping[str, JSON]]

_UNDER: Final = re.compile(
    r"^[Uu]nder the (?:readings?|measure) `[^`]+`(?:,? (?:and|or) `[^`]+`)*,? "
)
"""The readings under which a clause holds; the answer already states them."""
_NAME: Final = re.compile(r"`([a-z0-9_.-]+)`")
_CLAUSE: Final = re.compile(r"[a-z-]+\.[a-z-]+\.[a-z0-9-]+")


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of some games, by the ids of their questions and clauses."""

    questions: Records
    clauses: Records
    places: Records
    """By ``source AT``: the section and the ordinal of a sentence."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """By source: its title."""

    @classmethod
    def of(
        cls,
        questions: Iterable[Mapping[str, JSON]],
        clauses: Iterable[Mapping[str, JSON]],
        places: Records,
        titles: Mapping[str, str],
    ) -> Words:
        """The texts in published records."""
        asked = {str(one["id"]): one for one in questions}
        return cls(asked, {str(one["id"]): one for one in clauses}, places, titles)

    # Sources

    def name(self, source: str) -> str:
        """The name of a source for people: ``Denexa``, ``Pagat (truncated copy)``."""
        title = self.titles.get(source, source)
        head = title.partition(":")[0].strip().removesuffix(" Games")
        if "truncated" in title:
            return f"{head} (truncated copy)"
        return f"{head} (corrected)" if "correction" in title else head

    def named(self, sources: Sequence[str]) -> str:
        """Several sources in a list."""
        return listed([self.name(source) for source in sources])

    # Questions

    def asks(self, question: str) -> str:
        """A question as people ask it; without such a sentence, its readings or its name."""
        record = self.questions.get(question, {})
        if record.get("asks"):
            return str(record["asks"])
        texts = [str(text) for text in record.get("readings", {}).values()]
        if 0 < len(texts) <= 3:
            return f"whether {listed(texts, 'or')}"
        return f"the question {plain(question)!r}"

    def option(self, option: str, game: str = "") -> str:
        """The id of the question of an option; the option itself if there is none."""
        for name, one in self.questions.items():
            if one["option"] == option and game in ("", one["game"]):
                return name
        return option

    def reading(self, question: str, reading: str | int) -> str:
        """A reading as the end of a sentence that begins with *if*."""
        texts = self.questions.get(question, {}).get("readings", {})
        return str(texts.get(str(reading), plain(str(reading))))

    def admitted(self, question: str, source: str) -> dict[str, list[str]]:
        """The readings that a source admits, each with its sentences."""
        stance = self.questions[question]["sources"].get(source, {})
        both = {**stance.get("says", {}), **stance.get("implies", {})}
        return {str(name): [f"{source} {at}" for at in cited] for name, cited in both.items()}

    # Clauses

    def clause(self, clause: str, refused: bool = False) -> str:
        """The text of a clause, or its sentence for a refused step."""
        record = self.clauses.get(clause, {})
        text = record.get("text", plain(clause))
        told = _UNDER.sub("", str((refused and record.get("refusal")) or text))
        return _NAME.sub(lambda name: plain(name[1]), f"{told[:1].upper()}{told[1:]}")

    def refused(self, text: str) -> str:
        """A message with its clause ids replaced by their sentences for a refusal."""
        return _CLAUSE.sub(
            lambda name: bare(self.clause(name[0], True)) if name[0] in self.clauses else name[0],
            text,
        )

    def supporting(self, clause: str, source: str) -> list[str]:
        """The sentences of a source for a clause."""
        stance = self.clauses.get(clause, {}).get("sources", {}).get(source, {})
        kinds = ("says", "implies", "one_reading")
        return [f"{source} {at}" for kind in kinds for at in stance.get(kind, ())]

    # Places

    def place(self, citations: Iterable[str]) -> str:
        """The places of sentences: ``End of the play, sentences 16 and 17``."""
        sections: dict[str, list[int]] = {}
        for citation in dict.fromkeys(citations):
            record = self.places.get(citation)
            if record is not None:
                sections.setdefault(str(record["section"]), []).append(int(record["ordinal"]))
        return "; ".join(
            f"{section}, sentence{'s' if len(set(found)) > 1 else ''} {_numbers(found)}"
            for section, found in sections.items()
        )


def _numbers(found: Sequence[int]) -> str:
    return listed([str(number) for number in sorted(set(found))])


def plain(name: str) -> str:
    """The last part of a name, as words."""
    return name.rpartition(".")[2].replace("_", " ").replace("-", " ")


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Words in a list: ``A, B and C``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def sentence(text: str) -> str:
    """Words as a sentence: with a capital, and a full stop unless it ends with another mark."""
    stripped = text.strip()
    if not stripped:
        return ""
    ended = stripped if stripped[-1] in ".?!:" else f"{stripped}."
    return f"{ended[0].upper()}{ended[1:]}"


def bare(text: str) -> str:
    """A sentence as a part of another: without its full stop, and without its capital.

    A capital stays where a name or a card begins the sentence.
    """
    stripped = text.strip().removesuffix(".")
    first = stripped.split(" ", 1)[0]
    spoken = first == "A" or first[1:].replace(",", "").replace("'", "").islower()
    return _lowered(stripped) if spoken else stripped


_NAMES = ("Rummy", "Carousel", "Three", "Indian", "Doctor", "Lawyer", "Thief", "Chance")


def _lowered(text: str) -> str:
    if text.split(" ", 1)[0] in _NAMES:
        return text
    return text[:1].lower() + text[1:]


def seats(numbers: Sequence[int]) -> str:
    """Seats in a list: ``seat 1``, ``seats 0 and 2``."""
    return f"seat{'' if len(numbers) == 1 else 's'} {listed([str(seat) for seat in numbers])}"


def by_seat(numbers: Sequence[int]) -> str:
    """A number for each seat; given once if all have the same."""
    if len(numbers) > 1 and len(set(numbers)) == 1:
        return f"{numbers[0]} for each seat"
    return ", ".join(f"{number} for seat {seat}" for seat, number in enumerate(numbers)) or "none"
