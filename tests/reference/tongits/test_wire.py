"""Tong-its as text: what is read, written, refused and not understood."""

from __future__ import annotations

import pytest

from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.tongits.options import DEFAULT
from meldspec.tongits.wire import OPTIONS, TONGITS, read_action, read_rules, write_action
from meldspec.wire import JSON, Match, UnplayableError, WireError

from .walks import walk


def begun() -> Match:
    match = TONGITS.begin({}, 3, 0)
    assert not isinstance(match, Refusal)
    return match


def test_every_action_of_a_walk_is_read_back() -> None:
    seen = set()
    for seed in range(30):
        for step in walk(DEFAULT, seed, hands=1):
            assert read_action(write_action(step.action)) == step.action
            seen.add(type(step.action))
    assert len(seen) >= 9


@pytest.mark.parametrize(
    "do",
    [
        {},
        {"type": "fly"},
        {"type": ["draw"]},
        {"type": "discard"},
        {"type": "discard", "card": None},
        {"type": "discard", "card": "1X"},
        {"type": "discard", "card": "*"},
        {"type": "expose", "cards": "4S 5S 6S"},
        {"type": "expose", "cards": [4]},
        {"type": "expose", "cards": [], "face_down": "yes"},
        {"type": "lay_off", "meld": []},
        {"type": "deal", "hands": [{}], "stock": []},
    ],
)
def test_what_is_no_action_is_not_understood(do: dict[str, JSON]) -> None:
    with pytest.raises(WireError):
        begun().act(0, do)


@pytest.mark.parametrize("by", [3, -1, None, "north", True])
def test_what_is_no_seat_is_not_understood(by: JSON) -> None:
    with pytest.raises(WireError):
        begun().act(by, {"type": "draw"})


def test_a_missing_list_is_an_empty_one() -> None:
    refused = begun().act("chance", {"type": "deal"})
    assert isinstance(refused, Refusal)
    assert "tongits.cards.standard-52" in refused.clauses


def test_three_seats_play() -> None:
    refused = TONGITS.begin({}, 4, 3)
    assert isinstance(refused, Refusal)
    assert refused.clauses == ("tongits.game.three-seats",)
    with pytest.raises(WireError):
        TONGITS.begin({}, 3, 3)


def test_every_option_is_read_by_either_name_and_its_default_comes_first() -> None:
    for each in OPTIONS:
        assert each.get(DEFAULT) == each.readings[0]
        for name in each.names:
            for reading in each.readings:
                assert each.get(read_rules({"options": {name: reading}})) == reading
        with pytest.raises(UnplayableError):
            read_rules({"options": {each.name: "nonsense"}})
    with pytest.raises(WireError):
        read_rules({"options": {"no.such_option": 1}})


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


def test_games_are_found_by_their_id() -> None:
    assert GAMES["tongits"].name == "tongits"
