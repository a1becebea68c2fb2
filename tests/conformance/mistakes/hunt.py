"""Mistakes hunted: the cases of a game's documents, judged against an engine that makes one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Final, TypeAlias

from meldcheck.check.run import Exchange, Outcome, Status, judge, script
from meldcheck.suite import store
from meldcheck.suite.outcomes import decided
from meldcheck.words.case import Case, Origin
from meldcheck.words.places import suite_directory

from ..in_process import InProcess
from . import NAMES, AnySpoken, Mistake

Script: TypeAlias = tuple[Exchange, ...]

FAILING: Final = (Status.FAIL, Status.VACUOUS)


def tables() -> dict[str, Any]:  # modules: SPOKEN, MISTAKES and SOUND
    """The tables of mistakes, by game."""
    modules = [import_module(f"{__package__}.{name}") for name in NAMES]
    return {module.SPOKEN.name: module for module in modules}


def named(game: str, name: str) -> Mistake:
    """The mistake of this name."""
    mistakes: tuple[Mistake, ...] = tables()[game].MISTAKES
    (mistake,) = (each for each in mistakes if each.name == name)
    return mistake


@cache
def bundled() -> store.Suite:
    """The suite."""
    return store.load(suite_directory())


@cache
def scripts(game: str) -> tuple[tuple[Case, Script], ...]:
    """The cases of a game's documents, and what is said in each to an engine that shows views."""
    usual = bundled().manifest.defaults
    return tuple(
        (decided(case, usual[game]), script(case, usual, shows_views=True))
        for case in bundled().cases
        if case.game == game and case.origin is Origin.DOCUMENT
    )


def judged(
    spoken: AnySpoken, is_played: Callable[[Case, Script], bool] = lambda case, said: True
) -> list[Outcome]:
    """What comes of the cases of a game on an engine that plays this.  An error of it raises."""
    engine = InProcess(spoken)
    outcomes = [
        judge(case, said, engine.converse([each.request for each in said]))
        for case, said in scripts(spoken.name)
        if is_played(case, said)
    ]
    errors = [f"{one.case.id}: {one.reason}" for one in outcomes if one.status is Status.ERROR]
    assert not errors, f"errs where it should play wrong: {errors}"
    return outcomes


def caught(mistake: Mistake) -> list[Case]:
    """The cases that hunt the mistake and fail.

    One that stops before its hand is dealt says nothing of the mistake, and is left out.
    """
    outcomes = judged(mistake.played, lambda case, said: hunts(mistake, case, said))
    assert outcomes, f"no case hunts {mistake.flag}"
    return [one.case for one in outcomes if one.status in FAILING and not one.before_play]


def hunts(mistake: Mistake, case: Case, said: Script) -> bool:
    """Whether a case is to catch a mistake."""
    flagged = mistake.flag is None or mistake.flag in case.flags
    return flagged and (mistake.most is None or len(said) <= mistake.most)
