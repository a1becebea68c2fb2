"""The site of the project: everything that the documents hold has its anchor, and links lead on."""

from __future__ import annotations

import json
import posixpath
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from html import escape, unescape
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from lawpages.finding import FILE
from meldcheck.cli import main
from meldcheck.engine.referee import begin
from meldcheck.games import MEASURES
from meldcheck.law import sources
from meldcheck.law.clauses import ClauseKind, Law, Question
from meldcheck.suite.examples import cases_in, cases_of
from meldcheck.words.case import JSON, Act, Case, Step, option_of
from meldcheck.words.notation import CHANCE
from meldcheck.words.readings import Readings, reading_value
from meldcheck.words.telling import Piles
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.wire import Match
from tests import committed

from .building import DOCS, ROOT, Built, anchors, links
from .finding import places_in
from .test_protocol_page import OLD

pytestmark = pytest.mark.slow
"""The whole site is built for these."""

SPEC = ROOT / "spec"
CARDS = re.compile(r'<span class="cards[^"]*"([^>]*)>((?:<b[ >].*?</b>)+)')


@pytest.fixture(scope="module")
def pages(site: Built) -> Mapping[str, str]:
    """The pages of the site."""
    return site.pages()


@pytest.fixture(scope="module")
def laws() -> Mapping[str, Law]:
    """The documents of every game."""
    return {game: committed.law(game) for game in MEASURES}


def test_it_builds_without_a_warning(site: Built) -> None:
    assert (site.code, site.warnings) == (0, "")


@pytest.mark.parametrize("game", MEASURES)
@pytest.mark.parametrize("kind", ["clause", "question", "example"])
def test_every_block_of_the_documents_is_read(
    laws: Mapping[str, Law], game: str, kind: str
) -> None:
    law = laws[game]
    chapters = (path.read_text(encoding="utf-8") for path in (SPEC / game).glob("*.md"))
    blocks = sum(len(re.findall(rf"^```+\{{{kind}\}}", text, re.MULTILINE)) for text in chapters)
    read = {"clause": law.clauses, "question": law.questions, "example": law.examples}[kind]
    assert blocks == len(read) > 0


def test_every_name_has_its_anchor(
    site: Built, pages: Mapping[str, str], laws: Mapping[str, Law]
) -> None:
    objects = site.objects()
    found_by = laws.values()
    cases = {case.id for law in found_by for case in cases_of(law)}
    assert set(objects["clause"]) == {name for law in found_by for name in law.clauses}
    assert set(objects["question"]) == {name for law in found_by for name in law.questions}
    assert set(objects["example"]) == {name for law in found_by for name in law.examples} | cases
    assert set(objects["argument"]) == {
        *laws,
        *(name for law in found_by for name in law.questions),
    }
    assert set(objects["flag"]) == {f"{game}:{name}" for game in laws for name in laws[game].flags}
    rows = sources.load(SPEC / "sources")
    assert set(objects["sentence"]) == {f"{s}:{row.at}" for s in rows for row in rows[s].sentence}
    found = {name: frozenset(anchors(html)) for name, html in pages.items()}
    for names in objects.values():
        for name, place in names.items():
            page, _, anchor = place.partition("#")
            assert not anchor or anchor in found[page], name


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


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_what_the_search_finds_stands_where_it_says(site: Built, pages: Mapping[str, str]) -> None:
    found = {name: frozenset(anchors(html)) for name, html in pages.items()}
    names: dict[str, set[str]] = {}
    for kind, name, there in places_in(site.folder / FILE):
        page, _, anchor = there.partition("#")
        assert not anchor or anchor in found[page], name
        assert page in pages, name
        names.setdefault(kind, set()).add(name)
    objects = site.objects()
    assert names["question"] == set(objects["question"])
    assert names["clause"] == set(objects["clause"])
    assert names["case"] <= set(objects["example"])
    assert {"words", "checking", "rules/tongits/draw-call"} <= names["page"]


@pytest.mark.parametrize("game", MEASURES)
def test_a_chapter_keeps_the_anchor_of_everything_that_stands_in_its_document(
    pages: Mapping[str, str], laws: Mapping[str, Law], game: str
) -> None:
    law = laws[game]
    questions = {one.id: f"question-{one.id}" for one in law.questions.values()}
    for document in law.documents:
        there = set(anchors(pages[f"rules/{game}/{document.chapter}.html"]))
        assert {one.id for one in document.clauses} <= there
        assert {one.id for one in document.examples} <= there
        for question in document.questions:
            assert {question.id, questions[question.id]} & there, question.id
    for case in cases_of(law):
        assert case.id in anchors(pages[f"rules/{game}/{case.id.split('.')[1]}.html"])


def page_of(clause: str) -> str:
    """The page of a clause."""
    return f"clauses/{clause.replace('.', '/')}.html"


@pytest.mark.parametrize("game", MEASURES)
def test_clauses_and_sentences_lead_to_each_other(
    site: Built, pages: Mapping[str, str], laws: Mapping[str, Law], game: str
) -> None:
    found = {page: links(html) for page, html in pages.items()}
    places = site.objects()["sentence"]
    for name, clause in laws[game].clauses.items():
        here = page_of(name)
        for source, stance in clause.sources.items():
            for at in stance.locators():
                place = places[f"{source}:{at}"]
                there = place.partition("#")[0]
                assert f"../../../{place}" in found[here], (name, source, at)
                back = posixpath.relpath(here, posixpath.dirname(there))
                assert back in found[there], (name, source, at)


@pytest.mark.parametrize("game", MEASURES)
def test_every_case_is_played_on_the_page_of_a_clause_that_it_names(
    site: Built, laws: Mapping[str, Law], game: str
) -> None:
    places = site.objects()["example"]
    for example in laws[game].examples.values():
        page, _, anchor = places[example.id].partition("#")
        first = page_of(example.fields.clauses[0])
        assert page == first or page.startswith(f"{first.removesuffix('.html')}/cases-")
        assert anchor == example.id


def test_every_card_has_its_name(pages: Mapping[str, str]) -> None:
    rows = 0
    for page, html in pages.items():
        for attributes, faces in CARDS.findall(html):
            named = re.fullmatch(r' role="img" aria-label="([^"]+)"', attributes)
            assert named, page
            assert len(named[1].split(", ")) == faces.count("</b>"), page
            rows += 1
    assert rows > 1000


CHAPTERS = {
    "tongits": (
        "game terms cards melds deal pot turn drawing exposing laying-off discarding tongits-call "
        "draw-call answering showdown stock-end ending burned settlement variations"
    ),
    "rummy": (
        "game players deck dealer deal setup turn draw meld layoff discard stock out rummy score "
        "match"
    ),
    "carousel": (
        "game goal players table deck deal setup turn draw meld stock set seq rearrange example "
        "joker knock value score match"
    ),
    "three-thirteen": (
        "game players deck deal setup turn draw discard stock meld wild deadwood out score match"
    ),
    "indian-chief": (
        "game goal players series deck sheet deal setup turn refill restore melds value rich poor "
        "beggar thief doctor lawyer chief poker match"
    ),
}


@pytest.mark.parametrize("game", MEASURES)
def test_chapters_stand_in_the_order_of_play(game: str) -> None:
    page = (DOCS / f"rules-{game}.md").read_text(encoding="utf-8")
    listed = re.findall(rf"^rules/{game}/([a-z-]+)$", page, re.MULTILINE)
    assert listed == [*CHAPTERS[game].split(), "flags"]
    assert {path.stem for path in (SPEC / game).glob("*.md")} == set(listed) - {"flags"}


@pytest.mark.parametrize("game", MEASURES)
def test_the_clauses_of_a_game_are_listed(
    pages: Mapping[str, str], laws: Mapping[str, Law], game: str
) -> None:
    assert f'href="clauses/{game}.html"' in part_of(pages["clauses.html"], f"clauses-{game}")
    listed = re.findall(r'<th scope="row">.*?href="([^"#]+)"', pages[f"clauses/{game}.html"])
    assert [f"clauses/{there}" for there in listed] == [
        page_of(name) for name in laws[game].clauses
    ]


def part_of(html: str, anchor: str) -> str:
    """The section of a page with this anchor."""
    return html.partition(f'<section id="{anchor}">')[2].partition("</section>")[0]


# ── arguments ────────────────────────────────────────────────────────────────────────────────────

WEIGHT = 150_000
"""The most bytes that a page may have."""

STRAIGHT = str.maketrans("’“”", '\'""')
"""The quotation marks of the documents for those that Sphinx makes of them."""


@pytest.mark.parametrize("game", MEASURES)
def test_every_question_has_its_argument_with_a_column_for_each_reading(
    site: Built, pages: Mapping[str, str], laws: Mapping[str, Law], game: str
) -> None:
    places = site.objects()["argument"]
    for name, question in laws[game].questions.items():
        assert places[name] == f"arguments/{game}/{question.name.replace('_', '-')}.html"
        html = pages[places[name]].translate(STRAIGHT)
        assert re.search(rf"<h1>{re.escape(escape(question.asks, quote=False))}<", html), name
        columns = re.findall(r'<h3 id="reading-([^"]+)">(.*?)</h3>', html)
        assert {reading: unescape(words) for reading, words in columns} == question.readings
        assert columns[0][0] == question.default
        outcomes = witness_of(laws[game], question)
        assert html.count('<div class="end">') == len(outcomes), name
        assert ('id="play"' in html) == bool(outcomes), name


def witness_of(law: Law, question: Question) -> Sequence[str]:
    """The readings under which the witness of a question ends."""
    if question.witness is None:
        return ()
    (case,) = cases_in(law, law.examples[question.witness])
    return tuple(case.outcomes)


@pytest.mark.parametrize("game", MEASURES)
def test_the_list_of_arguments_has_every_question_once_with_its_words(
    pages: Mapping[str, str], laws: Mapping[str, Law], game: str
) -> None:
    part = part_of(pages["arguments.html"], f"arguments-{game}")
    assert f'data-game="{MEASURES[game].title} {game}"' in part
    rows = re.findall(r'<tr data-words="([^"]*)"><th><a href="([^"]+)">(.*?)</a>', part)
    questions = laws[game].questions.values()
    assert Counter(rows) == Counter(
        (
            " ".join(name.removeprefix(f"{game}.") for name in question.clauses),
            f"arguments/{game}/{question.name.replace('_', '-')}.html",
            escape(question.asks, quote=False),
        )
        for question in questions
    )
    assert part.count("<i class=") == len(rows) * len(laws[game].profiles)


@pytest.mark.parametrize("game", MEASURES)
def test_the_picture_has_a_cell_for_each_source_of_each_question(
    pages: Mapping[str, str], laws: Mapping[str, Law], game: str
) -> None:
    html = pages[f"arguments/{game}.html"]
    cells = re.findall(rf'<td><a [^>]*href="({game}/[^"]+)\.html#says-([^"]+)"', html)
    assert Counter(cells) == Counter(
        (f"{game}/{question.name.replace('_', '-')}", source)
        for question in laws[game].questions.values()
        for source in laws[game].profiles
    )


def test_the_old_list_of_questions_leads_to_the_arguments(pages: Mapping[str, str]) -> None:
    for game in MEASURES:
        part = part_of(pages["questions.html"], f"questions-{game}")
        assert f'href="arguments/{game}.html"' in part


@pytest.mark.parametrize("game", MEASURES)
def test_clauses_and_questions_lead_to_their_arguments(
    pages: Mapping[str, str], laws: Mapping[str, Law], game: str
) -> None:
    for question in laws[game].questions.values():
        there = f"../../arguments/{game}/{question.name.replace('_', '-')}.html"
        assert there in links(pages[f"rules/{game}/{question.id.split('.')[1]}.html"])
        for name in question.clauses:
            if question in map(partial(of_law, laws[game]), laws[game].clauses[name].questions):
                assert f"../{there}" in links(pages[page_of(name)]), name


def of_law(law: Law, name: str) -> Question | None:
    """The question with this id or short name."""
    return next((one for one in law.questions.values() if name in (one.id, one.name)), None)


def test_pages_are_light(pages: Mapping[str, str]) -> None:
    weights = {page: len(html.encode()) for page, html in pages.items()}
    assert len(weights) > 1000
    assert [page for page, weight in weights.items() if weight >= WEIGHT] == []


def test_what_has_moved_is_led_to_from_its_old_address(
    site: Built, pages: Mapping[str, str]
) -> None:
    moved = {}
    for name, place in site.objects()["sentence"].items():
        source, _, at = name.partition(":")
        html = pages[f"rules/sources/{source}.html"]
        if not place.startswith("rules/"):
            moved[name] = f'<a class="moved" href="../../{place}" id="{at}">'
            assert moved[name] in html, name
    assert moved
    links = re.findall(r'<a class="moved" href="(.*?)">(.*?)</a>', pages["protocol.html"])
    assert [href for href, _ in links] == [
        f"protocol-{game}.html"
        for game in ("tongits", "rummy", "three-thirteen", "indian-chief", "carousel")
    ]
    assert [at for _, inner in links for at in re.findall(r'id="([^"]+)"', inner)] == OLD


def test_every_heading_of_november_leads_somewhere(pages: Mapping[str, str]) -> None:
    assert 'href="clauses.html"' in pages["genindex.html"]
    old = json.loads((Path(__file__).parent / "old_anchors.json").read_text(encoding="utf-8"))
    lost = [
        f"{page}#{at}"
        for page, all_ in old.items()
        for at in all_.split()
        if at not in anchors(pages[page])
    ]
    assert lost == []
    moved = re.findall(r'<a class="moved" href="([^"]*)#([^"]*)"', pages["laws.html"])
    assert len(moved) == 15
    assert [one for one in moved if one[1] not in anchors(pages[one[0]])] == []


@pytest.mark.parametrize("game", MEASURES)
def test_the_rulebook_has_the_chapters_in_the_order_of_play(
    pages: Mapping[str, str], laws: Mapping[str, Law], game: str
) -> None:
    home = (DOCS / f"rules-{game}.md").read_text(encoding="utf-8")
    order = re.findall(rf"^rules/{game}/(\S+)$", home, re.MULTILINE)
    book = pages[f"clauses/{game}/rulebook.html"]
    chapters = re.findall(r'<section id="chapter-([^"]+)"', book)
    assert chapters == [one for one in order if one in chapters]
    assert len(chapters) == sum(bool(one.clauses) for one in laws[game].documents)
    assert f'href="clauses/{game}/rulebook.html"' in pages[f"rules-{game}.html"]


@pytest.mark.parametrize("game", MEASURES)
def test_rules_that_are_not_played_stand_apart_in_the_rulebook(
    pages: Mapping[str, str], laws: Mapping[str, Law], game: str
) -> None:
    book = pages[f"clauses/{game}/rulebook.html"]
    apart = re.findall(r'<p class="unplayed">.*?/([^/"]+)\.html">', book)
    kinds = (ClauseKind.VARIATION, ClauseKind.REJECTED)
    unplayed = [one.id for one in laws[game].clauses.values() if one.kind in kinds]
    assert sorted(apart) == sorted(name.rpartition(".")[2] for name in unplayed)


@pytest.mark.parametrize("game", MEASURES)
def test_the_index_leads_to_every_clause(
    pages: Mapping[str, str], laws: Mapping[str, Law], game: str
) -> None:
    part = part_of(pages["clauses.html"], f"clauses-{game}")
    there = re.findall(r'<span><a href="([^"]+)">', part)
    assert sorted(there) == sorted(page_of(name) for name in laws[game].clauses)


def test_no_page_skips_a_level_of_headings(pages: Mapping[str, str]) -> None:
    for page, html in pages.items():
        levels = [int(level) for level in re.findall(r"<h([1-6])[ >]", html)]
        assert all(below <= above + 1 for above, below in pairwise(levels)), page


def test_every_page_has_the_doors_and_one_of_them_is_open(pages: Mapping[str, str]) -> None:
    doors = ["Rules", "Play", "Arguments", "Check an engine", "Evidence", "Words"]
    for page, html in pages.items():
        header = html.partition('<nav class="doors"')[2].partition("</nav>")[0]
        assert re.findall(r"<li><a [^>]*>(.*?)</a>", header) == doors, page
        is_apart = page in ("index.html", "search.html")
        assert header.count("aria-current") == (0 if is_apart else 1), page


def test_the_colours_of_code_are_loaded_by_pages_with_code(pages: Mapping[str, str]) -> None:
    coloured = {page for page, html in pages.items() if "_static/pygments.css" in html}
    assert coloured == {page for page, html in pages.items() if 'class="highlight' in html}
    assert 0 < len(coloured) < len(pages)


def test_no_page_loads_the_words_of_all_pages(pages: Mapping[str, str]) -> None:
    assert [page for page, html in pages.items() if "searchindex.js" in html] == []


def test_each_game_is_shown_with_a_meld_of_its_own(pages: Mapping[str, str]) -> None:
    tiles = pages["index.html"].partition('<ul class="tiles">')[2].partition("</ul>")[0]
    shown = re.findall(r' role="img" aria-label="([^"]+)"', tiles)
    assert len(set(shown)) == len(shown) == len(MEASURES)
    assert "four of spades, joker as five of spades, six of spades" in shown


def test_a_layer_tells_in_what_it_is_otherwise(pages: Mapping[str, str]) -> None:
    layers = [source for source in sources.load(SPEC / "sources").values() if source.over]
    assert layers
    rows = sources.load(SPEC / "sources")
    for layer in layers:
        beneath = {row.at: row for row in rows[str(layer.over)].sentence}
        html = pages[f"rules/sources/{layer.id}.html"]
        assert f'<a href="{layer.over}.html#source-{layer.over}">' in plain_links(html)
        otherwise = [row.at for row in layer.sentence if row != beneath[row.at]]
        assert otherwise
        assert re.findall(rf'differs from .*?href="{layer.over}\.html#([^"]+)"', html) == (
            otherwise
        )
        for row in layer.sentence:
            gone = [slug for slug in beneath[row.at].clauses if slug not in row.clauses]
            words = line_of(html, row.at).partition("gives way to the correction")[2]
            named = re.findall(r'href="[^"]*clauses/([^"]+)\.html"', words)
            assert [name.replace("/", ".") for name in named] == gone, row.at


def line_of(html: str, at: str) -> str:
    """The row of a sentence."""
    (line,) = re.findall(rf'<tr id="{re.escape(at)}">(.*?)</tr>', html, re.DOTALL)
    return str(line)


def plain_links(html: str) -> str:
    """A page whose links have nothing but their address."""
    return re.sub(r'<a [^>]*(href="[^"]*")[^>]*>', r"<a \1>", html)


@pytest.mark.parametrize("game", MEASURES)
def test_the_page_of_rule_sets_shows_what_the_command_prints(game: str) -> None:
    page = (DOCS / "rulesets.md").read_text(encoding="utf-8")
    _, head, named = CliRunner().invoke(main, ["rules", game]).stdout.rpartition("rule sets, and")
    assert f"text\n{head}{named}```\n" in page


@pytest.mark.parametrize("game", [name for name in MEASURES if "draw" in MEASURES[name].actions()])
def test_pages_draw_and_take_the_cards_that_the_reference_does(
    laws: Mapping[str, Law], game: str
) -> None:
    shown = 0
    for case in cases_of(laws[game]):
        for rules, steps in plays_of(case):
            shown += cards_that_came(game, case, rules, steps)
    assert shown > 500


def plays_of(case: Case) -> Iterator[tuple[Readings, Sequence[Step]]]:
    """The plays that a card shows, each with the readings under which it is shown."""
    if not case.outcomes:
        yield case.rules, case.steps
    if case.control is not None:
        yield case.rules, case.control.steps
    for reading, steps in case.outcomes.items():
        rules = {**case.rules, option_of(str(case.asks)): reading_value(reading)}
        yield rules, (*case.steps, *steps)


def cards_that_came(game: str, case: Case, rules: Readings, steps: Sequence[Step]) -> int:
    """How many cards come from a pile; each is the one that the seat's hand has gained."""
    if case.setup is None:
        return 0
    begun = begin(GAMES[game], rules, case.setup)
    assert not isinstance(begun, Refusal)
    match, piles, came = begun, Piles.under(rules), 0
    for step in steps:
        if not isinstance(step, Act) or step.refused:
            continue
        seat = piles.waiting if step.by == CHANCE else step.by
        before = hand_of(match, seat)
        after = match.act(step.by, step.do)
        assert not isinstance(after, Refusal), (case.id, step)
        match, card = after, piles.follow(step)
        if step.do["type"] in ("draw", "take", "reshuffle"):
            gained = hand_of(match, seat) - before
            laid = "with" in step.do or "meld" in step.do
            assert laid or gained == Counter([card] if card else []), (case.id, step)
            came += card is not None
    return came


def hand_of(match: Match, seat: int | str | None) -> Counter[str]:
    """The cards that a seat holds; nobody holds none."""
    view: JSON = {} if seat is None else match.view(seat)
    return Counter(view.get("hand", ()))


def test_a_rule_that_is_not_played_says_so(site: Built) -> None:
    for game in GAMES:
        for clause in committed.law(game).clauses.values():
            if clause.kind in (ClauseKind.REJECTED, ClauseKind.CONDITION):
                page = site.page(f"clauses/{clause.id.replace('.', '/')}")
                is_rejected = clause.kind is ClauseKind.REJECTED
                assert ("Not played here." in page) == is_rejected, clause.id
