"""Three Thirteen."""

from typing import Final

MODULES: Final[tuple[str, ...]] = ("deals", "turns", "moves", "wild_melds")
"""Every module of laws in this folder, in the order in which the page shows them."""
