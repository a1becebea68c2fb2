"""Who says what: sources with the sentences in which they say, imply or contradict something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from docutils import nodes

from lawpages.book import STANCES, Book
from lawpages.copies import copies_last, is_cut
from lawpages.elements import Part, el, joined, link
from meldcheck.law.clauses import Clause, Question, Stance

WORDS: Final = {
    "says": "says",
    "implies": "implies",
    "contradicts": "contradicts",
    "one_reading": "in one reading",
    "rules_out": "rules it out",
}


def stances(book: Book, clause: Clause) -> nodes.Node:
    """What each source says of a clause, with the sections of its sentences."""
    if not clause.sources:
        return el("p", "No source says this, but a program needs it.", css="unsourced")
    rows = (
        el(
            "div",
            el("dt", link("source", name, book.name(name))),
            el("dd", *_stance(book, name, clause.sources[name])),
            css="source cut" if is_cut(name, clause.sources) else "source",
        )
        for name in copies_last(clause.sources)
    )
    return el("dl", *rows, css="sources", aria_label="What the sources say")


def _stance(book: Book, source: str, stance: Stance) -> list[Part]:
    if stance.lost:
        return [el("span", "lost: the copy breaks off before", css="nothing")]
    parts: list[nodes.Node] = []
    for name in STANCES:
        found: tuple[str, ...] = getattr(stance, name)
        if found:
            parts.append(_cited(name, source, found))
    sections = _sections(book, source, stance.locators())
    if not parts:
        return [el("span", "silent", css="nothing")]
    return [*joined(parts, " · "), *([el("small", sections)] if sections else [])]


def _sections(book: Book, source: str, cited: Sequence[str]) -> str:
    """The names of the sections in which cited sentences stand."""
    rows = book.sources[source].sentence if source in book.sources else ()
    named = {row.at: row.section for row in rows}
    return "; ".join(dict.fromkeys(named[at] for at in cited if at in named))


def _cited(stance: str, source: str, cited: Sequence[str], *before: Part) -> nodes.Node:
    """Links to sentences of a source, with the stance that they take."""
    sentences = joined((_sentence(source, at) for at in cited), " ")
    return el("span", *before, el("b", WORDS[stance]), " ", *sentences, css=f"stance {stance}")


def _sentence(source: str, at: str) -> nodes.Node:
    return link("sentence", f"{source}:{at}", el("code", at))


def marks(question: Question, reading: str) -> list[Part]:
    """The marks after a reading: *default*, *not played*."""
    words = [
        ("default", reading == question.default),
        ("not played", reading in question.unplayable),
    ]
    return [part for word, so in words if so for part in (" ", el("span", word, css="tag"))]


def admitted(book: Book, question: Question, reading: str) -> Iterator[nodes.Node]:
    """The sources that say, imply or rule out a reading, each with its sentences."""
    for source in copies_last(question.sources):
        admits = question.sources[source]
        for stance, stated in (
            ("says", admits.says),
            ("implies", admits.implies),
            ("rules_out", admits.rules_out),
        ):
            if reading in stated:
                named = link("source", source, book.name(source))
                yield _cited(stance, source, stated[reading], named, " ")
