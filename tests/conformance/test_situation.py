"""Situations as people write them: notation, left-out cards, YAML, questions about facts."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from meldcheck.cli import main
from meldcheck.games import MEASURES
from meldcheck.sources import answers
from meldcheck.sources.book import read_book
from meldcheck.sources.situation.text import read_situation, situation_of
from meldcheck.suite.trace import Trace
from meldcheck.words import places
from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError

TIE: dict[str, JSON] = {
    "game": "tongits",
    "players": 3,
    "dealer": 0,
    "deal": {
        "hands": [
            "KC KD KH 9C 9D 9H 4S 5S 6S TS 2H 5H 8S",
            "QC QD QH 8C 8D 8H 2C 3C 4C 3H 5D 7S",
            "JC JD JH 7C 7D 7H 2D 3D 4D 2S 4H 9S",
        ],
        "stock": "TC TD …",
    },
    "play": """
      0 expose KC KD KH
      0 discard TS
      1 draw
      1 expose QC QD QH
      1 discard TC
      2 draw          # the ten of diamonds
      2 expose JC JD JH
      2 discard TD
      0 call-draw
      1 challenge
      2 challenge
    """,
    "ask": "result",
}


def cards_of(trace: Trace) -> list[str]:
    """Every card of the first deal."""
    deal = trace.steps[0].do
    turned = [deal["upcard"]] if "upcard" in deal else []
    return [*(card for hand in deal["hands"] for card in hand), *turned, *deal["stock"]]


def test_a_play_in_notation_is_the_play_of_its_steps() -> None:
    situation = situation_of(TIE, "tie")
    steps = [{"by": step.by, "do": step.do} for step in situation.trace.steps]
    written = {name: of for name, of in TIE.items() if name not in ("deal", "play")}
    again = situation_of({**written, "steps": steps}, "tie")
    assert again.trace == situation.trace
    assert situation.trace.steps[1].do == {"type": "expose", "cards": ["KC", "KD", "KH"]}
    as_rows = {**TIE, "play": str(TIE["play"]).splitlines()}
    assert situation_of(as_rows, "tie").trace == situation.trace


@pytest.mark.parametrize(
    ("game", "players", "extra"),
    [
        ("tongits", 3, {}),
        ("rummy", 2, {}),
        ("rummy", 6, {}),
        ("three-thirteen", 3, {"hand_number": 7}),
        ("indian-chief", 4, {}),
        ("carousel", 4, {}),
    ],
)
def test_left_out_cards_fill_a_deal_that_the_rules_accept(
    game: str, players: int, extra: dict[str, int]
) -> None:
    written = {"game": game, "players": players, "dealer": 0, "deal": {"hands": ["…"] * players}}
    situation = situation_of({**written, **extra, "play": ""}, "here")
    assert situation.trace == situation_of({**written, **extra, "play": ""}, "there").trace
    pack = Counter(MEASURES[game].deck(players))
    for trace in (situation.trace, *situation.others, *(one for _, one in situation.apart)):
        assert Counter(cards_of(trace)) == pack
        assert answers.play(read_book(game), answers.scenario(read_book(game), trace), 1).steps
    deals = [trace.steps[0].do for trace in (situation.trace, *situation.others)]
    assert all(one != other for one, other in pairwise(deals))


def test_a_filled_hand_holds_no_meld_where_that_can_be() -> None:
    situation = situation_of({**TIE, "deal": {"hands": ["…", "…", "…"]}, "play": ""}, "tie")
    for hand in situation.trace.steps[0].do["hands"]:
        assert max(Counter(card[0] for card in hand).values()) <= 2, hand


def test_a_card_that_a_seat_plays_is_in_its_filled_hand() -> None:
    play = ["0 discard KD", "1 take KH KS", "1 discard 2C"]
    situation = situation_of({**TIE, "deal": {"hands": ["…"] * 3}, "play": play}, "tie")
    hands = situation.trace.steps[0].do["hands"]
    assert "KD" in hands[0]
    assert {"KH", "KS", "2C"} <= set(hands[1])


def test_cards_that_are_named_are_dealt_where_they_are_named() -> None:
    situation = situation_of(TIE, "tie")
    deal = situation.trace.steps[0].do
    assert deal["stock"][:2] == ["TC", "TD"]
    assert len(deal["stock"]) == 15
    assert situation.left_out == ("stock",)


def test_yaml_is_read_like_json(tmp_path: Path) -> None:
    as_json, as_yaml = tmp_path / "tie.json", tmp_path / "tie.yaml"
    as_json.write_text(json.dumps(TIE))
    as_yaml.write_text(
        """
game: rummy
players: 2
dealer: 1
deal:
  hands: [2C 3C …, …]
  upcard: 8S
play: |
  0 draw
  0 discard 2C
rules: {match_end: target}
ask: legal-last
"""
    )
    assert read_situation(as_json).trace == situation_of(TIE, "tie").trace
    situation = read_situation(as_yaml)
    assert situation.trace.rules.options == {"match_end": "target"}
    assert situation.trace.steps[0].do["upcard"] == "8S"
    assert situation.left_out == ("hand of seat 0", "hand of seat 1", "stock")


def test_an_answer_says_on_which_left_out_cards_it_hangs() -> None:
    """Cards of seat 2 are left out, so nobody knows which seat has the fewest points."""
    hands = [*TIE["deal"]["hands"][:2], "JC JD JH …"]
    written = {**TIE, "deal": {**TIE["deal"], "hands": hands}}
    told = answers.answer(read_book("tongits"), situation_of(written, "tie"))
    assert "decision" in told["hangs_on"]["parts"]
    assert told["hangs_on"]["cards"] == ["hand of seat 2"]


def test_left_out_cards_that_do_not_matter_are_no_matter() -> None:
    told = answers.answer(read_book("tongits"), situation_of(TIE, "tie"))
    assert told["left_out"] == ["stock"]
    assert "hangs_on" not in told


def test_facts_are_asked_without_a_play() -> None:
    asked = {"what": "deadwood", "hand": "KD KC 4H", "wild": "5"}
    situation = situation_of({"game": "three-thirteen", "ask": asked}, "facts")
    assert situation.facts is not None
    assert situation.facts.question == {"hand": ["KD", "KC", "4H"], "wild": "5"}
    told = answers.answer(read_book("three-thirteen"), situation)
    assert told["default"] == {"deadwood": 24}
    melds = {"game": "carousel", "ask": {"what": "meld", "cards": "7C 7D *7S"}}
    assert answers.answer(read_book("carousel"), situation_of(melds, "facts"))["default"] == {
        "meld": "set"
    }


@pytest.mark.parametrize("number", range(3))
def test_the_situations_of_the_page_are_answered_as_it_says(number: int, tmp_path: Path) -> None:
    page = (places.PACKAGE.parent.parent / "docs" / "settle.md").read_text(encoding="utf-8")
    written = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(written) == 3
    path = tmp_path / "here.yaml"
    path.write_text(written[number], encoding="utf-8")
    result = CliRunner().invoke(main, ["settle", str(path)])
    assert result.exit_code == 0, result.output
    told = result.output.splitlines()
    blocks = re.split(r"^```yaml\n", page, flags=re.MULTILINE)[number + 1]
    shown = re.search(r"^```text\n(.*?)^```$", blocks, re.MULTILINE | re.DOTALL)
    assert (shown is None) is (number == 1)  # the page tells in words how the second is answered
    for line in shown[1].splitlines() if shown is not None else ():
        begun = line.removesuffix("…").rstrip()
        assert any(one.startswith(begun) for one in told), line


def test_an_end_that_is_paid_under_many_readings_is_answered_line_by_line() -> None:
    """A challenged draw costs each loser 3 chips, the ace 1, the four face down 3.

    The four that lies face up costs nothing, and neither does the three that seat 2 laid off.
    """
    melds: JSON = [
        {"owner": 0, "cards": "KC KD KH"},
        {"owner": 1, "cards": "AH 2H 3H 4H", "laid_by": [1, 1, 1, 2]},
        {"owner": 1, "cards": "9C 9D 9H 9S", "face_down": True},
        {"owner": 1, "cards": "7C 7D 7H 7S"},
        {"owner": 2, "cards": "TC TD TH"},
    ]
    ended = {"what": "settle", "end": "draw", "caller": 0, "challengers": [1, 2], "winner": 1}
    facts = {**ended, "hands": ["QD 4C AD", "2C", "QH JH 8S"], "melds": melds}
    told = answers.answer(
        read_book("tongits"), situation_of({"game": "tongits", "ask": facts}, "facts")
    )
    assert told["default"]["payments"] == [-7, 14, -7]
    (settled,) = told["verdicts"]["denexa"]["parts"]["payments"]["outcomes"]
    assert [(line["from"], line["chips"]) for line in settled["receipt"]] == [
        *((2, chips) for chips in (3, 1, 3)),
        *((0, chips) for chips in (3, 1, 3)),
    ]


@pytest.mark.parametrize(
    ("hand", "status"), [("5C 5D 5H 5S", "open"), ("5C 5D 5H", "settled"), ("", "settled")]
)
def test_a_four_in_the_hand_at_tongits_is_open_by_denexa_in_facts_too(
    hand: str, status: str
) -> None:
    """Denexa counts a four in the winner's hand, and asks for an empty hand before tongits."""
    facts = {"what": "settle", "end": "tongits", "winner": 2, "hands": ["KD", "2C", hand]}
    melds: JSON = [{"owner": 2, "cards": "6H 7H 8H"}]
    read = situation_of({"game": "tongits", "ask": {**facts, "melds": melds}}, "facts")
    told = answers.answer(read_book("tongits"), read)
    assert told["verdicts"]["denexa"]["parts"]["payments"]["status"] == status


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"play": "0 expsoe KC KD KH"}, "line 1 of the play: 'expsoe' is not an action"),
        ({"play": ["0 discard TS", "1 draws"]}, "line 2 of the play: 'draws' is not an action"),
        ({"play": "0 knock"}, "line 1 of the play: 'knock' is not an action of Tong-its"),
        ({"play": "? result null"}, "line 1 of the play: '?' asks in a document"),
        ({"play": "0 call-draw -> refused a.b.c"}, "line 1 of the play: '-> refused'"),
        ({"play": "deal two"}, "no deal 'two'"),
        ({"steps": []}, "'steps' and a 'deal' or 'play' exclude each other"),
        ({"deal": None}, "no cards are dealt: 'deal' is missing"),
        ({"dealer": None}, "'dealer' is missing"),
        ({"dealer": 3}, "'dealer' is not a seat: 3"),
        ({"deal": {"hands": ["…", "…"]}}, "deal: 3 players, but 'hands' has 2"),
        ({"deal": {"hands": ["KC KC …", "…", "…"]}}, "deal: KC is named twice; the pack has it"),
        ({"deal": {"hands": ["* …", "…", "…"]}}, "deal: * is named once; the pack has none"),
        ({"deal": {"hands": ["1C …", "…", "…"]}}, "hand of seat 0: '1C' is not a card"),
        ({"deal": {"hands": ["… KC", "…", "…"]}}, "hand of seat 0: '…' must come last"),
        ({"deal": {"hands": ["…"] * 3, "upcard": "KC"}}, "no card is turned up in Tong-its"),
        ({"deal": {"hand": []}}, "deal: unknown field 'hand'; known: hands, stock, upcard"),
        ({"ask": "winner"}, "'ask' is 'winner'; known: legal-last, result, view"),
        ({"ask": {"cards": "KC"}}, "'ask' needs a 'what'"),
        (
            {"ask": {"what": "meld", "cards": "KC"}},
            "'meld' is a question about facts, without a play",
        ),
        ({"banker": 1}, "unknown field 'banker'; known: ask, deal, "),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(changed: dict[str, JSON], words: str) -> None:
    written = {name: of for name, of in {**TIE, **changed}.items() if of is not None}
    with pytest.raises(SpecError) as error:
        situation_of(written, "tie.yaml")
    assert words in str(error.value)
    assert str(error.value).startswith("tie.yaml: ")
    assert "\n" not in str(error.value)


def test_too_many_cards_for_a_hand_are_told() -> None:
    hand = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD …"
    with pytest.raises(SpecError, match="the hand of seat 0 names 14 cards; 13 are dealt"):
        situation_of({**TIE, "deal": {"hands": [hand, "…", "…"]}, "play": ""}, "tie")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("deal: {hands: [\n", "torn.yaml:3: not valid YAML"),
        ("rules: {{tie: x}}\n", "torn.yaml:2: not valid YAML: the name of a field must be text"),
        ("dealer: !!int 0x_\n", "torn.yaml:2: not valid YAML: '0x_' is no value of its type"),
        ("dealer: !!bool maybe\n", "torn.yaml:2: not valid YAML: 'maybe' is no value of its type"),
        (f"dealer: {'9' * 5000}\n", f"'{'9' * 40}' is no value of its type"),
        ("ask: {what: meld, cards: *9C 9D}\n", "a card that begins with * needs quotes"),
    ],
)
def test_torn_yaml_is_told_with_its_line(tmp_path: Path, line: str, words: str) -> None:
    file = tmp_path / "torn.yaml"
    file.write_text(f"game: tongits\n{line}", encoding="utf-8")
    with pytest.raises(SpecError) as error:
        read_situation(file)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_hand_after_the_last_is_refused() -> None:
    written: dict[str, JSON] = {
        "game": "three-thirteen",
        "players": 2,
        "dealer": 0,
        "hand_number": 12,
        "deal": {"hands": ["2C …", "KC …"]},
        "play": "1 draw",
        "ask": "legal-last",
    }
    with pytest.raises(SpecError, match="the match is refused: three-thirteen"):
        answers.answer(read_book("three-thirteen"), situation_of(written, "late"))


def test_a_later_deal_has_the_sizes_of_its_dealer() -> None:
    """The winner deals: seat 1 goes out by tongits, and has thirteen cards in the second hand."""
    written: dict[str, JSON] = {
        "game": "tongits",
        "players": 3,
        "dealer": 0,
        "deals": {
            "second": {"hands": ["…", "…", "2C 3C 4C …"]},
            "first": {
                "hands": ["2C …", "KC KD KH KS QC QD QH QS JC JD JH TC", "…"],
                "stock": "JS …",
            },
        },
        "play": [
            "deal first",
            "0 discard 2C",
            "1 draw",
            "1 call-tongits discarding TC",
            "deal second",
        ],
    }
    deals = [step.do for step in situation_of(written, "two").trace.steps if step.by == "chance"]
    assert [[len(hand) for hand in deal["hands"]] for deal in deals] == [[13, 12, 12], [12, 13, 12]]


def test_a_reshuffle_may_leave_the_rest_to_the_discards() -> None:
    written: dict[str, JSON] = {
        "game": "rummy",
        "players": 2,
        "dealer": 1,
        "deal": {"hands": ["…", "…"], "upcard": "8S"},
        "play": "0 draw\n0 discard 2C\n1 draw\n1 discard 3C\nreshuffle rest",
    }
    last = situation_of(written, "pile").trace.steps[-1].do
    assert last == {"type": "reshuffle", "stock": ["2C", "8S"]}


STOCK_LEFT = "TC TD TH AC AD AH AS JS 3S 5C 6C 6D 6H QS KS"
DEALT: JSON = {
    "by": "chance",
    "do": {
        "type": "deal",
        "hands": [hand.split() for hand in TIE["deal"]["hands"]],
        "stock": STOCK_LEFT.split(),
    },
}


@pytest.mark.parametrize(
    ("do", "words"),
    [
        (
            {"type": "discard", "card": "KD", "colour": 1},
            "'discard' has no field 'colour'; known:",
        ),
        (
            {"type": "call_tongits", "card": "KD"},
            "'call_tongits' has no field 'card'; known: disc",
        ),
        ({"type": "draw", "card": "KD"}, "step 2: 'draw' has no field 'card'; known: none"),
        ({"type": "take", "withh": ["KD"]}, "'take' has no field 'withh'; known: meld, with"),
    ],
)
def test_a_field_that_a_step_does_not_have_is_refused(do: JSON, words: str) -> None:
    written = {"game": "tongits", "players": 3, "dealer": 0, "steps": [DEALT, {"by": 0, "do": do}]}
    with pytest.raises(SpecError) as error:
        situation_of(written, "here")
    assert words in str(error.value)


def test_an_action_whose_type_is_no_word_is_refused() -> None:
    steps = [DEALT, {"by": 0, "do": {"type": ["draw"]}}]
    written = {"game": "tongits", "players": 3, "dealer": 0, "steps": steps}
    with pytest.raises(SpecError, match=r"step 2: unknown action type \['draw'\]"):
        answers.answer(read_book("tongits"), situation_of(written, "here"))


def test_every_field_of_a_step_is_read() -> None:
    take = {"by": 1, "do": {"type": "take", "with": ["KH", "KS"]}}
    written = {"game": "tongits", "players": 3, "dealer": 0, "steps": [DEALT, take]}
    assert situation_of(written, "here").trace.steps[1].do["with"] == ["KH", "KS"]


CALLED: dict[str, JSON] = {
    "what": "settle",
    "end": "draw",
    "winner": 0,
    "hands": ["2C", "3C", "4C"],
}


@pytest.mark.parametrize(
    ("game", "ask", "words"),
    [
        ("tongits", {"what": "colour"}, "no question 'colour' about facts; known: meld, dead"),
        ("indian-chief", {"what": "deadwood", "hand": "7C"}, "no question 'deadwood' about facts"),
        ("tongits", {"what": "meld"}, "'ask': 'cards' is missing"),
        ("tongits", {"what": "meld", "cards": "7C 7D 7H", "x": 1}, "'meld' has no field 'x'"),
        ("tongits", {"what": "meld", "cards": "7C 7D 7H", "wild": 3}, "has no field 'wild'"),
        (
            "tongits",
            {"what": "meld", "cards": "7H 7H 7H"},
            "7H is named 3 times; the pack has it o",
        ),
        ("tongits", {"what": "meld", "cards": 7}, "'cards' is not a list"),
        ("carousel", {"what": "meld", "cards": "7C 8C *"}, "for which card the joker stands"),
        (
            "tongits",
            {"what": "settle", "end": "draw", "hands": [], "melds": [{"ownr": 1}]},
            "a meld has no field 'ownr'",
        ),
        (
            "tongits",
            {"what": "settle", "end": "draw", "hands": [], "melds": [{"added": "7S"}]},
            "a meld has no field 'added'",
        ),
        (
            "tongits",
            {
                "what": "settle",
                "end": "stock",
                "winner": 0,
                "hands": ["2C", "3C", "4C"],
                "caller": 1,
            },
            "'caller' and 'challengers' need a called draw, not stock",
        ),
        (
            "tongits",
            {**CALLED, "caller": 1, "challengers": [1, 2]},
            "a seat stands twice among 'caller' and 'challengers'",
        ),
        (
            "tongits",
            {"what": "settle", "end": "tongits", "hands": ["2C", "3C", "4C"]},
            "'winner' is missing: tongits is won by a seat",
        ),
        *(
            ("tongits", {**CALLED, "caller": 0, "melds": [{"owner": 0, **meld}]}, words)
            for meld, words in (
                ({"cards": "7C 8D 9C"}, "'melds': 7C 8D 9C is no meld"),
                ({"cards": []}, "'melds': a meld without cards is no meld"),
                ({"cards": "7C 8C 9C", "face_down": True}, "face down, but only a four can"),
            )
        ),
        (
            "carousel",
            {"what": "settle", "hands": ["2C", "3C"], "knocker": 0, "table": ["7C 8D 7S"]},
            "the settle is refused: carousel.rearrange.end-valid",
        ),
        (
            "indian-chief",
            {"what": "settle", "melds": [{"cards": "AH 2C", "suit": "C"}, "TD"]},
            "a meld is its cards, such as TD TC; 'suits' names the suit of each meld",
        ),
    ],
)
def test_facts_that_cannot_be_meant_are_refused(game: str, ask: JSON, words: str) -> None:
    with pytest.raises(SpecError) as error:
        answers.answer(read_book(game), situation_of({"game": game, "ask": ask}, "here"))
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"hand_number": 9}, "'hand_number' belongs to a play; facts stand under 'ask'"),
        ({"players": 2}, "'players' belongs to a play"),
        ({"rules": {"options": {}, "nonsense": 1}}, "'nonsense' stands beside 'options'"),
    ],
)
def test_a_field_that_facts_would_not_heed_is_refused(changed: dict[str, JSON], words: str) -> None:
    asked = {"what": "deadwood", "hand": "KD KC 4H", "wild": "5"}
    with pytest.raises(SpecError) as error:
        situation_of({"game": "three-thirteen", "ask": asked, **changed}, "here")
    assert words in str(error.value)


def test_a_wild_rank_may_be_a_number() -> None:
    asked = {"what": "meld", "cards": "TC TD 10H", "wild": 10}
    situation = situation_of({"game": "three-thirteen", "ask": asked}, "facts")
    assert situation.facts is not None
    assert situation.facts.question["wild"] == "T"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"players": "three"}, "'players' is text; a number is expected"),
        ({"ask": ["result"]}, "'ask' is a list; text or a mapping is expected"),
        ({"play": [3]}, "number 1 of 'play' is a number; text is expected"),
        ({"deal": "KC KD"}, "deal: it is text; a mapping is expected"),
        ({"play": "0 discard TS\n9 draw"}, "line 2 of the play: 9 is not a seat; the seats are"),
        (
            {"players": None, "deal": {"hands": ["2H …", "3H …"]}},
            "'hands' has 2; players of Tong-its: 3",
        ),
        ({"play": "chance draw"}, "line 1 of the play: chance does not draw; a seat does"),
        ({"play": "0 deal two"}, "line 1 of the play: no seat stands before 'deal', because"),
        ({"seat": 1}, "'seat' needs 'ask: view', because it says whose view is asked for"),
        ({"play": "", "ask": "legal-last"}, "'legal-last' asks about the last line of the play"),
        ({"given": {"melds": 3}}, "'melds' is not a list"),
        ({"given": {"discard": "3X"}}, "'discard': '3X' is not a card"),
        ({"given": {"melds": [{"owner": 1}]}}, "a meld is stated without its 'cards'"),
        (
            {"given": {"melds": [{"owner": 1, "cards": "4S", "x": 1}]}},
            "a meld has no 'x'; there is",
        ),
    ],
)
def test_what_is_wrong_is_told_in_words(changed: dict[str, JSON], words: str) -> None:
    with pytest.raises(SpecError) as error:
        situation_of({**TIE, **changed}, "tie.yaml")
    assert words in str(error.value)
    assert "`" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        (
            "a.yaml",
            "game: rummy\ngame: tongits\n",
            "a.yaml:2: not valid YAML: 'game' occurs twice",
        ),
        ("a.json", '{"game": "rummy", "game": "tongits"}', "'game' occurs twice"),
        ("a.yaml", "game: rummy\ndealer: 0:2\n", "'dealer' is text; a number is expected"),
        ("a.yaml", "game: rummy\ndealer: 01\n", "'dealer' is text; a number is expected"),
        ("deep.yaml", "[" * 3000, "not valid YAML: nested too deeply"),
        ("list.json", "[1]", "a situation is a mapping, with 'game' and 'ask'"),
        ("empty.yaml", "", "a situation is a mapping, with 'game' and 'ask'"),
    ],
)
def test_a_file_that_cannot_be_meant_is_told(
    tmp_path: Path, name: str, content: str, words: str
) -> None:
    file = tmp_path / name
    file.write_text(content)
    with pytest.raises(SpecError) as error:
        read_situation(file)
    assert words in str(error.value)


def test_cards_that_would_change_the_play_are_no_matter() -> None:
    """With other cards seat 1 has a Spread by wikipedia SPR1, and the play is not made at all."""
    written = {
        "game": "tongits",
        "dealer": 0,
        "deal": {"hands": ["7C 7D 7H 7S …", "…", "…"]},
        "play": "0 expose face-down 7C 7D 7H 7S\n0 discard 2C\n1 take 2D 2H",
        "ask": "legal-last",
    }
    told = answers.answer(read_book("tongits"), situation_of(written, "here"))
    assert "hangs_on" not in told
