"""The page of the documentation, and the same as text and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import floor, log10
from textwrap import fill
from typing import Final, final

from meldcheck.words.case import JSON

from .curve import Curve, Limit, Line, Measured
from .fit import FEWEST, Fit, Shape, fits

FLAT: Final = 1.5
"""The factor between the least and the most of a line that hardly changes."""

SURE: Final = 0.8
"""The R² below which a curve is not told as that of a line."""

PAGE: Final = """# How cost grows

<!-- Made by: python -m tests.benchmarks growth --rounds {rounds} --format page -->

This page tells how the time of each search and each command grows with what it is given, and where
the reference gives up. [Speed beside others](speed.md) has the speed at jobs of usual size.

{summary}

A *power law* means: twice the size takes a fixed number of times as long. An *exponential curve*
means: each step takes a fixed number of times as long. Both are fitted to the logarithms of the
times by least squares, and the nearer one is told and drawn as a dotted line. The line is the
better, the nearer its R² is to 1; below {sure} no curve is said to fit.

A point is the median of pieces of work that are drawn at random, with the same seeds in every run.
Times are of a processor. In each round every size has its turn, and the least of {rounds} rounds is
kept of each piece; work that takes long has fewer rounds. On a busy machine times drift, and the
form of a curve drifts much less.

{curves}

Every number and every quoted sentence on this page was printed by `python -m tests.benchmarks
growth --rounds {rounds} --format page`; {machine}.
"""


@final
@dataclass(frozen=True, slots=True)
class Heard:
    """A limit, and what the reference said when it gave up."""

    limit: Limit
    said: str


@final
@dataclass(frozen=True, slots=True)
class Told:
    """A measured curve, with the sentences of its limits."""

    measured: Measured
    heard: tuple[Heard, ...]


def number(value: float) -> str:
    """A number with three digits that count."""
    if value >= 100:
        return f"{value:,.0f}"
    before = floor(log10(value)) if value else 0
    return f"{value:.{2 - before}f}"


def ranked(line: Line) -> tuple[Fit, ...]:
    """The curves that fit a line, the nearer one first; none for a few points."""
    return fits(line.points) if len(line.points) >= FEWEST else ()


def drawn_fit(line: Line) -> Fit | None:
    """The curve of a line; None if it hardly changes, or if no curve is near."""
    found = ranked(line)
    return found[0] if found and found[0].squared >= SURE and _spread(line) >= FLAT else None


def _spread(line: Line) -> float:
    values = [value for _, value in line.points]
    return max(values) / min(values)


def in_words(curve: Curve, line: Line) -> str:
    """How a line grows, and how sure that is."""
    found = ranked(line)
    if not found:
        return f"*{line.name}*: {len(line.points)} points are too few for a curve."
    if _spread(line) < FLAT:
        return f"*{line.name}*: hardly changes; the most is {_spread(line):.2f} times the least."
    best, *others = found
    sure = drawn_fit(line) is not None
    told = f"*{line.name}*: {_rule(curve, best) if sure else _doubt(best)}"
    if others and sure:
        told += f" The {_name(others[0])} would fit with R² {others[0].squared:.3f}."
    top, _ = max(line.points, key=lambda point: point[1])
    (before, lower), (last, upper) = line.points[-2:]
    if top != last:
        told += f" The most is at {top}."
    elif best.shape is Shape.EXPONENTIAL and sure:
        told += f" From {before} to {last} alone it is {upper / lower:.2f} times as much."
    return told


def _name(fit: Fit) -> str:
    if fit.shape is Shape.POWER:
        return f"power law with exponent {fit.rate:.2f}"
    return f"exponential curve with factor {fit.rate:.2f}"


def _near(fit: Fit) -> str:
    return f"R² {fit.squared:.3f}; the worst point is off by a factor of {fit.off:.2f}"


def _doubt(fit: Fit) -> str:
    return f"no curve fits well; the nearest is the {_name(fit)} ({_near(fit)})."


def _rule(curve: Curve, fit: Fit) -> str:
    if fit.shape is Shape.POWER:
        twice = f"twice the {curve.grows} take {number(2**fit.rate)} times as much"
        return f"power law with **exponent {fit.rate:.2f}**: {twice} ({_near(fit)})."
    each = f"one {curve.step} more makes it {fit.rate:.2f} times as much"
    return f"exponential curve with **factor {fit.rate:.2f}**: {each} ({_near(fit)})."


def _short(line: Line) -> str:
    """The rule of a line in a cell of the table."""
    found = ranked(line)
    if not found:
        return "too few points"
    if _spread(line) < FLAT:
        return "hardly changes"
    return _name(found[0]) if drawn_fit(line) else "no curve fits well"


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def summary(told: Sequence[Told]) -> str:
    """A table of all lines of all curves."""
    rows = ["| what grows | sizes | curve | R² |", "| --- | --- | --- | --- |"]
    for one in told:
        curve = one.measured.curve
        for line in one.measured.lines:
            found = ranked(line)
            sizes = [size for size, _ in line.points]
            span = f"{min(sizes)} to {max(sizes):,}" if sizes else "none"
            near = f"{found[0].squared:.3f}" if drawn_fit(line) else ""
            name = f"[{curve.title}](#{_anchor(curve.title)}): {line.name}"
            rows.append(f"| {name} | {span} {curve.grows} | {_short(line)} | {near} |")
    return "\n".join(rows)


def picture(measured: Measured) -> str:
    """The block that the site draws (``docs/_ext/lawpages/curves.py``)."""
    curve, lines = measured.curve, measured.lines
    best = [drawn_fit(line) for line in lines]
    drawn = "; ".join(
        f"{fit.shape} {fit.start:.6g} {fit.rate:.6g}" if fit else "none" for fit in best
    )
    shapes = {fit.shape for fit in best if fit}
    sizes = sorted({size for line in lines for size, _ in line.points})
    by_line = [dict(line.points) for line in lines]
    rows = [[str(size), *(_cell(points.get(size)) for points in by_line)] for size in sizes]
    head = [curve.grows, *(line.name for line in lines)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows])
    scale = "log" if shapes == {Shape.POWER} else "linear"
    return (
        f":::{{law-curves}} {curve.measured_in_words} by {curve.grows}\n"
        f":unit: {curve.unit}\n:scale: {scale}\n:fits: {drawn}\n\n{table}\n:::"
    )


def _cell(value: float | None) -> str:
    return "" if value is None else number(value)


def section(told: Told) -> Iterator[str]:
    """The paragraphs of one curve."""
    curve = told.measured.curve
    yield f"## {curve.title}"
    yield _wrapped(curve.about)
    yield picture(told.measured)
    yield "\n".join(f"- {in_words(curve, line)}" for line in told.measured.lines)
    for given in told.measured.given_up:
        yield (
            f"Of *{given.kind}*, {given.pieces} of {given.of} pieces of work gave up at "
            f"{given.size} {curve.grows}, and none before. A size of which one gives up has no "
            "point."
        )
    for heard in told.heard:
        yield f"{_wrapped(heard.limit.asked)}\n\n> {heard.said}"


def _wrapped(paragraph: str) -> str:
    """A paragraph in lines of one width, whatever was put into it; a name is never cut."""
    return fill(paragraph, 100, break_on_hyphens=False)


def page(told: Sequence[Told], rounds: int, machine: str) -> str:
    """The whole page."""
    sections = "\n\n".join(part for one in told for part in section(one))
    return PAGE.format(
        summary=summary(told), curves=sections, rounds=rounds, machine=machine, sure=SURE
    )


def text(told: Sequence[Told]) -> str:
    """The curves, their points and the sentences, for a terminal."""
    lines = list[str]()
    for one in told:
        curve = one.measured.curve
        lines.append(f"{curve.title}: {curve.measured_in_words} by {curve.grows}")
        for line in one.measured.lines:
            points = "  ".join(f"{size}: {number(value)}" for size, value in line.points)
            lines += [f"  {in_words(curve, line)}", f"    {points}"]
        for given in one.measured.given_up:
            lines.append(f"  {given.kind} gives up at {given.size}: {given.pieces} of {given.of}")
        lines += [f"  says: {heard.said}" for heard in one.heard]
    return "\n".join(lines)


def as_value(told: Sequence[Told]) -> list[JSON]:
    """The curves for programs."""
    return [
        {
            "curve": one.measured.curve.title,
            "grows": one.measured.curve.grows,
            "unit": one.measured.curve.unit,
            "lines": [
                {
                    "name": line.name,
                    "points": [[size, value] for size, value in line.points],
                    "fits": [asdict(fit) for fit in ranked(line)],
                }
                for line in one.measured.lines
            ],
            "given_up": [asdict(given) for given in one.measured.given_up],
            "says": [heard.said for heard in one.heard],
        }
        for one in told
    ]
