"""The report of a check as a page, in a narrow window."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from meldcheck.check.html.page import as_html

from ..conformance.test_html import report
from .browsing import IN_A_BROWSER, NARROW, width_of

pytestmark = IN_A_BROWSER


def test_a_report_fits_into_a_narrow_window(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_bytes(as_html(report()))
    page = browser.new_page(viewport={"width": NARROW, "height": 900})
    page.goto(file.as_uri())
    assert width_of(page) == NARROW
    controls = page.locator(".step-controls").first
    assert controls.evaluate("it => it.scrollWidth <= it.clientWidth")
    buttons = controls.locator("button")
    assert len({buttons.nth(place).evaluate("it => it.offsetHeight") for place in range(4)}) == 1
    page.close()
