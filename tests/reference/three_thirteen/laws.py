"""The laws of the game, and how often walks through it come upon what is rare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meldcheck.explore import three_thirteen as explored
from meldspec.table import Reshuffle
from meldspec.three_thirteen.match import is_last
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.table import (
    Discarding,
    Drawing,
    GoOut,
    Keep,
    Over,
    State,
)

from ..laws import Effort, Laws
from .walks import WALKS, Step


def events(rules: Rules, step: Step) -> Iterator[object]:
    """Which hand has ended, whether the match has, and hands that are a card larger."""
    if isinstance(step.after, Over):
        table = step.after.table
        yield "hand", table.hand_number
        if is_last(rules, table.hand_number):
            yield "match"
        if explored.kept_a_card(rules, table):
            yield "kept"


def is_final(state: State) -> bool:
    """Whether somebody has gone out, and the hand goes on."""
    return isinstance(state, Drawing | Discarding) and state.table.out is not None


LAWS: Final = Laws(
    walks=WALKS,
    of_states=explored.OF_STATES,
    of_steps=explored.OF_STEPS,
    events=events,
    usual={GoOut: 41, "match": 4, **{("hand", number): 1 for number in range(1, 12)}},
    unusual=frozenset({Keep, "kept"}),
    rare={"kept": 6, Keep: 6, Reshuffle: 21, Over: 176},
    refusing=frozenset(
        {
            "three-thirteen.turn.to-act",
            "three-thirteen.draw.first-action",
            "three-thirteen.draw.one-card",
        }
    ),
    hardly=frozenset({"three-thirteen.deck.six-at-most"}),
    telling=is_final,
    effort=Effort(matches=40, small_matches=8, twins=(3, 3)),
)
