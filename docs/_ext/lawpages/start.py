"""The parts of the start page that the build makes: figures, a hand to judge, a tile for a game."""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from lawpages import shelf
from lawpages.book import Book
from lawpages.elements import (
    RANK_NAMES,
    Part,
    cards,
    case_link,
    el,
    law_markup,
    link,
    page_link,
    piece,
    spoken,
)
from lawpages.origins import counted_sources
from lawpages.plays import NUMBERED
from lawpages.situations import drawn, seat_name, situation
from meldcheck.games import MEASURES
from meldcheck.law.clauses import Law
from meldcheck.law.written import MeldExample
from meldcheck.words.notation import as_laid

LOGGER: Final = logging.getLogger(__name__)


FIELD: Final = "law-start"
"""The mark in the metadata of a page that shows parts of the book."""


class _Part(SphinxDirective):
    """A part of a page that the book makes."""

    def book(self) -> Book:
        self.env.metadata[self.env.docname][FIELD] = ""
        return shelf.book(self.env)


class FiguresDirective(_Part):
    """``{figures}``: how much there is, counted by the build."""

    def run(self) -> list[nodes.Node]:
        book = self.book()
        counts = book.counts
        shown: list[Part] = [
            el("span", el("b", f"{number:,}"), f" {words}")
            for number, words in (
                (len(book.laws), "games"),
                (len(book.clauses), "clauses"),
                (len(book.questions), "open questions"),
                (counts.cases, f"cases, {counts.by_hand:,} worked out by hand"),
                (counts.engines, "engines that agree on all of them"),
            )
        ]
        return [el("p", *shown, css="figures")]


class AskDirective(SphinxDirective):
    """``{ask}``: a field that looks among all questions and clauses."""

    def run(self) -> list[nodes.Node]:
        field = '<input type="search" name="filter" aria-label="Words of a question"'
        hint = "for example: who wins a tie"
        form = f'{field} placeholder="{hint}"><button>Look</button>'
        start = '<form class="ask" action="arguments.html" role="search">'
        return [law_markup(html=f"{start}{form}</form>")]


class HandDirective(_Part):
    """``{hand} CASE``: a table one step before the end, and the question whether it is allowed."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "asks": directives.unchanged_required
    }

    def run(self) -> list[nodes.Node]:
        book, name = self.book(), self.arguments[0]
        example = book.examples.get(name)
        shown = None if example is None else situation(book.cases[name][0])
        if example is None or shown is None or not shown.step.refused:
            LOGGER.warning(f"no refused play {name!r}", location=self.get_location(), type="law")
            return []
        asked = el("p", self.options["asks"], css="asked")
        who = seat_name(shown.step.by)
        case = case_link(name, "See the whole play")
        right = [*_reason(book, shown.step.refused), case]
        answers = el(
            "div",
            _answer(f"Yes, {who} may", el("b", "Not here."), *right),
            _answer(f"No, {who} may not", el("b", "Right."), *right),
            css="answers",
        )
        judged = el("div", asked, answers, el("p", NUMBERED, css="numbered"), css="judged")
        return [el("div", drawn(shown), judged, css="live-hand")]


def _answer(words: str, *told: Part) -> nodes.Node:
    return el("details", el("summary", words), el("p", *told), name="answer")


def _reason(book: Book, refused: tuple[str, ...]) -> Iterator[Part]:
    for name in refused:
        clause = book.clauses[name]
        found = book.evidence.get(name)
        yield " "
        yield from spoken(clause.text, book.clauses)
        yield " "
        yield link("clause", name, el("code", name))
        if found is not None:
            yield f", said by {counted_sources(book.sources, found.agreeing)}"
        yield ". "


class TilesDirective(_Part):
    """``{tiles}``: for each game its players, its cards and a meld."""

    def run(self) -> list[nodes.Node]:
        book = self.book()
        return [el("ul", *(_tile(book, law) for law in book.laws.values()), css="tiles")]


def _tile(book: Book, law: Law) -> nodes.Node:
    measure = MEASURES[law.game]
    few, many = measure.players[0], measure.players[-1]
    decks = sorted({len(measure.deck(number)) for number in measure.players})
    seats = f"{few} players" if few == many else f"{few} to {many} players"
    among = " or " if len(decks) <= 2 else " to "
    deck = among.join(str(number) for number in dict.fromkeys((decks[0], decks[-1])))
    return el(
        "li",
        page_link(f"rules-{law.game}", el("b", measure.title)),
        el("small", f"{seats}, {deck} cards"),
        *_meld(law),
    )


def _meld(law: Law) -> Iterator[str]:
    """A run with a wild card, or the first meld, of the examples by the default rules."""
    melds = [
        (as_laid(shown.strip()), verdict.strip(), one.fields.wild)
        for one in law.examples.values()
        if isinstance(one.fields, MeldExample) and not one.fields.rules
        for shown, _, verdict in (row.partition("->") for row in one.fields.rows.values())
        if verdict.strip() != "none"
    ]
    for laid, kind, rank in melds:
        wild = [card for card in laid if card[0] in ("*", rank)]
        if kind == "run" and wild:
            yield cards(laid, "small", wild)
            yield piece("small", f"the {RANK_NAMES[rank]} is wild" if rank else "with a joker")
            return
    for laid, *_ in melds[:1]:
        yield cards(laid, "small")


def setup(app: Sphinx) -> None:
    """Register the directives."""
    app.add_directive("figures", FiguresDirective)
    app.add_directive("ask", AskDirective)
    app.add_directive("hand", HandDirective)
    app.add_directive("tiles", TilesDirective)
