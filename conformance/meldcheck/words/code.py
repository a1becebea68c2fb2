"""The code behind a part of meldspec: the modules that it imports, and a digest of what they do.

A digest leaves docstrings, comments and line ends out.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import meldspec
from meldcheck.words.places import PACKAGE
from meldspec.games import package_of

NAME: Final = "meldcheck"
REFERENCE: Final = "meldspec"
PLAY: Final = Path(meldspec.__file__).resolve().parent
"""The folder of the code of all games."""
BY_NAME: Final = "games"
"""The room whose modules are imported by the names of the games, as the games themselves are."""


def behind(game: str, start: str) -> list[Path]:
    """The modules of a game, and those behind a module of the measure."""
    own = package_of(game).removeprefix("meldspec.")
    starts = {PACKAGE / start, PACKAGE / BY_NAME / f"{own}.py", *(PLAY / own).rglob("*.py")}
    return sorted(imported(*(path for path in starts if path.is_file())))


def digest_of_code(paths: Iterable[Path]) -> str:
    """A digest of modules, in their order."""
    seen = hashlib.sha256()
    for path in paths:
        seen.update(path.name.encode() + b"\0" + plain(path.read_bytes()))
    return seen.hexdigest()


def imported(*starts: Path) -> set[Path]:
    """Modules of both packages, and all modules of them that these import at any depth."""
    roots = {NAME: PACKAGE, REFERENCE: PLAY}
    found, waiting = {*starts}, [*starts]
    while waiting:
        for name in _names(waiting.pop().read_bytes()):
            package, *parts = name.split(".")
            path = roots[package].joinpath(*parts)
            for file in (path.with_suffix(".py"), path / "__init__.py"):
                if file.is_file() and file not in found:
                    found.add(file)
                    waiting.append(file)
    return found


@cache
def _tree(source: bytes) -> ast.Module:
    """A module as the parser reads it; ``plain`` takes the docstrings out."""
    return ast.parse(source)


@cache
def _names(source: bytes) -> frozenset[str]:
    """The names that a module imports from both packages, and the packages in which they are."""
    named: set[str] = set()
    for node in ast.walk(_tree(source)):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                named.update(f"{module}.{each.name}" for each in names)
            case ast.Import(names=names):
                named.update(each.name for each in names)
            case _:
                pass
    ours = (name.split(".") for name in named if name.split(".")[0] in (NAME, REFERENCE))
    return frozenset(".".join(parts[:n]) for parts in ours for n in range(1, len(parts) + 1))


@cache
def plain(source: bytes) -> bytes:
    """The code of a module without its docstrings and comments."""
    tree = _tree(source)
    for node in ast.walk(tree):
        match node:
            case ast.Module(body=body) | ast.ClassDef(body=body) | ast.FunctionDef(body=body):
                node.body = [each for each in body if not _is_text(each)]
            case _:
                pass
    return ast.dump(tree).encode()


def _is_text(node: ast.stmt) -> bool:
    """Whether a statement is a docstring, of a field or of what stands around it."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
