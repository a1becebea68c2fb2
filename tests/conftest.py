"""For all tests: long tests run only when named, and gates can print lines at the end."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Final

import pytest

from meldcheck.words.solvers import are_compiled

ASKED_FOR: Final = ("slow", "nightly", "proofs")
"""Markers of tests that take minutes."""

TOLD: Final = "told"

SELDOM: Final = 100_000, 50, 100
"""After how many new objects the garbage collector runs; its own numbers cost a tenth more."""

PURE: Final = pytest.mark.skip(
    "only with pure solvers: CrossHair plays their source, and a seeded bug replaces a function"
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave long tests out unless the command line names a marker or a single test.

    Tests of proofs are skipped where the solvers are compiled.
    """
    if are_compiled():
        for item in items:
            if "proofs" in item.path.parts:
                item.add_marker(PURE)
    if config.getoption("markexpr") or any("::" in word for word in config.args):
        return
    left_out = [item for item in items if any(map(item.get_closest_marker, ASKED_FOR))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    """Leave out of garbage collection what lives to the end, and collect seldom, as commands do."""
    gc.freeze()
    gc.set_threshold(*SELDOM)


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """A function that keeps lines for the end of the run, in runs on several processes too."""
    node: pytest.Item = request.node
    return lambda lines: node.user_properties.append((TOLD, lines))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the lines that tests have kept with ``tell``."""
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            for name, lines in report.user_properties:
                if name == TOLD and report.when == "call":
                    terminalreporter.write_line(str(lines))
