"""Tables that list what the documents hold.

A page whose front matter says ``law-table: clauses`` (or ``questions``, ``sources``) ends in that
table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from docutils import nodes

from lawpages.book import Book
from lawpages.boxes import marks
from lawpages.elements import clause_link, el, link, paragraph, short, spoken
from meldcheck.document import Question
from meldcheck.sources import Status

FIELD: Final = "law-table"
"""The field of the front matter that asks for a table."""


def table(heads: Sequence[str], rows: Iterable[nodes.Node], css: str, label: str) -> nodes.Node:
    """A table that scrolls inside its box where it is too wide."""
    head = el("thead", el("tr", *(el("th", name, scope="col") for name in heads)))
    made = el("table", head, el("tbody", *rows), css=f"law {css}")
    return el("div", made, css="table-box", role="region", tabindex="0", aria_label=label)


def clauses_table(book: Book) -> Iterable[nodes.Node]:
    """Every clause: its id, its text, its kind, and how many examples show it."""
    rows: list[nodes.Node] = []
    for law in book.laws.values():
        for clause in law.clauses.values():
            number = len(book.showing(clause.id))
            rows.append(
                el(
                    "tr",
                    el("th", clause_link(clause.id), scope="row"),
                    el("td", paragraph(*spoken(clause.text))),
                    el("td", el("span", str(clause.kind), css="tag kind")),
                    el("td", str(number), css="number"),
                    css=f"kind-{clause.kind}",
                )
            )
    heads = ("clause", "what it says", "kind", "examples")
    yield table(heads, rows, css="clauses filtered", label="Clauses")


def questions_table(book: Book) -> Iterable[nodes.Node]:
    """Every question: its readings, its kind, and whether it is an option."""
    rows = [
        el(
            "tr",
            el("th", link("question", name, el("code", short(name))), scope="row"),
            el("td", *_readings(question)),
            el(
                "td",
                el("span", str(question.kind), css="tag kind"),
                " ",
                el("span", str(question.status), css="tag"),
            ),
        )
        for name, question in book.questions.items()
    ]
    yield table(("question", "readings", "kind"), rows, css="questions", label="Questions")


def _readings(question: Question) -> Iterator[nodes.Node]:
    for reading, words in question.readings.items():
        yield el("p", el("code", reading), f": {words}", *marks(question, reading))


def sources_table(book: Book) -> Iterable[nodes.Node]:
    """Every source, and how much of it leads to clauses."""
    rows: list[nodes.Node] = []
    for name, source in book.sources.items():
        leading = sum(row.status is Status.CLAUSES for row in source.sentence)
        waiting = sum(row.status is Status.PENDING for row in source.sentence)
        rows.append(
            el(
                "tr",
                el("th", link("source", name, el("code", name)), scope="row"),
                el("td", source.title),
                el("td", str(len(source.sentence)), css="number"),
                el("td", str(leading), css="number"),
                el("td", str(waiting), css="number"),
            )
        )
    heads = ("source", "title", "sentences", "lead to clauses", "pending")
    yield table(heads, rows, css="sources-table", label="Sources")


TABLES: Final[Mapping[str, Callable[[Book], Iterable[nodes.Node]]]] = {
    "clauses": clauses_table,
    "questions": questions_table,
    "sources": sources_table,
}
