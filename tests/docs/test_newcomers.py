"""What a newcomer does on the site: looks for a rule, filters, plays, keeps a house rule file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from .browsing import IN_A_BROWSER, NARROW, WIDE, opened, width_of
from .building import Built

pytestmark = IN_A_BROWSER

OPTION: Final = "variations.spread_enabled"
READING: Final = "wins_before_first_turn"
WORDS: Final = "a hand that is melded as dealt wins before the first turn"


@pytest.mark.parametrize("query", ["joker", "chow", "fight draw tie", "no more cards"])
def test_look_lists_the_nearest_with_their_games(browser: Browser, site: Built, query: str) -> None:
    with opened(browser, site, "index.html", NARROW) as page:
        page.locator(".ask input").fill(query)
        page.get_by_role("button", name="Look").click()
        hits = page.locator(".ask .found.stays a:has(small)")
        hits.first.wait_for()
        assert page.url.endswith("/index.html")
        assert 5 <= hits.count() <= 8
        games = re.compile("· (Tong-its|Rummy|Carousel|Three Thirteen|Indian Chief) ")
        assert all(games.search(words) for words in hits.locator("small").all_inner_texts())
        told = page.locator(".ask .found-told").inner_text()
        assert told == f"{hits.count()} found, the nearest first, each with its game:"
        with page.expect_navigation():
            hits.first.click()


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("All three have the same count. Who wins", "arguments/tongits/tie-three-way.html"),
        ("tie_three_way", "arguments/tongits/tie-three-way.html"),
        ("sunog", "clauses/tongits/terms/sunog.html"),
    ],
)
def test_look_leads_to_what_is_exactly_asked_for(
    browser: Browser, site: Built, query: str, place: str
) -> None:
    with opened(browser, site, "index.html") as page:
        page.locator(".ask input").fill(query)
        with page.expect_navigation():
            page.keyboard.press("Enter")
        assert page.url.endswith(f"/{place}")


def shown_rows(page: Page) -> list[str]:
    """The questions that a filter leaves."""
    page.locator(".law-tools [role=status]", has_text=" of ").wait_for()
    rows = page.locator("table.arguments tr[data-words]:visible th")
    return [words.strip() for words in rows.all_inner_texts()]


def test_the_filter_of_questions_knows_the_words_of_players(browser: Browser, site: Built) -> None:
    for query, word in (("sapaw", "lay|laid"), ("bahay", "meld")):
        with opened(browser, site, f"arguments.html?filter={query}") as page:
            rows = shown_rows(page)
            assert 10 < len(rows) < 80
            assert sum(bool(re.search(word, row)) for row in rows) > len(rows) / 2


def test_the_filter_of_questions_wants_words_and_not_parts_of_them(
    browser: Browser, site: Built
) -> None:
    with opened(browser, site, "arguments.html?filter=ace") as page:
        rows = shown_rows(page)
        assert "Who is burned?" not in rows
        assert re.search(r"\bace", rows[0])
        page.get_by_label("Filter the questions").fill("xylophone")
        there = page.get_by_role("link", name="Look for “xylophone” on the whole site")
        there.click()
        page.wait_for_url("**/search.html?q=xylophone")


@pytest.mark.parametrize(
    ("query", "least", "most"),
    [
        ("denexa", 200, 300),
        ("tongits contradict", 10, 20),
        ("tongits wikipedia silent", 10, 80),
        ("carousel jokr", 5, 40),
        ("sapwa", 10, 80),
    ],
)
def test_the_filter_of_questions_knows_sources_disputes_and_typing_errors(
    browser: Browser, site: Built, query: str, least: int, most: int
) -> None:
    with opened(browser, site, f"arguments.html?filter={query}") as page:
        assert least <= len(shown_rows(page)) <= most
        told = page.locator(".law-tools [role=status]").inner_text()
        for wrong, right in (("jokr", "joker"), ("sapwa", "sapaw")):
            assert (wrong in query) == told.endswith(f", {right} instead of {wrong}")


@pytest.mark.parametrize(
    ("place", "query", "row"),
    [
        ("arguments.html", "carousel joker", "table.arguments tr[data-words]:visible"),
        ("clauses/rummy.html", "joker", "table.filtered tbody tr:visible"),
    ],
)
def test_a_filter_holds_on_the_way_back(
    browser: Browser, site: Built, place: str, query: str, row: str
) -> None:
    with opened(browser, site, place) as page:
        page.get_by_label("Filter the").fill(query)
        told = page.locator(".law-tools [role=status]")
        told.filter(has_text=" of ").wait_for()
        left = told.inner_text()
        page.locator(f"{row} a").first.click()
        page.locator(".law-tools").wait_for(state="detached")
        page.go_back()
        told.filter(has_text=left).wait_for(timeout=10_000)
        assert page.get_by_label("Filter the").input_value() == query
        assert left.startswith(f"{page.locator(row).count()} of ")


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("opponent sapaw my bahay draw", "tongits.draw-call.draw-block-opponent-span"),
        ("ace points", "tongits.cards.points-ace-one"),
    ],
)
def test_the_page_of_the_search_begins_with_what_is_nearest(
    browser: Browser, site: Built, query: str, name: str
) -> None:
    with opened(browser, site, f"search.html?q={query}") as page:
        page.locator(".hits li").first.wait_for()
        assert name in page.locator(".hits code").all_inner_texts()
        page.get_by_role("heading", name="Pages with all these words").wait_for()


def test_the_words_of_all_pages_are_loaded_for_a_query_alone(browser: Browser, site: Built) -> None:
    index = "script[src$='searchindex.js']"
    with opened(browser, site, "search.html") as page:
        page.wait_for_function("document.readyState === 'complete'")
        assert page.locator(index).count() == 0
    with opened(browser, site, "search.html?q=joker") as page:
        page.locator(index).wait_for(state="attached")


def test_the_search_in_all_pages_has_sentences_and_programmers_last(
    browser: Browser, site: Built
) -> None:
    with opened(browser, site, "search.html?q=joker") as page:
        found = page.locator("#search-results li a")
        found.first.wait_for()
        titles = found.all_inner_texts()
        assert not [title for title in titles if re.fullmatch(r"[\w-]+(\.[\w-]+)+", title)]
        chapter = page.locator('#search-results li:has(a[href^="rules/carousel/"])').first
        assert chapter.inner_text().endswith(" (Carousel)")
        places = [str(one.get_attribute("href")) for one in found.all()]
        assert not [one for one in places if re.match("laws|adapters|mutation|protocol", one)]


# ── the page Play ────────────────────────────────────────────────────────────────────────────────


def test_the_rules_of_ones_own_table_are_kept_in_a_file(
    browser: Browser, site: Built, tmp_path: Path
) -> None:
    kept, wrong = tmp_path / "ours.toml", tmp_path / "wrong.toml"
    with opened(browser, site, "play.html#game=tongits", NARROW) as page:
        page.wait_for_selector(".offer")
        page.locator(".settings > summary").click()
        page.get_by_text("The readings of your own table").click()
        assert "such as an ace of 15 points, cannot" in page.locator(".own").inner_text()
        page.get_by_label("Questions of this game").fill(OPTION)
        page.locator(".option:visible select").select_option(READING)
        assert page.locator(".option:visible small").inner_text() == WORDS
        with page.expect_download() as coming:
            page.get_by_role("button", name="Download").click()
        assert coming.value.suggested_filename == "our-table-tongits.toml"
        coming.value.save_as(kept)
        assert f'"{OPTION}" = "{READING}"' in kept.read_text(encoding="utf-8")
    wrong.write_text(f'game = "tongits"\n[options]\n"{OPTION}" = "perhaps"\n', encoding="utf-8")
    with opened(browser, site, "play.html#game=rummy") as page:
        page.wait_for_selector(".offer")
        page.get_by_text("The readings of your own table").click()
        page.locator(".own input[type=file]").set_input_files(wrong)
        told = page.locator(".own [role=alert]:not(:empty)")
        assert told.inner_text() == f"wrong.toml: {OPTION} has no reading 'perhaps'."
        page.locator(".own input[type=file]").set_input_files(kept)
        page.locator(".settings > summary", has_text="Tong-its").wait_for()
        assert "With 1 change of your own table." in page.locator(".about").inner_text()
        assert page.locator(".own [role=alert]:not(:empty)").count() == 0


def test_a_tapped_card_takes_no_action_away(browser: Browser, site: Built) -> None:
    with opened(browser, site, "play.html#game=tongits", NARROW) as page:
        page.wait_for_selector(".offer")
        page.locator(".offer").first.click()
        offered = sorted(page.locator(".offer").all_inner_texts())
        assert "draw" in offered
        page.locator(".felt-row").nth(1).locator("button.card").first.click()
        assert sorted(page.locator(".offer").all_inner_texts()) == offered
        page.get_by_role("button", name="draw", exact=True).click()
        page.locator(".felt-row").nth(1).locator("button.card").last.click()
        fitting = page.locator(".offer.fits").all_inner_texts()
        assert fitting
        assert page.locator(".offer").all_inner_texts()[: len(fitting)] == fitting


def test_the_table_is_near_the_top_and_the_next_hand_near_the_table(
    browser: Browser, site: Built
) -> None:
    ended = "play.html#case=tongits.showdown.three-way-tie-caller-0"
    with opened(browser, site, ended, NARROW) as page:
        page.wait_for_selector(".felt-result")
        assert top_of(page, ".felt") < 400
        below = top_of(page, ".offered button") - top_of(page, ".offered")
        assert page.locator(".offered button").inner_text() == "Deal the next hand"
        assert below < 60
        assert top_of(page, ".felt-result") > top_of(page, ".offered button")
        assert page.locator(".settings").get_attribute("open") is None
        page.get_by_role("button", name="Deal the next hand").click()
        page.locator(".offer").first.wait_for()


def top_of(page: Page, what: str) -> float:
    """The distance from the top of the page, in pixels."""
    script = "(one) => one.getBoundingClientRect().top + window.scrollY"
    return float(page.locator(what).first.evaluate(script))


def test_the_link_to_a_step_is_copied(browser: Browser, site: Built) -> None:
    step = "arguments/tongits/tie-three-way.html#step=10&as=last_to_challenge"
    with opened(browser, site, step) as page:
        page.evaluate(
            "navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }"
        )
        page.wait_for_selector(".felt-result")
        page.get_by_role("button", name="Copy link").click()
        page.get_by_role("button", name="Copied").wait_for()
        copied = page.evaluate("globalThis.copied")
    with opened(browser, site, copied.removeprefix(f"{site.folder.as_uri()}/")) as page:
        page.wait_for_selector(".felt-result")
        assert "seat 2 wins" in page.locator(".felt-result").inner_text()


# ── narrow windows ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("width", [WIDE, 740, NARROW])
def test_the_header_leads_home_and_to_play(browser: Browser, site: Built, width: int) -> None:
    with opened(browser, site, "rules-rummy.html", width) as page:
        header = page.locator(".doors")
        assert header.get_by_role("link", name="meldspec").is_visible()
        assert header.get_by_role("link", name="Play").is_visible()
        box = header.bounding_box()
        assert box is not None
        assert box["height"] < 70
        assert width_of(page) <= width


def test_the_versions_fit_a_phone(browser: Browser, site: Built) -> None:
    with opened(browser, site, "changed.html", NARROW) as page:
        table = page.locator("article table").first
        assert table.evaluate("(one) => one.scrollWidth - one.parentElement.clientWidth") <= 0
