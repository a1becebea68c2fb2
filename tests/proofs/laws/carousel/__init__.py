"""Carousel."""

from typing import Final

MODULES: Final[tuple[str, ...]] = (
    "melds",
    "deals",
    "turns",
    "moves",
    "rearranging",
    "jokers",
    "plays",
    "winners",
    "matches",
    "conservation",
    "secrecy",
)
"""Every module of laws in this folder, in the order in which the page shows them."""
