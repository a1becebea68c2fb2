"""The verdict of each source on a question about facts, such as the points of a hand.

Standard library and the reference alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from meldcheck.verdict import Bench, Law, Part, PartVerdict, SourceVerdict, as_text
from meldcheck.worlds import Options, Reading, World, follow
from meldspec.play import Refusal
from meldspec.wire import JSON, GameWire


@final
@dataclass(frozen=True, slots=True)
class FactsAsked:
    """A question about facts: its name, and what it states."""

    what: str
    question: Mapping[str, JSON]


def judge_facts(
    game: GameWire,
    law: Law,
    what: str,
    question: Mapping[str, JSON],
    rules: Mapping[str, Reading],
) -> dict[str, SourceVerdict]:
    """The verdict of each source on each field of the answer.

    Raises WireError for facts that cannot be read, TooOpenError for too many ways.
    """

    def ask(under: object, _: None) -> str:
        told = game.ask_under(under, what, question)
        if isinstance(told, Refusal):
            return as_text({"refused": [*map(str, told.clauses)]})
        return as_text(told if isinstance(told, dict) else {what: told})

    bench = Bench.of(law, Options(game), rules)
    given = {name: frozenset((reading,)) for name, reading in rules.items()}
    told = follow(bench.options, [World(None, given)], ask)
    names = dict.fromkeys(name for world in told for name in json.loads(world.outcome))

    def parts(source: str) -> dict[str, PartVerdict]:
        return {name: bench.verdict(source, Part(name, (name,)), told) for name in names}

    return {source: SourceVerdict(parts(source), ()) for source in law.sources}
