"""``meldspec replay`` and ``meldspec rules``: their output, and files that they cannot read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from meldcheck.commands import replay, rules
from meldcheck.words import places
from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError
from meldcheck.words.lines import WIDTH

from .laws import POT, POT_CHAPTER, WITH_FIXED_QUESTION, write_law

HANDS = [
    "4S 5S 6S AC 2H 4D 5D 6C 6D 7H TH TS JD",
    "7C 7D AD 3D 4C 5H 6H 8C 8H 8S QC QH",
    "AH 2C 2D 2S 3C 3H 5C 9H 9S JH KC KS",
]
STOCK = "7S KD QS TC JC QD KH 4H 9C 3S 9D AS 8D TD JS"


def trace(*steps: tuple[int, JSON], **more: JSON) -> JSON:
    deal = {"type": "deal", "hands": [hand.split() for hand in HANDS], "stock": STOCK.split()}
    acts = [{"by": "chance", "do": deal}, *({"by": by, "do": do} for by, do in steps)]
    return {"game": "tongits", "players": 3, "dealer": 0, "steps": acts, **more}


def run(folder: Path, content: JSON, *words: str) -> Result:
    file = folder / "trace.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return CliRunner().invoke(replay.command, [str(file), *words])


EXPOSE = (0, {"type": "expose", "cards": ["4S", "5S", "6S"]})
DISCARD = (0, {"type": "discard", "card": "AC"})
TOO_SOON = (1, {"type": "call_draw"})


def test_each_step_is_shown_with_the_cards(tmp_path: Path) -> None:
    done = run(tmp_path, trace(EXPOSE, TOO_SOON, DISCARD))
    assert done.exit_code == 0
    assert "1. chance deals\n  > seat 0: AC 6C" in done.output
    assert "2. 0 expose 4S 5S 6S\n" in done.output
    assert "    meld of seat 0: 4S 5S 6S\n" in done.output
    refused = "3. 1 call-draw\n   refused: tongits.turn.to-act: "
    assert refused in done.output
    assert "    stock 15, discard pile: AC\n" in done.output


def test_json_holds_verdicts_views_and_the_answer(tmp_path: Path) -> None:
    done = run(tmp_path, trace(TOO_SOON, ask="legal-last"), "--format", "json")
    told = json.loads(done.output)
    assert told["asked"] is False
    assert [step["accepted"] for step in told["steps"]] == [True, False]
    assert told["steps"][1]["refused"] == ["tongits.turn.to-act"]
    assert len(told["steps"][0]["views"]) == 3


def test_a_hand_is_shown_to_its_end(tmp_path: Path) -> None:
    call = {"type": "call_draw"}
    turns: list[tuple[int, JSON]] = [EXPOSE, DISCARD]
    for seat in (1, 2):
        drawn = STOCK.split()[seat - 1]
        turns += [(seat, {"type": "draw"}), (seat, {"type": "discard", "card": drawn})]
    done = run(tmp_path, trace(*turns, (0, call), ask="result"))
    assert done.exit_code == 0
    assert "    the hand ends (draw): seat 0 wins\n" in done.output
    assert "    burned: seat 1, seat 2\n" in done.output
    assert "    seat 1 pays seat 0 1 (tongits.burned.one-chip)\n" in done.output
    assert 'result: {"end":"draw"' in done.output


def test_a_match_may_be_refused_too(tmp_path: Path) -> None:
    done = run(tmp_path, {**trace(), "players": 4})
    assert done.exit_code == 0
    assert done.output.startswith("the match is refused\n   refused: tongits.game.three-seats")


@pytest.mark.parametrize("ask", ["view", "legal", "result"])
def test_a_refused_match_has_no_views(tmp_path: Path, ask: str) -> None:
    done = run(tmp_path, {**trace(ask=ask, seat=0), "players": 4}, "--format", "json")
    assert done.exit_code == 0
    assert json.loads(done.output)["asked"] is None


@pytest.mark.parametrize(("ask", "answer"), [("legal", []), ("legal-last", True), ("result", None)])
def test_a_question_before_the_first_deal_has_its_answer(
    tmp_path: Path, ask: str, answer: JSON
) -> None:
    content = {**trace(ask=ask, seat=1), "steps": []}
    assert json.loads(run(tmp_path, content, "--format", "json").output)["asked"] == answer
    said = run(tmp_path, content).output.splitlines()
    assert (said[0], said[-1]) == ("the match begins", f"{ask}: {json.dumps(answer)}")


def test_the_view_before_the_first_deal_is_shown(tmp_path: Path) -> None:
    content = {**trace(ask="view", seat=1), "steps": []}
    told = json.loads(run(tmp_path, content, "--format", "json").output)
    assert (told["asked"]["seat"], told["asked"]["phase"]) == (1, "deal")


TORN: dict[str, tuple[JSON, str]] = {
    "cut": ('{"game": "tongits", "steps": [', "trace.json:1: not valid JSON"),
    "no object": ("[]", "Expected `object`, got `array`"),
    "unknown field": ({**trace(), "dealr": 1}, "unknown field `dealr`"),
    "missing field": ({"game": "tongits"}, "missing required field"),
    "torn card": (trace((0, {"type": "discard", "card": "AX"})), "step 2: 'card': not a card"),
    "unknown action": (trace((0, {"type": "knock"})), "step 2: unknown action type 'knock'"),
    "no seat": (trace((7, {"type": "draw"})), "step 2: 'by' is no seat: 7"),
    "no seat asked": (trace(ask="view", seat=3), "'seat' is no seat: 3"),
    "seat below 0": (trace(ask="legal", seat=-1), "'seat' is no seat: -1"),
    "unknown option": (trace(rules={"options": {"a.b": "c"}}), "unknown option 'a.b'"),
    "unplayed reading": (
        trace(rules={"options": {"pot.pot_wins_required": 9}}),
        "9 is not played here",
    ),
    "unknown question": (trace(ask="everything"), "Invalid enum value 'everything'"),
}


@pytest.mark.parametrize("fault", TORN)
def test_what_cannot_be_read_is_one_line(tmp_path: Path, fault: str) -> None:
    content, message = TORN[fault]
    done = run(tmp_path, content)
    assert isinstance(done.exception, SpecError)
    assert message in str(done.exception)
    assert str(done.exception).startswith(str(tmp_path / "trace.json"))


def test_other_games_and_missing_files(tmp_path: Path) -> None:
    done = run(tmp_path, {**trace(), "game": "whist"})
    assert (done.exit_code, "no game 'whist'; known: tongits" in done.output) == (2, True)
    done = CliRunner().invoke(replay.command, [str(tmp_path / "nothing.json")])
    assert isinstance(done.exception, SpecError)


def rules_of(
    monkeypatch: pytest.MonkeyPatch, folder: Path, *words: str, pot: str = POT_CHAPTER
) -> str:
    """The output of ``meldspec rules tongits`` on the small law with three questions."""
    spec = write_law(folder, *WITH_FIXED_QUESTION)
    (folder / POT).write_text(pot, encoding="utf-8")
    monkeypatch.setattr(places, "spec_directory", lambda: spec)
    done = CliRunner().invoke(rules.command, ["tongits", *words])
    assert done.exit_code == 0, done.exception
    return done.output


POT_TEXT = """\
pot.pot_wins_required (option, variation; or pot_wins_required)
  2, the default: two wins in a row collect the pot
    implied by page (S1, S2)
  3: three wins in a row collect the pot
    said by page (S2)
  the default, because: It is common.
  matters only with pot.pot_wins_required 2 or 3
"""
SHOWDOWN_TEXT = """\
showdown.tie_three_way (option, gap; or tie_three_way)
  next_after_caller, the default: the first after the caller
    said by page (S1)
  last_to_challenge: the last who challenged
  the default, because: It is what the page says.
"""
TURN_TEXT = """\
turn.direction (fixed, variation; or direction)
  to_the_left, the default: turns pass to the left
  to_the_right: turns pass to the right
  as_agreed: turns pass as the seats agree
    not played: it needs an agreement before the deal, as tongits.turn.kinds has none
  lost: page
  the default, because: It is common.
  matters only with showdown.tie_three_way last_to_challenge, or with showdown.tie_three_way
      next_after_caller and turn.direction to_the_left or to_the_right
  fixed, because: Seats have numbers, so no outcome differs.
"""


def test_rules_lists_questions_with_what_sources_admit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = rules_of(monkeypatch, tmp_path)
    assert told.startswith(POT_TEXT + SHOWDOWN_TEXT + TURN_TEXT)
    level = "settlement.special_payment_level: 3, 2 (played; its question is not written yet)\n"
    assert level in told
    assert "3 clauses: 1 condition, 1 definition, 1 payment\n" in told


def test_rules_keeps_to_a_hundred_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = " ".join(["two-wins"] * 30)
    told = rules_of(monkeypatch, tmp_path, pot=POT_CHAPTER.replace("two wins", words))
    lines = told.splitlines()
    assert max(len(line) for line in lines) <= WIDTH
    assert f"  2, the default: {' '.join(['two-wins'] * 9)}" in lines
    assert " ".join(told.split()).count(words) == 1


def test_rules_as_json_has_numbers_where_rule_sets_have_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = json.loads(rules_of(monkeypatch, tmp_path, "--format", "json"))
    pot, showdown, turn = told["questions"]
    assert (pot["default"], pot["played"]) == (2, [2, 3])
    assert pot["readings"].keys() == {"2", "3"}
    assert pot["alive_when"] == [{"pot.pot_wins_required": [2, 3]}]
    assert pot["sources"] == {
        "page": {"says": {"3": ["S2"]}, "implies": {"2": ["S1", "S2"]}, "rules_out": {}}
    }
    level = {"option": "settlement.special_payment_level", "readings": [3, 2]}
    assert level in told["unwritten"]
    assert showdown["sources"] == {
        "page": {"says": {"next_after_caller": ["S1"]}, "implies": {}, "rules_out": {}}
    }
    assert showdown["aliases"] == ["tie_three_way"]
    assert (showdown["fixed"], showdown["unplayable"], showdown["alive_when"]) == (None, {}, [])
    assert turn["sources"] == {"page": "lost"}
    assert turn["played"] == ["to_the_left"]
    assert turn["unplayable"].keys() == {"as_agreed"}
    assert turn["alive_when"] == [
        {"showdown.tie_three_way": ["last_to_challenge"]},
        {
            "showdown.tie_three_way": ["next_after_caller"],
            "turn.direction": ["to_the_left", "to_the_right"],
        },
    ]
    assert turn["fixed"] == "Seats have numbers, so no outcome differs."


def test_rules_tells_which_sources_are_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = POT_CHAPTER.replace("{says: {3: [S2]}, implies: {2: [S1, S2]}}", "{}")
    assert "\n  silent: page\n" in rules_of(monkeypatch, tmp_path, pot=silent)
    told = json.loads(rules_of(monkeypatch, tmp_path, "--format", "json", pot=silent))
    assert told["questions"][0]["sources"] == {"page": "silent"}


def test_rules_of_an_unknown_game_is_wrong_use() -> None:
    done = CliRunner().invoke(rules.command, ["whist"])
    assert done.exit_code == 2
    assert "no game 'whist'; known: tongits" in done.output
