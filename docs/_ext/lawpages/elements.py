"""The nodes of the pages: HTML elements, playing cards, links, and text with cards and links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from html import escape, unescape
from typing import Any, Final, TypeAlias, TypeVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from meldspec.cards import RANKS

LOGGER: Final = logging.getLogger(__name__)

RANK_NAMES: Final = dict(
    zip(
        RANKS,
        (
            *("ace", "two", "three", "four", "five", "six", "seven"),
            *("eight", "nine", "ten", "jack", "queen", "king"),
        ),
        strict=True,
    )
)
SUITS: Final = {
    "C": ("clubs", "♣"),
    "D": ("diamonds", "♦"),
    "H": ("hearts", "♥"),
    "S": ("spades", "♠"),
}
RED: Final = frozenset("DH")
MANY: Final = 10_000
"""How many beginnings of elements are kept; most are written again and again."""

AS_TEXT: Final = "\ufe0e"
"""Keeps phones from drawing a suit as a picture."""

CARD: Final = re.compile(rf"\b[{RANKS}][{''.join(SUITS)}]\b")
SLUG: Final = re.compile(r"\b[a-z][a-z0-9-]*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*){2,}")
_SPOKEN: Final = re.compile(rf"`[^`]+`|{SLUG.pattern}|(?:{CARD.pattern})(?: {CARD.pattern})*")


class Html(str):
    """A piece of finished HTML.

    Plays have very many small parts; with these, their pages are read in half the time.
    """

    __slots__ = ()


Joined = TypeVar("Joined", bound="Part")

Part: TypeAlias = nodes.Node | str
"""A child of an element; a string is text, unless it is finished."""


class law_element(nodes.General, nodes.Element):  # noqa: N801  # docutils names nodes like this
    """An HTML element that docutils has no node for."""


class law_markup(nodes.General, nodes.Inline, nodes.Element):  # noqa: N801  # docutils' form
    """A piece of finished HTML."""


class law_link(nodes.Inline, nodes.Element):  # noqa: N801  # docutils names nodes like this
    """A link to a name of the documents or to a page, whose address is found when it is written."""


class law_listing(nodes.literal_block):  # noqa: N801  # docutils names nodes like this
    """Code whose lines have the numbers of its file; several clauses have the same."""


def el(tag: str, *children: Part, css: str = "", **attributes: str) -> law_element:
    """An HTML element; in the names of attributes ``_`` stands for ``-``."""
    classes = [*css.split(), *(["simple"] if tag == "dl" else [])]  # "simple": no API listing
    node = law_element(tag=tag, classes=classes)
    node["html"] = _named(attributes)
    node += [as_node(child) for child in children]
    return node


def piece(tag: str, *children: str, css: str = "", **attributes: str) -> Html:
    """An HTML element that is finished; for its attributes see ``el``."""
    inside = "".join(
        [child if isinstance(child, Html) else escape(child, quote=False) for child in children]
    )
    return Html(f"{_beginning(tag, css, *attributes.items())}{inside}</{tag}>")


@lru_cache(MANY)
def _beginning(tag: str, css: str, *attributes: tuple[str, str]) -> str:
    classes = f"{css} simple".strip() if tag == "dl" else css
    held = {"class": classes} if classes else {}
    return _begun(tag, *sorted({**held, **_named(dict(attributes))}.items()))


def _named(attributes: Mapping[str, str]) -> dict[str, str]:
    return {name.strip("_").replace("_", "-"): text for name, text in attributes.items()}


def cards(texts: Sequence[str], css: str = "", marked: Iterable[str] = ()) -> Html:
    """Cards in the given order, some of them marked; the word *none* for no cards.

    Screen readers are told their names.
    """
    if not texts:
        return piece("span", "none", css="nothing")
    those = frozenset(marked)
    names = ", ".join([card_name(card) for card in texts])
    faces = "".join([_face(card, card in those) for card in texts])
    css = f"cards {css}".strip()
    return Html(f'<span class="{css}" role="img" aria-label="{names}">{faces}</span>')


@cache
def card_name(card: str) -> str:
    """A card in words, as in ``seven of hearts``."""
    if card.startswith("*"):
        return "joker" if card == "*" else f"joker as {card_name(card[1:])}"
    return f"{RANK_NAMES[card[0]]} of {SUITS[card[1]][0]}"


def card_glyphs(card: str) -> str:
    """A card with the symbol of its suit, as in ``10♥``."""
    if card.startswith("*"):
        return "joker" if card == "*" else f"joker as {card_glyphs(card[1:])}"
    return f"{_rank(card)}{SUITS[card[1]][1]}"


def _rank(card: str) -> str:
    return "10" if card[0] == "T" else card[0]


def with_glyphs(text: str) -> str:
    """A text in which cards have the symbols of their suits."""
    return CARD.sub(lambda found: card_glyphs(found[0]) + AS_TEXT, text)


def plain(text: str) -> str:
    """A text without the marks of code, in which cards have the symbols of their suits."""
    return with_glyphs(text.replace("`", "").replace("_", " "))


def link(kind: str, target: str, *children: Part) -> nodes.Node:
    """A link to a name of the documents; Sphinx warns if there is no such name."""
    return law_link("", *map(as_node, children), kind=kind, target=target)


def page_link(docname: str, *children: Part) -> nodes.Node:
    """A link to a page; Sphinx warns if there is no such page."""
    return link(PAGE, docname, *children)


PAGE: Final = "page"
"""The kind of a link to a page."""


def clause_link(slug: str) -> Html:
    """A link to a clause, with its name without the game as text."""
    return Html(f"{_leading('clause', slug)}{piece('code', short(slug))}</a>")


def case_link(slug: str, title: str) -> nodes.Node:
    """A link to an example, with its title as text."""
    return link("example", slug, with_glyphs(title))


def short(slug: str) -> str:
    """A name without the game in front."""
    return slug.partition(".")[2]


def as_node(child: Part) -> nodes.Node:
    match child:
        case Html():
            return law_markup(html=child)
        case str():
            return nodes.Text(child)
        case _:
            return child


def spoken(text: str, clauses: Iterable[str] = ()) -> list[str]:
    """A text with cards shown as cards, ids of clauses as links, and `words` as code."""
    known = frozenset(clauses)
    parts: list[str] = []
    at = 0
    for found in _SPOKEN.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        if found[0].startswith("`"):
            parts.append(piece("code", found[0].strip("`")))
        elif CARD.match(found[0]):
            parts.append(cards(found[0].split(), "small"))
        else:
            parts.append(clause_link(found[0]) if found[0] in known else found[0])
    parts.append(text[at:])
    return [part for part in parts if part]


def paragraph(*children: Part, css: str = "") -> nodes.paragraph:
    """A paragraph of running text."""
    return nodes.paragraph("", "", *(as_node(child) for child in children), classes=css.split())


def joined(parts: Iterable[Joined], between: str = ", ") -> list[Joined | str]:
    """Parts with a separator between them."""
    made: list[Joined | str] = []
    for part in parts:
        made += [between, part] if made else [part]
    return made


def folded(summary: Sequence[Part], *body: Part, css: str) -> law_element:
    """Content that a click on its summary opens."""
    return el("details", el("summary", *summary), *body, css=css)


def flat(node: law_element) -> nodes.Node:
    """The element as one piece of HTML, or unchanged if a node of docutils is in it.

    The search of the site does not find the text of such a piece.
    """
    made = _html(node)
    return node if made is None else law_markup(html=made)


def flatten(parent: nodes.Element) -> None:
    """Make every element below a node one piece of HTML, as large as it can be."""
    for place, child in enumerate(parent.children):
        made = flat(child) if isinstance(child, law_element) else child
        parent[place] = made
        if isinstance(made, nodes.Element):
            flatten(made)


def _html(node: nodes.Node) -> str | None:
    match node:
        case nodes.Text():
            return escape(node.astext(), quote=False)
        case law_markup():
            return str(node["html"])
        case law_element():
            inside = _inside(node)
            return None if inside is None else f"{_open(node)}{inside}</{node['tag']}>"
        case law_link():
            inside = _inside(node)
            begun = _leading(node["kind"], node["target"])
            return None if inside is None else f"{begun}{inside}</a>"
        case _:
            return None


def _inside(node: nodes.Element) -> str | None:
    found: list[str] = []
    for child in node.children:
        made = _html(child)
        if made is None:
            return None
        found.append(made)
    return "".join(found)


def _leading(kind: str, target: str) -> str:
    """The beginning of a link; instead of its address it has its kind and target."""
    return f'<a href="law:{kind}:{escape(target)}">'


_ADDRESS: Final = re.compile(r'href="law:(?P<kind>[a-z]+):(?P<target>[^"]+)"')


def _addressed(self: Any, html: str) -> str:
    """A piece of HTML with the addresses of its links."""
    builder = self.builder
    here, named = builder.current_docname, builder.env.domains["law"].named

    def address(found: re.Match[str]) -> str:
        kind, target = found["kind"], unescape(found["target"])
        if kind == PAGE:
            page, anchor = (target, "") if target in builder.env.found_docs else ("", "")
        else:
            page, anchor, *_ = named.get((kind, target), ("", ""))
        if not page:
            LOGGER.warning(f"no {kind} {target!r}", location=here, type="ref", subtype=kind)
            return 'href="#"'
        there = builder.get_relative_uri(here, page)
        return f'href="{escape(there)}{f"#{anchor}" if anchor or not there else ""}"'

    return _ADDRESS.sub(address, html)


def _open(node: law_element) -> str:
    attributes = dict(node["html"])
    if node["classes"]:
        attributes["class"] = " ".join(node["classes"])
    if node["ids"]:
        attributes["id"] = node["ids"][0]
    return _begun(node["tag"], *sorted(attributes.items()))


@lru_cache(MANY)
def _begun(tag: str, *attributes: tuple[str, str]) -> str:
    written = (f' {name}="{escape(text)}"' for name, text in attributes)
    return f"<{tag}{''.join(written)}>"


@cache
def _face(card: str, marked: bool) -> str:
    """A card as one small element: pages have very many of them."""
    if card == "*":
        return '<b class="joker">★</b>'
    joker, named = card.startswith("*"), card.removeprefix("*")
    css = ["red"] * (named[1] in RED) + ["joker"] * joker + ["marked"] * marked
    classes = f' class="{" ".join(css)}"' if css else ""
    return f"<b{classes}>{_rank(named)}<i>{SUITS[named[1]][1]}{AS_TEXT}</i></b>"


def _visit_element(self: Any, node: law_element) -> None:
    self.body.append(_open(node))


def _depart_element(self: Any, node: law_element) -> None:
    self.body.append(f"</{node['tag']}>")


def _visit_finished(self: Any, node: law_markup) -> None:
    self.body.append(_addressed(self, node["html"]))
    raise nodes.SkipNode


def _visit_link(self: Any, node: law_link) -> None:
    self.body.append(_addressed(self, _leading(node["kind"], node["target"])))


def _depart_link(self: Any, _node: law_link) -> None:
    self.body.append("</a>")


_LISTINGS: Final[dict[tuple[int, str], str]] = {}
"""The HTML of code that this process has coloured, by the number of its first line, and itself."""


def _visit_listing(self: Any, node: law_listing) -> None:
    name = (node["highlight_args"]["linenostart"], node.rawsource)
    if name not in _LISTINGS:
        begun = len(self.body)
        with suppress(nodes.SkipNode):
            self.visit_literal_block(node)
        _LISTINGS[name] = "".join(self.body[begun:])
        del self.body[begun:]
    self.body.append(_LISTINGS[name])
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    """Register the nodes with the HTML builders."""
    app.add_node(law_element, html=(_visit_element, _depart_element))
    app.add_node(law_link, html=(_visit_link, _depart_link))
    app.add_node(law_listing, html=(_visit_listing, None))
    app.add_node(law_markup, html=(_visit_finished, None))
