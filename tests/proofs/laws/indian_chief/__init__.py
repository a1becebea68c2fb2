"""Indian Chief."""

from typing import Final

MODULES: Final[tuple[str, ...]] = (
    "deals",
    "choices",
    "scores",
    "beggars",
    "chiefs",
    "thieves",
    "refilling",
    "matches",
    "asked",
    "turns",
    "conservation",
    "secrecy",
    "answers",
    "stated",
)
"""Every module of laws in this folder, in the order in which the page shows them."""
