"""Repairs of the HTML of a page: what they change, and what they leave."""

from __future__ import annotations

from typing import Any, cast

import pytest
from sphinx.application import Sphinx

from lawpages.repairs import repair

CODE = '<code class="docutils literal notranslate"><span class="pre">{0}</span></code>'


@pytest.mark.parametrize(
    ("made", "better"),
    [
        ("<p>In Tong-its</p>", '<p>In <span class="whole">Tong-its</span></p>'),
        ('<p title="Tong-its">a</p>', '<p title="Tong-its">a</p>'),
        (f"<p>{CODE.format('a')}</p>", '<p><code class="literal">a</code></p>'),
        ("<td><p>a <b>b</b></p></td>", "<td>a <b>b</b></td>"),
        ("<td><p>a</p>\n<p>b</p></td>", "<td><p>a</p>\n<p>b</p></td>"),
        (
            '<div class="table-wrapper docutils container">',
            '<div class="table-wrapper docutils container" role="region" aria-label="Table 1" '
            'tabindex="0">',
        ),
        ('<p class="caption" role="heading">', '<p class="caption" role="heading" aria-level="3">'),
        ('<div class="highlight"><pre>', '<div class="highlight"><pre tabindex="0">'),
    ],
)
def test_a_page_is_repaired(made: str, better: str) -> None:
    context: dict[str, Any] = {"body": made, "behind": ""}
    repair(cast("Sphinx", None), "index", "page.html", context, None)
    assert context["body"] == better
