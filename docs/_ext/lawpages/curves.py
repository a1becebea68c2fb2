"""Pictures of growth: each column of a table as points, with the line that fits them, as SVG.

The table is one click away.  Places along the width are in percent, so that the words keep their
size on a phone.
"""

# typing.override comes with Python 3.12
# mypy: disable-error-code="explicit-override"

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil, floor, log10
from typing import Any, ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from lawpages.bars import cells_of
from lawpages.elements import el, folded, law_markup

SCALES: Final = ("linear", "log")
"""How sizes lie along the width; what is measured lies upwards by its logarithm."""

LEFT: Final = 15.0
RIGHT: Final = 96.0
"""The edges of the plot, in percent of the width."""

TOP: Final = 14
BOTTOM: Final = 234
HIGH: Final = 280
"""The edges of the plot, and the height of the picture, in pixels."""

APART: Final = 10.0
"""The least distance of two numbers below the plot, in percent of the width."""

PARTS: Final = 24
"""The straight parts of a fitted line."""

FEW_DECADES: Final = 2
"""The tenfold steps up to which 2 and 5 have lines, too."""

COLOURS: Final = (1, 5, 3)
"""The colours of the columns, by their numbers in the style sheet."""

SHAPES: Final = (
    "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
    "M-4-4h8v8h-8z",
    "M0-6l6 6-6 6-6-6z",
)
"""Their points, too, differ: a disc, a square and a diamond."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted line: ``start`` times a power of the size, or a power of ``rate``."""

    shape: str
    start: float
    rate: float

    def at(self, size: float) -> float:
        """The line at a size."""
        power = size**self.rate if self.shape == "power" else self.rate**size
        return float(self.start * power)


@dataclass(frozen=True, slots=True)
class Column:
    """A name, its points by size, and the line that fits them, if any."""

    name: str
    points: tuple[tuple[float, float], ...]
    fit: Fit | None


class CurvesDirective(SphinxDirective):
    """``{law-curves} TITLE``: a table in Markdown with sizes in its first column, else numbers.

    ``:unit:`` is that of the numbers, and ``:scale:`` one of ``SCALES``.  ``:fits:`` has for each
    column ``power START EXPONENT``, ``exponential START FACTOR`` or ``none``, parted by semicolons.
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "unit": directives.unchanged_required,
        "scale": lambda value: directives.choice(value, SCALES),
        "fits": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        inside = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, inside)
        tables = list(inside.findall(nodes.table))
        if len(tables) != 1:
            raise self.error("one table is drawn")
        (grows, *names), *rows = cells_of(tables[0])
        fits = self.options.get("fits", ";".join(["none"] * len(names))).split(";")
        if not len(fits) == len(names) <= len(COLOURS):
            raise self.error(f"{len(names)} columns need a fit each, and one of {len(COLOURS)}")
        try:
            columns = [
                Column(name, tuple(_points(rows, at)), _fit(fits[at - 1]))
                for at, name in enumerate(names, 1)
            ]
            title, unit = self.arguments[0], self.options.get("unit", "")
            shown = Picture(title, grows, unit, columns, self.options.get("scale") == "log")
            svg = shown.drawn(f"curves-{self.env.new_serialno('curves') + 1}")
        except ValueError as error:
            raise self.error(str(error)) from error
        numbers = folded(("The numbers",), *inside.children, css="fold numbers")
        caption = el("figcaption", title)
        return [
            el("figure", caption, shown.legend(), law_markup(html=svg), numbers, css="bars curves")
        ]


def _points(rows: Sequence[Sequence[str]], at: int) -> Iterator[tuple[float, float]]:
    for row in rows:
        if row[at]:
            yield float(row[0].replace(",", "")), float(row[at].replace(",", ""))


def _fit(words: str) -> Fit | None:
    if words.strip() == "none":
        return None
    shape, start, rate = words.split()
    if shape not in ("power", "exponential"):
        raise ValueError(f"no such curve: {shape}")
    return Fit(shape, float(start), float(rate))


@dataclass(frozen=True, slots=True)
class Picture:
    """Points and lines over sizes, with the words of both axes."""

    title: str
    grows: str
    unit: str
    columns: Sequence[Column]
    by_logarithm: bool = False
    """Whether sizes, too, lie by their logarithms."""

    def legend(self) -> nodes.Node:
        """The columns with their colours and forms."""
        shown = [
            el("span", law_markup(html=f"<svg>{_mark(at, '50%', 7)}</svg>"), column.name)
            for at, column in enumerate(self.columns)
        ]
        return el("p", *shown, css="legend")

    def drawn(self, name: str) -> str:
        """The picture as SVG; the ids of its title and its description begin with ``name``.

        ValueError without points, and for one that is not above 0.
        """
        points = [point for column in self.columns for point in column.points]
        if not points or any(measured <= 0 for _, measured in points):
            raise ValueError("a curve needs points above 0")
        frame = _Frame.around(points, self.by_logarithm)
        parts = [*frame.lines(), *self._axis(frame)]
        for at, column in enumerate(self.columns):
            parts += _fitted(frame, at, column)
        for at, column in enumerate(self.columns):
            parts += self._marks(frame, at, column)
        return (
            f'<svg role="img" aria-labelledby="{name}-title {name}-told" width="100%" '
            f'height="{HIGH}"><title id="{name}-title">{_text(self.title)}</title>'
            f'<desc id="{name}-told">{_text(self._told())}</desc>{"".join(parts)}</svg>'
        )

    def _told(self) -> str:
        told = [
            f"{column.name}: from {self._point(*column.points[0])} "
            f"to {self._point(*column.points[-1])}."
            for column in self.columns
            if column.points
        ]
        return " ".join(told)

    def _point(self, size: float, measured: float) -> str:
        return f"{measured:,.10g} {self.unit} at {size:,.10g}"

    def _axis(self, frame: _Frame) -> Iterator[str]:
        """The sizes below the plot, as many as there is room for."""
        sizes = sorted({size for column in self.columns for size, _ in column.points})
        last = -APART
        for size in sizes:
            at = frame.across(size)
            if at - last < APART:
                continue
            last = at
            yield f'<text class="count" x="{at:.2f}%" y="{BOTTOM + 14}">{size:,.0f}</text>'
        middle = (LEFT + RIGHT) / 2
        yield f'<text class="count" x="{middle}%" y="{HIGH - 12}">{_text(self.grows)}</text>'

    def _marks(self, frame: _Frame, at: int, column: Column) -> Iterator[str]:
        for size, measured in column.points:
            told = f"{column.name}: {self._point(size, measured)}"
            yield _mark(at, f"{frame.across(size):.2f}%", frame.up(measured), told)


@dataclass(frozen=True, slots=True)
class _Frame:
    """The plot: which sizes and numbers its edges stand for."""

    first: float
    last: float
    least: float
    most: float
    """Logarithms, those of sizes only where sizes lie by them."""
    by_logarithm: bool

    @classmethod
    def around(cls, points: Sequence[tuple[float, float]], by_logarithm: bool) -> _Frame:
        """The plot around some points, with a little room, and a tenfold step high at least."""
        sizes = [log10(size) if by_logarithm else size for size, _ in points]
        measured = [log10(number) for _, number in points]
        room = (max(sizes) - min(sizes) or 1) * 0.03
        more = max(0.08, (1 - max(measured) + min(measured)) / 2)
        low, high = min(measured) - more, max(measured) + more
        return cls(min(sizes) - room, max(sizes) + room, low, high, by_logarithm)

    def across(self, size: float) -> float:
        """The place of a size, in percent of the width."""
        at = log10(size) if self.by_logarithm else size
        return LEFT + (RIGHT - LEFT) * (at - self.first) / (self.last - self.first)

    def up(self, measured: float) -> float:
        """The place of a number, in pixels from the top."""
        share = (log10(measured) - self.least) / (self.most - self.least)
        return BOTTOM - (BOTTOM - TOP) * share

    def lines(self) -> Iterator[str]:
        """A line for each round number, with the number."""
        decades = range(floor(self.least), ceil(self.most) + 1)
        steps = (1, 2, 5) if self.most - self.least < FEW_DECADES else (1,)
        for number in (step * 10.0**decade for decade in decades for step in steps):
            if not self.least <= log10(number) <= self.most:
                continue
            y = f"{self.up(number):.1f}"
            yield f'<line class="grid" x1="{LEFT}%" x2="{RIGHT}%" y1="{y}" y2="{y}"/>'
            yield f'<text class="total" x="{LEFT - 1.5}%" y="{y}">{number:,.10g}</text>'


def _fitted(frame: _Frame, at: int, column: Column) -> Iterator[str]:
    """The part of the fitted line between the first and the last point that the plot shows."""
    if column.fit is None or not column.points:
        return
    first, last = column.points[0][0], column.points[-1][0]
    sizes = [first + (last - first) * part / PARTS for part in range(PARTS + 1)]
    places = [(frame.across(size), frame.up(column.fit.at(size))) for size in sizes]
    for (left, high), (right, low) in pairwise(places):
        if TOP <= high <= BOTTOM and TOP <= low <= BOTTOM:
            yield (
                f'<line class="fitted kind-{COLOURS[at]}" x1="{left:.2f}%" x2="{right:.2f}%" '
                f'y1="{high:.1f}" y2="{low:.1f}"/>'
            )


def _mark(at: int, x: str, y: float, told: str = "") -> str:
    """A point of a column; a percentage moves it as a whole."""
    title = f"<title>{_text(told)}</title>" if told else ""
    return (
        f'<svg class="kind-{COLOURS[at]}" x="{x}" y="{y:.1f}" overflow="visible">'
        f'<path d="{SHAPES[at]}">{title}</path></svg>'
    )


def _text(words: str) -> str:
    return escape(words.replace("Tong-its", "Tong\u2011its"), quote=False)


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("law-curves", CurvesDirective)
