"""Readings of questions, as rule sets and engines write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Reading: TypeAlias = str | int
Readings: TypeAlias = Mapping[str, Reading]
"""A reading for each option, by its full name."""


def reading_value(word: str) -> Reading:
    """A reading from its word in a document; a word of digits is a number."""
    return int(word) if word.isdigit() else word
