"""The backing of a reading: the plays that show it, and those that speak against it."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, final

from meldcheck.identify.identification import Done, HeardPlay, Identification
from meldcheck.sources.experiments import Experiment, Follower, judged, missing_for, tells
from meldcheck.sources.knowledge import Knowledge, nothing_known
from meldcheck.sources.worlds import TooOpenError
from meldcheck.words.readings import Reading

PLAYS_ASTRAY: Final = 20
"""Number of plays, at most, that are compared with the readings that other plays exclude."""

FURTHER: Final = 6
"""Number of further plays, at most, that weigh a reading of an engine that contradicts itself."""


@final
@dataclass(frozen=True, slots=True)
class Backing:
    """The plays that tell a reading from others, all other questions answered as they are."""

    reading: Reading
    shown: tuple[str, ...]
    """The plays that fit the reading, and not the default."""
    against: tuple[str, ...]
    """The plays that fit only other readings, or neither it nor the default where these differ."""
    doubt: str = ""
    """Why the reading is not told, though all others are excluded; empty if it is told."""


def backing(work: Identification, option: str) -> Backing:
    """The backing of a known reading in the plays that were made."""
    reading = work.known.known(option)
    assert reading is not None
    default = work.space.default[option]
    follower = Follower(forgetting(work.known, {option}), work.played)
    shown: list[str] = []
    against: list[str] = []
    for heard in work.heard:
        if not _is_about(work, heard.experiment, option):
            continue
        match _speaks_for(follower, option, reading, default, heard):
            case True:
                shown.append(heard.experiment.id)
            case False:
                against.append(heard.experiment.id)
            case None:
                pass
    return Backing(reading, tuple(shown), tuple(against))


@final
@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A play whose replies fit a reading that other plays exclude."""

    play: str
    option: str
    readings: tuple[Reading, ...]

    @property
    def told(self) -> str:
        """The option and the readings, in words."""
        return f"{self.option} {' or '.join(map(str, self.readings))}"


def elsewhere(work: Identification) -> Iterator[Elsewhere]:
    """The plays astray that fit another reading of a question with the default one.

    At most ``PLAYS_ASTRAY`` plays are looked at.
    """
    astray = dict.fromkeys(one.experiment for one in work.misfits if one.asks is None)
    names = [*astray][:PLAYS_ASTRAY]
    heard = {one.experiment.id: one for one in work.heard if one.experiment.id in names}
    default = work.space.default
    for option, reading in work.known.closed.items():
        if reading != default[option]:
            continue
        follower = Follower(forgetting(work.known, {option}), work.played)
        for name, play in heard.items():
            seen = judged(follower, play.experiment, play.numbers, play.conversation)
            if seen.misfits or seen.too_open:
                continue
            left = [box.get(option, frozenset((reading,))) for box in seen.boxes]
            if left and not any(reading in readings for readings in left):
                yield Elsewhere(name, option, tuple(sorted(set().union(*left), key=str)))


def weigh(
    work: Identification,
    option: str,
    pool: Sequence[Experiment],
    chance: random.Random,
    done: Done,
) -> None:
    """Make further plays that tell the readings of an option apart.  Raises GivenUpError."""
    follower = Follower(forgetting(work.known, {option}), work.played)
    made = {heard.experiment.id for heard in work.heard}
    others = [one for one in pool if one.id not in made and _is_about(work, one, option)]
    telling = _telling(work, follower, chance.sample(others, len(others)))
    for _, experiment in zip(range(FURTHER), telling, strict=False):
        done(work)
        work.try_out(experiment)


def _telling(
    work: Identification, follower: Follower, plays: Sequence[Experiment]
) -> Iterator[Experiment]:
    for one in plays:
        try:
            if missing_for(one, work.played) is None and tells(follower, one, work.played):
                yield one
        except TooOpenError:
            continue


def _is_about(work: Identification, experiment: Experiment, option: str) -> bool:
    """Whether a play can tell the readings of an option apart: it asks, names or showed them."""
    asked = option == experiment.asks or option in experiment.supposes
    return asked or experiment.id in work.by.get(option, ())


def _speaks_for(
    follower: Follower, option: str, reading: Reading, default: Reading, heard: HeardPlay
) -> bool | None:
    """Whether a play speaks for a reading or against it; None if it says nothing.

    A misfit speaks against a reading where it differs from the default. What comes before a misfit
    shows nothing: the mistake may have begun there.
    """
    seen = judged(follower, heard.experiment, heard.numbers, heard.conversation)
    fits, usual = (
        any(one in box.get(option, {one}) for box in seen.boxes) for one in (reading, default)
    )
    if seen.too_open:
        return None
    if not fits:
        return False
    if seen.misfits:
        return False if usual and len(seen.misfits[0].possible) > 1 else None
    return None if usual else True


def forgetting(known: Knowledge, options: Collection[str]) -> Knowledge:
    """The knowledge without all that it says of some options."""
    box = {
        name: left
        for name, left in known.left.items()
        if name not in options and left != known.options.readings[name]
    }
    ties = (tie for tie in known.ties if not any(name in each for each in tie for name in options))
    kept: Knowledge | None = nothing_known(known.options.game)
    for boxes in ((box,), *ties):
        assert kept is not None
        kept = kept.learned(boxes)
    assert kept is not None, "less knowledge than was possible"
    return kept
