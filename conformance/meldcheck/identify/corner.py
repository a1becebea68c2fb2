"""What identification knows about one game only: the corner of that game."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Protocol, TypeAlias, final

from meldcheck.law.clauses import Law
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
    """An argument that, under the readings of ``when``, those of ``change`` give the same game."""

    when: Mapping[str, tuple[Reading, ...]]
    change: Mapping[str, Reading]
    why: str


class Walks(Protocol):
    """Seeded matches in search of a difference between two rule sets."""

    def led_to(self, pair: RuleSets, chance: random.Random, name: str) -> Experiment | None:
        """The experiment from one match; None if the match shows no difference."""

    def add(self, option: str, found: Experiment) -> None:
        """Take a play that told something about an option as a guide for later matches."""


MakesWalks: TypeAlias = Callable[
    [GameWire, Law, Sequence[Experiment], GamePlayed, Collection[str]], Walks
]
"""Makes walks from the known plays, the engine's offer, and the answer fields to ignore."""


@final
@dataclass(frozen=True, slots=True)
class Corner:
    """What is known about one game and no other."""

    alike: tuple[Alike, ...] = ()
    """Pairs of equal rule sets; ``change`` leads to the plainer one."""
    walks: MakesWalks | None = None
    """None if the game uses the general ``FreeWalks``."""


def _corner(game: str) -> Corner:
    if game not in _CORNERS:
        return Corner()
    module: Any = import_module(f"{__package__}.{game}")  # each has a CORNER
    corner: Corner = module.CORNER
    return corner


_CORNERS: Final = ("tongits", "rummy", "carousel")
"""The games that have a corner."""

CORNERS: Final[Mapping[str, Corner]] = OnDemand(tuple(GAMES), _corner)
"""Game id to corner; an empty one for the others."""
