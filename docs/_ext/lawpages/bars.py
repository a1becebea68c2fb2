"""Pictures of counts: each row of a table as a bar, drawn as SVG; the table is one click away."""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import log10
from pathlib import Path
from typing import Any, ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from lawpages.elements import Part, el, folded, law_markup
from meldcheck.words.lines import counted

MOST_KINDS: Final = 6
"""The colours that there are: from the surest kind to one without anything."""

NAMED: Final = 34
LEFT: Final = 35.5
LONGEST: Final = 50.5
"""Places of names and bars, in percent of the width; the total stands at the right edge."""

HIGH: Final = 24
THICK: Final = 16
"""The distance of bars and their thickness, in pixels."""

NARROW: Final = 340
DIGIT: Final = 7
"""The width of a picture on a phone and of a digit, in pixels: a number must fit into its part."""

SCALES: Final = {
    "": "",
    "log": "Each tenfold number is longer by the same length.",
    "share": "Each bar is a whole, and its parts are shares.",
}
"""By scale: the words that it needs; a scale without a name needs none."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its name, and its count of each kind."""

    name: str
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of all kinds."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of what is counted, and the number of its colour."""

    words: str
    colour: int


class BarsDirective(SphinxDirective):
    """``{law-bars} TITLE``: a table in Markdown, whose first column has names, the others counts.

    ``:noun:`` is the word for one thing that is counted, ``:scale:`` one of ``SCALES``;
    ``:colours:`` names those of the kinds, as numbers from one on.
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "noun": directives.unchanged_required,
        "colours": lambda value: [int(one) for one in value.split()],
        "scale": lambda value: directives.choice(value, tuple(SCALES)),
    }

    def run(self) -> list[nodes.Node]:
        inside = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, inside)
        tables = list(inside.findall(nodes.table))
        if len(tables) != 1:
            raise self.error("one table is drawn")
        head, *rows = cells_of(tables[0])
        kinds = head[1:]
        colours = self.options.get("colours", range(1, MOST_KINDS + 1))[: len(kinds)]
        if len(colours) < len(kinds) or not {*colours} <= {*range(1, MOST_KINDS + 1)}:
            raise self.error(f"{len(kinds)} kinds need one of {MOST_KINDS} colours each")
        try:
            counts = [Row(row[0], tuple(map(_number, row[1:]))) for row in rows]
        except ValueError as error:
            raise self.error(str(error)) from error
        title, noun = self.arguments[0], self.options.get("noun", "case")
        name = f"bars-{self.env.new_serialno('bars') + 1}"
        chosen = self.options.get("scale", "")
        shown = Picture(title, noun, tuple(map(Kind, kinds, colours)), counts, chosen)
        return [shown.figure(name, *inside.children)]


_BLOCK: Final = re.compile(r"^:::\{law-bars\} .*?^:::$", re.MULTILINE | re.DOTALL)


class DrawnDirective(SphinxDirective):
    """``{law-drawn} PAGE``: the first ``{law-bars}`` of another page."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        there = Path(self.env.doc2path(self.arguments[0]))
        found = _BLOCK.search(there.read_text(encoding="utf-8")) if there.is_file() else None
        if found is None:
            raise self.error(f"no picture on a page {self.arguments[0]!r}")
        self.env.note_dependency(str(there))
        inside = nodes.Element()
        self.state.nested_parse(StringList(found[0].splitlines(), str(there)), 0, inside)
        return list(inside.children)


def cells_of(table: nodes.table) -> Iterator[list[str]]:
    """The text of each row of a table, its head first."""
    for row in table.findall(nodes.row):
        yield [cell.astext().strip() for cell in row.findall(nodes.entry)]


def _number(cell: str) -> int:
    return int(cell.replace(",", "") or "0")


@dataclass(frozen=True, slots=True)
class Picture:
    """Counts of kinds in rows, and the word for one thing that is counted."""

    title: str
    noun: str
    kinds: Sequence[Kind]
    rows: Sequence[Row]
    scale: str = ""
    """One of ``SCALES``."""

    def _sums(self) -> list[tuple[Kind, int]]:
        """The kinds that something is of, each with its number in all rows."""
        sums = (sum(row.counts[at] for row in self.rows) for at in range(len(self.kinds)))
        return [(kind, number) for kind, number in zip(self.kinds, sums, strict=True) if number]

    def figure(self, name: str, *numbers: nodes.Node) -> nodes.Node:
        """The picture with its caption and its legend; the table of its numbers is folded."""
        scale: list[Part] = [" ", el("small", SCALES[self.scale])] if self.scale else []
        caption = el("figcaption", self.title, *scale)
        table = folded(("The numbers",), *numbers, css="fold numbers")
        svg = law_markup(html=self.drawn(name))
        return el("figure", caption, self.legend(), svg, table, css="bars")

    def legend(self) -> nodes.Node:
        """The colours in words, with their numbers."""
        shown = [
            el(
                "span",
                el("i", css=f"kind-{kind.colour}", aria_hidden="true"),
                f"{kind.words} ",
                el("b", f"{number:,}"),
            )
            for kind, number in self._sums()
        ]
        return el("p", *shown, css="legend")

    def drawn(self, name: str) -> str:
        """The picture as SVG; the ids of its title and its description begin with ``name``."""
        most = max((self._length(row.total) for row in self.rows), default=0) or 1
        is_whole = self.scale == "share"
        bars = (
            part
            for at, row in enumerate(self.rows)
            for part in self._bar(
                row, at * HIGH, self._length(row.total) or 1 if is_whole else most
            )
        )
        whole = ", ".join(f"{number:,} {kind.words}" for kind, number in self._sums())
        scale = f"{SCALES[self.scale]} " if self.scale else ""
        told = f"A bar for each of {len(self.rows)} rows. {scale}In all: {whole or 'none'}."
        return (
            f'<svg role="img" aria-labelledby="{name}-title {name}-told" width="100%" '
            f'height="{len(self.rows) * HIGH}">'
            f'<title id="{name}-title">{_text(self.title)}</title>'
            f'<desc id="{name}-told">{_text(told)}</desc>{"".join(bars)}</svg>'
        )

    def _bar(self, row: Row, top: int, most: float) -> Iterator[str]:
        """A name, a rectangle for each kind, and the total; ``most`` has the longest bar."""
        middle = top + HIGH / 2
        yield f'<text class="name" x="{NAMED}%" y="{middle:g}">{_text(row.name)}</text>'
        at = LEFT
        for kind, count in zip(self.kinds, row.counts, strict=True):
            if not count:
                continue
            wide = self._length(count) * LONGEST / most
            told = _text(f"{row.name}: {counted(count, self.noun)} {kind.words}")
            yield (
                f'<rect class="kind-{kind.colour}" x="{at:.2f}%" '
                f'y="{top + (HIGH - THICK) / 2:g}" width="{wide:.2f}%" height="{THICK}">'
                f"<title>{told}</title></rect>"
            )
            if wide / 100 * NARROW >= len(str(count)) * DIGIT + 4 and self.scale != "log":
                yield (
                    f'<text class="count kind-{kind.colour}" x="{at + wide / 2:.2f}%" '
                    f'y="{middle:g}">{count}</text>'
                )
            at += wide
        yield f'<text class="total" x="100%" y="{middle:g}">{row.total:,}</text>'

    def _length(self, number: int) -> float:
        """The length of a number; by tens, one has a little, so that it is seen."""
        return log10(number) + 0.1 if self.scale == "log" and number else number


def _text(words: str) -> str:
    """Words in SVG; a name keeps on its line without an element that SVG does not have."""
    return escape(words.replace("Tong-its", "Tong\u2011its"), quote=False)


def setup(app: Sphinx) -> None:
    """Register the directives."""
    app.add_directive("law-bars", BarsDirective)
    app.add_directive("law-drawn", DrawnDirective)
