"""Runs: where their aces may stand.  The law: spec/carousel/seq.md

What a run is besides, and what a set is, the melds tell: ``meld.kind_of``.
"""

from __future__ import annotations

from meldspec.carousel.options import Rules


def has_both_ends(rules: Rules) -> bool:
    """Whether a run may have an ace at either end."""
    return rules.seq.ace_both_ends == "both_ends"
