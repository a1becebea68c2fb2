"""Matches of every game, and the forms in which their actions are written."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypeAlias

from meldcheck.explore.laws import AnyTransition as AnyStep
from meldspec.wire import JSON

from .laws import GAMES

Form: TypeAlias = tuple[str, ...]
"""The type of an action and its fields."""


FEW: Final = 5
"""Every fifth row is played where few will do.

No game has five tempers, so these rows have all of them, matches of one hand and of two, and seats
that differ.
"""


@cache
def _rows(name: str) -> list[Any]:
    return GAMES[name].walks.rows()


@cache
def _match(name: str, number: int) -> tuple[Any, list[AnyStep]]:
    walks, rules = GAMES[name].walks, _rows(name)[number]
    seats, first = walks.seats(rules), walks.first_hand(rules, number)
    chosen = seats[(number + number // FEW) % len(seats)]
    steps = walks.walk(rules, chosen, number, hands=1 + number % 2, first=first, most=250)
    return rules, list(steps)


def matches(name: str, every: int = 1) -> list[tuple[Any, list[AnyStep]]]:
    """By row of the covering array, its rules and the steps of a match of one or two hands.

    One of ``every`` rows is played, and each only once.
    """
    return [_match(name, number) for number in range(0, len(_rows(name)), every)]


@cache
def forms(name: str) -> dict[Form, tuple[dict[str, JSON], int]]:
    """By form, an action of a few of these or of matches with few cards, and how many seats."""
    walks = GAMES[name].walks
    small = walks.small(walks.default)
    seats = walks.seats(small)[0]
    few = (walks.walk(small, seats, seed, hands=2) for seed in range(20))
    found: dict[Form, tuple[dict[str, JSON], int]] = {}
    for steps in (*(steps for _, steps in matches(name, FEW)), *few):
        for step in steps:
            written = walks.spoken.actions.write(step.action)
            found.setdefault(form_of(written), (written, walks.spoken.seats(step.before)))
    return found


def form_of(written: dict[str, Any]) -> Form:
    """The type of an action and its fields."""
    return (written["type"], *sorted(set(written) - {"type"}))
