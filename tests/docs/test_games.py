"""Every game on the pages: what somebody does, sees and ends with is told in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest

from lawpages.carriers import carriers
from lawpages.elements import card_name, el, piece
from lawpages.plays import ACTIONS, ENDS, PHASES, fields, in_written_order, play
from meldcheck.words.case import JSON, Act
from meldspec.codec import write_value
from meldspec.games import NAMES
from meldspec.play import Seat

from ..conformance.laws import write_law
from ..reference.forms import FEW, forms, matches
from ..reference.laws import GAMES
from .building import INDEX, Built, build_small, write_site
from .test_pages import card_of, plain

# ── of every game ────────────────────────────────────────────────────────────────────────────────


def cards_in(value: JSON) -> Iterator[str]:
    """Every card that a message names, in words."""
    match value:
        case str() if CARD.fullmatch(value):
            yield card_name(value)
        case list():
            for one in value:
                yield from cards_in(one)
        case dict():
            yield from cards_in([one for name, one in value.items() if name not in NO_CARDS])
        case _:
            pass


CARD: Final = re.compile(r"\*|\*?[A2-9TJQK][CDHS]")
NO_CARDS: Final = ("type", "suit", "wild")


def shown(told: list[str]) -> tuple[str, Counter[str]]:
    """What stands on a page as text, and the names of the cards that are drawn there."""
    names = [", ".join(re.findall(r'aria-label="([^"]*)"', part)).split(", ") for part in told]
    return " ".join(map(plain, told)), Counter(card for those in names for card in those)


def test_finished_html_stays_as_it_is_and_text_is_escaped_once() -> None:
    inner = piece("b", "7 < 8 & 9")
    assert inner == "<b>7 &lt; 8 &amp; 9</b>"
    assert piece("p", inner, " > ", css="sum", data_of='"') == (
        '<p class="sum" data-of="&quot;"><b>7 &lt; 8 &amp; 9</b> &gt; </p>'
    )
    assert [type(child).__name__ for child in el("p", inner, "7 < 8")] == ["law_markup", "Text"]


RAW: Final = re.compile(r"[{}\[\]_]|\b(None|True|False)\b")
"""What stands in a value as the program has it."""


BY_CHANCE: Final = ("deal", "cut", "reshuffle", "refill")
DRAW: Final = Act(by=1, do={"type": "draw"})
"""A play that has begun."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name == "carousel" else ()) for name in NAMES],
)
def test_every_action_is_told_in_words_with_its_cards(name: str) -> None:
    for (kind, *_), (do, _) in forms(name).items():
        by = "chance" if kind in BY_CHANCE else 1
        assert kind in ACTIONS
        text, cards = shown(play((DRAW, Act(by=by, do=do)), (), None, {}))
        assert not RAW.search(text), (do, text)
        assert not Counter(cards_in(do)) - cards, (do, text)


@pytest.mark.parametrize("every", [FEW, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", NAMES)
def test_every_view_and_every_result_is_told_in_words_with_its_cards(name: str, every: int) -> None:
    """By one of ``every`` rule sets."""
    spoken = GAMES[name].walks.spoken
    phases, ends = set[str](), set[str]()
    for rules, steps in matches(name, every):
        for step in steps:
            view: Any = write_value(spoken.view(rules, step.after, Seat(0)))
            result: Any = write_value(spoken.result(rules, step.after))
            phases.add(view["phase"])
            for answer in (view, result) if result else (view,):
                text, cards = shown([fields(answer)])
                assert not RAW.search(text), (answer, text)
                assert not Counter(cards_in(answer)) - cards, (answer, text)
            if result:
                ends.add(result["end"])
    assert phases <= set(PHASES)
    assert len(phases) >= 3
    assert ends <= set(ENDS)
    assert ends


@pytest.mark.parametrize(
    ("now", "written", "shown"),
    [
        ("2C 8S 8S", "8S 2C 8S", "8S 2C 8S"),
        ("2C 3C 8S", "8S 8S 2C", "8S 3C 2C"),
        ("7D 7D 8S", "8S 8S 2C", "8S 7D 7D"),
        ("2C 8S", "8S 2C 8S", "2C 8S"),
    ],
)
def test_like_cards_keep_the_order_of_the_author(now: str, written: str, shown: str) -> None:
    assert in_written_order(now.split(), written.split()) == shown.split()


def test_the_code_of_a_game_is_found_under_its_package() -> None:
    found = carriers("three-thirteen")
    assert found["three-thirteen.out.condition"][0].file.endswith("three_thirteen/out.py")


# ── small chapters of two games ──────────────────────────────────────────────────────────────────

STOCK: Final = """\
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


OUT: Final = """\
# Going out

```{clause} three-thirteen.out.announce
kind: effect
level: convention
text: Who goes out says so.
sources: {}
```

```{example} A seat goes out in the second hand
id: three-thirteen.out.second-hand
clauses: [three-thirteen.out.announce]
deal:
  players: 2
  dealer: 0
  hand_number: 2
  hands: [8S 2C 8S 2C, 7C 7D KS KS]
  upcard: 5S
  stock: 7H 8S
play: |
  1 draw
  ? legal 1 [draw, keep, go-out, go-out discarding KS]
  1 go-out discarding KS
  ? view 0 {phase: draw, wild: 4, out: 1, hand_number: 2, hand: 2C 2C 8S 8S}
  0 take
  0 keep
  ? result {end: out, winner: 1, points: [12, 0]}
  ? result {receipt: [{clause: three-thirteen.out.announce, from: 0, to: 0, points: 12}]}
```

```{example} Like discards become the stock one by one
id: three-thirteen.out.like-discards
clauses: [three-thirteen.out.announce]
deal: {players: 2, dealer: 0, hands: [8S 8S 8S, KS KS KS], upcard: 8S, stock: 7H}
play: |
  1 draw
  1 discard KS
  0 draw
  reshuffle 8S
  0 discard 8S
  1 take
  1 go-out discarding 8S
  0 take
  ? view 0 {out: null}
```

```{example} What a seat does not see is exchanged with all its copies
id: three-thirteen.out.twin
kind: twin
clauses: [three-thirteen.out.announce]
deal: {players: 2, dealer: 0, hands: [8S 8S 2C, KS 7D KS], upcard: 8C, stock: 7H 7D}
swap: KS 7D
blind: 0
play: |
  1 draw
```

```{example} One natural card and two wild ones are a set and a run
id: three-thirteen.out.both
kind: meld
clauses: [three-thirteen.out.announce]
wild: 5
rows:
  king: KC 5S 5S -> both
  kings: KC KD 5S -> set
  four-five: 4C 5S -> none
```

```{example} A wild card that fits nothing counts
id: three-thirteen.out.wild-left
kind: deadwood
clauses: [three-thirteen.out.announce]
wild: J
hand: KC JS 2H
deadwood: 22
```

```{example} The eleventh hand is settled
id: three-thirteen.out.settled
kind: settle
clauses: [three-thirteen.out.announce]
facts: {hand_number: 11, out: 1}
hands: [AC KC, KD KD KD]
answer: {points: [11, 0], deadwood: [11, 0]}
```

```{example} A late hand is dealt
id: three-thirteen.out.dealt
kind: deal
clauses: [three-thirteen.out.announce]
players: 2
dealer: 1
hand_number: 9
deck: 4C 5C 4C 7C
hands: [4C, 5C]
upcard: 4C
stock: 7C
```
"""


CHAPTERS: Final = {"rummy/stock": STOCK, "rummy/dealer": DEALER, "three-thirteen/out": OUT}
"""By their pages under ``rules``."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The pages of a small law of three games."""
    folder = tmp_path_factory.mktemp("games")
    spec = write_law(folder)
    for page, chapter in CHAPTERS.items():
        (spec / page).parent.mkdir(exist_ok=True)
        (spec / f"{page}.md").write_text(chapter, encoding="utf-8")
    docs = write_site(folder)
    pages = "".join(f"rules/{page}\n" for page in CHAPTERS)
    index = INDEX.replace("clauses\n", f"{pages}clauses\n")
    (docs / "index.md").write_text(index, encoding="utf-8")
    return build_small(docs, folder / "out")


def test_three_games_build(built: Built) -> None:
    assert (built.code, built.warnings) == (0, "")


TOLD: Final[dict[str, tuple[str, ...]]] = {
    "rummy.stock.two-hands": (
        # a hand begins with the card that is turned
        "seat 1 dealer K ♦︎ 7 ♠︎ upcard 9 ♥︎ stock top first 2 ♣︎ 8 ♦︎",
        "seat 0 takes 9 ♥︎ into the hand",
        "seat 0 melds A ♣︎ 2 ♥︎ 3 ♠︎",
        "seat 1 lays off 7 ♠︎ on 4 ♠︎ 5 ♠︎ 6 ♠︎",
        "A hand is dealt: seat 0 4 ♣︎ seat 1 5 ♣︎ upcard 6 ♣︎ stock top first 7 ♣︎",
        # views and results of a match
        "taken from the pile 9 ♥︎",
        "taken from the pile none",
        "match over no",
        "scores 0 0",
        "ended by going out",
        "went rummy yes",
        "match over yes match winners seat 1",
        "seat 1 scores 14 for the cards of seat 0 : stock.reshuffle",
        "points 0 14",
    ),
    "rummy.stock.cut": (
        "The seats cut for the deal: seat 0 K ♦︎ seat 1 4 ♥︎ seat 2 K ♠︎",
        "The seats cut for the deal: seat 0 3 ♣︎ seat 2 2 ♣︎ A hand",
    ),
    "rummy.stock.settled": ("winner seat 1 went rummy yes", "seat 1 none", "points 0 28"),
    "rummy.stock.dealt": (
        "is dealt as: seat 0 4 ♣︎ seat 1 dealer 5 ♣︎ upcard 6 ♣︎ stock top first 7 ♣︎",
    ),
    "three-thirteen.out.second-hand": (
        "This is hand 2 of a match. seat 0 dealer 8 ♠︎ 2 ♣︎ 8 ♠︎ 2 ♣︎ seat 1 7 ♣︎ 7 ♦︎ K ♠︎ K ♠︎",
        "seat 1 may draw keep all cards go out go out, discarding K ♠︎",
        "seat 1 goes out, discarding K ♠︎",
        "hand number 2 wild rank 4 gone out seat 1",
        "seat 0 takes K ♠︎ into the hand seat 0 keeps all cards",
        "ended by going out winner seat 1",
        "seat 0 scores 12: out.announce",
    ),
    "three-thirteen.out.dealt": (
        "This is hand 9 of a match. The deck, its top first: 4 ♣︎ 5 ♣︎ 4 ♣︎ 7 ♣︎",
    ),
    "three-thirteen.out.like-discards": (
        "A new stock is made, its top first: 8 ♠︎ seat 0 gets 8 ♠︎ from it.",
        "seat 1 takes 8 ♠︎ into the hand seat 1 goes out, discarding 8 ♠︎",
        "seat 0 takes 8 ♠︎ into the hand",
        "gone out nobody",
    ),
    "three-thirteen.out.both": ("4 ♣︎ 5 ♠︎ neither set nor run",),
    "three-thirteen.out.wild-left": ("wild rank J K ♣︎ J ♠︎ 2 ♥︎ Deadwood: 22",),
    "three-thirteen.out.settled": ("hand number 11 gone out seat 1",),
}
"""By examples, what their cards say among other things."""


def card_text(built: Built, example: str) -> str:
    """The card of an example as text."""
    return plain(card_of(built, example))


@pytest.mark.parametrize("example", TOLD)
def test_a_card_tells_a_play_in_words(built: Built, example: str) -> None:
    card = card_text(built, example)
    assert [said for said in TOLD[example] if said not in card] == []


def test_a_link_between_chapters_leads_to_the_page(built: Built) -> None:
    link = '<p>See <a href="dealer.html"><span class="std std-doc">who deals</span></a>.</p>'
    assert link in built.page("rules/rummy/stock")


def test_words_between_backticks_are_code(built: Built) -> None:
    for page in ("rules/rummy/stock", "clauses/rummy/stock/reshuffle"):
        assert "under the reading <code>void</code> they" in built.page(page)


def test_a_match_and_a_hand_are_begun_once(built: Built) -> None:
    again = card_text(built, "rummy.stock.two-hands").partition("A hand is dealt:")[2]
    assert again.count("seat 0 takes 6 ♣︎") == 1
    assert "when the match begins" not in card_text(built, "rummy.stock.cut")
    assert "This is hand" not in card_text(built, "three-thirteen.out.twin")
    both = card_text(built, "three-thirteen.out.both")
    assert both.index("wild rank 5") < both.index("K ♣︎ 5 ♠︎ 5 ♠︎ set and run")


def test_a_refused_deal_is_no_beginning(built: Built) -> None:
    card, control = card_text(built, "rummy.stock.refused-deal").split("Control")
    assert "seat 1 is the dealer when the match begins." in card
    assert "stock top first 7 ♣︎ refused by stock.reshuffle" in card
    assert "seat 1 dealer 5 ♣︎ upcard 6 ♣︎" in control


def test_a_new_stock_gives_its_card_to_the_seat_that_waits(built: Built) -> None:
    card = card_text(built, "rummy.stock.exhaustion-differs")
    common, shuffled, turned = card.split("Under ")
    assert common.endswith("seat 0 draws from the stock, which is empty ")
    assert "A new stock is made, its top first: 6 ♣︎ seat 0 gets 6 ♣︎ from it." in shuffled
    none, takes = "seat 1 draws from the stock, which is empty", "seat 1 takes"
    last = f"{takes} the discard into the hand"
    both = f"{takes} 6 ♣︎ into the hand {takes} 7 ♣︎ into the hand"
    assert f"{none} {both} {last}" in shuffled
    assert "refused by stock.reshuffle" in turned
    assert f"{none} {takes} 7 ♣︎ into the hand {last} {last}" in turned


def test_each_game_has_its_own_table(built: Built) -> None:
    tongits, _, rummy = built.page("arguments").partition('<section id="arguments-rummy">')
    assert "stock exhaustion" in plain(rummy)
    assert "stock exhaustion" not in plain(tongits.partition('id="arguments-tongits"')[2])
