"""Lets tests import the documentation's extension, builds the site once, starts a browser."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, sync_playwright

from .browsing import CHROMIUM
from .building import DOCS, ROOT, Built, build

if TYPE_CHECKING:
    from lawpages.book import Book

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs" / "_ext"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The whole site; it takes minutes."""
    return build(DOCS, tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="session")
def book() -> Book:
    """The documents, as the pages show them."""
    from lawpages.book import read_book  # the folder of the extension must be known first

    return read_book(ROOT / "spec")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()
