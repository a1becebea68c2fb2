"""Seeded bugs: a rule of the reference with a few characters of its source changed.

A law that still holds with its bug in the rule says nothing about the rule.  The changed code
is put into the very function object that guards and tables hold, for as long as the check lasts.
"""

from __future__ import annotations
import __future__

import inspect
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, TypeAlias, final

from meldspec.kernel import Condition, Effect, Following, Limit

Rule: TypeAlias = (
    Condition[Any, Any, Any, Any]
    | Effect[Any, Any, Any, Any, Any]
    | Following[Any, Any, Any]
    | Limit[Any, Any, Any]
)  # of any types: only the function in it is looked at


class StaleBugError(Exception):
    """The rule no longer reads as a seeded bug expects."""


@final
@dataclass(frozen=True, slots=True)
class Bug:
    """One place in the source of a rule, what stands there, and what the bug makes of it."""

    marked: Callable[..., object] | Rule
    """The rule's function, or the rule that is made of it."""
    was: str
    becomes: str

    @property
    def rule(self) -> Callable[..., object]:
        """The rule's function."""
        match self.marked:
            case Condition(holds=function) | Limit(holds=function):
                return function
            case Effect(makes=function) | Following(comes=function):
                return function
            case function:
                return function

    @property
    def where(self) -> str:
        """The rule's full name."""
        return f"{self.rule.__module__}.{self.rule.__qualname__}"


@contextmanager
def seeded(bug: Bug) -> Iterator[None]:
    """The rule is broken inside, and whole again afterwards."""
    rule = bug.rule
    if not isinstance(rule, FunctionType):
        raise StaleBugError(f"{bug.where} is not a function written in Python")
    whole = rule.__code__
    rule.__code__ = broken_code(bug, rule)
    try:
        yield
    finally:
        rule.__code__ = whole


def broken_code(bug: Bug, rule: FunctionType) -> CodeType:
    """The code of the rule with the bug in it."""
    source = textwrap.dedent(inspect.getsource(rule))
    if source.startswith("@"):
        source = source[source.index("def ") :]
    if source.count(bug.was) != 1:
        raise StaleBugError(f"{bug.where} holds {source.count(bug.was)} times: {bug.was}")
    module = compile(
        source.replace(bug.was, bug.becomes),
        f"<seeded bug in {bug.where}>",
        "exec",
        flags=__future__.annotations.compiler_flag,
        dont_inherit=True,
    )
    codes = [
        constant
        for constant in module.co_consts
        if isinstance(constant, CodeType) and constant.co_name == rule.__name__
    ]
    if len(codes) != 1 or codes[0].co_freevars != rule.__code__.co_freevars:
        raise StaleBugError(f"{bug.where} is no plain function")
    return codes[0]
