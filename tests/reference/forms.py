"""Matches of every game, and the forms in which their actions are written."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

from meldcheck.explore.laws import AnyTransition as AnyStep
from meldspec.wire import JSON

from .laws import GAMES

Form: TypeAlias = tuple[str, ...]
"""The type of an action and its fields."""


@cache
def matches(name: str) -> list[tuple[Any, list[AnyStep]]]:
    """By row of the covering array, its rules and the steps of a match of one or two hands."""
    found, walks = [], GAMES[name].walks
    for number, rules in enumerate(walks.rows()):
        seats, first = walks.seats(rules), walks.first_hand(rules, number)
        chosen = seats[number % len(seats)]
        steps = walks.walk(rules, chosen, number, hands=1 + number % 2, first=first, most=250)
        found.append((rules, list(steps)))
    return found


@cache
def forms(name: str) -> dict[Form, tuple[dict[str, JSON], int]]:
    """By form, an action of these matches or of some with few cards, and the number of seats."""
    walks = GAMES[name].walks
    small = walks.small(walks.default)
    seats = walks.seats(small)[0]
    few = (walks.walk(small, seats, seed, hands=2) for seed in range(20))
    found: dict[Form, tuple[dict[str, JSON], int]] = {}
    for steps in (*(steps for _, steps in matches(name)), *few):
        for step in steps:
            written = walks.spoken.actions.write(step.action)
            found.setdefault(form_of(written), (written, walks.spoken.seats(step.before)))
    return found


def form_of(written: dict[str, Any]) -> Form:
    """The type of an action and its fields."""
    return (written["type"], *sorted(set(written) - {"type"}))
