"""From the lines of a play to its steps, with the cards that the lines leave to the deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, assert_never

import msgspec
from msgspec import UNSET

from meldcheck.words.case import Act, Ask, Step
from meldcheck.words.deal import Dealt
from meldcheck.words.notation import (
    CheckLine,
    CutLine,
    DealLine,
    Line,
    NotationError,
    ReshuffleLine,
    StepLine,
    hand,
    without,
)

Deals: TypeAlias = Mapping[str, Dealt]
"""The deals that a play can name; ``""`` is the deal that it begins with."""

Due: TypeAlias = Callable[[Sequence[Step]], Sequence[str]]
"""The cards of which chance must make a stock after some steps."""


def steps_of(
    lines: Iterable[Line], deals: Deals, before: Sequence[Step] = (), due: Due | None = None
) -> tuple[Step, ...]:
    """The steps of a play; NotationError for an unknown deal.

    A question without an answer gets none.  ``before`` has the steps that these follow. ``due``
    gives the cards for the ``rest`` of a stock; without it, the rest is empty.
    """
    steps: list[Step] = [deals[""].act()] if "" in deals else []
    for line in lines:
        match line:
            case StepLine():
                steps.append(Act(by=line.by, do=line.do, refused=line.refused))
            case DealLine():
                if line.name not in deals:
                    raise NotationError(f"no deal {line.name!r} in 'deals'")
                deal = deals[line.name].act(line.refused)
                steps.append(msgspec.structs.replace(deal, by=line.by))
            case ReshuffleLine():
                there = due([*before, *steps]) if due is not None and line.rest else []
                rest = without(hand(list(there)), line.cards)
                do = {"type": line.name, "stock": [*line.cards, *rest]}
                steps.append(Act(by=line.by, do=do, refused=line.refused))
            case CutLine():
                cut = {"type": "cut", "cards": list(line.cards)}
                steps.append(Act(by=line.by, do=cut, refused=line.refused))
            case CheckLine():
                answer = None if line.answer is UNSET else line.answer
                steps.append(Ask(what=line.what, seat=line.seat, depth=line.depth, answer=answer))
            case _:
                assert_never(line)
    return tuple(steps)
