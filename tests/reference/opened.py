"""Steps by rules whose readings are open, to see which readings the play looks at."""

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
    """The actor, as the protocol writes it."""
    return "chance" if isinstance(step.actor, Chance) else int(step.actor)


def follow(
    walks: AnyWalks, step: Step[Any, Any], looks: Sequence[int] = ()
) -> tuple[Match, set[str]]:
    """The match after a step with all readings open, and the options that the play looks at.

    When the play looks at an option, it gets the default reading.  ``looks`` are the seats whose
    views are asked for after the step.
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
