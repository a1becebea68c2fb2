"""Pictures of counts: they have every number of their tables, and kept pages count right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from lawpages.bars import SCALES, Kind, Picture, Row
from meldcheck.evidence import records
from meldcheck.games import MEASURES
from meldcheck.words.places import suite_directory
from meldspec.games import NAMES
from tests import committed

from .. import evidence, explored
from ..bars import bars, in_order_of_play
from ..conformance.laws import write_law
from .building import DOCS, build_small, write_site

BLOCK = re.compile(r"^:::\{law-bars\} .*?^:::$", re.MULTILINE | re.DOTALL)


def shown(*counts: tuple[str, int, int], scale: str = "") -> str:
    """A picture of two kinds."""
    kinds = (Kind("kept", 1), Kind("lost", 5))
    rows = [Row(name, (kept, lost)) for name, kept, lost in counts]
    return Picture("Cards of Tong-its", "card", kinds, rows, scale).drawn("bars-1")


def widths(svg: str) -> list[float]:
    """The width of each rectangle, in percent."""
    return [float(width) for width in re.findall(r'<rect [^>]*width="([\d.]+)%"', svg)]


def test_a_bar_is_as_long_as_its_number() -> None:
    svg = shown(("deal", 30, 10), ("draw", 0, 20))
    kept, lost, other = widths(svg)
    assert kept == pytest.approx(3 * lost, abs=0.05)
    assert other == pytest.approx(2 * lost, abs=0.05)
    assert re.findall(r'class="total"[^>]*>(\d+)<', svg) == ["40", "20"]
    assert "<title>draw: 20 cards lost</title>" in svg


def test_each_tenfold_number_is_longer_by_the_same_length() -> None:
    ten, hundred, thousand = widths(shown(("a", 10, 0), ("b", 0, 100), ("c", 1000, 0), scale="log"))
    assert thousand - hundred == pytest.approx(hundred - ten, abs=0.02)


def test_shares_fill_each_bar() -> None:
    first, second, third = widths(shown(("a", 3, 1), ("b", 100, 0), scale="share"))
    assert first == pytest.approx(3 * second, abs=0.05)
    assert first + second == pytest.approx(third, abs=0.05)


def test_those_who_hear_a_picture_hear_its_sums() -> None:
    svg = shown(("deal", 1000, 10), ("draw", 500, 20))
    assert svg.startswith('<svg role="img" aria-labelledby="bars-1-title bars-1-told"')
    assert '<title id="bars-1-title">Cards of Tong\u2011its</title>' in svg
    told = re.search(r'<desc id="bars-1-told">(.*?)</desc>', svg)
    assert told is not None
    assert told[1] == "A bar for each of 2 rows. In all: 1,500 kept, 30 lost."


def small(folder: Path, block: str) -> tuple[int, str, str]:
    """The outcome of a build of a page with a block, its warnings, and the page."""
    write_law(folder)
    docs = write_site(folder)
    conf = (DOCS / "conf.py").read_text(encoding="utf-8")
    extensions = re.search(r"^myst_enable_extensions = .*$", conf, re.MULTILINE)
    assert extensions is not None
    with (docs / "conf.py").open("a", encoding="utf-8") as file:
        file.write(f"{extensions[0]}\n")
    page = f"---\norphan: true\n---\n\n# Small\n\n{block}\n"
    (docs / "drawn.md").write_text(page, encoding="utf-8")
    made = build_small(docs, folder / "out")
    return made.code, made.warnings, "" if made.code else made.page("drawn")


def test_a_page_shows_the_picture_and_folds_the_table(tmp_path: Path) -> None:
    chosen = {"colours": "1 5", "scale": "share"}
    block = bars("Cards", ("place", "kept", "lost"), [("deal", 1200, 3)], "card", **chosen)
    code, warnings, page = small(tmp_path, block)
    assert (code, warnings) == (0, "")
    figure = page.partition('<figure class="bars">')[2].partition("</figure>")[0]
    folded = figure.partition('<details class="fold numbers">')[2]
    assert "<td>1,200</td>" in folded
    assert f"<small>{SCALES['share']}</small></figcaption>" in figure
    assert figure.index("<svg ") < figure.index("<details")
    assert 'class="kind-5"' in figure
    assert "kind-2" not in figure


def test_each_table_that_cannot_be_drawn_is_a_fault(tmp_path: Path) -> None:
    heads = ("place", "kept", "lost")
    wrong = [
        bars("Many", heads, [("deal", "many", 3)], "card"),
        bars("Unknown", heads, [("deal", 1, 3)], "card", colours="7 1"),
        bars("Few", heads, [("deal", 1, 3)], "card", colours="1"),
    ]
    code, warnings, _ = small(tmp_path, "\n\n".join(wrong))
    assert code == 1
    many, unknown, few = warnings.splitlines()
    assert "many" in many
    assert "colours" in unknown
    assert "colours" in few


def test_the_picture_of_another_page_is_drawn_and_read_again_when_it_changes(
    tmp_path: Path,
) -> None:
    write_law(tmp_path)
    docs = write_site(tmp_path)
    with (docs / "conf.py").open("a", encoding="utf-8") as file:
        file.write('myst_enable_extensions = ["colon_fence"]\n')
    block = bars("Cards", ("place", "kept", "lost"), [("deal", 1200, 3)], "card")
    other = bars("Others", ("place", "kept", "lost"), [("deal", 1, 3)], "card")
    own = docs / "own.md"
    own.write_text(f"---\norphan: true\n---\n\n# Own\n\n{block}\n\n{other}\n", "utf-8")
    page = "---\norphan: true\n---\n\n# Drawn\n\n```{law-drawn} own\n```\n"
    (docs / "drawn.md").write_text(page, encoding="utf-8")
    made = build_small(docs, tmp_path / "out")
    assert (made.code, made.warnings) == (0, "")
    assert made.page("drawn").count("<td>1,200</td>") == made.page("drawn").count("<svg ") == 1
    own.write_text(own.read_text("utf-8").replace("1,200", "1,300"), "utf-8")
    assert "<td>1,300</td>" in build_small(docs, tmp_path / "out").page("drawn")


def test_a_page_without_a_picture_cannot_be_drawn(tmp_path: Path) -> None:
    code, warnings, _ = small(tmp_path, "```{law-drawn} index\n```")
    assert code == 1
    assert "no picture on a page 'index'" in warnings


# ── kept pages ───────────────────────────────────────────────────────────────────────────────────


def blocks(name: str) -> list[str]:
    """The pictures of a page."""
    return BLOCK.findall((DOCS / f"{name}.md").read_text(encoding="utf-8"))


def rows(block: str) -> Iterator[tuple[str, list[int]]]:
    """The rows of a picture: their names, and their counts."""
    for line in block.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and all(re.fullmatch(r"[\d,]+", cell) for cell in cells[1:]):
            yield cells[0], [int(cell.replace(",", "")) for cell in cells[1:]]


def test_the_page_of_evidence_is_that_of_the_kept_measurement() -> None:
    kept = records.load(suite_directory())
    assert evidence.PAGE.read_text(encoding="utf-8") == evidence.page_of(kept)


@pytest.mark.parametrize("game", NAMES)
def test_each_clause_stands_on_one_rung_of_the_picture(game: str) -> None:
    clauses = committed.law(game).clauses
    found = blocks("evidence")[1 + NAMES.index(game)]
    there = Counter(name.split(".")[1] for name in clauses)
    totals = {name: sum(counts) for name, counts in rows(found)}
    assert totals == {link: there[one] for one, link in in_order_of_play(game).items()}


def test_the_page_of_explorations_is_that_of_the_record() -> None:
    assert explored.PAGE.read_text(encoding="utf-8") == explored.page_of(explored.read())


def test_the_page_of_evidence_shows_pictures_before_anything_else() -> None:
    first, *_ = evidence.PAGE.read_text(encoding="utf-8").split("\n## ")
    drawn = re.findall(r"^(?::::|```)\{(law-[a-z-]+)\} ?(\w*)", first, re.MULTILINE)
    assert drawn == [
        ("law-bars", "Clauses"),
        ("law-drawn", "mutation"),
        ("law-drawn", "explore"),
        ("law-engine-bars", ""),
    ]
    assert "|" not in BLOCK.sub("", first)
    for page in ("laws", "mutation", "explore", "engines"):
        assert f"]({page}.md)" in first


def test_the_first_picture_of_explorations_has_the_sums_of_the_others() -> None:
    whole, *games = blocks("explore")
    sums = [[*map(sum, zip(*(counts for _, counts in rows(one)), strict=True))] for one in games]
    assert [counts for _, counts in rows(whole)] == sums


@pytest.mark.parametrize("game", [*NAMES, "ground"])
def test_the_picture_of_laws_counts_the_rows_below_it(game: str) -> None:
    page = (DOCS / f"laws-{game}.md").read_text(encoding="utf-8")
    [found] = blocks(f"laws-{game}")
    _, *sections = re.split(r"^## ", page, flags=re.MULTILINE)
    told = [[len(re.findall(rf"\| {how}", section)) for how in HOW] for section in sections]
    assert [counts for _, counts in rows(found)] == told


HOW = ("confirmed over all paths", "enumerated exhaustively", "property-tested only")


@pytest.mark.parametrize("game", NAMES)
def test_the_picture_of_changes_has_as_many_of_each_kind_as_its_game_has(game: str) -> None:
    whole = dict(rows(blocks("mutation")[0]))
    title = MEASURES[game].title
    [found] = blocks(f"mutation-{game}")
    sums = [sum(column) for column in zip(*(counts for _, counts in rows(found)), strict=True)]
    assert all(there >= number for there, number in zip(sums, whole[title], strict=True))
