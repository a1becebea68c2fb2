"""Positions that are stated instead of played: a state of the game, or one line that refuses it."""

from __future__ import annotations

import pytest

from meldcheck.games import MEASURES
from meldcheck.sources import answers
from meldcheck.sources.book import Book, read_book
from meldcheck.sources.situation.text import situation_of
from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError
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


def with_play(situation: dict[str, JSON], play: str, ask: str = "result") -> dict[str, JSON]:
    return {**situation, "play": play, "ask": ask}


def with_given(situation: dict[str, JSON], **given: JSON) -> dict[str, JSON]:
    return {**situation, "given": {**situation["given"], **given}}


def answer(situation: dict[str, JSON]) -> dict[str, JSON]:
    read = situation_of(situation, "here")
    return answers.answer(read_book(read.game), read)


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
    (view,) = answer(situation)["default"]
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
    assert answer(with_play(free, "1 call-draw", "legal-last"))["default"] == {"legal": True}


def test_a_hand_goes_on_from_a_position() -> None:
    told = answer(with_play(RUMMY, "1 take\n1 lay-off 7S on 4S 5S 6S", "legal-last"))
    assert told["default"] == {"legal": True}
    ended = answer(with_play(THREE_THIRTEEN, "1 take\n1 discard KD"))
    assert ended["default"]["end"] == "out"
    assert ended["default"]["winner"] == 0


@pytest.mark.parametrize(
    ("game", "players"), [(game, each) for game in GAMES for each in MEASURES[game].players]
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
        ({**TONGITS, "given": EMPTIED, **NO_CARDS}, "seat 0 has no card left, so the hand is over"),
        (with_given(CAROUSEL, melds=["7C 8D 2S"]), "is refused: carousel.rearrange.end-valid"),
        (with_given(CAROUSEL, melds=["7C 7D *"]), "is refused: carousel.joker.declare"),
        (with_given(CAROUSEL, draws=4), "'draws' is 4; that cannot be in the phase 'meld'"),
        (with_given(CAROUSEL, phase="deal"), "'phase' is 'deal'; there is draw, meld, knock"),
        (with_given(CAROUSEL, scores=[151, 0]), "'given': the match is already over"),
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
