"""The measure of Tong-its."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from meldcheck.games.measure import (
    DECK,
    Habits,
    Measure,
    Sighted,
    Working,
    one_pack,
    sample,
    wild_lay_offs,
)
from meldcheck.words.case import JSON, Act
from meldcheck.words.readings import Readings
from meldspec.wire import Match

SEATS: Final = 3
HAND: Final = 12
"""Number of cards of a seat that does not deal."""


def _hand_sizes(players: int, dealer: int, number: int) -> tuple[int, ...]:
    """The dealer gets one card more than the others."""
    return tuple(HAND + (seat == dealer) for seat in range(players))


def _only_deals(rng: random.Random, match: Match, readings: Readings, made: Sequence[Act]) -> JSON:
    """Chance does nothing but deal."""
    return None


def _wild(rng: random.Random, sighted: Sighted) -> Iterator[Act]:
    mover, other, own = sighted.mover, sighted.other, sighted.hand
    for name in ("draw", "call_draw", "fold", "challenge", "call_tongits"):
        yield Act(by=mover, do={"type": name})
        yield Act(by=other, do={"type": name})
    for cards in (own or DECK, DECK):
        yield Act(by=mover, do={"type": "discard", "card": rng.choice(cards)})
        yield Act(by=mover, do={"type": "call_tongits", "discard": rng.choice(cards)})
        for size in (1, 2, 3, 4):
            some = sample(rng, cards, size)
            yield Act(by=mover, do={"type": "take", "with": some})
            yield Act(by=mover, do={"type": "expose", "cards": some})
            yield Act(by=mover, do={"type": "expose", "cards": some, "face_down": True})
        yield from wild_lay_offs(rng, sighted, cards)


_EAGER: Final = {"call_draw": 6.0, "take": 8.0, "expose": 6.0, "lay_off": 8.0}
_PATIENT: Final = {"call_draw": 0.3, "take": 3.0, "expose": 1.0, "lay_off": 3.0}
_CLOSED: Final = {"call_draw": 0.0, "take": 0.0, "expose": 0.0, "lay_off": 4.0}
_OPENED: Final = {"call_draw": 0.0, "take": 6.0, "expose": 8.0, "lay_off": 1.0}

MEASURE: Final = Measure(
    name="tongits",
    title="Tong-its",
    players=(SEATS,),
    packs=one_pack,
    hand_sizes=_hand_sizes,
    ends=("tongits", "draw", "stock"),
    least_cases=450,
    least_by_hand=250,
    working=Working(
        hand="deadwood",
        gain="pays",
        field="payments",
        labels={
            "win": "tongits.settlement.win-one",
            "tongits": "tongits.settlement.tongit-three",
            "challenged": "tongits.settlement.challenge-three",
            "burned": "tongits.burned.one-chip",
            "ace": "tongits.settlement.ace-one-each",
            "secret": "tongits.settlement.secret-three-each",
            "sagasa": "tongits.settlement.sagasa-like-a-secret",
            "long-run": "tongits.variations.long-run",
            "second-win": "tongits.pot.variant-second-win-extra",
        },
        form="'seat N pays: LABEL N + … = N' or 'seat N deadwood: …'",
    ),
    lays="expose",
    shown={
        "deal": "tongits.deal.stock-is-remainder",
        "draw": "tongits.drawing.two-sources",
        "take": "tongits.drawing.discard-must-expose",
        "expose": "tongits.exposing.owned",
        "lay_off": "tongits.laying-off.others-melds",
        "discard": "tongits.discarding.face-up-on-top",
        "call_tongits": "tongits.tongits-call.caller-wins",
        "call_draw": "tongits.draw-call.ends-hand",
        "fold": "tongits.answering.fold-or-challenge",
        "challenge": "tongits.showdown.participants",
    },
    habits=Habits(
        tempers=((4, _EAGER), (4, _PATIENT), (1, _CLOSED), (2, _OPENED)),
        usual={"draw": 2.0, "discard": 2.0, "fold": 1.0, "challenge": 2.0, "call_tongits": 20.0},
        late=("draw", "call_draw", "fold", "call_tongits"),
        hands=(1, 1, 2, 3),
        wild=_wild,
        chance=_only_deals,
        untimely=lambda rng, match: iter(()),
        kept=1.0,
        besides=(),
        many={"draw": 4, "play": 12, "respond": 2},
    ),
)
"""Tong-its."""
