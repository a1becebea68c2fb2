"""The same play under readings that ask seats more often, or deal other numbers of jokers.

A case is written for its own readings. Other readings may ask a seat, between two steps, about an
action that it does not take; the next step would then be out of turn. If the deal needs more
jokers, it would be refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, assert_never, final

import msgspec

from meldcheck.engine.referee import begin
from meldcheck.games.measure import JOKER
from meldcheck.sources.experiments import Experiment
from meldcheck.words.case import JSON, Act, Ask, Step
from meldcheck.words.notation import CHANCE
from meldcheck.words.readings import Reading
from meldspec.play import Refusal
from meldspec.wire import GameWire, Match

MOST_JOKERS: Final = 2
"""Number of jokers, at most, that a deal gains or loses at the bottom of the stock."""


def in_step(
    game: GameWire, play: Experiment, readings: Mapping[str, Reading], passing: JSON
) -> Experiment | None:
    """The play rewritten for another rule set; seats that it asks more often are ``passing``.

    None if the play needs no change, or the match cannot begin.
    """
    setup = play.setup
    if setup is None:
        return None
    written, told = begin(game, play.supposes, setup), begin(game, readings, setup)
    if isinstance(written, Refusal) or isinstance(told, Refusal):
        return None
    telling = _Telling(written, told, setup.players, passing)
    fields: dict[int, tuple[str, ...]] = {}
    for number, step in enumerate(play.steps, start=1):
        match step:
            case Act():
                telling.act(step)
            case Ask():
                telling.steps.append(step)
            case _:
                assert_never(step)
        if number in play.fields:
            fields[len(telling.steps)] = play.fields[number]
    steps = tuple(telling.steps)
    if steps == play.steps:
        return None
    return replace(
        play,
        id=f"{play.id} (in step)",
        steps=steps,
        fields=fields,
        telling=frozenset(),
        expected={},
    )


@final
@dataclass(slots=True)
class _Telling:
    """A play as written, side by side with the rewritten play."""

    written: Match
    told: Match
    seats: int
    passing: JSON
    steps: list[Step] = field(default_factory=list)

    def act(self, act: Act) -> None:
        """Rewrite one action, with the passes that must come before it."""
        after = self.written.act(act.by, act.do)
        accepted = not isinstance(after, Refusal)
        due = accepted or _is_asked(self.written, act)
        for passes, told in self._passed() if due else ():
            for each in _fitting(act):
                now = told.act(each.by, each.do)
                if not isinstance(now, Refusal) if accepted else _is_asked(told, act):
                    self.steps += [*passes, each]
                    self.told = told if isinstance(now, Refusal) else now
                    self.written = self.written if isinstance(after, Refusal) else after
                    return
        self.steps.append(act)
        self.written = self.written if isinstance(after, Refusal) else after

    def _passed(self) -> Iterator[tuple[tuple[Act, ...], Match]]:
        """The rewritten match after no pass, one pass, and so on, with the passes made."""
        told = self.told
        passes: tuple[Act, ...] = ()
        yield passes, told
        for _ in range(self.seats * (self.seats + 2)):
            asked = _asked(told)
            if not asked:
                return
            after = told.act(asked[0], self.passing)
            if isinstance(after, Refusal):
                return
            told, passes = after, (*passes, Act(by=asked[0], do=self.passing))
            yield passes, told


def _asked(match: Match) -> tuple[int, ...]:
    view: JSON = match.view(0)
    return tuple(view.get("to_act") or ())


def _is_asked(match: Match, act: Act) -> bool:
    return act.by == CHANCE or act.by in _asked(match)


def _fitting(act: Act) -> Iterator[Act]:
    """The action; a deal also with more or fewer jokers at the bottom of the stock."""
    yield act
    if act.by != CHANCE or act.do["type"] != "deal":
        return
    stock = list(act.do["stock"])
    for count in range(1, MOST_JOKERS + 1):
        yield msgspec.structs.replace(act, do={**act.do, "stock": [*stock, *(JOKER,) * count]})
    for _ in range(min(MOST_JOKERS, stock.count(JOKER))):
        stock.pop(len(stock) - 1 - stock[::-1].index(JOKER))
        yield msgspec.structs.replace(act, do={**act.do, "stock": list(stock)})
