"""Files that a command writes for its user."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from meldcheck.words.errors import SpecError

_Command = TypeVar("_Command", bound=Callable[..., Any])


def file_to_write(*names: str, says: str, several: bool = False) -> Callable[[_Command], _Command]:
    """An option that names a file for the command to write, or ``several``, once for each."""
    kind = click.Path(dir_okay=False, writable=True, path_type=Path)
    return click.option(*names, type=kind, metavar="FILE", help=says, multiple=several)


def check_writable(*files: Path | None) -> None:
    """Raise SpecError if a folder does not exist or a file is named twice, before any work."""
    named = [file.absolute() for file in files if file is not None]
    for file in files:
        if file is not None and named.count(file.absolute()) > 1:
            raise SpecError(str(file), None, "it is named for two outputs")
        if file is not None and not file.parent.is_dir():
            raise SpecError(str(file), None, "its folder does not exist")


def check_new(file: Path | None) -> None:
    """Raise SpecError if a file exists or its folder does not, before any work is done."""
    check_writable(file)
    if file is not None and file.exists():
        raise SpecError(str(file), None, "it exists, and may have decisions of yours; remove it")


def write_file(file: Path, content: bytes) -> None:
    """Write a file.  SpecError if it cannot be written."""
    try:
        file.write_bytes(content)
    except OSError as error:
        raise SpecError(str(file), None, error.strerror or "cannot be written") from None
