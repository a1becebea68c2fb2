"""Rules with readings left open: reading an option that is not chosen yet raises UndecidedError.

A rule set is a record of chapters, and a chapter a record of readings.  The play reads an option
only where it matters, so playing under open rules shows on which readings a situation depends.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import final


@final
class UndecidedError(Exception):
    """The play has read an option that is not chosen yet; ``option`` is ``chapter.name``."""

    def __init__(self, option: str) -> None:
        super().__init__(option)
        self.option = option


@final
class OpenRules:
    """A rule set in which only the options of ``chosen`` have a reading; all others are open.

    ``closed`` gives the fields that are no options.  ``chosen`` maps an option to its reading.
    ``read`` gathers the chosen options that are read.
    """

    __slots__ = ("_chapters", "_chosen", "_closed", "_options", "_read")

    def __init__(
        self,
        closed: object,
        options: frozenset[str],
        chosen: Mapping[str, object],
        read: set[str] | None = None,
    ) -> None:
        self._closed = closed
        self._options = options
        self._chosen = chosen
        self._read = set[str]() if read is None else read
        self._chapters: dict[str, OpenChapter] = {}

    def __getattr__(self, chapter: str) -> OpenChapter:
        known = self._chapters.get(chapter)
        if known is None:
            record = getattr(self._closed, chapter)
            known = OpenChapter(chapter, record, self._options, self._chosen, self._read)
            self._chapters[chapter] = known
        return known


@final
class OpenChapter:
    """The chosen readings of one chapter."""

    __slots__ = ("_chosen", "_name", "_options", "_read", "_record")

    def __init__(
        self,
        name: str,
        record: object,
        options: frozenset[str],
        chosen: Mapping[str, object],
        read: set[str],
    ) -> None:
        self._name = name
        self._record = record
        self._options = options
        self._chosen = chosen
        self._read = read

    def __getattr__(self, field: str) -> object:
        option = f"{self._name}.{field}"
        if option in self._chosen:
            self._read.add(option)
            return self._chosen[option]
        if option in self._options:
            raise UndecidedError(option)
        return getattr(self._record, field)
