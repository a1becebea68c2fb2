"""How cost grows: the fits, the form of the page, and that the command runs.  No times here."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import chain, repeat
from pathlib import Path

import pytest

from . import growth
from .__main__ import main
from .growth.curve import Curve, GivenUp, Kind, Line, Work, measured
from .growth.fit import Shape, fits
from .growth.page import in_words, number
from .growth.searches import HANDS, PACKS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "growth.md"


def curve(*kinds: Kind, **fields: object) -> Curve:
    """A curve of three sizes, measured by what its pieces return."""
    made = {"title": "Size", "grows": "cards", "step": "card", "about": "", "sizes": (1, 2, 3)}
    return Curve(**{**made, "kinds": kinds, "measure": lambda work: float(work()), **fields})  # type: ignore[arg-type]  # fields of any type


@pytest.mark.parametrize(("shape", "rate"), [(Shape.POWER, 2.5), (Shape.EXPONENTIAL, 1.7)])
def test_a_known_curve_is_found(shape: Shape, rate: float) -> None:
    sizes = range(2, 20)
    points = [(n, 3 * (n**rate if shape is Shape.POWER else rate**n)) for n in sizes]
    best, other = fits(points)
    assert (best.shape, other.shape) == (shape, next(one for one in Shape if one is not shape))
    assert (best.start, best.rate) == pytest.approx((3, rate))
    assert (best.squared, best.off) == pytest.approx((1, 1))
    assert other.squared < 0.99
    assert other.off > 1.1
    assert best.at(7) == pytest.approx(dict(points)[7])


def test_the_worst_point_is_told() -> None:
    sizes = (1, 10, 100)
    best, _ = fits([(1, 1), (10, 20), (100, 100)])
    assert best.shape is Shape.POWER
    assert best.rate == pytest.approx(1)
    middle = 20 / best.at(10)
    ends = [best.at(size) / size for size in sizes if size != 10]
    assert best.off == pytest.approx(max(middle, *ends))


def test_a_size_of_nothing_has_no_power_law_and_two_points_no_curve() -> None:
    (only,) = fits([(0, 1), (1, 2), (2, 4)])
    assert only.shape is Shape.EXPONENTIAL
    assert only.rate == pytest.approx(2)
    with pytest.raises(ValueError, match="2 points fit every curve"):
        fits([(1, 1), (2, 2)])


def test_the_least_of_the_rounds_is_kept_and_the_median_of_the_pieces_told() -> None:
    def pieces(size: int) -> Sequence[Work]:
        """The second round is the faster one; the third piece is the slowest."""
        came = [chain([9.0 * size * slow], repeat(1.0 * size * slow)) for slow in (1, 2, 30)]
        return [each.__next__ for each in came]

    told = measured(curve(Kind("some", pieces, worst=True)), rounds=2)
    assert told.lines == (
        Line("some", ((1, 2.0), (2, 4.0), (3, 6.0))),
        Line("some, slowest", ((1, 30.0), (2, 60.0), (3, 90.0))),
    )
    once = measured(curve(Kind("some", pieces), most_rounds=1), rounds=2)
    assert once.lines == (Line("some", ((1, 18.0), (2, 36.0), (3, 54.0))),)


def test_a_size_of_which_a_piece_gives_up_has_no_point_and_larger_ones_are_not_tried() -> None:
    tried = list[int]()

    def refuse(size: int) -> float:
        tried.append(size)
        if size > 1:
            raise OverflowError
        return 1.0

    def pieces(size: int) -> Sequence[Work]:
        return [lambda: refuse(size), lambda: 5.0]

    told = measured(curve(Kind("some", pieces), gives_up=(OverflowError,)), rounds=2)
    assert told.lines == (Line("some", ((1, 3.0),)),)
    assert told.given_up == (GivenUp("some", size=2, pieces=1, of=2),)
    assert tried == [1, 2, 1]
    with pytest.raises(OverflowError):
        measured(curve(Kind("some", pieces)), rounds=1)


def test_a_line_is_told_by_its_nearer_curve() -> None:
    def said(*values: float) -> str:
        return in_words(curve(), Line("some", tuple(enumerate(values, 1))))

    assert "**exponent 2.00**: twice the cards take 4.00 times as much" in said(1, 4, 9, 16)
    doubled = said(1, 2, 4, 8.5)
    assert "**factor 2.04**: one card more makes it 2.04 times as much" in doubled
    assert doubled.endswith("From 3 to 4 alone it is 2.12 times as much.")
    assert "hardly changes; the most is 1.20 times the least" in said(1, 1.2, 1.1)
    assert said(1, 4, 8, 6).endswith("The most is at 3.")
    assert "2 points are too few" in said(1, 2)
    assert "no curve fits well; the nearest is the" in said(1, 9, 2, 8, 1)


def test_numbers_have_three_digits_that_count() -> None:
    told = [number(value) for value in (12345.6, 123.4, 12.34, 1.234, 0.1234, 0.001234)]
    assert told == ["12,346", "123", "12.3", "1.23", "0.123", "0.00123"]


@pytest.mark.parametrize("sizes", [1, pytest.param(growth.FEW_SIZES, marks=pytest.mark.slow)])
def test_the_page_has_every_curve_and_the_command_runs(
    sizes: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growth, "FEW_SIZES", sizes)
    main(["growth", "--quick", "--rounds", "1", "--format", "page"])
    printed = capsys.readouterr().out
    committed = PAGE.read_text("utf-8")
    assert _form(printed) == _form(committed)
    sentences = re.findall(r"^> (.*)$", printed, re.MULTILINE)
    assert len(sentences) == sum(not limit.slow for one in growth.CURVES for limit in one.limits)
    assert {*sentences} <= {*re.findall(r"^> (.*)$", committed, re.MULTILINE)}


def _form(page: str) -> list[str]:
    """The headings, and the titles and heads of the pictures."""
    return re.findall(
        r"^#+ .*$|^:::\{law-curves\} .*$|(?<=\n\n)\| (?!what grows).* \|$", page, re.M
    )


@pytest.mark.parametrize("form", ["text", "json"])
def test_every_line_is_told_in_every_form(
    form: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growth, "CURVES", (PACKS, HANDS))
    main(["growth", "--quick", "--rounds", "1", "--format", form])
    printed = capsys.readouterr().out
    names = [kind.name for one in growth.CURVES for kind in one.kinds]
    if form == "json":
        curves = json.loads(printed)["curves"]
        assert [len(line["points"]) for one in curves for line in one["lines"]] == [3] * 5
        assert {*names} <= {line["name"] for one in curves for line in one["lines"]}
        assert "no hand has more than" in curves[0]["says"][0]
    else:
        assert all(f"*{name}*" in printed for name in names)
        assert "says: 'hand' has" in printed


def test_only_growth_has_a_quick_form() -> None:
    with pytest.raises(SystemExit):
        main(["deadwood", "--quick"])
