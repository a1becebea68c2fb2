"""A search whose layers are shared: workers take the steps from the states, and try actions.

This process merges what they found, in the order of the states, so that every number is that of a
search in one process.  If a law is broken, this process searches the layer again by itself, and if
the bound is reached, the rest of the layer: so the play and the numbers stay the same, too.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Final, TypeAlias, final

from meldcheck.explore import EXPLORED
from meldcheck.explore.laws import AnyTransition
from meldcheck.explore.search import BrokenLawError, Exploration, Layer, Reach
from meldcheck.scale.order import InOrder

STATES: Final = 128
"""States from which one piece of work takes all steps."""
TRIES: Final = 16
"""States in which one piece of work tries everything."""

Pickled: TypeAlias = tuple[bytes, bytes]
"""A key, and a state as it passes between processes."""


@final
@dataclass(frozen=True, slots=True)
class _Steps:
    """All steps from some states."""

    reach: Reach
    found: tuple[Pickled, ...]
    """Each state that was found, with the key of the state from which it was, first."""
    phases: tuple[type, ...]
    said: tuple[tuple[Any, ...], ...]
    """For each state, the legal actions that were so in none before it."""


@final
class SharedSearch:
    """Finds the layers of the exploration of one table."""

    def __init__(self, game: str, table: str, in_order: InOrder) -> None:
        self._game = game
        self._table = table
        self._in_order = in_order

    def next_layer(self, search: Exploration, layer: Layer) -> Layer:
        """The new states that one step reaches from these.  BrokenLawError if a law is broken."""
        states = [
            (key, state if isinstance(state, bytes) else pickle.dumps(state))
            for key, state in layer.items()
        ]
        before = copy.deepcopy(search.reach), dict(search.said), search.expanded.copy()
        known = len(search.known)
        coming = self._merged(search, states)
        if coming is not None:
            return coming
        for key in [*search.known][known:]:
            del search.known[key]
        search.reach, search.said, search.expanded = before
        return search.next_layer(_read(states))

    def _merged(self, search: Exploration, states: Sequence[Pickled]) -> Layer | None:
        """The new states; None if a worker has met a broken law."""
        known = len(search.known)
        coming: Layer = {}
        tried: list[tuple[bytes, int]] = []
        parts = [states[first : first + STATES] for first in range(0, len(states), STATES)]
        rest: Sequence[Pickled] = ()
        for number, found in enumerate(
            self._in_order(partial(_steps_from, self._game, self._table), parts)
        ):
            if found is None:
                return None
            new = self._new(search, found.found)
            if search.most is not None and len(search.known) + len(new) > search.most:
                rest = states[number * STATES :]
                break
            search.reach.add(found.reach)
            for key, (first, state, is_over) in new.items():
                search.known[key] = first
                search.reach.states += 1
                if is_over:
                    search.reach.ended += 1
                else:
                    coming[key] = state
            for (_, state), phase, said in zip(
                parts[number], found.phases, found.said, strict=True
            ):
                search.said.update(dict.fromkeys(said))
                if search.is_tried(phase):
                    tried.append((state, len(search.said)))
        met = pickle.dumps((*search.said,))
        shares = [tried[first : first + TRIES] for first in range(0, len(tried), TRIES)]
        for reach in self._in_order(partial(_tried_in, self._game, self._table, met), shares):
            if reach is None:
                return None
            search.reach.add(reach)
        depth = search.reach.depth
        if rest:
            coming.update(search.next_layer(_read(rest)))
        search.reach.depth = depth + (len(search.known) > known)
        return coming

    def _new(
        self, search: Exploration, found: Iterable[Pickled]
    ) -> dict[bytes, tuple[bytes, bytes, bool]]:
        """By the keys of the states that are new: from which they came, and whether all is over.

        Only this process tells which states are one: a key is of no use in another process.
        """
        new: dict[bytes, tuple[bytes, bytes, bool]] = {}
        for first, pickled in found:
            state = pickle.loads(pickled)
            key = search.key(state)
            if key not in search.known:
                new.setdefault(key, (first, pickled, isinstance(state, search.explored.over)))
        return new


def _read(states: Iterable[Pickled]) -> Layer:
    return {key: pickle.loads(state) for key, state in states}


def _exploration(game: str, table: str) -> Exploration:
    return Exploration(EXPLORED[game], EXPLORED[game].tables[table], tried=0)


def _steps_from(game: str, table: str, states: Sequence[Pickled]) -> _Steps | None:
    """All steps from some states; None if a law is broken."""
    search = _exploration(game, table)
    found: dict[bytes, Pickled] = {}
    phases: list[type] = []
    ends = [0]

    def hear(before: bytes, step: AnyTransition, after: bytes) -> None:
        if after not in found:
            state = search.explored.alike(search.rules, step.after)
            found[after] = before, pickle.dumps(state)

    search.heard = hear
    try:
        for key, state in _read(states).items():
            search.next_layer({key: state})
            phases.append(type(state))
            ends.append(len(search.said))
    except BrokenLawError:
        return None
    met = (*search.said,)
    said = tuple(met[begin:end] for begin, end in pairwise(ends))
    return _Steps(search.reach, (*found.values(),), tuple(phases), said)


def _tried_in(
    game: str, table: str, said: bytes, states: Sequence[tuple[bytes, int]]
) -> Reach | None:
    """What comes of trying everything in some states; None if a law is broken.

    With each state is the number of actions that had been met until then.
    """
    search = _exploration(game, table)
    met = pickle.loads(said)
    try:
        for state, number in states:
            search.said = dict.fromkeys(met[:number])
            search.try_all(pickle.loads(state))
    except BrokenLawError:
        return None
    return search.reach
