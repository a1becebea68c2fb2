"""The laws of the game, and how often walks through it come upon what is rare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from meldcheck.explore import tongits as explored
from meldspec.tongits.ending import End
from meldspec.tongits.options import Rules
from meldspec.tongits.options_of_payment import SecondWinBonus
from meldspec.tongits.options_of_play import TongitTrigger
from meldspec.tongits.table import (
    Over,
    SeatAction,
)

from ..laws import Effort, Laws
from .scenes import SCENES
from .walks import WALKS, Step

BY_READINGS: Final = frozenset(
    {
        "tongits.turn.dealer-first-turn-discards-only",
        "tongits.drawing.discard-only-onto-own-melds",
        "tongits.drawing.discard-hand-part-no-meld",
        "tongits.drawing.discard-exactly-three",
        "tongits.drawing.discard-longest-meld",
        "tongits.drawing.discard-kept-needs-meld",
        "tongits.exposing.face-down-not-with-discard",
        "tongits.exposing.dealer-first-turn-no-face-down",
        "tongits.exposing.face-down-not-available",
        "tongits.exposing.face-down-only-to-open",
        "tongits.laying-off.not-in-same-turn",
        "tongits.laying-off.opponents-melds-only",
        "tongits.laying-off.needs-open",
        "tongits.laying-off.high-end-only",
        "tongits.discarding.taken-card-stays",
        "tongits.tongits-call.happens-by-itself",
        "tongits.tongits-call.emptying-needs-call",
        "tongits.tongits-call.played-out",
        "tongits.tongits-call.opened-first",
        "tongits.tongits-call.needs-own-meld",
        "tongits.tongits-call.not-after-last-card",
        "tongits.tongits-call.not-in-dealers-first-turn",
        "tongits.draw-call.special-does-not-suffice",
    }
)


def events(rules: Rules, step: Step) -> Iterator[object]:
    """How a hand ended, and what is rare in that."""
    if not isinstance(step.after, Over):
        return
    result, outcome = step.after.result, step.after.result.outcome
    yield outcome.end
    yield outcome.end, outcome.winner is None, bool(outcome.compared)
    if outcome.end is End.TONGITS:
        yield "tongits", rules.tongits_call.tongit_trigger
    owed = any(line.clause == "tongits.pot.variant-second-win-extra" for line in result.receipt)
    pot = step.after.table.ledger.pot
    if owed or (0 < pot < result.pot and outcome.winner is not None):
        yield "second win", rules.pot.second_win_bonus


LAWS: Final = Laws(
    walks=WALKS,
    of_states=explored.OF_STATES,
    of_steps=explored.OF_STEPS,
    events=events,
    usual={
        (End.DRAW, False, False): 1,
        (End.DRAW, False, True): 1,
        (End.STOCK, False, False): 1,
        (End.STOCK, False, True): 1,
        (End.STOCK, True, False): 1,
        End.TONGITS: 11,
        **dict.fromkeys(get_args(SeatAction), 1),
    },
    rare={
        **dict.fromkeys(End, 1),
        **{("tongits", trigger): 1 for trigger in get_args(TongitTrigger)},
        **{
            ("second win", bonus): 1
            for bonus in get_args(SecondWinBonus)
            if bonus != "nothing_extra"
        },
    },
    by_readings=BY_READINGS,
    refusing=frozenset(
        {
            "tongits.turn.dealer-first-turn-no-draw",
            "tongits.drawing.mandatory",
            "tongits.drawing.exactly-one",
            "tongits.draw-call.before-drawing",
            "tongits.answering.fold-or-challenge",
            "tongits.answering.call-pending",
        }
    ),
    purposes=lambda: ((scene.rules(), scene.steps()) for scene in SCENES),
    effort=Effort(
        matches=150, small_matches=6, every=(20, 0), often=(1, 2), twin_hands=220, twins=(2, 1)
    ),
)
