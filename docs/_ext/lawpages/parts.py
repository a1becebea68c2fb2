"""Parts of pages that a directive asks for, with a game as its argument.

A page with such a part says ``law-parts: true`` in its front matter, so that a change of the
documents makes it anew.
"""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from lawpages import shelf
from lawpages.book import Book
from lawpages.homes import most_argued, rules_to_print, turn_picture
from lawpages.options import options
from lawpages.refusals import refusals
from meldcheck.law.clauses import Law

FIELD: Final = "law-parts"
"""The field of the front matter of a page with such parts."""

GAMES: Final = "law-games"
"""Where the metadata of a page has the games of its parts."""

PARTS: Final[Mapping[str, Callable[[Book, Law], Iterable[nodes.Node]]]] = {
    "law-turn": turn_picture,
    "law-print": rules_to_print,
    "law-argued": most_argued,
    "law-options": options,
    "law-refusals": refusals,
}


class PartDirective(SphinxDirective):
    """``{law-turn} GAME`` and the others."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        book = shelf.book(self.env)
        game = self.arguments[0]
        if game not in book.laws:
            raise self.error(f"no game {game!r}: {', '.join(book.laws)}")
        self.env.metadata[self.env.docname].setdefault(GAMES, set()).add(game)
        return list(PARTS[self.name](book, book.laws[game]))


def setup(app: Sphinx) -> None:
    """Register the directives."""
    for name in PARTS:
        app.add_directive(name, PartDirective)
