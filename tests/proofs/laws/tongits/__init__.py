"""Tong-its."""

from typing import Final

MODULES: Final = (
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
"""Every module of laws in this folder, in the order in which the page shows them."""
