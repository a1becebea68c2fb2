"""The notation of plays: to the JSON of the protocol and back, and the lines that it refuses."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from meldcheck.words.case import JSON
from meldcheck.words.messages import fields_of, has_no_fields
from meldcheck.words.notation import (
    CheckLine,
    CutLine,
    DealLine,
    NotationError,
    ReshuffleLine,
    StepLine,
    parse_line,
    show_action,
    show_step,
)
from meldspec.games import GAMES

STEPS: dict[str, JSON] = {
    "0 draw": {"type": "draw"},
    "1 take 7C 7D": {"type": "take", "with": ["7C", "7D"]},
    "1 take onto 4S 5S 6S": {"type": "take", "meld": ["4S", "5S", "6S"]},
    "1 take": {"type": "take"},
    "2 expose 4S 5S 6S": {"type": "expose", "cards": ["4S", "5S", "6S"]},
    "0 expose face-down 9C 9D 9H 9S": {
        "type": "expose",
        "cards": ["9C", "9D", "9H", "9S"],
        "face_down": True,
    },
    "1 lay-off 7S on 4S 5S 6S": {"type": "lay_off", "card": "7S", "meld": ["4S", "5S", "6S"]},
    "2 discard KD": {"type": "discard", "card": "KD"},
    "0 call-tongits": {"type": "call_tongits"},
    "1 call-tongits discarding KD": {"type": "call_tongits", "discard": "KD"},
    "2 call-draw": {"type": "call_draw"},
    "0 fold": {"type": "fold"},
    "1 challenge": {"type": "challenge"},
    "2 meld 4S 5S 6S": {"type": "meld", "cards": ["4S", "5S", "6S"]},
}


@pytest.mark.parametrize("words", STEPS)
def test_every_step_goes_to_json_and_back(words: str) -> None:
    line = parse_line(words)
    assert line == StepLine(int(words[0]), STEPS[words])
    assert isinstance(line, StepLine)
    assert show_step(line.by, line.do) == words


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("1 lay-off 7♠ on 6s 4S 5♠", "1 lay-off 7S on 4S 5S 6S"),
        ("  0 discard 10h  # the last one", "0 discard TH"),
        ("2 take 10♥ th", "2 take TH TH"),
    ],
)
def test_cards_may_be_written_in_several_ways(written: str, canonical: str) -> None:
    line = parse_line(written)
    assert isinstance(line, StepLine)
    assert show_step(line.by, line.do) == canonical


def test_refusals_deals_comments_and_blank_lines() -> None:
    step = parse_line("1 draw -> refused tongits.a.b, tongits.c.d")
    assert step == StepLine(1, {"type": "draw"}, ("tongits.a.b", "tongits.c.d"))
    assert parse_line("deal two") == DealLine("two")
    assert parse_line("deal two -> refused a.b") == DealLine("two", ("a.b",))
    assert parse_line("   ") is None
    assert parse_line("# nothing") is None


def test_a_seat_may_act_for_chance_and_chance_for_a_seat() -> None:
    refused = "rummy.turn.to-act"
    assert parse_line(f"1 deal two -> refused {refused}") == DealLine("two", (refused,), by=1)
    assert parse_line("2 reshuffle 4S rest") == ReshuffleLine(("4S",), rest=True, by=2)
    assert parse_line("0 cut KS -") == CutLine(("KS", None), by=0)
    assert parse_line("chance draw") == StepLine("chance", {"type": "draw"})
    assert parse_line("chance deal two") == parse_line("deal two")
    assert show_step(1, {"type": "cut", "cards": ["KS", None]}) == "1 cut KS -"
    assert show_step("chance", {"type": "draw"}) == "chance draw"


def test_chance_has_lines_of_its_own() -> None:
    assert parse_line("reshuffle 4s rest") == ReshuffleLine(("4S",), rest=True)
    assert parse_line("reshuffle 4S -> refused a.b") == ReshuffleLine(("4S",), False, ("a.b",))
    assert parse_line("cut KS - 10d") == CutLine(("KS", None, "TD"))
    assert show_step("chance", {"type": "reshuffle", "stock": ["7S", "2C"]}) == "reshuffle 7S 2C"
    assert show_step("chance", {"type": "cut", "cards": ["KS", None]}) == "cut KS -"


def test_a_view_and_a_result_of_rummy_are_read() -> None:
    view = parse_line("? view 1 {dealer: null, taken: 10h, scores: [0, 12], match_over: false}")
    shown = {"dealer": None, "taken": "TH", "scores": [0, 12], "match_over": False}
    assert view == CheckLine("view", 1, shown)
    result = parse_line("? result {winner: 1, rummy: true, points: [0, 42], match_winners: [1]}")
    told = {"winner": 1, "rummy": True, "points": [0, 42], "match_winners": [1]}
    assert result == CheckLine("result", None, told)


def test_checks_hold_what_is_stated_in_canonical_form() -> None:
    view = parse_line(
        "? view 1 {phase: over, hand: 7h AC, discard: KD 2C, opened: [true, false, false], "
        "caller: null, melds: [{owner: 0, face_down: true, size: 4}], "
        "answers: [[2, fold]], revealed: [null, 7h AC, []]}"
    )
    assert view == CheckLine(
        "view",
        1,
        {
            "phase": "over",
            "hand": ["AC", "7H"],
            "discard": ["KD", "2C"],
            "opened": [True, False, False],
            "caller": None,
            "melds": [{"owner": 0, "face_down": True, "size": 4}],
            "answers": [[2, "fold"]],
            "revealed": [None, ["AC", "7H"], []],
        },
    )
    result = parse_line("? result {end: draw, winner: null, payments: [-3, 7, -4]}")
    expected = {"end": "draw", "winner": None, "payments": [-3, 7, -4]}
    assert result == CheckLine("result", None, expected)
    assert parse_line("? result null") == CheckLine("result", None, None)
    assert parse_line("? result") == CheckLine("result", None, UNSET)
    legal = parse_line("? legal 2 [fold, take 7D 7C]")
    assert legal == CheckLine(
        "legal", 2, [{"type": "fold"}, {"type": "take", "with": ["7C", "7D"]}]
    )
    assert parse_line("? perft 2") == CheckLine("perft", None, UNSET, depth=2)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("1 discard 7X", "'7X'"),
        ("1 discard", "'discard'"),
        ("1 discard 7H 8H", "'discard'"),
        ("1 draw 7H", "'7H'"),
        ("x draw", "'x'"),
        ("-1 draw", "'-1'"),
        ("1", "without an action"),
        ("1 drew", "'drew'"),
        ("1 take onto", "'onto'"),
        ("1 take with 7C 7D", "'with'"),
        ("1 expose", "'expose'"),
        ("1 expose face-down", "'expose'"),
        ("1 lay-off 7S 4S 5S 6S", "lay-off CARD on CARDS"),
        ("1 lay-off 7S on", "'on'"),
        ("1 call-tongits KD", "'KD'"),
        ("1 draw -> accepted", "'-> accepted'"),
        ("1 draw -> refused", "'-> refused'"),
        ("1 draw -> refused a.b, a.b", "twice"),
        ("-> refused a.b", "no action"),
        ("deal", "'deal'"),
        ("reshuffle rest 4S", "'rest'"),
        ("cut KS 7X", "'7X'"),
        ("? chips 1", "'? chips'"),
        ("? view", "''"),
        ("? view 1 {phase", "phase"),
        ("? view 1 {pahse: draw}", "pahse"),
        ("? view 1 {hand: 7X}", "'7X'"),
        ("? view 1 {pot: many}", "pot"),
        ("? legal 1 draw", "list of actions"),
        ("? legal 1 [drew]", "'drew'"),
    ],
)
def test_what_cannot_be_read_is_named(line: str, word: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_line(line)
    assert word in str(caught.value)


WRONG: tuple[JSON, ...] = (7, 1.5, None, True, {}, "x", [7], [None], [[7]], [{}], ["AS", 7])
"""Values that an engine sends where a card, cards or melds are due."""


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_an_action_with_a_wrong_value_in_a_field_is_shown(wrong: JSON) -> None:
    """Each action above, with a wrong value in one field after the other."""
    for do in STEPS.values():
        for name in do:
            assert show_action({**do, name: wrong})
    assert show_action({"type": "discard", "card": 7}) == '{"card":7,"type":"discard"}'


def test_unknown_actions_are_shown_as_they_are() -> None:
    assert show_action({"type": "pass", "n": 1}) == '{"n":1,"type":"pass"}'
    assert show_action({"type": "discard", "card": "7X"}) == '{"card":"7X","type":"discard"}'
    both = {"type": "take", "with": ["7C", "7D"], "meld": ["7S", "8S", "9S"]}
    assert show_action(both).startswith('{"meld":')
    assert show_action({"type": "take", "with": [], "meld": []}) == "take"
    deal = {"type": "deal", "hands": [["AC"], ["2C"]], "stock": ["KD", "3C"]}
    assert show_step("chance", deal) == "chance deal AC | 2C | stock KD 3C"
    turned = "chance deal AC | 2C | upcard 8S | stock KD 3C"
    assert show_step("chance", {**deal, "upcard": "8S"}) == turned


def test_the_first_game_that_has_an_action_tells_whether_words_may_follow_it() -> None:
    with_fields: dict[str, bool] = {}
    for game in GAMES.values():
        for word, kind in game.messages.actions.items():
            with_fields[word] = with_fields.get(word, False) or bool(fields_of(kind))
    assert {word: not has_no_fields(word) for word in with_fields} == with_fields
    assert not has_no_fields("sneeze")
