"""The origins of the sources that their copies tell, and their stands on the questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from docutils import nodes

from lawpages.book import Book
from lawpages.elements import Part, el, flat, link
from lawpages.stands import STANDS, stand_of
from meldcheck.games import title_of
from meldcheck.law.sources import SourceText

UNTOLD: Final = "the copy does not tell"


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a text, as its copy tells it."""

    author: str = UNTOLD
    dated: str = UNTOLD
    """The newest date in the copy."""
    licence: str = UNTOLD


_JETPUNK: Final = Origin(
    author="a member of JetPunk, not named in the copy",
    dated="7 January 2022, by its comments",
)

ORIGINS: Final = {
    "denexa": Origin(
        author="Denexa Games, by its title; the game Indian Chief is by Stven Carlberg",
        dated="January 2009, when Indian Chief was posted; the pages are younger",
    ),
    "jetpunk": _JETPUNK,
    "jetpunk-errata": _JETPUNK,
    "pagat": Origin(),
    "pagat-partial": Origin(),
    "wikipedia": Origin(
        author="the editors of the article, not named in the copy",
        dated="26 April 2020, in its references",
    ),
}
"""By source.  A source without an entry tells nothing."""


def origin_of(source: str) -> Origin:
    """The origin of a source."""
    return ORIGINS.get(source, Origin())


def read_on(book: Book, source: str) -> str:
    """The day on which the rows of a source were compared with its text."""
    receipt = book.receipt.get(source)
    return "not yet" if receipt is None else str(receipt.verified)


def about(book: Book, source: SourceText) -> nodes.Node:
    """Who wrote a source, when, under which licence, and when it was read."""
    origin = origin_of(source.id)
    address: Part = UNTOLD
    if source.url is not None:
        address = nodes.inline("", "", nodes.reference("", source.url, refuri=source.url))
    told: tuple[tuple[str, Part], ...] = (
        ("author", origin.author),
        ("newest date", origin.dated),
        ("address", address),
        ("licence", origin.licence),
        ("read", read_on(book, source.id)),
    )
    rows = (el("div", el("dt", name), el("dd", words)) for name, words in told)
    return el("dl", *rows, css="notes")


def standing(book: Book, source: SourceText) -> Iterator[nodes.Node]:
    """How often a source stands where on the questions of each game."""
    games = [law for law in book.laws.values() if source.id in law.profiles]
    heads = [el("th", title_of(law.game), scope="col") for law in games]
    counted = [Counter(stand_of(one, source.id) for one in law.questions.values()) for law in games]
    rows = [
        el(
            "tr",
            el("th", _sign(stand.value, stand.css), f" {words}", scope="row"),
            *(el("td", str(found[stand])) for found in counted),
        )
        for stand, words in STANDS.items()
    ]
    links = [el("td", link("argument", law.game, "who says what")) for law in games]
    if games:
        head = el("thead", el("tr", el("th", "questions", scope="col"), *heads))
        foot = el("tfoot", el("tr", el("td"), *links))
        yield el("table", head, el("tbody", *rows), foot, css="stand-counts")


def _sign(sign: str, css: str) -> nodes.Node:
    return flat(el("span", el("i", sign, css=css), css="stands", aria_hidden="true"))
