"""The two rule sets of a comparison, as a command line names them.

A side is the name of a rule set or a house rule file, readings written ``option=reading``, or both,
with commas between: ``pagat``, ``house.toml,ante-chips=1``, ``tie-three-way=last_to_challenge``.
Readings alone stand on the default rules, and beside them stands the least that they need to be
playable and to matter at all.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final, final

from meldcheck.law.document import Law, reading_value
from meldcheck.law.housefiles import HouseFile, chosen_in
from meldcheck.law.rulesets import DEFAULT, RuleSet, Shelf, made_from
from meldcheck.words.errors import SpecError
from meldcheck.words.readings import Reading, Readings

MOST_TRIES: Final = 2000
"""Ways to make readings matter that are tried before none is taken."""


@final
@dataclass(frozen=True, slots=True)
class Side:
    """What one side names: a rule set, and readings on top of it."""

    words: str
    base: RuleSet
    own: Readings = field(default_factory=dict)

    @property
    def on_default(self) -> bool:
        """Whether it is the default rules with readings on top."""
        return self.base.name == DEFAULT


@final
@dataclass(frozen=True, slots=True)
class Pairing:
    """Two rule sets that are compared."""

    one: RuleSet
    other: RuleSet
    beside: Readings
    """Readings that both have because those named need them."""
    added: tuple[Readings, Readings]
    """Readings that one of the two has because those named on it need them."""
    differing: tuple[str, ...]
    """The options that they read differently."""
    dead: frozenset[str]
    """Those of them that matter under neither rule set."""

    @property
    def alive(self) -> tuple[str, ...]:
        """The options that they read differently and that matter."""
        return tuple(name for name in self.differing if name not in self.dead)


def read_side(shelf: Shelf, words: str) -> Side:
    """What a side names.  SpecError for a name, an option or a reading that there is not."""
    parts = [words] if Path(words).is_file() else [part.strip() for part in words.split(",")]
    named = [part for part in parts if "=" not in part or Path(part).is_file()]
    if len(named) > 1:
        raise SpecError(words, None, f"two rule sets, {named[0]} and {named[1]}; name one")
    base = _rule_set(shelf, named[0]) if named else shelf.rule_sets[DEFAULT]
    options: dict[str, str] = {}
    for part in parts:
        name, equals, reading = part.partition("=")
        if equals and part not in named:
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
    problem = f"no rule set of this name; there is {there}; or give a file, or option=reading"
    raise SpecError(name or "''", None, problem)


def _as_file(shelf: Shelf, words: str, base: RuleSet, options: Readings) -> HouseFile:
    """Readings in the form of a house rule file, which is how they are checked."""
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
    """The rule sets of two sides, with what their readings need; ``more`` stands beside both too.

    SpecError for readings that leave play undefined together.
    """
    beside: dict[str, Reading] = {}
    added: tuple[Readings, Readings] = ({}, {})
    if one.on_default and other.on_default:
        given = dict(more or {})
        given |= needed(shelf, [one, other], given)
        usual = one.base.readings
        beside = {name: reading for name, reading in given.items() if usual[name] != reading}
    else:
        added = (needed(shelf, [one], {}), needed(shelf, [other], {}))
    made = [
        _made(shelf, side, {**beside, **own, **side.own})
        for side, own in zip((one, other), added, strict=True)
    ]
    readings = [rule_set.readings for rule_set in made]
    differing = tuple(name for name in readings[0] if readings[0][name] != readings[1][name])
    asked = {question.option: question for question in shelf.law.questions.values()}
    dead = frozenset(
        name
        for name in differing
        if name in asked and not any(asked[name].is_alive(chosen) for chosen in readings)
    )
    return Pairing(made[0], made[1], beside, added, differing, dead)


def _made(shelf: Shelf, side: Side, options: Readings) -> RuleSet:
    if not options:
        return side.base
    return made_from(
        shelf.law, shelf.game, _as_file(shelf, side.words, side.base, options), side.base
    )


def needed(shelf: Shelf, sides: list[Side], given: Readings) -> dict[str, Reading]:
    """The fewest readings beside those named with which these are playable and matter.

    Nothing where no readings achieve that.
    """
    order = count()
    waiting: list[tuple[int, int, dict[str, Reading]]] = [(0, next(order), {})]
    for _ in range(MOST_TRIES):
        if not waiting:
            break
        _, _, beside = heapq.heappop(waiting)
        ways = _ways_on(shelf, sides, {**given, **beside})
        if ways is None:
            return beside
        for way in ways:
            longer = {**beside, **way}
            heapq.heappush(waiting, (len(longer), next(order), longer))
    return _playable(shelf, sides, given)


def _playable(shelf: Shelf, sides: list[Side], given: Readings) -> dict[str, Reading]:
    """What readings need to be playable, where nothing lets them matter."""
    beside: dict[str, Reading] = {}
    for side in sides:
        chosen = {**side.base.readings, **given, **side.own}
        for need in shelf.game.needs():
            unmet = chosen[need.option] == need.reading and chosen[need.needed] not in need.readings
            if unmet and need.needed not in side.own:
                beside[need.needed] = need.readings[0]
    return beside


def _ways_on(
    shelf: Shelf, sides: list[Side], beside: Readings
) -> Iterator[dict[str, Reading]] | None:
    """Readings to add so that something is mended that is still amiss; None if nothing is."""
    named = {option for side in sides for option in side.own} | set(beside)
    for side in sides:
        chosen = {**side.base.readings, **beside, **side.own}
        for need in shelf.game.needs():
            if chosen[need.option] == need.reading and chosen[need.needed] not in need.readings:
                return _added(({need.needed: reading} for reading in need.readings), named)
        for question in shelf.law.questions.values():
            asked = question.option in side.own or question.option in beside
            if asked and not question.is_alive(chosen):
                return _added(_conditions(shelf.law, question.option, chosen), named)
    return None


def _added(ways: Iterator[dict[str, Reading]], named: set[str]) -> Iterator[dict[str, Reading]]:
    """The ways that change nothing which is named already."""
    return (way for way in ways if way and not named & way.keys())


def _conditions(
    law: Law, option: str, chosen: Mapping[str, Reading]
) -> Iterator[dict[str, Reading]]:
    """For each condition under which an option matters, what is to be read otherwise for it."""
    (question,) = (one for one in law.questions.values() if one.option == option)
    for condition in question.alive_when:
        yield {
            name: reading_value(readings[0])
            for name, readings in condition.items()
            if str(chosen[name]) not in readings
        }
