"""The curve that fits some points: a power of the size, or a factor for each step of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp, log
from typing import Final, TypeAlias, final

Points: TypeAlias = Sequence[tuple[float, float]]
"""Sizes, each with what was measured; that is above 0."""

FEWEST: Final = 3
"""Through two points goes every curve."""


@final
class Shape(StrEnum):
    """The kind of a curve."""

    POWER = "power"
    EXPONENTIAL = "exponential"


@final
@dataclass(frozen=True, slots=True)
class Fit:
    """A curve, and how near to it the points lie.

    A power law is ``start`` times the size to the power ``rate``; an exponential curve is ``start``
    times ``rate`` to the power of the size.
    """

    shape: Shape
    start: float
    rate: float
    squared: float
    """The coefficient of determination of the logarithms: 1 if all points lie on the curve."""
    off: float
    """The factor by which the worst point lies above or below the curve; 1 if none does."""

    def at(self, size: float) -> float:
        """The curve at a size."""
        power = size**self.rate if self.shape is Shape.POWER else self.rate**size
        return float(self.start * power)


def fits(points: Points) -> tuple[Fit, ...]:
    """The curves of least squares of the logarithms, the nearer one first.

    There is no power law with a size of 0.  ValueError for fewer than ``FEWEST`` points.
    """
    if len(points) < FEWEST:
        raise ValueError(f"{len(points)} points fit every curve")
    found = [_fit(Shape.EXPONENTIAL, points)]
    if all(size > 0 for size, _ in points):
        found.append(_fit(Shape.POWER, points))
    return tuple(sorted(found, key=lambda fit: -fit.squared))


def _fit(shape: Shape, points: Points) -> Fit:
    along = [log(size) if shape is Shape.POWER else size for size, _ in points]
    up = [log(measured) for _, measured in points]
    middle, height = sum(along) / len(along), sum(up) / len(up)
    wide = sum((one - middle) ** 2 for one in along)
    slope = sum((x - middle) * (y - height) for x, y in zip(along, up, strict=True)) / wide
    gaps = [y - height - slope * (x - middle) for x, y in zip(along, up, strict=True)]
    spread = sum((one - height) ** 2 for one in up)
    return Fit(
        shape,
        start=exp(height - slope * middle),
        rate=slope if shape is Shape.POWER else exp(slope),
        squared=1 - sum(gap**2 for gap in gaps) / spread if spread else 1.0,
        off=exp(max(map(abs, gaps))),
    )
