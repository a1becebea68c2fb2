"""Mistakes hunted: the cases of a game's documents, judged against an engine that makes one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, Final, TypeAlias

from meldcheck.check.judge import Outcome, Status, judge
from meldcheck.check.plan import plan_of
from meldcheck.check.script import Exchange
from meldcheck.suite import store
from meldcheck.words.case import Case, Origin
from meldcheck.words.protocol import GamePlayed
from meldspec.games import GAMES
from tests import committed

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
    return committed.suite()


@cache
def scripts(game: str) -> tuple[tuple[Case, Script], ...]:
    """The cases of a game's documents, and what is said in each to an engine that shows views."""
    usual = bundled().manifest.defaults
    played = {game: GamePlayed(abilities=GAMES[game].abilities)}
    return tuple(
        (plan.case, plan.said)
        for case in bundled().cases
        if case.game == game and case.origin is Origin.DOCUMENT
        for plan in [plan_of(case, usual, games=played)]
    )


def judged(
    spoken: AnySpoken, is_played: Callable[[Case, Script], bool] = lambda case, said: True
) -> Iterator[Outcome]:
    """What comes of the cases of a game on an engine that plays this.  An error of it raises."""
    engine = InProcess(spoken)
    for case, said in scripts(spoken.name):
        if is_played(case, said):
            outcome = judge(case, said, engine.converse([each.request for each in said]))
            errs = outcome.status is Status.ERROR
            assert not errs, f"{case.id} errs where it should play wrong: {outcome.reason}"
            yield outcome


def caught(mistake: Mistake) -> Iterator[Case]:
    """The cases that hunt the mistake and fail, in the order of the suite.

    One that stops before its hand is dealt says nothing of the mistake, and is left out.
    """
    hunting = 0
    for one in judged(mistake.played, lambda case, said: hunts(mistake, case, said)):
        hunting += 1
        if one.status in FAILING and not one.before_play:
            yield one.case
    assert hunting, f"no case hunts {mistake.flag}"


def hunts(mistake: Mistake, case: Case, said: Script) -> bool:
    """Whether a case is to catch a mistake."""
    flagged = mistake.flag is None or mistake.flag in case.flags
    return flagged and (mistake.most is None or len(said) <= mistake.most)
