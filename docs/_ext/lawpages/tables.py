"""Tables of the clauses, the arguments and the sources.

A page whose front matter says ``law-table: clauses`` (or ``arguments``, ``questions``, ``sources``)
ends in that table; all but the sources have one for each game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from docutils import nodes

from lawpages.book import ARGUMENTS, CLAUSES, HOME, Book, asked, place_of
from lawpages.copies import CUT
from lawpages.elements import el, flat, link, page_link, short
from lawpages.origins import hosted, order_of_signs, origin_of, read_on
from lawpages.stands import Dispute, cells, legend, most_disputed_first
from meldcheck.games import title_of
from meldcheck.law.clauses import Law, Question
from meldcheck.law.sources import RowStatus, SourceText

FIELD: Final = "law-table"
"""The field of the front matter that asks for a table."""


def table(heads: Sequence[str], rows: Iterable[nodes.Node], css: str, label: str) -> nodes.Node:
    """A table that scrolls inside its box if it is too wide."""
    head = el("thead", el("tr", *map(_head, heads)))
    made = el("table", head, el("tbody", *rows), css=f"law {css}")
    return el("div", made, css="table-box", role="region", tabindex="0", aria_label=label)


def _head(name: str) -> nodes.Node:
    """The head of a column; one without a name has none, for those who hear the page."""
    return el("th", name, scope="col") if name else el("td")


def clauses_table(book: Book) -> Iterable[nodes.Node]:
    """For each game and chapter, every clause by the last part of its name."""
    for game, law in book.laws.items():
        words = f"{len(law.clauses)} clauses of {title_of(game)}"
        whole = el("p", page_link(f"{CLAUSES}/{game}", words), ", each with what it says.")
        yield _of_game(game, "clauses", whole, flat(el("dl", *_by_chapter(law), css="index")))


def _by_chapter(law: Law) -> Iterator[nodes.Node]:
    for document in law.documents:
        if document.clauses:
            chapter = page_link(f"{HOME}/{law.game}/{document.chapter}", document.title)
            yield el("dt", chapter)
            names = (link("clause", one.id, one.id.rpartition(".")[2]) for one in document.clauses)
            yield el("dd", *(el("span", name) for name in names))


def arguments_table(book: Book) -> Iterable[nodes.Node]:
    """Every question of every game in words, the most disputed first, and who says what."""
    yield legend()
    for game, law in book.laws.items():
        title = title_of(game)
        order = order_of_signs(book, law.profiles)
        bodies = [
            _body(why, [_argued(book, law, one) for one in found])
            for why, found in most_disputed_first(book, game).items()
        ]
        made = el("table", *bodies, css="law arguments", aria_label=f"Questions of {title}")
        made["html"]["data-game"] = f"{title} {game}"
        about = el("p", link("argument", game, "Who says what, chapter by chapter"), f". {order}")
        yield _of_game(game, "arguments", about, made)


def _body(why: Dispute, rows: Sequence[nodes.Node]) -> nodes.Node:
    """The questions that are open for one reason, which is also a word for the filter."""
    shown = (el("b", why.value), " ", el("span", str(len(rows)), css="nothing"))
    head = el("tr", el("th", *shown, colspan="2", scope="rowgroup"), css="why")
    body = el("tbody", head, *rows)
    body["html"]["data-why"] = why.name.lower()
    return body


def _argued(book: Book, law: Law, question: Question) -> nodes.Node:
    """The row of a question; its words for the filter are its clauses without the game."""
    row = el(
        "tr",
        el("th", el("a", asked(question), href=f"{ARGUMENTS}/{place_of(question)}.html")),
        el("td", cells(book, question, law.profiles)),
    )
    row["html"]["data-words"] = " ".join(map(short, question.clauses))
    return flat(row)


def questions_table(book: Book) -> Iterable[nodes.Node]:
    """For each game, the way to its arguments; this page had its questions once."""
    for game, law in book.laws.items():
        words = f"{len(law.questions)} questions about {title_of(game)}"
        yield _of_game(game, "questions", el("p", link("argument", game, words)))


def _of_game(game: str, kind: str, *made: nodes.Node) -> nodes.section:
    """The section of a page for one game."""
    section = nodes.section("", nodes.title("", title_of(game)), *made)
    section["ids"].append(f"{kind}-{game}")
    return section


def sources_table(book: Book) -> Iterable[nodes.Node]:
    """Every source: its origin, and how many of its sentences lead to clauses.

    A column counts the pending sentences if there are any.
    """
    waiting = {
        name: sum(row.status is RowStatus.PENDING for row in source.sentence)
        for name, source in book.sources.items()
    }
    heads = (
        *("source", "title", "author", "address", "newest date", "read"),
        *("sentences", "lead to clauses"),
        *(("pending",) if any(waiting.values()) else ()),
    )
    _, _, author, address, newest, read, *numbers = heads
    rows: list[nodes.Node] = []
    for name, source in book.sources.items():
        whole = len(source.sentence)
        leading = sum(row.status is RowStatus.CLAUSES for row in source.sentence)
        rows.append(
            el(
                "tr",
                el("th", link("source", name, el("code", name)), scope="row"),
                el("td", source.title, *_layer(source)),
                el("td", origin_of(name).author, data_head=author),
                el("td", *hosted(source), data_head=address),
                el("td", origin_of(name).day, data_head=newest),
                el("td", read_on(book, name), data_head=read),
                *(
                    el("td", str(number), css="number", data_head=head)
                    for head, number in zip(numbers, (whole, leading, waiting[name]), strict=False)
                ),
            )
        )
    yield table(heads, rows, css="sources-table", label="Sources")


def _layer(source: SourceText) -> Iterator[nodes.Node]:
    if source.over is not None:
        over = link("source", source.over, el("code", source.over))
        yield el("span", "a layer over ", over, css="aside")
    if source.id in CUT:
        whole = CUT[source.id]
        yield el("span", "cut from ", link("source", whole, el("code", whole)), css="aside")


TABLES: Final[Mapping[str, Callable[[Book], Iterable[nodes.Node]]]] = {
    "arguments": arguments_table,
    "clauses": clauses_table,
    "questions": questions_table,
    "sources": sources_table,
}
