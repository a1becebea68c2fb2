"""Everything on which the verdicts on a case depend, as digests: equal inputs, equal verdicts.

A digest of code has the modules of the game, and those that the verdicts import, directly or by
other modules.  It leaves docstrings, comments and line ends out.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from meldcheck.law.carried import PLAY
from meldcheck.suite import store
from meldcheck.words.case import JSON, Case
from meldcheck.words.places import PACKAGE
from meldspec.games import package_of

NAME: Final = "meldcheck"
START: Final = "sources/matrix.py"
"""The module that works out verdicts."""
REFERENCE: Final = "meldspec"
BY_NAME: Final = "games"
"""The room whose modules are imported by the names of the games, as the games themselves are."""


def of_game(game: str, law: Mapping[str, JSON]) -> str:
    """A digest of the code that works out verdicts of a game, and of the game's published law."""
    ours = {
        name: {kind: [one for one in ones if one["game"] == game] for kind, ones in lists}
        for name, file in law.items()
        if (lists := [(kind, file[kind]) for kind in ("questions", "clauses") if kind in file])
    }
    profiles = [file["profiles"].get(game) for file in law.values() if "profiles" in file]
    seen = hashlib.sha256(store.digest({"law": ours, "profiles": profiles}).encode())
    for path in code_of(game):
        seen.update(path.name.encode() + b"\0" + _plain(path.read_bytes()).encode())
    return seen.hexdigest()


def of_case(case: Case) -> str:
    """A digest of a case."""
    return store.digest(case)[:12]


def code_of(game: str) -> list[Path]:
    """The modules behind the verdicts of a game."""
    own = package_of(game).removeprefix("meldspec.")
    starts = {PACKAGE / START, PACKAGE / BY_NAME / f"{own}.py", *(PLAY / own).rglob("*.py")}
    return sorted(imported(*(path for path in starts if path.is_file())))


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
def _names(source: bytes) -> frozenset[str]:
    """The names that a module imports from both packages, and the packages in which they are."""
    named: set[str] = set()
    for node in ast.walk(ast.parse(source)):
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
def _plain(source: bytes) -> str:
    """The code of a module without its docstrings and comments."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.Module(body=body) | ast.ClassDef(body=body) | ast.FunctionDef(body=body):
                node.body = [each for each in body if not _is_text(each)]
            case _:
                pass
    return ast.dump(tree)


def _is_text(node: ast.stmt) -> bool:
    """Whether a statement is a docstring, of a field or of what stands around it."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
