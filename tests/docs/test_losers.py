"""The page of a definition of *burned* shows a loser who is burned beside one who is not."""

from __future__ import annotations

import re
from typing import Final

import pytest

from .building import Built

pytestmark = pytest.mark.slow
"""The whole site is built for these."""

PAGES: Final = (
    "clauses/tongits/burned/not-opened-at-end",
    "arguments/tongits/burn-definition",
    "arguments/tongits/burn-endings",
)


@pytest.mark.parametrize("page", PAGES)
def test_two_losers_are_shown_as_cards(site: Built, page: str) -> None:
    _, _, part = site.page(page).partition('<section id="losers">')
    shown = part.partition("</section>")[0]
    verdicts = re.findall(r"<dt><b>(.*?)</b>", shown)
    assert verdicts == ["burned", "not burned"]
    burned, spared = re.findall(r"<dd>(.*?)</dd>", shown, re.DOTALL)
    assert 'class="cards hand"' in burned
    assert "no meld of its own" in burned
    assert 'class="cards hand"' in spared
    assert spared.count('class="cards small"') >= 1


def test_no_other_page_shows_losers(site: Built) -> None:
    shown = {page for page, html in site.pages().items() if '<section id="losers">' in html}
    assert shown == {f"{page}.html" for page in PAGES}
