"""How positions are stated, by the id of the game."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from meldspec.games import GAMES, OnDemand, package_of
from meldspec.stated import AnyStating


def _stating(name: str) -> AnyStating:
    given: Any = import_module(f"{package_of(name)}.given")  # each game has one
    stating: AnyStating = given.STATING
    return stating


POSITIONS: Final[Mapping[str, AnyStating]] = OnDemand(tuple(GAMES), _stating)
"""Game id to the way of stating its positions."""
