"""Questions about stated facts, followed with every reading open.

If seats pay by the facts, each payment rule for each loser is followed separately, as in a play.
Standard library and the reference only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import final

from meldcheck.games.forms import kinds_of_payments
from meldcheck.sources.bench import Bench
from meldcheck.sources.parts import BURNED, Grounds, Part, PartVerdict
from meldcheck.sources.receipts import Entry, entries_of
from meldcheck.sources.scenario import as_text, asking
from meldcheck.sources.worlds import Box, Options, World, follow
from meldspec.wire import JSON, Ended, GameWire


@final
class StatedFacts:
    """Facts before the sources: their answers under all readings that nobody has given."""

    def __init__(
        self,
        game: GameWire,
        bench: Bench,
        what: str,
        question: Mapping[str, JSON],
        clauses: Sequence[str] = (),
    ) -> None:
        """``clauses`` are the grounds of an answer.

        Raises WireError for facts that cannot be read, ValueError for facts that the game refuses.
        """
        box = {name: frozenset((value,)) for name, value in bench.given.items()}
        begun: list[World[None]] = [World(None, box)]

        def ended(rules: object, _: None) -> Ended | None:
            return game.facts_ended(rules, what, question)

        unpaid = Options.unpaid(game, bench.given)
        ends = follow(unpaid, begun, ended)
        self._ends = [World(end, world.box) for world in ends if (end := world.outcome) is not None]
        options = unpaid if self._ends else bench.options
        self._told = follow(options, begun, asking(game, what, question, clauses))
        self._bench = replace(bench, read=options.read)
        outcomes = {world.outcome: json.loads(world.outcome) for world in self._told}
        self._answered = [
            world for world in self._told if not outcomes[world.outcome].get("refused")
        ]
        if not self._answered:
            by = dict.fromkeys(clause for told in outcomes.values() for clause in told["grounds"])
            raise ValueError(f"the {what} is refused: {', '.join(by)}")
        self._kinds = kinds_of_payments(what, question)

    @property
    def fields(self) -> list[str]:
        """The fields of the answer."""
        named = dict.fromkeys(name for world in self._told for name in json.loads(world.outcome))
        return [name for name in named if name not in ("grounds", "refused")]

    def refused_by(self, source: str) -> tuple[str, ...]:
        """The clauses by which a source refuses the facts, if it does so under all its readings."""
        if self._bench.admitted(source, self._answered):
            return ()
        refusals = self._bench.admitted(source, self._told)
        grounds = (json.loads(world.outcome)["grounds"] for world in refusals)
        return tuple(dict.fromkeys(clause for each in grounds for clause in each))

    def verdict(self, source: str, part: Part) -> PartVerdict:
        """What a source says about a part of the answer."""
        match part.name:
            case BURNED.name if self._ends:
                return self._bench.verdict(source, part, self._burned)
            case "payments" if any(owed for _, owed in self._entries):
                return self._bench.payments(source, self._entries, self._kinds)
            case "payments" if self._ends:
                unpaid = replace(part, grounds=Grounds.CLAUSES)
                return self._bench.verdict(source, unpaid, self._unpaid)
            case _:
                return self._bench.verdict(source, part, self._answers_by(source))

    def _answers_by(self, source: str) -> Sequence[World[str]]:
        """The answers in the worlds that a source admits; those that refuse the facts count last.

        The facts are taken as stated, as the steps of a play are taken as made.
        """
        return self._answered if self._bench.admitted(source, self._answered) else self._told

    @cached_property
    def _burned(self) -> list[World[str]]:
        return follow(self._bench.options, self._ends, _burned)

    @cached_property
    def _unpaid(self) -> list[World[str]]:
        """The answers without a winner, with the clauses by which nobody pays."""
        grounds = {clause: None for world in self._ends for clause in world.outcome.unpaid()}
        return [
            World(as_text({**json.loads(world.outcome), "grounds": [*grounds]}), world.box)
            for world in self._told
        ]

    @cached_property
    def _entries(self) -> list[tuple[Box, list[Entry]]]:
        options = self._bench.options
        return [
            (world.box, entries_of(options, world.box, world.outcome.debts()))
            for world in self._ends
        ]


def _burned(rules: object, end: Ended) -> str:
    return as_text({BURNED.name: [*end.burned(rules)]})
