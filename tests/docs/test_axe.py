"""Every kind of page is asked for faults: axe, sideways scrolling, messages of errors, requests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

from .browsing import IN_A_BROWSER, NARROW, WIDE, opened, width_of
from .building import Built

pytestmark = IN_A_BROWSER

KINDS: Final = {
    "start": "index.html",
    "rules": "rules.html",
    "home of a game": "rules-tongits.html",
    "chapter": "rules/tongits/draw-call.html",
    "clause": "clauses/tongits/draw-call/opened.html",
    "further cases of a clause": "clauses/tongits/draw-call/opened/cases-2.html",
    "clauses of a game": "clauses/three-thirteen.html",
    "index of clauses": "clauses.html",
    "mistakes of engines": "rules/three-thirteen/flags.html",
    "arguments": "arguments.html",
    "argument": "arguments/tongits/tie-three-way.html",
    "step of a play": "arguments/tongits/tie-three-way.html#step=10&as=last_to_challenge",
    "who says what": "arguments/tongits.html",
    "sources": "sources.html",
    "source": "rules/sources/jetpunk.html",
    "further sentences of a source": "sentences/denexa-2.html",
    "wrong": "wrong.html",
    "refusals": "refusals.html",
    "refusals of a game": "refusals-three-thirteen.html",
    "words": "words.html",
    "play": "play.html#game=tongits",
    "check an engine": "checking.html",
    "protocol": "protocol.html",
    "protocol of a game": "protocol-rummy.html",
    "engines": "engines.html",
    "causes": "causes.html",
    "evidence": "evidence.html",
    "growth": "growth.html",
    "speed": "speed.html",
    "laws of a game": "laws-rummy.html",
    "distinguish": "distinguish-carousel.html",
    "what changed": "changelog.html",
    "found while typing": "index.html",
    "found after Look": "index.html",
    "own table": "play.html#game=tongits",
    "rulebook": "clauses/tongits/rulebook.html",
    "found in all pages": "search.html?q=joker",
}
"""By kind: a page of the site."""


def _ask_and_play(page: Page) -> None:
    page.get_by_role("button", name="May I?").click()
    page.locator(".verdict-box a").first.wait_for()
    page.locator(".offer").first.click()
    page.locator(".log ol.play > li").first.wait_for()


def _type(page: Page) -> None:
    page.locator(".doors").get_by_role("combobox").fill("tie")
    page.get_by_role("option").first.wait_for()


def _look(page: Page) -> None:
    page.locator(".ask input").fill("joker")
    page.get_by_role("button", name="Look").click()
    page.locator(".found.stays a").first.wait_for()


def _wait_for(what: str) -> Callable[[Page], None]:
    return lambda page: page.locator(what).first.wait_for()


FIRST: Final[Mapping[str, Callable[[Page], None]]] = {
    "step of a play": _wait_for(".felt-result"),
    "play": _ask_and_play,
    "found while typing": _type,
    "found after Look": _look,
    "own table": _wait_for(".offer"),
    "found in all pages": _wait_for("#search-results li"),
}
"""By kind: what happens before the page is asked."""

UNFOLD: Final = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
FASTER: Final = {"resultTypes": ["violations"], "preload": False}  # no copies of the style sheets
IN_THE_DARK: Final = {**FASTER, "runOnly": ["color-contrast"]}  # nothing else differs


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_has_no_fault(browser: Browser, site: Built, kind: str) -> None:
    with opened(browser, site, KINDS[kind]) as page:
        page.emulate_media(reduced_motion="reduce")
        if kind in FIRST:
            FIRST[kind](page)
        page.evaluate(UNFOLD)
        page.evaluate(AXE_SCRIPT)
        faults = [fault for width in (WIDE, NARROW) for fault in _faults(page, width)]
        assert not faults, "\n".join(faults)


def _faults(page: Page, width: int) -> Iterator[str]:
    """What axe finds at a width in light and in dark, and whether the page scrolls sideways."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="light")
    yield from (f"{width} light: {fault}" for fault in _found(page, FASTER))
    page.emulate_media(color_scheme="dark")
    yield from (f"{width} dark: {fault}" for fault in _found(page, IN_THE_DARK))
    if width_of(page) > width:
        yield f"{width}: scrolls to {width_of(page)}"


def _found(page: Page, options: Mapping[str, Any]) -> Iterator[str]:
    for found in page.evaluate("(options) => axe.run(document, options)", options)["violations"]:
        for node in found["nodes"]:
            yield f"{found['impact']} {found['id']} {node['target']}: {node['html'][:200]}"
