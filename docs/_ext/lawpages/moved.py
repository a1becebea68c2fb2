"""What has moved to another page: a link at its old place leads to the new one."""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from lawpages.elements import el


def moved(page: str, anchor: str, words: str) -> nodes.Node:
    """A link with the anchor of what has moved; ``page`` is the address, seen from this page."""
    link = el("a", words, css="moved", href=f"{page}#{anchor}")
    link["ids"].append(anchor)
    return link


class MovedDirective(SphinxDirective):
    """``{law-moved} PAGE``: a link to a page beside this one, at each address that it had here.

    The content is ``TITLE: ADDRESS …``.
    """

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        there = f"{self.arguments[0]}.html"
        title, _, anchors = " ".join(self.content).partition(":")
        places = [el("span", id=anchor) for anchor in anchors.split()]
        return [el("p", el("a", *places, title, css="moved", href=there))]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("law-moved", MovedDirective)
