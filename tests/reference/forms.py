"""Matches of every game as they are written, and the forms of their actions."""

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
    """For each row of the array its rules, and the steps of a match of one hand."""
    found, walks = [], GAMES[name].walks
    for number, rules in enumerate(walks.rows()):
        seats, first = walks.seats(rules), walks.first_hand(rules, number)
        chosen = seats[number % len(seats)]
        steps = walks.walk(rules, chosen, number, hands=1 + number % 2, first=first, most=250)
        found.append((rules, list(steps)))
    return found


@cache
def forms(name: str) -> dict[Form, tuple[dict[str, JSON], int]]:
    """An action of each form in these matches and in some with few cards, and how many seats."""
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
