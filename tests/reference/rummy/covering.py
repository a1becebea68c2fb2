"""The pairwise covering array of Rummy as rule sets of the reference."""

from __future__ import annotations

from functools import cache
from typing import Final

from meldcheck.law.covering import covering
from meldspec.rummy.options import TABLE, Rules

COVERING: Final = covering("rummy")


@cache
def covering_array() -> tuple[Rules, ...]:
    """The rows of the array."""
    return tuple(TABLE.read({"options": {**row}}) for row in COVERING.rows)
