"""Where each source stands on a question, and how far the sources disagree.

A cut copy of a source is shown, and is no further voice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final

from docutils import nodes

from lawpages.book import Book
from lawpages.copies import copies_last, is_cut, voices
from lawpages.elements import el, flat
from meldcheck.law.clauses import Admits, Question, QuestionKind


class Stand(Enum):
    """The relation of a source to the default reading of a question, with its sign."""

    DEFAULT = "="
    SEVERAL = "≈"
    OTHER = "≠"
    SILENT = "–"
    LOST = "×"

    @property
    def css(self) -> str:
        """The class of a cell, and its word for screen readers."""
        return self.name.lower()


STANDS: Final = {
    Stand.DEFAULT: "says the default",
    Stand.SEVERAL: "can be read both ways",
    Stand.OTHER: "says another reading",
    Stand.SILENT: "is silent",
    Stand.LOST: "is cut off before",
}


class Dispute(Enum):
    """Why a question is open, the most disputed first."""

    CONTRADICTION = "Sources contradict each other, or one contradicts itself"
    AMBIGUITY = "Can be read in two ways"
    VARIATION = "A source offers a choice"
    GAP = "A source says nothing, or nothing outright"
    AGREED = "Sources agree, but their words leave room for another reading"
    UNOBSERVABLE = "No outcome tells the readings apart"


def stand_of(question: Question, source: str) -> Stand:
    """Where a source stands on a question."""
    admits = question.sources.get(source, Admits())
    admitted = admits.readings(question.readings)
    if admits.lost:
        return Stand.LOST
    if not admits.locators():
        return Stand.SILENT
    if question.default not in admitted:
        return Stand.OTHER
    return Stand.DEFAULT if len(admitted) == 1 else Stand.SEVERAL


def dispute_of(question: Question) -> Dispute:
    """Why a question is open."""
    if are_apart(question):
        return Dispute.CONTRADICTION
    match question.kind:
        case QuestionKind.CONTRADICTION | QuestionKind.AMBIGUITY if _is_said_alike(question):
            return Dispute.AGREED
        case kind:
            return Dispute[kind.name]


def _is_said_alike(question: Question) -> bool:
    """Whether the sources that state a reading all state the same one, and no other."""
    stated = [admits.says.keys() | admits.implies.keys() for admits in question.sources.values()]
    return len(set().union(*stated)) == 1


def are_apart(question: Question) -> bool:
    """Whether no reading is admitted by every source."""
    left = set(question.readings)
    for admits in question.sources.values():
        left &= set(admits.readings(question.readings))
    return not left


def most_disputed_first(book: Book, game: str) -> dict[Dispute, list[Question]]:
    """The questions of a game by why they are open."""
    law = book.laws[game]

    def agreed(question: Question) -> tuple[int, int]:
        stands = [stand_of(question, source) for source in voices(law.profiles)]
        return -stands.count(Stand.OTHER), -stands.count(Stand.SEVERAL)

    found: dict[Dispute, list[Question]] = {why: [] for why in Dispute}
    for question in sorted(law.questions.values(), key=agreed):
        found[dispute_of(question)].append(question)
    return {why: questions for why, questions in found.items() if questions}


def cells(book: Book, question: Question, sources: Sequence[str]) -> nodes.Node:
    """Who says what as small cells, one a source, with words for screen readers."""
    alike: dict[Stand, list[str]] = {}
    small: list[nodes.Node] = []
    for source in copies_last(sources):
        stand, css = signed(question, source, sources)
        alike.setdefault(stand, []).append(book.name(source))
        small.append(el("i", stand.value, css=css))
    told = (f"{', '.join(names)}: {stand.css}" for stand, names in alike.items())
    return el("span", *small, role="img", aria_label="; ".join(told))


def signed(question: Question, source: str, among: Sequence[str]) -> tuple[Stand, str]:
    """Where a source stands, and the classes of its cell; that of a cut copy is narrow."""
    stand = stand_of(question, source)
    return stand, f"{stand.css} cut" if is_cut(source, among) else stand.css


def legend(stands: Iterable[Stand] = Stand) -> nodes.Node:
    """The signs and the colours of cells in words."""
    shown = [
        el("span", el("i", one.value, css=one.css, aria_hidden="true"), f" {STANDS[one]}")
        for one in stands
    ]
    return flat(el("p", *shown, css="stands legend"))
