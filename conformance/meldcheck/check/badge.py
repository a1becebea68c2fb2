"""The badge of a run: a small picture for a readme, which loads nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from meldcheck.check.judge import FALLS_SHORT, Status
from meldcheck.check.report import Report
from meldcheck.engine.process import printable
from meldcheck.games import title_of
from meldcheck.words.case import Tier

_LABEL: Final = "meldspec"
_LETTER: Final = 6.6
"""Columns of a picture that a letter of its text takes, about."""
_MARGIN: Final = 10
_HEIGHT: Final = 20
_HOLDS, _FALLS_SHORT, _NOTHING = "#2e7d32", "#b3402a", "#6b6b6b"


def as_svg(report: Report) -> bytes:
    """The number of passing cases among those that apply, as a picture.

    It names the game, the rules and the tier, if they are not all games, the default rules and all
    tiers.  Green: the engine holds.  Red: something falls short.  Grey: no case was judged.
    """
    passing = report.totals[Status.PASS]
    apply = len(report.outcomes) - report.totals[Status.NOT_APPLICABLE]
    short = any(report.totals[status] for status in FALLS_SHORT)
    counts = f"{passing:,} of {apply:,}" if report.holds or short else "no case judged"
    text = ", ".join((counts, *_scope(report)))
    colour = _HOLDS if report.holds else _FALLS_SHORT if short else _NOTHING
    left, right = _wide(_LABEL), _wide(text)
    picture = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": str(left + right),
            "height": str(_HEIGHT),
            "role": "img",
            "aria-label": f"{_LABEL}: {text}",
        },
    )
    SubElement(picture, "title").text = f"{_LABEL}: {text}"
    for start, width, fill in ((0, left, "#444"), (left, right, colour)):
        box = {"x": str(start), "width": str(width), "height": str(_HEIGHT), "fill": fill}
        SubElement(picture, "rect", box)
    font = {"fill": "#fff", "font-family": "Verdana,DejaVu Sans,sans-serif", "font-size": "11"}
    written = SubElement(picture, "g", {**font, "text-anchor": "middle"})
    for middle, words in ((left / 2, _LABEL), (left + right / 2, text)):
        SubElement(written, "text", {"x": f"{middle:g}", "y": "14"}).text = words
    made: bytes = tostring(picture, encoding="utf-8")
    return made + b"\n"


def _scope(report: Report) -> Iterator[str]:
    """What the run was restricted to."""
    if {name.partition("/")[0] for name in report.manifest.groups} != {*report.games}:
        yield from map(title_of, report.games)
    chosen = (report.rules[game].name for game in report.games if game in report.rules)
    yield from (f"rules {printable(name)}" for name in dict.fromkeys(chosen))
    if report.tier is not Tier.FULL:
        yield f"tier {report.tier.value}"


def _wide(text: str) -> int:
    return round(len(text) * _LETTER) + _MARGIN
