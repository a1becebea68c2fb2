"""No hand is longer than 25 turns, and there is one that long."""

from __future__ import annotations

from meldspec.cards import ONE_PACK, Card
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import DRAW, Deal, Discard
from meldspec.tongits import game, turn
from meldspec.tongits.ending import End
from meldspec.tongits.options import DEFAULT
from meldspec.tongits.table import Action, Over, State, Take, table_of

from ..plays import card
from .laws import LAWS
from .walks import Step

PASSED_ON = "A23456789"
"""The ranks whose hearts are discarded in turn, each for the next seat to take."""


def pairs_for(seat: int) -> list[Card]:
    """The clubs and diamonds that a seat makes sets of, one in each of three of its turns."""
    ranks = [rank for turn, rank in enumerate(PASSED_ON, start=1) if turn % 3 == seat]
    return [card(rank + suit) for rank in ranks for suit in "CD"]


def hearts_of(seat: int) -> list[Card]:
    """The hearts that a seat discards for the next one."""
    return [card(rank + "H") for turn, rank in enumerate(PASSED_ON) if turn % 3 == seat]


def long_deal() -> Deal:
    """A deal in which every seat can take three discards, and nobody runs out of cards."""
    hands = [[*pairs_for(seat), *hearts_of(seat)] for seat in range(3)]
    rest = [each for each in ONE_PACK if each not in hands[0] + hands[1] + hands[2]]
    for hand, size in zip(hands, (13, 12, 12), strict=True):
        hand.extend(rest.pop() for _ in range(size - len(hand)))
    return Deal(tuple(map(tuple, hands)), tuple(rest))


def after(state: State, action: Action) -> State:
    mover = table_of(state).mover
    reached = game.GAME.step(DEFAULT, state, mover, action)
    assert not isinstance(reached, Refusal), (action, reached)
    LAWS.obeys(DEFAULT, Step(state, mover, action, reached))
    return reached


def test_a_hand_of_twenty_five_turns() -> None:
    dealt = game.GAME.step(DEFAULT, turn.begin(DEFAULT, Seat(0)), CHANCE, long_deal())
    assert not isinstance(dealt, Refusal)
    state = after(dealt, Discard(card("AH")))
    for following, rank in zip((*PASSED_ON[1:], None), PASSED_ON, strict=True):
        state = after(state, Take(frozenset((card(rank + "C"), card(rank + "D")))))
        hand = table_of(state).hands[table_of(state).mover]
        state = after(state, Discard(card(following + "H") if following else max(hand)))
    for _ in range(15):
        drawn = table_of(state).stock[0]
        state = after(after(state, DRAW), Discard(drawn))
    assert isinstance(state, Over)
    assert state.result.outcome.end is End.STOCK
    assert state.table.turn + 1 == 25
