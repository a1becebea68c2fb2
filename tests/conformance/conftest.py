"""A small suite on disk for the tests of the runner."""

from __future__ import annotations

from pathlib import Path

import pytest

from .standins import CASES, write_suite


@pytest.fixture
def suite_folder(tmp_path: Path) -> Path:
    """A folder with the cases that fit the stand-ins."""
    return write_suite(tmp_path / "suite", CASES)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out unless markers or single tests are chosen on the command line."""
    if config.getoption("markexpr") or any("::" in word for word in config.args):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]
