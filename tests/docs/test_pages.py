"""Pages of a small law: what a box and a card show, and that a second build misses nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ..conformance.laws import (
    ASKING,
    CHAPTER,
    POT,
    RECEIPT,
    SHOWDOWN,
    WITH_FIXED_QUESTION,
    write_asking_law,
    write_law,
)
from .building import INDEX, Built, anchors, build_small, write_site

TURN = "rules/tongits/turn"


def page_of(clause: str) -> str:
    """The page of a clause."""
    return f"clauses/{clause.replace('.', '/')}"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The pages of the small law."""
    folder = tmp_path_factory.mktemp("small")
    implied = "implies: {last_to_challenge: [S2, S1]}"
    said = "says: {next_after_caller: [S1]}"
    write_law(folder, (SHOWDOWN, said, f"{said}, {implied}"), *WITH_FIXED_QUESTION)
    return build_small(write_site(folder), folder / "out")


TAKES = """\
    1 take onto 4S 5S 6S -> refused tongits.turn.to-act
    1 take -> refused tongits.turn.to-act
    1 draw
"""


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The pages of the small law whose questions have witnesses."""
    folder = tmp_path_factory.mktemp("asking")
    opened = "play: |\n  0 expose 4S 5S 6S\n  0 discard AC\nreadings:\n  2: |\n"
    write_asking_law(
        folder, (POT, "readings:\n  2: |\n", opened + TAKES), (POT, "  1: |\n", "  1: |\n" + TAKES)
    )
    (folder / RECEIPT).unlink()  # no page of this small site
    docs = write_site(folder)
    showdown = SHOWDOWN.replace("spec", "rules").removesuffix(".md")
    pages = "\n".join(file.replace("spec", "rules").removesuffix(".md") for file in ASKING)
    (docs / "index.md").write_text(INDEX.replace(showdown, pages), encoding="utf-8")
    return build_small(docs, folder / "out")


def plain(html: str) -> str:
    """The text of a piece of a page, with a space wherever an element begins or ends."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_the_small_law_builds(small: Built) -> None:
    assert (small.code, small.warnings) == (0, "")


def test_a_clause_has_a_page_with_who_says_it_and_what_carries_it(small: Built) -> None:
    page = small.page(page_of("tongits.turn.to-act"))
    shown = plain(page)
    assert "<title>tongits.turn.to-act" in page
    assert re.search(r"<h1>Only the seat that is asked may act\.<", page)
    assert '<code class="copied">tongits.turn.to-act</code>' in page
    assert "A refusal means Another seat is asked." in shown
    assert "rules/sources/page.html#S1" in page
    assert "A page says S1 All" in shown
    assert "reference/meldspec/tongits/turn.py:" in page
    assert "not_to_act" in page
    assert "said by 1 source · carried at" not in shown  # the dots are drawn
    assert re.search(r"said by 1 source carried at turn\.py:\d+", shown)


def test_a_situation_shows_the_table_before_the_refused_step(small: Built) -> None:
    page = small.page(page_of("tongits.turn.to-act"))
    drawn = page.partition('<section id="situation">')[2].partition("</section>")[0]
    assert drawn.count("cards hand") == 3
    assert "seat 1 draws: refused by turn.to-act" in plain(drawn)
    assert "seat 1 to act" in plain(drawn)
    assert "stock 15 pot 6" in plain(drawn)
    figure = small.page(TURN).partition('<figure class="situation">')[2].partition("</figure>")[0]
    assert "seat 1 draws: refused . The whole play" in plain(figure)


def test_a_chapter_reads_as_text_and_keeps_every_anchor(small: Built) -> None:
    page = small.page(TURN)
    there = anchors(page)
    for name in ("to-act", "price", "kinds", "second-seat-waits", "dealer-once", "direction"):
        assert there.count(f"tongits.turn.{name}") == 1, name
    assert "Only the seat that is asked may act. to-act" in plain(page)
    assert 'href="../../clauses/tongits/turn/to-act.html"' in page
    assert 'href="../../arguments/tongits/direction.html"' in page
    cases = page.partition("<summary>2 cases</summary>")[2].partition("</details>")[0]
    assert "/turn/to-act.html#tongits.turn.dealer-once" in cases
    assert "<ol" not in page


def test_only_pages_with_a_play_load_its_scripts(small: Built) -> None:
    assert "steps.js" in small.page(page_of("tongits.turn.to-act"))
    assert "steps.js" not in small.page(TURN)


def test_the_first_case_of_a_clause_is_open(small: Built) -> None:
    page = small.page(page_of("tongits.turn.to-act"))
    cards = re.findall(r'<details class="example" id="([^"]+)"( open="")?>', page)
    assert cards == [
        ("tongits.turn.second-seat-waits", ' open=""'),
        ("tongits.turn.dealer-once", ""),
    ]


def card_of(built: Built, name: str) -> str:
    """The card of an example, wherever it stands."""
    place = built.objects()["example"][name].partition("#")[0].removesuffix(".html")
    card = built.page(place).partition(f'<details class="example" id="{name}"')[2]
    return card.partition('<details class="example"')[0].partition('<section id="questions">')[0]


def test_a_card_shows_the_play_in_words(small: Built) -> None:
    card = card_of(small, "tongits.turn.second-seat-waits")
    assert 'aria-label="four of spades, five of spades, six of spades, ' in card
    assert '<li class="step refused">' in card
    assert 'href="#"' in card  # its own clause
    assert "<b>Control</b>" in card
    assert 'href="../../../rules/tongits/flags.html#out-of-turn"' in card


def test_a_card_about_a_question_shows_what_follows_under_each_reading(asking: Built) -> None:
    assert (asking.code, asking.warnings) == (0, "")
    card = card_of(asking, "tongits.turn.dealer-melds-or-not")
    common, one, other = card.split('<div class="outcome">')
    assert "dealer" in common
    assert "exposes" not in common
    assert plain(one).startswith("Under allowed default seat 0 exposes")
    assert "refused" not in one
    assert plain(other).startswith("Under discard_only seat 0 exposes")
    assert "refused by turn.dealer-first-turn-discards-only" in plain(other)
    assert "asks dealer_first_turn_melds" in plain(other)
    assert 'turn.html#tongits.turn.dealer-first-turn-melds"' in other


def test_an_end_goes_on_where_the_common_steps_stop(asking: Built) -> None:
    card = card_of(asking, "tongits.pot.ante-chips-differs")
    common, *ends = card.split('<div class="outcome">')
    assert 'aria-label="four of spades, five of spades, six of spades"' in common
    assert len(ends) == 2
    for end in ends:
        assert re.search(r'<ol class="play" data-of="\d" style="counter-reset: step 2">', end)
        onto = re.search(r'takes the discard onto <span [^>]* aria-label="([^"]*)"', end)
        assert onto is not None
        assert onto[1] == "four of spades, five of spades, six of spades"
        assert "takes the discard into the hand" in end
        drawn = re.search(r'draws <span [^>]* aria-label="([^"]*)"', end)
        assert drawn is not None
        assert drawn[1] == "seven of spades"


def test_working_stands_under_the_reading_that_it_is_of(asking: Built) -> None:
    name = "tongits.settlement.tongits-at-three-or-two"
    common, one, other = card_of(asking, name).split('<div class="outcome">')
    assert "calls tongits, discarding" in plain(common)
    assert "seat 1 pays tongits 3 + burned 1 = 4" in plain(one)
    assert "seat 1 pays tongits 2 + burned 1 = 3" in plain(other)
    assert plain(other).count("Working") == 1


def test_a_deck_is_shown_with_the_hands_under_each_reading(asking: Built) -> None:
    name = "tongits.deal.deal-pattern-differs"
    common, one, other = card_of(asking, name).split('<div class="outcome">')
    assert "The deck, its top first:" in common
    assert 'aria-label="ace of clubs, four of clubs, ' in one
    assert 'aria-label="ace of clubs, two of clubs, three of clubs, ' in other


def test_rows_of_an_example_have_anchors_of_their_own(small: Built) -> None:
    for page in (TURN, page_of("tongits.turn.kinds")):
        for name in ("sevens", "tens"):
            assert f'id="tongits.turn.three.{name}"' in small.page(page)


@pytest.mark.parametrize(("slug", "kind"), [("kinds", "clause"), ("three", "example")])
def test_a_question_may_have_the_name_of_a_clause_or_an_example(
    tmp_path: Path, slug: str, kind: str
) -> None:
    renamed = (
        (file, old, new.replace("direction", slug)) for file, old, new in WITH_FIXED_QUESTION
    )
    write_law(tmp_path, *renamed)
    built = build_small(write_site(tmp_path), tmp_path / "out")
    assert (built.code, built.warnings) == (0, "")
    name = f"tongits.turn.{slug}"
    places = built.objects()
    assert name in places[kind]
    assert places["question"][name] == f"{TURN}.html#question-{name}"
    there = anchors(built.page(TURN))
    assert (there.count(name), there.count(f"question-{name}")) == (1, 1)
    assert f'href="../../../arguments/tongits/{slug}.html"' in built.page(
        page_of("tongits.turn.kinds")
    )


def test_an_argument_tells_who_says_what_and_what_is_played(small: Built) -> None:
    page = small.page("arguments/tongits/tie-three-way")
    shown = plain(page)
    assert "A page can be read in two ways: the first after the caller; or the last who" in shown
    assert "Played here by default: the first after the caller . It is what the page" in shown
    assert 'href="../../rules/sources/page.html#source-page"' in page
    assert 'href="../../rules/tongits/showdown.html#tongits.showdown.tie-three-way"' in page
    first, second = page.split('<h3 id="reading-')[1:]
    assert plain(first).startswith('next_after_caller">the first after the caller')
    assert "Who says so A page says S1" in plain(first)
    assert "showdown.tie_three_way&quot; = &quot;last_to_challenge" in second.replace('"', "&quot;")
    assert "Rule sets default , page" in plain(first)
    assert "The play" not in shown


def test_an_argument_about_a_fixed_question_tells_when_it_matters(small: Built) -> None:
    page = small.page("arguments/tongits/direction")
    shown = plain(page)
    assert "The source offers a choice." in shown
    assert "A page is cut off before this point." in shown
    assert "Always played here: turns pass to the left . It is common. Seats have numbers" in shown
    assert "as_agreed not played Why it is not played it needs an agreement" in shown
    assert "In a house rule file" not in shown
    assert "Only if one of these holds: Which of them is it? Answered: the last who" in shown
    assert 'href="tie-three-way.html"' in page


def test_an_argument_shows_the_play_once_and_its_end_under_each_reading(asking: Built) -> None:
    page = asking.page("arguments/tongits/dealer-first-turn-melds")
    common, one, other = page.split('<div class="end">')
    assert "The play, the same under each reading" in plain(common)
    assert "exposes" not in common
    assert plain(one).startswith("Allowed seat 0 exposes")
    assert plain(other).startswith("Refused seat 0 exposes")
    assert "refused by turn.dealer-first-turn-discards-only" in plain(other)


def test_the_list_of_arguments_says_who_says_what_in_signs_and_in_words(small: Built) -> None:
    page = small.page("arguments")
    gap, choice = re.findall(r'<tr data-words="[^"]*">.*?</tr>', page)[::-1]
    assert 'aria-label="A page: several"' in gap
    assert '<i class="several">≈</i>' in gap
    assert 'data-words="turn.price"' in gap
    assert 'aria-label="A page: lost"' in choice
    assert "Which of them is it?" in plain(choice)


def written(out: Path, page: str) -> int:
    """When a page was written."""
    return (out / f"{page}.html").stat().st_mtime_ns


@pytest.mark.slow
def test_a_second_build_misses_no_change(tmp_path: Path) -> None:
    write_law(tmp_path)
    docs, out = write_site(tmp_path), tmp_path / "out"
    assert build_small(docs, out).code == 0
    untouched = page_of("tongits.turn.kinds")
    before = {page: written(out, page) for page in ("clauses", "index", untouched)}
    assert build_small(docs, out).code == 0
    assert {page: written(out, page) for page in before} == before
    write_law(
        tmp_path,
        (CHAPTER, "Only the seat that is asked may act.", "Nobody else acts."),
        (CHAPTER, "The second seat waits for the dealer", "Seat 1 waits"),
        (SHOWDOWN, "{says: {next_after_caller: [S1]}}", "{}"),
    )
    again = build_small(docs, out)
    assert again.code == 0
    assert written(out, untouched) == before[untouched]
    assert again.pages() == build_small(docs, tmp_path / "fresh").pages()
    for page in ("clauses/tongits", TURN, page_of("tongits.turn.to-act")):
        assert "Nobody else acts." in again.page(page)
    assert "Seat 1 waits" in again.page("rules/tongits/flags")
    assert "A page is silent." in plain(again.page("arguments/tongits/tie-three-way"))


def test_a_page_follows_a_name_that_has_moved(tmp_path: Path) -> None:
    write_law(tmp_path)
    docs, out = write_site(tmp_path), tmp_path / "out"
    page = "---\norphan: true\n---\n\n# Beside\n\n{law:example}`tongits.turn.second-seat-waits`\n"
    (docs / "beside.md").write_text(page, encoding="utf-8")
    assert build_small(docs, out).code == 0
    write_law(tmp_path, (CHAPTER, "The second seat waits for the dealer", "Seat 1 waits"))
    again = build_small(docs, out)
    assert again.code == 0
    assert "Seat 1 waits" in again.page("beside")


def test_an_argument_goes_with_its_question(tmp_path: Path) -> None:
    write_law(tmp_path, *WITH_FIXED_QUESTION)
    docs = write_site(tmp_path)
    build_small(docs, tmp_path / "out")
    sources = docs / "arguments" / "tongits"
    written = {path.name: path.stat().st_mtime_ns for path in sources.iterdir()}
    assert written.keys() == {"direction.argument", "tie-three-way.argument"}
    write_law(tmp_path)
    build_small(docs, tmp_path / "out")
    left = {path.name: path.stat().st_mtime_ns for path in sources.iterdir()}
    assert left == {"tie-three-way.argument": written["tie-three-way.argument"]}


def test_a_fault_of_a_document_is_a_fault_of_every_build(tmp_path: Path) -> None:
    write_law(tmp_path, (CHAPTER, "kind: condition", "kind: conditon"))
    docs, out = write_site(tmp_path), tmp_path / "out"
    for _ in range(2):
        built = build_small(docs, out)
        assert built.code == 1
        assert f"{CHAPTER}:6" in built.warnings
        assert "tongits.turn.to-act" in built.warnings


def test_a_page_has_the_scripts_of_steppers_if_it_has_a_play(small: Built) -> None:
    pages = small.pages().values()
    assert any('class="stepper"' in html for html in pages)
    for html in pages:
        assert ('class="stepper"' in html) == ("_static/steps.js" in html)
    for name in re.findall(r'data-play="([^"]+)"', "".join(pages)):
        assert (small.folder / "_plays" / f"{name}.js").is_file()


def test_an_argument_says_how_seats_are_numbered_where_their_play_begins(asking: Built) -> None:
    html = asking.page("arguments/tongits/dealer-first-turn-melds")
    assert plain(html).count("Seats are numbered from 0, in the order of their turns.") == 1
