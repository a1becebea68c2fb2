"""Positions that are stated instead of played: a state of the game, or one line that refuses it."""

from __future__ import annotations

from typing import Any

import pytest

from meldcheck.games import MEASURES
from meldcheck.sources import answers, settle
from meldcheck.sources.book import Book, read_book
from meldcheck.sources.situation.text import situation_of
from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError
from meldspec.cards import ONE_PACK, text, texts
from meldspec.games import GAMES
from meldspec.wire import Match

RUMMY: dict[str, JSON] = {
    "game": "rummy",
    "players": 2,
    "dealer": 0,
    "given": {
        "melds": [
            {"owner": 0, "cards": "4S 5S 6S"},
            {"owner": 1, "cards": "9C 9D 9H 9S", "laid_by": [1, 1, 1, 0]},
        ],
        "discard": "2C KD",
        "to_act": 1,
    },
    "deal": {"hands": ["AC KC …", "7S QD …"]},
}
TONGITS: dict[str, JSON] = {
    "game": "tongits",
    "dealer": 2,
    "given": {
        "melds": [
            {"owner": 1, "cards": "4S 5S 6S 7S", "laid_by": [1, 1, 1, 0]},
            {"owner": 0, "cards": "KC KD KH"},
        ],
        "discard": "2C 9D TD",
        "to_act": 1,
    },
    "deal": {"hands": ["2H 3H 9C JC …", "5C 8D …", "…"]},
}
CAROUSEL: dict[str, JSON] = {
    "game": "carousel",
    "players": 2,
    "dealer": 0,
    "given": {"scores": [140, 90], "boxes": [3, 1], "melds": ["7C 7D *7S", "2H 3H 4H"]},
    "deal": {"hands": ["2C AD", "KC KD QS"]},
}
THREE_THIRTEEN: dict[str, JSON] = {
    "game": "three-thirteen",
    "players": 2,
    "dealer": 0,
    "hand_number": 3,
    "given": {"scores": [20, 30], "discard": "KD", "to_act": 1, "out": 0},
    "deal": {"hands": ["7C 8C 9C TC JC", "2C 3D …"]},
}
INDIAN_CHIEF: dict[str, JSON] = {
    "game": "indian-chief",
    "players": 2,
    "dealer": 0,
    "given": {"shown": [["QC", "9D"], ["7C 7D", "AC 2C 3C"]]},
    "deal": {"hands": ["…", "…"]},
}


DEALER_FIRST: dict[str, JSON] = {
    "game": "tongits",
    "dealer": 0,
    "given": {"to_act": 0},
    "deal": {"hands": ["…"] * 3},
}
EMPTIED: dict[str, JSON] = {
    "melds": [
        {"owner": 0, "cards": cards} for cards in ("KC KD KH KS", "4S 5S 6S 7S", "9C 9D 9H 9S")
    ],
    "discard": "2C",
    "to_act": 1,
}
"""Seat 0 has laid all its cards."""
SECRET_RUN: JSON = {"owner": 1, "cards": "4S 5S 6S", "face_down": True}
NO_CARDS: dict[str, JSON] = {"dealer": 0, "deal": {"hands": ["", "…", "…"]}}


THREE_SEATS: dict[str, JSON] = {
    "game": "three-thirteen",
    "players": 3,
    "dealer": 0,
    "given": {"discard": "KD", "to_act": 2, "out": 0},
}
"""Seat 0 has gone out in the first hand, and seat 1 has had its final turn."""
ANY_HANDS: dict[str, JSON] = {"deal": {"hands": ["…"] * 3}}
LAGGING: JSON = {"restore.restore_which": "one_turn_lag"}


def with_hands(situation: dict[str, JSON], *hands: JSON) -> dict[str, JSON]:
    return {**situation, "deal": {"hands": [*hands]}}


def with_play(situation: dict[str, JSON], play: str, ask: str = "result") -> dict[str, JSON]:
    return {**situation, "play": play, "ask": ask}


def with_given(situation: dict[str, JSON], **given: JSON) -> dict[str, JSON]:
    return {**situation, "given": {**situation["given"], **given}}


def answer(situation: dict[str, JSON]) -> dict[str, JSON]:
    read = situation_of(situation, "here")
    return answers.answer(read_book(read.game), read)


def by_default(situation: dict[str, JSON]) -> JSON:
    """The answer by the default rules with the readings given, without what each source says."""
    read = situation_of(situation, "here")
    book: Book = answers.at(read_book(read.game), read)
    return settle.by_default(book.wire, answers.scenario(book, read.trace))


def position(situation: dict[str, JSON]) -> Match:
    """The state of a situation by the default rules."""
    read = situation_of(situation, "here")
    book: Book = answers.at(read_book(read.game), read)
    played = answers.play(book, answers.scenario(book, read.trace), len(read.trace.steps))
    assert played.match is not None
    assert not played.refused
    return played.match


@pytest.mark.slow
def test_a_row_of_wins_takes_the_pot() -> None:
    """Two wins in a row: denexa SCO11, pagat SCO11."""
    situation: dict[str, JSON] = {
        "game": "tongits",
        "dealer": 1,
        "given": {"last_winner": 1, "wins_in_a_row": 1, "pot": 6},
        "deal": {"hands": ["…", "KC KD KH KS QC QD QH QS JC JD JH JS 2C", "…"]},
        "play": "1 expose KC KD KH KS\n1 expose QC QD QH QS\n1 expose JC JD JH JS\n1 discard 2C",
        "ask": "result",
    }
    told = answer(situation)
    assert told["default"]["pot"] == 12
    assert told["default"]["pot_to"] == 1
    other = answer({**situation, "given": {"last_winner": 0, "wins_in_a_row": 1, "pot": 6}})
    assert other["default"]["pot_to"] is None


def test_scores_before_a_hand_of_rummy_count() -> None:
    held = "4S 5S 6S 9C 9D 9H 9S KD KH KC"
    situation: dict[str, JSON] = {
        "game": "rummy",
        "players": 2,
        "dealer": 0,
        "given": {"scores": [20, 60], "hand_number": 3},
        "deal": {"hands": ["AC 2C 3D 5H 8D TH QC 2D 7C JS", held]},
        "play": "1 draw\n1 meld 4S 5S 6S",
        "ask": "view",
        "seat": 0,
    }
    (view,) = by_default(situation)
    assert view["scores"] == [20, 60]
    assert view["hand_number"] == 3


@pytest.mark.parametrize(
    ("situation", "phase", "to_act", "hand_sizes"),
    [
        (TONGITS, "draw", [1], [8, 9, 12]),
        (with_given(TONGITS, has_drawn=True), "play", [1], [8, 10, 12]),
        (RUMMY, "draw", [1], [6, 7]),
        (CAROUSEL, "draw", [1], [2, 3]),
        (with_given(CAROUSEL, draws=1, to_act=0), "meld", [0], [2, 3]),
        (with_given(CAROUSEL, phase="knock", draws=1, to_act=0), "knock", [0], [2, 3]),
        (THREE_THIRTEEN, "draw", [1], [5, 5]),
        (with_given(THREE_THIRTEEN, has_drawn=True), "discard", [1], [5, 6]),
        (INDIAN_CHIEF, "choose", [0, 1], [8, 8]),
    ],
)
def test_a_position_is_a_state_of_the_game(
    situation: dict[str, JSON], phase: str, to_act: list[int], hand_sizes: list[int]
) -> None:
    view: JSON = position(with_play(situation, "")).view(0)
    assert (view["phase"], view["to_act"], view["hand_sizes"]) == (phase, to_act, hand_sizes)


@pytest.mark.parametrize(
    ("situation", "rules", "hand_sizes"),
    [
        (with_given(CAROUSEL, draws=3, phase="meld"), {"draw.meld_after_third": "may_meld"}, None),
        (
            with_given(CAROUSEL, melds=[], draws=1, phase="knock"),
            {"draw.second_draw": "may_pass"},
            None,
        ),
        (
            with_given(CAROUSEL, melds=[], draws=2, phase="knock"),
            {"draw.second_pass": "may_pass"},
            None,
        ),
        (with_given(CAROUSEL, melds=[], draws=3, phase="knock"), {}, None),
        (with_hands(CAROUSEL, "KC", ""), {}, [1, 0]),
        (with_hands(with_given(CAROUSEL, draws=1), "", "KC"), {}, [0, 1]),
        (with_hands(with_given(CAROUSEL, draws=2, phase="knock"), "KC", ""), {}, [1, 0]),
        (
            with_hands(with_given(CAROUSEL, draws=3, phase="knock"), "KC", ""),
            {"draw.meld_after_third": "may_meld"},
            [1, 0],
        ),
        (
            with_hands(with_given(THREE_SEATS, to_act=1, discard="6C"), "4C 5C 7C", "…", "…"),
            {"out.out_test_moment": "before_discard"},
            None,
        ),
        (
            with_hands(THREE_SEATS, "4C 5C 7C", "6C …", "…"),
            {"out.out_test_moment": "before_discard"},
            None,
        ),
        (
            with_hands(
                with_given(THREE_SEATS, to_act=1, has_drawn=True, taken="6C"),
                "4C 5C 7C",
                "6C …",
                "…",
            ),
            {"out.out_test_moment": "before_discard"},
            [3, 4, 3],
        ),
        (
            with_hands(with_given(THREE_SEATS, discard=""), "4C 5C 6C 7C", "2C 4D 6H 8S", "…"),
            {"out.out_discard_needed": "may_keep", "out.final_turn_discard": "optional"},
            [4, 4, 3],
        ),
        (
            with_hands(THREE_SEATS, "7C 8C 9C", "2C 4D 6H 8S", "…"),
            {"out.final_turn_scope": "draw_only"},
            [3, 4, 3],
        ),
        (with_given(THREE_THIRTEEN, scores=[0, 30], outs=[1, 0]), {}, None),
        (with_given(THREE_SEATS, to_act=1, out=None, outs=[0, 0, 0]) | ANY_HANDS, {}, None),
    ],
)
def test_a_position_that_can_arise_by_the_agreed_rules_is_accepted(
    situation: dict[str, JSON], rules: JSON, hand_sizes: list[int] | None
) -> None:
    asked = {**with_play(situation, "", "view"), "rules": rules, "seat": 0}
    (view,) = by_default(asked)
    assert hand_sizes in (None, view["hand_sizes"])


@pytest.mark.parametrize("boxes", [None, [1, 0]])
def test_a_seat_that_has_scored_has_a_box(boxes: JSON) -> None:
    """Only winners score: denexa carousel.G10.  Of the boxes that are not stated, each has one."""
    told = answer(with_play(with_given(CAROUSEL, scores=[140, 0], boxes=boxes), "", "view"))
    assert told["default"][0]["boxes"] == [1, 0]


@pytest.mark.parametrize(
    "rules", [{"match.box_for_tied_win": "no_box"}, {"score.zero_knocker_tied": "bonus_kept"}]
)
def test_a_seat_may_score_without_a_box_by_an_agreed_reading(rules: dict[str, JSON]) -> None:
    situation = {**with_given(CAROUSEL, scores=[25, 25], boxes=[0, 0]), "rules": rules}
    assert by_default(with_play(situation, "", "view"))[0]["boxes"] == [0, 0]


def test_a_seat_without_cards_may_knock() -> None:
    """The bonus for a wholly melded hand is named for it: knock.optional, score.zero-bonus."""
    emptied = with_hands(with_given(CAROUSEL, draws=1, phase="knock", to_act=0), "", "KC KD QS")
    assert by_default(with_play(emptied, "0 knock"))["winners"] == [0]


def test_melds_lie_aside_in_a_stated_turn_where_a_reading_has_them_there() -> None:
    """They are no part of the stub, whether it names them or not."""
    named = with_hands(INDIAN_CHIEF, "4H 5H 6H 8D 9D JC QC KS", "4S 5S 6S 8H 9H JD QD KH")
    asked = {**with_play(named, "", "view"), "rules": LAGGING, "seat": 0}
    (view,) = by_default(asked)
    assert view["aside"] == ["AC", "2C", "3C", "7C", "7D"]
    assert view["stock_size"] == 52 - 2 * 8 - 5
    left = [one for one in texts(ONE_PACK) if one not in view["aside"]]
    hands: list[JSON] = [left[:8], left[8:16]]
    told = answer({**asked, "deal": {"hands": hands, "stock": left[16:]}})
    assert told["default"] == [{**view, "hand": left[:8]}]


def test_melds_that_a_short_stub_has_taken_do_not_lie_aside() -> None:
    """Seven seats have 104 - 56 cards in the stub, and lack 49 after melds of seven."""
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
    cards = [f"{rank}{suit}" for suit in "CDHS" for rank in ranks]
    shown: JSON = [[" ".join(cards[7 * seat : 7 * seat + 7]) for seat in range(7)]]
    situation: dict[str, JSON] = {
        "game": "indian-chief",
        "players": 7,
        "dealer": 0,
        "rules": LAGGING,
        "given": {"shown": shown},
        "deal": {"hands": ["…"] * 7},
        "seat": 0,
    }
    (view,) = by_default(with_play(situation, "", "view"))
    assert "aside" not in view or view["aside"] == []
    assert view["stock_size"] == 104 - 7 * 8


def test_melds_that_are_stated_lie_on_the_table() -> None:
    view: JSON = position(with_play(TONGITS, "")).view(0)
    assert view["melds"] == [
        {"owner": 1, "cards": ["4S", "5S", "6S", "7S"]},
        {"owner": 0, "cards": ["KC", "KD", "KH"]},
    ]
    assert view["discard"] == ["2C", "9D", "TD"]
    assert view["opened"] == [True, True, False]
    table: JSON = position(with_play(CAROUSEL, "")).view(0)
    assert table["table"] == [["7C", "7D", "*7S"], ["2H", "3H", "4H"]]
    assert table["boxes"] == [3, 1]


def test_a_lay_off_of_the_last_round_keeps_the_owner_from_calling() -> None:
    """denexa DRW5, pagat END11, wikipedia: an opponent has laid off since the caller's turn."""
    told = answer(with_play(TONGITS, "1 call-draw", "legal-last"))
    assert told["default"]["clauses"] == ["tongits.draw-call.opponent-layoff"]
    assert {one["outcomes"][0]["legal"] for one in told["verdicts"].values()} == {False}
    mine = [{"owner": 1, "cards": "4S 5S 6S"}, {"owner": 0, "cards": "KC KD KH"}]
    free = with_given(TONGITS, melds=mine)
    assert by_default(with_play(free, "1 call-draw", "legal-last")) == {"legal": True}


def test_a_hand_goes_on_from_a_position() -> None:
    told = answer(with_play(RUMMY, "1 take\n1 lay-off 7S on 4S 5S 6S", "legal-last"))
    assert told["default"] == {"legal": True}
    ended = answer(with_play(THREE_THIRTEEN, "1 take\n1 discard KD"))
    assert ended["default"]["end"] == "out"
    assert ended["default"]["winner"] == 0


@pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(
            game, each, marks=() if each in (numbers[0], numbers[-1]) else pytest.mark.slow
        )
        for game in GAMES
        for numbers in [MEASURES[game].players]
        for each in numbers
    ],
)
def test_a_position_is_judged_at_every_table(game: str, players: int) -> None:
    """Some readings are asked before the cards are dealt: how many packs there are, for one."""
    pairs = ["6C 8D", "7H 9S", "TC QD", "2H 4S", "AC 3D", "KH JS", "5C 7S", "9D JC"]
    given: dict[str, JSON] = {"to_act": 1}
    if game == "indian-chief":
        given = {"shown": [pairs[:players]]}
    elif game != "carousel":
        given["discard"] = "QD"
    situation: dict[str, JSON] = {
        "game": game,
        "players": players,
        "dealer": 0,
        "given": given,
        "deal": {"hands": ["…"] * players},
        "ask": "view",
    }
    told = answer(situation)
    assert told["verdicts"].keys() == set(read_book(game).law.sources)
    for verdict in told["verdicts"].values():
        assert "refused_steps" not in verdict


def test_a_seat_without_cards_plays_on_by_an_agreed_reading() -> None:
    situation: dict[str, JSON] = {
        "game": "tongits",
        "rules": {"empty_hand_policy": "plays_on_with_zero"},
        "given": EMPTIED,
        **NO_CARDS,
    }
    told = answer(with_play(situation, "1 draw", "legal-last"))
    assert told["default"] == {"legal": True}


def test_a_reading_that_excludes_a_position_does_not_count() -> None:
    """A Beggar Man of three seats names no opponent, as the default has it."""
    told = answer(
        {
            "game": "indian-chief",
            "dealer": 0,
            "given": {"shown": [["KC 9D 4H AS", "6C 8D", "7C 7D"]]},
            "deal": {"hands": ["TC JD 3H 2S …", "…", "…"]},
            "play": "0 choose TC JD 3H 2S",
            "ask": "legal-last",
        }
    )
    (said,) = told["verdicts"]["denexa"]["outcomes"]
    assert said["legal"] is False  # the box of the Lawyer is filled


def test_a_source_that_excludes_a_position_says_only_so() -> None:
    """By JetPunk nobody lays off on its own meld."""
    situation: dict[str, JSON] = {
        "game": "rummy",
        "dealer": 0,
        "given": {
            "melds": [{"owner": 1, "cards": "4S 5S 6S 7S 8S", "laid_by": [1, 1, 1, 0, 1]}],
            "discard": "2C",
            "to_act": 1,
        },
        "deal": {"hands": ["2H …", "9S 3H …", "…"]},
        "play": "1 draw",
        "ask": "legal-last",
    }
    told = answer(situation)
    assert told["verdicts"]["jetpunk"]["status"] == "excluded"
    assert told["verdicts"]["jetpunk"]["parts"] == {}
    assert told["verdicts"]["denexa"]["outcomes"] == [{"legal": True}]
    book, read = read_book("rummy"), situation_of(situation, "here")
    assert (
        "By the rules of JetPunk, this position cannot arise: 'melds': seat 1 may not have added "
        "8S: rummy.layoff.opponents-only." in [*answers.lines(book, read, told)]
    )


def test_the_first_deal_of_the_play_is_the_one_of_the_position() -> None:
    """The order of the deals in the file does not matter."""
    hands = ["2H …", "3H …", "…"]
    situation: dict[str, JSON] = {
        "game": "rummy",
        "dealer": 0,
        "given": {"melds": [{"owner": 1, "cards": "4S 5S 6S"}], "discard": "2C", "to_act": 1},
        "deals": {"two": {"hands": hands, "upcard": "KC"}, "one": {"hands": hands}},
        "play": "deal one\n1 draw",
        "ask": "view",
    }
    assert "refused_steps" not in answer(situation)["verdicts"]["denexa"]


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_option_beside_a_position_is_told_in_one_line(game: str) -> None:
    situation: dict[str, JSON] = {
        "game": game,
        "players": 3,
        "dealer": 0,
        "rules": {"no_option": "x"},
        "given": {"shown": [["6C 8D", "7H 9S", "TC"]]} if game == "indian-chief" else {"to_act": 1},
        "deal": {"hands": ["…", "…", "…"]},
        "ask": "view",
    }
    with pytest.raises(SpecError, match="unknown option 'no_option'"):
        answer(situation)


RANKS = "A23456789TJQK"
NO_STOCK: dict[str, dict[str, JSON]] = {
    "rummy": {
        "game": "rummy",
        "players": 6,
        "dealer": 0,
        "given": {"discard": " ".join(f"{rank}H" for rank in RANKS) + " AS 2S 3S", "to_act": 1},
        "deal": {"hands": ["…"] * 6, "stock": []},
    },
    "three-thirteen": {
        "game": "three-thirteen",
        "players": 2,
        "dealer": 0,
        "hand_number": 11,
        "given": {"discard": " ".join(f"{rank}{suit}" for suit in "HS" for rank in RANKS)},
        "deal": {"hands": ["…"] * 2, "stock": []},
    },
}
"""Positions in which a turn begins with an empty stock."""


@pytest.mark.parametrize("game", NO_STOCK)
@pytest.mark.parametrize(
    ("timing", "legal"), [("lazy", False), ("lazy_start", True), ("eager", True)]
)
def test_a_new_stock_that_is_due_in_a_stated_position_can_be_made(
    game: str, timing: str, legal: bool
) -> None:
    """By these readings the stock counts as run out before the seat draws."""
    rules = {"stock.exhaustion_timing": timing}
    told = answer({**NO_STOCK[game], "rules": rules, "play": "reshuffle rest", "ask": "legal-last"})
    assert told["default"]["legal"] is legal


def test_sources_take_a_new_stock_as_made_if_a_reading_allows_it() -> None:
    """JetPunk does not say when the new stock is made: R9."""
    seen = answer({**with_play(NO_STOCK["rummy"], "reshuffle rest", "view"), "seat": 1})
    (told,) = seen["verdicts"]["jetpunk"]["parts"]["stock_size"]["outcomes"]
    assert told["stock_size"] == [15]
    asked = answer(with_play(NO_STOCK["rummy"], "reshuffle rest", "legal-last"))
    assert asked["verdicts"]["jetpunk"]["status"] == "open"


def test_melds_of_earlier_turns_have_filled_their_boxes() -> None:
    view: JSON = position(with_play(INDIAN_CHIEF, "")).view(0)
    assert view["turn"] == 3
    assert [sorted(sheet) for sheet in view["sheets"]] == [
        ["beggar_man", "thief"],
        ["poor_man", "thief"],
    ]


def test_what_is_stated_is_told() -> None:
    read = situation_of(with_play(CAROUSEL, ""), "here")
    book = read_book("carousel")
    lines = list(answers.lines(book, read, answers.answer(book, read)))
    assert lines[1] == (
        "Before the hand: scores 140 for seat 0, 90 for seat 1; boxes 3 for seat 0, 1 for seat 1."
    )
    assert (
        "  Table: 7C 7D *7S / 2H 3H 4H; stock: 42 cards; scores: 140 for seat 0, 90 for seat 1; "
        "boxes: 3 for seat 0, 1 for seat 1."
    ) in lines


@pytest.mark.parametrize(
    ("situation", "words"),
    [
        (with_given(RUMMY, scores=[1, 2, 3]), "'scores' has 3 numbers; 2 play"),
        (with_given(RUMMY, scores=[-1, 2]), "'scores' has a number below 0"),
        (with_given(RUMMY, scores=[400, 2]), "'given': the match is already over"),
        (with_given(RUMMY, scores=[40, 2], hand_number=2), "'hand_number' is 2, but 2 hands"),
        (with_given(RUMMY, boxes=[1, 2]), "'given' has no 'boxes'; there is discard, "),
        (with_given(RUMMY, to_act=2), "'to_act' is no seat: 2"),
        (with_given(RUMMY, discard="2C 4S"), "4S is named twice; the pack has it once"),
        (with_given(RUMMY, melds=[{"owner": 0, "cards": "4S 5S 7H"}]), "4S 5S 7H is no meld"),
        (with_given(RUMMY, melds=[{"owner": 0, "cards": "QS KS AS"}]), "QS KS AS is no meld"),
        (with_given(RUMMY, melds=[{"owner": 0, "cards": "4S 5S 6S", "laid_by": [0]}]), "names 1 s"),
        (with_given(TONGITS, pot=7), "'pot' is 7, to which 3 seats cannot have paid alike"),
        (with_given(TONGITS, wins_in_a_row=1), "'wins_in_a_row' is stated without its 'last_win"),
        (with_given(TONGITS, chips=[1, 2, 3]), "'chips' add up to 6; with 0 in the pot it must be"),
        (with_given(TONGITS, melds=[], to_act=0), "cards have left the stock, and after so many"),
        (DEALER_FIRST, "seat 0 deals and begins with one card more: state 'has_drawn: true'"),
        (
            with_hands(DEALER_FIRST, "KC KD KH 9C 9D 9H 4S 5S 6S TS 2H 5H 8S", "…", "…"),
            "seat 0 deals and begins with one card more: state 'has_drawn: true'",
        ),
        (with_given(DEALER_FIRST, to_act=1), "no card lies on the discard pile; seat 1 is to draw"),
        ({**TONGITS, "given": EMPTIED, **NO_CARDS}, "seat 0 has no card left: tongits.tongits-ca"),
        (with_given(CAROUSEL, melds=["7C 8D 2S"]), "is refused: carousel.rearrange.end-valid"),
        (with_given(CAROUSEL, melds=["7C 7D *"]), "is refused: carousel.joker.declare"),
        (with_given(CAROUSEL, draws=4), "'draws' is 4; that cannot be in the phase 'meld'"),
        (with_given(CAROUSEL, phase="deal"), "'phase' is 'deal'; there is draw, meld, knock"),
        (with_given(CAROUSEL, scores=[151, 0]), "'given': the match is already over"),
        (with_given(CAROUSEL, boxes=[3, 0]), "'boxes' has 0 for seat 1, which has scored"),
        (with_given(CAROUSEL, draws=3, phase="meld"), "is refused: carousel.turn.third-ends"),
        (
            with_given(CAROUSEL, melds=[], draws=2, phase="knock"),
            "is refused: carousel.draw.no-pass",
        ),
        (
            with_hands(with_given(CAROUSEL, draws=2, to_act=0), "2C", "KC …"),
            "seat 0 has drawn 2 cards, and holds 1",
        ),
        (
            with_hands(with_given(CAROUSEL, draws=3, to_act=0, phase="knock"), "", "KC"),
            "seat 0 has drawn 3 cards, and holds 0",
        ),
        (
            with_hands(with_given(CAROUSEL, melds=[]), "", "KC"),
            "seat 0 has no card, and no meld is on the table",
        ),
        (
            {
                **with_hands(CAROUSEL, "", "KC"),
                "rules": {"knock.empty_hand": "auto_knock"},
            },
            "seat 0 has no card, and has knocked: carousel.knock.optional",
        ),
        (
            {
                "game": "carousel",
                "players": 3,
                "dealer": 0,
                "rules": {"joker.two_jokers_one_identity": "forbidden"},
                "given": {"melds": ["7C 7D *7S", "8S 9S *7S"]},
                "deal": {"hands": ["2C", "3C", "4C"]},
            },
            "is refused: carousel.joker.two-alike",
        ),
        (with_given(THREE_THIRTEEN, out=1), "seat 1 has gone out and is to act"),
        (
            {**THREE_THIRTEEN, "deal": {"hands": ["7C 7D 7H 9S 9C", "2C 3D …"]}},
            "is refused: three-thirteen.out.condition",
        ),
        (with_given(THREE_THIRTEEN, taken="KD"), "'taken' is stated, but the seat has not drawn"),
        (with_given(THREE_THIRTEEN, taken="4H", has_drawn=True), "4H, which is not in the hand of"),
        (with_given(TONGITS, melds=[SECRET_RUN]), "4S 5S 6S lie face down, but only a four can"),
        (with_given(THREE_THIRTEEN, outs=[1, 2]), "'outs' are 3 in all; 2 hands are over"),
        ({**THREE_THIRTEEN, "hand_number": 1}, "'scores' are stated for the first hand"),
        (with_given(THREE_THIRTEEN, outs=[2, 0]), "'scores' has 20 for seat 0, which went out in"),
        (
            with_given(THREE_THIRTEEN, outs=[0, 0]),
            "'outs' has 0 for every seat, but no hand is scored before a seat has gone out: "
            "three-thirteen.out.hand-ends",
        ),
        ({**THREE_THIRTEEN, "hand_number": 2}, "'scores' has no 0 after one hand, in which a seat"),
        (with_given(THREE_THIRTEEN, discard=None), "a card lies on the pile: 'discard' is missing"),
        (with_given(THREE_THIRTEEN, discard=""), "a card lies on the pile: 'discard' has none"),
        (with_given(THREE_THIRTEEN, discard="", has_drawn=True), "a card lies on the pile: 'disc"),
        (with_given(RUMMY, discard=None), "a card lies on the pile: 'discard' is missing"),
        (with_given(RUMMY, discard=""), "a card lies on the pile: 'discard' has none"),
        (with_hands(THREE_THIRTEEN, "…", "2C 3D …"), "name the hand of seat 0, which has gone out"),
        (
            with_hands(THREE_THIRTEEN, "7C 8C 9C TC …", "2C 3D …"),
            "name the hand of seat 0, which has gone out",
        ),
        (
            with_hands(THREE_THIRTEEN, "7C 8C 9C TC JC QC", "2C 3D …"),
            "is refused: three-thirteen.out.with-discard",
        ),
        (
            with_hands(THREE_SEATS, "7C 8C 9C", "2C 4D 6H 8S", "…"),
            "is refused: three-thirteen.out.final-discard",
        ),
        (
            {
                **with_hands(THREE_SEATS, "7C 8C 9C", "2C 4D 6H", "…"),
                "rules": {"out.final_turn_scope": "draw_only"},
            },
            "seat 1 has 3 cards in its hand and has laid 0; together they must be 4",
        ),
        (
            {
                **THREE_THIRTEEN,
                "rules": {"out.out_test_moment": "before_discard"},
            },
            "is refused: three-thirteen.out.condition",
        ),
        (
            {
                **with_given(THREE_THIRTEEN, has_drawn=True, taken="2C", discard="4C"),
                "rules": {"out.final_turn_scope": "stock_only"},
            },
            "is refused: three-thirteen.out.stock-only",
        ),
        (
            {
                **with_hands(
                    with_given(THREE_THIRTEEN, has_drawn=True, taken="5D", out=None), "…", "5D …"
                ),
                "rules": {"draw.wild_from_pile": "stays"},
            },
            "is refused: three-thirteen.draw.wild-stays",
        ),
        (with_given(INDIAN_CHIEF, shown=[["QC"]]), "'shown' has 1 melds for turn 1; 2 play"),
        (
            with_given(INDIAN_CHIEF, shown=[["QC QC", "9D"]]),
            "turn 1 has a card more often than the",
        ),
        (
            with_given(INDIAN_CHIEF, shown=[[{"cards": "QC 7D", "opponent": 1}, "9D"]]),
            "'shown': turn 1 is refused by indian-chief.turn.nothing-declared",
        ),
        (
            {
                **with_given(INDIAN_CHIEF, shown=[["QC 7D", "9D"]]),
                "rules": {"beggar.beggar_scope": "one_named"},
            },
            "'shown': turn 1 is refused by indian-chief.beggar.opponent-named",
        ),
        (with_given(INDIAN_CHIEF, shown=[["QC", "9D"]] * 2), "seat 0 cannot have shown 1 cards"),
        (
            with_given(INDIAN_CHIEF, shown=[["QC", "9D"]] * 7),
            "'shown' has 7 turns; the match is over after 7",
        ),
        (
            with_given(INDIAN_CHIEF, shown=[[{"cards": "QC", "suitt": "H"}, "9D"]]),
            "'shown': a meld has no 'suitt'; there is cards, suit, baccarat, opponent",
        ),
        (
            {**with_hands(INDIAN_CHIEF, "7C 7D …", "…"), "rules": LAGGING},
            "7C 7D, but the melds of the last turn lie aside",
        ),
        (
            {**with_given(INDIAN_CHIEF, shown=[["QC", "9D"], ["7C 9D", "AC 2C 3C"]])}
            | {"rules": LAGGING},
            "'shown': turn 2 has 9D, but the turn before lies aside",
        ),
        (
            {**RUMMY, "deal": {"hands": ["AC KC 2D 3D 4D 5D", "7S QD"]}},
            "seat 1 has 2 cards in its hand and has laid 3; together they must be 10",
        ),
    ],
)
def test_a_position_that_cannot_arise_is_told_in_one_line(
    situation: dict[str, JSON], words: str
) -> None:
    with pytest.raises(SpecError) as error:
        answer(with_play(situation, ""))
    assert words in str(error.value)
    assert str(error.value).startswith("here: ")
    assert "\n" not in str(error.value)


# ── melds, and the past of Tong-its and Rummy ────────────────────────────────────────────────────

FOUR = "9C 9D 9H 9S"
RUN = "4S 5S 6S 7S"
TORN: JSON = {"owner": 1, "cards": RUN, "laid_by": [1, 0, 1, 1]}
"""Nobody can lay 4S 6S 7S; 5S cannot have been added to them."""
TAKEN_UP: dict[str, JSON] = {
    "game": "rummy",
    "players": 2,
    "dealer": 0,
    "given": {"discard": "", "to_act": 1, "has_drawn": True},
    "deal": {"hands": ["…", "KD …"]},
}
"""Nobody has drawn from the stock, so seat 1 has taken the card that was turned up."""


def hand(melds: JSON, discard: str, **given: JSON) -> dict[str, JSON]:
    """A hand of Tong-its that seat 0 has dealt; of the cards in hands none matters."""
    return {
        "game": "tongits",
        "dealer": 0,
        "given": {"melds": melds, "discard": discard, **given},
        "deal": {"hands": ["…"] * 3},
    }


def by_rules(situation: dict[str, JSON], **rules: str) -> dict[str, JSON]:
    """A situation with readings on which the table agrees."""
    return {**situation, "rules": {**rules}}


EMPTY_HANDED = with_given(
    {**RUMMY, "deal": {"hands": ["AC KC …", ""]}},
    melds=[{"owner": 1, "cards": "2H 3H 4H"}, {"owner": 1, "cards": "5D 6D 7D 8D 9D TD JD"}],
    to_act=0,
)
OWN_ADDED = hand([{"owner": 1, "cards": RUN, "added": "4S"}], "2C 3C 8D TH QH KD", to_act=0)
LOW_END = hand([{"owner": 1, "cards": RUN, "laid_by": [0, 1, 1, 1]}], "2C 3C 8D TH QH KD", to_act=0)
TWO_PARTS = hand(
    [{"owner": 1, "cards": "4S 5S 6S 7S 8S 9S TS JS", "laid_by": [1, 1, 1, 0, 1, 1, 1, 1]}],
    "2C 3C 8D TH QH KD",
    to_act=0,
)
"""Seat 1 has laid 4S 5S 6S first: 7S cannot have been added below 8S 9S TS JS by every reading."""
DEALERS_RUN = hand([{"owner": 0, "cards": "4S 5S 6S"}], "2C", to_act=1)
DEALERS_FOUR = hand([{"owner": 0, "cards": FOUR, "face_down": True}], "2C", to_act=1)
HIDDEN_FOUR = hand([{"owner": 1, "cards": FOUR, "face_down": True}], "2C 3C 8D TH", to_act=1)
ALL_HAVE_MELDED = hand(
    [{"owner": 2, "cards": RUN}, {"owner": 0, "cards": FOUR}, {"owner": 1, "cards": "JC QC KC"}],
    "7C",
    to_act=1,
    has_drawn=True,
)
"""One card has left the stock; seat 2 has had a turn because three discards were taken."""


@pytest.mark.parametrize(
    ("situation", "words"),
    [
        (TAKEN_UP, "the discard pile is empty, so its last card was taken: name it in 'taken'"),
        (with_given(TAKEN_UP, taken="4H"), "'taken' is 4H, which is not in the hand of seat 1"),
        (with_given(TAKEN_UP, taken="KD KC"), "'taken' must be one card"),
        (with_given(RUMMY, taken="7S"), "'taken' is stated, but the seat has not drawn"),
        (EMPTY_HANDED, "seat 1 has no card left: rummy.out.ends-hand"),
        (
            with_given({**RUMMY, "deal": {"hands": ["AC …", "AD …"]}}, melds=[TORN]),
            "of 4S 5S 6S 7S, the cards that seat 1 laid first are no meld",
        ),
        (with_given(TONGITS, melds=[TORN]), "the cards that seat 1 laid first are no meld"),
        (
            with_given(TONGITS, melds=[{"owner": 1, "cards": RUN, "added": "5S"}]),
            "the cards that seat 1 laid first are no meld",
        ),
        (
            hand(
                [{"owner": 1, "cards": FOUR, "laid_by": [1, 1, 1, 0], "face_down": True}], "2C 3C"
            ),
            "no card can join them: tongits.laying-off.table-only",
        ),
        (
            hand([{"owner": 1, "cards": FOUR, "added": "9S", "face_down": True}], "2C 3C"),
            "no card can join them: tongits.laying-off.table-only",
        ),
        (
            hand([{"owner": 1, "cards": RUN, "rounds_ago": 2}], "2C 3C 8D TH QH KD", to_act=0),
            "'rounds_ago' is stated for a meld to which no card was added",
        ),
        (
            with_given(
                OWN_ADDED, melds=[{"owner": 1, "cards": RUN, "added": "4S", "rounds_ago": 9}]
            ),
            "'rounds_ago' is 9; seat 1 has had fewer turns",
        ),
        (with_given(HIDDEN_FOUR, to_act=2), "it is not the turn of"),
        (
            hand(
                [{"owner": 2, "cards": RUN, "laid_by": [2, 2, 2, 1]}],
                "2C 3C",
                to_act=2,
                has_drawn=True,
            ),
            "seat 2 has laid cards but has had no turn yet",
        ),
        (
            hand([{"owner": 2, "cards": RUN, "laid_by": [2, 2, 2, 1]}], "2C 3C 8D", to_act=0),
            "seat 1 has added 7S to no meld yet",
        ),
        (
            hand([{"owner": 0, "cards": RUN, "added": "7S"}], "2C", to_act=1),
            "seat 0 may not have added 7S: tongits.turn.dealer-first-turn-no-layoff",
        ),
        (
            by_rules(DEALERS_RUN, dealer_first_turn_melds="discard_only"),
            "seat 0 may not have laid 4S 5S 6S: tongits.turn.dealer-first-turn-discards-only",
        ),
        (
            by_rules(DEALERS_FOUR, dealer_first_turn_secret="forbidden"),
            "tongits.exposing.dealer-first-turn-no-face-down",
        ),
        (
            by_rules(DEALERS_FOUR, secret_facedown_allowed="not_available"),
            "tongits.exposing.face-down-not-available",
        ),
        (
            by_rules(OWN_ADDED, layoff_own_melds="opponents_only"),
            "seat 1 may not have added 4S: tongits.laying-off.opponents-melds-only",
        ),
        (
            by_rules(LOW_END, layoff_run_end="high_end_only"),
            "seat 0 may not have added 4S: tongits.laying-off.high-end-only",
        ),
        (
            by_rules(LOW_END, layoff_before_open="requires_open"),
            "seat 0 may not have added 4S: tongits.laying-off.needs-open",
        ),
        (
            by_rules(
                with_given(RUMMY, melds=[{"owner": 1, "cards": FOUR, "laid_by": [1, 1, 1, 0]}]),
                layoff_prerequisite="own_meld_this_hand",
            ),
            "seat 0 may not have added 9S: rummy.layoff.prerequisite",
        ),
    ],
)
def test_a_past_that_cannot_be_is_told_in_one_line(situation: dict[str, JSON], words: str) -> None:
    with pytest.raises(SpecError) as error:
        answer(with_play(situation, ""))
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "situation",
    [
        with_given(TAKEN_UP, taken="KD"),
        by_rules(TAKEN_UP, stock_exhaustion="reshuffle_all"),
        ALL_HAVE_MELDED,
        HIDDEN_FOUR,
        by_rules(with_given(HIDDEN_FOUR, to_act=2), discard_meld_exposure="may_keep_in_hand"),
        OWN_ADDED,
        by_rules(
            OWN_ADDED,
            layoff_own_melds="opponents_only",
            discard_take_requirement="new_meld_or_extend_own_table_meld",
        ),
        LOW_END,
        by_rules(TWO_PARTS, layoff_run_end="high_end_only"),
        DEALERS_RUN,
        DEALERS_FOUR,
        by_rules(RUMMY, layoff_prerequisite="own_meld_this_hand"),
        hand([{"owner": 0, "cards": RUN, "added": "7S"}], "2C 3C 8D", to_act=0, has_drawn=True),
    ],
)
def test_a_past_that_can_be_is_taken(situation: dict[str, JSON]) -> None:
    assert position(with_play(situation, "")).view(0) is not None


def test_the_card_taken_from_the_pile_is_not_discarded() -> None:
    """denexa rummy.P16, jetpunk R5: the last card of the pile is in the hand of seat 1."""
    told = answer(with_play(with_given(TAKEN_UP, taken="KD"), "1 discard KD", "legal-last"))
    assert told["default"]["clauses"] == ["rummy.discard.not-taken-card"]
    view: JSON = position(with_play(with_given(TAKEN_UP, taken="KD"), "")).view(0)
    assert view["taken"] == "KD"


def test_cards_of_the_owner_apart_from_its_meld_were_added_by_it() -> None:
    """Seat 1 laid 4S 5S 6S; 8S can have come there only after the 7S of seat 0."""
    run: JSON = {"owner": 1, "cards": "4S 5S 6S 7S 8S", "laid_by": [1, 1, 1, 0, 1]}
    stood: Any = position(with_play(hand([run], "2C 3C 8D TH QH KD", to_act=0), "")).position
    (meld,) = stood.table.melds
    assert [(text(one.card), int(one.by)) for one in meld.laid_off] == [("7S", 0), ("8S", 1)]


def turns_of(situation: dict[str, JSON]) -> list[tuple[str, int]]:
    """The cards that were added to melds, each with the number of turns since then."""
    stood: Any = position(with_play(situation, "")).position
    table = stood.table
    return [
        (text(one.card), table.turn - one.turn) for meld in table.melds for one in meld.laid_off
    ]


def test_a_mover_that_has_drawn_has_laid_off_in_an_earlier_turn_where_it_can_have() -> None:
    """Three discards were taken for the three melds, so each seat has had two turns."""
    melds: JSON = [
        {"owner": 1, "cards": "5S 6S 7S"},
        {"owner": 2, "cards": "3C 4C 5C 6C", "laid_by": [2, 2, 2, 0]},
        {"owner": 1, "cards": "KC KD KH"},
    ]
    begun = with_hands(hand(melds, "8H 4H 8D", to_act=0, has_drawn=True), "TD QD 7C …", "9C …", "…")
    assert turns_of(begun) == [("6C", 3)]
    steps = "0 discard QD\n1 draw\n1 discard 9C\n2 call-draw"
    assert by_default(with_play(begun, steps, "legal-last")) == {"legal": True}
    one_round = with_given(begun, melds=melds[:2])
    assert turns_of(one_round) == [("6C", 0)]


def test_a_card_was_added_no_later_than_the_next_one_further_out() -> None:
    """denexa DRW4, pagat END11: only 8S was laid off in the last turn of seat 0; wikipedia DRW1."""
    run: JSON = {"owner": 0, "cards": "4S 5S 6S 7S 8S", "laid_by": [0, 0, 0, 1, 0]}
    begun = hand([run], "2C 9D TD 2D 5D 7H 9S 2H 3C", to_act=0)
    assert turns_of(begun) == [("7S", 5), ("8S", 3)]
    told = answer(with_play(begun, "0 call-draw", "legal-last"))
    assert told["default"]["clauses"] == ["tongits.draw-call.own-layoff"]
    called = {name: one["outcomes"][0]["legal"] for name, one in told["verdicts"].items()}
    assert called["wikipedia"]
    assert not called["denexa"]
    assert not called["pagat"]


def test_cards_at_the_two_ends_of_a_run_do_not_wait_for_each_other() -> None:
    run: JSON = {"owner": 0, "cards": "4S 5S 6S 7S 8S", "laid_by": [1, 0, 0, 0, 2]}
    begun = hand([run], "2C 9D TD 2D 5D 7H 9S 2H 3C", to_act=0)
    assert turns_of(begun) == [("4S", 2), ("8S", 1)]


def test_the_dealer_may_begin_the_hand_with_its_card_more() -> None:
    """denexa SET6, pagat DEAL3: thirteen cards, and no draw before the first discard."""
    begun = with_given(DEALER_FIRST, has_drawn=True)
    view: JSON = position(with_play(begun, "")).view(0)
    assert (view["phase"], view["hand_sizes"], view["stock_size"]) == ("play", [13, 12, 12], 15)


# ── the fourth card of a Sagasa ──────────────────────────────────────────────────────────────────

SAGASA = hand(
    [{"owner": 1, "cards": FOUR, "added": "9S"}, {"owner": 0, "cards": RUN}],
    "2C 3C 8D TH QH KD 2D",
    to_act=1,
)


def test_the_fourth_card_that_a_seat_added_to_its_three_was_drawn_from_the_stock() -> None:
    """wikipedia MELD7, MELD3: a Sagasa, which may or may not entitle its owner to call."""
    told = answer(with_play(SAGASA, "1 call-draw", "legal-last"))
    found = [one["legal"] for one in told["verdicts"]["wikipedia"]["outcomes"]]
    assert sorted(found) == [False, True]


@pytest.mark.parametrize(
    ("rules", "payments"),
    [
        ({}, 2),
        ({"sagasa_bonus": "same_as_secret"}, 5),
        (
            {
                "sagasa_bonus": "same_as_secret",
                "sagasa_definition": "own_exposed_three_plus_stock_fourth_same_turn_as_drawn",
            },
            5,
        ),
        ({"sagasa_otherwise": "completed_four_counts_as_secret"}, 2),
    ],
)
def test_a_stated_sagasa_is_paid_as_one(rules: dict[str, str], payments: int) -> None:
    """Seat 2 has not opened and pays 1 for the win, 1 for that, and the price of the Sagasa."""
    held = with_hands(SAGASA, "AC AH AD …", "KC QC JC …", "KS QS JS …")
    agreed = by_rules(held, draw_block_own_layoff="no_block", **rules)
    told = by_default(with_play(agreed, "1 call-draw\n0 fold"))
    assert told["payments"][2] == -payments


def test_only_one_card_is_drawn_in_a_turn() -> None:
    """Seat 1 completed two threes in its last turn: it drew one of the fourths a round earlier."""
    fours: JSON = [
        {"owner": 1, "cards": FOUR, "added": "9S"},
        {"owner": 1, "cards": "JC JD JH JS", "added": "JS"},
    ]
    stood: Any = position(with_play(with_given(SAGASA, melds=fours), "")).position
    assert [(text(one.card), one.turn) for one in stood.table.taken] == [("JS", 1), ("9S", 4)]


def test_a_card_that_can_only_have_been_taken_from_the_pile_makes_no_sagasa() -> None:
    agreed = by_rules(
        SAGASA,
        layoff_own_melds="opponents_only",
        discard_take_requirement="new_meld_or_extend_own_table_meld",
        sagasa_blocks_call="sagasa_holder_may_not_call",
        discard_extension_counts_as_layoff="counts_as_meld",
    )
    assert by_default(with_play(agreed, "1 call-draw", "legal-last")) == {"legal": True}
