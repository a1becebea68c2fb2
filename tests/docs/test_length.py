"""How long pages are: chapters, the start, printed rulebooks; and what is left without scripts."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Browser

from meldcheck.games import MEASURES

from .browsing import IN_A_BROWSER, NARROW, TIMEOUT, WIDE, opened
from .building import Built

pytestmark = IN_A_BROWSER

SCREEN: Final = 800
"""The height of a small laptop's window, in pixels."""
CHAPTER: Final = 6
PRINTED: Final = 20
"""The most screens of a chapter, and printed pages of a rulebook."""
HEIGHT: Final = "document.documentElement.scrollHeight"
PLACES: Final = """all => all.map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y - document.querySelector(".asked").getBoundingClientRect().y, width, height];
})"""

READABLE: Final = {
    "index.html": "May seat 0 call a draw?",
    "arguments/tongits/tie-three-way.html": "the challenger who answered last wins",
    "clauses/tongits/draw-call/opened.html": "Who says so",
    "play.html": "This page needs JavaScript.",
    "search.html": "These lists do not: all questions, all clauses, the words.",
    "sources.html": "www.pagat.com",
}
"""By page: words that stand there without a script."""


def test_the_start_is_one_screen(browser: Browser, site: Built) -> None:
    with opened(browser, site, "index.html") as page:
        page.set_viewport_size({"width": WIDE, "height": SCREEN})
        assert page.evaluate(HEIGHT) <= SCREEN


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_no_answer_moves_the_buttons_of_the_start(
    browser: Browser, site: Built, width: int
) -> None:
    with opened(browser, site, "index.html", width) as page:
        page.set_viewport_size({"width": width, "height": SCREEN})
        buttons = page.locator(".answers summary")
        before, height = buttons.evaluate_all(PLACES), page.evaluate(HEIGHT)
        for button in buttons.all():
            button.click()
            page.locator(".answers details[open] p").wait_for()
            assert buttons.evaluate_all(PLACES) == before
            assert width == NARROW or page.evaluate(HEIGHT) == height
        page.locator(".answers details[open] a").last.click()
        page.wait_for_url("**/clauses/tongits/draw-call/*")


@pytest.mark.parametrize("game", MEASURES)
def test_a_chapter_is_six_screens_at_most(browser: Browser, site: Built, game: str) -> None:
    chapters = [*(site.folder / "rules" / game).glob("*.html")]
    assert len(chapters) > 10
    for chapter in chapters:
        if chapter.stem not in {"flags", "withdrawn"}:
            with opened(browser, site, f"rules/{game}/{chapter.name}") as page:
                assert page.evaluate(HEIGHT) <= CHAPTER * SCREEN, chapter.name


@pytest.mark.parametrize("game", MEASURES)
def test_a_rulebook_is_printed_on_twenty_pages_at_most(
    browser: Browser, site: Built, game: str
) -> None:
    with opened(browser, site, f"clauses/{game}/rulebook.html") as page:
        printed = page.pdf(format="A4")
    assert 1 <= len(re.findall(rb"/Type /Page\b(?!s)", printed)) <= PRINTED


@pytest.mark.parametrize("name", READABLE)
def test_a_page_can_be_read_without_scripts(browser: Browser, site: Built, name: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    page.goto(f"{site.folder.as_uri()}/{name}")
    assert READABLE[name] in " ".join(page.locator("article").inner_text().split())
    context.close()
