"""Rummy."""

from typing import Final

MODULES: Final[tuple[str, ...]] = (
    "deals",
    "dealers",
    "scores",
    "matches",
    "stocks",
    "moves",
    "laying_down",
    "duties",
    "going_rummy",
    "turns",
    "conservation",
    "secrecy",
)
"""Every module of laws in this folder, in the order in which the page shows them."""
