"""Seeded play of any kind in search of a difference between two rule sets: no case guides it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias, assert_never

from meldcheck.engine.referee import answer, begin
from meldcheck.seeded.fuzz import Player, Setting
from meldcheck.sources.experiments import Experiment, experiments_of, told
from meldcheck.words.case import Act, Ask, Setup
from meldcheck.words.protocol import GamePlayed
from meldcheck.words.readings import Reading
from meldspec.play import Refusal
from meldspec.wire import GameWire, Match

_Pair: TypeAlias = tuple[Mapping[str, Reading], Mapping[str, Reading]]
"""Two rule sets."""


def unguided(
    game: GameWire, pair: _Pair, chance: random.Random, name: str, played: GamePlayed
) -> Experiment | None:
    """A match by one of two rule sets, up to where the other goes on otherwise; None without."""
    case = Player(Setting(game, chance.choice(pair), played), chance.randrange(2**32), 0).play()
    (made,) = experiments_of(case)
    led_to = difference(game, pair, made)
    return None if led_to is None else replace(led_to, id=name)


def difference(game: GameWire, pair: _Pair, play: Experiment) -> Experiment | None:
    """A play up to its first step to which two rule sets answer otherwise; None without."""
    if play.setup is None:
        raise AssertionError(f"{play.id} is no play")
    sides = [_begun(game, readings, play.setup) for readings in pair]
    for number, step in enumerate(play.steps, start=1):
        match step:
            case Act(by=by, do=do):
                after = [side.act(by, do) for side in sides]
                differ = len({isinstance(each, Refusal) for each in after}) > 1
                sides = [
                    old if isinstance(new, Refusal) else new
                    for new, old in zip(after, sides, strict=True)
                ]
            case Ask():
                fields = play.fields.get(number, ())
                differ = len({told(answer(side, step), fields) for side in sides}) > 1
            case _:
                assert_never(step)
        if differ:
            steps = play.steps[:number]
            return Experiment(play.id, game.name, steps, setup=play.setup, fields=play.fields)
    return None


def _begun(game: GameWire, readings: Mapping[str, Reading], setup: Setup) -> Match:
    match = begin(game, readings, setup)
    if isinstance(match, Refusal):
        raise AssertionError(f"a match that was played is refused: {match.clauses}")
    return match
