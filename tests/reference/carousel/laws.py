"""The laws of the game, and how often walks through it come upon what is rare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meldcheck.explore import carousel as explored
from meldspec.carousel.options import Rules
from meldspec.carousel.table import (
    Decline,
    End,
    Knock,
    Over,
    Rearrange,
)
from meldspec.table import Draw

from ..laws import Effort, Laws
from .walks import WALKS, Step

ROWS: Final = len(WALKS.rows())


def events(rules: Rules, step: Step) -> Iterator[object]:
    """How a hand ended, and who had not the fewest points that has ended it."""
    if isinstance(step.after, Over):
        result = step.after.result
        yield result.end
        if result.knocker not in (None, *result.winners):
            yield "undercut"


LAWS: Final = Laws(
    walks=WALKS,
    of_states=explored.OF_STATES,
    of_steps=explored.OF_STEPS,
    events=events,
    usual={
        Draw: 11,
        Rearrange: 11,
        Decline: 11,
        Knock: 11,
        End.KNOCK: 11,
        End.STOCK: 6,
        "undercut": 1,
    },
    rare={("tried", Rearrange): 50 * ROWS, End.KNOCK: ROWS, End.STOCK: ROWS},
    refusing=frozenset(
        {
            "carousel.turn.to-act",
            "carousel.draw.first",
            "carousel.knock.after-own-turn",
            "carousel.knock.nothing-else",
            "carousel.knock.next-waits",
            "carousel.deal.between-hands",
        }
    ),
    effort=Effort(matches=24, small_matches=6, every=(5, 23), most=160, twins=(3, 3)),
)
