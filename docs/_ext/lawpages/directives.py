"""The three blocks of the documents as directives.

Nothing is parsed here: a block is found in the book by its file and line.
"""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

from typing import ClassVar, Final, assert_never

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from lawpages import shelf
from lawpages.book import Book, Entry, file_of
from lawpages.chapters import case_line, clause_text, question_line
from lawpages.domain import LawDomain, Named
from meldcheck.law.clauses import Clause, Question
from meldcheck.law.written import Example

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
        made = self._made(book, entry)
        self.set_source_info(made[0])
        return made

    def _made(self, book: Book, entry: Entry) -> list[nodes.Node]:
        match entry:
            case Clause():
                return [clause_text(book, entry)]
            case Question():
                domain = self.env.domains["law"]
                assert isinstance(domain, LawDomain)
                named = Named(self.env.docname, book.anchor(entry), "question", entry.id)
                domain.note(entry.id, named, self.get_location())
                return [question_line(book, entry)]
            case Example():
                return [case_line(book, entry)]
            case _:
                assert_never(entry)


class ClauseDirective(LawDirective):
    """``{clause} ID``."""

    kind: ClassVar[type[Entry]] = Clause


class QuestionDirective(LawDirective):
    """``{question} ID``."""

    kind: ClassVar[type[Entry]] = Question


class ExampleDirective(LawDirective):
    """``{example} TITLE``."""

    kind: ClassVar[type[Entry]] = Example
