"""The laws, a module for each part of the game, in the order in which they are told."""

from typing import Final

MODULES: Final = (
    "cards",
    "melds",
    "whole_pack",
    "small_packs",
    "sampled",
    "stages",
    "turns",
    "moves",
    "conservation",
    "calls",
    "readings",
    "winners",
    "payments",
    "pots",
    "secrecy",
)
"""Every module of this package."""
