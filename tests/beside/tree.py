"""Plays that together make every step of an exploration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, final

from meldcheck.explore.laws import AnyTransition
from meldspec.play import CHANCE, Actor

Step: TypeAlias = tuple[Actor, Any]  # an action of any game
"""Who acts, and the action."""


@final
@dataclass(frozen=True, slots=True)
class Play:
    """A play from the beginning of a match."""

    start: bytes
    """The key of the state before the first step."""
    steps: tuple[Step, ...]
    keys: tuple[bytes, ...]
    """The key of the state after each step."""


@final
@dataclass(slots=True)
class Tree:
    """The step that reached each state of an exploration first, and all other steps."""

    came: dict[bytes, tuple[bytes, AnyTransition]] = field(default_factory=dict)
    """By state: the state before it, and the step."""
    others: list[tuple[bytes, AnyTransition, bytes]] = field(default_factory=list)
    """Steps to states that were known, with the states before and after them."""

    def heard(self, before: bytes, step: AnyTransition, after: bytes) -> None:
        """Keep a step."""
        if after in self.came:
            self.others.append((before, step, after))
        else:
            self.came[after] = before, step

    @property
    def size(self) -> int:
        """The number of steps."""
        return len(self.came) + len(self.others)

    def plays(self) -> Iterator[Play]:
        """Plays that together make every step.

        One ends with each step to a known state, and one with each step that no other follows.
        """
        passed = {before for before, _ in self.came.values()}
        passed.update(before for before, _, _ in self.others)
        for key, (before, step) in self.came.items():
            if key not in passed:
                yield self._play(before, step, key)
        for before, step, after in self.others:
            yield self._play(before, step, after)

    def _play(self, before: bytes, last: AnyTransition, after: bytes) -> Play:
        keys, steps, at = [after], [last], before
        while at in self.came:
            keys.append(at)
            at, step = self.came[at]
            steps.append(step)
        return Play(at, as_played(steps[::-1]), tuple(keys[::-1]))


def as_played(steps: Sequence[AnyTransition]) -> tuple[Step, ...]:
    """The steps of one play, with each stock in the order in which its cards come to light.

    An exploration gives the stock its order only when a card is drawn.
    """
    played = list[Step]()
    stock: tuple[Any, ...] = steps[-1].after.table.stock
    for step in reversed(steps):
        action = step.action
        if step.actor is CHANCE:
            action = replace(action, stock=_from_top(action.stock, stock))
            stock = getattr(getattr(step.before, "table", None), "stock", ())
        else:
            stock = _from_top(step.before.table.stock, stock)
        played.append((step.actor, action))
    return tuple(played[::-1])


def _from_top(before: tuple[Any, ...], after: tuple[Any, ...]) -> tuple[Any, ...]:
    """The cards that left a stock, and then those that stayed in their order."""
    return (*before[: len(before) - len(after)], *after)
