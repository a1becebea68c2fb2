"""The clauses of a game that its code names by id."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from meldcheck.words.code import PLAY
from meldcheck.words.errors import SpecError


def carried(game: str) -> frozenset[str]:
    """The clause ids that are values in the code of a game; docstrings are not values.

    Raises SpecError if the game has no code.
    """
    folder = PLAY / game.replace("-", "_")
    if not folder.is_dir():
        raise SpecError(str(folder), None, f"there is no code of {game}")
    files = sorted(folder.glob("*.py"))
    return frozenset(name for file in files for name in named(game, file.read_text("utf-8")))


def named(game: str, code: str | ast.AST) -> Iterator[str]:
    """The clause ids of a game that are values in a piece of Python."""
    an_id = re.compile(rf"{game}\.[a-z0-9-]+\.[a-z0-9-]+")
    for node in ast.walk(ast.parse(code) if isinstance(code, str) else code):
        match node:
            case ast.Constant(value=str(text)) if an_id.fullmatch(text):
                yield text
            case _:
                pass
