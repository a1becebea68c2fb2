"""The code that carries a clause, found by looking at the play itself.

A guard, a move's effect, a consequence and a payment line name their clauses as values.  Other
functions name them in their body or, where they decide something that a table
elsewhere is about, in their docstring: ``Clauses: showdown.lowest-wins, participants.``
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import textwrap
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

import meldspec
from meldcheck.law.carried import named
from meldspec.play import Consequence, Guard, Move

ROOT: Final = Path(meldspec.__file__).resolve().parent
"""The folder of the play."""

_NAMED: Final = re.compile(r"\bClauses?: ([a-z0-9.,\s-]+?)\.(?:\s|$)")


@dataclass(frozen=True, slots=True)
class Carrier:
    """A function that carries a clause, and what it is to it."""

    role: str
    name: str
    file: str
    line: int
    source: str


def carriers(game: str) -> dict[str, tuple[Carrier, ...]]:
    """The carriers of each clause that the code of a game names."""
    found: dict[str, dict[tuple[str, int], Carrier]] = defaultdict(dict)
    for clause, role, function in _everything(game):
        carrier = _carrier(role, function)
        found[clause].setdefault((carrier.file, carrier.line), carrier)
    return {clause: tuple(those.values()) for clause, those in found.items()}


def _carrier(role: str, function: FunctionType) -> Carrier:
    lines, first = inspect.getsourcelines(function)
    path = Path(inspect.getfile(function)).resolve()
    file = f"reference/{ROOT.name}/{path.relative_to(ROOT).as_posix()}"
    return Carrier(role, function.__name__, file, first, textwrap.dedent("".join(lines)).rstrip())


def _everything(game: str) -> Iterator[tuple[str, str, FunctionType]]:
    """Clause, role and function; what says most about a clause comes first."""
    modules = tuple(_modules(game))
    for module in modules:
        yield from _values(module)
    for module in modules:
        for function in _functions(module):
            for clause in _in_docstring(game, function):
                yield clause, "decides it", function
    for module in modules:
        for function in _functions(module):
            code = ast.parse(textwrap.dedent(inspect.getsource(function)))
            for clause in named(game, code):
                yield clause, "refers to it", function
    for module in modules:
        yield from _effects(module)


def _module(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and name.startswith(error.name):
            return None
        raise


def _package(game: str) -> str:
    """The package that plays a game."""
    return f"meldspec.{game.replace('-', '_')}"


def _modules(game: str) -> Iterator[ModuleType]:
    package = _module(_package(game))
    if package is None:
        return
    for info in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(info.name)


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    for value in vars(module).values():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            yield value


def _written_here(call: Callable[..., Any]) -> Iterator[FunctionType]:
    if isinstance(call, FunctionType):
        yield call


def _entries(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Each value of a module's tables, with the name under which it stands."""
    for name, value in vars(module).items():
        if name.isupper():
            for entry in value if isinstance(value, tuple) else (value,):
                yield name, entry


def _values(module: ModuleType) -> Iterator[tuple[str, str, FunctionType]]:
    """Guards and payment lines: one clause, one function."""
    for name, entry in _entries(module):
        if isinstance(entry, Move):
            for stage, guards in (
                ("existence guard of", entry.exists),
                ("guard of", entry.guards),
                ("condition of", entry.after),
            ):
                for guard in guards:
                    for function in _written_here(guard.holds):
                        yield str(guard.clause), f"{stage} {name}", function
        elif not isinstance(entry, Consequence | Guard) and isinstance(
            clause := getattr(entry, "clause", None), str
        ):
            for field in getattr(type(entry), "__slots__", ()):
                for function in _written_here(getattr(entry, field)):
                    yield str(clause), f"line of {name}", function


def _effects(module: ModuleType) -> Iterator[tuple[str, str, FunctionType]]:
    """Effects and consequences: several clauses at once."""
    for name, entry in _entries(module):
        if isinstance(entry, Move):
            for clause in entry.says:
                for function in _written_here(entry.effect):
                    yield str(clause), f"effect of {name}", function
        elif isinstance(entry, Consequence):
            for clause in entry.says:
                for role, call in (("when", entry.when), ("effect", entry.effect)):
                    for function in _written_here(call):
                        yield str(clause), f"consequence, {role}", function


def _in_docstring(game: str, function: FunctionType) -> Iterator[str]:
    chapter = ""
    for found in _NAMED.finditer(inspect.getdoc(function) or ""):
        for word in found[1].replace(",", " ").split():
            before, dot, name = word.rpartition(".")
            chapter = before if dot else chapter
            yield f"{game}.{chapter}.{name}"
