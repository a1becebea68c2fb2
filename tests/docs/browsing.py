"""Pages of the site in the chromium of the system."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from .building import Built

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
TIMEOUT: Final = 120_000
"""Milliseconds for one step in a browser; machines of tests are slow."""
WIDE: Final = 1280
NARROW: Final = 390
"""Widths of a window, in pixels."""

IN_A_BROWSER: Final = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="NO BROWSER IS TESTED: there is no chromium"),
]
"""The marks of a module whose tests use a browser."""


@contextmanager
def opened(browser: Browser, site: Built, place: str, width: int = WIDE) -> Iterator[Page]:
    """A page of the site from its folder; no message of an error, no request to elsewhere."""
    wrong: list[str] = []
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.set_default_timeout(TIMEOUT)
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: wrong.extend(_elsewhere(site, request.url)))
    page.goto(f"{site.folder.as_uri()}/{place}")
    yield page
    page.close()
    assert wrong == []


def _elsewhere(site: Built, address: str) -> Sequence[str]:
    here = (site.folder.as_uri(), "data:", "blob:")
    return () if address.startswith(here) else (address,)


def width_of(page: Page) -> int:
    """How wide the page is, with what one would have to scroll to."""
    return int(page.evaluate("document.documentElement.scrollWidth"))
