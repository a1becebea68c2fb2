"""The index of the search: questions, clauses, cases and pages, with the words of players."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from lawpages import shelf
from lawpages.book import ARGUMENTS, CLAUSES, asked
from lawpages.elements import plain, with_glyphs
from lawpages.wording import FORMS, SAID, SMALL
from meldcheck.games import title_of
from meldcheck.law.clauses import Clause, ClauseKind, Law, Question
from meldcheck.law.written import Example
from meldcheck.words.case import JSON

FILE: Final = "_static/finding-index.js"
"""The place of the index on the site."""


def write_index(app: Sphinx, exception: Exception | None) -> None:
    """Write the index beside the pages, once all of them are written."""
    if exception is None and app.builder.format == "html":
        book = shelf.book(app.env)
        made = packed(index_of(book.laws, book.shelves, _pages(app.env)))
        (Path(app.outdir) / FILE).write_text(made, encoding="utf-8")


def _pages(env: BuildEnvironment) -> Iterator[tuple[str, str]]:
    """The pages that are no question and no clause, each with its title."""
    for name, title in env.titles.items():
        if not name.startswith((f"{ARGUMENTS}/", f"{CLAUSES}/")):
            yield name, title.astext()


def index_of(
    laws: Mapping[str, Law],
    shelves: Mapping[str, Sequence[Sequence[Example]]],
    pages: Iterable[tuple[str, str]],
) -> dict[str, JSON]:
    """The index as JSON: what can be found, in the order in which equals are shown.

    A question or clause has its id, its text, further words that find it, and its other names.
    After these a clause has the cases of each of its pages.
    """
    questions = (one for law in laws.values() for one in law.questions.values())
    clauses = (one for law in laws.values() for one in law.clauses.values())
    return {
        "games": {game: title_of(game) for game in laws},
        "small": SMALL.split(),
        "forms": dict(FORMS),
        "said": [[said, *others] for said, others in SAID.items()],
        "questions": [
            [one.id, asked(one), plain(_readings(one)), list(one.aliases)] for one in questions
        ],
        "clauses": [
            [
                *(one.id, plain(one.text), plain(one.refusal or ""), list(one.aliases)),
                *_cases(shelves.get(one.id, ())),
            ]
            for one in clauses
        ],
        "unplayed": [
            one.id for law in laws.values() for one in law.clauses.values() if is_rejected(one)
        ],
        "pages": [[name, title] for name, title in sorted(pages)],
    }


def is_rejected(clause: Clause) -> bool:
    """Whether the default rules do not follow a clause."""
    return clause.kind is ClauseKind.REJECTED


def _readings(question: Question) -> str:
    return " ".join(f"{name} {words}" for name, words in question.readings.items())


def _cases(shelves: Sequence[Sequence[Example]]) -> Iterator[JSON]:
    for those in shelves:
        yield [[one.id, with_glyphs(one.fields.title)] for one in those]


def packed(index: Mapping[str, JSON]) -> str:
    """The index as a script: compressed, so that it is as small without a server's help."""
    text = base64.b64encode(zlib.compress(msgspec.json.encode(index), 9)).decode()
    return f'meldspec.packedIndex = "{text}";\n'
