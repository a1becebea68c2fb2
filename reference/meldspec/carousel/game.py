"""Carousel as a value: its moves, and its consequences.

No move discards, and cards are drawn only from the stock.

Clauses: setup.no-discard-pile, draw.stock-only, rearrange.only-while-melding, rearrange.whole.

The law: spec/carousel/game.md
"""

from __future__ import annotations

from typing import Final

from meldspec.carousel.deal import DEAL
from meldspec.carousel.draw import DRAW_AGAIN, DRAW_FIRST, PASS, begin_the_turn
from meldspec.carousel.knock import DECLINE_MOVE, KNOCK_MOVE, knock_with_an_empty_hand
from meldspec.carousel.options import Rules
from meldspec.carousel.rearrange import REARRANGE
from meldspec.carousel.score import show_and_score
from meldspec.carousel.stock import end_with_the_stock
from meldspec.carousel.table import Action, State
from meldspec.carousel.turn import actors, may_act, not_to_act, pass_the_turn, wrong_phase
from meldspec.kernel import Game

GAME: Final[Game[Rules, State, Action]] = Game(
    moves=(DEAL, DRAW_FIRST, DRAW_AGAIN, REARRANGE, PASS, KNOCK_MOVE, DECLINE_MOVE),
    following=(
        end_with_the_stock,
        begin_the_turn,
        knock_with_an_empty_hand,
        pass_the_turn,
        show_and_score,
    ),
    actors=actors,
    not_to_act=not_to_act,
    wrong_phase=wrong_phase,
    may_act=may_act,
)
