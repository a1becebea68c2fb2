"""What has moved to another page: a link at its old place leads to the new one."""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from lawpages.elements import el, joined


def moved(page: str, anchor: str, words: str) -> nodes.Node:
    """A link with the anchor of what has moved; ``page`` is the address, seen from this page."""
    link = el("a", words, css="moved", href=f"{page}#{anchor}")
    link["ids"].append(anchor)
    return link


class MovedDirective(SphinxDirective):
    """``{law-moved} PAGE``: links to the sections of a page in Markdown beside this one."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        path = Path(self.env.doc2path(self.env.docname)).with_name(f"{name}.md")
        self.env.note_dependency(str(path))
        headings = re.findall(r"^## (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        links = [moved(f"{name}.html", nodes.make_id(one), one) for one in headings]
        whole = el("a", "The whole page", href=f"{name}.html")
        return [el("p", *joined([*links, whole], " · "))]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("law-moved", MovedDirective)
