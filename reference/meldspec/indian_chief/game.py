"""Indian Chief as a value: its moves, and its consequences.

The law: spec/indian-chief/game.md
"""

from __future__ import annotations

from typing import Final

from meldspec.indian_chief.deal import DEAL
from meldspec.indian_chief.match import match_is_over
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.refill import REFILL, hands_are_filled_up, stub_is_short
from meldspec.indian_chief.restore import RESHUFFLE, hands_are_full
from meldspec.indian_chief.table import Action, State
from meldspec.indian_chief.thief import CLAIM, all_have_claimed, thief_finds_nothing
from meldspec.indian_chief.turn import (
    CHOOSE,
    actors,
    all_have_chosen,
    may_act,
    not_to_act,
    wrong_phase,
)
from meldspec.kernel import Game

GAME: Final[Game[Rules, State, Action]] = Game(
    moves=(DEAL, CHOOSE, CLAIM, REFILL, RESHUFFLE),
    following=(
        all_have_chosen,
        thief_finds_nothing,
        all_have_claimed,
        match_is_over,
        stub_is_short,
        hands_are_filled_up,
        hands_are_full,
    ),
    actors=actors,
    not_to_act=not_to_act,
    wrong_phase=wrong_phase,
    may_act=may_act,
)
