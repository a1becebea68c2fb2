"""The play of a trace file as a found play, from which a derived case is made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from meldcheck.engine.referee import act, begin
from meldcheck.games import MEASURES
from meldcheck.suite.derive import Found, FoundControl, FoundFile, in_words
from meldcheck.suite.store import pretty, read_json
from meldcheck.suite.trace import Trace
from meldcheck.words.case import JSON, Act, Kind
from meldcheck.words.deal import Dealt
from meldcheck.words.errors import SpecError
from meldcheck.words.notation import CHANCE, show_step
from meldspec.games import GAMES
from meldspec.play import Refusal
from meldspec.wire import GameWire, Match, UnplayableError, WireError

FILE: Final = "fuzz.json"
"""The list of added plays, in the folder of a game's found plays."""

HOW: Final = "added by meldspec suite add"


def add(trace: Trace, game: GameWire, file: str, folder: Path) -> Found:
    """Add the play of a trace to the list of found plays.

    SpecError for a play that the reference cannot play, and for a play that is already in the list.
    """
    path = folder / game.name / FILE
    listed = (
        read_json(path, FoundFile)
        if path.is_file()
        else FoundFile(game=game.name, how=HOW, found=())
    )
    found = _found(trace, game, file, len(listed.found) + 1)
    for other in listed.found:
        if (other.play, other.deals, other.rules) == (found.play, found.deals, found.rules):
            raise SpecError(file, None, f"the play is already there, as {other.id}")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pretty(msgspec.structs.replace(listed, found=(*listed.found, found))))
    return found


def _found(trace: Trace, game: GameWire, file: str, number: int) -> Found:
    steps = tuple(Act(by=step.by, do=step.do) for step in trace.steps)
    if not steps or steps[0].by != CHANCE:
        raise SpecError(file, None, "the play does not begin with a deal")
    for place, step in enumerate(steps, start=1):
        if step.by == CHANCE and not _is_known(game.name, step):
            raise SpecError(file, None, f"step {place} is not a deal with hands and stock")
    try:
        control = _control(trace, game, steps)
    except (WireError, UnplayableError) as error:
        raise SpecError(file, None, str(error)) from None
    deals = {
        str(place): Dealt.of(
            step.do, _dealer(step, trace.dealer), trace.hand_number if place == 1 else 1
        )
        for place, step in enumerate(filter(_deals, steps), start=1)
    }
    seat = "" if trace.seat is None else f" {trace.seat}"
    asked = () if trace.ask in (None, "legal-last") else (f"? {trace.ask}{seat}",)
    return Found(
        id=f"{game.name}.derived.fuzz-{number:03}",
        kind=Kind.PLAY,
        deals={name: in_words(deal) for name, deal in deals.items()},
        play=(*_lines(steps), *asked),
        control=control,
        rules=dict(trace.rules.options),
        how=trace.found,
    )


def _deals(step: Act) -> bool:
    """Whether the step is a deal; chance does other things in some games."""
    return step.by == CHANCE and step.do.get("type") == "deal"


def _is_known(game: str, step: Act) -> bool:
    """Whether the step is a whole deal, or another action of chance in this game."""
    if _deals(step):
        return "hands" in step.do and "stock" in step.do
    return step.do.get("type") in GAMES[game].messages.chance


def _dealer(step: Act, usual: int) -> int:
    """The seat with most cards; if all have the same number, the dealer of the first hand."""
    sizes = [len(hand) for hand in step.do["hands"]]
    return sizes.index(max(sizes)) if len(set(sizes)) > 1 else usual


def _lines(steps: Sequence[Act]) -> tuple[str, ...]:
    """The steps as documents write them, the deals by number."""
    lines: list[str] = []
    deals = 0
    for step in steps:
        deals += _deals(step)
        lines.append(f"deal {deals}" if _deals(step) else show_step(step.by, step.do))
    return tuple(lines)


def _control(trace: Trace, game: GameWire, steps: Sequence[Act]) -> FoundControl | None:
    """The play up to the last refused step, then an allowed action; None if no step is refused."""
    begun = begin(game, trace.rules.options, trace.setup)
    if isinstance(begun, Refusal):
        raise WireError("the match is refused")
    match: Match = begun
    accepted: list[Act] = []
    control: list[Act] | None = None
    for step in steps:
        after = act(match, step)
        if isinstance(after, Refusal):
            control = [*accepted, *_allowed(game.name, match, step)]
        else:
            match = after
            accepted.append(step)
    if control is None:
        return None
    why = "the same play up to the refused step, and an action that is allowed there"
    return FoundControl(why=why, play=_lines(control))


def _allowed(game: str, match: Match, step: Act) -> list[Act]:
    """An allowed action, of the same kind as ``step`` if possible; empty if no seat can act."""
    for seat in match.actors():
        if isinstance(seat, int):
            actions: JSON = match.legal(seat)
            few = MEASURES[game].few
            actions = [do for do in actions if few is None or do["type"] != few.type]
            same = [do for do in actions if do["type"] == step.do["type"]]
            return [Act(by=seat, do=(same or actions)[0])]
    return []
