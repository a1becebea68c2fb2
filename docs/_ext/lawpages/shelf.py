"""The book of the running build, by the folder of its documents; volumes are kept for the next."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Final

from sphinx.environment import BuildEnvironment

from lawpages import inputs
from lawpages.book import Book, Bound, read_book

_BOOKS: Final[dict[Path, Book]] = {}
_DIGESTS: Final[dict[Path, dict[str, str]]] = {}
_OF_GAMES: Final[dict[Path, dict[str, str]]] = {}


def fetch(spec: Path, folder: Path, processes: int) -> Book:
    """Read the book again, at the beginning of a build; volumes without a change are in a folder.

    The files in it are read with pickle, so nobody else may write to it.
    """

    def keep(name: str, digest: str, make: Callable[[], Bound]) -> Bound:
        path = folder / f"{name}-{hashlib.sha256(digest.encode()).hexdigest()[:16]}.pickle"
        if path.is_file():
            kept: Bound = pickle.loads(path.read_bytes())  # this module wrote it
            return kept
        made = make()
        if not made.problems:
            folder.mkdir(parents=True, exist_ok=True)
            for old in folder.glob(f"{name}-*.pickle"):
                old.unlink()
            path.write_bytes(pickle.dumps(made))
        return made

    _BOOKS[spec] = read_book(spec, keep, processes)
    _DIGESTS.pop(spec, None)
    _OF_GAMES.pop(spec, None)
    return _BOOKS[spec]


def book(env: BuildEnvironment) -> Book:
    """The book of this build."""
    return _BOOKS[spec_of(env)]


def digests(env: BuildEnvironment) -> dict[str, str]:
    """By page: the digest of what it shows of the book; worked out once for a build."""
    spec = spec_of(env)
    if spec not in _DIGESTS:
        _DIGESTS[spec] = inputs.digests(_BOOKS[spec], env.found_docs)
    return _DIGESTS[spec]


def digest_of_games(env: BuildEnvironment, games: Iterable[str]) -> str:
    """The digest of a page that shows nothing of the book but parts of these games."""
    spec = spec_of(env)
    if spec not in _OF_GAMES:
        _OF_GAMES[spec] = inputs.digests_of_games(_BOOKS[spec])
    return " ".join(_OF_GAMES[spec][game] for game in sorted(games))


def spec_of(env: BuildEnvironment) -> Path:
    """The folder of the documents."""
    return _resolved(Path(env.srcdir) / str(env.config.law_spec))


@cache
def _resolved(folder: Path) -> Path:
    """The folder without links; every page asks for it several times."""
    return folder.resolve()
