"""The origins of the sources, their counts, and their stands on the questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from docutils import nodes

from lawpages.book import Book
from lawpages.copies import CUT, cut_copies, is_cut, voices
from lawpages.elements import Part, el, flat, link
from lawpages.stands import STANDS, stand_of
from meldcheck.games import title_of
from meldcheck.law.sources import SourceText
from meldcheck.sources.told.names import listed
from meldcheck.words.lines import counted

UNTOLD: Final = "the copy does not tell"


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a text: what its copy tells, and what is known beside it."""

    author: str = UNTOLD
    dated: str = UNTOLD
    """The newest date in the copy."""
    licence: str = UNTOLD
    address: str = ""
    """Empty if it is not known."""
    found: str = ""
    """How the address was found, as no copy tells its own."""

    @property
    def day(self) -> str:
        """The newest date in the copy, without the place where it stands."""
        return "not told" if self.dated == UNTOLD else self.dated.partition(",")[0]


_JETPUNK: Final = Origin(
    author="a member of JetPunk, not named in the copy",
    dated="7 January 2022, by its comments",
    found="not known: a page by a member of www.jetpunk.com, with the title above",
)

_PAGAT: Final = Origin(
    address="https://www.pagat.com/rummy/tong-its.html",
    found="the page of Pagat with this title; the copy may be older than the page is today",
)

ORIGINS: Final = {
    "denexa": Origin(
        author="Denexa Games, by its title; the game Indian Chief is by Stven Carlberg",
        dated="January 2009, when Indian Chief was posted; the pages are younger",
        address="https://www.denexa.com/blog/tag/rummy/",
        found="a list of articles, which begins with the same words as the copy",
    ),
    "jetpunk": _JETPUNK,
    "jetpunk-errata": _JETPUNK,
    "pagat": _PAGAT,
    "pagat-partial": _PAGAT,
    "wikipedia": Origin(
        author="the editors of the article, not named in the copy",
        dated="26 April 2020, in its references",
        licence="the copy does not tell; articles of Wikipedia are under CC BY-SA",
        address="https://en.wikipedia.org/wiki/Tong-its",
        found="the article with this title; the copy is a mirror of an older version of it",
    ),
}
"""By source.  A source without an entry tells nothing."""


def origin_of(source: str) -> Origin:
    """The origin of a source."""
    return ORIGINS.get(source, Origin())


def counted_sources(sources: Mapping[str, SourceText], names: Sequence[str]) -> str:
    """How many sources these are; a copy of one that is among them is told apart.

    ``3 sources, and a cut copy of one``, ``1 source, and a corrected copy of it``.
    """
    copies: list[str] = []
    for name in names:
        source = sources.get(name)
        if is_cut(name, names):
            copies.append("a cut copy")
        elif source is not None and source.over in names:
            copies.append("a corrected copy")
    own = len(names) - len(copies)
    whose = "it" if own == 1 else "one"
    return "".join((counted(own, "source"), *(f", and {copy} of {whose}" for copy in copies)))


def order_of_signs(book: Book, sources: Iterable[str]) -> str:
    """The sources to which the signs of a row belong; a narrow one belongs to a cut copy."""
    named = (*sources,)
    if not named:
        return "No source is compared."
    first, *others = (book.name(one) for one in voices(named))
    copies = "".join(f"; the narrow one is for the {book.name(one)}" for one in cut_copies(named))
    if others:
        whose = f"signs of a row are for {listed([first, *others])}, in this order"
    else:
        whose = f"sign of a row is for {first}"
    return f"The {whose}{copies}."


def addressed(source: SourceText) -> list[Part]:
    """The address of a source, with how it was found; or that it is not known."""
    origin = origin_of(source.id)
    address = source.url or origin.address
    told: list[Part] = []
    if address:
        told.append(nodes.inline("", "", nodes.reference("", address, refuri=address)))
    if source.url is None and origin.found:
        told.append(el("small", f" {origin.found}") if told else origin.found)
    return told or [UNTOLD]


def hosted(source: SourceText) -> list[Part]:
    """The site on which a source stands, as a link to its address; or that it is not known."""
    address = source.url or origin_of(source.id).address
    if not address:
        return ["not known"]
    return [nodes.inline("", "", nodes.reference("", urlsplit(address).netloc, refuri=address))]


def read_on(book: Book, source: str) -> str:
    """The day on which the rows of a source were compared with its text."""
    receipt = book.receipt.get(source)
    return "not yet" if receipt is None else str(receipt.verified)


def about(book: Book, source: SourceText) -> nodes.Node:
    """Who wrote a source, when, under which licence, and when it was read."""
    origin = origin_of(source.id)
    told: list[tuple[str, Sequence[Part]]] = [
        ("author", [origin.author]),
        ("newest date", [origin.dated]),
        ("address", addressed(source)),
        ("licence", [origin.licence]),
        ("read", [read_on(book, source.id)]),
    ]
    if source.id in CUT:
        whole = link("source", CUT[source.id], el("code", CUT[source.id]))
        told.append(("copy of", [whole, ", cut: counts of sources name it apart"]))
    rows = (el("div", el("dt", name), el("dd", *words)) for name, words in told)
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
