"""What identification knows of one game alone, in the corner of that game."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Protocol, TypeAlias, final

from meldcheck.law.document import Law
from meldcheck.sources.experiments import Experiment
from meldcheck.words.protocol import GamePlayed
from meldcheck.words.readings import Reading, Readings
from meldspec.games import GAMES, OnDemand
from meldspec.wire import GameWire

RuleSets: TypeAlias = tuple[Readings, Readings]
"""Two rule sets that are both still possible."""


@final
@dataclass(frozen=True, slots=True)
class Alike:
    """Under the readings of ``when``, those of ``change`` make the same game."""

    when: Mapping[str, tuple[Reading, ...]]
    change: Mapping[str, Reading]
    why: str


class Walks(Protocol):
    """Seeded matches in search of a difference between two rule sets."""

    def led_to(self, pair: RuleSets, chance: random.Random, name: str) -> Experiment | None:
        """The experiment to which one match leads; None if it leads to no difference."""

    def add(self, option: str, found: Experiment) -> None:
        """A play that told something of an option may be a guide to others."""


MakesWalks: TypeAlias = Callable[
    [GameWire, Law, Sequence[Experiment], GamePlayed, Collection[str]], Walks
]
"""From the plays that are known, what an engine offers, and fields of answers not looked at."""


@final
@dataclass(frozen=True, slots=True)
class Corner:
    """What is known of a game and of no other."""

    alike: tuple[Alike, ...] = ()
    """Of two rule sets that are alike the second is the plainer one."""
    walks: MakesWalks | None = None
    """None where seeded matches are played as it comes."""


def _corner(game: str) -> Corner:
    if game not in _CORNERS:
        return Corner()
    module: Any = import_module(f"{__package__}.{game}")  # each has a CORNER
    corner: Corner = module.CORNER
    return corner


_CORNERS: Final = ("tongits", "rummy", "carousel")
"""The games that have one."""

CORNERS: Final[Mapping[str, Corner]] = OnDemand(tuple(GAMES), _corner)
"""Game id to corner; an empty one for the others."""
