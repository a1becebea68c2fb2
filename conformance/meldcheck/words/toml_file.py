"""TOML files that users write, read as records; what is wrong is one line with its place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from meldcheck.words.errors import SpecError, split_path

FieldsType = TypeVar("FieldsType")

_LINE: Final = re.compile(r" \(at line (\d+), column \d+\)$")
_AT_END: Final = " (at end of document)"
_UNKNOWN: Final = re.compile(r"unknown field `([^`]+)`")


def read_toml(path: Path, kind: type[FieldsType]) -> tuple[str, FieldsType]:
    """The text of a file, and its record.

    SpecError, with the line if known, if it is missing, unreadable or ill-formed.
    """
    text = read_text(path)
    try:
        return text, msgspec.convert(parsed(text), kind)
    except tomllib.TOMLDecodeError as error:
        raise _torn(path, text, str(error)) from None
    except RecursionError:
        raise SpecError(str(path), None, "this is nested too deeply") from None
    except msgspec.ValidationError as error:
        raise _ill_formed(path, text, str(error)) from None


def read_text(path: Path) -> str:
    """The text of a file, without a byte order mark.  SpecError if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SpecError(str(path), None, error.strerror or "unreadable") from None
    except UnicodeDecodeError as error:
        raise SpecError(str(path), None, f"this is not UTF-8 text (byte {error.start})") from None


def parsed(text: str) -> dict[str, object]:
    """A text as TOML.  Raises TOMLDecodeError."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise tomllib.TOMLDecodeError("a number has too many digits") from None


def _torn(path: Path, text: str, message: str) -> SpecError:
    found = _LINE.search(message)
    line = int(found[1]) if found else None
    if message.endswith(_AT_END):
        line = len(text.splitlines()) or None
    what = _LINE.sub("", message).removesuffix(_AT_END)
    return SpecError(str(path), line, f"this is not TOML: {what[:1].lower()}{what[1:]}")


def _ill_formed(path: Path, text: str, message: str) -> SpecError:
    what, steps = split_path(message)
    unknown = _UNKNOWN.search(what)
    if unknown is not None:
        return SpecError(str(path), line_of(text, unknown[1]), f"unknown field {unknown[1]!r}")
    where = ".".join(str(step) for step in steps if isinstance(step, str))
    begin = _table_at(text, steps)
    line = line_of(text[begin:], where) if where else None
    line = None if line is None else line + text.count("\n", 0, begin)
    prefix = f"{where}: " if where else ""
    return SpecError(str(path), line, f"{prefix}{what[:1].lower()}{what[1:]}")


def _table_at(text: str, steps: Sequence[str | int]) -> int:
    """Where the table begins that these steps lead to, if it is one of several with its name."""
    for name, number in pairwise(steps):
        if isinstance(number, int):
            head = re.compile(rf"^\s*\[\[\s*{re.escape(str(name))}\s*\]\]", re.MULTILINE)
            begins = [found.start() for found in head.finditer(text)]
            return begins[number] if number < len(begins) else 0
    return 0


def line_of(text: str, key: str) -> int | None:
    """The line that gives a key its value, or that gives the last part of its name one."""
    for name in (key, key.rpartition(".")[2]):
        written = re.compile(
            rf"""^(?:[^#\n]*[\s.'"{{\[,])?{re.escape(name)}['"]?\s*[=\].]""", re.MULTILINE
        )
        found = written.search(text)
        if found is not None:
            return text.count("\n", 0, found.end()) + 1
    return None
