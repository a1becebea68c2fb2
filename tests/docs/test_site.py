"""The site of the project: everything that the documents hold has its anchor, and links lead on."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from lawpages.carriers import carriers
from meldcheck import sources
from meldcheck.cases import cases_of
from meldcheck.document import ClauseKind, Law, load_law
from meldspec.tongits.clauses import Clause

from .building import DOCS, ROOT, Built, anchors, build, links

SPEC = ROOT / "spec"
CARDS = re.compile(r'<span class="cards[^"]*"([^>]*)>((?:<span class="card .*?</span>)+)')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The whole site."""
    return build(DOCS, tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def pages(site: Built) -> Mapping[str, str]:
    """Its pages."""
    return site.pages()


@pytest.fixture(scope="module")
def law() -> Law:
    """The documents."""
    return load_law(SPEC, "tongits")


def test_it_builds_without_a_warning(site: Built) -> None:
    assert (site.code, site.warnings) == (0, "")


@pytest.mark.parametrize("kind", ["clause", "question", "example"])
def test_every_block_of_the_documents_is_read(law: Law, kind: str) -> None:
    chapters = (path.read_text(encoding="utf-8") for path in (SPEC / "tongits").glob("*.md"))
    blocks = sum(len(re.findall(rf"^```+\{{{kind}\}}", text, re.MULTILINE)) for text in chapters)
    read = {"clause": law.clauses, "question": law.questions, "example": law.examples}[kind]
    assert blocks == len(read) > 0


def test_every_name_has_its_anchor(site: Built, pages: Mapping[str, str], law: Law) -> None:
    objects = site.objects()
    cases = {case.id for case in cases_of(law)}
    assert set(objects["clause"]) == set(law.clauses)
    assert set(objects["question"]) == set(law.questions)
    assert set(objects["example"]) == set(law.examples) | cases
    assert set(objects["flag"]) == {f"tongits:{name}" for name in law.flags}
    rows = sources.load(SPEC / "sources")
    assert set(objects["sentence"]) == {f"{s}:{row.at}" for s in rows for row in rows[s].sentence}
    found = {name: frozenset(anchors(html)) for name, html in pages.items()}
    for names in objects.values():
        for name, place in names.items():
            page, _, anchor = place.partition("#")
            assert anchor in found[page], name


def test_no_anchor_stands_twice_on_a_page(pages: Mapping[str, str]) -> None:
    for page, html in pages.items():
        twice = [name for name, times in Counter(anchors(html)).items() if times > 1]
        assert not twice, page


def test_every_link_leads_somewhere(pages: Mapping[str, str]) -> None:
    found = {name: frozenset(anchors(html)) for name, html in pages.items()}
    for page, html in pages.items():
        for link in links(html):
            path, _, anchor = link.partition("#")
            there = posixpath.normpath(posixpath.join(posixpath.dirname(page), path or "."))
            there = there if path else page
            if there.endswith(".html"):
                assert there in pages, (page, link)
                assert not anchor or anchor in found[there], (page, link)


def test_clauses_and_sentences_lead_to_each_other(pages: Mapping[str, str], law: Law) -> None:
    found = {page: links(html) for page, html in pages.items()}
    for name, clause in law.clauses.items():
        chapter = name.split(".")[1]
        here = f"rules/tongits/{chapter}.html"
        for source, stance in clause.sources.items():
            there = f"rules/sources/{source}.html"
            for at in stance.locators():
                assert f"../sources/{source}.html#{at}" in found[here], (name, source, at)
                assert f"../tongits/{chapter}.html#{name}" in found[there], (name, source, at)


def test_every_card_has_its_name(pages: Mapping[str, str]) -> None:
    rows = 0
    for page, html in pages.items():
        for attributes, faces in CARDS.findall(html):
            named = re.fullmatch(r' role="img" aria-label="([^"]+)"', attributes)
            assert named, page
            assert len(named[1].split(", ")) == faces.count('<span class="card'), page
            rows += 1
    assert rows > 1000


def test_chapters_stand_in_the_order_of_play() -> None:
    listed = re.findall(r"^rules/tongits/([a-z-]+)$", (DOCS / "rules.md").read_text(), re.MULTILINE)
    order = "game terms cards melds deal pot turn drawing exposing laying-off discarding"
    ends = "tongits-call draw-call answering showdown stock-end ending burned settlement variations"
    assert [name for name in listed if name != "flags"] == [*order.split(), *ends.split()]


def test_code_names_only_clauses_of_the_documents(law: Law) -> None:
    found = carriers("tongits")
    assert set(found) <= set(law.clauses)
    conditions = {
        str(member) for member in Clause if law.clauses[member].kind is ClauseKind.CONDITION
    }
    without = conditions - set(found)
    assert not without
    for those in found.values():
        for carrier in those:
            lines = Path(ROOT / carrier.file).read_text(encoding="utf-8").splitlines()
            assert carrier.name in lines[carrier.line - 1]
