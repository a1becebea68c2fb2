"""Readings of Tong-its in hands that were dealt on purpose, as chance does not reach them."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from meldcheck.explore import tongits as laws
from meldspec.cards import ONE_PACK
from meldspec.play import CHANCE, Refusal, Seat, seats_to_act
from meldspec.table import Deal
from meldspec.tongits import game, turn
from meldspec.tongits.ending import End
from meldspec.tongits.options_of_play import SecretFacedownIdentity
from meldspec.tongits.table import CHALLENGE, FOLD, Drawing, Over, Take, table_of
from meldspec.tongits.view import view

from ..plays import card_set
from .laws import LAWS
from .scenes import (
    CALLED_BESIDE_A_FOUR,
    CALLED_BESIDE_NO_FOUR,
    EMPTY_PILE,
    STUCK,
    TABLE_TAKE,
    endless,
    four_face_down,
)
from .walks import WALKS, Step


def test_a_spread_wins_just_where_it_is_played() -> None:
    """Every seat's hand lies in melds, under every pair of readings."""
    suits = [ONE_PACK[13 * number : 13 * number + 13] for number in range(4)]
    deal = Deal((suits[0], suits[1][:12], suits[2][:12]), (*suits[3], suits[1][12], suits[2][12]))
    wins = 0
    for rules in WALKS.rows():
        begun = turn.begin(rules, Seat(0))
        after = game.GAME.step(rules, begun, CHANCE, deal)
        assert not isinstance(after, Refusal)
        LAWS.obeys(rules, Step(begun, CHANCE, deal, after))
        spread = isinstance(after, Over) and after.result.outcome.end is End.SPREAD
        assert spread == (rules.variations.spread_enabled == "wins_before_first_turn")
        wins += spread
    assert wins > 5


def test_a_hand_need_not_end_where_a_discard_may_be_kept() -> None:
    """Once round the table nothing has changed but the number of the turn and what it records."""
    *_, once, twice = (
        table_of(step.after)
        for step in endless(rounds=7).steps()
        if isinstance(step.after, Drawing) and table_of(step.after).turn % 3 == 1
    )
    assert twice == replace(once, turn=once.turn + 3, taken=twice.taken)


def test_who_keeps_a_discard_is_never_left_without_an_action() -> None:
    *_, last = STUCK.steps()
    (seat,) = seats_to_act(game.GAME, STUCK.rules(), last.after)
    assert game.GAME.legal(STUCK.rules(), last.after, seat)


def test_a_turn_begins_with_a_discard_to_take() -> None:
    *_, last = EMPTY_PILE.steps()
    assert laws.turn_begins_with_cards_to_take(EMPTY_PILE.rules(), last.after)


@pytest.mark.parametrize("identity", get_args(SecretFacedownIdentity))
def test_a_four_face_down_tells_its_rank_only_where_a_reading_says_so(
    identity: SecretFacedownIdentity,
) -> None:
    """Two hands in which seat 1 lays another four look the same to the others, or do not."""
    one, other = ([step.after for step in four_face_down(rank, identity).steps()] for rank in "QK")
    hidden = identity == "hidden"
    rules = four_face_down("Q", identity).rules()
    for seat in (Seat(0), Seat(2)):
        assert view(rules, one[-2], seat) == view(rules, other[-2], seat)
        assert (view(rules, one[-1], seat) == view(rules, other[-1], seat)) == hidden
        assert game.GAME.legal(rules, one[-1], seat) == game.GAME.legal(rules, other[-1], seat)


def test_being_asked_tells_nothing_of_a_four() -> None:
    rules = CALLED_BESIDE_A_FOUR.rules()
    whole, torn = (
        [step.after for step in scene.steps()][-1]
        for scene in (CALLED_BESIDE_A_FOUR, CALLED_BESIDE_NO_FOUR)
    )
    for seat in (Seat(0), Seat(1)):
        assert view(rules, whole, seat) == view(rules, torn, seat)
    assert game.GAME.actors(rules, whole) == game.GAME.actors(rules, torn)


def test_a_seat_that_may_challenge_is_refused_out_of_turn_for_that_alone() -> None:
    rules = CALLED_BESIDE_A_FOUR.rules()
    *_, last = CALLED_BESIDE_A_FOUR.steps()
    assert game.GAME.step(rules, last.after, Seat(2), CHALLENGE) == Refusal(
        ("tongits.turn.to-act",)
    )
    folded = game.GAME.step(rules, last.after, Seat(1), FOLD)
    assert not isinstance(folded, Refusal)
    assert isinstance(game.GAME.step(rules, folded, Seat(2), CHALLENGE), Over)


def test_a_take_is_for_a_new_meld_or_for_one_on_the_table() -> None:
    rules = TABLE_TAKE.rules()
    *_, last = TABLE_TAKE.steps()
    both = Take(card_set("8D 8H"), card_set("5C 6C 7C"))
    assert both not in game.GAME.legal(rules, last.after, Seat(1))
    assert isinstance(game.GAME.step(rules, last.after, Seat(1), both), Refusal)
