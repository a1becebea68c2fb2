"""The two rule sets of a comparison, as a command line names them.

A side is the name of a rule set or a house rule file, readings written ``option=reading``, or both,
with commas between: ``pagat``, ``house.toml,ante-chips=1``, ``tie-three-way=last_to_challenge``.
Readings alone are added to the default rules, with the fewest other readings that they need to be
playable and to matter.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import final

from meldcheck.law.housefiles import HouseFile, chosen_in
from meldcheck.law.rulesets import DEFAULT, RuleSet, Shelf, made_from
from meldcheck.law.rulespace import Named
from meldcheck.words.errors import SpecError
from meldcheck.words.readings import Reading, Readings


@final
@dataclass(frozen=True, slots=True)
class Side:
    """The content of one side: a rule set, and readings on top of it."""

    words: str
    base: RuleSet
    own: Readings = field(default_factory=dict)

    @property
    def on_default(self) -> bool:
        """Whether the side is the default rules, with or without readings on top."""
        return self.base.name == DEFAULT

    @property
    def named(self) -> Named:
        """The readings of the rule set, and the readings named on top."""
        return self.base.readings, self.own


@final
@dataclass(frozen=True, slots=True)
class Pairing:
    """Two rule sets that are compared."""

    one: RuleSet
    other: RuleSet
    beside: Readings
    """Readings added to both, because the named readings need them."""
    added: tuple[Readings, Readings]
    """Readings added to each of the two, because the readings named on it need them."""
    differing: tuple[str, ...]
    """The options with different readings."""
    dead: frozenset[str]
    """The differing options that matter under neither rule set."""

    @property
    def alive(self) -> tuple[str, ...]:
        """The differing options that matter."""
        return tuple(name for name in self.differing if name not in self.dead)


def read_side(shelf: Shelf, words: str) -> Side:
    """A side from words of a command line.  SpecError for an unknown name, option or reading."""
    parts = [words] if Path(words).is_file() else [part.strip() for part in words.split(",")]
    named = [part for part in parts if "=" not in part or Path(part).is_file()]
    if len(named) > 1:
        raise SpecError(words, None, f"two rule sets, {named[0]} and {named[1]}; name only one")
    base = _rule_set(shelf, named[0]) if named else shelf.rule_sets[DEFAULT]
    options: dict[str, str] = {}
    for part in parts:
        name, equals, reading = part.partition("=")
        if equals and part not in named:
            if name.strip() in options:
                raise SpecError(words, None, f"{name.strip()} is named twice")
            options[name.strip()] = reading.strip()
    house = _as_file(shelf, words, base, options)
    own = {asked.option: reading for asked, reading in chosen_in(house, shelf.law).values()}
    return Side(words, base, own)


def _rule_set(shelf: Shelf, name: str) -> RuleSet:
    found = shelf.find(name)
    if found is not None:
        return found
    path = Path(name)
    if path.suffix == ".toml" or path.is_file():
        return shelf.house(path)
    there = ", ".join(shelf.rule_sets)
    problem = f"no rule set of this name; known: {there}; or give a file, or option=reading"
    raise SpecError(name or "''", None, problem)


def _as_file(shelf: Shelf, words: str, base: RuleSet, options: Readings) -> HouseFile:
    """Readings in the form of a house rule file, so that they are checked like one."""
    return HouseFile(
        file=words,
        text="",
        game=shelf.law.game,
        name=words,
        base=base.name,
        about="",
        aliases=(),
        options=dict(options),
    )


def pair(shelf: Shelf, one: Side, other: Side, more: Readings | None = None) -> Pairing:
    """The rule sets of two sides, with the readings that theirs need; ``more`` is added to both.

    SpecError for readings that leave play undefined together.
    """
    beside: dict[str, Reading] = {}
    added: tuple[Readings, Readings] = ({}, {})
    if one.on_default and other.on_default:
        given = dict(more or {})
        given |= shelf.space.fewest_beside([one.named, other.named], given)
        beside = shelf.space.differing(given)
    else:
        added = (
            shelf.space.fewest_beside([one.named], {}),
            shelf.space.fewest_beside([other.named], {}),
        )
    made = [
        _made(shelf, side, {**beside, **own, **side.own})
        for side, own in zip((one, other), added, strict=True)
    ]
    readings = [rule_set.readings for rule_set in made]
    differing = tuple(name for name in readings[0] if readings[0][name] != readings[1][name])
    dead = frozenset(
        name
        for name in differing
        if not any(shelf.space.is_alive(name, chosen) for chosen in readings)
    )
    return Pairing(made[0], made[1], beside, added, differing, dead)


def _made(shelf: Shelf, side: Side, options: Readings) -> RuleSet:
    if not options:
        return side.base
    house = _as_file(shelf, side.words, side.base, options)
    return made_from(shelf.law, shelf.space, house, side.base)
