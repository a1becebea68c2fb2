"""Why clauses say nothing under some readings, a module a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.untold import Silent

from . import carousel, indian_chief, rummy, three_thirteen, tongits

SILENT: Final[Mapping[str, tuple[Silent, ...]]] = {
    "tongits": tongits.SILENT,
    "rummy": rummy.SILENT,
    "three-thirteen": three_thirteen.SILENT,
    "indian-chief": indian_chief.SILENT,
    "carousel": carousel.SILENT,
}
