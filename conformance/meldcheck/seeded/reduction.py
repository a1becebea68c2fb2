"""Reduction: from a play on which an engine differs to one from which no step can be left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, final

import msgspec

from meldcheck.check.judge import FALLS_SHORT, Outcome
from meldcheck.engine.process import Subject
from meldcheck.engine.referee import begin, expected
from meldcheck.seeded.fuzz import Setting, case_of, compared
from meldcheck.seeded.seats import has_laid_off, judged
from meldcheck.words.case import Act, Ask, Case, Step
from meldcheck.words.notation import CHANCE
from meldspec.play import Refusal

TRIES: Final = 3000
"""Number of plays that a reduction tries, at most."""


@final
class Reduction:
    """The reduction of one play; every shorter play is compared with the reference again."""

    def __init__(
        self, subject: Subject, table: Setting, outcome: Outcome, most_late: int = TRIES
    ) -> None:
        """A reduction that ends after more than ``most_late`` tries that took a time limit."""
        self.subject = subject
        self.table = table
        self.outcome = cut(outcome)
        self.most_late = most_late
        self.tries = 0
        self.late = 0
        """Number of tries that took a time limit."""
        self.whole = False
        """Whether no single step can be left out."""

    def run(self) -> Outcome:
        """The shortest play that is found, up to the step that differs."""
        self._try(_without_talk(self.outcome.case.steps))
        length = len(self.outcome.case.steps) // 2
        while length and not self._is_over:
            if self._shortened_by(length):
                length = max(0, min(length, len(self.outcome.case.steps) - 1))
            else:
                length //= 2
        self.whole = not self._is_over
        return self.outcome

    @property
    def _is_over(self) -> bool:
        """Whether enough was tried."""
        return self.tries >= TRIES or self.late > self.most_late

    @property
    def _began_late(self) -> bool:
        """Whether the play that is reduced took a time limit itself."""
        return self.outcome.cost is not None and self.outcome.cost.is_late

    def _shortened_by(self, length: int) -> bool:
        steps = self.outcome.case.steps
        for start in range(len(steps) - 1, -1, -1):
            for shorter in _candidates(steps, start, min(start + length, len(steps))):
                if not self._is_over and self._try(shorter):
                    return True
        return False

    def _try(self, steps: Sequence[Step]) -> bool:
        """Whether the engine differs on a play and it is shorter; such a play is kept.

        A time limit is another difference than any other.
        """
        self.tries += 1
        case = restated(self.table, self.outcome.case, steps)
        if case is None:
            return False
        outcome = compared(self.subject, self.table, case)
        is_late = outcome.cost is not None and outcome.cost.is_late
        self.late += is_late
        if outcome.status not in FALLS_SHORT or is_late != self._began_late:
            return False
        shorter = cut(outcome)
        if len(shorter.case.steps) >= len(self.outcome.case.steps):
            return False
        self.outcome = shorter
        return True


def cut(outcome: Outcome) -> Outcome:
    """The outcome without the steps after the one that differs; step 0 is the beginning."""
    steps = outcome.case.steps[: outcome.step]
    return replace(outcome, case=msgspec.structs.replace(outcome.case, steps=steps))


def _without_talk(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The play without questions and refused steps, up to its last step."""
    return (
        *(step for step in steps[:-1] if isinstance(step, Act) and not step.refused),
        *steps[-1:],
    )


def _candidates(steps: Sequence[Step], start: int, end: int) -> Iterator[tuple[Step, ...]]:
    """The play without some steps; if all steps are acts, also with the drawn cards put away."""
    acts = [step for step in steps if isinstance(step, Act)]
    yield (*steps[:start], *steps[end:])
    if start > 0 and len(acts) == len(steps) and acts[0].do["type"] == "deal":
        _, *moved = without(acts, start, end)
        yield from moved


def restated(table: Setting, case: Case, steps: Sequence[Step]) -> Case | None:
    """A play with the reference's reply to each step; None if an engine may not be judged on it.

    One reason is a meld laid after laying off in the same turn: that order is the engine's choice.
    """
    assert case.setup is not None
    begun = begin(table.game, table.readings, case.setup)
    if isinstance(begun, Refusal) or not steps:
        return None
    told, _ = expected(begun, steps)
    return case_of(table, case.setup, told) if _is_judged(table.lays, told) else None


def _is_judged(lays: str | None, steps: Sequence[Step]) -> bool:
    acts: list[Act] = []
    for step in steps:
        match step:
            case Act():
                if step.do["type"] == lays and has_laid_off(acts):
                    return False
                if not step.refused:
                    acts = [] if step.do["type"] == "deal" else [*acts, step]
            case Ask(what="legal", answer=[*actions]):
                if judged(acts, actions, lays) != actions:
                    return False
            case Ask():
                pass
    return True


def without(steps: Sequence[Act], start: int, end: int) -> Iterator[tuple[Act, ...]]:
    """The play without some steps; also with the cards drawn in them at the bottom of the stock."""
    yield (*steps[:start], *steps[end:])
    dealt = _last_deal(steps, start)
    drawn = [_draws(steps[dealt:place]) for place in (start, end)]
    if drawn[0] == drawn[1]:
        return
    stock = list(steps[dealt].do["stock"])
    later = [*stock[: drawn[0]], *stock[drawn[1] :], *stock[drawn[0] : drawn[1]]]
    deal = Act(by=CHANCE, do={**steps[dealt].do, "stock": later})
    yield (*steps[:dealt], deal, *steps[dealt + 1 : start], *steps[end:])


def _last_deal(steps: Sequence[Act], before: int) -> int:
    return max(place for place in range(before) if steps[place].do["type"] == "deal")


def _draws(steps: Sequence[Act]) -> int:
    return sum(step.do["type"] == "draw" for step in steps)
