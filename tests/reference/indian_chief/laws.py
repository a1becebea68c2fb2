"""The laws of the game, and how often walks through it come upon what is rare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meldcheck.explore import indian_chief as explored
from meldspec.indian_chief.options import Rules, Size
from meldspec.indian_chief.table import (
    Claim,
    Claiming,
    Over,
    Refill,
    Refilling,
    table_of,
)

from ..laws import Effort, Laws
from .walks import WALKS, Step

ROWS: Final = len(WALKS.rows())


def events(rules: Rules, step: Step) -> Iterator[object]:
    """A stub of whole packs that is short, and melds that wait for a turn."""
    table = table_of(step.after)
    assert table is not None
    if isinstance(step.after, Refilling) and rules.size == Size():
        yield "short", table.seats
    if table.aside:
        yield "aside"


LAWS: Final = Laws(
    walks=WALKS,
    of_states=explored.OF_STATES,
    of_steps=explored.OF_STEPS,
    events=events,
    usual={Over: 28, Claim: 51, ("short", 8): 1},
    unusual=frozenset(("short", seats) for seats in range(2, 7)),
    rare={Refill: 51, Claim: 201, "aside": 51, Over: 6 * ROWS},
    refusing=frozenset(
        {
            "indian-chief.turn.to-act",
            "indian-chief.turn.choice-due",
            "indian-chief.deal.once",
            "indian-chief.refill.due",
        }
    ),
    hardly=frozenset({"indian-chief.deck.six-at-most"}),
    telling=lambda state: isinstance(state, Claiming),
    effort=Effort(
        matches=28, whole_matches=2, hands=1, every=(37, 83), tried=6, twin_hands=40, twins=(2, 1)
    ),
)
