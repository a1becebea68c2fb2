"""Tong-its as one value: its moves, its consequences, and who may act.

The law: spec/tongits/game.md
"""

from __future__ import annotations

from typing import Final

from meldspec.kernel import Game
from meldspec.tongits.answering import CHALLENGE_MOVE, FOLD_MOVE, caller_wins
from meldspec.tongits.deal import DEAL
from meldspec.tongits.discarding import DISCARD
from meldspec.tongits.draw_call import CALL_DRAW_LATER, CALL_DRAW_MOVE
from meldspec.tongits.drawing import DRAW_MOVE, TAKE
from meldspec.tongits.exposing import EXPOSE
from meldspec.tongits.laying_off import LAY_OFF
from meldspec.tongits.options import Rules
from meldspec.tongits.settlement import pay
from meldspec.tongits.showdown import compare_after_challenge
from meldspec.tongits.stock_end import compare_after_stock
from meldspec.tongits.table import Action, State
from meldspec.tongits.tongits_call import (
    CALL_TONGITS_FIRST,
    CALL_TONGITS_MOVE,
    play_on_without_cards,
    win_by_covering,
    win_by_emptying,
)
from meldspec.tongits.turn import actors, not_to_act, pass_the_turn, wrong_phase
from meldspec.tongits.variations import win_by_spread

GAME: Final[Game[Rules, State, Action]] = Game(
    moves=(
        DEAL,
        CALL_DRAW_MOVE,
        DRAW_MOVE,
        TAKE,
        CALL_TONGITS_FIRST,
        EXPOSE,
        LAY_OFF,
        DISCARD,
        CALL_TONGITS_MOVE,
        CALL_DRAW_LATER,
        FOLD_MOVE,
        CHALLENGE_MOVE,
    ),
    following=(
        win_by_spread,
        win_by_emptying,
        win_by_covering,
        play_on_without_cards,
        compare_after_stock,
        pass_the_turn,
        caller_wins,
        compare_after_challenge,
        pay,
    ),
    actors=actors,
    not_to_act=not_to_act,
    wrong_phase=wrong_phase,
)
"""Tong-its.  An empty hand decides before an empty stock."""
