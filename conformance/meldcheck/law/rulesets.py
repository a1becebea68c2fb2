"""Rule sets by name: the default one, one for each source, the variations, and house rule files.

A rule set gives every option a reading.  The rule set of a source comes from the documents. A named
variation is a house rule file next to the documents.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import click

from meldcheck.law.clauses import Law
from meldcheck.law.housefiles import HouseFile, chosen_in, read_house_file
from meldcheck.law.profiles import Profile, profile
from meldcheck.law.recorded import in_order, present_law
from meldcheck.law.rulespace import RuleSpace
from meldcheck.words import places
from meldcheck.words.readings import Readings
from meldspec.games import GAMES, OPTIONS
from meldspec.wire import GameWire

DEFAULT: Final = "default"
VARIATIONS: Final = "rulesets"
"""The folder of a game's named variations, next to its chapters."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A reading for every option of a game, under a name."""

    game: str
    name: str
    readings: Readings
    sent: Readings
    """The readings that a request names: those that differ from the default and matter."""
    about: str = ""
    base: str | None = None
    """The rule set from which it was made; None for the default and for a source."""
    aliases: tuple[str, ...] = ()
    profile: Profile | None = None
    """For the rule set of a source, what that source admits and leaves open."""

    @property
    def differs(self) -> Readings:
        """The readings that differ from the default, whether they matter or not."""
        return RuleSpace.named(self.game).differing(self.readings)


Chosen: TypeAlias = Mapping[str, RuleSet]
"""By game: the rule set that is played. A game without one is played by the default."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The named rule sets of one game."""

    law: Law
    space: RuleSpace
    rule_sets: Mapping[str, RuleSet]
    """By name, in the order of lists."""

    @property
    def game(self) -> GameWire:
        """The game, which is imported."""
        return GAMES[self.law.game]

    def find(self, words: str) -> RuleSet | None:
        """The rule set of this name or alias, with ``-`` or ``_``; None if there is none."""
        name = _plain(words)
        return next(
            (one for one in self.rule_sets.values() if name in (one.name, *one.aliases)), None
        )

    def house(self, path: Path) -> RuleSet:
        """The rule set of a house rule file.  SpecError if the file is wrong."""
        house = read_house_file(path)
        if _plain(house.base) == _plain(house.name) and self.find(house.base) is None:
            raise house.error(f"{house.name!r} is its own base", "base")
        base = self.find(house.base)
        if base is None:
            there = ", ".join(self.rule_sets)
            raise house.error(f"no rule set {house.base!r} to start from; known: {there}", "base")
        made = made_from(self.law, self.space, house, base)
        taken = self.find(made.name)
        if taken is not None and taken.readings != made.readings:
            raise house.error(f"{taken.name} is the name of another rule set", "name")
        return made


def _plain(words: str) -> str:
    return words.strip().lower().replace("_", "-")


def default_rule_set(game: str) -> RuleSet:
    """The rule set of the documents' defaults."""
    about = "The default reading of every question."
    return RuleSet(game, DEFAULT, RuleSpace.named(game).default, {}, about)


@cache
def load_shelf(spec: Path, game: str) -> Shelf:
    """The named rule sets of a game, cached.  SpecError for faulty documents.

    Its law may have no examples; its questions have their readings in a fixed order.
    """
    return shelf_of(in_order(present_law(spec, game), OPTIONS[game].readings()), spec)


def shelf_of(law: Law, spec: Path) -> Shelf:
    """The named rule sets of a game: the default one, the sources, the variations.

    SpecError for a faulty variation.
    """
    game, space = law.game, law.rule_space()
    named = {DEFAULT: default_rule_set(game)}
    for source in law.profiles:
        named[source] = _of_source(space, game, profile(law, source))
    folder = spec / game / VARIATIONS
    houses = {path.stem: read_house_file(path) for path in sorted(folder.glob("*.toml"))}
    for name, house in houses.items():
        if house.name != name:
            raise house.error(f"the name {house.name!r} is not that of the file", "name")
        if name in named:
            raise house.error(f"{name!r} is the name of a source or of the default", "name")
        named[name] = _variation(law, space, named, houses, (name,))
    called: dict[str, str] = {}
    for one in named.values():
        for word in (one.name, *one.aliases):
            if called.setdefault(word, one.name) != one.name:
                file = houses[one.name]
                raise file.error(f"{word!r} is the name of {called[word]} already", "aliases")
    return Shelf(law, space, named)


def _variation(
    law: Law,
    space: RuleSpace,
    named: Mapping[str, RuleSet],
    houses: Mapping[str, HouseFile],
    path: tuple[str, ...],
) -> RuleSet:
    """A named variation, the last name of ``path``; each other name has the next as its base."""
    house = houses[path[-1]]
    base = _plain(house.base)
    if base in path:
        circle = " from ".join((*path, base))
        raise house.error(f"the bases form a circle: {circle}", "base")
    if base in named:
        return made_from(law, space, house, named[base])
    if base in houses:
        return made_from(law, space, house, _variation(law, space, named, houses, (*path, base)))
    there = ", ".join(dict.fromkeys((*named, *houses)))
    raise house.error(f"no rule set {house.base!r} to start from; known: {there}", "base")


def made_from(law: Law, space: RuleSpace, house: HouseFile, base: RuleSet) -> RuleSet:
    """The rule set of a file on its base.

    SpecError for options that are wrong, or that leave play undefined together.
    """
    if house.game != law.game:
        raise house.error(f"these are rules of {house.game!r}, not of {law.game}", "game")
    chosen = chosen_in(house, law)
    own = {asked.option: reading for asked, reading in chosen.values()}
    readings = {name: own.get(name, reading) for name, reading in base.readings.items()}
    for need in space.unmet(readings):
        names = {key: asked.option for key, (asked, _) in chosen.items()}
        raise house.error_about(f"cannot be played: {need.sentence()}", names)
    return RuleSet(
        game=law.game,
        name=house.name,
        readings=readings,
        sent=space.sent(readings),
        about=house.about,
        base=base.name,
        aliases=tuple(_plain(alias) for alias in house.aliases),
    )


def _of_source(space: RuleSpace, game: str, read: Profile) -> RuleSet:
    about = f"What {read.source} says and implies; where it is silent, the default."
    sent = space.sent(read.readings)
    return RuleSet(game, read.source, read.readings, sent, about, profile=read)


def of_suite(game: str, name: str, readings: Readings) -> RuleSet:
    """The rule set for which a suite was made, from the defaults in its manifest."""
    usual = default_rule_set(game)
    whole = {name: readings.get(name, reading) for name, reading in usual.readings.items()}
    if whole == usual.readings:
        return usual
    space = load_shelf(places.spec_directory(), game).space
    return RuleSet(game, name, whole, space.sent(whole))


# ── on the command line ──────────────────────────────────────────────────────────────────────────


def choose(words: str) -> Chosen:
    """The rule sets that a name or a file stands for, by game.

    SpecError for a faulty file, click.BadParameter for an unknown name.
    """
    if _plain(words) == DEFAULT:
        return {}
    shelves = {name: load_shelf(places.spec_directory(), name) for name in games_with_rules()}
    chosen = {
        name: found for name, shelf in shelves.items() if (found := shelf.find(words)) is not None
    }
    if chosen:
        return chosen
    path = Path(words)
    if path.suffix == ".toml" or os.sep in words or path.exists():
        return _in_file(shelves, path)
    there = ", ".join(dict.fromkeys(name for one in shelves.values() for name in one.rule_sets))
    raise click.BadParameter(f"no rule set {words!r}; known: {there}, or give a file")


def check_belongs(chosen: Chosen | None, games: Collection[str]) -> None:
    """click.UsageError if rules are chosen and none of these games has them.

    They would be ignored, and the default rules would be played.
    """
    if chosen and games and chosen.keys().isdisjoint(games):
        raise click.UsageError(f"these are rules of {', '.join(chosen)}, not of {', '.join(games)}")


def games_with_rules() -> tuple[str, ...]:
    """The games with named rule sets: those that are played and have documents."""
    spec = places.spec_directory()
    return tuple(name for name in GAMES if (spec / name).is_dir())


def _in_file(shelves: Mapping[str, Shelf], path: Path) -> Chosen:
    game = read_house_file(path).game
    if game not in shelves:
        problem = f"no game {game!r}; known: {', '.join(shelves)}"
        raise read_house_file(path).error(problem, "game")
    return {game: shelves[game].house(path)}


Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def _chosen(context: click.Context, parameter: click.Parameter, words: str | None) -> Chosen | None:
    return None if words is None else choose(words)


def rules_option(function: Decorated) -> Decorated:
    """The option ``--rules`` of a command: the rule sets by game, or None if it is not given."""
    return click.option(
        "--rules",
        callback=_chosen,
        metavar="NAME|FILE",
        help="The rule set: a name that 'meldspec rules GAME' lists, or a house rule file.",
    )(function)
