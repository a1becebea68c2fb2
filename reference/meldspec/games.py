"""All games, by id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldspec.tongits.wire import TONGITS
from meldspec.wire import GameWire

GAMES: Final[Mapping[str, GameWire]] = {TONGITS.name: TONGITS}
"""Game id to game."""
