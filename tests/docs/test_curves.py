"""Pictures of growth: points lie by their numbers, and lines by their fits."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from lawpages.curves import BOTTOM, LEFT, RIGHT, TOP, Column, Fit, Picture

from .test_bars import small

BLOCK = """:::{law-curves} Time in ms by cards
:unit: ms
:scale: linear
:fits: exponential 1 2; none

| cards | doubled | Tong-its |
| --- | --- | --- |
| 1 | 2 | 3.0 |
| 2 | 4 |  |
| 3 | 1,008 | 9.0 |
:::"""


def drawn(*columns: Column, by_logarithm: bool = False) -> str:
    """A picture of times by cards."""
    return Picture("Time in ms by cards", "cards", "ms", columns, by_logarithm).drawn("curves-1")


def marks(svg: str) -> list[tuple[float, float]]:
    """The places of the points: percent of the width, and pixels from the top."""
    found = re.findall(r'<svg class="kind-\d" x="([\d.]+)%" y="([\d.]+)"', svg)
    return [(float(x), float(y)) for x, y in found]


def test_a_point_lies_by_its_size_and_the_logarithm_of_its_number() -> None:
    points = marks(drawn(Column("some", ((1, 5), (2, 50), (4, 500)), None)))
    (first, top), (second, middle), (third, bottom) = points
    assert third - second == pytest.approx(2 * (second - first), abs=0.02)
    assert top - middle == pytest.approx(middle - bottom, abs=0.2)
    assert top > middle > bottom
    assert all(LEFT <= x <= RIGHT and TOP <= y <= BOTTOM for x, y in points)


def test_round_numbers_have_lines_and_2_and_5_too_if_there_are_few() -> None:
    def numbers(most: float) -> list[str]:
        svg = drawn(Column("some", ((1, 5), (2, most)), None))
        return re.findall(r'<text class="total"[^>]*>([^<]+)<', svg)

    assert numbers(5000) == ["10", "100", "1,000"]
    assert numbers(60) == ["5", "10", "20", "50"]


def test_numbers_that_hardly_differ_lie_at_almost_one_height() -> None:
    (_, high), (_, low) = marks(drawn(Column("some", ((1, 100), (2, 101)), None)))
    assert 0 < high - low < (BOTTOM - TOP) / 100


def test_sizes_too_lie_by_their_logarithms_if_that_is_asked() -> None:
    svg = drawn(Column("some", ((1, 5), (10, 50), (100, 500)), None), by_logarithm=True)
    (first, _), (second, _), (third, _) = marks(svg)
    assert third - second == pytest.approx(second - first, abs=0.02)


@pytest.mark.parametrize(
    ("fit", "by_logarithm"), [(Fit("exponential", 1, 2), False), (Fit("power", 1, 2), True)]
)
def test_a_fit_is_a_straight_line_on_its_scale_and_goes_through_its_points(
    fit: Fit, by_logarithm: bool
) -> None:
    points = tuple((float(size), fit.at(size)) for size in (1, 3, 8))
    svg = drawn(Column("some", points, fit), by_logarithm=by_logarithm)
    numbers = re.findall(r'x1="([\d.]+)%" x2="([\d.]+)%" y1="([\d.]+)" y2="([\d.]+)"', svg)
    lines = [tuple(map(float, line)) for line in numbers if line[2] != line[3]]
    assert len(lines) == 24
    assert len({round((low - high) / (right - left)) for left, right, high, low in lines}) == 1
    assert all(one[1] == other[0] for one, other in pairwise(lines))
    ends = [(lines[0][0], lines[0][2]), (lines[-1][1], lines[-1][3])]
    assert ends == [marks(svg)[0], marks(svg)[-1]]


def test_those_who_hear_a_picture_hear_the_ends_of_its_lines() -> None:
    svg = drawn(Column("Tong-its", ((1, 5), (2, 60)), None), Column("none", (), None))
    assert svg.startswith('<svg role="img" aria-labelledby="curves-1-title curves-1-told"')
    told = re.search(r'<desc id="curves-1-told">(.*?)</desc>', svg)
    assert told is not None
    assert told[1] == "Tong\u2011its: from 5 ms at 1 to 60 ms at 2."


@pytest.mark.parametrize("points", [(), ((1.0, 0.0), (2.0, 1.0))])
def test_a_curve_needs_points_above_nothing(points: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(ValueError, match="a curve needs points above 0"):
        drawn(Column("some", points, None))


def test_a_page_has_the_picture_and_every_number(tmp_path: Path) -> None:
    code, warnings, page = small(tmp_path, BLOCK)
    assert (code, warnings) == (0, "")
    assert len(marks(page)) == 5 + len(("doubled", "Tong-its"))
    assert "<title>doubled: 1,008 ms at 3</title>" in page
    assert 'class="fitted kind-1"' in page
    assert 'class="fitted kind-5"' not in page
    assert "<summary>The numbers</summary>" in page
    assert "<td>1,008</td>" in page


WRONG = (
    ("exponential 1 2; ", "", "2 columns need a fit each"),
    ("exponential 1 2", "logistic 1 2", "no such curve: logistic"),
    ("| 2 | 4 |", "| 2 | many |", "could not convert string to float"),
    ("linear", "square", '"square" unknown'),
)
"""Words of the block, the wrong ones in their place, and words of the warning."""


def test_each_block_that_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    assert all(was in BLOCK for was, _, _ in WRONG)
    blocks = "\n\n".join(BLOCK.replace(was, made) for was, made, _ in WRONG)
    code, warnings, _ = small(tmp_path, blocks)
    assert code != 0
    assert [says for _, _, says in WRONG if says not in warnings] == []
    assert warnings.count("drawn.md:") == len(WRONG)
