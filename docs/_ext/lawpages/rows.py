"""Pages of the lists beside the documents: sentences of a source, flags, withdrawn cases.

The readers of the suite read the TOML files; this module only makes pages of them.
"""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, ClassVar, Final

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.parsers import Parser
from sphinx.util import logging

from lawpages import shelf
from lawpages.book import SENTENCES, STANCES, Book, file_of
from lawpages.citing import WORDS
from lawpages.domain import LawDomain, Named
from lawpages.elements import (
    Part,
    case_link,
    clause_link,
    el,
    flatten,
    folded,
    joined,
    link,
    paragraph,
)
from lawpages.moved import moved
from lawpages.origins import about, standing
from lawpages.tables import table
from meldcheck.games import title_of
from meldcheck.law.clauses import Law
from meldcheck.law.sources import RowStatus, Sentence, SourceText

LOGGER: Final = logging.getLogger(__name__)

FEW: Final = 3
"""How many of the examples that carry a flag are listed."""

STATUSES: Final = {
    RowStatus.CLAUSES: "clauses",
    RowStatus.DEFINITION: "definition",
    RowStatus.EXAMPLE: "example",
    RowStatus.ADVICE: "advice",
    RowStatus.HISTORY: "history",
    RowStatus.NOT_COMPUTABLE: "not computable",
    RowStatus.CHROME: "page layout",
    RowStatus.PENDING: "pending",
}


SUFFIX: Final = ".sentences"

LONG: Final = 70_000
ROW: Final = 320
LEAD: Final = 110
"""About how many bytes of HTML a page, a sentence and a link to a clause may have."""


def parts_of(source: SourceText) -> list[list[tuple[str, int, list[Sentence]]]]:
    """The sections of a source by the pages on which they stand.

    A section has its name, how often this name has come, and its sentences.
    """
    pages: list[list[tuple[str, int, list[Sentence]]]] = [[]]
    times: Counter[str] = Counter()
    size = 0
    for name, rows in groupby(source.sentence, key=lambda row: row.section):
        times[name] += 1
        inside = [*rows]
        own = sum(ROW + LEAD * len(row.clauses) for row in inside)
        if pages[-1] and size + own > LONG:
            pages.append([])
            size = 0
        pages[-1].append((name, times[name], inside))
        size += own
    return pages


def sources_of(book: Book) -> dict[str, str]:
    """By the place of each further page of a source: the source, and the number of the page."""
    return {
        f"{source.id}-{number}": f"{source.id} {number}"
        for source in book.sources.values()
        for number in range(2, len(parts_of(source)) + 1)
    }


class SentencesParser(Parser):
    """Makes a further page of a source, of its id and the number of the page."""

    supported: ClassVar[tuple[str, ...]] = ("law-sentences",)

    def parse(self, inputstring: Any, document: nodes.document) -> None:
        """Fill the page from the book."""
        env: BuildEnvironment = document.settings.env
        env.metadata[env.docname] |= {"orphan": ""}
        book, domain = shelf.book(env), env.domains["law"]
        assert isinstance(domain, LawDomain)
        name, number = str(inputstring).split()
        document += _Page(book, domain, env.docname).further(book.sources[name], int(number))
        flatten(document)


class ListParser(Parser):
    """Makes a page of a TOML file."""

    supported: ClassVar[tuple[str, ...]] = ("law-list",)

    def parse(self, inputstring: Any, document: nodes.document) -> None:
        """Fill the page from the book, which already has the content of the file."""
        env: BuildEnvironment = document.settings.env
        book = shelf.book(env)
        domain = env.domains["law"]
        assert isinstance(domain, LawDomain)
        page = _Page(book, domain, env.docname)
        _, folder, name = file_of(env, env.docname).removesuffix(".toml").split("/")
        match folder, name:
            case "sources", source if source in book.sources:
                document += page.source(book.sources[source])
            case game, "flags" if game in book.laws:
                document += page.flags(book.laws[game])
            case game, "withdrawn" if game in book.laws:
                document += page.withdrawn(book.laws[game])
            case _:
                LOGGER.warning("nothing can be read here", location=env.docname, type="law")
        flatten(document)


class _Page:
    def __init__(self, book: Book, domain: LawDomain, docname: str) -> None:
        self.book = book
        self.domain = domain
        self.docname = docname

    def _section(self, title: str, anchor: str) -> nodes.section:
        section = nodes.section("", nodes.title("", title))
        section["ids"].append(anchor)
        return section

    # ── sources ──────────────────────────────────────────────────────────────────────────────────

    def source(self, source: SourceText) -> nodes.section:
        """Every sentence of a source, with the clauses that it leads to."""
        anchor = f"source-{source.id}"
        page = self._section(source.title, anchor)
        named = Named(self.docname, anchor, "source", source.title)
        self.domain.note(source.id, named, self.docname)
        page += paragraph(
            "This page lists every sentence of this source in its order. The text itself is not "
            "part of the project: a row has the place of a sentence, its number of words, and a "
            "fingerprint of these words."
        )
        if source.over is not None:
            over = link("source", source.over, el("code", source.over))
            page += paragraph(
                "This source is a layer over ",
                over,
                ": the same text, read with a correction that it contains. Each row that is not "
                "the same in the source beneath says so.",
            )
        page += about(self.book, source)
        page += self._counts(source)
        page += list(standing(self.book, source))
        here, *further = parts_of(source)
        page += [self._part(source, *one) for one in here]
        for number, sections in enumerate(further, 2):
            page += self._moved(f"{SENTENCES}/{source.id}-{number}", sections)
        return page

    def further(self, source: SourceText, number: int) -> nodes.section:
        """A further page of a source, which has sentences alone."""
        page = self._section(f"{source.title}, page {number}", f"source-{source.id}-{number}")
        whole = link("source", source.id, source.title)
        page += paragraph("Further sentences of ", whole, ".")
        page += [self._part(source, *one) for one in parts_of(source)[number - 1]]
        return page

    def _part(
        self, source: SourceText, name: str, times: int, rows: Sequence[Sentence]
    ) -> nodes.section:
        """A section of a source: a row for each of its sentences."""
        under = () if source.over is None else self.book.sources[source.over].sentence
        beneath = {row.at: row for row in under}
        first = times == 1
        again = "" if first else " (continued)"
        part = self._section(name + again, _anchor(name, times))
        part += table(
            ("sentence", "what it is", "where it leads"),
            [self._row(source, row, beneath.get(row.at, row)) for row in rows],
            css="sentences",
            label=f"Sentences of {name}" + ("" if first else f", part {times}"),
        )
        return part

    def _moved(
        self, page: str, sections: Sequence[tuple[str, int, Sequence[Sentence]]]
    ) -> nodes.section:
        """Links to what stands on a further page, at the places that it had on this one."""
        part = self._section("Further sentences", f"moved-to-{page.rpartition('/')[2]}")
        there = f"../../{page}.html"
        rows: list[nodes.Node] = []
        for name, times, sentences in sections:
            anchors = [(_anchor(name, times), name), *((row.at, row.at) for row in sentences)]
            head, *links = (moved(there, anchor, words) for anchor, words in anchors)
            rows += [el("dt", head), el("dd", *joined(links, " "))]
        part += el("dl", *rows, css="index")
        return part

    def _counts(self, source: SourceText) -> nodes.Node:
        counted = Counter(row.status for row in source.sentence)
        words = [
            el("div", el("dt", STATUSES[status]), el("dd", str(counted[status])))
            for status in RowStatus
            if counted[status]
        ]
        receipt = self.book.receipt.get(source.id)
        if receipt is not None:
            words.append(el("div", el("dt", "words"), el("dd", str(receipt.words))))
        return el("dl", *words, css="counts")

    def _row(self, source: SourceText, row: Sentence, beneath: Sentence) -> nodes.Node:
        name = f"{source.id}:{row.at}"
        shown = f"{source.id} {row.at}: {row.section}, sentence {row.ordinal}"
        self.domain.note(name, Named(self.docname, row.at, "sentence", shown), self.docname)
        place = el(
            "th",
            el("a", el("code", row.at), href=f"#{row.at}"),
            el("span", f"sentence {row.ordinal}, {_words(row.words)}", css="aside"),
            el("code", row.fingerprint, css="fingerprint"),
            scope="row",
        )
        line = el(
            "tr",
            place,
            el("td", el("span", STATUSES[row.status], css=f"tag status-{row.status}")),
            el("td", *self._leads(source, row), *_corrected(source, row, beneath)),
        )
        line["ids"].append(row.at)
        return line

    def _leads(self, source: SourceText, row: Sentence) -> Iterator[nodes.Node]:
        if row.game is not None:
            yield el("span", f"waits for the chapters of {row.game}", css="nothing")
        if row.reason is not None:
            yield el("span", row.reason)
        if row.clauses:
            yield el("ul", *(self._lead(source, row, slug) for slug in row.clauses), css="leads")

    def _lead(self, source: SourceText, row: Sentence, slug: str) -> nodes.Node:
        clause = self.book.clauses.get(slug)
        if clause is None:
            return el("li", clause_link(slug))
        whole = link("clause", slug, el("code", slug))
        name = whole if len(source.chapters) > 1 else clause_link(slug)
        stance = clause.sources.get(source.id)
        how = [
            WORDS[name]
            for name in STANCES
            if stance is not None and row.at in getattr(stance, name)
        ]
        return el("li", name, " ", el("b", ", ".join(how), css="how"))

    # ── flags ────────────────────────────────────────────────────────────────────────────────────

    def flags(self, law: Law) -> nodes.section:
        """The page of flags: the mistakes that the examples of a game catch."""
        page = self._section(f"Flags of {title_of(law.game)}", f"flags-{law.game}")
        page += paragraph(
            "A flag is a mistake that engines make. An example that carries a flag fails on an "
            "engine that makes this mistake."
        )
        rows: list[nodes.Node] = []
        for flag in law.flags.values():
            named = Named(self.docname, flag.name, "flag", flag.description)
            self.domain.note(f"{law.game}:{flag.name}", named, self.docname)
            found = self.book.hunting(law.game, flag.name)
            items = [el("li", case_link(one.id, one.fields.title)) for one in found[:FEW]]
            if len(found) > FEW:
                items.append(el("li", f"and {len(found) - FEW} more"))
            cases = folded((f"{len(found)}",), el("ul", *items), css="fold inline")
            row = el(
                "tr",
                el("th", el("a", el("code", flag.name), href=f"#{flag.name}"), scope="row"),
                el("td", el("p", flag.description), el("p", flag.effect, css="aside")),
                el("td", cases),
            )
            row["ids"].append(flag.name)
            rows.append(row)
        page += table(
            ("flag", "the mistake, and what it does", "examples"),
            rows,
            css="flags filtered",
            label="Flags",
        )
        return page

    # ── withdrawn ────────────────────────────────────────────────────────────────────────────────

    def withdrawn(self, law: Law) -> nodes.section:
        """The page of withdrawn cases, each with the reason."""
        page = self._section("Withdrawn cases", f"withdrawn-{law.game}")
        page += paragraph("The id of a withdrawn case is never used again.")
        rows = [
            el(
                "tr",
                el("th", el("code", gone.id), scope="row"),
                el("td", gone.reason),
                el("td", gone.since),
            )
            for gone in law.withdrawn
        ]
        page += table(
            ("case", "why it was withdrawn", "since"),
            rows,
            css="withdrawn",
            label="Withdrawn cases",
        )
        return page


def _anchor(section: str, times: int) -> str:
    return f"section-{nodes.make_id(section)}-{times}"


def _corrected(source: SourceText, row: Sentence, beneath: Sentence) -> Iterator[nodes.Node]:
    """A note on a row of a layer that differs from the row of its place in the source beneath."""
    if row == beneath:
        return
    over = link("sentence", f"{source.over}:{row.at}", el("code", str(source.over)))
    gone = [clause_link(slug) for slug in beneath.clauses if slug not in row.clauses]
    words: list[Part] = ["differs from ", over]
    if gone:
        words = [*words, "; gives way to the correction: ", *joined(gone)]
    yield el("p", *words, css="aside")


def _words(number: int) -> str:
    return "1 word" if number == 1 else f"{number} words"
