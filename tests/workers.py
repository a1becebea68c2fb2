"""For tests with workers of Dask."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

import pytest

needs_dask: Final = pytest.mark.skipif(
    find_spec("distributed") is None, reason="NO WORKER IS TESTED: distributed is not installed"
)
