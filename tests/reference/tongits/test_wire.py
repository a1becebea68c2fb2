"""Tong-its as text: what is special in its messages, and facts that are stated."""

from __future__ import annotations

import pytest

from meldspec.play import Refusal
from meldspec.tongits.spoken import ACTIONS, TONGITS
from meldspec.tongits.table import KEEP
from meldspec.wire import JSON, WireError


def test_three_seats_play() -> None:
    refused = TONGITS.begin({}, 4, 3)
    assert isinstance(refused, Refusal)
    assert refused.clauses == ("tongits.game.three-seats",)
    with pytest.raises(WireError):
        TONGITS.begin({}, 3, 3)


def test_a_discard_is_taken_with_cards_or_onto_a_meld_not_both() -> None:
    onto: dict[str, JSON] = {"type": "take", "meld": ["4S", "5S", "6S"]}
    assert ACTIONS.write(ACTIONS.read(onto, 3)) == onto
    kept: dict[str, JSON] = {"type": "take", "with": []}
    assert ACTIONS.read({"type": "take"}, 3) == ACTIONS.read(kept, 3) == KEEP
    assert ACTIONS.write(KEEP) == kept
    with pytest.raises(WireError):
        ACTIONS.read({**onto, "with": ["7S"]}, 3)


@pytest.mark.parametrize(
    ("what", "question", "answer"),
    [
        ("meld", {"cards": ["7H", "7C", "7D"]}, "set"),
        ("meld", {"cards": ["9H", "7H", "8H"]}, "run"),
        ("meld", {"cards": ["QS", "KS", "AS"]}, None),
        ("deadwood", {"hand": ["4H", "4S", "4D", "4C", "5H", "6H"]}, 0),
        ("deadwood", {}, 0),
    ],
)
def test_facts_are_answered(what: str, question: dict[str, JSON], answer: JSON) -> None:
    assert TONGITS.ask(what, {}, question) == answer


@pytest.mark.parametrize(
    ("what", "question"),
    [
        ("weather", {}),
        ("deadwood", {"hand": ["7H", "7H"]}),
        ("settle", {"hands": [[], [], []]}),
        ("settle", {"end": "flood", "hands": [[], [], []]}),
        ("settle", {"end": "draw", "hands": [[], [], []], "winner": 0}),
        ("settle", {"end": "tongits", "hands": [[], []], "winner": 0}),
        ("settle", {"end": "tongits", "hands": [["7H"], ["7H"], []], "winner": 0}),
        ("deal", {"deck": []}),
    ],
)
def test_facts_that_contradict_themselves_are_not_understood(
    what: str, question: dict[str, JSON]
) -> None:
    with pytest.raises(WireError):
        TONGITS.ask(what, {}, question)


ENDED: dict[str, JSON] = {
    "end": "draw",
    "winner": 1,
    "caller": 0,
    "challengers": [1],
    "hands": [["KD", "4C"], ["2C"], ["QH", "JH", "8S"]],
}
CLUBS: list[JSON] = [rank + "C" for rank in "A23456789TJQK"]
DIAMONDS: list[JSON] = [rank + "D" for rank in "A23456789TJQK"]
KINGS: JSON = {"owner": 0, "cards": ["KC", "KH", "KS"]}
NINES: list[JSON] = ["9C", "9D", "9H", "9S"]
HEARTS: list[JSON] = ["AH", "2H", "3H", "4H"]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"melds": [{"owner": 1, "cards": HEARTS[:3], "laid_by": [1, 1, 2]}]}, "are no meld"),
        ({"melds": [{"owner": 1, "cards": HEARTS[:3], "laid_by": [2, 2, 2]}]}, "are no meld"),
        ({"melds": [{"owner": 1, "cards": HEARTS, "laid_by": [1, 2, 1, 1]}]}, "are no meld"),
        (
            {"melds": [{"owner": 1, "cards": NINES, "laid_by": [1, 1, 1, 2], "face_down": True}]},
            "no card can join them: tongits.laying-off.table-only",
        ),
        ({"hands": [[*CLUBS, "2D"], [], []]}, "seat 0 has 14 cards in its hand and has laid 0"),
        (
            {"hands": [DIAMONDS[:11], [], []], "melds": [KINGS]},
            "seat 0 has 11 cards in its hand and has laid 3; together they can be 13 at most",
        ),
        ({"hands": [CLUBS, DIAMONDS, []]}, "2 seats have 13 cards each; only one can"),
    ],
)
def test_melds_and_hands_that_cannot_be_there_are_not_settled(
    changed: dict[str, JSON], words: str
) -> None:
    with pytest.raises(WireError) as error:
        TONGITS.ask("settle", {}, {**ENDED, **changed})
    assert words in str(error.value)


@pytest.mark.parametrize(
    "changed",
    [
        {"melds": [{"owner": 1, "cards": HEARTS, "laid_by": [1, 1, 1, 2]}]},
        {"melds": [{"owner": 1, "cards": HEARTS, "laid_by": [2, 1, 1, 1]}]},
        {"melds": [{"owner": 1, "cards": NINES, "laid_by": [1, 2, 1, 1]}]},
        {"hands": [CLUBS, DIAMONDS[:12], []]},
        {"hands": [DIAMONDS[:10], [], []], "melds": [KINGS]},
    ],
)
def test_melds_and_hands_that_can_be_there_are_settled(changed: dict[str, JSON]) -> None:
    assert isinstance(TONGITS.ask("settle", {}, {**ENDED, **changed}), dict)


def test_the_end_on_the_page_is_paid_as_it_says() -> None:
    """Of each loser: 3 for the challenged draw, 1 for the ace that seat 1 laid itself.

    The four face down is the caller's, so nobody pays it.  Seat 2 has not opened: 1 more.
    """
    run: JSON = {"owner": 1, "cards": HEARTS, "laid_by": [1, 1, 1, 2]}
    four: JSON = {"owner": 0, "cards": NINES, "face_down": True}
    answer = TONGITS.ask("settle", {}, {**ENDED, "melds": [run, four]})
    assert answer == {"payments": [-4, 9, -5], "burned": [2], "deadwood": [14, 2, 28]}


def test_a_torn_deck_is_refused() -> None:
    pack: list[JSON] = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    for deck in (pack[1:], [*pack[1:], "2C"]):
        answer = TONGITS.ask("deal", {}, {"dealer": 0, "deck": deck})
        assert answer == Refusal(("tongits.cards.standard-52",))
