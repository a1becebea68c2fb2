"""The measure of a game in which all seats choose at the same time, and in secret."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from meldcheck.games import MEASURES
from meldcheck.games.measure import DECK
from meldcheck.seeded.fuzz import Player, Setting
from meldcheck.suite.examples import cases_of
from meldcheck.words.case import JSON, Act
from meldcheck.words.compare import differences
from meldcheck.words.notation import NotationError, parse_action, show_action, without
from meldcheck.words.protocol import GamePlayed
from meldspec.games import GAMES

from .plays import SCENARIOS, meldspec, steps_of
from .small_law import SmallLaw

GAME: Final = GAMES["indian-chief"]
MEASURE: Final = MEASURES["indian-chief"]
PLAYED: Final = GamePlayed(abilities=GAME.abilities)
SEED: Final = 1

HANDS: Final = (
    "AC 4C 7D TD 3H KH 6S 9S",
    "2C QC 5D 8D 7H JH AS KS",
)
DEAL: Final = f"""\
deal:
  players: 2
  dealer: 0
  hands:
    - {HANDS[0]}
    - {HANDS[1]}
  stock: 3C rest
"""

LAW: Final = SmallLaw(GAME, DEAL)
block, example = LAW.block, LAW.example


# ── documents ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("words", "do"),
    [
        ("choose 7D QC", {"type": "choose", "cards": ["QC", "7D"]}),
        ("choose", {"type": "choose", "cards": []}),
        ("choose 7D QC against 1", {"type": "choose", "cards": ["QC", "7D"], "opponent": 1}),
        (
            "choose AC 2C 5H 7D 9S QC naming H",
            {"type": "choose", "cards": ["AC", "2C", "QC", "7D", "5H", "9S"], "suit": "H"},
        ),
        (
            "choose AC 2C 5H 7D 9S QC KH baccarat 9S QC",
            {
                "type": "choose",
                "cards": ["AC", "2C", "QC", "7D", "5H", "KH", "9S"],
                "baccarat": ["QC", "9S"],
            },
        ),
        ("claim AH of 2", {"type": "claim", "seat": 2, "card": "AH"}),
        ("claim", {"type": "claim"}),
    ],
)
def test_choices_and_claims_have_their_words(words: str, do: dict[str, JSON]) -> None:
    assert parse_action(words.split()) == do
    assert parse_action(show_action(do).split()) == do


@pytest.mark.parametrize(
    "words", ["choose 7D naming X", "choose 7D against", "claim AH", "claim of 1"]
)
def test_words_that_say_nothing_are_refused(words: str) -> None:
    with pytest.raises(NotationError):
        parse_action(words.split())


def test_a_torn_claim_is_shown_as_it_is() -> None:
    assert show_action({"type": "claim", "seat": 1}) == '{"seat":1,"type":"claim"}'


TURN_OF_TWO: Final = """\
0 choose TD
1 choose 2C QC
0 claim QC of 1
reshuffle KC rest
? view 0 {turn: 2, stock_size: 36}"""


def test_the_rest_of_a_shuffle_is_what_no_seat_holds(tmp_path: Path) -> None:
    step = LAW.case(tmp_path, example(TURN_OF_TWO)).steps[-2]
    assert isinstance(step, Act)
    stock = step.do["stock"]
    drawn = ["3C", "5C"]  # by seat 1; the thief has its queen
    held = [card for hand in HANDS for card in hand.split() if card not in ("TD", "2C")]
    assert stock[0] == "KC"
    assert Counter(stock) == Counter(without(DECK, [*held, *drawn]))


ALL_SEVEN: Final = 7
SEVENS: Final = "\n".join(f"{seat} choose {{{seat}}}" for seat in range(ALL_SEVEN))


def seven_hands() -> list[list[str]]:
    deck = MEASURE.deck(ALL_SEVEN)
    return [list(deck[8 * seat : 8 * seat + 8]) for seat in range(ALL_SEVEN)]


def test_the_rest_of_a_refill_are_the_melds_of_the_turn(tmp_path: Path) -> None:
    hands = seven_hands()
    shown = [" ".join(hand[:7]) for hand in hands]
    listed = "".join(f"    - {' '.join(hand)}\n" for hand in hands)
    deal = f"deal:\n  players: 7\n  dealer: 0\n  hands:\n{listed}  stock: rest\n"
    lines = [*SEVENS.format(*shown).splitlines(), "refill 4C rest", "? view 0 {phase: reshuffle}"]
    step = LAW.case(tmp_path, example("\n".join(lines), deal=deal)).steps[-2]
    assert isinstance(step, Act)
    assert step.do["type"] == "refill"
    assert Counter(step.do["stock"]) == Counter(card for hand in hands for card in hand[:7])
    assert step.do["stock"][0] == "4C"


def test_melds_are_named(tmp_path: Path) -> None:
    rows = "rows: {one: 7C -> thief, four: AH 7C 7D JH -> lawyer, cheat: AH 7C 7D 9H -> none}"
    law = LAW.read(tmp_path, block("kind: meld", rows))
    assert [case.answer for case in cases_of(law)] == ["thief", "lawyer", None]


def test_what_each_seat_shows_is_settled(tmp_path: Path) -> None:
    written = block(
        "kind: settle",
        "melds: [7S QH, 7C 7D QD, KS KD QC JD TH]",
        "answer: {points: [8, 0, -50]}",
    )
    case = LAW.case(tmp_path, written)
    assert case.question == {
        "melds": [["QH", "7S"], ["7C", "7D", "QD"], ["QC", "JD", "KD", "TH", "KS"]]
    }
    assert GAME.ask("settle", {}, case.question) == case.answer


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (example("0 draw"), "'draw' is not an action of Indian Chief"),
        (example("? view 1 {discard: []}"), "a view of Indian Chief has no 'discard'"),
        (example("? result {deadwood: [1, 2]}"), "a result of Indian Chief has no 'deadwood'"),
        (block("kind: deadwood", "hand: KC", "deadwood: 10"), "no deadwood is counted"),
        (block("kind: meld", "rows: {one: KC -> set}"), "'CARDS -> thief, beggar_man, "),
        (block("kind: settle", "answer: {points: [1]}"), "'melds' is missing"),
        (
            block("kind: settle", "melds: [KC, KD]", "hands: [KC]", "answer: {points: [10, 10]}"),
            "no 'hands' in a settlement",
        ),
    ],
)
def test_what_indian_chief_does_not_have_is_found(
    tmp_path: Path, written: str, message: str
) -> None:
    assert message in LAW.problem(tmp_path, written)


SETTLED: Final = block(
    "kind: settle",
    "melds: [7S QH, KS KD QC JD TH]",
    "answer: {points: [2, -50]}",
    "working:",
    '  - "seat 0 scores: QC 2 = 2"',
    '  - "seat 1 scores: KS -10 + KD -10 + QC -10 + JD -10 + TH -10 = -50"',
)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("TH -10 = -50", "TH -10 = -40", "the terms make -50"),
        ('  - "seat 0 scores: QC 2 = 2"\n', "", "no working for the 2 that seat 0 scores"),
        (
            '  - "seat 1 scores: KS -10 + KD -10 + QC -10 + JD -10 + TH -10 = -50"\n',
            "",
            "no working for the -50 that seat 1 scores",
        ),
        ("seat 0 scores: QC 2", "seat 0 scores: QC two", "not a term such as"),
        ("points: [2", "points: [4", "stated [4, -50]"),
    ],
)
def test_working_of_scores_adds_up(tmp_path: Path, old: str, new: str, message: str) -> None:
    LAW.check_working(tmp_path, SETTLED, old, new, message)


# ── protocol ─────────────────────────────────────────────────────────────────────────────────────


def test_choices_are_compared_by_what_they_declare() -> None:
    ours = [{"type": "choose", "cards": ["7D", "QC"], "opponent": 1}]
    theirs = [{"type": "choose", "cards": ["QC", "7D"], "opponent": 1, "note": "mine"}]
    assert differences("legal", ours, theirs) == ()
    assert differences("legal", ours, [{**theirs[0], "opponent": 2}]) != ()
    claim = [{"type": "claim", "seat": 1, "card": "7D"}]
    assert differences("legal", claim, [{"type": "claim", "seat": 2, "card": "7D"}]) != ()
    discard = [{"type": "discard", "card": "7D"}]
    assert differences("legal", discard, [{**discard[0], "seat": 2}]) == ()
    assert differences("view", {"chosen": [0, 2]}, {"chosen": [2, 0]}) == ()
    assert differences("view", {"choice": {"cards": ["7D"]}}, {"choice": None}) != ()
    assert differences("view", {"sheets": [{"thief": 7}, {}]}, {"sheets": [{"thief": 7}, {}]}) == ()
    assert differences("view", {"sheets": [{"thief": 7}]}, {"sheets": [{"thief": 8}]}) != ()


# ── seeded play ──────────────────────────────────────────────────────────────────────────────────


def test_seats_choose_in_any_order() -> None:
    cases = [Player(Setting(GAME, {}, PLAYED), SEED, number).play() for number in range(9)]
    first = {
        next(
            step.by
            for step in case.steps
            if isinstance(step, Act) and step.do["type"] == "choose" and not step.refused
        )
        for case in cases
    }
    assert len(first) > 3


# ── commands ─────────────────────────────────────────────────────────────────────────────────────


LAST_STEPS: Final = (
    ("a card of the other hand (P2)", "0 choose QC", "settled"),
    (
        "a meld while Thieves steal (M12, P10)",
        "0 choose TD; 1 choose AS; 1 choose 5D",
        "settled",
    ),
    ("a theft before the melds are shown (P2, M12)", "1 choose 2C QC; 0 claim QC of 1", "settled"),
    ("a theft without a Thief (M12)", "0 choose TD; 1 choose 2C QC; 1 claim TD of 0", "settled"),
    ("a theft of the own card (M12)", "0 choose TD; 1 choose 2C QC; 0 claim TD of 0", "settled"),
    ("a jack before a four (M13)", "0 choose 4C; 1 choose JH; 1 claim 4C of 0", "settled"),
    ("a king before a jack (M13, M11)", "0 choose KH; 1 choose JH; 0 claim JH of 1", "open"),
    ("a two before an ace (M13, M2)", "0 choose AC; 1 choose 2C; 1 claim AC of 0", "settled"),
    (
        "a card of a failed Lawyer (M12, P2, P9)",
        "0 choose TD; 1 choose QC 5D 8D 7H; 0 claim QC of 1",
        "allowed",
    ),
    ("a second choice before the other's", "0 choose TD; 0 choose KH", "silent"),
)
"""A name for the last step, the play, and the verdict of the text on the step."""


@pytest.mark.parametrize(
    ("tried", "play", "status"), LAST_STEPS, ids=[row[0] for row in LAST_STEPS]
)
def test_whether_a_step_may_be_made(tmp_path: Path, tried: str, play: str, status: str) -> None:
    dealt = SCENARIOS["indian-chief"]["steps"][0]
    steps = [dealt, *steps_of(play.replace("; ", "\n"))]
    file = tmp_path / "scenario.json"
    told = {**SCENARIOS["indian-chief"], "steps": steps, "ask": "legal-last"}
    file.write_text(json.dumps(told), encoding="utf-8")
    verdict = json.loads(meldspec("settle", str(file), "--format", "json").stdout)["verdicts"][
        "denexa"
    ]
    assert verdict["status"] == ("settled" if status == "allowed" else status)
    if verdict["status"] == "settled":
        assert [one["legal"] for one in verdict["outcomes"]] == [status == "allowed"]
