"""The parts of what is asked, such as who won or who pays what, and what a source says of each.

Standard library and the reference alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final, final

from meldcheck.sources.scenario import Scenario, as_text
from meldcheck.sources.stands import Certainty
from meldcheck.sources.worlds import Box, Options, World, merged, within
from meldspec.codec import written_fields
from meldspec.games import GAMES
from meldspec.wire import JSON


@final
class Grounds(StrEnum):
    """What decides a part beside the questions."""

    QUESTIONS = "questions"
    """Nothing does."""
    CLAUSES = "clauses"
    """Clauses of which one with a source is enough: those of a refusal, or of the winner."""
    MATCH = "match"
    """The clauses by which the match is over or goes on, each of which needs a source."""
    RECEIPT = "receipt"
    """The clauses of all lines of the receipt, each of which needs a source."""


@final
@dataclass(frozen=True, slots=True)
class Part:
    """A part of what is asked, such as who won or who pays what."""

    name: str
    fields: tuple[str, ...]
    grounds: Grounds = Grounds.QUESTIONS

    def only(self, outcome: str) -> str:
        """What of an outcome belongs to the part; both as text."""
        told = json.loads(outcome)
        return as_text({name: told[name] for name in self.fields if name in told})


def one_each(*names: str) -> tuple[Part, ...]:
    """Fields each of which is a part of its own."""
    return tuple(Part(name, (name,)) for name in names)


_DECISION: Final = ("end", "winner", "knocker", "winners")
_POINTS: Final[Mapping[str, Grounds]] = {
    "points": Grounds.RECEIPT,
    "scores": Grounds.QUESTIONS,
    "match_over": Grounds.MATCH,
    "match_winners": Grounds.MATCH,
}
_PAID: Final = frozenset({"burned", "payments", "receipt"})
"""They are worked out line by line."""


@cache
def result_parts(game: str) -> tuple[Part, ...]:
    """The parts of a game's result that do not hang on payments: the decision, the rest, points."""
    fields = [name for name, _, _ in written_fields(GAMES[game].messages.result)]
    decision = tuple(name for name in fields if name in _DECISION)
    rest = [name for name in fields if name not in (*_DECISION, *_POINTS, *_PAID)]
    return (
        Part("decision", decision, Grounds.CLAUSES),
        *one_each(*sorted(rest, key=lambda name: name != "deadwood")),
        *(Part(name, (name,), grounds) for name, grounds in _POINTS.items() if name in fields),
    )


BURNED: Final = Part("burned", ("burned",))
LEGAL_PARTS: Final = (Part("legal", ("legal",), Grounds.CLAUSES),)
ASIDE: Final = frozenset({"deadwood", "pot", "boxes", "totals"})
"""The parts of a result that are told beside a verdict; as a whole it rests on the others."""


def parts_of(game: str, scenario: Scenario, told: Sequence[World[str]] = ()) -> tuple[Part, ...]:
    """The parts of what a scenario of a game asks; those of a view are the fields that are told."""
    match scenario.ask:
        case "legal-last":
            return LEGAL_PARTS
        case "view":
            names = dict.fromkeys(name for world in told for name in json.loads(world.outcome))
            return one_each(*(name for name in names if name != "shown"))
        case _:
            return result_parts(game)


@final
@dataclass(frozen=True, slots=True)
class Unplayed:
    """A reading that a source admits and that this game does not play, and why not."""

    question: str
    reading: str
    reason: str


@final
@dataclass(frozen=True, slots=True)
class PartVerdict:
    """What a source says of one part."""

    status: Certainty
    outcomes: tuple[tuple[str, Mapping[str, JSON], tuple[Box, ...]], ...]
    """Each outcome as text to compare, as fields, and the readings under which it comes about."""
    because: tuple[str, ...]
    citations: tuple[str, ...]
    open_options: tuple[str, ...] = ()
    """The options of which another admitted reading changes the outcome."""
    unplayed: tuple[Unplayed, ...] = ()
    """Readings that the source admits and that are not played; each is an outcome of its own."""


@final
@dataclass(frozen=True, slots=True)
class SourceVerdict:
    """What a source says of each part of what is asked."""

    parts: Mapping[str, PartVerdict]
    refused_steps: tuple[int, ...]
    """The steps that the source refuses under each reading that it admits, by number from 1."""


def overall(parts: Mapping[str, PartVerdict]) -> tuple[Certainty, tuple[str, ...]]:
    """How far a source decides the whole, and the parts that say so.

    It is open if a part is open, else silent or lost if a part is, else settled.
    """
    counting = {name: part for name, part in parts.items() if name not in ASIDE}
    for worst in (Certainty.OPEN, Certainty.SILENT, Certainty.LOST):
        named = tuple(name for name, part in counting.items() if part.status is worst)
        if named:
            return worst, named
    return Certainty.SETTLED, tuple(counting)


def whole_outcomes(
    options: Options, parts: Mapping[str, PartVerdict]
) -> list[tuple[dict[str, JSON], list[Box]]]:
    """Every outcome of the parts together, and the readings for each.

    Payments and what belongs to them are left out where a source is silent on them.
    """
    told = (Certainty.SETTLED, Certainty.OPEN)
    main = ("decision", "legal")
    whole: list[World[str]] = [World("{}", {})]
    for name, part in parts.items():
        if name in ASIDE or (part.status not in told and name not in main):
            continue
        whole = merged(
            options,
            [
                World(as_text({**json.loads(world.outcome), **fields}), joint)
                for world in whole
                for _, fields, boxes in part.outcomes
                for box in boxes
                if (joint := within(options, world.box, box)) is not None
            ],
        )
    by_text: dict[str, list[Box]] = {}
    for world in whole:
        by_text.setdefault(world.outcome, []).append(world.box)
    return [(json.loads(text), boxes) for text, boxes in by_text.items()]
