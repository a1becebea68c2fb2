"""Pictures of ratios: each row of a table as a dot on an axis of tenfold steps, 1 marked."""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx

from lawpages.bars import cells_of
from lawpages.elements import el, flat, folded, law_markup

HEAD: Final = "ratio (rounds)"
"""The head of the last column of a table that is drawn."""

_RATIO: Final = re.compile(r"([\d.]+) \(([\d.]+) to ([\d.]+)\)")
MIDDLE: Final = 9
HIGH: Final = 18
"""The places of dots and the height of a row, in pixels."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio of two speeds: who was compared at which job, the median and its range."""

    job: str
    peer: str
    median: float
    least: float
    most: float


def ratios_of(rows: Sequence[Sequence[str]]) -> Iterator[Ratio]:
    """The ratios of the rows that have one: job, unit, rate, peer, rate and ratio."""
    for job, _, _, peer, _, told in rows:
        found = _RATIO.fullmatch(told)
        if found is not None:
            yield Ratio(job, peer, *map(float, found.groups()))


def picture(ratios: Sequence[Ratio]) -> nodes.Node:
    """The ratios as rows with a dot each; a line shows the range of the rounds."""
    first = min(floor(log10(min(one.least for one in ratios))), -1)
    last = max(ceil(log10(max(one.most for one in ratios))), 1)

    def place(ratio: float) -> str:
        return f"{4 + 92 * (log10(ratio) - first) / (last - first):.1f}%"

    ticks = [10.0**power for power in range(first, last + 1)]
    lines = "".join(
        f'<line class="{"one" if tick == 1 else "tick"}" x1="{place(tick)}" x2="{place(tick)}" '
        f'y1="0" y2="{HIGH}"/>'
        for tick in ticks
    )
    names = "".join(f'<text x="{place(tick)}" y="13">{tick:g}</text>' for tick in ticks)
    axis = law_markup(html=f'<svg aria-hidden="true" width="100%" height="{HIGH}">{names}</svg>')
    rows = [el("li", axis, el("b"), css="axis", aria_hidden="true")]
    for one in ratios:
        drawn = (
            f'<svg aria-hidden="true" width="100%" height="{HIGH}">{lines}'
            f'<line class="range" x1="{place(one.least)}" x2="{place(one.most)}" '
            f'y1="{MIDDLE}" y2="{MIDDLE}"/>'
            f'<circle class="{"faster" if one.median >= 1 else "slower"}" '
            f'cx="{place(one.median)}" cy="{MIDDLE}" r="5"/></svg>'
        )
        named = el("span", one.job, " ", el("small", one.peer))
        rows.append(el("li", named, law_markup(html=drawn), el("b", f"{one.median:g}")))
    return flat(el("ul", *rows, css="dots"))


def is_of_ratios(table: nodes.table) -> bool:
    """Whether the last column of a table has the head of ratios."""
    head = next(table.findall(nodes.row), None)
    return head is not None and head.children[-1].astext().strip() == HEAD


def draw(app: Sphinx, doctree: nodes.document) -> None:
    """Draw each table of ratios of a page; the table itself is folded."""
    for table in [one for one in doctree.findall(nodes.table) if is_of_ratios(one)]:
        _, *rows = cells_of(table)
        ratios = list(ratios_of(rows))
        if not ratios:
            continue
        caption = el(
            "figcaption",
            "How many times as fast as the peer",
            " ",
            el("small", "Ours is faster right of 1. Each tenfold ratio is further by the same."),
        )
        parent = table.parent
        at = parent.index(table)
        parent.remove(table)
        numbers = folded(("The numbers",), table, css="fold numbers")
        parent.insert(at, el("figure", caption, picture(ratios), numbers, css="bars"))


def setup(app: Sphinx) -> None:
    """Draw the tables of ratios when a page is read."""
    app.connect("doctree-read", draw)
