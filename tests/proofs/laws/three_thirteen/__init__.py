"""Three Thirteen."""

from typing import Final

MODULES: Final[tuple[str, ...]] = (
    "deals",
    "turns",
    "moves",
    "conservation",
    "draws",
    "wild_melds",
    "wild_solver",
    "going_out",
    "scores",
    "secrecy",
)
"""Every module of laws in this folder, in the order in which the page shows them."""
