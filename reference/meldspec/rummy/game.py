"""Rummy as a value: its moves, its consequences, and who may act.

The law: spec/rummy/game.md
"""

from __future__ import annotations

from typing import Final

from meldspec.kernel import Game
from meldspec.rummy.deal import DEAL
from meldspec.rummy.dealer import CUT
from meldspec.rummy.discard import DISCARD, keep_the_taken_card
from meldspec.rummy.draw import DRAW_MOVE, TAKE_MOVE
from meldspec.rummy.layoff import LAY_OFF
from meldspec.rummy.meld import MELD
from meldspec.rummy.options import Rules
from meldspec.rummy.out import go_out
from meldspec.rummy.score import score_the_hand
from meldspec.rummy.stock import RESHUFFLE, end_with_both_piles, go_on_or_end, use_up_early
from meldspec.rummy.table import Action, State
from meldspec.rummy.turn import actors, not_to_act, pass_the_turn, wrong_phase

GAME: Final[Game[Rules, State, Action]] = Game(
    moves=(CUT, DEAL, DRAW_MOVE, TAKE_MOVE, MELD, LAY_OFF, DISCARD, RESHUFFLE),
    following=(
        go_out,
        keep_the_taken_card,
        pass_the_turn,
        end_with_both_piles,
        use_up_early,
        go_on_or_end,
        score_the_hand,
    ),
    actors=actors,
    not_to_act=not_to_act,
    wrong_phase=wrong_phase,
)
"""Rummy.  An empty hand decides before an empty stock."""
