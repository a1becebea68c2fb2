"""The pairwise covering array of Tong-its as rule sets of the reference."""

from __future__ import annotations

from functools import cache
from typing import Final

from meldcheck.covering import covering
from meldspec.tongits.options import DEFAULT, Rules
from meldspec.tongits.wire import OPTIONS

COVERING: Final = covering("tongits")


@cache
def covering_array() -> tuple[Rules, ...]:
    """The rows of the array."""
    found: list[Rules] = []
    for row in COVERING.rows:
        rules = DEFAULT
        for option in OPTIONS:
            rules = option.put(rules, row[option.name])
        found.append(rules)
    return tuple(found)
