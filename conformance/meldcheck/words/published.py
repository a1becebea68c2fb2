"""The files that are published with the suite, read in place of the documents behind them.

Documents take seconds to read, published files milliseconds.  A file is believed only if it has the
hash that the manifest lists, and the manifest only if it lists the hash of the present documents.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

import msgspec

from meldcheck.words import places
from meldcheck.words.case import JSON, Case, Group
from meldcheck.words.errors import SpecError

_MANIFEST: Final = "manifest.json"
QUESTIONS: Final = "questions.json"
CLAUSES: Final = "clauses.json"


class _Listed(msgspec.Struct):
    """The part of a manifest that tells from which documents it was made."""

    documents: str
    groups: dict[str, str]
    law: dict[str, str]
    defaults: dict[str, dict[str, str | int]]


@final
@dataclass(frozen=True, slots=True)
class Published:
    """The files of a suite that was made from the present documents."""

    directory: Path
    listed: _Listed
    law: Mapping[str, JSON]
    """By file name: the questions and the clauses of all games."""

    def cases(self, game: str, chapter: str | None = None) -> Iterator[Case]:
        """The cases of a game or of one of its chapters, in the order of the files.

        SpecError for a file that is missing or damaged.
        """
        for name, stated in sorted(self.listed.groups.items()):
            if name.startswith(f"{game}/") and chapter in (None, Path(name).stem):
                content = _content(self.directory / name)
                if content is None or _digest(content.get("cases")) != stated:
                    message = f"not the group that {_MANIFEST} lists (other hash)"
                    raise SpecError(str(self.directory / name), None, message)
                yield from msgspec.convert(content, Group).cases


def published(spec: Path) -> Published | None:
    """The files of this copy; None if they are not of these documents, or of the law is damaged."""
    directory = places.suite_directory()
    try:
        listed = msgspec.json.decode((directory / _MANIFEST).read_bytes(), type=_Listed)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    if listed.documents != places.digest_of(spec):
        return None
    law = {name: _content(directory / name) for name in (QUESTIONS, CLAUSES)}
    if any(_digest(of) != listed.law.get(name) for name, of in law.items()):
        return None
    return Published(directory, listed, law)


def _content(path: Path) -> JSON:
    """The object in a file; None if there is none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _digest(value: JSON) -> str:
    """SHA-256 of a value's canonical JSON, as ``suite.store`` has it."""
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()
