"""Pictures of counts: each row of a table as a bar, drawn as SVG; the table is one click away."""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import log10
from typing import Any, ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from lawpages.elements import el, folded, law_markup
from meldcheck.words.telling import counted

MOST_KINDS: Final = 6
"""The colours that there are: from the surest kind to one without anything."""

NAMED: Final = 34
LEFT: Final = 35.5
LONGEST: Final = 54.5
"""Places of names and bars, in percent of the width; the total stands at the right edge."""

HIGH: Final = 24
THICK: Final = 16
"""The distance of bars and their thickness, in pixels."""

NARROW: Final = 340
DIGIT: Final = 7
"""The width of a picture on a phone and of a digit, in pixels: a number must fit into its part."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its name, and its count of each kind."""

    name: str
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of all kinds."""
        return sum(self.counts)


class BarsDirective(SphinxDirective):
    """``{law-bars} TITLE``: a table in Markdown, whose first column has names, the others counts.

    ``:noun:`` says of one thing that is counted, ``:scale: log`` that each step is ten times more.
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "noun": directives.unchanged_required,
        "scale": lambda value: directives.choice(value, ("log",)),
    }

    def run(self) -> list[nodes.Node]:
        inside = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, inside)
        tables = list(inside.findall(nodes.table))
        if len(tables) != 1:
            raise self.error("one table is drawn")
        head, *rows = _cells(tables[0])
        kinds = head[1:]
        if not 0 < len(kinds) <= MOST_KINDS:
            raise self.error(f"{len(kinds)} kinds: one to {MOST_KINDS} have a colour")
        try:
            read = [Row(row[0], tuple(map(_number, row[1:]))) for row in rows]
        except ValueError as error:
            raise self.error(str(error)) from error
        title, noun = self.arguments[0], self.options.get("noun", "case")
        name = f"bars-{self.env.new_serialno('bars') + 1}"
        svg = drawn(name, title, noun, kinds, read, "scale" in self.options)
        numbers = folded(("The numbers",), *inside.children, css="fold numbers")
        caption = el("figcaption", title)
        shown = (caption, _legend(kinds, read), law_markup(html=svg), numbers)
        return [el("figure", *shown, css="bars")]


def _cells(table: nodes.table) -> Iterator[list[str]]:
    for row in table.findall(nodes.row):
        yield [cell.astext().strip() for cell in row.findall(nodes.entry)]


def _number(cell: str) -> int:
    return int(cell.replace(",", "") or "0")


def _legend(kinds: Sequence[str], rows: Sequence[Row]) -> nodes.Node:
    shown = [
        el("span", el("i", css=f"kind-{at}", aria_hidden="true"), f"{kind} ", el("b", f"{whole:,}"))
        for at, (kind, whole) in enumerate(_sums(kinds, rows).items(), 1)
        if whole
    ]
    return el("p", *shown, css="legend")


def _sums(kinds: Sequence[str], rows: Sequence[Row]) -> Mapping[str, int]:
    return {kind: sum(row.counts[at] for row in rows) for at, kind in enumerate(kinds)}


def drawn(
    name: str, title: str, noun: str, kinds: Sequence[str], rows: Sequence[Row], is_log: bool
) -> str:
    """The picture as SVG, with a title and a description whose ids begin with ``name``."""
    most = max((_length(row.total, is_log) for row in rows), default=1) or 1
    bars = (
        part
        for at, row in enumerate(rows)
        for part in _bar(row, at * HIGH, noun, kinds, LONGEST / most, is_log)
    )
    whole = ", ".join(f"{number:,} {kind}" for kind, number in _sums(kinds, rows).items() if number)
    axis = " Each tenfold number is as much longer." if is_log else ""
    told = f"{counted(len(rows), 'bar')}, each as long as its number.{axis} In all: {whole}."
    return (
        f'<svg role="img" aria-labelledby="{name}-title {name}-told" width="100%" '
        f'height="{len(rows) * HIGH}"><title id="{name}-title">{_text(title)}</title>'
        f'<desc id="{name}-told">{_text(told)}</desc>{"".join(bars)}</svg>'
    )


def _bar(
    row: Row, top: int, noun: str, kinds: Sequence[str], scale: float, is_log: bool
) -> Iterator[str]:
    """A name, a rectangle for each kind, and the total."""
    middle = top + HIGH / 2
    yield f'<text class="name" x="{NAMED}%" y="{middle:g}">{_text(row.name)}</text>'
    at = LEFT
    for number, (kind, count) in enumerate(zip(kinds, row.counts, strict=True), 1):
        if not count:
            continue
        wide = _length(count, is_log) * scale
        told = _text(f"{row.name}: {counted(count, noun)} {kind}")
        yield (
            f'<rect class="kind-{number}" x="{at:.2f}%" y="{top + (HIGH - THICK) / 2:g}" '
            f'width="{wide:.2f}%" height="{THICK}"><title>{told}</title></rect>'
        )
        if wide / 100 * NARROW >= len(str(count)) * DIGIT + 4 and not is_log:
            yield (
                f'<text class="count kind-{number}" x="{at + wide / 2:.2f}%" '
                f'y="{middle:g}">{count}</text>'
            )
        at += wide
    yield f'<text class="total" x="100%" y="{middle:g}">{row.total:,}</text>'


def _length(number: int, is_log: bool) -> float:
    """The length of a number; by tens, one has a little, so that it is seen."""
    return log10(number) + 0.1 if is_log and number else number


def _text(words: str) -> str:
    """Words in SVG; a name keeps on its line without an element that SVG does not have."""
    return escape(words.replace("Tong-its", "Tong\u2011its"), quote=False)


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("law-bars", BarsDirective)
