"""Every state of a small table, and the laws that hold in all of them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from meldcheck.explore.table import AnyExplored
from meldspec.games import NAMES, OnDemand, package_of


def _module_of(name: str) -> str:
    """The module that has the laws and the small tables of a game."""
    return f"{__name__}.{package_of(name).removeprefix('meldspec.')}"


def is_explored(name: str) -> bool:
    """Whether a game has small tables."""
    return find_spec(_module_of(name)) is not None


def _explored(name: str) -> AnyExplored:
    found: AnyExplored = import_module(_module_of(name)).EXPLORED
    return found


EXPLORED: Final[Mapping[str, AnyExplored]] = OnDemand(NAMES, _explored)
"""Game id to the game as it is explored."""
