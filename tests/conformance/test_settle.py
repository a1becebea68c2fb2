"""``meldspec settle``: the verdicts of each source, worked out from the texts by hand.

Each expectation names the sentences that it rests on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from meldcheck import cli
from meldcheck.law import records
from meldcheck.sources.question import settle_question
from meldcheck.words.case import JSON, Act, Case
from tests import committed


@cache
def cases() -> Mapping[str, Case]:
    return {case.id: case for case in committed.stated("tongits")}


def settled(folder: Path, name: str, ask: str, rules: JSON = None) -> dict[str, JSON]:
    """The verdicts on the play of a case, with the actions under its first reading."""
    case = cases()[name]
    assert case.setup is not None
    tail = next(iter(case.outcomes.values()), ())
    acts = [step for step in (*case.steps, *tail) if isinstance(step, Act)]
    steps: list[JSON] = [{"by": act.by, "do": act.do} for act in acts]
    return told_of(folder, case.setup.dealer, steps, ask, rules)


def told_of(
    folder: Path, dealer: int, steps: list[JSON], ask: str, rules: JSON = None
) -> dict[str, JSON]:
    """The verdicts on these steps."""
    answer = run(str(written(folder, dealer, steps, ask, rules)), "--format", "json")
    assert answer.exit_code == 0, answer.output
    told: dict[str, JSON] = json.loads(answer.stdout)
    return told


def written(folder: Path, dealer: int, steps: JSON, ask: str, rules: JSON = None) -> Path:
    """A scenario in a file."""
    content = {
        "game": "tongits",
        "players": 3,
        "dealer": dealer,
        "steps": steps,
        "ask": ask,
        "rules": {"options": rules or {}},
    }
    file = folder / "scenario.json"
    file.write_text(json.dumps(content))
    return file


def dealt(hands: list[str], stock: str) -> JSON:
    """The step that deals these cards."""
    cards: list[JSON] = [[*hand.split()] for hand in hands]
    return {"by": "chance", "do": {"type": "deal", "hands": cards, "stock": [*stock.split()]}}


def does(seat: int, kind: str, **fields: str) -> JSON:
    """A step of a seat; several cards are given as words."""
    said: dict[str, JSON] = {"type": kind}
    for name, words in fields.items():
        said[name] = [*words.split()] if name in ("cards", "meld") else words
    return {"by": seat, "do": said}


EMPTIED_BY_LAYOFFS = "tongits.tongits-call.emptied-by-layoffs-alone"
HANDS = [
    "7H KD QS QC 3S TS JC 6C 2D 5S 8H 3D TH",
    "4H 5H 6H KS QH 8D 6S 8C 9H JS 9D JD",
    "5C 4C QD 9C TC 4S 2C 6D 2S TD 8S KH",
]
STOCK = "AS AC 2H 3H 5D AD 7S 3C 4D KC JH 9S 7D AH 7C"
TAKEN_FOR_AN_OWN_RUN: list[JSON] = [
    dealt(HANDS, STOCK),
    does(0, "discard", card="KD"),
    does(1, "draw"),
    does(1, "expose", cards="4H 5H 6H"),
    does(1, "discard", card="AS"),
    does(2, "draw"),
    does(2, "discard", card="AC"),
    does(0, "draw"),
    does(0, "discard", card="7H"),
    does(1, "take", meld="4H 5H 6H"),
    does(1, "discard", card="KS"),
]
"""Seat 1 takes the discard onto a run of its own on the table, and discards."""


def run(*words: str) -> Result:
    return CliRunner().invoke(cli.main, ["settle", *words])


def statuses(told: Mapping[str, JSON], part: str | None = None) -> dict[str, str]:
    return {
        source: verdict["status"] if part is None else verdict["parts"][part]["status"]
        for source, verdict in told["verdicts"].items()
    }


def cited(verdict: JSON) -> set[str]:
    return {citation["at"] for citation in verdict["citations"]}


def test_a_three_way_tie_goes_to_another_seat_by_another_source(tmp_path: Path) -> None:
    """DRW12, and END16 with END17, name the next seat after the caller; wikipedia DRW10 the last.

    Only denexa and pagat have prices.  Pagat has two sentences on the price of a challenge.
    """
    told = settled(tmp_path, "tongits.showdown.three-way-tie-caller-0", "result")
    assert set(statuses(told, "decision").values()) == {"settled"}
    winners = {
        source: [outcome["winner"] for outcome in verdict["parts"]["decision"]["outcomes"]]
        for source, verdict in told["verdicts"].items()
    }
    assert winners == {"denexa": [1], "pagat": [1], "pagat-partial": [1], "wikipedia": [2]}
    assert "DRW10" in cited(told["verdicts"]["wikipedia"]["parts"]["decision"])
    assert {"END16", "END17"} <= cited(told["verdicts"]["pagat"]["parts"]["decision"])
    assert statuses(told, "payments")["denexa"] == "settled"
    assert statuses(told, "payments")["pagat"] == "open"
    assert statuses(told, "payments")["wikipedia"] == "silent"
    pagat = {tuple(outcome["payments"]) for outcome in told["verdicts"]["pagat"]["outcomes"]}
    assert pagat >= {(-3, 6, -3), (-4, 8, -4)}
    because = told["verdicts"]["pagat"]["because"]
    assert "tongits.settlement.challenge-payment-composition" in because
    (denexa,) = told["verdicts"]["denexa"]["outcomes"]
    assert denexa["payments"] == [-3, 6, -3]
    assert [line["chips"] for line in denexa["receipt"]] == [3, 3]
    assert told["default"]["winner"] == 1


def test_an_own_layoff_blocks_unless_the_source_knows_no_such_block(tmp_path: Path) -> None:
    """denexa DRW4 and pagat END11 forbid the call; pagat-partial has lost the sentence."""
    told = settled(
        tmp_path, "tongits.draw-call.draw-block-own-layoff-differs-on-an-older-meld", "legal-last"
    )
    legal = {
        source: [outcome["legal"] for outcome in verdict["outcomes"]]
        for source, verdict in told["verdicts"].items()
    }
    assert legal["denexa"] == [False]
    assert legal["pagat"] == [False]
    assert legal["wikipedia"] == [True]
    assert sorted(legal["pagat-partial"]) == [False, True]
    assert statuses(told) == {
        "denexa": "settled",
        "pagat": "settled",
        "pagat-partial": "lost",
        "wikipedia": "settled",
    }
    assert told["default"] == {"legal": False, "clauses": ["tongits.draw-call.own-layoff"]}


def test_a_play_that_a_source_forbids_half_way_is_taken_for_granted(tmp_path: Path) -> None:
    """Another question decides whether the dealer may expose in the first turn."""
    told = settled(tmp_path, "tongits.showdown.three-way-tie-caller-0", "result")
    wikipedia = told["verdicts"]["wikipedia"]["parts"]["decision"]
    assert "tongits.turn.dealer-first-turn-melds" not in wikipedia["because"]


def test_earlier_steps_are_granted_by_the_source_and_not_by_the_default(tmp_path: Path) -> None:
    """By wikipedia HTP3 a discard may be added to a set; by GP6 and PLAY19 it makes a new one.

    So seat 1 has its card for the turn and may discard by wikipedia; by the others it has none yet.
    """
    told = told_of(tmp_path, 0, TAKEN_FOR_AN_OWN_RUN, "legal-last")
    legal = {
        source: (verdict["outcomes"], verdict.get("refused_steps"))
        for source, verdict in told["verdicts"].items()
    }
    refused = ([{"legal": False}], [10])
    assert legal == {
        "denexa": refused,
        "pagat": refused,
        "pagat-partial": refused,
        "wikipedia": ([{"legal": True}], None),
    }


def test_steps_that_a_source_refuses_stand_beside_the_outcome_and_not_in_it(
    tmp_path: Path,
) -> None:
    told = told_of(tmp_path, 0, TAKEN_FOR_AN_OWN_RUN, "result")
    denexa, wikipedia = (told["verdicts"][source] for source in ("denexa", "wikipedia"))
    assert denexa["refused_steps"] == [10, 11]
    assert "refused_steps" not in wikipedia
    assert denexa["parts"]["decision"]["outcomes"] == [{"end": None}]
    assert denexa["outcomes"] == wikipedia["outcomes"]
    text = run(str(tmp_path / "scenario.json")).stdout
    assert "refuse step 10 (seat 1: take the discard onto 4H 5H 6H) and step 11" in text
    assert text.count("On the way there") == 1


def test_what_no_sentence_prices_is_silent_however_open_the_rest_is(tmp_path: Path) -> None:
    """Wikipedia defines burned in three ways, but leaves no payment open: it has no prices."""
    told = settled(tmp_path, "tongits.burned.burn-definition-differs", "result")
    wikipedia = told["verdicts"]["wikipedia"]["parts"]
    assert wikipedia["burned"]["status"] == "open"
    assert wikipedia["payments"]["status"] == "silent"
    assert wikipedia["payments"]["citations"] == []


def test_the_lost_price_list_is_lost_though_its_variation_is_left(tmp_path: Path) -> None:
    """pagat-partial has VAR2, on lower prices, and has lost the prices."""
    told = settled(tmp_path, "tongits.showdown.three-way-tie-caller-0", "result")
    assert statuses(told, "payments")["pagat-partial"] == "lost"


def test_nothing_is_paid_by_a_source_by_which_the_hand_goes_on(tmp_path: Path) -> None:
    """denexa DRW4 and pagat END11 forbid the call, so the hand goes on; by wikipedia it wins."""
    told = settled(
        tmp_path, "tongits.draw-call.draw-block-own-layoff-differs-on-an-older-meld", "result"
    )
    paying = {
        source: {"payments", "burned"} <= verdict["parts"].keys()
        for source, verdict in told["verdicts"].items()
    }
    assert paying == {"denexa": False, "pagat": False, "pagat-partial": True, "wikipedia": True}
    assert told["verdicts"]["denexa"]["outcomes"] == [{"end": None}]


def test_a_reading_without_what_it_needs_is_named_as_not_played(tmp_path: Path) -> None:
    """By wikipedia MELD1 a winner has a meld of its own; by TNG1 the last card needs no call."""
    cases = committed.suite().cases
    (play,) = (case for case in cases if case.id == EMPTIED_BY_LAYOFFS)
    steps: list[JSON] = [
        {"by": step.by, "do": dict(step.do)}
        for step in play.steps
        if isinstance(step, Act) and not step.refused
    ]
    wikipedia = told_of(tmp_path, 0, steps, "result")["verdicts"]["wikipedia"]
    decision = wikipedia["parts"]["decision"]
    assert decision["status"] == "open"
    (unplayed,) = decision["unplayed"]
    assert decision["outcomes"] == [{"end": "tongits", "winner": 1}, {"unplayed": unplayed}]
    assert unplayed["question"] == "tongits.tongits-call.meld-needed-to-win"
    assert unplayed["reading"] == "own_meld_needed"
    assert "without any action" in unplayed["reason"]


def test_what_a_source_admits_and_no_rule_set_plays_is_named() -> None:
    """By denexa M11 the middle card of a run stays there; the table of M7 and M10 may lack it."""
    page = run("carousel.rearrange.split-run").stdout.splitlines()
    (stand,) = [line for line in page if line.startswith("Denexa leaves it open: ")]
    assert "a card in the middle of a run is never taken out of it; or " in stand
    (unplayed,) = [line for line in page if line.startswith("Not played here: ")]
    assert unplayed.startswith("Not played here: a card in the middle of a run is never taken out")


def test_a_given_reading_holds_whatever_a_source_admits(tmp_path: Path) -> None:
    told = settled(
        tmp_path,
        "tongits.showdown.three-way-tie-caller-0",
        "result",
        {"tie_three_way": "last_to_challenge"},
    )
    for verdict in told["verdicts"].values():
        assert [one["winner"] for one in verdict["parts"]["decision"]["outcomes"]] == [2]


def test_one_clause_with_a_source_settles_a_refusal(tmp_path: Path) -> None:
    """The seat is not asked, which is a convention; it has not opened, which DRW7 and END18 say."""
    told = settled(tmp_path, "tongits.answering.challenge-eligibility-differs", "legal-last")
    assert statuses(told)["denexa"] == "settled"
    assert told["verdicts"]["denexa"]["outcomes"][0]["legal"] is False
    assert statuses(told)["wikipedia"] == "open"


def test_each_reading_of_a_question_is_told_with_its_sentences() -> None:
    told = json.loads(run("tie_three_way", "--format", "json").stdout)
    assert told["question"] == "tongits.showdown.tie-three-way"
    assert told["verdicts"]["wikipedia"]["outcomes"] == ["last_to_challenge"]
    (citation,) = told["verdicts"]["wikipedia"]["citations"]
    assert citation["source"] == "wikipedia"
    assert citation["at"] == "DRW10"
    assert len(citation["fingerprint"]) == 16
    page = run("tongits.showdown.tie-three-way").stdout
    assert "\nWikipedia: the challenger who answered last wins (Ending: draw, sentence 10)." in page
    assert "\nA play that shows it (tongits.showdown.tie-three-way-differs):\n" in page


def test_a_witness_is_told_with_the_cards_as_they_lie() -> None:
    lines = run("rummy.stock.exhaustion-timing").stdout.splitlines()
    (place,) = [number for number, line in enumerate(lines) if line.startswith("A play that")]
    play = [line.strip() for line in lines[place + 1 :]]
    assert play[0].startswith("Rummy, 6 players; seat 0 deals.")
    assert play[1:3] == ["Seat 0: AC 3C 5C 7C 9C JC.", "Seat 1: AD 3D 5D 7D 9D JD."]
    assert play[7] == "Discard pile: KC; stock: 15 cards."
    assert play[8].startswith(
        "From seat 1 on, each seat in turn discards the card that it draws: KD 2H 4H "
    )
    assert play[9].startswith("Seat 3 draws KS")
    late = run("three-thirteen.match.tie").stdout
    assert "in hand 11" in late


def test_a_question_is_settled_by_a_source_with_one_reading() -> None:
    law = committed.law("tongits")
    by_id = {record["id"]: record for record in records.questions([law])["questions"]}
    for question in law.questions.values():
        told: JSON = settle_question(by_id[question.id], {})
        for source, verdict in told["verdicts"].items():
            admits = question.sources[source]
            named = {*admits.says, *admits.implies}
            expected = "settled" if len(named) == 1 else "open" if named else "silent"
            assert verdict["status"] == ("lost" if admits.lost else expected)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "not valid JSON"),
        ('{"game": "chess", "players": 3, "dealer": 0, "steps": []}', "no game 'chess'"),
        ('{"game": "tongits", "players": 4, "dealer": 0, "steps": []}', "the match is refused"),
        (
            '{"game": "tongits", "players": 3, "dealer": 0, "steps": [{"by": 0, "do": {}}]}',
            "'type' is missing",
        ),
        (
            '{"game": "tongits", "players": 3, "dealer": 0, "steps": [],'
            ' "rules": {"options": {"tie_three_way": "nobody"}}}',
            "not played",
        ),
        (
            '{"game": "tongits", "players": 3, "dealer": 0, "steps": [],'
            ' "rules": {"options": {"joker_mode": "on_undefined"}}}',
            "joker",
        ),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(content)
    answer = run(str(file))
    assert answer.exit_code == 2
    assert words in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert "scenario.json" in answer.stderr


@pytest.mark.parametrize(
    ("steps", "ask", "words"),
    [
        ([dealt(HANDS, STOCK[:-3])], "result", "the deal is refused: the hands and the stock"),
        ([dealt(HANDS, f"{STOCK[:-2]}AS")], "result", "step 1: the deal is refused"),
        ([dealt(HANDS[:2], STOCK)], "result", "step 1: the deal is refused"),
        (
            [dealt([*HANDS[1:], HANDS[0]], STOCK)],
            "result",
            "the deal is refused: the dealer's hand has",
        ),
        ([does(0, "draw")], "legal-last", "step 1: no cards are dealt"),
        ([], "legal-last", "no cards are dealt"),
        ([], "view", "no cards are dealt"),
        ([dealt(HANDS, STOCK), does(0, "discard", card="1H")], "result", "step 2: 'card': not a c"),
    ],
)
def test_a_play_that_cannot_begin_is_told_in_one_line(
    tmp_path: Path, steps: list[JSON], ask: str, words: str
) -> None:
    check_told_in_one_line(run(str(written(tmp_path, 0, steps, ask))), words)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (
            {"discard_taken_card_back": "impossible"},
            "'impossible' is not played; known: impossible_because_melded, ",
        ),
        (
            {
                "discard_meld_exposure": "may_keep_in_hand",
                "discard_taken_card_back": "impossible_because_melded",
            },
            "'may_keep_in_hand' needs discarding.discard_taken_card_back 'forbidden' or 'allowed'",
        ),
        ({"burn_chips": 2}, "'burned.burn_chips' is fixed as '1': Every source"),
        ({"dealer_after_no_winner": "random"}, "is not played here: chance deals the cards"),
        ({"special_payment_level": "2"}, "'2' is not played; known: 3, 2"),
        ({"no_such_option": "yes"}, "unknown option 'no_such_option'"),
    ],
)
def test_readings_that_cannot_be_given_are_told_in_one_line(
    tmp_path: Path, rules: JSON, words: str
) -> None:
    steps = [dealt(HANDS, STOCK), does(0, "discard", card="KD")]
    check_told_in_one_line(run(str(written(tmp_path, 0, steps, "result", rules))), words)


def check_told_in_one_line(answer: Result, words: str) -> None:
    assert answer.exit_code == 2, answer.output
    assert words in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert "scenario.json" in answer.stderr


def test_a_refused_action_is_content(tmp_path: Path) -> None:
    steps = [dealt(HANDS, STOCK), does(0, "discard", card="KD"), does(0, "discard", card="QS")]
    told = told_of(tmp_path, 0, steps, "legal-last")
    assert {verdict["outcomes"][0]["legal"] for verdict in told["verdicts"].values()} == {False}
    assert set(statuses(told).values()) == {"settled"}


def test_an_unknown_name_is_told_in_one_line() -> None:
    answer = run("no-such-question")
    assert answer.exit_code == 2
    assert answer.stderr.startswith("meldspec: no question 'no-such-question'")


def test_a_folder_is_told_in_one_line(tmp_path: Path) -> None:
    answer = run(str(tmp_path))
    assert answer.exit_code == 2
    assert f"{tmp_path} is a folder, not a scenario" in answer.stderr


def test_a_name_that_two_games_have_is_told_in_one_line() -> None:
    answer = run("next-dealer")
    assert answer.exit_code == 2
    assert answer.stderr == (
        "meldspec: 'next-dealer' names more than one question: "
        "tongits.deal.next-dealer and rummy.dealer.next-dealer\n"
    )
    assert "\n(rummy.dealer.next-dealer)\n" in run("rummy.dealer.next-dealer").output
