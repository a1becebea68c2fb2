"""How often ``meldspec identify`` takes a mistake for a reading.

Usage, in a checkout: ``python -m tests.conformance.identified [GAME ...]``.

The reference with a known mistake is identified. It plays the default readings; then it plays some
other readings besides, drawn by seed.  If a reading is told, the same is done by a catalogue of
causes without the mistake, as for a mistake that nobody knows yet.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import get_context
from typing import Any, Final, final

from meldcheck.check.causes import Deviation, Trait, load
from meldcheck.games import title_of
from meldcheck.identify.course import identify
from meldcheck.law.clauses import Law
from meldcheck.law.rulespace import RuleSpace
from meldcheck.words.places import suite_directory
from meldcheck.words.protocol import GamePlayed
from meldcheck.words.readings import Reading, Readings
from meldspec.games import GAMES, NAMES
from tests import committed

from .in_process import InProcess
from .mistakes import AnySpoken, Mistake, changes
from .mistakes.hunt import bundled, tables

MOST: Final = 20
"""Number of mistakes of a game, at most."""
BESIDE: Final = 8
"""Number of them that are played with other readings, too."""
OTHERS: Final = 3
"""Number of these readings."""


@final
@dataclass(frozen=True, slots=True)
class Told:
    """What is told of an engine, of readings other than the default."""

    mistake: str
    right: Readings
    """Those that the engine plays."""
    left: Readings
    """Those that elimination leaves."""
    told: Readings
    unlisted: Readings
    """Those that are told by a catalogue without the mistake."""

    def wrong(self, readings: Readings) -> list[str]:
        """Those of these readings that are not played."""
        pairs = readings.items()
        return [f"{name}={reading}" for name, reading in pairs if self.right.get(name) != reading]


def mistakes(game: str) -> list[Mistake]:
    """The mistakes of a game that are tried."""
    known: Sequence[Mistake] = tables()[game].MISTAKES
    return random.Random(game).sample(known, min(MOST, len(known)))


@cache
def catalogue(game: str) -> tuple[Deviation, ...]:
    """The known differences of a game."""
    found = load(suite_directory(), bundled().manifest)
    if found is None:
        sys.exit("no catalogue for this suite; run: python -m tests.causes")
    return tuple(entry for entry in found.entries if entry.game == game)


@cache
def law(game: str) -> Law:
    """The documents of a game."""
    return committed.law(game)


def same_reading(game: str, name: str) -> dict[str, Reading]:
    """The reading that a mistake is, because it fails the same cases in the same way."""
    entries = catalogue(game)
    own = [entry.signs for entry in entries if entry.kind is Trait.MISTAKE and entry.name == name]
    names = [e.name for e in entries if e.kind is Trait.READING and e.signs in own]
    pairs = dict(each.split("=") for each in names)
    readings = GAMES[game].readings()
    return {
        option: next(each for each in readings[option] if str(each) == reading)
        for option, reading in pairs.items()
    }


def tried(game: str, mistake: Mistake, others: Readings) -> Told:
    """What is told of the reference with a mistake and some readings."""
    engine = InProcess(with_readings(mistake.played, others))
    right = {**same_reading(game, mistake.name), **others}
    left, told = identified(engine, catalogue(game))
    unlisted = told
    if left:
        without = [entry for entry in catalogue(game) if entry.name != mistake.name]
        _, unlisted = identified(engine, without)
    return Told(mistake.name, right, left, told, unlisted)


def identified(engine: InProcess, entries: Sequence[Deviation]) -> tuple[Readings, Readings]:
    """The readings other than the default that elimination leaves, and those that are told."""
    game = engine.game.name
    usual = RuleSpace.of(GAMES[game]).default
    played = GamePlayed(abilities=GAMES[game].abilities)
    cases = bundled().cases
    findings = identify(engine, played, GAMES[game], law(game), cases, entries, most_walks=0)
    left: dict[str, Reading] = {}
    told: dict[str, Reading] = {}
    for answer in findings.answers:
        option = answer.question.option
        if answer.reading not in (None, usual[option]):
            told[option] = answer.reading
        if answer.backing is not None:
            left[option] = answer.backing.reading
    return left, told


def with_readings(spoken: AnySpoken, readings: Readings) -> AnySpoken:
    """A game by other readings, whatever is agreed."""
    options = {each.name: each for each in tables()[spoken.name].SPOKEN.table.options}

    def change(rules: Any) -> Any:  # the rules of the game
        for name, reading in readings.items():
            rules = options[name].put(rules, reading)
        return rules

    return changes.by_rules(spoken, change) if readings else spoken


def other_readings(game: str, mistake: str) -> Readings:
    """Playable readings that are not the default, drawn by the name of a mistake."""
    chance = random.Random(mistake)
    space = RuleSpace.of(GAMES[game])
    while True:
        options = chance.sample(sorted(space.readings), OTHERS)
        drawn = {name: chance.choice(space.readings[name][1:]) for name in options}
        played = {**space.default, **drawn}
        if all(
            played[need.option] != need.reading or played[need.needed] in need.readings
            for need in space.needs
        ):
            return drawn


def counted(game: str) -> tuple[list[Told], list[Told]]:
    """What is told with the default readings, and beside other readings."""
    known = mistakes(game)
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
        alone = pool.map(partial(_alone, game), range(len(known)))
        beside = pool.map(partial(_beside, game), range(min(BESIDE, len(known))))
        return list(alone), list(beside)


def _alone(game: str, place: int) -> Told:
    return tried(game, mistakes(game)[place], {})


def _beside(game: str, place: int) -> Told:
    mistake = mistakes(game)[place]
    return tried(game, mistake, other_readings(game, mistake.name))


HEAD: Final = """\
| game | mistakes | wrong | unlisted | other readings | left | right | wrong | unlisted |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


def lines(games: Sequence[str]) -> Iterator[str]:
    """A row for each game, and then the wrong readings that are told."""
    yield HEAD
    remarks: list[str] = []
    for game in games:
        alone, beside = counted(game)
        cells = [
            len(alone),
            sum(len(one.wrong(one.told)) for one in alone),
            sum(len(one.wrong(one.unlisted)) for one in alone),
            len(beside),
            sum(len(one.left) - len(one.wrong(one.left)) for one in beside),
            sum(len(one.told) - len(one.wrong(one.told)) for one in beside),
            sum(len(one.wrong(one.told)) for one in beside),
            sum(len(one.wrong(one.unlisted)) for one in beside),
        ]
        yield f"| {title_of(game)} | {' | '.join(map(str, cells))} |"
        for one in (*alone, *beside):
            wrong = dict.fromkeys((*one.wrong(one.told), *one.wrong(one.unlisted)))
            remarks += [f"- {title_of(game)}, {one.mistake}: {', '.join(wrong)}"] if wrong else []
    yield ""
    yield from remarks


def main(games: Sequence[str]) -> int:
    """Print the table."""
    for line in lines(games or NAMES):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
