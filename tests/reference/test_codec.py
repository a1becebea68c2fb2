"""Records as JSON values: each annotation has one way to be written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum

import pytest

from meldspec.cards import Card, parse
from meldspec.codec import write_named, write_receipt, write_record
from meldspec.play import Seat

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


def test_a_field_that_is_made_already_is_taken_as_it_is() -> None:
    written = write_record(RECORD, pile="face down")
    assert [*written][4] == "pile"
    assert written["pile"] == "face down"


def test_an_action_is_named_by_its_record() -> None:
    assert [*write_named(RECORD)][:2] == ["type", "seat"]
    assert write_named(RECORD)["type"] == "laid_off"


def test_a_receipt_has_its_unit() -> None:
    assert write_receipt([(Word.OVER, 0, 2, 3)], "chips") == [
        {"clause": "hand-over", "from": 0, "to": 2, "chips": 3}
    ]


@dataclass(frozen=True, slots=True)
class Unknown:
    value: float


def test_an_annotation_without_a_way_is_an_error() -> None:
    with pytest.raises(TypeError, match="no way to write <class 'float'>"):
        write_record(Unknown(1.5))
