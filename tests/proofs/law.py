"""A law: a theorem about a rule, the clauses it states, and how it is checked.

Everything that is said about a law stands in the docstring of its theorem.  Its prose says the
law; ``clause:`` names clauses of the documents; ``pre:`` and ``post: _`` are the
contract that CrossHair reads; ``over:`` names what is gone through instead, one case at a time.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from types import FunctionType, ModuleType
from typing import Final, TypeVar, final

from . import laws
from .bugs import Bug

Theorem = TypeVar("Theorem", bound=Callable[..., object])


@final
class How(Enum):
    """How a law is checked."""

    SYMBOLICALLY = "symbolically"
    EXHAUSTIVELY = "exhaustively"
    BY_SAMPLES = "by samples"


@final
@dataclass(frozen=True, slots=True)
class Law:
    """A theorem, what its docstring says, and the bug that it must notice."""

    name: str
    how: How
    says: str
    clauses: tuple[str, ...]
    domain: tuple[str, ...]
    """The ``pre:`` lines word for word, or what is gone through."""
    theorem: FunctionType
    bug: Bug
    quick: bool
    """Whether it is also checked in the default run of the tests."""

    @property
    def folder(self) -> str:
        """The folder of laws that it stands in: of a game, or the ground floor."""
        return self.name.partition(".")[0]

    @property
    def module(self) -> str:
        """The module of laws that it stands in, with its folder."""
        return self.name.rpartition(".")[0]


LAWS: Final[dict[str, Law]] = {}
"""Every law by name; ``load`` fills it."""


def law(bug: Bug, quick: bool = False) -> Callable[[Theorem], Theorem]:
    """A theorem for CrossHair: a function that is true wherever its preconditions are."""
    return _registered(How.SYMBOLICALLY, bug, quick)


def enumerated(bug: Bug, quick: bool = False) -> Callable[[Theorem], Theorem]:
    """A generator that goes through every case and says of each whether the law holds."""
    return _registered(How.EXHAUSTIVELY, bug, quick)


def sampled(bug: Bug, quick: bool = False) -> Callable[[Theorem], Theorem]:
    """A generator that goes through some cases, always the same ones."""
    return _registered(How.BY_SAMPLES, bug, quick)


def _registered(how: How, bug: Bug, quick: bool) -> Callable[[Theorem], Theorem]:
    def register(theorem: Theorem) -> Theorem:
        made = read(theorem, how, bug, quick)
        if made.name in LAWS and LAWS[made.name].theorem.__code__ != made.theorem.__code__:
            raise ValueError(f"two laws have one name: {made.name}")
        LAWS[made.name] = made
        return theorem

    return register


def read(theorem: Callable[..., object], how: How, bug: Bug, quick: bool = False) -> Law:
    """The law that a docstring states; ValueError if it does not state one."""
    if not isinstance(theorem, FunctionType):
        raise ValueError(f"not a plain function: {theorem!r}")
    text = inspect.getdoc(theorem) or ""
    marked = {"clause": list[str](), "pre": list[str](), "post": list[str](), "over": list[str]()}
    prose: list[str] = []
    for line in text.splitlines():
        match = re.fullmatch(r"(clause|pre|post|over): (.+)", line)
        if match:
            marked[match[1]].append(match[2])
        else:
            prose.append(line)
    symbolic = how is How.SYMBOLICALLY
    if (marked["post"] != (["_"] if symbolic else [])) or bool(marked["over"]) == symbolic:
        raise ValueError(f"{theorem.__qualname__}: not the contract of a law checked {how.value}")
    if not marked["clause"] or not prose:
        raise ValueError(f"{theorem.__qualname__}: a law has a sentence and a clause")
    return Law(
        name=".".join((*theorem.__module__.split(".")[-2:], theorem.__name__)),
        how=how,
        says=" ".join("\n".join(prose).split()),
        clauses=tuple(marked["clause"]),
        domain=tuple(marked["pre"] if symbolic else marked["over"]),
        theorem=theorem,
        bug=bug,
        quick=quick,
    )


def folders() -> Iterator[ModuleType]:
    """Every folder of laws, in order: the ground floor, then a package for each game."""
    for name in laws.FOLDERS:
        yield importlib.import_module(f"{laws.__name__}.{name}")


def modules() -> Iterator[ModuleType]:
    """Every module of laws, in order."""
    for folder in folders():
        for name in folder.MODULES:
            yield importlib.import_module(f"{folder.__name__}.{name}")


def load() -> dict[str, Law]:
    """Every law, by name, in the order in which they stand in their modules."""
    order = {module.__name__: place for place, module in enumerate(modules())}
    standing = sorted(
        LAWS.values(),
        key=lambda law: (
            order[law.theorem.__module__],
            law.theorem.__code__.co_firstlineno,
        ),
    )
    return {law.name: law for law in standing}
