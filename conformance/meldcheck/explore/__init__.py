"""Every state of a small table, and the laws that hold in all of them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from meldcheck.explore.table import AnyExplored
from meldspec.games import NAMES, OnDemand, package_of


def _explored(name: str) -> AnyExplored:
    corner = package_of(name).removeprefix("meldspec.")
    found: AnyExplored = import_module(f"{__name__}.{corner}").EXPLORED
    return found


EXPLORED: Final[Mapping[str, AnyExplored]] = OnDemand(NAMES, _explored)
"""Game id to the game as it is explored."""
