"""Answers that count as the same, and answers that do not."""

from __future__ import annotations

from typing import Any

import pytest

from meldcheck.words.compare import differences, told_apart

FOUR = {"owner": 2, "face_down": True, "size": 4}
OPEN = {"owner": 0, "cards": ["4S", "5S", "6S"]}


@pytest.mark.parametrize(
    ("what", "expected", "got"),
    [
        ("meld", "set", "set"),
        ("meld", None, None),
        ("meld", None, False),
        ("deadwood", 0, 0),
        ("deadwood", 12, 12.0),
        (
            "deal",
            {"hands": [["7H", "TS"]], "stock": ["AC"]},
            {"hands": [["10s", "7♥"]], "stock": ["ac"]},
        ),
        ("view", {"hand": ["7H", "TS"]}, {"hand": ["10♠", "7h"], "pot": 6}),
        ("view", {"hand": [], "caller": None}, {}),
        ("view", {"opened": [False, True]}, {"opened": [False, True]}),
        ("view", {"to_act": [0, 1]}, {"to_act": [1, 0]}),
        ("view", {"melds": []}, {"melds": None}),
        ("view", {"melds": [OPEN, FOUR]}, {"melds": [{**OPEN, "size": 3, "kind": "run"}, FOUR]}),
        ("view", {"melds": [OPEN]}, {"melds": [{"owner": 0, "cards": ["6S", "5S", "4S"]}]}),
        ("view", {"melds": [FOUR]}, {"melds": [{**FOUR, "cards": []}]}),
        ("view", {"revealed": [None, ["7C", "7D"]]}, {"revealed": [None, ["7D", "7C"]]}),
        ("view", {"hand": ["*7H", "*"]}, {"hand": ["*", "*7♥"]}),
        ("legal", [{"type": "draw"}, {"type": "fold"}], [{"type": "fold"}, {"type": "draw"}]),
        ("legal", [], None),
        (
            "legal",
            [{"type": "take", "with": ["7C", "7D"]}, {"type": "call_tongits", "discard": "TH"}],
            [{"type": "call_tongits", "discard": "10H"}, {"type": "take", "with": ["7d", "7c"]}],
        ),
        (
            "legal",
            [{"type": "expose", "cards": ["7C", "7D", "7H"]}],
            [{"type": "expose", "cards": ["7H", "7D", "7C"], "face_down": False}],
        ),
        ("result", None, None),
        ("result", {"winner": None, "burned": []}, {"end": "stock", "winner": None}),
        ("result", {"burned": [0, 2]}, {"burned": [2, 0], "payments": [1]}),
        ("result", {"winner": 0, "pot_to": 2}, {"winner": [0], "pot_to": [2]}),
        ("result", {"winner": None}, {"winner": []}),
        (
            "result",
            {"payments": [-1, 1], "receipt": [{"from": 0, "to": 1, "chips": 1, "clause": "a"}]},
            {"payments": [-1, 1]},
        ),
        (
            "result",
            {"payments": [-3, 3], "receipt": [{"from": 0, "to": 1, "chips": 3, "clause": "a"}]},
            {
                "payments": [-3, 3],
                "receipt": [
                    {"from": 0, "to": 1, "chips": 1, "clause": "b"},
                    {"from": 0, "to": 1, "chips": 2, "clause": "c"},
                    {"from": 1, "to": 0, "chips": 0, "clause": "d"},
                ],
            },
        ),
        (
            "perft",
            {"total": 2, "by_action": [[{"type": "draw"}, 1], [{"type": "fold"}, 1]]},
            {"total": 2, "by_action": [[{"type": "fold"}, 1], [{"type": "draw"}, 1]]},
        ),
    ],
)
def test_these_say_the_same(what: str, expected: Any, got: Any) -> None:
    assert differences(what, expected, got) == ()


@pytest.mark.parametrize(
    ("what", "expected", "got", "where"),
    [
        ("meld", "set", "run", ""),
        ("meld", None, "none", ""),
        ("deadwood", 0, None, ""),
        ("deadwood", 0, False, ""),
        ("deadwood", 1, True, ""),
        ("deadwood", 1, "1", ""),
        ("deal", {"stock": ["AC", "2C"]}, {"stock": ["2C", "AC"]}, "stock"),
        ("deal", {"hands": [["AC"], ["2C"]]}, {"hands": [["2C"], ["AC"]]}, "hands"),
        ("view", {"hand": ["7H", "7H"]}, {"hand": ["7H"]}, "hand"),
        ("view", {"hand": ["7H"]}, {"hand": "7H"}, "hand"),
        ("view", {"discard": ["AC", "2C"]}, {"discard": ["2C", "AC"]}, "discard"),
        ("view", {"opened": [False, True]}, {"opened": [0, 1]}, "opened"),
        ("view", {"pot": 0}, {}, "pot"),
        ("view", {"pot": 6}, None, ""),
        ("view", {"pot": 6}, [6], ""),
        ("view", {"revealed": [None, []]}, {"revealed": [[], []]}, "revealed"),
        ("view", {"revealed": [None, None]}, {"revealed": [None, ["7D"]]}, "revealed"),
        ("view", {"melds": [OPEN, FOUR]}, {"melds": [FOUR, OPEN]}, "melds[0]"),
        ("view", {"melds": [OPEN]}, {"melds": [OPEN, FOUR]}, "melds"),
        ("view", {"melds": [OPEN]}, {"melds": [{**OPEN, "face_down": True}]}, "melds[0]"),
        ("view", {"melds": [FOUR]}, {"melds": [{**FOUR, "size": 3}]}, "melds[0]"),
        ("view", {"melds": [FOUR]}, {"melds": [["7C"]]}, "melds"),
        (
            "view",
            {"answers": [[1, "fold"], [2, "fold"]]},
            {"answers": [[2, "fold"], [1, "fold"]]},
            "answers",
        ),
        ("legal", [{"type": "draw"}], [], ""),
        ("legal", [], [{"type": "draw"}], ""),
        ("legal", [{"type": "draw"}], [{"type": "draw"}, {"type": "draw"}], ""),
        ("legal", [{"type": "draw"}], {"type": "draw"}, ""),
        ("legal", [{"type": "draw"}], ["draw"], ""),
        ("legal", [{"type": "draw"}], [{"type": ["draw"]}], ""),
        ("result", None, {"end": "draw"}, ""),
        ("result", {"winner": None}, {"winner": 0}, "winner"),
        ("result", {"winner": 0}, {"winner": None}, "winner"),
        ("result", {"winner": 0}, {"winner": False}, "winner"),
        ("result", {"winner": 0}, {"winner": [1]}, "winner"),
        ("result", {"winner": 0}, {"winner": []}, "winner"),
        ("result", {"winner": 0}, {"winner": [False]}, "winner"),
        ("result", {"winner": 0}, {"winner": [0, 1]}, "winner"),
        ("result", {"winner": None}, {"winner": [0]}, "winner"),
        ("result", {"pot_to": 1}, {"pot_to": [1, 1]}, "pot_to"),
        ("view", {"dealer": 1}, {"dealer": [1]}, "dealer"),
        (
            "result",
            {"payments": [-1, 1]},
            {"payments": [-1, 1], "receipt": [{"from": 0, "to": 1, "chips": 2}]},
            "receipt",
        ),
        ("result", {"winner": 1}, {"winner": 1, "payments": [0, 0], "receipt": ["x"]}, "receipt"),
        (
            "result",
            {"winner": 1},
            {"winner": 1, "payments": [0, 0], "receipt": [{"from": 0, "to": 9, "chips": 2}]},
            "receipt",
        ),
        (
            "result",
            {"receipt": [{"from": 0, "to": 1, "chips": 1}, {"from": 2, "to": 0, "chips": 1}]},
            {
                "payments": [0, 1, -1],
                "receipt": [{"from": 2, "to": 1, "chips": 1}],
            },
            "receipt",
        ),
        ("perft", {"total": 2}, {"total": 3}, "total"),
        (
            "perft",
            {"by_action": [[{"type": "draw"}, 1]]},
            {"by_action": [[{"type": "draw"}, 2]]},
            "by_action",
        ),
    ],
)
def test_these_differ(what: str, expected: Any, got: Any, where: str) -> None:
    difference, *_ = differences(what, expected, got)
    assert difference.where == where


def test_a_hidden_meld_that_shows_its_cards_is_called_that() -> None:
    got = {"melds": [{**FOUR, "cards": ["9C", "9D", "9H", "9S"]}]}
    (difference,) = differences("view", {"melds": [FOUR]}, got)
    assert difference.remark == "a hidden meld shows its cards"


def test_seats_that_share_a_pot_are_named() -> None:
    (difference,) = differences(
        "result", {"winner": 1, "end": "draw"}, {"winner": [1, 2], "end": "draw"}
    )
    assert difference.remark == "shared by seats 1 and 2"


def test_a_difference_in_legal_actions_is_told_in_words() -> None:
    expected = [{"type": "draw"}, {"type": "take", "with": ["7C", "7D"]}]
    got = [{"type": "draw"}, {"type": "draw"}, {"type": "call_draw"}, {"type": 5}, "fold"]
    (difference,) = differences("legal", expected, got)
    assert difference.remark == (
        'missing take 7C 7D; not expected "fold", call-draw, {"type":5}; more than once draw'
    )


def test_a_difference_in_counts_is_told_in_words() -> None:
    expected, got = ({"by_action": [[{"type": "discard", "card": "TH"}, n]]} for n in (2, 3))
    (difference,) = differences("perft", expected, got)
    assert difference.remark == "missing discard TH = 2; not expected discard TH = 3"


def test_an_answer_of_any_depth_is_compared_or_called_too_deep() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    (difference,) = differences("view", {"hand": []}, {"hand": deep})
    assert "too deeply" in difference.remark


def test_what_a_seat_learns_is_compared_in_every_field() -> None:
    assert not told_apart("view", {"hand": ["7C", "TD"]}, {"hand": ["10D", "7c"], "pot": None})
    assert told_apart("view", {"pot": 6}, {"pot": 7}) == "the field pot"
    assert not told_apart("view", {"pot": 6, "ms": 3}, {"pot": 6, "ms": 4})
    leak = ({"pot": 6, "debug": ["7C"]}, {"pot": 6, "debug": ["TD"]})
    assert told_apart("view", *leak) == "a field of the engine's own"
    draw, fold = {"type": "draw"}, {"type": "fold"}
    assert not told_apart("legal", [draw, fold], [fold, {**draw, "ms": 3}])
    assert told_apart("legal", [draw], [draw, draw]) == "the actions"
    assert not told_apart("legal", None, [])
