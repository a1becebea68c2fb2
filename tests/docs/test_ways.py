"""The ways through the phases: as the cases of a game go, and in words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from lawpages.homes import turn_picture
from lawpages.ways import Way, phases_of, ways_of
from meldcheck.law.clauses import Law
from meldcheck.suite.examples import cases_in
from tests import committed


@pytest.fixture(scope="module")
def law() -> Law:
    """The documents of Three Thirteen."""
    return committed.law("three-thirteen")


@pytest.fixture(scope="module")
def book(law: Law) -> Any:  # a book that has nothing but cases
    """The cases of Three Thirteen."""
    return SimpleNamespace(
        cases={one.id: tuple(cases_in(law, one)) for one in law.examples.values()}
    )


def test_a_turn_goes_from_the_draw_to_the_discard(book: Any, law: Law) -> None:
    ways = ways_of(book, law)
    assert ways[Way("draw", "take", False, "discard", True)] > 0
    assert ways[Way("discard", "go_out", False, "draw", False)] > 0
    assert {way.phase for way in ways if way.action == "discard"} == {"discard"}
    assert {way.phase for way in ways} <= set(phases_of("three-thirteen"))


def test_the_picture_has_each_phase_once_in_order(book: Any, law: Law) -> None:
    picture, about = turn_picture(book, law)
    names = [" ".join(one.children[0].astext().split()) for one in picture.children]
    first = ["before the deal", "taking a card", "making a new stock"]
    assert names[:3] == [f"phase: {name}" for name in first]
    assert "then: another seat: taking a card" in " ".join(picture.astext().split())
    assert "accepted actions" in about.astext()
