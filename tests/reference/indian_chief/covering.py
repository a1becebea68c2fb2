"""The pairwise covering array of Indian Chief as rule sets of the reference."""

from __future__ import annotations

from functools import cache
from typing import Final

from meldcheck.law.covering import covering
from meldspec.indian_chief.options import TABLE, Rules

COVERING: Final = covering("indian-chief")


@cache
def covering_array() -> tuple[Rules, ...]:
    """The rows of the array."""
    return tuple(TABLE.read({"options": {**row}}) for row in COVERING.rows)
