"""The book of the running build, by the folder of its documents."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sphinx.environment import BuildEnvironment

from lawpages.book import Book, read_book

_BOOKS: Final[dict[Path, Book]] = {}


def fetch(spec: Path) -> Book:
    """Read the book again, at the beginning of a build."""
    _BOOKS[spec] = read_book(spec)
    return _BOOKS[spec]


def book(env: BuildEnvironment) -> Book:
    """The book of this build."""
    return _BOOKS[spec_of(env)]


def spec_of(env: BuildEnvironment) -> Path:
    """The folder of the documents."""
    return (Path(env.srcdir) / str(env.config.law_spec)).resolve()
