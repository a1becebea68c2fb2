"""Repairs of the HTML of a page: what they change, and what they leave."""

from __future__ import annotations

import re
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


ROWS = """<table class="docutils align-default">
<thead><tr><th class="head"><p>question</p></th><th class="head"><p>steps</p></th></tr></thead>
<tbody><tr><td><p>a</p></td><td><p>1</p></td></tr><tr><td><p>b</p></td><td><p>2</p></td></tr></tbody>
</table>"""


@pytest.mark.parametrize("page", ["distinguish-rummy", "speed"])
def test_cells_of_wide_rows_name_their_columns(page: str) -> None:
    context: dict[str, Any] = {"body": ROWS, "behind": ""}
    repair(cast("Sphinx", None), page, "page.html", context, None)
    body = context["body"]
    named = re.findall(r'\.stacked td:nth-child\((\d)\)::before\{content:"(.*?) "\}', body)
    assert named == ([("1", "question"), ("2", "steps")] if page.startswith("distinguish") else [])
    assert ('class="stacked ' in body) == page.startswith("distinguish")
    assert "data-head" not in body


def test_cells_name_their_columns_themselves_beside_a_table_of_other_columns() -> None:
    context: dict[str, Any] = {"body": ROWS + ROWS.replace("steps", "turns"), "behind": ""}
    repair(cast("Sphinx", None), "distinguish", "page.html", context, None)
    named = re.findall(r'<td data-head="(.*?)">(.*?)</td>', context["body"])
    assert named[:2] == [("question", "a"), ("steps", "1")]
    assert named[4:6] == [("question", "a"), ("turns", "1")]
