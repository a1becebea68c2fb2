"""The ground floor: cards and melds."""

from typing import Final

MODULES: Final = ("cards", "melds")
"""Every module of laws in this folder, in the order in which the page shows them."""
