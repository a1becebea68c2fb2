"""The laws of the game, and how often walks through it come upon what is rare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meldcheck.explore import rummy as explored
from meldspec.rummy.options import Rules
from meldspec.rummy.table import (
    Drawing,
    End,
    LayMeld,
    Over,
    Playing,
)
from meldspec.table import LayOff, Reshuffle

from ..laws import Effort, Laws
from .walks import WALKS, Step


def events(rules: Rules, step: Step) -> Iterator[object]:
    """How a hand ended, and a card that was taken and kept."""
    match step.before, step.after:
        case Playing(table), Drawing(later) if table.taken in later.hands[table.mover]:
            yield "kept"
        case _, Over(_, result):
            yield result.outcome.end, result.outcome.winner is None, result.outcome.rummy
        case _:
            pass


LAWS: Final = Laws(
    walks=WALKS,
    of_states=explored.OF_STATES,
    of_steps=explored.OF_STEPS,
    events=events,
    usual={
        Reshuffle: 21,
        LayMeld: 201,
        LayOff: 201,
        (End.OUT, False, False): 51,
        (End.OUT, False, True): 6,
    },
    unusual=frozenset({(End.STOCK, True, False), (End.STOCK, False, False)}),
    rare={
        "kept": 1,
        (End.OUT, False, False): 1,
        (End.OUT, False, True): 6,
        (End.STOCK, False, False): 1,
        (End.STOCK, True, False): 1,
    },
    refusing=frozenset({"rummy.turn.to-act", "rummy.draw.first-action", "rummy.draw.one-card"}),
    hardly=frozenset(
        {
            "rummy.draw.would-strand",
            "rummy.discard.only-taken-card-left",
            "rummy.stock.nothing-to-draw",
        }
    ),
    never=frozenset({"rummy.stock.nothing-to-draw"}),
    effort=Effort(matches=60, small_matches=6, hands=4, twin_hands=75),
)
