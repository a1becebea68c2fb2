"""The three blocks of the documents as directives.

Nothing is parsed here: a block is found in the book by its file and line.
"""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

from typing import ClassVar, Final

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from lawpages import shelf
from lawpages.book import Book, Entry, file_of
from lawpages.boxes import clause_box, question_box
from lawpages.domain import LawDomain, Named
from lawpages.elements import with_glyphs
from lawpages.examples import example_card
from meldcheck.law.document import Clause, Example, Question

LOGGER: Final = logging.getLogger(__name__)


class LawDirective(SphinxDirective):
    """A clause, a question or an example."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    kind: ClassVar[type[Entry]] = Clause

    def run(self) -> list[nodes.Node]:
        book = shelf.book(self.env)
        file = file_of(self.env, self.env.docname)
        entry = book.entries.get((file, self.lineno))
        if not isinstance(entry, self.kind):
            LOGGER.warning(
                f"{self.name} {self.arguments[0]!r}: cannot be read in line {self.lineno} of "
                f"{file}",
                location=(self.env.docname, self.lineno),
                type="law",
                subtype="unread",
            )
            return []
        node = self._made(book, entry)
        self.set_source_info(node)
        return [node]

    def _made(self, book: Book, entry: Entry) -> nodes.Node:
        match entry:
            case Clause():
                self._note(entry.id, "clause", entry.id)
                return clause_box(book, entry)
            case Question():
                self._note(entry.id, "question", entry.id, book.anchor(entry))
                return question_box(book, entry)
            case Example():
                title = with_glyphs(entry.fields.title)
                self._note(entry.id, "example", title)
                for case in book.cases.get(entry.id, ()):
                    if case.id != entry.id:
                        self._note(case.id, "example", with_glyphs(case.title))
                return example_card(book, book.laws[entry.id.split(".")[0]], entry)

    def _note(self, name: str, kind: str, shown: str, anchor: str | None = None) -> None:
        domain = self.env.domains["law"]
        assert isinstance(domain, LawDomain)
        named = Named(self.env.docname, name if anchor is None else anchor, kind, shown)
        domain.note(name, named, self.get_location())


class ClauseDirective(LawDirective):
    """``{clause} ID``."""

    kind: ClassVar[type[Entry]] = Clause


class QuestionDirective(LawDirective):
    """``{question} ID``."""

    kind: ClassVar[type[Entry]] = Question


class ExampleDirective(LawDirective):
    """``{example} TITLE``."""

    kind: ClassVar[type[Entry]] = Example
