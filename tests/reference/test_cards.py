"""Cards and their text."""

from __future__ import annotations

import pytest

from meldspec.cards import ONE_PACK, Card, parse, parse_all, points, rank, suit, text, texts, total


def test_every_card_is_read_back_from_its_text() -> None:
    assert [parse(text(card)) for card in ONE_PACK] == list(ONE_PACK)


def test_text_is_rank_then_suit() -> None:
    assert text(Card(0)) == "AC"
    assert text(Card(51)) == "KS"
    assert text(Card(54 + 9)) == "TC"


@pytest.mark.parametrize(("written", "meant"), [("10H", "TH"), ("7♥", "7H"), ("ks", "KS")])
def test_other_spellings_are_understood(written: str, meant: str) -> None:
    assert text(parse(written)) == meant


@pytest.mark.parametrize("word", ["", "7", "H7", "1H", "11H", "7X", "7HH", "joker", "10"])
def test_what_is_no_card_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse(word)


def test_a_repeated_text_names_the_next_copy() -> None:
    first, second, other = parse_all(["7H", "7H", "8H"])
    assert first != second
    assert (rank(second), suit(second)) == (rank(first), suit(first))
    assert other == parse("8H")


def test_points_of_a_pack() -> None:
    by_rank = [points(Card(number)) for number in range(13)]
    assert by_rank == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert total(ONE_PACK) == 4 * 85


def test_texts_print_clubs_first_and_ranks_ascending() -> None:
    assert texts(parse_all(["KS", "AC", "TH", "2C"])) == ["AC", "2C", "TH", "KS"]
