"""A small suite on disk for the tests of the runner."""

from __future__ import annotations

from pathlib import Path

import pytest

from .standins import CASES, write_suite


@pytest.fixture
def suite_folder(tmp_path: Path) -> Path:
    """A folder with the cases that fit the stand-ins."""
    return write_suite(tmp_path / "suite", CASES)
