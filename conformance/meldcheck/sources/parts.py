"""The parts of an answer, such as the winner or the payments, and verdicts on them.

Standard library and the reference only.
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
    """The grounds of a part besides the questions."""

    QUESTIONS = "questions"
    """No grounds besides the questions."""
    CLAUSES = "clauses"
    """Clauses of a refusal or of the winner; one with a source is enough."""
    MATCH = "match"
    """The clauses by which the match ends or goes on; each needs a source."""
    RECEIPT = "receipt"
    """The clauses of all lines of the receipt; each needs a source."""


@final
@dataclass(frozen=True, slots=True)
class Part:
    """A part of an answer, such as the winner or the payments."""

    name: str
    fields: tuple[str, ...]
    grounds: Grounds = Grounds.QUESTIONS

    def only(self, outcome: str) -> str:
        """The fields of an outcome that belong to the part; both are text."""
        told = json.loads(outcome)
        return as_text({name: told[name] for name in self.fields if name in told})


def one_each(*names: str) -> tuple[Part, ...]:
    """A separate part for each field."""
    return tuple(Part(name, (name,)) for name in names)


_DECISION: Final = ("end", "winner", "knocker", "winners")
_POINTS: Final[Mapping[str, Grounds]] = {
    "points": Grounds.RECEIPT,
    "scores": Grounds.QUESTIONS,
    "match_over": Grounds.MATCH,
    "match_winners": Grounds.MATCH,
}
_PAID: Final = frozenset({"burned", "payments", "receipt"})
"""Fields that are judged line by line."""


def part_of_facts(what: str, name: str) -> Part:
    """A field of the answer to a question about facts; an answer of one field has its name."""
    if name == what:
        return Part(name, (name,), Grounds.CLAUSES)
    return Part(name, (name,), Grounds.RECEIPT if name == "points" else Grounds.QUESTIONS)


@cache
def result_parts(game: str) -> tuple[Part, ...]:
    """The parts of a game's result that do not depend on payments: decision, others, points."""
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
"""Parts of a result that are reported but do not count for the verdict as a whole."""


def parts_of(game: str, scenario: Scenario, told: Sequence[World[str]] = ()) -> tuple[Part, ...]:
    """The parts of the answer to a scenario; for a view, the fields in ``told``."""
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
    """A reading that a source admits but this game cannot play, and the reason."""

    question: str
    reading: str
    reason: str


@final
@dataclass(frozen=True, slots=True)
class PartVerdict:
    """What a source says about one part."""

    status: Certainty
    outcomes: tuple[tuple[str, Mapping[str, JSON], tuple[Box, ...]], ...]
    """Each outcome as text to compare, as fields, and with the readings that lead to it."""
    because: tuple[str, ...]
    citations: tuple[str, ...]
    open_options: tuple[str, ...] = ()
    """The options where another admitted reading changes the outcome."""
    unplayed: tuple[Unplayed, ...] = ()
    """Readings that the source admits but cannot be played; each is a separate outcome."""


@final
@dataclass(frozen=True, slots=True)
class SourceVerdict:
    """What a source says about each part of an answer."""

    parts: Mapping[str, PartVerdict]
    refused_steps: tuple[int, ...]
    """The steps, by number from 1, that the source refuses under each reading that it admits."""
    refused: tuple[str, ...] = ()
    """The clauses by which the source refuses stated facts under each reading that it admits."""


def overall(parts: Mapping[str, PartVerdict]) -> tuple[Certainty, tuple[str, ...]]:
    """How far a source decides the whole, and the parts behind that.

    The whole is open if a part is open, else silent or lost if a part is, else settled.
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
    """Every outcome of the parts together, with the readings for each.

    Parts on which the source is silent or lost are left out, except the decision and legality.
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
