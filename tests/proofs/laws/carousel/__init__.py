"""Carousel."""

from typing import Final

MODULES: Final[tuple[str, ...]] = ("deals", "winners", "matches")
"""Every module of laws in this folder, in the order in which the page shows them."""
