"""All games, by id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldspec.carousel.wire import CAROUSEL
from meldspec.indian_chief.wire import INDIAN_CHIEF
from meldspec.rummy.wire import RUMMY
from meldspec.three_thirteen.wire import THREE_THIRTEEN
from meldspec.tongits.wire import TONGITS
from meldspec.wire import GameWire

GAMES: Final[Mapping[str, GameWire]] = {
    game.name: game for game in (TONGITS, RUMMY, THREE_THIRTEEN, INDIAN_CHIEF, CAROUSEL)
}
"""Game id to game."""
