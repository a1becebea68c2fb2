"""The slow proofs run only when they are asked for: ``pytest -m proofs -n 2 tests/proofs``."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", "proofs: every law and every seeded bug, some minutes long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the slow proofs out unless markers or single tests are chosen on the command line."""
    if config.getoption("markexpr") or any("::" in word for word in config.args):
        return
    slow = [item for item in items if item.get_closest_marker("proofs")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("proofs")]
