"""The options on which a case depends: another reading of them changes its result."""

from __future__ import annotations

import msgspec

from meldcheck.engine.serve import Served
from meldcheck.law.rulespace import RuleSpace
from meldcheck.suite.agreement import Differ, disagreements
from meldcheck.suite.outcomes import decided
from meldcheck.suite.recalled import Again, Course
from meldcheck.words import compare
from meldcheck.words.case import Case
from meldcheck.words.readings import Reading, Readings
from meldspec.wire import GameWire


def depending(case: Case, game: GameWire) -> Case:
    """The case with the readings of all options on which it depends.

    For each option that the play reads, every other reading is tried, one option at a time. The
    case depends on the option if the reference then disagrees with it. The option that the case
    asks about stays open and is tried with its default.
    """
    space = RuleSpace.of(game)
    played = decided(case, space.default)
    course = course_of(played, game)
    asked = course.read | {need.option for need in space.needs}
    fixed = {
        option: usual
        for option, (usual, *others) in space.readings.items()
        if option in asked
        and option not in played.rules
        and any(_matters(played, course, space, option, other) for other in others)
    }
    return msgspec.structs.replace(case, rules={**case.rules, **fixed})


def read_in(case: Case, game: GameWire) -> set[str]:
    """The options that the reference reads in a case; other options cannot change its result.

    The same readings lead to the same options, up to the first reading that changes.
    """
    return course_of(case, game).read


def course_of(case: Case, game: GameWire) -> Course:
    """The course of a case by its rules, with all its requests."""
    course = Course(game, {**RuleSpace.of(game).default, **case.rules})
    for _ in disagreements(course, case, [], course.differences):
        pass
    return course


def _matters(case: Case, course: Course, space: RuleSpace, option: str, reading: Reading) -> bool:
    """Whether another reading of an option changes the result.

    Some readings need another reading of a second option. If that reading alone changes the result,
    the case depends on the second option, and this one does not count.
    """
    again = Again(course)
    named = {**case.rules, option: reading}
    made = space.with_needs(named)
    if space.unmet(made):
        return False
    beside = {name: other for name, other in made.items() if name not in named}
    if space.differing(beside) and not holds(case, again, beside, course.differences):
        return False
    return not holds(case, again, {**beside, option: reading}, course.differences)


def holds(
    case: Case, game: Served, readings: Readings, differ: Differ = compare.differences
) -> bool:
    """Whether the reference agrees with the case when these readings are added."""
    other = msgspec.structs.replace(case, rules={**case.rules, **readings})
    return next(disagreements(game, other, [], differ), None) is None
