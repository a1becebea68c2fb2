"""How cost grows with the size of what is asked: ``python -m tests.benchmarks growth``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from .curve import Curve, Kind, Work, measured
from .following import CHECK, EXPLORE, READINGS, STATES
from .page import Heard, Told
from .searches import HANDS, JOKERS, PACKS, TABLES, WILD_CARDS

CURVES: Final = (HANDS, PACKS, WILD_CARDS, JOKERS, TABLES, CHECK, READINGS, EXPLORE, STATES)
"""In the order of the page."""

FEW_SIZES: Final = 3
FEW_PIECES: Final = 2
"""What a quick form measures of each curve."""


def told(
    rounds: int, *, quick: bool = False, done: Callable[[str], None] = lambda title: None
) -> list[Told]:
    """All curves, measured, with what the reference says where it gives up.

    A quick form has the smallest sizes only, and leaves out the answers that take long.  ``done``
    hears of each curve.
    """
    found = list[Told]()
    for curve in CURVES:
        asked = [limit for limit in curve.limits if not (quick and limit.slow)]
        came = measured(smaller(curve) if quick else curve, rounds)
        found.append(Told(came, tuple(Heard(limit, limit.says()) for limit in asked)))
        done(curve.title)
    return found


def smaller(curve: Curve) -> Curve:
    """The curve with its smallest sizes and few pieces of each."""
    kinds = tuple(
        replace(kind, pieces=_few(kind), sizes=(kind.sizes or curve.sizes)[:FEW_SIZES])
        for kind in curve.quick_kinds or curve.kinds
    )
    return replace(curve, kinds=kinds)


def _few(kind: Kind) -> Callable[[int], Sequence[Work]]:
    return lambda size: kind.pieces(size)[:FEW_PIECES]
