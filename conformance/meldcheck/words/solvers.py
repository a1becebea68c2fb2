"""The solvers of the play: whether they are compiled, as ``MELDSPEC_COMPILE=1`` installs them."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import Final

_SOLVER: Final = "meldspec.arrangement"


def are_compiled() -> bool:
    """Whether Python imports them from extension modules; only their package is imported."""
    found = find_spec(_SOLVER)
    return found is not None and str(found.origin).endswith(tuple(EXTENSION_SUFFIXES))
