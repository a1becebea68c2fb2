"""What a page shows of the book, as a digest: a page is made again only if that has changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

import msgspec

from lawpages.book import (
    ARGUMENTS,
    CLAUSES,
    HOME,
    SENTENCES,
    Book,
    digest_in,
    digest_of,
    page_of,
    place_of,
)
from meldcheck.law.clauses import Clause, Document, Question
from meldcheck.law.written import Example


def digests(book: Book, pages: Iterable[str]) -> dict[str, str]:
    """By page: the digest of its inputs; pages that show no part of the book are left out."""
    found = _Inputs(book)
    made = {page: found.of(page) for page in pages}
    return {page: digest for page, digest in made.items() if digest}


def digests_of_games(book: Book) -> dict[str, str]:
    """By game: the digest of all that there is of it."""
    common = digest_of(book.spec / "sources")
    return {game: _digest(common, digest_in(book.spec / game)) for game in book.laws}


class _Inputs:
    def __init__(self, book: Book) -> None:
        self.book = book
        self.common = digest_of(book.spec / "sources")
        self.games = digests_of_games(book)
        self.names = {game: _digest(*law.clauses, *law.flags) for game, law in book.laws.items()}
        self.clauses = {page_of(one.id): one for one in book.clauses.values()}
        self.questions = {place_of(one): one for one in book.questions.values()}
        self.showing: dict[str, list[Example]] = {}
        for example in book.examples.values():
            for name in example.fields.clauses:
                self.showing.setdefault(name, []).append(example)
        self.played = {one.id: self._played(one) for one in book.examples.values()}
        self.linked = {one.id: self._linked(one) for one in book.examples.values()}

    def of(self, page: str) -> str:
        """The digest of a page; empty if it shows no part of the book."""
        folder, _, rest = page.partition("/")
        if folder not in (HOME, CLAUSES, ARGUMENTS, SENTENCES):
            return ""
        game = rest.split("/")[0]
        if game not in self.games:
            return self.book.digest
        return _digest(self.common, self.names[game], *self._shown(folder, game, rest))

    def _shown(self, folder: str, game: str, rest: str) -> Iterator[str]:
        clause, question = self.clauses.get(rest.partition("/cases-")[0]), self.questions.get(rest)
        chapter = next(
            (one for one in self.book.laws[game].documents if rest == f"{game}/{one.chapter}"), None
        )
        if folder == CLAUSES and clause is not None:
            yield from self._clause(clause)
        elif folder == ARGUMENTS and question is not None:
            yield from self._argument(question)
        elif folder == HOME and chapter is not None:
            yield from self._chapter(chapter)
        else:
            yield self.games[game]

    def _clause(self, clause: Clause) -> Iterator[str]:
        yield from map(repr, (clause, self.book.evidence.get(clause.id)))
        yield from map(repr, self._asked_of(clause))
        for part in self.book.shelves.get(clause.id, ()):
            for one in part:
                yield self.played[one.id]
            yield "turn over"
        for one in self.showing.get(clause.id, ()):
            yield self.linked[one.id]
            yield repr(sorted(self.book.refused_in(one)))
        chapter = self.book.chapter(clause.id)
        yield "" if chapter is None else chapter.title

    def _argument(self, question: Question) -> Iterator[str]:
        game = question.id.split(".")[0]
        yield repr(question)
        yield repr(self.book.rule_sets.get(game, ()))
        for one in self.book.arguing(question):
            yield self.played[one.id]
        for condition in question.alive_when:
            yield from (repr(self.book.question(game, option)) for option in condition)
        chapter = self.book.chapter(question.id)
        yield "" if chapter is None else chapter.title

    def _chapter(self, chapter: Document) -> Iterator[str]:
        for clause in chapter.clauses:
            yield repr(clause)
            yield from map(repr, self._asked_of(clause))
        yield from map(repr, chapter.questions)
        for one in chapter.examples:
            yield self.linked[one.id]
            yield self.played[one.id]

    def _asked_of(self, clause: Clause) -> Iterator[Question | None]:
        game = clause.id.split(".")[0]
        return (self.book.question(game, name) for name in clause.questions)

    def _linked(self, example: Example) -> str:
        """What a link to an example shows, and where it leads."""
        home = example.fields.clauses[0]
        parts = self.book.shelves[home]
        number = next(number for number, part in enumerate(parts) if example in part)
        return f"{example.id} {example.fields.title} {home} {number}"

    def _played(self, example: Example) -> str:
        cases = msgspec.json.encode(self.book.cases.get(example.id, ()))
        return f"{example.fields!r} {cases.decode()}"


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
