"""A failing play on the reference, step by step, up to the engine's first wrong reply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, final

from meldcheck.check.judge import Outcome
from meldcheck.check.report import steps_of
from meldcheck.engine.referee import act, begin, options
from meldcheck.words.case import JSON, Act, Ask, Case, Step
from meldcheck.words.notation import CHANCE, show_step
from meldcheck.words.readings import Readings
from meldcheck.words.telling import outcome_lines
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.wire import GameWire, Match, UnplayableError, WireError

View: TypeAlias = Mapping[str, JSON]


@final
@dataclass(frozen=True, slots=True)
class Frame:
    """A step in words, the clauses that refuse it, and what each seat sees after it."""

    says: str
    refused: tuple[str, ...]
    views: tuple[View, ...]
    deadwood: tuple[int | None, ...] = ()
    """What the hand of each seat counts; None in a game that does not count hands."""
    ends: tuple[str, ...] = ()
    """How the hand has ended, in lines; empty while it goes on."""


NONE: Final[tuple[Frame, ...]] = ()


def frames(outcome: Outcome, readings: Readings) -> tuple[Frame, ...]:
    """The steps up to the one that decided.

    ``readings`` are those of the run, to which the case adds its own.  None for a question
    about facts, and for a play that the reference does not follow.
    """
    case = outcome.case
    if case.setup is None:
        return NONE
    try:
        rules = {**readings, **case.rules}
        match = begin(GAMES[case.game], rules, case.setup)
        if isinstance(match, Refusal):
            return NONE
        steps = steps_of(case, outcome.part)[: outcome.step]
        return tuple(_frames(match, steps, case, rules))
    except (WireError, UnplayableError):
        return NONE


def _frames(match: Match, steps: tuple[Step, ...], case: Case, rules: Readings) -> Iterator[Frame]:
    seats = 0 if case.setup is None else case.setup.players
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
        counts = tuple(_deadwood(GAMES[case.game], rules, view) for view in seen)
        yield Frame(_in_words(step), refused, tuple(seen), counts, ends)


def _deadwood(game: GameWire, rules: Readings, view: View) -> int | None:
    """What the hand in a view counts by itself."""
    facts = {name: view[name] for name in ("hand", "wild", "table") if view.get(name) is not None}
    try:
        told = game.ask("deadwood", options(rules), facts)
    except (WireError, UnplayableError):
        return None
    return told if isinstance(told, int) else None


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
