"""The site in a browser: plays are stepped through, hands are played, "May I?" is answered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from meldcheck.games import MEASURES

from .browsing import IN_A_BROWSER, NARROW, WIDE, opened, width_of
from .building import Built

MOST: Final = 200
"""Number of actions after which a hand that goes on fails."""

CASE: Final = "tongits.draw-call.melds-only-in-hand"
CLAUSE: Final = "tongits.draw-call.opened"
SPREAD: Final = "tongits.discarding.second-discard"
"""A play that a seat wins before its first step, where all cards in melds win at once."""
FACE_DOWN: Final = "tongits.burned.face-down-four-is-not-burned"
"""A play in which a seat lays a four face down."""
ARGUMENT: Final = "arguments/tongits/tie-three-way.html"

LIKED: Final = (
    *("call tongits", "go out", "knock", "expose", "meld", "play", "rearrange", "lay off"),
    *("challenge", "choose", "claim", "draw"),
)
"""Actions in the order in which the player of a test prefers them; then discards, in turn."""

pytestmark = IN_A_BROWSER


def place_of(site: Built, kind: str, name: str) -> str:
    """The address of a name of the documents in the site."""
    return site.objects()[kind][name]


def step_of(page: Page) -> str:
    """The number of the step that is shown, and how many there are."""
    return page.locator(".step-count").first.inner_text()


def test_a_play_is_stepped_through_by_keys_buttons_and_wheel(browser: Browser, site: Built) -> None:
    with opened(browser, site, place_of(site, "example", CASE)) as page:
        host = page.locator(f'.stepper[data-play="{CASE}"]')
        host.get_by_role("button", name="Step through").press("Enter")
        page.wait_for_selector(".felt")
        assert step_of(page) == "1 of 7"
        assert host.locator(".felt .felt-name b").all_inner_texts()[:3] == [
            *("seat 0", "seat 1", "seat 2")
        ]
        page.keyboard.press("ArrowRight")
        assert step_of(page) == "2 of 7"
        assert page.locator("ol.play > li.now").count() == 1
        page.keyboard.press("End")
        said = host.get_by_role("status").inner_text()
        assert said.startswith("7 of 7: seat 0 calls a draw, refused by " + CLAUSE)
        assert page.url.endswith(f"#{CASE}&step=7")
        page.keyboard.press("Home")
        page.mouse.move(*_middle(page, ".felt"))
        page.mouse.wheel(0, 120)
        page.wait_for_function("document.querySelector('.step-count').textContent === '2 of 7'")
        host.get_by_role("button", name="Next").click()
        assert step_of(page) == "3 of 7"


def _middle(page: Page, what: str) -> tuple[float, float]:
    box = page.locator(what).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_an_address_leads_to_a_step_under_a_reading(browser: Browser, site: Built) -> None:
    with opened(browser, site, f"{ARGUMENT}#step=10&as=last_to_challenge", NARROW) as page:
        page.wait_for_selector(".felt-result")
        assert step_of(page) == "10 of 10"
        assert "seat 2 wins" in page.locator(".felt-result").inner_text()
        assert page.locator(".felt-result .receipt a[href]").count() == 2
        page.get_by_role("button", name="next after caller").click()
        page.locator(".stepper").press("End")
        assert "seat 1 wins" in page.locator(".felt-result").inner_text()
        assert width_of(page) <= NARROW


def test_a_wrong_address_of_a_step_says_so(browser: Browser, site: Built) -> None:
    for wrong, words in (
        ("step=99", "There is no such step: the play has 10."),
        ("step=x", "There is no such step: the play has 10."),
        ("step=2&as=nope", "There is no play nope here."),
        ("no.such.case&step=2", "The play no.such.case is not on this page."),
    ):
        with opened(browser, site, f"{ARGUMENT}#{wrong}") as page:
            told = page.get_by_role("alert")
            told.first.wait_for()
            assert told.all_inner_texts() == [words]
    with opened(browser, site, f"{ARGUMENT}#step=99") as page:
        page.get_by_role("button", name="next after caller").click()
        assert page.get_by_role("alert").count() == 0


def test_an_old_address_leads_to_what_has_moved(browser: Browser, site: Built) -> None:
    moved = [
        (f"rules/sources/{source}.html#{at}", place)
        for name, place in site.objects()["sentence"].items()
        for source, _, at in [name.partition(":")]
        if place.startswith("sentences/")
    ]
    for before, there in (
        moved[-1],
        ("protocol.html#actions-of-rummy", "protocol-rummy.html"),
        ("laws.html#whose-turn-it-is-how-a-turn-ends-and-who-deals", "laws-tongits.html#whose-"),
    ):
        with opened(browser, site, before) as page:
            page.wait_for_url(f"**/{there}*")


def test_a_step_goes_on_as_a_play_and_may_i_names_the_clause(browser: Browser, site: Built) -> None:
    with opened(browser, site, place_of(site, "example", CASE) + "&step=6") as page:
        page.wait_for_selector(".felt")
        page.get_by_role("link", name="Go on from here").click()
        page.wait_for_selector(".offer")
        page.locator(".may-i").get_by_label("Action").select_option("call_draw")
        page.get_by_role("button", name="May I?").click()
        verdict = page.locator(".verdict-box")
        assert verdict.inner_text().startswith("May seat 0 call a draw?")
        link = verdict.get_by_role("link").first
        assert link.inner_text() == CLAUSE.partition(".")[2]
        assert (link.get_attribute("href") or "").endswith(place_of(site, "clause", CLAUSE))
        page.locator(".may-i").get_by_label("Action").select_option("draw")
        page.get_by_role("button", name="May I?").click()
        page.get_by_role("button", name="Do it").click()
        assert page.locator(".log ol.play > li").last.inner_text().startswith("seat 0 draws")
        page.wait_for_url("**#at=*")
        sent = page.url
        page.get_by_role("button", name="Take back").click()
        page.goto("about:blank")
        page.goto(sent)
        page.wait_for_selector(".offer")
        assert page.locator(".log ol.play > li").last.inner_text().startswith("seat 0 draws")


def test_may_i_asks_for_what_is_missing_and_forgets_an_old_answer(
    browser: Browser, site: Built
) -> None:
    with opened(browser, site, "play.html#game=tongits") as page:
        page.wait_for_selector(".offer")
        verdict = page.locator(".verdict-box")
        page.locator(".may-i").get_by_label("Action").select_option("discard")
        page.get_by_role("button", name="May I?").click()
        assert verdict.inner_text().startswith("Name a card")
        card = page.locator(".may-i").get_by_role("textbox", name="Card")
        for text, said in (
            ("zz", "Zz is no card."),
            ("1c", "1c is no card. Write cards like this: AC 3C 10H."),
            ("joker", "This game has no jokers."),
            ("*3C", "This game has no jokers."),
            ("KH KD", "Name one card, not 2."),
            ("3 of clubs", "May seat 0 discard 3♣"),
            ("3♣", "May seat 0 discard 3♣"),
        ):
            card.fill(text)
            assert verdict.inner_text() == ""
            page.get_by_role("button", name="May I?").click()
            assert verdict.inner_text().replace("\n", "").startswith(said)


@pytest.mark.parametrize(
    "sent",
    [
        *("at=xxxx", "at=q1YqTS3JKFayUkrLL8pNLFGyMtBRSk7MSU"),
        *("game=nope", "game=rummy&rules=nope", "%E0%A4%A"),
        *(f"case={CASE}&{rest}" for rest in ("step=99", "step=x", "step=1.5", "as=nope")),
    ],
)
def test_an_address_that_is_broken_says_so_and_deals(
    browser: Browser, site: Built, sent: str
) -> None:
    with opened(browser, site, f"play.html#{sent}") as page:
        page.wait_for_selector(".offer")
        alert = page.get_by_role("alert").first
        assert alert.inner_text().startswith("The address is incomplete")
        page.locator(".offer").first.click()
        assert alert.inner_text() == ""


def test_a_broken_address_of_a_step_throws_nothing(browser: Browser, site: Built) -> None:
    with opened(browser, site, "arguments/tongits/tie-three-way.html#%E0%A4%A") as page:
        page.wait_for_selector(".stepper")


def test_the_shuffle_that_is_typed_is_dealt(browser: Browser, site: Built) -> None:
    with opened(browser, site, "play.html#game=rummy") as page:
        page.wait_for_selector(".offer")
        number = page.get_by_label("Shuffle number")
        number.fill("42")
        page.get_by_role("button", name="Shuffle and deal").click()
        assert number.input_value() == "42"
        dealt = page.locator(".felt").inner_text()
        page.get_by_role("button", name="Shuffle and deal").click()
        assert number.input_value() != "42"
        number.fill("42")
        number.press("Enter")
        assert page.locator(".felt").inner_text() == dealt


DRAWN: Final = re.compile(r"seat \d draws\s+(?!back)\S")


def test_hidden_hands_stay_hidden_in_the_steps_and_on_the_table(
    browser: Browser, site: Built
) -> None:
    with opened(browser, site, f"play.html#case={FACE_DOWN}&step=9") as page:
        page.wait_for_selector(".offer")
        steps = page.locator(".log ol.play > li")
        assert any(DRAWN.match(text) for text in steps.all_inner_texts()), steps.all_inner_texts()
        assert "4 cards" not in page.locator(".felt").inner_text()
        page.get_by_label("Hide the hands").check()
        acting = page.locator(".felt-row", has_text="to act").inner_text()[:6]
        for text in steps.all_inner_texts():
            assert text.startswith(acting) or not DRAWN.match(text), text
        assert "face down4 cards" in page.locator(".felt").inner_text().replace("\n", "")


def test_a_tray_does_not_outlive_its_game(browser: Browser, site: Built) -> None:
    with opened(browser, site, "play.html#game=rummy") as page:
        page.wait_for_selector(".offer")
        page.get_by_role("button", name="Deal by hand").click()
        assert page.locator(".tray").count() == 1
        page.locator(".setup select").first.select_option("three-thirteen")
        page.wait_for_selector(".felt-facts >> text=wild rank")
        assert page.locator(".tray").count() == 0


def test_the_keyboard_keeps_its_place_where_a_step_is_taken_back_and_in_the_tray(
    browser: Browser, site: Built
) -> None:
    def focused() -> str:
        return str(page.evaluate("document.activeElement.textContent"))

    with opened(browser, site, "play.html#game=rummy") as page:
        page.wait_for_selector(".offer")
        page.locator(".offer").first.press("Enter")
        take_back = page.get_by_role("button", name="Take back")
        take_back.press("Enter")
        assert take_back.is_disabled()
        assert focused() == "Play again"
        page.get_by_role("button", name="Deal by hand").press("Enter")
        seat = page.locator(".tray .felt-row").nth(1).locator("button").first
        seat.press("Enter")
        assert focused() == seat.inner_text()
        tray = page.locator(".tray .felt-row").last.locator("button")
        following = tray.nth(3).text_content()
        tray.nth(2).press("Enter")
        assert focused() == following
        page.locator(".tray .felt-row").nth(1).locator(".felt-cards button").press("Enter")
        assert focused() == "Shuffle the rest"


def set_reading(page: Page, option: str, reading: str) -> None:
    """Choose a reading of an own table."""
    fold = page.get_by_text("The readings of your own table")
    if not page.get_by_label("Questions of this game").is_visible():
        fold.click()
    page.get_by_label("Questions of this game").fill(option)
    page.locator(".option:visible select").select_option(reading)


def test_the_tray_deals_after_the_cut(browser: Browser, site: Built) -> None:
    with opened(browser, site, "play.html#game=rummy") as page:
        page.wait_for_selector(".offer")
        set_reading(page, "first_dealer", "cut")
        page.get_by_role("button", name="Shuffle and deal").click()
        while not page.locator(".offer").count():
            page.locator(".offered button").click()
        deal_by_hand(page, 0, [])
        assert page.locator(".offer").count() > 0
        assert "cut for the deal" in page.locator(".log li").first.inner_text()


def test_the_tray_has_the_pack_of_the_readings_that_are_chosen_now(
    browser: Browser, site: Built
) -> None:
    with opened(browser, site, "play.html#game=carousel") as page:
        page.wait_for_selector(".offer")
        set_reading(page, "joker_count", "two_per_pack")
        page.get_by_role("button", name="Deal by hand").click()
        assert page.locator(".tray .felt-row > b").inner_text() == "tray 108"


def test_a_reading_that_rejects_the_deal_offers_another(browser: Browser, site: Built) -> None:
    with opened(browser, site, "play.html#game=carousel") as page:
        page.wait_for_selector(".offer")
        set_reading(page, "joker_count", "two_per_pack")
        assert "step 1 is not allowed" in page.locator(".table-now .refused").inner_text()
        page.get_by_role("button", name="Deal by these rules").click()
        assert page.locator(".offer").count() > 0


def test_the_tray_deals_the_hand_that_is_due_and_says_what_it_replaces(
    browser: Browser, site: Built
) -> None:
    with opened(browser, site, "play.html#game=three-thirteen") as page:
        page.wait_for_selector(".offer")
        deal_by_hand(page, 1, DEALT["three-thirteen"])
        for number in range(MOST):
            if page.locator(".felt-result").count():
                break
            page.evaluate(CLICK, [number, LIKED])
        played = page.locator(".log li").count()
        page.get_by_role("button", name="Deal by hand").click()
        assert "0 of 4" in page.locator(".tray .felt-row").first.inner_text()
        assert "replaces" not in page.locator(".tray").inner_text()
        page.get_by_role("button", name="Shuffle the rest").click()
        page.get_by_role("button", name="Begin").click()
        assert "hand number 2" in page.locator(".felt-facts").inner_text()
        assert page.locator(".log li").count() == played + 1
        page.locator(".offer").first.click()
        page.get_by_role("button", name="Deal by hand").click()
        warning = f"Begin replaces step {played + 1} and all that follows."
        assert warning in page.locator(".tray").inner_text()


def test_the_tray_says_what_is_missing_and_hides_the_old_table(
    browser: Browser, site: Built
) -> None:
    with opened(browser, site, "play.html#game=tongits") as page:
        page.wait_for_selector(".offer")
        page.get_by_role("button", name="Deal by hand").click()
        tray = page.locator(".tray")
        assert "Missing: 13 cards for seat 0." in tray.inner_text()
        assert not page.locator(".offer").first.is_visible()
        page.get_by_role("button", name="Never mind").click()
        assert page.locator(".offer").first.is_visible()
        page.get_by_role("button", name="Deal by hand").click()
        page.get_by_role("button", name="Shuffle the rest").click()
        assert "Missing" not in tray.inner_text()
        tray.locator(".felt-row").nth(3).locator(".felt-cards button").first.click()
        assert "Missing: 1 card for the stock." in tray.inner_text()
        page.get_by_role("button", name="Shuffle the rest").click()
        page.get_by_role("button", name="Begin").click()
        assert page.locator(".offer").first.is_visible()


def test_a_chosen_meld_is_named_and_so_is_the_shuffling_of_the_melds(
    browser: Browser, site: Built
) -> None:
    with opened(browser, site, "play.html#game=indian-chief") as page:
        page.wait_for_selector(".offer")
        page.locator(".felt-row button.card").first.click()
        offers = page.locator(".offer.fits").all_inner_texts()
        assert offers[0].endswith("as the Thief")
        assert offers[1].endswith("as the Beggar Man")
        for _ in range(20):
            if page.get_by_text("Chance is to act.").count():
                break
            page.evaluate(CLICK, [0, LIKED])
        assert re.search("chooses .* as the ", page.locator(".log").inner_text(), re.DOTALL)
        assert "shuffling the melds into the stub" in page.locator(".felt-facts").inner_text()
        page.get_by_role("button", name="Shuffle the melds into the stub").click()
        told = page.locator(".log ol.play > li").last.inner_text()
        assert told == "the melds are shuffled into the stub"


def test_another_reading_is_seen_at_the_same_step(browser: Browser, site: Built) -> None:
    with opened(browser, site, ARGUMENT) as page:
        page.get_by_role("button", name="Step through").first.press("Enter")
        page.wait_for_selector(".felt")
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        step = step_of(page)
        tab = page.locator(".step-tabs button").nth(1)
        tab.press("Enter")
        assert step_of(page) == step
        assert tab.evaluate("one => one === document.activeElement")
        assert "&as=" in page.url
        on = page.get_by_role("button", name="Next", exact=True).first
        while on.is_enabled():
            on.press("Enter")
        assert page.evaluate("document.activeElement.type") == "range"


def deal_by_hand(page: Page, seat: int, cards: Sequence[str]) -> None:
    """Give a seat these cards by tapping, and the rest at random."""
    page.get_by_role("button", name="Deal by hand").click()
    page.locator(".tray").get_by_role("button", name=re.compile(f"^seat {seat} ")).click()
    tray = page.locator(".tray .felt-row").last
    for card in cards:
        tray.get_by_role("button", name=card, exact=True).first.click()
    page.get_by_role("button", name="Shuffle the rest").click()
    page.get_by_role("button", name="Begin").click()


DEALT: Final = {
    "rummy": [
        f"{rank} of clubs" for rank in ("ace", "two", "three", "four", "five", "six", "seven")
    ],
    "three-thirteen": ["king of clubs", "king of hearts", "king of spades"],
}
"""Hands of the first seat to act, so that it can go out soon."""


@pytest.mark.parametrize("game", MEASURES)
def test_a_hand_is_played_to_its_end(browser: Browser, site: Built, game: str) -> None:
    with opened(browser, site, f"play.html#game={game}") as page:
        page.wait_for_selector(".offer")
        if game in DEALT:
            deal_by_hand(page, 1, DEALT[game])
        for number in range(MOST):
            if page.locator(".felt-result").count():
                break
            page.evaluate(CLICK, [number, LIKED])
        assert page.locator(".felt-result b").first.inner_text().endswith(("wins", "win"))
        assert page.locator(".felt-result .receipt a[href]").count() > 0
        assert "clean-room" in page.locator(".answers").inner_text()


CLICK: Final = """([number, liked]) => {
  const offers = [...document.querySelectorAll('.offer')];
  if (!offers.length) return document.querySelector('.offered button').click();
  const fits = liked.map((verb) => offers.filter((one) => one.textContent.startsWith(verb)));
  const some = fits.find((found) => found.length) ?? offers;
  some[(number * 7) % some.length].click();
}"""
"""One action of the player: chance acts if it is due."""


def test_a_play_goes_on_by_other_rules_and_by_those_of_ones_own_table(
    browser: Browser, site: Built
) -> None:
    with opened(browser, site, f"play.html#case={SPREAD}&step=3") as page:
        page.wait_for_selector(".offer")
        page.locator(".setup").get_by_label("Rules").select_option("wikipedia")
        stopped = page.locator(".table-now .refused")
        assert stopped.inner_text().startswith("By these rules step 2 is not allowed: seat 0")
        assert stopped.locator("code").first.inner_text() == "turn.to-act"
        page.get_by_text("The readings of your own table").click()
        page.get_by_label("Questions of this game").fill("variations.spread_enabled")
        page.locator(".option:visible select").select_option("played_like_any_other")
        page.wait_for_selector(".offer")
        written = page.get_by_label("House rule file").input_value()
        assert written.endswith(
            '[options]\n"variations.spread_enabled" = "played_like_any_other"\n'
        )


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_the_search_leads_to_a_question_by_keys_alone(
    browser: Browser, site: Built, width: int
) -> None:
    with opened(browser, site, place_of(site, "example", CASE), width) as page:
        page.keyboard.press("/")
        page.keyboard.type("three way tie")
        options = page.get_by_role("option")
        options.first.wait_for()
        page.keyboard.press("ArrowUp")
        assert options.last.get_attribute("aria-selected") == "true"
        page.keyboard.press("ArrowDown")
        assert options.first.get_attribute("aria-selected") == "true"
        page.keyboard.press("Escape")
        assert page.get_by_role("listbox").count() == 0
        page.keyboard.type("s")
        options.first.wait_for()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        assert page.url.endswith(f"/{ARGUMENT}")


def test_a_question_is_found_and_its_outcome_is_read(browser: Browser, site: Built) -> None:
    with opened(browser, site, "index.html") as page:
        page.locator(".doors").get_by_role("combobox").fill("three way tie")
        page.get_by_role("option").first.wait_for()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        assert page.get_by_role("heading", level=1).inner_text().startswith("All three have")
        assert "Sources contradict each other." in page.locator("p.who").inner_text()
        outcomes = {
            column.locator(".reading-name code").inner_text(): (
                column.locator(".headline").inner_text(),
                column.get_by_role("row", name="payments").get_by_role("cell").all_inner_texts(),
            )
            for column in page.locator(".column").all()
        }
        assert outcomes == {
            "next_after_caller": ("Seat 1 wins", ["−3", "+6", "−3"]),
            "last_to_challenge": ("Seat 2 wins", ["−3", "−3", "+6"]),
        }
