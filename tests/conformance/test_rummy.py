"""The measure of Rummy: documents, cases, working, verdicts, fuzzing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from meldcheck.games.measure import DECK
from meldcheck.games.rummy import highest
from meldcheck.seeded.fuzz import Player, Setting
from meldcheck.words.case import Act, Setup
from meldcheck.words.compare import differences
from meldcheck.words.protocol import GamePlayed
from meldspec.games import GAMES

from .plays import SCENARIOS, meldspec
from .small_law import SmallLaw

PLAYED: Final = GamePlayed(abilities=GAMES["rummy"].abilities)
SEED: Final = 1

DEAL: Final = """\
deal:
  players: 3
  dealer: 0
  hands:
    - 2D 7D 8D TH JC QD KS
    - 4S 5S 6S 9C 9D 9H AC
    - 7H 9S 3C 4C 5C KC KD
  upcard: 8S
  stock: 7S 6D rest
"""

STOCK: Final = """\
# The stock

```{question} rummy.stock.stock-exhaustion
kind: gap
status: option
readings: {reshuffle_keep_top: the top stays, reshuffle_all: all of it}
default: reshuffle_keep_top
reason: It is so.
sources: {denexa: {}, jetpunk: {}, jetpunk-errata: {}}
```
"""


LAW: Final = SmallLaw(GAMES["rummy"], DEAL, {"stock": STOCK})
example = LAW.example


# ── documents ────────────────────────────────────────────────────────────────────────────────────


def test_a_deal_names_the_seats_and_the_card_turned_and_leaves_the_rest(tmp_path: Path) -> None:
    case = LAW.case(tmp_path, example("1 draw\n? view 1 {hand_sizes: [7, 8, 7]}"))
    assert case.setup == Setup(players=3, dealer=0)
    deal = case.steps[0]
    assert isinstance(deal, Act)
    assert deal.do["upcard"] == "8S"
    assert deal.do["stock"][:4] == ["7S", "6D", "2C", "6C"]
    dealt = [*(card for hand in deal.do["hands"] for card in hand), "8S", *deal.do["stock"]]
    assert sorted(dealt) == sorted(DECK)


TO_RESHUFFLE: Final = """\
1 take
1 discard AC
2 draw
2 discard KC
0 draw
0 discard KS
1 discard 4S -> refused rummy.turn.to-act
1 take
1 discard 9C
reshuffle KC rest
? view 1 {phase: play}
"""


@pytest.mark.parametrize(
    ("reading", "stock"),
    [("reshuffle_keep_top", ["KC", "AC"]), ("reshuffle_all", ["KC", "AC", "9C"])],
)
def test_the_rest_of_a_reshuffle_are_the_discards_that_are_due(
    tmp_path: Path, reading: str, stock: list[str]
) -> None:
    rules = f"rules: {{stock.stock_exhaustion: {reading}}}"
    step = LAW.case(tmp_path, example(TO_RESHUFFLE, rules, "control: next")).steps[-2]
    assert isinstance(step, Act)
    assert step.do == {"type": "reshuffle", "stock": stock}


def test_a_twin_exchanges_cards_in_what_chance_does(tmp_path: Path) -> None:
    fields = ("kind: twin", "swap: 7S 6D", "blind: 0")
    twin = LAW.case(tmp_path, example("1 draw\nreshuffle 7S 2C", *fields)).twin
    assert twin is not None
    assert twin.steps[-1].do == {"type": "reshuffle", "stock": ["6D", "2C"]}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1 expose 4S 5S 6S", "'expose' is not an action of Rummy"),
        ("? legal 1 [call-draw]", "'call-draw' is not an action of Rummy"),
        ("? view 1 {chips: [0, 0, 0]}", "a view of Rummy has no 'chips'"),
        ("? result {payments: [0, 0, 0]}", "a result of Rummy has no 'payments'"),
        ("1 draw -> refused rummy.turn.unheard-of", "unknown clause"),
    ],
)
def test_what_rummy_does_not_have_is_found(tmp_path: Path, line: str, message: str) -> None:
    assert message in LAW.problem(tmp_path, example(line))


def test_the_number_of_seats_must_stand_in_a_deal(tmp_path: Path) -> None:
    deal = DEAL.replace("  players: 3\n", "")
    found = LAW.problem(tmp_path, example("? view 1 {phase: draw}", deal=deal))
    assert found.endswith("'players' is missing")


def test_points_are_settled_from_facts(tmp_path: Path) -> None:
    facts = ("facts: {winner: 1, rummy: true}", "hands: [KD 4C, '', 9H]")
    answer = "answer: {points: [0, 46, 0]}"
    case = LAW.case(tmp_path, LAW.block("kind: settle", *facts, answer))
    hands = [["4C", "KD"], [], ["9H"]]
    assert case.question == {"winner": 1, "rummy": True, "hands": hands}
    assert case.answer == {"points": [0, 46, 0]}
    wrong = (each.replace("rummy: true", "caller: 1") for each in facts)
    written = LAW.block("kind: settle", *wrong, answer.replace("points", "payments"))
    assert "no 'caller' in a settlement" in LAW.problem(tmp_path / "2", written)


# ── lint ─────────────────────────────────────────────────────────────────────────────────────────

SCORES: Final = "seat 1 scores: 57 + 48 = 105; doubled 210"
GOES_RUMMY: Final = example(
    """\
1 draw
1 meld 4S 5S 6S 7S
1 meld 9C 9D 9H
1 discard AC
? result {winner: 1, rummy: true, deadwood: [57, 0, 48], points: [0, 210, 0]}""",
    "working:",
    '  - "seat 0 count: 2D 2 + 7D 7 + 8D 8 + TH 10 + JC 10 + QD 10 + KS 10 = 57"',
    '  - "seat 2 count: 7H 7 + 9S 9 + 3C 3 + 4C 4 + 5C 5 + KC 10 + KD 10 = 48"',
    f'  - "{SCORES}"',
)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("= 48", "= 47", "the terms make 48"),
        ("7H 7 + 9S 9", "7H 8 + 9S 8", "7H counts 7"),
        ("seat 2 count", "seat 0 count", "terms and melds together are not the hand"),
        ("; doubled 210", "", "nobody scores that"),
        ("; doubled 210", "; doubled 211", "twice 105 is 210"),
        ("57 + 48 = 105", "58 + 47 = 105", "the terms are not the points of the other hands"),
        ("57 + 48 = 105", "win 105 = 105", "not a term such as '14'"),
        ("seat 1 scores", "seat 1 pays", "'seat N count: CARD N"),
        ("57, 0, 48]", "57, 0, 49]", "stated [57, 0, 49], the reference says [57, 0, 48]"),
        (
            '  - "seat 1 scores: 57 + 48 = 105; doubled 210"\n',
            "",
            "no working for the 210 that seat 1",
        ),
        ("seat 1 scores", "seat 1 count", "nothing can be doubled here"),
    ],
)
def test_working_of_points_adds_up(tmp_path: Path, old: str, new: str, message: str) -> None:
    LAW.check_working(tmp_path, GOES_RUMMY, old, new, message)


MELDS_LATE: Final = """\
1 draw
1 meld 4S 5S 6S
1 lay-off 7S on 4S 5S 6S
1 meld 9C 9D 9H
? view 1 {hand: AC}"""


def test_no_case_melds_after_laying_off(tmp_path: Path) -> None:
    (message,) = LAW.linted(tmp_path, example(MELDS_LATE))
    assert message.endswith("melds after laying off in the same turn, or lists that as legal")


# ── protocol ─────────────────────────────────────────────────────────────────────────────────────


def test_a_receipt_of_points_adds_up() -> None:
    line = {"clause": "rummy.score.winner-collects", "from": 0, "to": 1, "points": 14}
    result = {"points": [0, 14], "receipt": [line]}
    assert differences("result", {"points": [0, 14]}, result) == ()
    wrong = {**result, "receipt": [{**line, "points": 13}]}
    (difference,) = differences("result", {"points": [0, 14]}, wrong)
    assert (difference.where, difference.got) == ("receipt", [0, 13])
    assert differences("view", {"taken": "TH"}, {"taken": "10♥"}) == ()


# ── seeded play ──────────────────────────────────────────────────────────────────────────────────


def test_a_match_that_is_over_goes_on_no_more() -> None:
    table = Setting(LAW.game, {"match.match_end": "hands", "match.number_of_hands": 2}, PLAYED)
    last = (Player(table, SEED, number).play().steps[-1] for number in range(20))
    assert any(isinstance(step, Act) and step.refused == ("rummy.match.over",) for step in last)


def test_those_tied_for_the_highest_cut_again() -> None:
    assert highest(["KS", "AC", "KD"]) == {0, 2}
    assert highest(["9S", None, "TD"]) == {2}


# ── commands ─────────────────────────────────────────────────────────────────────────────────────


def test_a_correction_leaves_open_what_the_uncorrected_text_settles(tmp_path: Path) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(SCENARIOS["rummy"] | {"ask": "legal-last"}), encoding="utf-8")
    verdicts = json.loads(meldspec("settle", str(file), "--format", "json").stdout)["verdicts"]
    assert verdicts["jetpunk"]["parts"]["legal"]["outcomes"] == [{"legal": False}]
    corrected = verdicts["jetpunk-errata"]["parts"]["legal"]["outcomes"]
    assert [one["legal"] for one in corrected] == [True, False]
