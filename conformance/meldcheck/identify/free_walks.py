"""Seeded play in search of a difference between two rule sets, without a case as a guide."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import assert_never, final

from meldcheck.engine.referee import answer, begin
from meldcheck.identify.corner import RuleSets
from meldcheck.law.clauses import Law
from meldcheck.seeded.fuzz import Player, Setting
from meldcheck.sources.experiments import Experiment, experiments_of, offered, told, without
from meldcheck.words.case import Act, Ask, Setup
from meldcheck.words.protocol import GamePlayed
from meldcheck.words.readings import Readings
from meldspec.play import Refusal
from meldspec.wire import GameWire, Match


@final
class FreeWalks:
    """Random matches, each by one of two rule sets."""

    def __init__(
        self,
        game: GameWire,
        law: Law,
        pool: Sequence[Experiment],
        played: GamePlayed,
        unseen: Collection[str] = (),
    ) -> None:
        self.game = game
        self.played = played
        self.unseen = unseen

    def led_to(self, pair: RuleSets, chance: random.Random, name: str) -> Experiment | None:
        """A match up to the step where the other rule set differs; None if it never does."""
        setting = Setting(self.game, chance.choice(pair), self.played)
        (made,) = experiments_of(Player(setting, chance.randrange(2**32), 0).play())
        seen = without(offered(made, self.played), self.unseen)
        led_to = difference(self.game, pair, seen)
        return None if led_to is None else replace(led_to, id=name)

    def add(self, option: str, found: Experiment) -> None:
        """Do nothing: no play guides others."""


def difference(game: GameWire, pair: RuleSets, play: Experiment) -> Experiment | None:
    """A play up to the first step that two rule sets answer differently; None if there is none."""
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


def _begun(game: GameWire, readings: Readings, setup: Setup) -> Match:
    match = begin(game, readings, setup)
    if isinstance(match, Refusal):
        raise AssertionError(f"a match that was played is refused: {match.clauses}")
    return match
