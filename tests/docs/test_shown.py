"""Plays that a page shows and that are no cases: in files, and those that tell readings apart."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lawpages import shown
from meldcheck.words.case import JSON, Act
from meldcheck.words.errors import SpecError

from ..conformance.laws import write_law
from .building import DOCS, Built, build_small, write_site

CIRCLE = "rummy-circle"
APART = "tongits.turn.dealer-first-turn-melds.apart-1"
PAGE = """\
# Own plays

:::{law-play} rummy-circle
:::

::::{law-fold} `to-act` and its plays
The clause is {law:clause}`tongits.turn.to-act`.

| a | b |
| --- | --- |
| 1 | 2 |

CONTENT
::::
"""


def block(name: str) -> str:
    """The block of a play on the page of Tong-its."""
    text = (DOCS / "distinguish.md").read_text(encoding="utf-8")
    found = re.search(rf"^:::\{{law-apart\}} {re.escape(name)}\n.*?^:::$", text, re.M | re.S)
    assert found is not None
    return found[0]


def content_of(name: str) -> str:
    return block(name).split("\n", 1)[1].removesuffix(":::")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A small site with a page of plays of its own, built a second time after one has changed."""
    folder = tmp_path_factory.mktemp("shown")
    write_law(folder)
    docs = write_site(folder)
    with (docs / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('myst_enable_extensions = ["colon_fence"]\n')
    (docs / shown.FOLDER).mkdir()
    file = docs / shown.FOLDER / f"{CIRCLE}.yaml"
    whole = (DOCS / shown.FOLDER / f"{CIRCLE}.yaml").read_text(encoding="utf-8")
    file.write_text("\n".join(whole.splitlines()[:-1]), encoding="utf-8")
    (docs / "own.md").write_text(
        f"---\norphan: true\n---\n\n{PAGE.replace('CONTENT', block(APART))}", encoding="utf-8"
    )
    first = build_small(docs, folder / "out")
    assert (first.code, first.warnings) == (0, "")
    assert len(played(first, CIRCLE)["plays"][0]["steps"]) == 12
    file.write_text(whole, encoding="utf-8")
    return build_small(docs, folder / "out")


def played(site: Built, name: str) -> JSON:
    """What a stepper loads."""
    text = (site.folder / "_plays" / f"{name}.js").read_text(encoding="utf-8")
    return json.loads(text.partition(",")[2].rpartition(")")[0])


def test_a_play_in_a_file_can_be_stepped_through(site: Built) -> None:
    assert (site.code, site.warnings) == (0, "")
    html = site.page("own")
    assert f'class="stepper" id="{CIRCLE}"' in html
    assert "steps.js" in html
    (play,) = played(site, CIRCLE)["plays"]
    assert (play["name"], len(play["steps"])) == ("play", 13)


def test_a_play_that_tells_readings_apart_ends_under_each(site: Built) -> None:
    one, other = played(site, APART)["plays"]
    assert {one["name"], other["name"]} == {"allowed", "discard_only"}
    ends = {play["name"]: play["steps"][-1] for play in (one, other)}
    assert "refused" not in ends["allowed"]
    assert ends["discard_only"]["refused"] == ["tongits.turn.dealer-first-turn-discards-only"]


def test_a_fold_has_its_words_without_a_link_and_its_content(site: Built) -> None:
    fold = site.page("own").partition("<details")[2].partition("</details>")[0]
    summary, _, inside = fold.partition("</summary>")
    assert "<a " not in summary  # a link in a button cannot be reached by every reader
    assert re.search(r'<a [^>]*href="clauses/tongits/turn/to-act\.html"', inside)
    assert "and its plays" in summary
    assert "<table" in inside
    assert f'class="stepper" id="{APART}"' in inside


def test_a_deal_is_read_from_text() -> None:
    case = shown.read_apart(APART, content_of(APART))
    deal = case.steps[0]
    assert isinstance(deal, Act)
    assert deal.by == "chance"
    assert [len(hand) for hand in deal.do["hands"]] == [13, 12, 12]
    assert len(deal.do["stock"]) == 15


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("0 expose", "0 expoze", "'expoze' is not an action"),
        ("asks: ", "ask: ", "unknown field `ask`"),
        ('- "0 expose 9C 9D 9H"', '- "deal one"', "'deal one' is no step of a seat"),
    ],
)
def test_a_play_that_cannot_be_read_says_why(old: str, new: str, message: str) -> None:
    content = content_of(APART)
    assert content.count(old) == 1
    with pytest.raises(SpecError, match=message):
        shown.read_apart(APART, content.replace(old, new))


@pytest.mark.parametrize("page", sorted(DOCS.glob("distinguish*.md")), ids=lambda path: path.stem)
def test_each_play_of_a_page_is_there_whole_and_each_link_leads_to_one(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^:::\{law-apart\} (\S+)\n(.*?)^:::$", text, re.M | re.S)
    names = [name for name, _ in blocks]
    assert len(set(names)) == len(names)
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert rows
    assert names
    steps = {
        name: len(case.steps) + 1
        for name, content in blocks
        for case in [shown.read_apart(name, content)]
    }
    linked = set()
    for row in rows:
        readings, play, _, length = re.split(r" \| ?", row.removeprefix("| ").removesuffix("|"))[:4]
        found = re.match(r'<a href="#(\S+)">', play)
        if found is None:
            assert play.startswith("none"), readings
        else:
            linked.add(found[1])
            assert int(re.split(r"\D", length)[0]) == steps[found[1]]
    assert linked == set(names)
