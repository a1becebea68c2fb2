"""The text that ``meldspec settle`` prints for players."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from meldcheck import cli
from meldcheck.sources import answers, lawbook
from meldcheck.sources.book import read_book, words_of
from meldcheck.sources.finder import Finder, best, nearest
from meldcheck.sources.situation.text import situation_of
from meldcheck.sources.told.facts import stated_words
from meldcheck.sources.told.names import Words, bare, listed, sentence
from meldcheck.sources.told.outcome import outcome_words, view_words
from meldcheck.sources.told.table import deed, done, turn_sentence
from meldcheck.sources.told.verdict import Saying, Teller, topic_of
from meldcheck.words.case import JSON
from meldspec.spoken import SpokenMatch

SAME = "The reference, by its default rules, plays the same."
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
    "play": [
        "0 expose KC KD KH",
        "0 discard TS",
        "1 draw",
        "1 expose QC QD QH",
        "1 discard TC",
        "2 draw",
        "2 expose JC JD JH",
        "2 discard TD",
        "0 call-draw",
        "1 challenge",
        "2 challenge",
    ],
    "ask": "result",
}


def told(situation: dict[str, JSON]) -> list[str]:
    """The answer to a situation."""
    read = situation_of(situation, "here")
    book = read_book(read.game)
    return list(answers.lines(book, read, answers.answer(book, read)))


def run(*words: str) -> Result:
    return CliRunner().invoke(cli.main, ["settle", *words])


@pytest.fixture(scope="module")
def tie() -> list[str]:
    return told(TIE)


def test_facts_of_carousel_tell_the_best_play_and_the_winner() -> None:
    best_of: dict[str, JSON] = {"what": "best", "players": 2, "by": "cards"}
    played = told({"game": "carousel", "ask": {**best_of, "hand": "5C 6C 7C 8H"}})
    assert "Denexa: they count 18; the cards 5C 6C 7C; the table 5C 6C 7C." in played
    none = told({"game": "carousel", "ask": {**best_of, "hand": "5C 6D 8H"}})
    assert "Denexa: no card can be played." in none
    ended = {"what": "settle", "hands": ["2C", "5C 6D"], "knocker": 0, "table": ["7C 7D *7S"]}
    (said,) = [line for line in told({"game": "carousel", "ask": ended}) if "Denexa" in line]
    assert "seat 0 wins" in said
    assert "nothing is told" not in said


def test_a_play_lists_no_actions_where_nobody_can_yield(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand of Rummy rich in melds has very many actions under some readings."""
    monkeypatch.setattr(SpokenMatch, "legal", None)
    refused = told(
        {
            "game": "rummy",
            "players": 2,
            "dealer": 0,
            "deal": {"hands": ["…", "…"], "upcard": "KS"},
            "play": ["1 discard KS", "1 draw"],
            "ask": "legal-last",
        }
    )
    assert any("it may be made" in line for line in refused)


SECOND: dict[str, JSON] = {
    "game": "three-thirteen",
    "players": 2,
    "dealer": 0,
    "deals": {
        "first": {"hands": ["2C 2D 4H", "KC KD KH"], "upcard": "9S"},
        "second": {"hands": ["2C 2D 4H 5S", "KC KD KH 5D"], "upcard": "9S"},
    },
    "play": [
        "deal first",
        "1 take",
        "1 go-out discarding 9S",
        "0 take",
        "0 discard 4H",
        "deal second",
        "0 draw",
    ],
    "ask": "view",
}
"""Seat 1 goes out in the first hand, and deals the second."""


def test_a_later_hand_has_its_own_dealer_and_what_came_before() -> None:
    first = "Three Thirteen, 2 players; seat 1 deals, in hand 2. Before it, seat 1 wins."
    assert told(SECOND)[0] == first
    shown = run("pot_wins_required").stdout.splitlines()
    dealt = "  Tong-its, 3 players; seat 0 deals, in hand 2. Before it, seat 0 wins with tongits."
    assert dealt in shown
    assert "Offered as a choice: three wins in a row collect the pot." in shown


def test_the_default_view_is_told_where_a_source_leaves_it_open() -> None:
    doctor: dict[str, JSON] = {
        "game": "indian-chief",
        "players": 2,
        "dealer": 0,
        "deal": {"hands": ["AH 2C 3D 4S 5S 6C …", "7S QC …"]},
        "play": ["0 choose AH 2C 3D 4S 5S 6C", "1 choose 7S QC"],
        "ask": "view",
    }
    *_, last = [line for line in told(doctor) if line.startswith("The reference")]
    assert "every seat sees sheets: seat 0 doctor 20; seat 1 beggar man 0" in last
    *_, same = told(SECOND)
    assert same == "The reference, by its default rules, shows the same."


def test_a_theft_is_told_in_words() -> None:
    theft = {"stolen": [{"by": 0, "card": "KS", "seat": 1}]}
    assert view_words(theft) == "seat 0 has stolen KS of seat 1"


def test_the_first_slip_of_a_play_is_explained() -> None:
    slip = {**TIE, "play": ["0 discard 2H", "1 take 5H 8S", "1 discard 2C"]}
    assert (
        "Step 3 is refused by the default rules, too: a named card is not in this seat's hand."
        in told(slip)
    )


def test_the_cards_are_told_first(tie: list[str]) -> None:
    assert tie[:6] == [
        "Tong-its, 3 players; seat 0 deals.",
        "  Seat 0: 9C 9D 2H 5H 9H 4S 5S 6S 8S; on the table KC KD KH.",
        "  Seat 1: 2C 3C 4C 8C 5D 8D 3H 8H 7S; on the table QC QD QH.",
        "  Seat 2: 7C 2D 3D 4D 7D 4H 7H 2S 9S; on the table JC JD JH.",
        "  Discard pile: TD on top of TC TS; stock: 13 cards.",
        "Seat 0 calls a draw; seat 1 challenges; seat 2 challenges.",
    ]


def test_each_source_has_one_sentence_and_those_that_agree_share_it(tie: list[str]) -> None:
    """denexa DRW12, pagat END16 and END17 against wikipedia DRW10."""
    (same,) = [line for line in tie if line.startswith("Denexa, Pagat and Pagat (truncated copy)")]
    assert ": seat 1 wins. " in same
    assert "Pagat: The play, sentence 9; End of the play, sentences 4, 16 and 17" in same
    (other,) = [line for line in tie if line.startswith("Wikipedia: ")]
    assert other == (
        "Wikipedia: seat 2 wins. The challenger who answered last wins (Ending: draw, sentence 10)."
    )


def test_payments_are_told_by_name(tie: list[str]) -> None:
    (paid,) = [line for line in tie if line.startswith("Denexa: ")]
    assert paid.startswith(
        "Denexa: seat 1 receives 6: 3 from seat 0 (challenged), 3 from seat 2 (challenged). "
    )
    assert tie[-1] == (
        "The reference, by its default rules: seat 1 wins; seat 1 receives 6: "
        "3 from seat 0 (challenged), 3 from seat 2 (challenged)."
    )


def test_each_outcome_of_an_open_matter_stands_with_its_reading(tie: list[str]) -> None:
    (place,) = [number for number, line in enumerate(tie) if line.startswith("Pagat leaves")]
    assert tie[place].startswith("Pagat leaves the payments open (Scoring, ")
    ways = [line for line in tie[place + 1 :] if line.startswith("  ")]
    assert len(ways) == 2
    assert all(" if " in line or line.endswith(" otherwise.") for line in ways)


def test_silent_and_lost_are_told_in_words(tie: list[str]) -> None:
    assert "Pagat (truncated copy) breaks off before the payments." in tie
    (silent,) = [line for line in tie if line.startswith("Wikipedia says nothing")]
    assert silent == (
        "Wikipedia says nothing about the payments. "
        "It has no sentence on this rule: an ordinary win costs each loser one chip."
    )


def test_nothing_is_told_as_a_program_would(tie: list[str]) -> None:
    text = "\n".join(tie)
    assert len(tie) <= 20
    assert not re.search(r"legal (True|False)|None|\[|\{|nobody end|deadwood|settled|silent", text)


def test_a_refused_step_is_told_with_the_reason() -> None:
    asked = {**TIE, "play": [*TIE["play"][:8], "1 discard 7S"], "ask": "legal-last"}
    lines = told(asked)
    assert "Seat 1 is to discard 7S. May it?" in lines
    assert ": it is refused: this seat is not to act now" in lines[-2]
    assert lines[-1] == SAME


def test_a_step_that_may_be_made_is_told_so() -> None:
    asked = {**TIE, "play": TIE["play"][:9], "ask": "legal-last"}
    lines = told(asked)
    assert "Seat 0 is to call a draw. May it?" in lines
    assert lines[-1] == "The reference, by its default rules: it may be made."


def test_a_hand_that_goes_on_is_told_so() -> None:
    lines = told({**TIE, "play": TIE["play"][:8]})
    assert lines[-2].endswith(": the hand goes on.")
    assert lines[-1] == SAME


def test_a_view_is_told_as_hand_and_table() -> None:
    lines = told({**TIE, "play": TIE["play"][:8], "ask": "view", "seat": 1})
    text = "\n".join(lines)
    assert "seat 1 sees " in text
    assert "on the table KC KD KH of seat 0" in text
    assert "{" not in text
    assert len(lines) <= 20


def test_cards_that_were_left_out_are_named_where_the_answer_hangs_on_them() -> None:
    hands = [*TIE["deal"]["hands"][:2], "JC JD JH …"]
    lines = told({**TIE, "deal": {**TIE["deal"], "hands": hands}})
    assert lines[-1].startswith("The answer depends on cards that you left out (hand of seat 2)")


def test_readings_that_a_table_agrees_on_are_told() -> None:
    lines = told({**TIE, "rules": {"tie_three_way": "last_to_challenge"}})
    assert lines[1] == "Agreed: the challenger who answered last wins."


def test_a_file_is_judged_and_told(tmp_path: Path, tie: list[str]) -> None:
    file = tmp_path / "tie.json"
    file.write_text(json.dumps(TIE))
    assert run(str(file)).stdout.splitlines() == tie


def test_a_question_is_found_by_words() -> None:
    answer = run("three way tie")
    assert answer.exit_code == 0
    assert answer.stdout == run("tongits.showdown.tie-three-way").stdout
    assert run("Three-Way", "TIES").stdout == answer.stdout


def test_the_nearest_questions_are_listed_where_it_is_unsure() -> None:
    answer = run("sunog")
    assert answer.exit_code == 2
    first, more = answer.stderr.splitlines()
    assert first == "meldspec: 'sunog' may mean several questions; name one of these:"
    assert re.fullmatch(
        r"meldspec: \d+ more have some of these words: add words or --game .*", more
    )
    assert answer.stdout.startswith("Tong-its: ")
    named = re.findall(r"^  meldspec settle (\S+)$", answer.stdout, re.MULTILINE)
    assert len(named) == 5
    assert sum("burn" in name for name in named) >= 3


def test_one_game_is_searched_where_it_is_named() -> None:
    answer = run("ace", "--game", "three-thirteen")
    assert " more " not in answer.stderr
    named = re.findall(r"^  meldspec settle (\S+)$", answer.stdout, re.MULTILINE)
    assert 1 < len(named) < 5
    assert all(name.startswith("three-thirteen.") for name in named)
    assert "--game GAME" not in run("dealer", "--game", "rummy").stderr
    assert run("next-dealer").exit_code == 2
    assert run("next-dealer", "--game", "rummy").exit_code == 0
    assert "no game 'whist'" in run("ace", "--game", "whist").stderr


def test_words_that_no_question_has_are_told_in_one_line() -> None:
    answer = run("xylophone")
    assert answer.exit_code == 2
    assert answer.stdout == ""
    assert answer.stderr.startswith("meldspec: no question 'xylophone', and no such file")
    assert answer.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"end": None}, "the hand goes on"),
        ({"end": "stock", "winner": None}, "nobody wins as the stock runs out"),
        ({"end": "tongits", "winner": 0}, "seat 0 wins with tongits"),
        ({"end": "knock", "knocker": 0, "winners": [1, 2]}, "seats 1 and 2 win together after the"),
        ({"burned": [0, 2]}, "seats 0 and 2 are burned"),
        ({"burned": []}, "nobody is burned"),
        ({"payments": [0, 0, 0], "receipt": []}, "nobody pays"),
        ({"payments": [-3, 6, -3]}, "seat 1 receives 6: 3 from seat 0, 3 from seat 2"),
        ({"points": [14, 0, 9]}, "seat 0 scores 14 and seat 2 scores 9"),
        ({"pot_to": 2}, "the pot goes to seat 2"),
        ({"legal": False}, "it is refused"),
        ({"legal": True}, "it may be made"),
        ({"match_over": True, "match_winners": [1]}, "seat 1 wins the match"),
        ({"match_over": False}, "the match goes on"),
        ({"meld": None}, "no meld"),
        ({"deadwood": 24}, "it counts 24"),
    ],
)
def test_outcomes_are_told_in_words(fields: dict[str, JSON], words: str) -> None:
    assert outcome_words("tongits", fields).startswith(words)


def test_of_a_whole_view_what_is_nought_is_left_out() -> None:
    view = {"seat": 0, "phase": "draw", "hand": ["KC"], "scores": [0, 0], "melds": []}
    assert view_words(view) == "the hand KC"
    assert view_words({"seat": 0, "scores": [0, 0]}) == "scores 0 for each seat"


@pytest.mark.parametrize(
    ("do", "may", "does"),
    [
        ({"type": "discard", "card": "KD"}, "discard KD", "discards KD"),
        ({"type": "go_out", "discard": "KD"}, "go out, discarding KD", "goes out, discarding KD"),
        ({"type": "take", "with": ["7C", "7D"]}, "take the discard with 7C 7D", "takes the d"),
        ({"type": "lay_off", "card": "7S", "meld": ["4S"]}, "lay 7S off on 4S", "lays 7S off"),
        ({"type": "call_draw"}, "call a draw", "calls a draw"),
        ({"type": "claim"}, "claim nothing", "claims nothing"),
        ({"type": "claim", "card": "AH", "seat": 2}, "claim AH of seat 2", "claims AH"),
        ({"type": "choose", "cards": ["AC", "2C"], "suit": "C"}, "choose AC 2C, naming C", "choo"),
    ],
)
def test_deeds_are_told_in_words(do: dict[str, JSON], may: str, does: str) -> None:
    assert deed(do) == may
    assert done(do).startswith(does)


def test_the_last_turn_is_told_with_its_answers() -> None:
    steps: list[tuple[JSON, JSON]] = [
        (2, {"type": "discard", "card": "2C"}),
        (0, {"type": "call_draw"}),
        (1, {"type": "fold"}),
    ]
    assert turn_sentence(steps) == "Seat 0 calls a draw; seat 1 folds."
    assert turn_sentence(()) == ""


def test_words_are_put_together() -> None:
    assert listed(["A", "B", "C"]) == "A, B and C"
    assert listed(["A", "B"], "or") == "A or B"
    assert sentence("seat 1 wins") == "Seat 1 wins."
    assert sentence("Who wins?") == "Who wins?"
    assert bare("The caller has no meld.") == "the caller has no meld"
    assert bare("KD lies on top.") == "KD lies on top"
    assert bare("A seat may call.") == "a seat may call"


def test_parts_with_the_same_verdict_are_told_once() -> None:
    silent = {"status": "silent", "outcomes": [{}], "because": ["tongits.settlement.win-one"]}
    verdict = {"parts": {"payments": silent, "burned": silent}}
    words = Words({}, {"tongits.settlement.win-one": {"text": "Each pays one."}}, {}, {})
    (line,) = Teller("tongits", words).lines({"wikipedia": verdict})
    assert line == (
        "Wikipedia says nothing about who is burned and the payments. "
        "It has no sentence on this rule: each pays one."
    )
    assert Saying(("a",), "lost", (), (), ()).alike == Saying(("a",), "lost", (), (), ("x",)).alike


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("Three-Way TIES", "tongits.showdown.tie-three-way"),
        ("how many wins to collect the pot", "tongits.pot.pot-wins-required"),
        ("hand empty but no call", "tongits.tongits-call.empty-hand-policy"),
        ("number of hands in rummy", "rummy.match.number-of-hands"),
        ("match winner three thirteen tie", "three-thirteen.match.tie"),
        ("baccarat", "indian-chief.chief.baccarat-values"),
    ],
)
def test_the_words_of_players_find_their_question(finder: Finder, query: str, name: str) -> None:
    assert best(finder.find(query), query) == name


@pytest.mark.parametrize(
    ("query", "among"),
    [
        ("sapaw", "tongits.draw-call.draw-block-opponent-span"),
        ("sunog", "tongits.burned.burn-definition"),
        ("who deals next", "rummy.dealer.next-dealer"),
        ("two jokers same card", "carousel.joker.two-jokers-one-identity"),
    ],
)
def test_where_it_is_unsure_the_question_is_among_the_nearest(
    finder: Finder, query: str, among: str
) -> None:
    found = finder.find(query)
    assert best(found, query) is None
    assert among in nearest(found)


@pytest.fixture(scope="module")
def finder() -> Finder:
    words = words_of(lawbook.load().files)
    return Finder(words.questions, words.clauses)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("theif ace", "indian-chief.thief.thief-order-key"),
        ("jockers", "indian-chief.deck.jokers"),
        ("wildcards in a run", "three-thirteen.meld.run-max-with-wilds"),
    ],
)
def test_misspelt_words_and_two_in_one_are_found(finder: Finder, query: str, name: str) -> None:
    assert finder.find(query)[0].id == name


def test_a_reading_that_permits_something_is_not_told_as_the_reason_of_a_refusal() -> None:
    given: JSON = {
        "scores": [10, 12],
        "to_act": 1,
        "has_drawn": True,
        "taken": "4S",
        "discard": "8S",
    }
    hands: JSON = ["2C 3C 6C 8C TC", "9C 9D 9H 5D 2S 4S"]
    lines = told(
        {
            "game": "three-thirteen",
            "players": 2,
            "dealer": 0,
            "hand_number": 3,
            "given": given,
            "deal": {"hands": hands, "stock": "…"},
            "play": "1 go-out discarding 4S",
            "ask": "legal-last",
        }
    )
    (denexa,) = (line for line in lines if line.startswith("Denexa: "))
    assert denexa.startswith("Denexa: it is refused. ")
    assert "must all lie in melds" in denexa


def test_facts_are_asked_as_a_player_asks() -> None:
    ask: JSON = {"what": "meld", "cards": "QS KS AS"}
    lines = told({"game": "tongits", "ask": ask})
    assert lines[0] == "Are QS KS AS a meld?"
    assert lines[2].endswith(": no meld.")
    assert lines[-1] == SAME
    hands = ["KD 4C", "2C", "QH JH 8S"]
    melds = [{"owner": 1, "cards": "AH 2H 3H 4H", "laid_by": [1, 1, 1, 2]}]
    melds += [{"owner": 0, "cards": "9C 9D 9H 9S", "face_down": True}]
    settled = {"what": "settle", "end": "draw", "winner": 1, "caller": 0, "challengers": [1]}
    lines = told({"game": "tongits", "ask": {**settled, "hands": hands, "melds": melds}})
    assert lines[:4] == [
        "A hand has ended. Who gets what? It ended by a called draw. Seat 0 called. Seat 1 won. "
        "Seat 1 challenged.",
        "  Seat 0: KD 4C; on the table 9C 9D 9H 9S (face down).",
        "  Seat 1: 2C; on the table AH 2H 3H 4H (with 4H by seat 2).",
        "  Seat 2: QH JH 8S.",
    ]


def test_an_end_without_a_winner_and_declared_facts_are_told() -> None:
    hands = ["8C AC", "9S TC", "5D 6H"]
    ended: JSON = {"what": "settle", "end": "stock", "hands": hands}
    lines = told({"game": "tongits", "ask": ended})
    assert lines[0].endswith("It ended by the end of the stock. Nobody won.")
    assert lines[-1] == (
        "The reference, by its default rules: seats 0, 1 and 2 are burned; nobody pays."
    )
    melds = ["AH 3S 5S 9S JS 7D", "2C 6C QD 8H KC"]
    lines = told(
        {
            "game": "indian-chief",
            "ask": {"what": "settle", "melds": melds, "suits": ["S", None]},
        }
    )
    assert lines[1] == "  Seat 0: on the table AH 3S 5S 9S JS 7D; naming S."
    assert lines[-1].startswith("The reference, by its default rules, refuses these facts: ")
    assert "." not in lines[-1][:-1]


def test_facts_that_a_source_or_the_reference_refuses_are_told() -> None:
    """By Denexa any suit may be named; nobody discards on going out in Three Thirteen."""
    ask: dict[str, JSON] = {"what": "settle", "melds": ["AS 2H 3C 4C 5C 6C", "TD"]}
    told_of = told({"game": "indian-chief", "ask": {**ask, "suits": ["C", None]}})
    assert told_of[-2] == "Denexa: seat 0 scores 40 and seat 1 scores 10."
    assert told_of[-1].startswith("The reference, by its default rules, refuses these facts: ")
    hands = ["2H 4H 9C", "7C 7D 7H", "KC 3D 5S 8C"]
    facts: JSON = {"what": "settle", "hand_number": 1, "out": 1, "hands": hands}
    lines = told({"game": "three-thirteen", "ask": facts})
    assert lines[-1] == "Denexa refuses these facts: this turn ends with a discard."


def test_steps_that_are_refused_are_told_before_the_answers() -> None:
    lines = told({**TIE, "play": [*TIE["play"][:8], *["1 draw"] * 7]})
    (place,) = [n for n, line in enumerate(lines) if line.startswith("On the way there ")]
    assert lines[place].endswith(" and 2 more steps. Their answer leaves these steps out.")
    assert lines[place - 1] == ""


def test_a_step_that_only_the_default_refuses_is_told() -> None:
    written = {
        "game": "carousel",
        "players": 2,
        "dealer": 0,
        "deal": {"hands": ["…", "…"]},
        "play": "1 draw\n1 decline",
        "ask": "result",
    }
    lines = told(written)
    assert lines[-2] == ("The reference, by its default rules, refuses step 3 (seat 1: decline).")


def test_what_several_seats_see_stands_in_lines_of_its_own() -> None:
    lines = told(
        {
            "game": "rummy",
            "players": 2,
            "dealer": 0,
            "deal": {"hands": ["AC KC …", "…"]},
            "play": "1 draw",
            "ask": "view",
        }
    )
    assert "Denexa, JetPunk and JetPunk (corrected):" in lines
    assert sum(line.startswith("  seat ") for line in lines) == 2
    assert outcome_words(
        "rummy", {"views": [{"seat": 0, "to_act": [1]}, {"seat": 1, "to_act": [1]}]}
    ) == ("every seat sees seat 1 to act")


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("chips", [-2, -2, -2], "chips -2 for each seat"),
        ("scores", [3, 0], "scores 3 for seat 0, 0 for seat 1"),
        ("opened", [True, False, True], "seats 0 and 2 have opened"),
        ("opened", [False, False], "no seat has opened"),
        ("chosen", [1], "seat 1 has chosen"),
        ("phase", "reshuffle", "a new stock is to be made"),
        ("hand_sizes", [2, 12], "cards in hand: 2 for seat 0, 12 for seat 1"),
        ("draws", 1, "1 card drawn in this turn"),
        ("answers", [[1, "fold"], [2, "challenge"]], "seat 1 folds and seat 2 challenges"),
        ("taken", None, "no card taken in this turn"),
    ],
)
def test_no_field_of_a_view_reads_like_a_record(field: str, value: JSON, words: str) -> None:
    assert view_words({"seat": 0, field: value}) == words


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("pot", 6, "6 chips in the pot"),
        ("last_winner", 1, "seat 1 won the last hand"),
        ("wins_in_a_row", 1, "1 win in a row"),
        ("outs", [1, 2], "hands in which a seat went out 1 for seat 0, 2 for seat 1"),
    ],
)
def test_the_match_before_the_hand_is_told_in_words(name: str, value: JSON, words: str) -> None:
    assert stated_words(name, value) == words


def test_what_is_left_without_a_reading_is_told_without_it_again() -> None:
    """Of three outcomes, one reading leads to the first; the others differ in a second option."""
    boxes = [
        [{"a.b": ["x"]}],
        [{"a.b": ["y"], "a.c": ["p"]}],
        [{"a.b": ["y"], "a.c": ["q"]}],
    ]
    outcomes = [{"pot_to": seat, "under": of} for seat, of in enumerate(boxes)]
    part = {"status": "open", "because": [], "outcomes": outcomes}
    lines = list(
        Teller("tongits", Words({}, {}, {}, {})).lines({"one": {"parts": {"pot_to": part}}})
    )
    assert lines == [
        "one leaves the pot open: the pot goes to seat 0 if x; "
        "otherwise the pot goes to seat 1 if p; otherwise the pot goes to seat 2 if q."
    ]


def test_a_clause_is_told_without_the_names_of_readings() -> None:
    texts = {
        "a.b.c": {"text": "Under the readings `x_y` and `z`, a seat may lay. By `p_q` it must."}
    }
    assert Words({}, texts, {}, {}).clause("a.b.c") == "A seat may lay. By p q it must."


def test_what_chance_does_is_told_in_words() -> None:
    assert deed({"type": "deal", "hands": [["KD"]], "stock": []}) == "deal these cards"
    assert deed({"type": "reshuffle", "stock": ["KD"]}) == "make a new stock of 1 card"
    assert outcome_words("tongits", {"pot_to": None, "pot": 6}) == "the pot stays"
    assert topic_of("phase") == "what comes next"
