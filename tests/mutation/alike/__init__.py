"""Why changes that no trial finds change nothing: inputs that decide it, and reasons, by part.

A module here has the name of a part.  Its ``INPUTS`` give, for a function, all the arguments that
its domain has within stated bounds; a change of it is equal if every answer is the same.  For a
part of a solver they give the questions that its users ask of the solver.  Its
``REASONS`` say in one sentence why the other changes make no difference that a suite can see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias, final


@final
@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything on which a function is asked."""

    bounds: str
    """The bounds in words."""
    make: Callable[[], Iterable[tuple[Any, ...]]]  # the arguments of any function
    question: Callable[..., object] | None = None
    """The function that is asked; None for the function that is changed."""


@final
@dataclass(frozen=True, slots=True)
class Reason:
    """Why some changes make no difference that a suite can see."""

    names: tuple[str, ...]
    """The names of the changes."""
    why: str


InputsOf: TypeAlias = Mapping[str, Inputs]
"""By module after ``meldspec.``, and function: ``tongits.deal.is_dealt``."""


def of(part: str) -> tuple[InputsOf, tuple[Reason, ...]]:
    """The inputs and reasons of a part."""
    module: Any = import_module(f"{__package__}.{part.replace('-', '_')}")
    return module.INPUTS, module.REASONS
