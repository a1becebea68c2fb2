"""Play with readings left open: every way in which a play can continue, with its readings.

A world is one of these ways: the standing of the match, the answers so far, and, for each option
that made a difference, the readings of this way.  An option is decided only when the play reads it.
Worlds with equal outcomes are joined.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Generic, TypeAlias, TypeVar, final

from meldcheck.law.rulespace import RuleSpace
from meldcheck.words.readings import Reading, Readings
from meldspec.play import Need
from meldspec.undecided import UndecidedError
from meldspec.wire import GameWire

Box: TypeAlias = Mapping[str, frozenset[Reading]]
"""By option: the readings that are left; an option that is not named is open."""

MOST_WORLDS: Final = 20_000
"""Number of ways above which a play is too open to follow."""

FEW: Final = 6
"""Number of decided options up to which rules are cached; others hardly occur twice."""

Outcome = TypeVar("Outcome")
Other = TypeVar("Other")


class TooOpenError(ValueError):
    """A play that can continue in more ways than can be followed."""


@final
@dataclass(frozen=True, slots=True)
class World(Generic[Outcome]):
    """One outcome, and the readings that lead to it."""

    outcome: Outcome
    box: Box


@final
@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game by which plays are followed, and the limits.

    Options in ``closed`` have a fixed reading, whatever a box leaves to them.
    """

    game: GameWire
    closed: Mapping[str, Reading] = field(default_factory=dict)
    heeding: bool = True
    """Whether a reading is dropped if a reading that it needs is missing."""
    most: int = MOST_WORLDS
    """More ways than this are not followed."""
    allows: Callable[[Box], bool] | None = None
    """Whether a box contains a possible rule set; None if all are possible."""
    space: RuleSpace = field(init=False)
    readings: Mapping[str, frozenset[Reading]] = field(init=False)
    needs: tuple[Need, ...] = field(init=False)
    needing: frozenset[str] = field(init=False)
    """The options that occur in needs."""
    _needs: Sequence[tuple[Need, frozenset[Reading], frozenset[Reading]]] = field(
        init=False, repr=False, compare=False
    )
    """Each need, its reading as a set, and those of which it needs one."""
    read: set[str] = field(init=False, default_factory=set, compare=False)
    """The options that plays have read while they were open."""
    _rules: dict[frozenset[tuple[str, Reading]], object] = field(
        init=False, repr=False, default_factory=dict, compare=False
    )

    def __post_init__(self) -> None:
        space = RuleSpace.of(self.game)
        readings = {name: frozenset(all_) for name, all_ in space.readings.items()}
        needs = space.needs if self.heeding else ()
        needing = frozenset(name for need in needs for name in (need.option, need.needed))
        object.__setattr__(self, "space", space)
        object.__setattr__(self, "readings", readings)
        object.__setattr__(self, "needs", needs)
        object.__setattr__(self, "needing", needing)
        sets = [(need, frozenset((need.reading,)), frozenset(need.readings)) for need in needs]
        object.__setattr__(self, "_needs", sets)

    @classmethod
    def unpaid(cls, game: GameWire, given: Readings, *, heeding: bool = True) -> Options:
        """The options with those of payments fixed, because payments are followed separately."""
        whole = {**RuleSpace.of(game).default, **given}
        return cls(game, {name: whole[name] for name in game.payment_options()}, heeding)

    def left(self, box: Box, option: str) -> frozenset[Reading]:
        """The readings that a box leaves to an option."""
        return box.get(option, self.readings[option])

    def rules(self, box: Box) -> object:
        """Rules that fix only the closed options and those that the box decides."""
        chosen = {name: next(iter(left)) for name, left in box.items() if len(left) == 1}
        if len(chosen) > FEW:
            return self.game.open_rules({**chosen, **self.closed})
        key = frozenset(chosen.items())
        if key not in self._rules:
            self._rules[key] = self.game.open_rules({**chosen, **self.closed})
        return self._rules[key]

    def branches(self, box: Box, option: str) -> Iterator[Box]:
        """The box with each possible reading of an option."""
        for reading in sorted(self.left(box, option), key=repr):
            narrowed = self.narrowed(box, option, reading)
            if narrowed is not None and (self.allows is None or self.allows(narrowed)):
                yield narrowed

    def narrowed(self, box: Box, option: str, reading: Reading) -> Box | None:
        """The box with one reading of an option; None if play is undefined with it."""
        made: dict[str, frozenset[Reading]] = {**box, option: frozenset((reading,))}
        for need, fixed, readings in self._needs:
            if made.get(need.option) != fixed:
                continue
            allowed = self.left(made, need.needed) & readings
            if not allowed:
                return None
            if allowed != self.readings[need.needed]:
                made[need.needed] = allowed
        return self.playable(made)

    def is_plain(self, box: Box) -> bool:
        """Whether a box narrows each of its options, and none occurs in a need."""
        return self.needing.isdisjoint(box) and all(
            left != self.readings[name] for name, left in box.items()
        )

    def playable(self, box: Box) -> Box | None:
        """The box without readings whose needs it does not allow; None if nothing is left."""
        made = dict(box)
        for need, fixed, readings in self._needs:
            if need.needed not in made or made[need.needed] & readings:
                continue
            left = self.left(made, need.option) - fixed
            if not left:
                return None
            if left != self.readings[need.option]:
                made[need.option] = left
        return made


def follow(
    options: Options, worlds: Iterable[World[Outcome]], go_on: Callable[[object, Outcome], Other]
) -> list[World[Other]]:
    """The worlds after a step by open rules, with equal ones joined.

    ``go_on`` takes rules and an outcome, and reads options of the rules.  Raises TooOpenError.
    """
    after: list[World[Other]] = []
    for world in worlds:
        for each in _ways(options, world, go_on):
            after.append(each)
            if len(after) > options.most:
                raise TooOpenError(f"more than {options.most} ways to go on")
    return merged(options, after)


def _ways(
    options: Options, world: World[Outcome], go_on: Callable[[object, Outcome], Other]
) -> Iterator[World[Other]]:
    waiting: list[Box] = [world.box]
    while waiting:
        box = waiting.pop()
        if len(waiting) > options.most:
            raise TooOpenError(f"more than {options.most} ways to go on")
        try:
            outcome = go_on(options.rules(box), world.outcome)
        except UndecidedError as undecided:
            options.read.add(undecided.option)
            waiting += options.branches(box, undecided.option)
            continue
        yield World(outcome, box)


def merged(options: Options, worlds: Sequence[World[Outcome]]) -> list[World[Outcome]]:
    """The worlds; those with equal outcomes that differ in only one option are joined."""
    if len(worlds) == 1 and options.is_plain(worlds[0].box):
        return [*worlds]
    by_outcome: dict[Outcome, list[Box]] = {}
    for world in worlds:
        by_outcome.setdefault(world.outcome, []).append(world.box)
    return [
        World(outcome, box)
        for outcome, boxes in by_outcome.items()
        for box in _merged_boxes(options, boxes)
    ]


def _merged_boxes(options: Options, boxes: list[Box]) -> list[Box]:
    """Boxes joined along one option after the other until none can be joined."""
    if len(boxes) == 1 and options.is_plain(boxes[0]):
        return [dict(sorted(boxes[0].items()))]
    shelf = _Shelf(options, sorted({name for box in boxes for name in box}))
    rows = [*dict.fromkeys(map(shelf.row, boxes))]
    places, before = shelf.changing(rows), len(boxes)
    while True:
        for place in places:
            rows = shelf.joined_along(rows, place)
        if len(rows) == before:
            return list(map(shelf.box, rows))
        before = len(rows)


_Row: TypeAlias = tuple[int, ...]
"""A box as one number for each option, with a bit for each reading that is left."""


@final
class _Numbers:
    """Sets of readings of an option as numbers, and back."""

    def __init__(self, readings: frozenset[Reading]) -> None:
        self.all = (1 << len(readings)) - 1
        self._readings = sorted(readings, key=repr)
        self._bits: dict[frozenset[Reading], int] = {}
        self._left: dict[int, frozenset[Reading]] = {}

    def bits(self, left: frozenset[Reading]) -> int:
        """The number of some readings."""
        known = self._bits.get(left)
        if known is None:
            known = sum(1 << at for at, reading in enumerate(self._readings) if reading in left)
            self._bits[left] = known
        return known

    def left(self, bits: int) -> frozenset[Reading]:
        """The readings of a number."""
        known = self._left.get(bits)
        if known is None:
            known = frozenset(one for at, one in enumerate(self._readings) if bits >> at & 1)
            self._left[bits] = known
        return known


_numbers: Final = lru_cache(maxsize=None)(_Numbers)


@final
class _Shelf:
    """Boxes over the same options as rows of numbers, for fast comparison."""

    def __init__(self, options: Options, names: Sequence[str]) -> None:
        self.names = names
        self._options = options
        self._numbers = [_numbers(options.readings[name]) for name in names]
        self._needing = [at for at, name in enumerate(names) if name in options.needing]
        self._whole: dict[tuple[int, _Row], bool] = {}

    def row(self, box: Box) -> _Row:
        """A box as a row."""
        return tuple(
            [
                numbers.bits(box[name]) if name in box else numbers.all
                for name, numbers in zip(self.names, self._numbers, strict=True)
            ]
        )

    def box(self, row: _Row) -> Box:
        """A row as a box, without the options that are open."""
        return self._part(range(len(row)), row)

    def _part(self, places: Iterable[int], row: _Row) -> Box:
        """The box of the options in some places."""
        return {
            self.names[at]: self._numbers[at].left(row[at])
            for at in places
            if row[at] != self._numbers[at].all
        }

    def changing(self, rows: Sequence[_Row]) -> list[int]:
        """The places along which joining can change rows that differ.

        These are the options that differ and those that occur in needs.
        """
        return [
            at
            for at, each in enumerate(zip(*rows, strict=True))
            if at in self._needing or len(set(each)) > 1
        ]

    def joined_along(self, rows: list[_Row], place: int) -> list[_Row]:
        """Rows that differ in one option only, joined into one row with all their readings."""
        groups: dict[tuple[_Row, _Row], int] = {}
        for row in rows:
            others = row[:place], row[place + 1 :]
            groups[others] = groups.get(others, 0) | row[place]
        return [
            (*before, self._with_missing((*before, bits, *after), place), *after)
            for (before, after), bits in groups.items()
        ]

    def _with_missing(self, row: _Row, place: int) -> int:
        """The readings left to an option; all of them if no other is possible with the rest.

        Only options that occur in needs can exclude a reading.
        """
        bits, every = row[place], self._numbers[place].all
        if bits == every or place not in self._needing:
            return bits
        key = place, tuple([row[at] for at in self._needing])
        known = self._whole.get(key)
        if known is None:
            others = self._part(self._needing, row)
            missing = self._numbers[place].left(every & ~bits)
            name = self.names[place]
            known = all(self._options.narrowed(others, name, one) is None for one in missing)
            self._whole[key] = known
        return every if known else bits


def within(options: Options, box: Box, admitted: Box) -> Box | None:
    """The part of a box in which every option has an admitted reading; None if there is none.

    Readings whose needs are not left are dropped, so the rest can be played.
    """
    cut = dict(box)
    for name, readings in admitted.items():
        left = options.left(box, name) & readings
        if not left:
            return None
        if left != options.readings[name]:
            cut[name] = left
    return options.playable(cut)


def deciding(
    options: Options, worlds: Sequence[World[Outcome]], part: Callable[[Outcome], Other]
) -> list[str]:
    """The options where another reading changes a part of the outcome, with all others unchanged.

    Two worlds show this if they share readings in all options but one and differ in that part. If
    readings need each other, so that no two such worlds exist, several options are named together.
    """
    parts = merged(options, [World(part(world.outcome), world.box) for world in worlds])
    names = sorted({name for world in parts for name in world.box})
    apart = [
        _apart(options, names, one.box, other.box)
        for number, one in enumerate(parts)
        for other in parts[number + 1 :]
        if one.outcome != other.outcome
    ]
    fewest = min(map(len, apart), default=0)
    return sorted({name for names in apart if len(names) == fewest for name in names})


def _apart(options: Options, names: Sequence[str], one: Box, other: Box) -> list[str]:
    """The options in which two boxes have no reading in common."""
    return [name for name in names if not options.left(one, name) & options.left(other, name)]
