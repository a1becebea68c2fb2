"""Traces and scenarios: plays in a file, replayed by the reference with every card shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from meldcheck.engine.referee import act, begin
from meldcheck.suite.store import read_json
from meldcheck.words.case import JSON, Act, Case, Record, Setup, plain
from meldcheck.words.errors import SpecError
from meldcheck.words.notation import CHANCE, show_step
from meldcheck.words.telling import acts_value, outcome_lines, table_lines
from meldspec.play import Refusal
from meldspec.wire import GameWire, Match, UnplayableError, WireError


class TraceStep(Record, frozen=True):
    """An action of a seat or of chance."""

    by: int | str
    do: dict[str, JSON]


class TraceRules(Record, frozen=True):
    """The options that differ from the default rules."""

    options: dict[str, str | int] = msgspec.field(default_factory=dict)


class Trace(Record, frozen=True):
    """A play in a file. It may contain actions that the rules refuse."""

    game: str
    players: int
    dealer: int
    steps: tuple[TraceStep, ...]
    rules: TraceRules = TraceRules()
    hand_number: int = 1
    """The number of the hand with which the match begins."""
    ask: Literal["legal-last", "result", "view", "legal"] | None = None
    seat: int | None = None
    """The seat whose view or list of legal actions is asked for; None asks for all seats."""
    found: str = ""
    """How the play was found; empty if it was not found by search."""

    @property
    def setup(self) -> Setup:
        """The match before its first deal."""
        return Setup(players=self.players, dealer=self.dealer, hand_number=self.hand_number)


@dataclass(frozen=True, slots=True)
class _Shown:
    """A step, the clauses that refuse it, and what each seat sees after it."""

    step: TraceStep | None
    refused: tuple[str, ...]
    views: tuple[dict[str, JSON], ...]
    result: JSON
    legal: tuple[list[JSON], ...] = ()
    """The legal actions of each seat."""


def read_trace(path: Path) -> Trace:
    """The trace in a file; SpecError for a file that is not a trace."""
    return read_json(path, Trace)


def replay(trace: Trace, game: GameWire, file: str) -> Iterator[_Shown]:
    """The steps one by one.  If the match is refused or has none, the only entry has no step.

    SpecError for a step that the reference cannot read or play, and for a seat that is none.
    """
    if trace.seat is not None and not 0 <= trace.seat < trace.setup.players:
        raise SpecError(file, None, f"'seat' is no seat: {trace.seat}")
    try:
        match = begin(game, trace.rules.options, trace.setup)
    except (WireError, UnplayableError) as error:
        raise SpecError(file, None, str(error)) from None
    if isinstance(match, Refusal):
        yield _Shown(None, match.clauses, (), None)
        return
    if not trace.steps:
        yield _shown(trace, match, None, ())
    for number, step in enumerate(trace.steps, start=1):
        try:
            after = act(match, Act(by=step.by, do=step.do))
        except WireError as error:
            raise SpecError(file, None, f"step {number}: {error}") from None
        if isinstance(after, Refusal):
            yield _shown(trace, match, step, after.clauses)
        else:
            match = after
            yield _shown(trace, match, step, ())


def _shown(trace: Trace, match: Match, step: TraceStep | None, refused: tuple[str, ...]) -> _Shown:
    seats = range(trace.players)
    seen: list[JSON] = [match.view(seat) for seat in seats]
    legal = tuple(match.legal(seat) for seat in seats)
    return _Shown(step, refused, tuple(seen), match.result(), legal)


def lines(trace: Trace, shown: Sequence[_Shown], refusals: Mapping[str, str]) -> Iterator[str]:
    """The replay in lines, with the answer that it ends with.

    ``refusals`` has the sentence of each clause that refuses.
    """
    for number, one in enumerate(shown, start=1):
        yield from _step(one, number, refusals)
    if trace.ask is not None:
        yield f"{trace.ask}: {msgspec.json.encode(asked(trace, shown)).decode()}"


def _step(shown: _Shown, number: int, refusals: Mapping[str, str]) -> Iterator[str]:
    """A step in words, and the cards after it."""
    if shown.step is None:
        yield "the match is refused" if shown.refused else "the match begins"
    else:
        dealt = shown.step.by == CHANCE and shown.step.do.get("type") == "deal"
        yield f"{number}. {'chance deals' if dealt else show_step(shown.step.by, shown.step.do)}"
    for clause in shown.refused:
        yield f"   refused: {clause}{f': {refusals[clause]}' if clause in refusals else ''}"
    if shown.refused or not shown.views:
        return
    yield from table_lines(shown.views)
    if shown.result is not None:
        yield from outcome_lines(shown.result)


def trace_of(
    case: Case, ask: str | None = None, seat: int | None = None, found: str | None = None
) -> dict[str, JSON]:
    """The actions of a case as a trace, with the question that it ends with."""
    assert case.setup is not None
    told: dict[str, JSON] = {
        "game": case.game,
        **plain(case.setup),
        "steps": acts_value(step for step in case.steps if isinstance(step, Act)),
        "rules": {"options": dict(case.rules)},
    }
    asked = {"ask": ask, "seat": seat, "found": found}
    return {**told, **{name: value for name, value in asked.items() if value is not None}}


def as_json(trace: Trace, shown: Sequence[_Shown]) -> JSON:
    """The replay as one JSON value."""
    steps = [
        {
            "by": one.step.by if one.step else None,
            "do": one.step.do if one.step else None,
            "accepted": not one.refused,
            "refused": list(one.refused),
            "views": list(one.views),
            "result": one.result,
        }
        for one in shown
    ]
    return {"game": trace.game, "steps": steps, "asked": asked(trace, shown)}


def asked(trace: Trace, shown: Sequence[_Shown]) -> JSON:
    """The answer to the question that a trace ends with; None if it asks nothing."""
    last = shown[-1]
    if trace.ask is None:
        return None
    if last.step is None and last.refused and trace.ask != "legal-last":
        return None  # there is no match
    match trace.ask:
        case "legal-last":
            return not last.refused
        case "result":
            return last.result
        case "view":
            return list(last.views) if trace.seat is None else last.views[trace.seat]
        case "legal":
            return list(last.legal) if trace.seat is None else last.legal[trace.seat]
