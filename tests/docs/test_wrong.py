"""What ``docs/wrong.md`` says beyond single cases: hands without an end, and counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from meldcheck.engine.referee import act, begin
from meldcheck.games import MEASURES
from meldcheck.law import sources
from meldcheck.law.clauses import Admits, Law, Question
from meldcheck.words.case import JSON, Act, Setup
from meldcheck.words.readings import Readings
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.wire import Match
from tests import committed

from .building import DOCS, ROOT

SPEC = ROOT / "spec"
PAGE = (DOCS / "wrong.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def laws() -> Mapping[str, Law]:
    """The documents of the games with two sources or more."""
    return {game: committed.law(game) for game in ("tongits", "rummy")}


def dealt(
    game: str, hands: Sequence[str], upcard: str | None = None, rules: Readings | None = None
) -> Match:
    """A hand that seat 0 has dealt; the cards that nobody holds are the stock."""
    cards = [hand.split() for hand in hands]
    gone = {upcard, *(card for hand in cards for card in hand)}
    deck = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    deal: dict[str, JSON] = {"type": "deal", "hands": cards}
    deal["stock"] = [card for card in deck if card not in gone]
    if upcard is not None:
        deal["upcard"] = upcard
    match = begin(GAMES[game], rules or {}, Setup(players=len(cards), dealer=0))
    assert not isinstance(match, Refusal)
    return played(match, [("chance", deal)])


def played(match: Match, steps: Iterable[tuple[int | str, dict[str, JSON]]]) -> Match:
    for by, do in steps:
        after = act(match, Act(by=by, do=do))
        assert not isinstance(after, Refusal), (by, do, after)
        match = after
    return match


def seen(match: Match, players: int) -> list[Mapping[str, Any]]:
    """What every seat sees."""
    views: list[Any] = [match.view(seat) for seat in range(players)]  # objects of the protocol
    return views


def take_and_discard(match: Match, players: int, turns: int, spare: Sequence[str]) -> Match:
    """Each seat in turn takes the top discard and throws its spare card, which that replaces."""
    held = list(spare)
    for turn in range(turns):
        seat = (1 + turn) % players
        top = seen(match, players)[0]["discard"][-1]
        throw: dict[str, JSON] = {"type": "discard", "card": held[seat]}
        match = played(match, [(seat, {"type": "take"}), (seat, throw)])
        held[seat] = top
    return match


def test_three_thirteen_can_stand_still() -> None:
    before = dealt("three-thirteen", ["2C 5D 9H", "4C 7D JH"], "KS")
    throw_back: list[dict[str, JSON]] = [{"type": "take"}, {"type": "discard", "card": "KS"}]
    after = played(before, [(seat, do) for seat in (1, 0) for do in throw_back])
    assert seen(after, 2) == seen(before, 2)


def test_rummy_can_come_back_to_where_it_was() -> None:
    hands = ["2C 4C 6C 8C TC QC 2D 4D 6D 8D", "3H 5H 7H 9H JH KH 3S 5S 7S 9S"]
    before = dealt("rummy", hands, "KC")
    after = take_and_discard(before, 2, 6, ["8D", "9S"])
    assert seen(after, 2) == seen(before, 2)


def test_tongits_can_come_back_where_a_taken_discard_may_be_kept() -> None:
    hands = [
        "5C 5D 9H TH 5S 6S 2C 3D KC QD AH 8H 5H",
        "3H 4H 8C 8D JC JD 7C 7D AS KD 2S JH",
        "6H 7H QH KH 8S 9S AC 3C TD 4D 6C 7S",
    ]
    rules: Readings = {
        "drawing.discard_meld_exposure": "may_keep_in_hand",
        "discarding.discard_taken_card_back": "forbidden",
    }
    opening: dict[str, JSON] = {"type": "discard", "card": "5H"}
    before = played(dealt("tongits", hands, rules=rules), [(0, opening)])
    after = take_and_discard(before, 3, 12, ["8H", "JH", "7S"])
    assert seen(after, 3) == seen(before, 3)


def apart(law: Law, one: str, other: str) -> list[Question]:
    """The questions on which two sources admit no common reading."""

    def admitted(question: Question, source: str) -> set[str]:
        return set(question.sources.get(source, Admits()).readings(question.readings))

    return [
        question
        for question in law.questions.values()
        if not admitted(question, one) & admitted(question, other)
    ]


def test_pagat_and_denexa_contradict_each_other_once(laws: Mapping[str, Law]) -> None:
    assert [one.id for one in apart(laws["tongits"], "pagat", "denexa")] == [
        "tongits.deal.play-direction"
    ]


def test_each_point_on_which_denexa_and_jetpunk_are_apart_is_told(laws: Mapping[str, Law]) -> None:
    found = apart(laws["rummy"], "jetpunk", "denexa")
    assert len(found) == 4
    assert [one.id for one in found if f"{{law:argument}}`{one.id}`" not in PAGE] == []


def test_the_truncated_copy_lacks_as_much_as_is_told(laws: Mapping[str, Law]) -> None:
    law = laws["tongits"]
    lost = [one for one in law.questions.values() if one.sources["pagat-partial"].lost]
    clauses = [one for one in law.clauses.values() if _lost(law, one.id)]
    rows = sources.load(SPEC / "sources")
    words = {name: sum(row.words for row in rows[name].sentence) for name in rows}
    told = f"{len(lost)} questions and {len(clauses)} clauses of {len(law.clauses)}"
    assert told in " ".join(PAGE.split())
    assert words["pagat-partial"] < words["pagat"]


def _lost(law: Law, clause: str) -> bool:
    stance = law.clauses[clause].sources.get("pagat-partial")
    return stance is not None and stance.lost


@pytest.mark.parametrize(("players", "stock"), [(2, 31), (3, 30), (4, 23), (5, 21), (6, 15)])
def test_the_stock_of_rummy(players: int, stock: int) -> None:
    sizes = MEASURES["rummy"].hand_sizes(players, 0, 1)
    assert 52 - sum(sizes) - 1 == stock
