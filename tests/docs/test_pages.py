"""Pages of a small law: what a box and a card show, and that a second build misses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..conformance.laws import CHAPTER, write_law
from .building import Built, build, write_site

TURN = "rules/tongits/turn"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The pages of the small law."""
    folder = tmp_path_factory.mktemp("small")
    write_law(folder)
    return build(write_site(folder), folder / "out")


def test_the_small_law_builds(small: Built) -> None:
    assert (small.code, small.warnings) == (0, "")


def test_a_box_shows_what_is_said_who_says_it_and_what_carries_it(small: Built) -> None:
    box = small.page(TURN).partition('id="tongits.turn.to-act"')[2].partition("</section>")[0]
    assert "Only the seat that is asked may act." in box
    assert "Another seat is asked." in box
    assert "../sources/page.html#S1" in box
    assert "page S1: All, sentence 1" in box
    assert "reference/meldspec/tongits/rules.py:" in box
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


def test_rows_of_an_example_have_anchors_of_their_own(small: Built) -> None:
    page = small.page(TURN)
    for name in ("sevens", "tens"):
        assert f'id="tongits.turn.three.{name}"' in page


def test_a_question_shows_its_readings(small: Built) -> None:
    page = small.page("rules/tongits/showdown")
    box = page.partition('id="tongits.showdown.tie-three-way"')[2]
    assert box.index("next_after_caller") < box.index(">default<") < box.index("last_to_challenge")


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
    )
    again = build(docs, out)
    assert again.code == 0
    for page in ("clauses", "rules/sources/page"):
        assert "Nobody else acts." in again.page(page)
    assert "Seat 1 waits" in again.page("rules/tongits/flags")


def test_a_fault_of_a_document_is_a_fault_of_every_build(tmp_path: Path) -> None:
    write_law(tmp_path, (CHAPTER, "kind: condition", "kind: conditon"))
    docs, out = write_site(tmp_path), tmp_path / "out"
    for _ in range(2):
        built = build(docs, out)
        assert built.code == 1
        assert f"{CHAPTER}:6" in built.warnings
        assert "tongits.turn.to-act" in built.warnings
