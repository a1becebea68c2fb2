"""For all tests: long tests run only when named, and gates can print lines at the end."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from datetime import date
from typing import Final

import pytest

from meldcheck.words.solvers import are_compiled

from . import unchanged

ASKED_FOR: Final = ("slow", "nightly", "proofs")
"""Markers of tests that take minutes."""

TOLD: Final = "told"
HELD: Final = "held"

SELDOM: Final = 100_000, 50, 100
"""After how many new objects the garbage collector runs; its own numbers cost a tenth more."""

PURE: Final = pytest.mark.skip(
    "only with pure solvers: CrossHair plays their source, and a seeded bug replaces a function"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option of the slow gate."""
    parser.addoption(
        "--changed",
        action="store_const",
        const=date.today().isoformat(),
        help="skip determined tests that have passed, if nothing behind them has changed since",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave long tests out unless the command line names a marker or a single test.

    Tests of proofs are skipped where the solvers are compiled.
    """
    if are_compiled():
        for item in items:
            if "proofs" in item.path.parts:
                item.add_marker(PURE)
    if asked := config.getoption("changed"):
        skip_unchanged(items, date.fromisoformat(asked))
    if config.getoption("markexpr") or any("::" in word for word in config.args):
        return
    left_out = [item for item in items if any(map(item.get_closest_marker, ASKED_FOR))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def skip_unchanged(items: list[pytest.Item], today: date) -> None:
    """Skip the tests that would find what they have found, but for those that are due today."""
    known = unchanged.known()
    for item in items:
        files = unchanged.behind_test(item)
        if files is None or unchanged.is_due(item.nodeid, today):
            continue
        if known.get(item.nodeid) == unchanged.digest(files):
            item.add_marker(pytest.mark.skip(unchanged.WHY))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Refuse a determined test what is not behind it."""
    yield from _followed(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Refuse a determined test what is not behind it, and note with which files it passes."""
    yield from _followed(item)
    files = unchanged.behind_test(item)
    if files is not None:
        item.user_properties.append((HELD, unchanged.digest(files)))


def _followed(item: pytest.Item) -> Iterator[None]:
    files = unchanged.behind_test(item)
    with nullcontext() if files is None else unchanged.followed(files):
        yield


def pytest_collection_finish() -> None:
    """Leave out of garbage collection what lives to the end, and collect seldom, as commands do."""
    gc.freeze()
    gc.set_threshold(*SELDOM)


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """A function that keeps lines for the end of the run, in runs on several processes too."""
    node: pytest.Item = request.node
    return lambda lines: node.user_properties.append((TOLD, lines))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the lines that tests have kept with ``tell``, and keep which determined ones held."""
    held = {
        report.nodeid: str(digest)
        for report in terminalreporter.getreports("passed")
        for name, digest in report.user_properties
        if name == HELD and report.when == "call"
    }
    if held and config.getoption("changed"):
        unchanged.keep(held)
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            for name, lines in report.user_properties:
                if name == TOLD and report.when == "call":
                    terminalreporter.write_line(str(lines))
