"""Files that a command writes for its user."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from meldcheck.words.errors import SpecError
from meldspec.games import NAMES

_Command = TypeVar("_Command", bound=Callable[..., Any])

WORDS: Final = "meldcheck.words"
"""Where the context of a call has the words of its command line."""


def file_to_write(*names: str, says: str, several: bool = False) -> Callable[[_Command], _Command]:
    """An option that names a file for the command to write, or ``several``, once for each."""
    kind = click.Path(dir_okay=False, writable=True, path_type=Path)
    return click.option(*names, type=kind, metavar="FILE", help=says, multiple=several)


def check_writable(*files: Path | None, kept: Path | None = None) -> None:
    """Check the files that a command is going to write, before any work.

    SpecError if the folder of one does not exist or cannot be written in, if two are the same, or
    if the command line names one for another use.  ``kept`` may be read, too.
    """
    wanted = [file for file in files if file is not None]
    places = Counter(map(os.path.realpath, wanted))
    words = click.get_current_context().meta.get(WORDS, ())
    named = Counter(os.path.realpath(_value(word)) for word in words if word not in NAMES)
    for file in wanted:
        place = os.path.realpath(file)
        reads = kept is not None and place == os.path.realpath(kept)
        if places[place] > 1:
            raise SpecError(str(file), None, "it is named for two outputs")
        if file.is_file() and named[place] > 1 + reads:
            raise SpecError(str(file), None, "it is read, too, and would be overwritten")
        check_folder(file)


def check_outside(folder: Path, *files: Path | None) -> None:
    """Raise SpecError if a file that is going to be written lies in a folder that is read."""
    for file in files:
        if file is not None and Path(os.path.realpath(file)).is_relative_to(folder.resolve()):
            raise SpecError(str(file), None, f"it lies in {folder}, which is read")


def check_folder(file: Path) -> None:
    """Raise SpecError if the folder of a file does not exist, or no file can be made in it."""
    if not file.parent.is_dir():
        raise SpecError(str(file), None, "its folder does not exist")
    if not file.exists() and not os.access(file.parent, os.W_OK):
        raise SpecError(str(file), None, "its folder cannot be written in")


def _value(word: str) -> str:
    """The value of an option that is written as one word; any other word as it is."""
    return word.partition("=")[2] if word.startswith("--") and "=" in word else word


def check_new(file: Path | None) -> None:
    """Raise SpecError if a file exists or its folder does not, before any work is done."""
    check_writable(file)
    if file is not None and file.exists():
        raise SpecError(str(file), None, "it exists, and may be yours; remove it or name another")


def write_file(file: Path, content: bytes) -> None:
    """Write a file.  SpecError if it cannot be written."""
    try:
        file.write_bytes(content)
    except OSError as error:
        raise SpecError(str(file), None, error.strerror or "cannot be written") from None
