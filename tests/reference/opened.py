"""Steps by rules that are left open, to see which readings are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldcheck.explore.laws import Transition as Step
from meldspec.play import Chance, Refusal
from meldspec.spoken import SpokenMatch
from meldspec.undecided import UndecidedError
from meldspec.wire import JSON, Match

from .walks import AnyWalks


def by(step: Step[Any, Any]) -> JSON:
    """Who acts, as the protocol writes it."""
    return "chance" if isinstance(step.actor, Chance) else int(step.actor)


def follow(
    walks: AnyWalks, step: Step[Any, Any], looks: Sequence[int] = ()
) -> tuple[Match, set[str]]:
    """What comes of a step with all readings open, and which are then looked at.

    Each is chosen as the default rules have it once it is looked at.  ``looks`` are seats that
    look at what came of it.
    """
    spoken, chosen = walks.spoken, dict[str, str | int]()
    while True:
        match = SpokenMatch(spoken, walks.default, step.before).under(spoken.open_rules(chosen))
        try:
            after = match.act(by(step), spoken.actions.write(step.action))
            assert not isinstance(after, Refusal)
            for seat in looks:
                after.view(seat)
        except UndecidedError as undecided:
            chosen[undecided.option] = spoken.readings()[undecided.option][0]
            continue
        return after, set(chosen)
