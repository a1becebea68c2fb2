"""Everything on which the verdicts on a case depend, as digests: equal inputs, equal verdicts.

A digest of code has the modules that the verdicts import, directly or by other modules, and all
that are imported by name.  It leaves docstrings, comments and line ends out.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from meldcheck.law.carried import PLAY
from meldcheck.suite import store
from meldcheck.words.case import JSON, Case
from meldcheck.words.places import PACKAGE
from meldspec.games import NAMES, package_of

NAME: Final = "meldcheck"
START: Final = "sources/matrix.py"
"""The module that works out verdicts."""
ADAPTERS: Final = "engine"
"""The package beside the games that only speaks for others."""
BY_NAME: Final = "games"
"""The room whose modules are imported by the names of the games."""


def of_game(game: str, law: Mapping[str, JSON]) -> str:
    """A digest of the code that works out verdicts of a game, and of the game's published law."""
    ours = {
        name: {kind: [one for one in ones if one["game"] == game] for kind, ones in lists}
        for name, file in law.items()
        if (lists := [(kind, file[kind]) for kind in ("questions", "clauses") if kind in file])
    }
    profiles = [file["profiles"].get(game) for file in law.values() if "profiles" in file]
    seen = hashlib.sha256(store.digest({"law": ours, "profiles": profiles}).encode())
    for path in _code(game):
        seen.update(path.name.encode() + b"\0" + _plain(path.read_bytes()).encode())
    return seen.hexdigest()


def of_case(case: Case) -> str:
    """A digest of a case."""
    return store.digest(case)[:12]


def _code(game: str) -> Iterator[Path]:
    others = {package_of(name).removeprefix("meldspec.") for name in NAMES if name != game}
    for path in sorted(PLAY.rglob("*.py")):
        if path.relative_to(PLAY).parts[0] not in {*others, ADAPTERS}:
            yield path
    yield from sorted({*imported(PACKAGE / START), *(PACKAGE / BY_NAME).rglob("*.py")})


def imported(start: Path) -> set[Path]:
    """A module of the package, and all modules of the package that it imports at any depth."""
    found, waiting = {start}, [start]
    while waiting:
        for name in _names(waiting.pop().read_bytes()):
            path = PACKAGE.joinpath(*name.split("."))
            for file in (path.with_suffix(".py"), path / "__init__.py"):
                if file.is_file() and file not in found:
                    found.add(file)
                    waiting.append(file)
    return found


@cache
def _names(source: bytes) -> frozenset[str]:
    """The names that a module imports from the package, and the packages in which they are."""
    inside = f"{NAME}."
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(module)) if f"{module}.".startswith(inside):
                within = f"{module}.".removeprefix(inside)
                names.update(f"{within}{each.name}" for each in node.names)
                parts = within.rstrip(".").split(".")
                names.update(".".join(parts[:number]) for number in range(1, len(parts) + 1))
            case ast.Import(names=imports):
                names.update(
                    each.name.removeprefix(inside)
                    for each in imports
                    if each.name.startswith(inside)
                )
            case _:
                pass
    return frozenset(names)


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
