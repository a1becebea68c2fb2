"""Runs: where their aces may stand.  The law: spec/carousel/seq.md

The other rules of runs and sets are in ``meld.kind_of``.
"""

from __future__ import annotations

from meldspec.carousel.options import Rules


def has_both_ends(rules: Rules) -> bool:
    """Whether one run may have an ace at each end."""
    return rules.seq.ace_both_ends == "both_ends"
