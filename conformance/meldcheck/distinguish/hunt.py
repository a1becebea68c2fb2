"""Known plays, cut where two rule sets first differ, and shortened by leaving steps out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, TypeAlias

from meldcheck.distinguish.pair import Joint, Play
from meldcheck.seeded.reduction import without
from meldcheck.words.case import Act, Case, Setup, Step, option_of
from meldcheck.words.notation import CHANCE, canonical

LONGEST_DROPPED: Final = 6
"""Number of steps left out at once, at most: a round of turns."""


def shorter(one: Play | None, other: Play | None) -> Play | None:
    """The shorter of two plays; the first if they are equally long."""
    if one is None or (other is not None and len(other) < len(one)):
        return other
    return one


Steps: TypeAlias = tuple[Setup, tuple[Act, ...]]
"""A match before its first deal, and the actions in it."""


class Library:
    """The plays of the documents and of the suite."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.cases = cases

    @cached_property
    def plays(self) -> tuple[Steps, ...]:
        """All plays, the short ones first."""
        return _plays(self.cases)

    def asking(self, options: Collection[str]) -> tuple[Case, ...]:
        """The cases that ask about the reading of one of these options."""
        return tuple(
            case for case in self.cases if case.asks is not None and option_of(case.asks) in options
        )

    def about(self, options: Collection[str]) -> tuple[Steps, ...]:
        """The plays of these cases, the short ones first."""
        return _plays(self.asking(options))


def _plays(cases: Iterable[Case]) -> tuple[Steps, ...]:
    found: dict[str, Steps] = {}
    for case in cases:
        if case.setup is not None:
            for steps in _plays_of(case):
                key = repr((case.setup, [(step.by, step.do) for step in steps]))
                found[key] = (case.setup, steps)
    return tuple(sorted(found.values(), key=lambda play: len(play[1])))


def _plays_of(case: Case) -> Iterator[tuple[Act, ...]]:
    """The actions of a case: its own with each outcome, and those of control and twin."""
    tails: Iterable[tuple[Step, ...]] = case.outcomes.values() or ((),)
    plays: list[tuple[Step, ...]] = [(*case.steps, *tail) for tail in tails]
    if case.control is not None:
        plays.append(case.control.steps)
    if case.twin is not None:
        plays.append(case.twin.steps)
    for steps in plays:
        acts = tuple(Act(by=step.by, do=step.do) for step in steps if isinstance(step, Act))
        if acts:
            yield acts


def shortest_of(joint: Joint, plays: Iterable[Steps], least: int, best: Play | None) -> Play | None:
    """The shortest of some plays and ``best``, each up to where the two rule sets differ.

    The search stops at a play of ``least`` steps, since none can be shorter.
    """
    for setup, steps in plays:
        if best is not None and len(best) <= least:
            break
        enough = len(steps) if best is None else len(best) - 2
        best = shorter(best, joint.first_difference(setup, steps[:enough]))
    return best


# ── leaving steps out ────────────────────────────────────────────────────────────────────────────


def condensed(joint: Joint, play: Play, least: int) -> Play:
    """The play with steps left out, as long as a shorter play that differs results."""
    best = play
    while len(best) > least:
        found = next(_condensations(joint, best), None)
        if found is None:
            return best
        best = found
    return best


def _condensations(joint: Joint, play: Play) -> Iterator[Play]:
    """Shorter plays, made by leaving out steps."""
    for steps in (play.steps, _with_drawn_cards(play.steps)):
        for length in range(LONGEST_DROPPED, 0, -1):
            for start in range(1, len(steps) - length + 1):
                for kept in without(steps, start, start + length):
                    found = joint.first_difference(play.setup, kept)
                    if found is not None and len(found) < len(play):
                        yield found


def _with_drawn_cards(steps: Sequence[Act]) -> tuple[Act, ...]:
    """The play in which each seat is dealt the card it draws, and draws the card it then discards.

    The turns of this play can be left out more easily.  Only the first hand is changed.
    """
    deal = steps[0].do
    hands, stock = [list(hand) for hand in deal["hands"]], list(deal["stock"])
    drawn = 0
    for place, step in enumerate(steps[1:], start=1):
        if step.by == CHANCE:
            break
        if step.do["type"] != "draw" or not isinstance(step.by, int):
            continue
        card = stock[drawn]
        thrown = _discard_of_turn(steps, place)
        if thrown in hands[step.by]:
            hands[step.by][hands[step.by].index(thrown)] = card
            stock[drawn] = thrown
        drawn += 1
    do = {**deal, "hands": [canonical(hand) for hand in hands], "stock": stock}
    return (Act(by=CHANCE, do=do), *steps[1:])


def _discard_of_turn(steps: Sequence[Act], place: int) -> str | None:
    for step in steps[place:]:
        if step.do["type"] == "discard":
            return str(step.do["card"])
    return None
