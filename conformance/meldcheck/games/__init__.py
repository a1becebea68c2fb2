"""The games, each with its own measure."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from meldcheck.games.measure import Measure
from meldspec.games import GAMES, OnDemand


def _measure(name: str) -> Measure:
    module: Any = import_module(f"meldcheck.games.{name.replace('-', '_')}")  # each has a MEASURE
    measure: Measure = module.MEASURE
    return measure


MEASURES: Final[Mapping[str, Measure]] = OnDemand(tuple(GAMES), _measure)
"""Game id to measure."""

ARGUED: Final = ("tongits",)
"""The games with arguments for how short a play can be on which readings differ."""


def not_argued(game: str) -> str:
    """A message for a game without such arguments; empty for a game with them."""
    if game in ARGUED:
        return ""
    return f"{title_of(game)} is not covered yet; covered: {', '.join(map(title_of, ARGUED))}"


def title_of(game: str) -> str:
    """The printed name of a game; its id if it has no measure here."""
    return MEASURES[game].title if game in MEASURES else game
