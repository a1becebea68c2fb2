"""A small chapter of Three Thirteen: what its cards show that no card of other games has."""

from __future__ import annotations

from typing import Final

import pytest

from lawpages.carriers import carriers
from lawpages.plays import in_written_order

from ..conformance.laws import write_law
from .building import INDEX, Built, build, write_site
from .test_pages import card_of, plain

PAGE: Final = "rules/three-thirteen/out"

CHAPTER: Final = """\
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


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The pages of a small law of two games."""
    folder = tmp_path_factory.mktemp("three")
    spec = write_law(folder)
    (spec / "three-thirteen").mkdir()
    (spec / "three-thirteen" / "out.md").write_text(CHAPTER, encoding="utf-8")
    docs = write_site(folder)
    index = INDEX.replace("clauses\n", f"{PAGE}\nclauses\n")
    (docs / "index.md").write_text(index, encoding="utf-8")
    return build(docs, folder / "out")


def test_two_games_build(built: Built) -> None:
    assert (built.code, built.warnings) == (0, "")


def test_a_late_hand_is_told_before_its_deal(built: Built) -> None:
    card = plain(card_of(built, PAGE, "three-thirteen.out.second-hand"))
    told = "This is hand 2 of a match. seat 0 dealer 8 ♠︎ 2 ♣︎ 8 ♠︎ 2 ♣︎ seat 1 7 ♣︎ 7 ♦︎ K ♠︎ K ♠︎"
    assert told in card
    card = plain(card_of(built, PAGE, "three-thirteen.out.dealt"))
    assert "This is hand 9 of a match. The deck, its top first: 4 ♣︎ 5 ♣︎ 4 ♣︎ 7 ♣︎" in card
    assert "This is hand" not in plain(card_of(built, PAGE, "three-thirteen.out.twin"))


def test_going_out_is_told_in_words(built: Built) -> None:
    card = plain(card_of(built, PAGE, "three-thirteen.out.second-hand"))
    assert "seat 1 may draw keep all cards go out go out, discarding K ♠︎" in card
    assert "seat 1 goes out, discarding K ♠︎" in card
    assert "hand number 2 wild rank 4 gone out seat 1" in card
    assert "seat 0 takes K ♠︎ into the hand seat 0 keeps all cards" in card
    assert "ended by going out winner seat 1" in card
    assert "seat 0 scores 12: out.announce" in card


def test_like_cards_leave_a_pile_one_by_one(built: Built) -> None:
    card = plain(card_of(built, PAGE, "three-thirteen.out.like-discards"))
    assert "A new stock is made, its top first: 8 ♠︎ seat 0 gets 8 ♠︎ from it." in card
    assert "seat 1 takes 8 ♠︎ into the hand seat 1 goes out, discarding 8 ♠︎" in card
    assert "seat 0 takes 8 ♠︎ into the hand" in card
    assert "gone out nobody" in card


def test_facts_stand_beside_what_is_wild(built: Built) -> None:
    card = plain(card_of(built, PAGE, "three-thirteen.out.both"))
    assert card.index("wild rank 5") < card.index("K ♣︎ 5 ♠︎ 5 ♠︎ set and run")
    assert "4 ♣︎ 5 ♠︎ neither set nor run" in card
    card = plain(card_of(built, PAGE, "three-thirteen.out.wild-left"))
    assert "wild rank J K ♣︎ J ♠︎ 2 ♥︎ Deadwood: 22" in card
    card = plain(card_of(built, PAGE, "three-thirteen.out.settled"))
    assert "hand number 11 gone out seat 1" in card


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
