"""Sweeps of which the README's test command runs a sample, and the slow gate the rest."""

from __future__ import annotations

import pytest


def sampled(number: int, one_in: int) -> tuple[pytest.MarkDecorator, ...]:
    """The marks of a parameter by its place in a sweep: slow for all but one of ``one_in``."""
    return () if number % one_in == 0 else (pytest.mark.slow,)
