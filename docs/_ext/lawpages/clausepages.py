"""Pages of clauses: the sentence, how sure it is, who says it, its code and its cases.

Their sources are written at the beginning of a build.  Each has the id of a clause as its text, and
after it the number of the page if the cases of the clause need several.
"""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, ClassVar, Final

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.parsers import Parser
from sphinx.util import logging

from lawpages import shelf
from lawpages.book import HOME, RULEBOOK, Book, asked, page_of, rulebook_of
from lawpages.carriers import Carrier
from lawpages.chapters import rulebook
from lawpages.citing import stances
from lawpages.domain import LawDomain, Named
from lawpages.elements import (
    Part,
    as_node,
    case_link,
    clause_link,
    el,
    flatten,
    folded,
    joined,
    law_listing,
    link,
    page_link,
    spoken,
    with_glyphs,
)
from lawpages.examples import example_card
from lawpages.finding import is_rejected
from lawpages.losers import LOSERS, defines, two_losers
from lawpages.origins import counted_sources
from lawpages.plays import check
from lawpages.situations import Situation, drawn, situation, told
from lawpages.stands import dispute_of
from lawpages.tables import table
from meldcheck.evidence.ladder import Evidence
from meldcheck.games import title_of
from meldcheck.law.clauses import Clause, Law
from meldcheck.law.written import Example
from meldcheck.words.lines import counted

LOGGER: Final = logging.getLogger(__name__)

SUFFIX: Final = ".clause"


# ── the sources of the pages ─────────────────────────────────────────────────────────────────────


def sources(book: Book) -> dict[str, str]:
    """By the place of each page: the game or the clause, and which part of the cases it has."""
    wanted = {game: game for game in book.laws}
    wanted |= {f"{game}/{RULEBOOK}": f"{game} {RULEBOOK}" for game in book.laws}
    for name in book.clauses:
        wanted[page_of(name)] = name
        parts = len(book.shelves.get(name, ()))
        wanted |= {
            f"{page_of(name)}/cases-{part}": f"{name} {part}" for part in range(2, parts + 1)
        }
    return wanted


class ClauseParser(Parser):
    """Makes a page of the id of a clause."""

    supported: ClassVar[tuple[str, ...]] = ("law-clause",)

    def parse(self, inputstring: Any, document: nodes.document) -> None:
        """Fill the page from the book."""
        env: BuildEnvironment = document.settings.env
        book = shelf.book(env)
        name, _, part = str(inputstring).strip().partition(" ")
        env.metadata[env.docname] |= {"orphan": "", "hide-toc": ""}
        if name in book.laws:
            law = book.laws[name]
            if part == RULEBOOK:
                document += rulebook(book, law, _order_of_play(env, name))
            else:
                document += game_page(book, law)
            flatten(document)
            return
        if name not in book.clauses:
            LOGGER.warning(f"no clause {name!r}", location=env.docname, type="law")
            return
        domain = env.domains["law"]
        assert isinstance(domain, LawDomain)
        here = _Page(book, book.clauses[name], int(part or 1), domain, env)
        document["title"] = here.title
        document += here.crumbs()
        document += here.further() if part else here.whole()
        flatten(document)


def _order_of_play(env: BuildEnvironment, game: str) -> Sequence[str]:
    """The chapters of a game in the order of its home; empty if it has none."""
    home = Path(env.doc2path(f"rules-{game}"))
    if not home.is_file():
        return ()
    env.note_dependency(home)
    text = home.read_text(encoding="utf-8")
    return re.findall(rf"^{HOME}/{re.escape(game)}/(\S+)$", text, re.MULTILINE)


def game_page(book: Book, law: Law) -> nodes.section:
    """Every clause of a game: its id, its text, its kind, and how many examples show it."""
    heads = ("clause", "what it says", "kind", "cases")
    rows = (
        el(
            "tr",
            el("th", clause_link(clause.id), scope="row"),
            el("td", *spoken(clause.text)),
            el("td", str(clause.kind)),
            el("td", str(len(book.showing(clause.id))), css="number"),
        )
        for clause in law.clauses.values()
    )
    title = f"Clauses of {title_of(law.game)}"
    made = table(heads, rows, "clauses filtered", title)
    whole = page_link(rulebook_of(law.game), "As a rulebook to print")
    page = nodes.section("", nodes.title("", title), ids=[f"clauses-{law.game}"])
    page += [el("p", whole), made]
    return page


class _Page:
    def __init__(
        self, book: Book, clause: Clause, part: int, domain: LawDomain, env: BuildEnvironment
    ) -> None:
        self.book = book
        self.clause = clause
        self.part = part
        self.domain = domain
        self.env = env
        parts = book.shelves.get(clause.id, ())
        self.parts = len(parts)
        self.own = parts[part - 1] if parts else ()

    @property
    def title(self) -> str:
        return f"{self.clause.id}, cases {self.part}" if self.part > 1 else self.clause.id

    def whole(self) -> nodes.section:
        """The first page of the clause, which has everything but further cases."""
        self._note(self.clause.id, "clause", self.clause.id, "")
        clause = self.clause
        sentence = nodes.title("", "", *map(as_node, spoken(clause.text, self.book.clauses)))
        page = nodes.section("", sentence, ids=[clause.id], classes=["clause"])
        page += self._name()
        page += self._unplayed()
        page += self._strip()
        page += self._refusal()
        page += _part("Who says so", "sources", stances(self.book, clause))
        page += self._losers()
        page += self._situation()
        page += self._code()
        page += self._cases()
        page += self._questions()
        return page

    def further(self) -> nodes.section:
        """A further page, which has cases alone."""
        title = nodes.title("", "", *map(as_node, spoken(self.clause.text, self.book.clauses)))
        page = nodes.section("", title, ids=[self.clause.id], classes=["clause", "further"])
        page += _part(f"Cases, page {self.part}", "cases", *self._shown(), *self._turning())
        return page

    def _note(self, name: str, kind: str, shown: str, anchor: str | None = None) -> None:
        named = Named(self.env.docname, name if anchor is None else anchor, kind, shown)
        self.domain.note(name, named, self.env.docname)

    # ── above ────────────────────────────────────────────────────────────────────────────────────

    def crumbs(self) -> nodes.Node:
        """The way from the game to this page."""
        game, chapter, _ = self.clause.id.split(".", 2)
        found = self.book.chapter(self.clause.id)
        pages = {
            f"rules-{game}": f"Rules of {title_of(game)}",
            f"{HOME}/{game}/{chapter}": chapter if found is None else found.title,
        }
        there = self.env.found_docs
        steps = [page_link(name, words) for name, words in pages.items() if name in there]
        if self.part > 1:
            steps.append(link("clause", self.clause.id, el("code", self.clause.id)))
        return el("p", *joined(steps, " › "), css="crumbs")

    def _name(self) -> nodes.Node:
        clause = self.clause
        parts: list[Part] = [
            el("code", clause.id, css="copied"),
            " ",
            el("span", str(clause.kind), css="tag kind"),
            " ",
            el("span", str(clause.level), css="tag"),
        ]
        if clause.aliases:
            parts.append(el("small", f"also called {', '.join(clause.aliases)}"))
        return el("p", *parts, css="clause-name")

    def _unplayed(self) -> list[nodes.Node]:
        """A line under the title of a rule that the default rules do not follow."""
        if not is_rejected(self.clause):
            return []
        why = " The default rules do not follow it; the open questions below name the readings."
        return [el("p", el("b", "Not played here."), why, css="unplayed-note")]

    def _strip(self) -> list[nodes.Node]:
        found = self.book.evidence.get(self.clause.id)
        if found is None:
            return []
        shown = strip(self.book, found, self.env.found_docs)
        return [el("ul", *(el("li", *one) for one in shown), css="strip")]

    def _refusal(self) -> list[nodes.Node]:
        clause = self.clause
        rows: list[nodes.Node] = []
        if clause.refusal:
            rows.append(_row("A refusal means", *spoken(clause.refusal, self.book.clauses)))
        if clause.implied_by:
            names = joined(clause_link(name) for name in clause.implied_by)
            why = spoken(f" {clause.why}", self.book.clauses) if clause.why else []
            rows.append(_row("Never fails alone", "refused by ", *names, ".", *why))
        return [el("dl", *rows, css="notes")] if rows else []

    def _situation(self) -> list[nodes.Node]:
        """The table of the first play that the clause refuses, or else of the first play."""
        name = self.clause.id
        shown = {one.id: one for one in (*self.own, *self.book.showing(name))}.values()
        for one in shown:
            if name in self.book.refused_in(one):
                for found in self._situations(one):
                    if name in found.step.refused:
                        return [_example(one, found)]
        for one in shown:
            for found in self._situations(one):
                return [_example(one, found)]
        return []

    def _situations(self, example: Example) -> Iterator[Situation]:
        for case in self.book.cases.get(example.id, ())[:1]:
            found = situation(case, self.clause.id)
            if found is not None:
                yield found

    def _losers(self) -> list[nodes.Node]:
        is_shown = defines(self.book, self.clause)
        shown = two_losers(self.book, self.clause.id) if is_shown else None
        return [] if shown is None else [_part(LOSERS, "losers", shown)]

    # ── code and cases ───────────────────────────────────────────────────────────────────────────

    def _code(self) -> list[nodes.Node]:
        """The code of a clause; if it has none, that of the clauses that refuse in its place."""
        found = list(self.book.carriers.get(self.clause.id, ()))
        if not found:
            others = (
                one for name in self.clause.implied_by for one in self.book.carriers.get(name, ())
            )
            found = list({(one.file, one.line): one for one in others}.values())
        if not found:
            return []
        names = joined(el("code", name) for name in dict.fromkeys(one.name for one in found))
        blocks: list[nodes.Node] = []
        for carrier in found:
            where = el("span", f"{carrier.file}:{carrier.line}", css="where")
            blocks.append(el("p", el("span", carrier.role, css="role"), " ", where, css="carrier"))
            blocks.append(_listing(carrier))
        listing = folded(("In the reference: ", *names), *blocks, css="fold code")
        return [_part("Code", "code", listing)]

    def _cases(self) -> list[nodes.Node]:
        own = [one for part in self.book.shelves.get(self.clause.id, ()) for one in part]
        others = [one for one in self.book.showing(self.clause.id) if one not in own]
        if not own and not others:
            return []
        shown = [*self._shown(), *self._turning()]
        if others:
            items = (el("li", *self._titled(one)) for one in others)
            told = counted(len(others), "case")
            summary = f"{told} that {'names' if len(others) == 1 else 'name'} another clause first"
            shown.append(folded((summary,), el("ul", *items), css="fold cases"))
        shown += self._untold([*own, *others])
        return [_part("Cases", "cases", *shown)]

    def _untold(self, told: Iterable[Example]) -> list[nodes.Node]:
        """How many cases of the suite touch the clause that the page does not list."""
        found = self.book.evidence.get(self.clause.id)
        if found is None:
            return []
        listed = {case.id for one in told for case in self.book.cases.get(one.id, ())}
        more = len({*found.shown.names} - listed)
        derived = len(found.shown.names) - found.shown.by_hand
        if not more:
            return []
        told_of = (
            f"{counted(more, 'further case')} of the suite {'touches' if more == 1 else 'touch'} it"
        )
        which = "" if more == 1 else "all " if derived == more else f"{derived} of them "
        why = f", {which}derived from the reference" if derived else ""
        return [el("p", f"{told_of}{why}.", css="about")]

    def _titled(self, example: Example) -> Iterator[Part]:
        yield case_link(example.id, example.fields.title)
        if self.clause.id in self.book.refused_in(example):
            yield " "
            yield el("span", "refused", css="verdict")

    def _shown(self) -> list[nodes.Node]:
        """The cases of this page as cards, the first one open."""
        made: list[nodes.Node] = []
        for number, one in enumerate(self.own):
            self._note(one.id, "example", with_glyphs(one.fields.title))
            for case in self.book.cases.get(one.id, ()):
                if case.id != one.id:
                    self._note(case.id, "example", with_glyphs(case.title))
            law = self.book.laws[one.id.split(".")[0]]
            made.append(example_card(self.book, law, one, is_open=number == 0))
        return made

    def _turning(self) -> list[nodes.Node]:
        """Links to the other pages of cases."""
        if self.parts < 2:
            return []
        shelves = self.book.shelves[self.clause.id]
        links = [
            el("b", str(part))
            if part == self.part
            else link("example", shelves[part - 1][0].id, str(part))
            for part in range(1, self.parts + 1)
        ]
        whole = sum(map(len, shelves))
        return [el("p", f"{whole} cases on pages ", *joined(links, " · "), css="turning")]

    # ── questions ────────────────────────────────────────────────────────────────────────────────

    def _questions(self) -> list[nodes.Node]:
        game = self.clause.id.split(".")[0]
        rows: list[nodes.Node] = []
        for name in self.clause.questions:
            question = self.book.question(game, name)
            if question is None:
                rows.append(el("li", el("code", name)))
                continue
            words = question.readings[question.default]
            why = dispute_of(question).value
            aside = el("small", f"{why}. Played here: {words}.")
            rows.append(el("li", link("argument", question.id, asked(question)), aside))
        if not rows:
            return []
        return [_part("Open questions", "questions", el("ul", *rows, css="open-points"))]


def strip(book: Book, found: Evidence, pages: Collection[str]) -> Iterator[list[Part]]:
    """The evidence for a clause in a few words each, the parts that it has.

    What is no part of this page leads to the one of ``pages`` that has it.
    """

    def led(page: str, words: str) -> list[Part]:
        return [page_link(page, words) if page in pages else words]

    name = found.clause.id
    game = name.split(".", 1)[0]
    carried, engines = book.carriers.get(name, ()), book.counts.engines
    stances = found.clause.sources
    if found.agreeing:
        told = counted_sources(book.sources, found.agreeing)
        yield [el("a", f"said by {told}", href="#sources")]
    elif admitting := [source for source, one in stances.items() if one.one_reading]:
        yield [
            el("a", f"one reading of {counted_sources(book.sources, admitting)}", href="#sources")
        ]
    elif stances:
        yield [el("a", "said by no source", href="#sources")]
    if found.contradicting:
        told = counted_sources(book.sources, found.contradicting)
        yield [el("a", f"contradicted by {told}", href="#sources")]
    for carrier in carried[:1]:
        place = f"{PurePosixPath(carrier.file).name}:{carrier.line}"
        yield [el("a", "carried at ", el("code", place), href="#code")]
    shown = found.shown
    if shown.names:
        told = f"{counted(len(shown.names), 'case')}, {shown.by_hand} by hand"
        yield [el("a", told, href="#cases") if book.showing(name) else told]
    laws = found.measured.laws
    for number, how in (
        (laws.confirmed, "all paths"),
        (laws.enumerated, "every case of a finite domain"),
        (laws.sampled, "seeded samples"),
    ):
        if number:
            yield led(f"laws-{game}", f"{counted(number, 'law')}, {how}")
    if found.measured.explored:
        yield led("explore", "met in every state of a small table")
    changes = found.measured.changes
    if changes.found:
        told = f"{changes.found} of {counted(changes.all, 'seeded mistake')} caught"
        yield led(f"mutation-{game}", told)
    if found.engines and len(found.engines) + 1 == engines:
        yield led(
            "engines", "both engines agree" if engines == 2 else f"all {engines} engines agree"
        )


def _example(example: Example, shown: Situation) -> nodes.Node:
    whole = el("small", "From: ", case_link(example.id, example.fields.title))
    under = el("p", *told(shown), *_verdict(shown.step.refused), ". ", whole, css="told")
    ended = () if shown.ended is None else check(shown.ended)
    return _part("For example", "situation", drawn(shown), under, *ended)


def _verdict(refused: Sequence[str]) -> Iterator[Part]:
    if refused:
        yield ": "
        why = joined(clause_link(name) for name in refused)
        yield el("span", el("b", "refused"), " by ", *why, css="verdict")
    else:
        yield ": allowed"


def _part(title: str, anchor: str, *shown: Part) -> nodes.section:
    section = nodes.section("", nodes.title("", title), *map(as_node, shown))
    section["ids"].append(anchor)
    return section


def _row(name: str, *shown: Part) -> nodes.Node:
    return el("div", el("dt", name), el("dd", *shown))


def _listing(carrier: Carrier) -> law_listing:
    numbers = {"linenostart": carrier.line}
    shown = {"language": "python", "linenos": True, "highlight_args": numbers}
    return law_listing(carrier.source, carrier.source, **shown)
