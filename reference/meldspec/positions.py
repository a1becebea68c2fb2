"""How positions are stated, by the id of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldspec.carousel.given import STATING as CAROUSEL
from meldspec.indian_chief.given import STATING as INDIAN_CHIEF
from meldspec.rummy.given import STATING as RUMMY
from meldspec.stated import Stating
from meldspec.three_thirteen.given import STATING as THREE_THIRTEEN
from meldspec.tongits.given import STATING as TONGITS

POSITIONS: Final[Mapping[str, Stating]] = {
    "tongits": TONGITS,
    "rummy": RUMMY,
    "three-thirteen": THREE_THIRTEEN,
    "indian-chief": INDIAN_CHIEF,
    "carousel": CAROUSEL,
}
"""Game id to the way of stating its positions."""
