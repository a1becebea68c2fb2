"""Tables of the clauses, the questions and the sources.

A page whose front matter says ``law-table: clauses`` (or ``questions``, ``sources``) ends in that
table; clauses and questions have one for each game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from docutils import nodes

from lawpages.book import Book
from lawpages.boxes import marks
from lawpages.elements import clause_link, el, link, paragraph, short, spoken
from meldcheck.games import title_of
from meldcheck.law.document import Question
from meldcheck.law.sources import RowStatus, SourceText

FIELD: Final = "law-table"
"""The field of the front matter that asks for a table."""


def table(heads: Sequence[str], rows: Iterable[nodes.Node], css: str, label: str) -> nodes.Node:
    """A table that scrolls inside its box if it is too wide."""
    head = el("thead", el("tr", *(el("th", name, scope="col") for name in heads)))
    made = el("table", head, el("tbody", *rows), css=f"law {css}")
    return el("div", made, css="table-box", role="region", tabindex="0", aria_label=label)


def clauses_table(book: Book) -> Iterable[nodes.Node]:
    """Every clause: its id, its text, its kind, and how many examples show it."""
    heads = ("clause", "what it says", "kind", "examples")
    for game, law in book.laws.items():
        rows: list[nodes.Node] = []
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
        yield _of_game(game, "clauses", table(heads, rows, "clauses filtered", _named(game, heads)))


def questions_table(book: Book) -> Iterable[nodes.Node]:
    """Every question: its readings, its kind, and whether it is an option."""
    heads = ("question", "readings", "kind")
    for game, law in book.laws.items():
        rows = [
            el(
                "tr",
                el("th", link("question", name, el("code", short(name))), scope="row"),
                el("td", el("p", question.asks, css="asks"), *_readings(question)),
                el(
                    "td",
                    el("span", str(question.kind), css="tag kind"),
                    " ",
                    el("span", str(question.status), css="tag"),
                ),
            )
            for name, question in law.questions.items()
        ]
        yield _of_game(game, "questions", table(heads, rows, "questions", _named(game, heads)))


def _named(game: str, heads: Sequence[str]) -> str:
    return f"{heads[0].capitalize()}s of {title_of(game)}"


def _of_game(game: str, kind: str, made: nodes.Node) -> nodes.section:
    """The section of a page for one game."""
    section = nodes.section("", nodes.title("", title_of(game)), made)
    section["ids"].append(f"{kind}-{game}")
    return section


def _readings(question: Question) -> Iterator[nodes.Node]:
    for reading, words in question.readings.items():
        yield el("p", el("code", reading), f": {words}", *marks(question, reading))


def sources_table(book: Book) -> Iterable[nodes.Node]:
    """Every source: its title, and how many of its sentences lead to clauses or are pending."""
    rows: list[nodes.Node] = []
    for name, source in book.sources.items():
        leading = sum(row.status is RowStatus.CLAUSES for row in source.sentence)
        waiting = sum(row.status is RowStatus.PENDING for row in source.sentence)
        rows.append(
            el(
                "tr",
                el("th", link("source", name, el("code", name)), scope="row"),
                el("td", source.title, *_layer(source)),
                el("td", str(len(source.sentence)), css="number"),
                el("td", str(leading), css="number"),
                el("td", str(waiting), css="number"),
            )
        )
    heads = ("source", "title", "sentences", "lead to clauses", "pending")
    yield table(heads, rows, css="sources-table", label="Sources")


def _layer(source: SourceText) -> Iterator[nodes.Node]:
    if source.over is not None:
        over = link("source", source.over, el("code", source.over))
        yield el("span", "a layer over ", over, css="aside")


TABLES: Final[Mapping[str, Callable[[Book], Iterable[nodes.Node]]]] = {
    "clauses": clauses_table,
    "questions": questions_table,
    "sources": sources_table,
}
