"""The code of each clause, found by reading the modules of the play.

A function whose code belongs to a clause is a carrier of it.  A condition, a limit, an effect and a
following have their clauses above them; a payment line has its clause beside the function.  Other
functions name their clauses in the body, or in the docstring: ``Clauses: showdown.lowest-wins.``
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from meldcheck.law.carried import named
from meldcheck.words.code import PLAY

_NAMED: Final = re.compile(r"\bClauses?: ([a-z0-9.,\s-]+?)\.(?:\s|$)")

_ROLES: Final = {
    "condition": "condition of",
    "limit": "limit of",
    "effect": "effect of",
    "follows": "follows without an action",
}
"""By the mark above a function: how the site names what the function is to the clause."""


@dataclass(frozen=True, slots=True)
class Carrier:
    """A function that carries a clause, with its role, its place and its source code."""

    role: str
    name: str
    file: str
    line: int
    source: str


@dataclass(frozen=True, slots=True)
class _Module:
    """A module of the play: its file, its text and its syntax tree."""

    file: str
    text: str
    tree: ast.Module

    def functions(self) -> Iterator[ast.FunctionDef]:
        """The functions at the top of the module."""
        yield from (node for node in self.tree.body if isinstance(node, ast.FunctionDef))

    def tables(self) -> Iterator[tuple[str, ast.Call]]:
        """The calls at the top of the module whose results get a name, with this name.

        Each entry of a tuple comes separately.
        """
        for node in self.tree.body:
            match node:
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.Call() as made):
                    yield name, made
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.Tuple(elts=entries)):
                    yield from ((name, one) for one in entries if isinstance(one, ast.Call))
                case _:
                    pass


@dataclass(frozen=True, slots=True)
class _Play:
    """The code of a game: modules, the move that lists each rule, the module of each function."""

    game: str
    modules: tuple[_Module, ...]
    moves: Mapping[str, str]
    functions: Mapping[str, tuple[_Module, ast.FunctionDef]]


_Found: TypeAlias = Iterator[tuple[str, str, _Module, ast.FunctionDef]]
"""Clause, role, and the function with its module."""


def carriers(game: str) -> dict[str, tuple[Carrier, ...]]:
    """The carriers of each clause that the code of a game names.

    First come the marked functions, then payment lines, docstrings and bodies.
    """
    modules = tuple(_modules(game))
    play = _Play(
        game,
        modules,
        {rule: move for module in modules for rule, move in _rules_of_moves(module)},
        {each.name: (module, each) for module in modules for each in module.functions()},
    )
    found: dict[str, dict[tuple[str, int], Carrier]] = defaultdict(dict)
    for place in (_marked, _lines, _in_docstring, _in_body):
        for clause, role, module, function in place(play):
            carrier = _carrier(role, module, function)
            found[clause].setdefault((carrier.file, carrier.line), carrier)
    return {clause: tuple(those.values()) for clause, those in found.items()}


def _modules(game: str) -> Iterator[_Module]:
    package = game.replace("-", "_")
    for path in sorted((PLAY / package).glob("*.py")):
        text = path.read_text(encoding="utf-8")
        yield _Module(f"reference/{PLAY.name}/{package}/{path.name}", text, ast.parse(text))


def _carrier(role: str, module: _Module, function: ast.FunctionDef) -> Carrier:
    first = min((mark.lineno for mark in function.decorator_list), default=function.lineno)
    lines = module.text.splitlines()[first - 1 : function.end_lineno]
    return Carrier(role, function.name, module.file, first, "\n".join(lines))


def _rules_of_moves(module: _Module) -> Iterator[tuple[str, str]]:
    """The name of each rule that a move lists, and the name of the move."""
    for name, made in module.tables():
        if isinstance(made.func, ast.Name) and made.func.id == "Move":
            listed = (keyword.value for keyword in made.keywords if keyword.arg != "candidates")
            for value in listed:
                for node in ast.walk(value):
                    if isinstance(node, ast.Name):
                        yield node.id, name


def _marked(play: _Play) -> _Found:
    for module, function in play.functions.values():
        for mark in function.decorator_list:
            if not isinstance(mark, ast.Call) or not isinstance(mark.func, ast.Name):
                continue
            role = _ROLES.get(mark.func.id, mark.func.id)
            if role.endswith(" of"):
                role = f"{role} {play.moves.get(function.name, module.file)}"
            for clause in named(play.game, mark):
                yield clause, role, module, function


def _lines(play: _Play) -> _Found:
    """For each payment line, the functions that say how much is paid."""
    for table in play.modules:
        for name, made in table.tables():
            if not isinstance(made.func, ast.Name) or made.func.id != "Line":
                continue
            named_here = (node.id for node in ast.walk(made) if isinstance(node, ast.Name))
            owing = [play.functions[one] for one in named_here if one in play.functions]
            for clause in named(play.game, made):
                for module, function in owing:
                    yield clause, f"line of {name}", module, function


def _in_docstring(play: _Play) -> _Found:
    for module, function in play.functions.values():
        for found in _NAMED.finditer(ast.get_docstring(function) or ""):
            for name in found[1].replace(",", " ").split():
                yield f"{play.game}.{name}", "decides it", module, function


def _in_body(play: _Play) -> _Found:
    for module, function in play.functions.values():
        for statement in function.body:
            for clause in named(play.game, statement):
                yield clause, "refers to it", module, function
