"""A pairwise covering array: rule sets in which every two readings of two options meet.

Only pairs that leave play undefined are left out.  Some options matter only under some readings of
others: the payment for a Spread does not matter where no Spread is played.  If some rule set lets
both options matter, their readings meet in such a rule set.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import combinations, product
from typing import Final, TypeAlias, final

from meldcheck.law.document import load_law
from meldcheck.law.rulespace import Conditions, RuleSpace
from meldcheck.words import places
from meldcheck.words.readings import Reading

_Reading: TypeAlias = tuple[str, Reading]
"""An option, and one of its readings."""

_Pair: TypeAlias = frozenset[_Reading]
"""Two readings of two options, in no order."""

_Row: TypeAlias = dict[str, Reading]
"""A reading for some options."""

NO_CONDITION: Final[Conditions] = ({},)

TRIES: Final = 6
"""Candidate rows for each row of the array; the one with the most new pairs is kept."""


@final
class Covering:
    """The covering array of a game, made by a greedy search with a fixed seed."""

    def __init__(self, space: RuleSpace) -> None:
        self.space = space
        self.readings = space.readings

    def completed(self, row: _Row) -> _Row | None:
        """The row with the readings that it needs; None if these contradict it."""
        whole = self.space.with_needs(row)
        return None if self.space.unmet(whole) else whole

    @cached_property
    def pairs(self) -> dict[_Pair, _Row]:
        """Every two readings of two options that can be played together, in order.

        Each has its first row: the pair, the readings it needs and, if possible, readings that let
        both options matter.
        """
        readings = [(name, reading) for name, of in self.readings.items() for reading in of]
        found: dict[_Pair, _Row] = {}
        for one, other in combinations(readings, 2):
            if one[0] != other[0]:
                plain = self.completed({one[0]: one[1], other[0]: other[1]})
                if plain is not None:
                    found[frozenset((one, other))] = next(self._awake(one, other), plain)
        return found

    def _awake(self, one: _Reading, other: _Reading) -> Iterator[_Row]:
        """Rows in which both options matter."""
        waking = (self.space.conditions(name) or NO_CONDITION for name, _ in (one, other))
        for first, second in product(*waking):
            conditions = [*first.items(), *second.items()]
            for chosen in product(*(readings for _, readings in conditions)):
                row: _Row = {one[0]: one[1], other[0]: other[1]}
                for (name, _), reading in zip(conditions, chosen, strict=True):
                    row.setdefault(name, reading)
                whole = self.completed(row)
                if whole is not None and all(
                    self.space.is_alive(name, whole) for name in (one[0], other[0])
                ):
                    yield whole

    @cached_property
    def _together(self) -> frozenset[_Pair]:
        """The pairs whose two options both matter in some row."""
        return frozenset(
            pair
            for pair, row in self.pairs.items()
            if all(self.space.is_alive(name, row) for name, _ in pair)
        )

    @cached_property
    def rows(self) -> tuple[_Row, ...]:
        """Whole rule sets that together contain every pair."""
        chance = random.Random(1)
        missing = _Missing(self.pairs)
        rows: list[_Row] = []
        while missing.pairs:
            seed = next(iter(missing.pairs))
            candidates = [self._row(seed, missing, chance) for _ in range(TRIES)]
            best = max(candidates, key=lambda row: sum(1 for _ in self._new(row, missing)))
            rows.append({name: best[name] for name in self.readings})
            missing.remove(list(self._new(best, missing)))
        return tuple(rows)

    def _new(self, row: _Row, missing: _Missing) -> Iterator[_Pair]:
        """The missing pairs that meet in a row.

        If both options can matter together, they must here.
        """
        awake = {name for name in row if self.space.is_alive(name, row)}
        for pair in missing.within(row):
            if pair not in self._together or all(name in awake for name, _ in pair):
                yield pair

    def _row(self, seed: _Pair, missing: _Missing, chance: random.Random) -> _Row:
        """A whole row that contains the pair.

        Options on which others depend come first, each with a random reading. Every other option
        takes the reading with the most new pairs.
        """
        row = dict(self.pairs[seed])
        names = sorted(self.readings, key=lambda name: (name not in self._first, chance.random()))
        for name in names:
            if name not in row:
                longer = list(self._extended(row, name, chance))
                row = (
                    longer[0]
                    if name in self._first
                    else max(longer, key=lambda each: self._gain(each, name, missing))
                )
        return row

    @cached_property
    def _first(self) -> frozenset[str]:
        """The options on which others depend."""
        return frozenset(
            name
            for option in self.readings
            for one in self.space.conditions(option)
            for name in one
        )

    def _extended(self, row: _Row, name: str, chance: random.Random) -> Iterator[_Row]:
        """The row with one more option, for each of its readings that can be played with it."""
        for reading in chance.sample(self.readings[name], len(self.readings[name])):
            longer = self.completed({**row, name: reading})
            if longer is not None:
                yield longer

    def _gain(self, row: _Row, name: str, missing: _Missing) -> int:
        return missing.met((name, row[name]), row) if self.space.is_alive(name, row) else 0


@final
class _Missing:
    """The pairs that no row has yet, in order, and by reading the others that it misses."""

    def __init__(self, pairs: Iterable[_Pair]) -> None:
        self.pairs = dict.fromkeys(pairs)
        self._others: dict[_Reading, set[_Reading]] = {}
        for one, other in self.pairs:
            self._others.setdefault(one, set()).add(other)
            self._others.setdefault(other, set()).add(one)

    def met(self, reading: _Reading, row: _Row) -> int:
        """The number of pairs of this reading whose other reading is in the row."""
        return len(row.items() & self._others.get(reading, ()))

    def within(self, row: _Row) -> Iterator[_Pair]:
        """The pairs of which both readings are in the row."""
        seen: set[_Reading] = set()
        for reading in row.items():
            for other in seen & self._others.get(reading, set()):
                yield frozenset((reading, other))
            seen.add(reading)

    def remove(self, pairs: Iterable[_Pair]) -> None:
        """Takes these pairs out."""
        for pair in pairs:
            one, other = pair
            del self.pairs[pair]
            self._others[one].remove(other)
            self._others[other].remove(one)


@cache
def covering(game: str) -> Covering:
    """The covering array of a game by its documents."""
    return Covering(load_law(places.spec_directory(), game).rule_space())
