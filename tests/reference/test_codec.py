"""Records as JSON values: each annotation has one way to be written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Annotated

import pytest

from meldspec.cards import Card, parse
from meldspec.codec import Pack, read_as, write_record
from meldspec.hands import Hand
from meldspec.play import Seat
from meldspec.spelling import PART, DealtHand, Named, Rank
from meldspec.wire import JSON, WireError

PACK = Pack("Test")
TWO, KING, ACE = parse("2S"), parse("KC"), parse("AD")


class Word(StrEnum):
    OVER = "hand-over"


class Box(Enum):
    THIEF = 1


@dataclass(frozen=True, slots=True)
class Inner:
    owner: Seat
    cards: frozenset[Card]


@dataclass(frozen=True, slots=True)
class LaidOff:
    seat: Seat
    word: Word
    card: Card
    hand: frozenset[Card]
    pile: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], ...]
    taken: Card | None
    melds: tuple[Inner, ...]
    said: tuple[tuple[Seat, Word], ...]
    sheet: Mapping[Box, int]
    over: bool = False
    shown: tuple[frozenset[Card] | None, ...] = ()


RECORD = LaidOff(
    seat=Seat(1),
    word=Word.OVER,
    card=TWO,
    hand=frozenset((TWO, KING, ACE)),
    pile=(TWO, KING, ACE),
    piles=((TWO,), ()),
    taken=None,
    melds=(Inner(Seat(2), frozenset((KING,))),),
    said=((Seat(0), Word.OVER),),
    sheet={Box.THIEF: 10},
)


def test_each_annotation_has_its_way() -> None:
    assert write_record(RECORD) == {
        "seat": 1,
        "word": "hand-over",
        "card": "2S",
        "hand": ["KC", "AD", "2S"],
        "pile": ["2S", "KC", "AD"],
        "piles": [["2S"], []],
        "taken": None,
        "melds": [{"owner": 2, "cards": ["KC"]}],
        "said": [[0, "hand-over"]],
        "sheet": {"thief": 10},
    }


def test_fields_stand_in_their_order_and_defaults_are_left_out() -> None:
    written = write_record(replace(RECORD, over=True, shown=(None, frozenset((KING,)))))
    assert [*written][-2:] == ["over", "shown"]
    assert (written["over"], written["shown"]) == (True, [None, ["KC"]])


@dataclass(frozen=True, slots=True)
class Marked:
    """Values whose type alone does not say how they are written."""

    wild: Rank
    hand: Hand
    dealt: DealtHand
    from_: Annotated[Seat, Named("from")]
    inner: Annotated[Inner | None, PART] = None


def test_marks_say_how_a_value_is_spelled() -> None:
    written = write_record(MARKED)
    assert written == {"wild": "A", "hand": ["AD", "2S"], "dealt": ["2S", "AD"], "from": 2}
    assert [*written] == ["wild", "hand", "dealt", "from"]


def test_the_fields_of_a_part_stand_among_the_others() -> None:
    written = write_record(replace(MARKED, inner=Inner(Seat(1), frozenset((KING,)))))
    assert [*written] == ["wild", "hand", "dealt", "from", "owner", "cards"]
    assert (written["owner"], written["cards"]) == (1, ["KC"])


MARKED = Marked(wild=0, hand=(ACE, TWO), dealt=(TWO, ACE), from_=Seat(2))


def test_what_is_written_is_read_again() -> None:
    for record in (MARKED, replace(MARKED, inner=Inner(Seat(1), frozenset((KING,))))):
        assert read_as(Marked, write_record(record), PACK, 3) == record


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"wild": "X"}, "'wild' is no rank: 'X'"),
        ({"wild": None}, "'wild' is no rank: None"),
        ({"hand": "2S"}, "'hand' is not a list"),
        ({"dealt": ["*"]}, "'dealt': Test has no jokers"),
        ({"from": 3}, "'from' is no seat: 3"),
        ({"owner": 1, "cards": 7}, "'cards' is not a list"),
        ({"cards": []}, "'owner' is missing"),
    ],
)
def test_a_field_that_cannot_be_read_is_named(change: dict[str, JSON], said: str) -> None:
    with pytest.raises(WireError, match=re.escape(said)):
        read_as(Marked, {**write_record(MARKED), **change}, PACK, 3)


@dataclass(frozen=True, slots=True)
class Unknown:
    value: float


def test_an_annotation_without_a_way_is_an_error() -> None:
    with pytest.raises(TypeError, match="no way to write <class 'float'>"):
        write_record(Unknown(1.5))
