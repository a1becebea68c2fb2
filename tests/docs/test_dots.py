"""Ratios as dots: their places on the axis, and tables without a ratio."""

from __future__ import annotations

import re
from typing import Final

import pytest
from docutils import nodes

from lawpages.dots import Ratio, picture, ratios_of

ROWS: Final = [
    ("deadwood", "hands", "309,315", "open_spiel", "913,455", "0.1 (0.05 to 0.2)"),
    ("deadwood", "hands", "309,315", "rlcard", "67,472", "10 (9 to 20)"),
    ("wild", "hands", "33,761", "none", "no peer known", "—"),
]


def test_only_rows_with_a_ratio_are_drawn() -> None:
    assert list(ratios_of(ROWS)) == [
        Ratio("deadwood", "open_spiel", 0.1, 0.05, 0.2),
        Ratio("deadwood", "rlcard", 10, 9, 20),
    ]


@pytest.mark.parametrize("factor", [1, 10])
def test_tenfold_ratios_are_equally_far_from_one(factor: int) -> None:
    ratios = [Ratio("a", "b", one, one, one) for one in (1 / (10 * factor), 1.0, 10.0 * factor)]
    html = drawn(picture(ratios))
    slow, same, fast = (float(at) for at in re.findall(r'cx="([\d.]+)%"', html))
    assert fast - same == pytest.approx(same - slow)
    (one,) = set(re.findall(r'class="one" x1="([\d.]+)%"', html))
    assert float(one) == same
    assert re.findall(r'<circle class="(\w+)"', html) == ["slower", "faster", "faster"]


def drawn(node: nodes.Node) -> str:
    assert isinstance(node, nodes.Element)
    return str(node["html"])
