"""The tables of Markdown pages, finished when a page is read: few nodes in the place of many.

Half of all nodes were cells of tables, their paragraphs and their texts, and Sphinx looks at every
node of a page some sixty times.
"""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxSmartQuotes, SphinxTransform

from lawpages.dots import is_of_ratios
from lawpages.elements import law_markup

FIRST: Final = 5
"""The place of the transform: before all others that look at every node."""

_TAGS: Final = {
    nodes.thead: ("<thead>\n", "</thead>\n"),
    nodes.tbody: ("<tbody>\n", "</tbody>\n"),
    nodes.row: ("<tr>", "</tr>\n"),
    nodes.emphasis: ("<em>", "</em>"),
    nodes.strong: ("<strong>", "</strong>"),
    nodes.literal: ('<code class="literal">', "</code>"),
}
"""The tags of the nodes that are finished if they have no class of their own."""


class law_rows(nodes.General, nodes.TextElement):  # noqa: N801  # docutils names nodes like this
    """The rows of a table: their words, and finished HTML with the links between it as nodes."""


class law_words(nodes.Invisible, nodes.Element):  # noqa: N801  # docutils names nodes like this
    """The words of finished HTML, which only the search reads."""


class Finished(NamedTuple):
    """A piece of finished HTML with its words."""

    html: str
    words: str = ""


Piece: TypeAlias = Finished | nodes.Node
"""A part of a table; a node is one that later transforms must see."""


class FinishTables(SphinxTransform):
    """Finishes the rows of each table whose cells have no more than a line of text."""

    default_priority: ClassVar[int | None] = FIRST

    def apply(self, **_how: Any) -> None:
        """Finish the tables of a page, with the quotation marks that its text has."""
        tables = [one for one in self.document.findall(nodes.table) if _is_plain(one)]
        if not tables:
            return
        inside = nodes.document(self.document.settings, self.document.reporter)
        inside += [table.pop() for table in tables]
        SphinxSmartQuotes(inside, None).apply()
        for table, group in zip(tables, inside.children, strict=True):
            table += _rows(group)


def _is_plain(table: nodes.table) -> bool:
    if table["classes"] != ["colwidths-auto"] or table["ids"] or len(table) != 1:
        return False
    cells = table.findall(nodes.entry)
    return all(len(one) == 1 and not one["classes"] for one in cells) and not is_of_ratios(table)


def _rows(group: nodes.Node) -> law_rows:
    made = law_rows()
    html: list[str] = []
    words: list[str] = []
    for piece in _pieces(group):
        if isinstance(piece, Finished):
            html.append(piece.html)
            words.append(piece.words)
        else:
            made += [law_markup(html="".join(html)), piece]
            html.clear()
    made.append(law_markup(html="".join(html)))
    told = nodes.Text(" ".join(filter(None, words)))
    made.insert(0, law_words("", told, support_smartquotes=False))
    return made


def _pieces(node: nodes.Node) -> Iterator[Piece]:
    match node:
        case nodes.Text():
            text = node.astext()
            yield Finished(_escaped(text), text)
        case nodes.tgroup():
            for child in node.children:
                if not isinstance(child, nodes.colspec):
                    yield from _pieces(child)
        case nodes.entry():
            begun, ended = ("<td>", "</td>\n")
            if isinstance(node.parent.parent, nodes.thead):
                begun, ended = ('<th class="head"><p>', "</p></th>\n")
            yield from _within(begun, node.children[0], ended)
        case nodes.raw(attributes={"format": "html", "classes": []}):
            yield Finished(node.astext())
        case nodes.Element(attributes={"classes": []}) if _is_tag(node):
            begun, ended = _TAGS[type(node)]
            yield from _within(begun, node, ended)
        case _:
            yield node


def _within(begun: str, node: nodes.Node, ended: str) -> Iterator[Piece]:
    yield Finished(begun)
    for child in node.children:
        yield from _pieces(child)
    yield Finished(ended)


def _is_tag(node: nodes.Node) -> bool:
    """Whether a node is written as its tags, with its children in them."""
    return type(node) in _TAGS and (
        not isinstance(node, nodes.literal) or "  " not in node.astext()
    )


def _escaped(text: str) -> str:
    """Text with the signs escaped that the writer of docutils escapes."""
    return escape(text, quote=False).replace('"', "&quot;").replace("@", "&#64;")


def _visit_words(self: Any, _node: law_words) -> None:
    raise nodes.SkipNode


def _pass_rows(self: Any, _node: law_rows) -> None:
    """The table around the rows is written by Sphinx."""


def setup(app: Sphinx) -> None:
    """Register the nodes with the HTML builders, and the transform."""
    app.add_node(law_rows, html=(_pass_rows, _pass_rows))
    app.add_node(law_words, html=(_visit_words, None))
    app.add_transform(FinishTables)
