"""Long seeded play on the engine in JavaScript: it gives every reply of the reference."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from meldcheck.engine.process import Engine
from meldcheck.law.covering import covering
from meldcheck.law.rulespace import RuleSpace
from meldcheck.seeded.campaign import fuzz
from meldcheck.seeded.fuzz import Setting
from meldcheck.words.protocol import GamePlayed
from meldspec.games import GAMES

ENGINE: Final = "conformance/engines/javascript"

HANDS: Final = {
    "tongits": 2500,
    "rummy": 1250,
    "carousel": 75,
    "three-thirteen": 375,
    "indian-chief": 125,
}
"""By game: the hands of one run by the default rules."""

COVERING: Final = 500
"""Hands of Tong-its by the rule sets that cover all pairs, in one run."""

RUNS: Final = [
    *((game, hands, False) for game, hands in HANDS.items()),
    ("tongits", COVERING, True),
]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.determined(ENGINE),
    pytest.mark.skipif(shutil.which("node") is None, reason="there is no node"),
]


def settings(game: str, played: GamePlayed, *, covers: bool) -> Sequence[Setting]:
    """The rule sets of a run: one, or those that cover all pairs."""
    space = RuleSpace.of(GAMES[game])
    whole: Sequence[Mapping[str, str | int]] = [space.default]
    if covers:
        whole = covering(game).rows
    return [Setting(GAMES[game], space.differing(row), played) for row in whole]


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("game", "hands", "covers"),
    [
        pytest.param(game, hands, covers, id=f"{game}-covering" if covers else game)
        for game, hands, covers in RUNS
    ],
)
def test_no_reply_differs_in_long_play(game: str, hands: int, covers: bool, seed: int) -> None:
    engine = Engine(["node", f"{ENGINE}/main.js"])
    played = engine.start().games[game]
    try:
        came = fuzz(engine, settings(game, played, covers=covers), hands, seed)
    finally:
        engine.kill()
    assert came.holds, came.given_up or [one.way for one in came.differences]
    assert came.coverage.hands >= hands
    assert came.coverage.skipped == 0
