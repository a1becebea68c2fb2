"""A failing play on the reference, step by step, up to the engine's first wrong reply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, final

from meldcheck.check.judge import Outcome
from meldcheck.check.report import steps_of
from meldcheck.engine.referee import act, begin
from meldcheck.words.case import JSON, Act, Ask, Step
from meldcheck.words.notation import CHANCE, show_step
from meldcheck.words.telling import outcome_lines
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.wire import Match, UnplayableError, WireError

View: TypeAlias = Mapping[str, JSON]


@final
@dataclass(frozen=True, slots=True)
class Frame:
    """A step in words, the clauses that refuse it, and what each seat sees after it."""

    says: str
    refused: tuple[str, ...]
    views: tuple[View, ...]
    ends: tuple[str, ...] = ()
    """How the hand has ended, in lines; empty while it goes on."""


NONE: Final[tuple[Frame, ...]] = ()


def frames(outcome: Outcome, options: Mapping[str, str | int]) -> tuple[Frame, ...]:
    """The steps up to the one that decided.

    ``options`` are the readings of the run, to which the case adds its own.  None for a question
    about facts, and for a play that the reference does not follow.
    """
    case = outcome.case
    if case.setup is None:
        return NONE
    try:
        match = begin(GAMES[case.game], {**options, **case.rules}, case.setup)
        if isinstance(match, Refusal):
            return NONE
        steps = steps_of(case, outcome.part)[: outcome.step]
        return tuple(_frames(match, steps, case.setup.players))
    except (WireError, UnplayableError):
        return NONE


def _frames(match: Match, steps: tuple[Step, ...], seats: int) -> Iterator[Frame]:
    for step in steps:
        refused: tuple[str, ...] = ()
        if isinstance(step, Act):
            after = act(match, step)
            if isinstance(after, Refusal):
                refused = after.clauses
            else:
                match = after
        seen: list[JSON] = [match.view(seat) for seat in range(seats)]
        result: JSON = match.result()
        ends = () if result is None else tuple(line.strip() for line in outcome_lines(result))
        yield Frame(_in_words(step), refused, tuple(seen), ends)


def _in_words(step: Step) -> str:
    match step:
        case Act(by=by, do={"type": "deal"}) if by == CHANCE:
            return "the cards are dealt"
        case Act(by=by, do=do):
            return show_step(by, do) if by == CHANCE else f"seat {show_step(by, do)}"
        case Ask(what=what, seat=None):
            return f"asked: {what}"
        case Ask(what=what, seat=seat):
            return f"asked: {what} of seat {seat}"
