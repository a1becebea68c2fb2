"""The pairwise covering array of Carousel as rule sets of the reference."""

from __future__ import annotations

from functools import cache
from typing import Final

from meldcheck.law.covering import Covering
from meldcheck.law.rulespace import RuleSpace
from meldspec.carousel.options import TABLE, Rules
from meldspec.carousel.spoken import CAROUSEL

COVERING: Final = Covering(RuleSpace.of(CAROUSEL, {}))
"""By no documents, so that no option is asleep under readings of another."""


@cache
def covering_array() -> tuple[Rules, ...]:
    """The rows of the array."""
    return tuple(TABLE.read({"options": {**row}}) for row in COVERING.rows)
