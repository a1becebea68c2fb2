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
from .building import INDEX, Built, anchors, build, write_site

TURN = "rules/tongits/turn"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The pages of the small law."""
    folder = tmp_path_factory.mktemp("small")
    implied = "implies: {last_to_challenge: [S2, S1]}"
    said = "says: {next_after_caller: [S1]}"
    write_law(folder, (SHOWDOWN, said, f"{said}, {implied}"), *WITH_FIXED_QUESTION)
    return build(write_site(folder), folder / "out")


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
    return build(docs, folder / "out")


def box_of(built: Built, page: str, name: str) -> str:
    """The box of a clause or question."""
    return built.page(page).partition(f'id="{name}"')[2].partition("</section>")[0]


def plain(html: str) -> str:
    """The text of a piece of a page, with a space wherever an element begins or ends."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_the_small_law_builds(small: Built) -> None:
    assert (small.code, small.warnings) == (0, "")


def test_a_box_shows_what_is_said_who_says_it_and_what_carries_it(small: Built) -> None:
    box = box_of(small, TURN, "tongits.turn.to-act")
    assert "Only the seat that is asked may act." in box
    assert "Another seat is asked." in box
    assert "../sources/page.html#S1" in box
    assert "page S1: All, sentence 1" in box
    assert "reference/meldspec/tongits/turn.py:" in box
    assert "not_to_act" in box
    assert "2 examples, refused in 2" in box


def test_a_card_shows_the_play_in_words(small: Built) -> None:
    card = small.page(TURN).partition('id="tongits.turn.second-seat-waits"')[2]
    card = card.partition('id="tongits.turn.dealer-once"')[0]
    assert 'aria-label="four of spades, five of spades, six of spades, ' in card
    assert '<li class="step refused">' in card
    assert 'href="#tongits.turn.to-act"' in card
    assert "<b>Control</b>" in card
    assert 'href="flags.html#out-of-turn"' in card


def card_of(built: Built, page: str, name: str) -> str:
    """The card of an example; the ones that follow it on its page are not in it."""
    return built.page(page).partition(f'id="{name}"')[2].partition('<details class="example"')[0]


def test_a_card_about_a_question_shows_what_follows_under_each_reading(asking: Built) -> None:
    assert (asking.code, asking.warnings) == (0, "")
    card = card_of(asking, TURN, "tongits.turn.dealer-melds-or-not")
    common, one, other = card.split('<div class="outcome">')
    assert "dealer" in common
    assert "exposes" not in common
    assert plain(one).startswith("Under allowed default seat 0 exposes")
    assert "refused" not in one
    assert plain(other).startswith("Under discard_only seat 0 exposes")
    assert 'href="#tongits.turn.dealer-first-turn-discards-only"' in other
    assert "asks dealer_first_turn_melds" in plain(other)
    assert 'href="#tongits.turn.dealer-first-turn-melds"' in other
    box = box_of(asking, TURN, "tongits.turn.dealer-first-turn-discards-only")
    assert "1 example, refused in 1" in plain(box)


def test_an_end_goes_on_where_the_common_steps_stop(asking: Built) -> None:
    card = card_of(asking, "rules/tongits/pot", "tongits.pot.ante-chips-differs")
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
    page, name = "rules/tongits/settlement", "tongits.settlement.tongits-at-three-or-two"
    common, one, other = card_of(asking, page, name).split('<div class="outcome">')
    assert "calls tongits, discarding" in plain(common)
    assert "seat 1 pays tongits 3 + burned 1 = 4" in plain(one)
    assert "seat 1 pays tongits 2 + burned 1 = 3" in plain(other)
    assert plain(other).count("Working") == 1


def test_a_deck_is_shown_with_the_hands_under_each_reading(asking: Built) -> None:
    page, name = "rules/tongits/deal", "tongits.deal.deal-pattern-differs"
    common, one, other = card_of(asking, page, name).split('<div class="outcome">')
    assert "The deck, its top first:" in common
    assert 'aria-label="ace of clubs, four of clubs, ' in one
    assert 'aria-label="ace of clubs, two of clubs, three of clubs, ' in other


def test_rows_of_an_example_have_anchors_of_their_own(small: Built) -> None:
    page = small.page(TURN)
    for name in ("sevens", "tens"):
        assert f'id="tongits.turn.three.{name}"' in page


def test_a_question_shows_its_readings(small: Built) -> None:
    page = small.page("rules/tongits/showdown")
    box = page.partition('id="tongits.showdown.tie-three-way"')[2]
    assert box.index("next_after_caller") < box.index(">default<") < box.index("last_to_challenge")


def test_a_reading_shows_who_says_it_in_which_sentences(small: Built) -> None:
    box = box_of(small, "rules/tongits/showdown", "tongits.showdown.tie-three-way")
    first, _, second = box.partition("last_to_challenge")
    assert "default the first after the caller page says S1" in plain(first)
    assert "implies" not in first
    assert "the last who challenged page implies S2 S1 why the default" in plain(second)
    assert 'href="../sources/page.html#S1"' in first
    assert 'href="../sources/page.html#S2"' in second
    assert "It is what the page says." in second
    assert "in a rule set showdown.tie_three_way" in plain(second)
    assert "silent" not in box


def test_a_fixed_question_shows_why_and_what_is_not_played(small: Built) -> None:
    box = box_of(small, TURN, "tongits.turn.direction")
    shown = plain(box)
    assert "as_agreed not played turns pass as the seats agree not played: it needs an" in shown
    assert "lost page: the copy breaks off before" in shown
    assert "why the default It is common." in shown
    assert "why it is fixed Seats have numbers, so no outcome differs." in shown
    assert (
        "matters only with tie_three_way last_to_challenge , or with tie_three_way "
        "next_after_caller and direction to_the_left or to_the_right"
    ) in shown.replace("showdown.", "").replace("turn.direction", "direction")
    assert 'href="showdown.html#tongits.showdown.tie-three-way"' in box
    assert 'href="#tongits.turn.kinds"' in box.partition("not played:")[2].partition("lost")[0]
    assert "in a rule set" not in shown


@pytest.mark.parametrize(("slug", "kind"), [("kinds", "clause"), ("three", "example")])
def test_a_question_may_have_the_name_of_a_clause_or_an_example(
    tmp_path: Path, slug: str, kind: str
) -> None:
    renamed = (
        (file, old, new.replace("direction", slug)) for file, old, new in WITH_FIXED_QUESTION
    )
    write_law(tmp_path, *renamed)
    built = build(write_site(tmp_path), tmp_path / "out")
    assert (built.code, built.warnings) == (0, "")
    name = f"tongits.turn.{slug}"
    places = built.objects()
    assert places[kind][name] == f"{TURN}.html#{name}"
    assert places["question"][name] == f"{TURN}.html#question-{name}"
    there = anchors(built.page(TURN))
    assert (there.count(name), there.count(f"question-{name}")) == (1, 1)
    assert f'href="#question-{name}"' in box_of(built, TURN, "tongits.turn.kinds")


def test_an_argument_tells_who_says_what_and_what_is_played(small: Built) -> None:
    page = small.page("arguments/tongits/tie-three-way")
    shown = plain(page)
    assert "A page can be read in two ways: the first after the caller; or the last who" in shown
    assert "Played here by default: the first after the caller . It is what the page" in shown
    assert 'href="../../rules/sources/page.html#source-page"' in page
    assert 'href="../../rules/tongits/showdown.html#tongits.showdown.tie-three-way"' in page
    first, second = page.split('<h3 id="reading-')[1:]
    assert plain(first).startswith('next_after_caller">the first after the caller')
    assert "Who says so page says S1" in plain(first)
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


def test_a_second_build_misses_no_change(tmp_path: Path) -> None:
    write_law(tmp_path)
    docs, out = write_site(tmp_path), tmp_path / "out"
    assert build(docs, out).code == 0
    before = {page: (out / page).stat().st_mtime_ns for page in ("clauses.html", "index.html")}
    assert build(docs, out).code == 0
    assert {page: (out / page).stat().st_mtime_ns for page in before} == before
    write_law(
        tmp_path,
        (CHAPTER, "Only the seat that is asked may act.", "Nobody else acts."),
        (CHAPTER, "The second seat waits for the dealer", "Seat 1 waits"),
        (SHOWDOWN, "{says: {next_after_caller: [S1]}}", "{}"),
    )
    again = build(docs, out)
    assert again.code == 0
    for page in ("clauses", "rules/sources/page"):
        assert "Nobody else acts." in again.page(page)
    assert "Seat 1 waits" in again.page("rules/tongits/flags")
    assert "silent page why the default" in plain(again.page("rules/tongits/showdown"))
    assert "A page is silent." in plain(again.page("arguments/tongits/tie-three-way"))


def test_an_argument_goes_with_its_question(tmp_path: Path) -> None:
    write_law(tmp_path, *WITH_FIXED_QUESTION)
    docs = write_site(tmp_path)
    build(docs, tmp_path / "out")
    sources = docs / "arguments" / "tongits"
    written = {path.name: path.stat().st_mtime_ns for path in sources.iterdir()}
    assert written.keys() == {"direction.argument", "tie-three-way.argument"}
    write_law(tmp_path)
    build(docs, tmp_path / "out")
    left = {path.name: path.stat().st_mtime_ns for path in sources.iterdir()}
    assert left == {"tie-three-way.argument": written["tie-three-way.argument"]}


def test_a_fault_of_a_document_is_a_fault_of_every_build(tmp_path: Path) -> None:
    write_law(tmp_path, (CHAPTER, "kind: condition", "kind: conditon"))
    docs, out = write_site(tmp_path), tmp_path / "out"
    for _ in range(2):
        built = build(docs, out)
        assert built.code == 1
        assert f"{CHAPTER}:6" in built.warnings
        assert "tongits.turn.to-act" in built.warnings
