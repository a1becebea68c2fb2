"""Long sweeps in parts: the README's test command, the slow gate and the nightly run share them."""

from __future__ import annotations

import pytest


def sampled(number: int, one_in: int) -> tuple[pytest.MarkDecorator, ...]:
    """The marks of a parameter by its place in a sweep: slow for all but one of ``one_in``."""
    return () if number % one_in == 0 else (pytest.mark.slow,)


def slow_or_nightly(number: int, one_in: int) -> pytest.MarkDecorator:
    """The same for a long sweep: slow for one of ``one_in``, nightly for the others."""
    return pytest.mark.slow if number % one_in == 0 else pytest.mark.nightly
