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


def test_a_torn_deck_is_refused() -> None:
    pack: list[JSON] = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    for deck in (pack[1:], [*pack[1:], "2C"]):
        answer = TONGITS.ask("deal", {}, {"dealer": 0, "deck": deck})
        assert answer == Refusal(("tongits.cards.standard-52",))
