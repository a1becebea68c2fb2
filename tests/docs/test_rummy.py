"""A small chapter of Rummy: what its cards show that no card of Tong-its has."""

from __future__ import annotations

from typing import Final

import pytest

from ..conformance.laws import write_law
from .building import INDEX, Built, build, write_site
from .test_pages import card_of, plain

PAGE: Final = "rules/rummy/stock"

CHAPTER: Final = """\
# The stock

See [who deals](dealer.md).

```{clause} rummy.stock.reshuffle
kind: effect
level: convention
text: The discards become the stock; under the reading `void` they do not.
sources: {}
questions: [stock_exhaustion]
```

```{example} A match of two hands
id: rummy.stock.two-hands
clauses: [rummy.stock.reshuffle]
deals:
  first:
    players: 2
    dealer: 1
    hands: [3S 2H AC, KD 7S]
    upcard: 9H
    stock: 2C 8D
  second: {players: 2, dealer: 1, hands: [4C, 5C], upcard: 6C, stock: 7C}
play: |
  deal first
  0 take
  ? view 1 {phase: play, taken: 9H, scores: [0, 0], match_over: false}
  0 meld AC 2H 3S
  0 discard 9H
  ? view 1 {taken: null}
  1 draw
  1 lay-off 7S on 4S 5S 6S
  ? result {end: out, winner: 1, rummy: true, points: [0, 14], match_over: true, match_winners: [1]}
  ? result {receipt: [{clause: rummy.stock.reshuffle, from: 0, to: 1, points: 14}]}
  deal second
  0 take
```

```{example} The deal is refused, and the dealer is named beside it
id: rummy.stock.refused-deal
clauses: [rummy.stock.reshuffle]
deals:
  torn: {players: 2, dealer: 1, hands: [4C, 5C], upcard: 6C, stock: 7C}
play: |
  deal torn -> refused rummy.stock.reshuffle
control:
  why: the same deal once more
  play: |
    deal torn
```

```{example} The seats cut until one is alone
id: rummy.stock.cut
clauses: [rummy.stock.reshuffle]
rules: {dealer.first_dealer: cut}
deals:
  first: {players: 3, dealer: 2, hands: [4C, 5C, 8C], upcard: 6C, stock: 7C}
play: |
  cut KD 4H KS
  cut 3C - 2C
  deal first
  ? view 0 {dealer: 0}
```

```{question} rummy.stock.stock-exhaustion
kind: gap
status: option
readings: {reshuffle_keep_top: they are shuffled, turn_over: they are turned over}
default: reshuffle_keep_top
reason: It is common.
sources: {}
clauses: [rummy.stock.reshuffle]
witness: rummy.stock.exhaustion-differs
```

```{example} The stock is shuffled or turned over
id: rummy.stock.exhaustion-differs
kind: question
question: rummy.stock.stock-exhaustion
clauses: [rummy.stock.reshuffle]
deal: {players: 2, dealer: 1, hands: [4C, 5C], upcard: 6C, stock: 7C}
play: |
  0 draw
  0 discard 7C
  1 take
  1 discard 7C
  0 draw
readings:
  reshuffle_keep_top: |
    reshuffle 6C
    0 discard 6C
    1 draw
    1 take
    1 take
    1 take
  turn_over: |
    reshuffle 6C -> refused rummy.stock.reshuffle
    0 discard 6C -> refused rummy.stock.reshuffle
    1 draw
    1 take
    1 take
    1 take
```

```{example} The winner scores double
id: rummy.stock.settled
kind: settle
clauses: [rummy.stock.reshuffle]
facts: {winner: 1, rummy: true}
hands: [KD 4C, []]
answer: {points: [0, 28], deadwood: [14, 0]}
```

```{example} A pack is dealt
id: rummy.stock.dealt
kind: deal
clauses: [rummy.stock.reshuffle]
players: 2
dealer: 1
deck: 4C 5C 6C 7C
hands: [4C, 5C]
upcard: 6C
stock: 7C
```
"""

DEALER: Final = """\
# The dealer

```{question} rummy.dealer.first-dealer
kind: variation
status: option
readings: {seat: a seat is named, cut: the seats cut}
default: seat
reason: It is common.
sources: {}
clauses: []
```
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The pages of a small law of two games."""
    folder = tmp_path_factory.mktemp("two")
    spec = write_law(folder)
    (spec / "rummy").mkdir()
    (spec / "rummy" / "stock.md").write_text(CHAPTER, encoding="utf-8")
    (spec / "rummy" / "dealer.md").write_text(DEALER, encoding="utf-8")
    docs = write_site(folder)
    index = INDEX.replace("clauses\n", f"{PAGE}\nrules/rummy/dealer\nclauses\n")
    (docs / "index.md").write_text(index, encoding="utf-8")
    return build(docs, folder / "out")


def test_two_games_build(built: Built) -> None:
    assert (built.code, built.warnings) == (0, "")


def test_a_link_between_chapters_leads_to_the_page(built: Built) -> None:
    assert '<a class="reference internal" href="dealer.html">' in built.page(PAGE)


def test_words_between_backticks_are_code(built: Built) -> None:
    assert "under the reading <code>void</code> they" in built.page(PAGE)


def test_a_hand_begins_with_the_card_that_is_turned(built: Built) -> None:
    card = plain(card_of(built, PAGE, "rummy.stock.two-hands"))
    assert "seat 1 dealer K ♦︎ 7 ♠︎ upcard 9 ♥︎ stock top first 2 ♣︎ 8 ♦︎" in card
    assert "seat 0 takes 9 ♥︎ into the hand" in card
    assert "seat 0 melds A ♣︎ 2 ♥︎ 3 ♠︎" in card
    assert "seat 1 lays off 7 ♠︎ on 4 ♠︎ 5 ♠︎ 6 ♠︎" in card
    assert "A hand is dealt: seat 0 4 ♣︎ seat 1 5 ♣︎ upcard 6 ♣︎ stock top first 7 ♣︎" in card
    assert card.partition("A hand is dealt:")[2].count("seat 0 takes 6 ♣︎") == 1


def test_views_and_results_of_a_match_are_told_in_words(built: Built) -> None:
    card = plain(card_of(built, PAGE, "rummy.stock.two-hands"))
    assert "taken from the pile 9 ♥︎" in card
    assert "taken from the pile none" in card
    assert "match over no" in card
    assert "scores 0 0" in card
    assert "ended by going out" in card
    assert "went rummy yes" in card
    assert "match over yes match winners seat 1" in card
    assert "seat 1 scores 14 for the cards of seat 0 : stock.reshuffle" in card
    assert "points 0 14" in card


def test_a_refused_deal_is_no_beginning(built: Built) -> None:
    card, control = plain(card_of(built, PAGE, "rummy.stock.refused-deal")).split("Control")
    assert "seat 1 is the dealer when the match begins." in card
    assert "stock top first 7 ♣︎ refused by stock.reshuffle" in card
    assert "seat 1 dealer 5 ♣︎ upcard 6 ♣︎" in control


def test_a_cut_shows_the_card_of_each_seat_that_draws(built: Built) -> None:
    card = plain(card_of(built, PAGE, "rummy.stock.cut"))
    assert "The seats cut for the deal: seat 0 K ♦︎ seat 1 4 ♥︎ seat 2 K ♠︎" in card
    assert "The seats cut for the deal: seat 0 3 ♣︎ seat 2 2 ♣︎ A hand" in card
    assert "when the match begins" not in card


def test_a_new_stock_gives_its_card_to_the_seat_that_waits(built: Built) -> None:
    card = plain(card_of(built, PAGE, "rummy.stock.exhaustion-differs"))
    common, shuffled, turned = card.split("Under ")
    assert common.endswith("seat 0 draws from the stock, which is empty ")
    assert "A new stock is made, its top first: 6 ♣︎ seat 0 gets 6 ♣︎ from it." in shuffled
    none, takes = "seat 1 draws from the stock, which is empty", "seat 1 takes"
    last = f"{takes} the discard into the hand"
    both = f"{takes} 6 ♣︎ into the hand {takes} 7 ♣︎ into the hand"
    assert f"{none} {both} {last}" in shuffled
    assert "refused by stock.reshuffle" in turned
    assert f"{none} {takes} 7 ♣︎ into the hand {last} {last}" in turned


def test_a_settlement_and_a_deal_show_what_rummy_has(built: Built) -> None:
    card = plain(card_of(built, PAGE, "rummy.stock.settled"))
    assert "winner seat 1 went rummy yes" in card
    assert "seat 1 none" in card
    assert "points 0 28" in card
    card = plain(card_of(built, PAGE, "rummy.stock.dealt"))
    assert "is dealt as: seat 0 4 ♣︎ seat 1 dealer 5 ♣︎ upcard 6 ♣︎ stock top first 7 ♣︎" in card


def test_each_game_has_its_own_table(built: Built) -> None:
    tongits, _, rummy = built.page("questions").partition('<section id="questions-rummy">')
    assert "stock.stock-exhaustion" in plain(rummy)
    assert "stock.stock-exhaustion" not in plain(tongits.partition('id="questions-tongits"')[2])
