"""Text in lines, as a terminal shows it."""

from __future__ import annotations

import textwrap
from typing import Final

WIDTH: Final = 100
"""Columns of the text form."""


def filled(indent: str, text: str, hanging: str | None = None) -> list[str]:
    """A text in lines of ``WIDTH`` columns; the lines after the first are indented further."""
    line = indent + text
    if text and len(line) <= WIDTH and line.isprintable() and text == text.strip():
        return [line]  # as below, and at once
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}    " if hanging is None else hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def counted(number: int, noun: str) -> str:
    """A number of things: ``1 step``, ``2 steps``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
