"""Toy as a value."""

from __future__ import annotations

from typing import Final

from meldspec.kernel import Game
from meldspec.toy.draw import DEAL, DRAW_MOVE, actors, not_to_act, wrong_phase
from meldspec.toy.options import Rules
from meldspec.toy.table import Action, State

GAME: Final[Game[Rules, State, Action]] = Game(
    moves=(DEAL, DRAW_MOVE),
    following=(),
    actors=actors,
    not_to_act=not_to_act,
    wrong_phase=wrong_phase,
)
