"""Toy as it is measured."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from meldcheck.games.measure import Habits, Measure, Sighted, Working, one_pack
from meldcheck.words.case import Act


def _wild(rng: random.Random, sighted: Sighted) -> Iterator[Act]:
    for seat in (sighted.mover, sighted.other):
        yield Act(by=seat, do={"type": "draw"})


MEASURE: Final = Measure(
    name="toy",
    title="Toy",
    players=(2,),
    pack=("AS", "2S", "3S"),
    packs=one_pack,
    hand_sizes=lambda players, dealer, number: (1, 1),
    ends=("drawn",),
    least_cases=3,
    least_by_hand=3,
    working=Working(
        hand="count",
        gain=None,
        field="deadwood",
        form="'seat N count: CARD N + … = N'",
    ),
    shown={"deal": "toy.draw.one-card", "draw": "toy.draw.ends"},
    habits=Habits(
        tempers=((1, {"draw": 1.0}),),
        usual={},
        late=("draw",),
        hands=(1,),
        wild=_wild,
        chance=lambda rng, match, readings, made: None,
        untimely=lambda rng, match: iter(()),
        kept=1.0,
        besides=(),
        many={"draw": 1},
    ),
)
"""Toy."""
