"""The rule sets that agree with everything seen so far, exactly.

Each option has its remaining readings. A tie is a list of boxes of which one must hold; it records
that the replies fit several combinations of readings.  A rule set is possible if each of its
readings remains and it lies in a box of every tie.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, final

from meldcheck.sources.worlds import Box, Options, World, merged
from meldcheck.words.readings import Reading
from meldspec.wire import GameWire

Left: TypeAlias = Mapping[str, frozenset[Reading]]
"""By option: the readings that are left."""

Tie: TypeAlias = tuple[Box, ...]
"""Boxes of which one must hold; a box names only options that it narrows."""

_Part: TypeAlias = frozenset[tuple[str, frozenset[Reading]]]
"""Options of one group of ties, with the readings to which they are narrowed."""


@final
@dataclass(frozen=True, slots=True)
class _Group:
    """Ties that share options, directly or through others; no option is in two groups."""

    names: tuple[str, ...]
    """The options in the ties, in the order of all options."""
    ties: tuple[Tie, ...]
    allowed: dict[_Part, bool] = field(default_factory=dict)
    """Whether these narrower readings are possible together."""
    first: dict[_Part, Mapping[str, Reading] | None] = field(default_factory=dict)
    """By narrower readings: the first readings that are possible with them, or None."""


@final
@dataclass(frozen=True, slots=True)
class Knowledge:
    """The rule sets that are still possible; there is at least one."""

    options: Options
    left: Left
    ties: tuple[Tie, ...]
    _groups: tuple[_Group, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_groups", _groups(self.options, self.ties))

    def known(self, option: str) -> Reading | None:
        """The reading of an option, if only one is left."""
        readings = self.left[option]
        return next(iter(readings)) if len(readings) == 1 else None

    @property
    def open(self) -> tuple[str, ...]:
        """The options of which several readings are left."""
        return tuple(name for name, readings in self.left.items() if len(readings) > 1)

    @property
    def closed(self) -> dict[str, Reading]:
        """The reading of each option of which only one is left."""
        return {
            name: next(iter(readings)) for name, readings in self.left.items() if len(readings) == 1
        }

    def ties_of(self, option: str) -> tuple[Tie, ...]:
        """The ties in which an option has a part."""
        return tuple(tie for tie in self.ties if any(option in box for box in tie))

    def allows(self, box: Box) -> bool:
        """Whether a rule set of the box is still possible.

        Some rule set is possible, so only ties in the group of a narrowed option can exclude all.
        """
        narrowed = _narrowed(self.left, box)
        if narrowed is None:
            return False
        return all(self._is_possible(group, _part(group, narrowed)) for group in self._groups)

    def _is_possible(self, group: _Group, part: _Part) -> bool:
        if not part:
            return True
        if part not in group.allowed:
            group.allowed[part] = _one_of({**self.left, **dict(part)}, group.ties) is not None
        return group.allowed[part]

    def learned(self, boxes: Sequence[Box]) -> Knowledge | None:
        """The knowledge if one of these boxes holds; None if no rule set is possible."""
        tie = _simple(self.options, self.left, boxes)
        if tie is None:
            return self
        settled = _projected(self.left, (*self.ties, tie)) if tie else None
        if settled is None:
            return None
        left, ties = settled
        simple = (_simple(self.options, left, each) for each in ties)
        return Knowledge(self.options, left, tuple(each for each in simple if each is not None))

    def rule_set(self, box: Box) -> dict[str, Reading] | None:
        """A possible rule set in a box; None if there is none.

        Each option has its first reading, in the order of the options, that is possible with those
        before it.  So no box of a tie brings a reading other than the default unless it must.
        """
        narrowed = _narrowed(self.left, box)
        if narrowed is None:
            return None
        chosen = {**self.left, **narrowed}
        readings = {
            name: next(reading for reading in self.options.space.readings[name] if reading in left)
            for name, left in chosen.items()
        }
        for group in self._groups:
            found = self._first(group, _part(group, narrowed))
            if found is None:
                return None
            readings.update(found)
        return readings

    def _first(self, group: _Group, part: _Part) -> Mapping[str, Reading] | None:
        """The first possible reading of each option of a group, with those before it."""
        if part not in group.first:
            left = {**self.left, **dict(part)}
            group.first[part] = _first(self.options, group.names, left, group.ties)
        return group.first[part]

    def bits(self, option: str) -> float:
        """The uncertainty of an option, in bits."""
        return math.log2(len(self.left[option]))


def nothing_known(game: GameWire) -> Knowledge:
    """The knowledge that every playable rule set is possible."""
    options = Options(game)
    needs = tuple(
        (
            {need.option: options.readings[need.option] - {need.reading}},
            {need.needed: frozenset(need.readings)},
        )
        for need in options.needs
    )
    settled = _projected(dict(options.readings), needs)
    if settled is None:
        raise ValueError(f"no rule set of {game.name} can be played")
    return Knowledge(options, *settled)


def _groups(options: Options, ties: Sequence[Tie]) -> tuple[_Group, ...]:
    """The ties, joined where they share options."""
    groups: list[tuple[set[str], list[Tie]]] = []
    for tie in ties:
        names, joined = {name for box in tie for name in box}, [tie]
        for group in [group for group in groups if not names.isdisjoint(group[0])]:
            groups.remove(group)
            names |= group[0]
            joined = [*group[1], *joined]
        groups.append((names, joined))
    order = options.space.readings
    return tuple(
        _Group(tuple(name for name in order if name in names), tuple(joined))
        for names, joined in groups
    )


def _part(group: _Group, narrowed: Box) -> _Part:
    """The part of a box that narrows options of a group."""
    return frozenset((name, narrowed[name]) for name in group.names if name in narrowed)


def _first(
    options: Options, names: Iterable[str], left: Left, ties: Iterable[Tie]
) -> dict[str, Reading] | None:
    """The first reading of each option, in turn, with which the ties can hold; None if none is."""
    settled = _settled(left, ties)
    found = None if settled is None else _one_of(*settled)
    if settled is None or found is None:
        return None
    left, waiting = settled
    chosen: dict[str, Reading] = {}
    for name in names:
        for reading in options.space.readings[name]:
            if reading not in left[name]:
                continue
            tried = {**left, name: frozenset((reading,))}
            if reading in found[name]:
                found = {**found, name: tried[name]}
            elif (other := _one_of(tried, waiting)) is None:
                continue
            else:
                found = other
            chosen[name], left = reading, tried
            break
    return chosen


def _cut(left: Left, box: Box) -> dict[str, frozenset[Reading]] | None:
    """The readings left inside a box; None if an option has none."""
    cut = dict(left)
    for name, readings in box.items():
        both = cut[name] & readings
        if not both:
            return None
        cut[name] = both
    return cut


def _narrowed(left: Left, box: Box) -> Box | None:
    """The box without options that it does not narrow; None if it has nothing in common."""
    narrowed: dict[str, frozenset[Reading]] = {}
    for name, readings in box.items():
        both = left[name] & readings
        if not both:
            return None
        if both != left[name]:
            narrowed[name] = both
    return narrowed


def _simple(options: Options, left: Left, boxes: Iterable[Box]) -> Tie | None:
    """The boxes as a tie, as few as possible; None if they hold in any case."""
    narrowed = [box for each in boxes if (box := _narrowed(left, each)) is not None]
    if any(not box for box in narrowed):
        return None
    joined = merged(options, [World(None, box) for box in narrowed])
    again = [box for world in joined if (box := _narrowed(left, world.box)) is not None]
    if any(not box for box in again):
        return None
    return tuple(box for box in again if not _is_inside_another(left, box, again))


def _is_inside_another(left: Left, box: Box, boxes: Sequence[Box]) -> bool:
    return any(
        other is not box
        and other != box
        and all(box.get(name, left[name]) <= readings for name, readings in other.items())
        for other in boxes
    )


def _settled(left: Left, ties: Iterable[Tie]) -> tuple[Left, tuple[Tie, ...]] | None:
    """The consequences of each tie by itself, repeated until nothing changes; None if one fails."""
    waiting = tuple(ties)
    while True:
        before = left
        kept: list[Tie] = []
        for tie in waiting:
            boxes = [box for each in tie if (box := _narrowed(left, each)) is not None]
            if not boxes:
                return None
            if any(not box for box in boxes):
                continue
            left = _what_all_say(left, boxes)
            if len(boxes) > 1:
                kept.append(tuple(boxes))
        waiting = tuple(kept)
        if left is before:
            return left, waiting


def _what_all_say(left: Left, boxes: Sequence[Box]) -> Left:
    """The readings left for options that every box narrows."""
    for name in boxes[0]:
        if all(name in box for box in boxes):
            readings = frozenset[Reading]().union(*(box[name] for box in boxes)) & left[name]
            if readings != left[name]:
                left = {**left, name: readings}
    return left


def _one_of(left: Left, ties: Iterable[Tie]) -> Left | None:
    """Readings with which every tie holds, whichever are chosen; None if there are none."""
    settled = _settled(left, ties)
    if settled is None:
        return None
    left, waiting = settled
    if not waiting:
        return left
    tie = min(waiting, key=len)
    for box in tie:
        cut = _cut(left, box)
        found = None if cut is None else _one_of(cut, waiting)
        if found is not None:
            return found
    return None


def _projected(left: Left, ties: Iterable[Tie]) -> tuple[Left, tuple[Tie, ...]] | None:
    """The readings of all possible rule sets, and the ties that are left; None if none is."""
    settled = _settled(left, ties)
    while settled is not None:
        left, waiting = settled
        lost = next(_readings_lost(left, waiting), None)
        if lost is None:
            return left, waiting
        name, reading = lost
        settled = _settled({**left, name: left[name] - {reading}}, waiting)
    return None


def _readings_lost(left: Left, ties: Sequence[Tie]) -> Iterator[tuple[str, Reading]]:
    """Readings that no possible rule set has."""
    seen: set[tuple[str, Reading]] = set()
    for name in sorted({name for tie in ties for box in tie for name in box}):
        for reading in sorted(left[name], key=repr):
            if (name, reading) in seen:
                continue
            found = _one_of({**left, name: frozenset((reading,))}, ties)
            if found is None:
                yield name, reading
            else:
                seen.update((other, each) for other, all_ in found.items() for each in all_)
