"""Nobody learns of Carousel's hands by being asked: every seat is, after a turn."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from meldspec.carousel.game import GAME
from meldspec.carousel.knock import may_knock
from meldspec.carousel.options import DEFAULT
from meldspec.carousel.table import KNOCK, Knocking
from meldspec.carousel.view import view
from meldspec.play import Seat

from ..plays import hand
from ..twins import same_for
from .walks import WALKS, position, with_readings


@pytest.mark.parametrize("actor", ["only_player_just_ended", "anyone_below_five"])
def test_being_asked_tells_nobody_who_could_knock(actor: str) -> None:
    """Two hands of a size, with one of which a seat may knock and with the other not."""
    rules = with_readings(knock_actor=actor)
    low, high = (Knocking(position(held, others=("9C", "9D"))) for held in ("AC 2C", "KC KD"))
    assert [may_knock(rules, 2, (), each.table.hand) for each in (low, high)] == [True, False]
    assert KNOCK in GAME.legal(rules, low, Seat(0))
    assert KNOCK not in GAME.legal(rules, high, Seat(0))
    for seat in (Seat(1), Seat(2)):
        tried = WALKS.conceivable(rules, low, seat, random.Random(1))
        same_for(WALKS, rules, (low, high), seat, tried)


def test_a_hand_by_itself_is_seen_by_its_seat_alone() -> None:
    state = Knocking(position("AC 2C", others=("9C", "9D")))
    table = state.table
    other = replace(state, table=replace(table, hands=(table.hands[0], hand("9H"), table.hands[2])))
    assert view(DEFAULT, state, Seat(0)) == view(DEFAULT, other, Seat(0))
    assert view(DEFAULT, state, Seat(1)) != view(DEFAULT, other, Seat(1))
