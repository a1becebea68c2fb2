"""What all tests share: which are left out unless asked for, and how gates tell what they saw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

ASKED_FOR: Final = ("slow", "proofs")
"""Markers of tests that take minutes."""

TOLD: Final = "told"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave long tests out unless markers or single tests are chosen on the command line."""
    if config.getoption("markexpr") or any("::" in word for word in config.args):
        return
    left_out = [item for item in items if any(map(item.get_closest_marker, ASKED_FOR))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Lines of a gate that are printed at the end, on however many processes the tests ran."""
    node: pytest.Item = request.node
    return lambda lines: node.user_properties.append((TOLD, lines))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what gates have told."""
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            for name, lines in report.user_properties:
                if name == TOLD and report.when == "call":
                    terminalreporter.write_line(str(lines))
