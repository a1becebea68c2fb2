"""Rule sets by name: the default one, one for each source, the variations, and house rule files.

A rule set gives every option a reading.  Those of a source are read off the documents; named
variations stand beside the documents as files of the form in which anybody writes house rules.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import click

from meldcheck.law.document import Law, load_law
from meldcheck.law.housefiles import HouseFile, chosen_in, read_house_file
from meldcheck.law.profiles import Profile, profile
from meldcheck.law.rulespace import RuleSpace
from meldcheck.words import places
from meldcheck.words.readings import Readings
from meldspec.games import GAMES
from meldspec.wire import GameWire

DEFAULT: Final = "default"
VARIATIONS: Final = "rulesets"
"""The folder of a game's named variations, beside its chapters."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A reading for every option of a game, under a name."""

    game: str
    name: str
    readings: Readings
    sent: Readings
    """What a request says of it: what differs from the default, and matters."""
    about: str = ""
    base: str | None = None
    """The rule set from which it was made; a source's and the default one have none."""
    aliases: tuple[str, ...] = ()
    profile: Profile | None = None
    """For the rule set of a source, what that source admits and leaves open."""

    @property
    def differs(self) -> Readings:
        """What differs from the default, whether it matters or not."""
        return RuleSpace.of(GAMES[self.game]).differing(self.readings)


Chosen: TypeAlias = Mapping[str, RuleSet]
"""By game, the rule set that is played; a game that is not named is played by the default."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The rule sets of one game that have a name."""

    law: Law
    game: GameWire
    space: RuleSpace
    rule_sets: Mapping[str, RuleSet]
    """By name, in the order in which they are listed."""

    def find(self, words: str) -> RuleSet | None:
        """The rule set that is called so, by its name or an alias, with ``-`` or ``_``."""
        name = _plain(words)
        return next(
            (one for one in self.rule_sets.values() if name in (one.name, *one.aliases)), None
        )

    def house(self, path: Path) -> RuleSet:
        """The rule set that a house rule file describes.  SpecError for one that describes none."""
        house = read_house_file(path)
        if _plain(house.base) == _plain(house.name) and self.find(house.base) is None:
            raise house.error(f"the base of {house.name!r} is itself", "base")
        base = self.find(house.base)
        if base is None:
            there = ", ".join(self.rule_sets)
            raise house.error(f"no rule set {house.base!r} to start from; there is {there}", "base")
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
    return RuleSet(game, DEFAULT, RuleSpace.of(GAMES[game]).default, {}, about)


@cache
def load_shelf(spec: Path, game: str) -> Shelf:
    """The named rule sets of a game, read once.

    SpecError for documents with which something is wrong.
    """
    return shelf_of(load_law(spec, game), spec)


def shelf_of(law: Law, spec: Path) -> Shelf:
    """The named rule sets of a game: the default one, the sources, the variations.

    SpecError for a variation with which something is wrong.
    """
    game, rules = law.game, GAMES[law.game]
    space = law.rule_space(rules)
    named = {DEFAULT: default_rule_set(game)}
    for source in law.profiles:
        named[source] = _of_source(space, game, profile(law, rules, source))
    folder = spec / game / VARIATIONS
    houses = {path.stem: read_house_file(path) for path in sorted(folder.glob("*.toml"))}
    for name, house in houses.items():
        if house.name != name:
            raise house.error(f"the file of {house.name!r} has another name", "name")
        if name in named:
            raise house.error(f"{name!r} is the name of a source or of the default", "name")
        named[name] = _variation(law, space, named, houses, (name,))
    called: dict[str, str] = {}
    for one in named.values():
        for word in (one.name, *one.aliases):
            if called.setdefault(word, one.name) != one.name:
                file = houses[one.name]
                raise file.error(f"{word!r} is the name of {called[word]} already", "aliases")
    return Shelf(law, rules, space, named)


def _variation(
    law: Law,
    space: RuleSpace,
    named: Mapping[str, RuleSet],
    houses: Mapping[str, HouseFile],
    path: tuple[str, ...],
) -> RuleSet:
    """A named variation; ``path`` are the names that lead to it, each the base of the last."""
    house = houses[path[-1]]
    base = _plain(house.base)
    if base in path:
        circle = " from ".join((*path, base))
        raise house.error(f"the base goes round in a circle: {circle}", "base")
    if base in named:
        return made_from(law, space, house, named[base])
    if base in houses:
        return made_from(law, space, house, _variation(law, space, named, houses, (*path, base)))
    there = ", ".join(dict.fromkeys((*named, *houses)))
    raise house.error(f"no rule set {house.base!r} to start from; there is {there}", "base")


def made_from(law: Law, space: RuleSpace, house: HouseFile, base: RuleSet) -> RuleSet:
    """The rule set of a file with its base.

    SpecError for options that are wrong in themselves, or that leave play undefined together.
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
    """The rule set for which a suite was made, from the defaults that its manifest states."""
    usual = default_rule_set(game)
    whole = {name: readings.get(name, reading) for name, reading in usual.readings.items()}
    if whole == usual.readings:
        return usual
    space = load_shelf(places.spec_directory(), game).space
    return RuleSet(game, name, whole, space.sent(whole))


# ── on the command line ──────────────────────────────────────────────────────────────────────────


def choose(words: str) -> Chosen:
    """The rule sets that a name or a file stands for, by game.

    SpecError for a file that describes none, click.BadParameter for a name that there is not.
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
    raise click.BadParameter(f"no rule set {words!r}; there is {there}, or give a file")


def games_with_rules() -> tuple[str, ...]:
    """The games whose rule sets have names: those that are played and have documents."""
    spec = places.spec_directory()
    return tuple(name for name in GAMES if (spec / name).is_dir())


def _in_file(shelves: Mapping[str, Shelf], path: Path) -> Chosen:
    game = read_house_file(path).game
    if game not in shelves:
        problem = f"no game {game!r}; there is {', '.join(shelves)}"
        raise read_house_file(path).error(problem, "game")
    return {game: shelves[game].house(path)}


Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def _chosen(context: click.Context, parameter: click.Parameter, words: str | None) -> Chosen | None:
    return None if words is None else choose(words)


def rules_option(function: Decorated) -> Decorated:
    """The option ``--rules`` of a command: the rule sets by game, or None where it is not given."""
    return click.option(
        "--rules",
        callback=_chosen,
        metavar="NAME|FILE",
        help="The rule set: a name that 'meldspec rules GAME' lists, or a house rule file.",
    )(function)
