"""Three Thirteen as a value: its moves, and its consequences.

The law: spec/three-thirteen/game.md.  No move lays a meld on the table or a card on another's meld.

Clauses: meld.closed, meld.in-hand, score.no-layoff.
"""

from __future__ import annotations

from typing import Final

from meldspec.kernel import Game
from meldspec.three_thirteen.deal import DEAL
from meldspec.three_thirteen.discard import DISCARD
from meldspec.three_thirteen.draw import DRAW_MOVE, TAKE_MOVE
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.out import GO_OUT, KEEP_MOVE, end_the_hand, end_turn_after_draw
from meldspec.three_thirteen.stock import RESHUFFLE, use_up_the_stock
from meldspec.three_thirteen.table import Action, State
from meldspec.three_thirteen.turn import actors, not_to_act, pass_the_turn, wrong_phase

GAME: Final[Game[Rules, State, Action]] = Game(
    moves=(DEAL, RESHUFFLE, DRAW_MOVE, TAKE_MOVE, DISCARD, GO_OUT, KEEP_MOVE),
    following=(use_up_the_stock, end_turn_after_draw, end_the_hand, pass_the_turn),
    actors=actors,
    not_to_act=not_to_act,
    wrong_phase=wrong_phase,
)
"""Three Thirteen.  A new stock is made before any other consequence."""
