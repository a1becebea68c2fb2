"""Tong-its as text: what is read, written, refused and not understood."""

from __future__ import annotations

import re
from itertools import product

import pytest

from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.table import Deal
from meldspec.tongits.options import DEFAULT, NEEDS, TABLE, UNPLAYABLE, Rules
from meldspec.tongits.spoken import ACTIONS, TONGITS
from meldspec.tongits.table import KEEP
from meldspec.wire import JSON, Match, UnplayableError, WireError

from .covering import covering_array
from .walks import walk


def begun() -> Match:
    match = TONGITS.begin({}, 3, 0)
    assert not isinstance(match, Refusal)
    return match


def test_every_action_of_a_walk_is_read_back() -> None:
    seen = set()
    for seed in range(30):
        for step in walk(DEFAULT, seed, hands=1):
            assert ACTIONS.read(ACTIONS.write(step.action), 3) == step.action
            seen.add(type(step.action))
    assert len(seen) >= 9


def test_every_hand_under_every_pair_of_readings_is_spoken() -> None:
    kinds = set()
    for number, rules in enumerate(covering_array()):
        match = TONGITS.begin({"options": readings_of(rules)}, 3, number % 3)
        for step in walk(rules, number, hands=1):
            assert not isinstance(match, Refusal)
            by: JSON = step.actor if isinstance(step.actor, int) else "chance"
            if not isinstance(step.action, Deal):
                assert ACTIONS.write(step.action) in match.legal(by)
            kinds.add(type(step.action))
            match = match.act(by, ACTIONS.write(step.action))
        assert not isinstance(match, Refusal)
        assert match.position == step.after
        assert match.result() is not None
    assert len(kinds) >= 9


def readings_of(rules: Rules) -> dict[str, JSON]:
    """Every option's reading."""
    return {each.name: each.get(rules) for each in TABLE.options}


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
    for each in TABLE.options:
        assert each.get(DEFAULT) == each.readings[0]
        for name, reading in product((each.name, each.field), each.readings):
            assert each.get(TABLE.read({"options": {name: reading, **beside(name, reading)}})) == (
                reading
            )
        for wrong in ("nonsense", 77):
            with pytest.raises(UnplayableError):
                TABLE.read({"options": {each.name: wrong}})
        unreadable: tuple[JSON, ...] = (True, None, [each.readings[0]])
        for thing in unreadable:
            with pytest.raises(WireError):
                TABLE.read({"options": {each.name: thing}})
    with pytest.raises(WireError):
        TABLE.read({"options": {"no.such_option": 1}})


def beside(name: str, reading: str | int) -> dict[str, JSON]:
    """The readings that this one cannot do without."""
    return {
        need.needed: need.readings[0]
        for need in NEEDS
        if name in (need.option, need.option.partition(".")[2]) and need.reading == reading
    }


def test_there_are_as_many_options_as_said_and_each_name_is_one() -> None:
    assert len(TABLE.options) == 81
    assert (
        len({each.field for each in TABLE.options} | {each.name for each in TABLE.options})
        == 2 * 81
    )
    assert TONGITS.readings() == {each.name: list(each.readings) for each in TABLE.options}


def test_a_reading_that_is_not_played_is_told_with_its_reason() -> None:
    for (name, reading), reason in UNPLAYABLE.items():
        for given in (name, name.partition(".")[2]):
            with pytest.raises(UnplayableError, match=re.escape(reason)):
                TABLE.read({"options": {given: reading}})


def test_readings_that_leave_play_undefined_are_not_played() -> None:
    for need in NEEDS:
        (option,) = (each for each in TABLE.options if each.name == need.needed)
        for reading in option.readings:
            asked: JSON = {"options": {need.option: need.reading, need.needed: reading}}
            if reading in need.readings:
                assert not list(TABLE.undefined(TABLE.read(asked)))
            else:
                with pytest.raises(UnplayableError, match=re.escape(need.sentence())):
                    TABLE.read(asked)


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


def test_games_are_found_by_their_id() -> None:
    assert GAMES["tongits"].name == "tongits"
