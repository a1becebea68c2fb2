"""The reference and an engine, asked the same in every state of a small table."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, final

from meldcheck.engine.process import FaultError, Subject
from meldcheck.explore.search import Exploration
from meldcheck.explore.table import TRIED, SmallTable, wrong
from meldcheck.words.notation import CHANCE as CHANCE_WORD
from meldspec.codec import write_record
from meldspec.play import CHANCE, Actor, Refusal, Seat
from meldspec.spoken import SpokenMatch
from meldspec.wire import JSON, WireError

from .asked import Asked, differences, known_fields
from .tree import Play, Tree

ENGINE: Final = (
    Path(__file__).resolve().parents[2] / "conformance" / "engines" / "javascript" / "main.js"
)
BATCH: Final = 2000
"""Requests, at least, that are sent at once."""
ATTEMPTS: Final = 20
"""Proposals of each seat, about, that are tried in a state."""
MOST_TOLD: Final = 3
"""Differences that are told in full."""


def command(game: str, table: SmallTable[Any]) -> list[str]:
    """The JavaScript engine with a small table."""
    sizes = json.dumps({game: write_record(table.rules.size)})
    return ["node", str(ENGINE), "--table", sizes]


@final
@dataclass(slots=True)
class Counts:
    """How much was compared."""

    states: int = 0
    steps: int = 0
    plays: int = 0
    requests: int = 0
    refusals: int = 0


@final
@dataclass(slots=True)
class Tally:
    """How far a comparison came, and what it met."""

    counts: Counts = field(default_factory=Counts)
    different: int = 0
    """Replies that differ."""
    told: list[str] = field(default_factory=list)
    """The first of them."""
    whole: bool = False
    """Whether every state of the table was compared."""
    seconds: float = 0.0


@final
class Beside:
    """One comparison over the states of an exploration."""

    def __init__(self, search: Exploration, engine: Subject) -> None:
        self.search = search
        self.engine = engine
        self.tally = Tally()
        self._tree = Tree()
        self._seen: set[bytes] = set()
        self._known = known_fields(search.explored.spoken)
        self._readings = {
            option.name: option.get(search.rules)
            for option in search.explored.spoken.table.options
            if option.get(search.rules) != option.readings[0]
        }

    def run(self, most: int | None = None) -> Tally:
        """Compare every state, or the first so many.

        Raises FaultError if the engine breaks the protocol.
        """
        began = time.monotonic()
        reach = self.search.run(most, heard=self._tree.heard)
        if reach.violation is not None:
            raise AssertionError(f"a law is broken: {reach.violation.law}")
        batch = list[list[Asked]]()
        for play in self._tree.plays():
            batch.append([*self._asked(play)])
            if sum(map(len, batch)) >= BATCH:
                self._converse(batch)
                batch = []
        self._converse(batch)
        tally = self.tally
        counts = tally.counts
        counts.states, counts.steps = len(self._seen), self._tree.size
        tally.whole = reach.emptied
        if counts.states != reach.states or (tally.whole and counts.steps != reach.steps):
            raise AssertionError("a state was not passed, or a step not made")
        tally.seconds = time.monotonic() - began
        return tally

    # ── what is asked ────────────────────────────────────────────────────────────────────────────

    def _asked(self, play: Play) -> Iterator[Asked]:
        """The requests of a play, with questions in each new state and after the last step."""
        search, table = self.search, self.search.table
        name, rules = search.explored.spoken.name, {"options": self._readings}
        yield Asked(
            {"cmd": "begin", "game": name, "rules": rules, "players": table.seats, "dealer": 0}
        )
        match = self._begun()
        yield from self._in_state(match, play.start, play.steps[0])
        coming = (*play.steps[1:], None)
        for (actor, action), key, then in zip(play.steps, play.keys, coming, strict=True):
            asked = self._act(match, actor, action)
            after = match.act(asked.request["by"], asked.request["do"])
            if not isinstance(after, SpokenMatch):
                raise AssertionError(f"the reference refuses a step of a play: {asked.text}")
            yield asked
            match = after
            yield from self._in_state(match, key, then)
        self.tally.counts.plays += 1

    def _begun(self) -> SpokenMatch[Any, Any, Any]:
        search = self.search
        state = search.explored.begun(search.table)
        return SpokenMatch(search.explored.spoken, search.rules, state)

    def _act(self, match: SpokenMatch[Any, Any, Any], actor: Actor, action: Any) -> Asked:
        by: JSON = CHANCE_WORD if actor is CHANCE else int(actor)
        do: JSON = self.search.explored.spoken.actions.write(action)
        return Asked({"cmd": "act", "by": by, "do": do})

    def _in_state(
        self, match: SpokenMatch[Any, Any, Any], key: bytes, then: tuple[Actor, Any] | None
    ) -> Iterator[Asked]:
        """The questions in a state, if it is new or no step follows; in some also proposals."""
        new = key not in self._seen
        if not new and then is not None:
            return
        search = self.search
        if search.key(search.explored.alike(search.rules, match.state)) != key:
            raise AssertionError("a play leads to another state than the exploration")
        tried = new and len(self._seen) % TRIED == 0
        self._seen.add(key)
        views = [*self._questions("view", match)]
        yield from views
        yield from self._questions("legal", match)
        if isinstance(match.state, search.explored.over):
            yield Asked({"cmd": "ask", "what": "result"}, match.result())
        elif tried:
            yield from self._refused(match, then)
            yield from views

    def _questions(self, what: str, match: SpokenMatch[Any, Any, Any]) -> Iterator[Asked]:
        answer = {"view": match.view, "legal": match.legal}[what]
        for seat in range(match.seats):
            yield Asked({"cmd": "ask", "what": what, "seat": seat}, answer(seat))

    def _refused(
        self, match: SpokenMatch[Any, Any, Any], then: tuple[Actor, Any] | None
    ) -> Iterator[Asked]:
        """Proposals that the reference refuses, other ones in each state."""
        turn = len(self._seen) // TRIED
        for place in range(match.seats):
            proposals = self.search.proposals(match.state, Seat(place))
            every = max(1, len(proposals) // ATTEMPTS)
            for action in proposals[turn % every :: every]:
                yield from self._if_refused(match, Seat(place), action)
        if then is not None and then[0] is CHANCE:
            for torn in wrong(then[1]):
                yield from self._if_refused(match, CHANCE, torn)

    def _if_refused(
        self, match: SpokenMatch[Any, Any, Any], actor: Actor, action: Any
    ) -> Iterator[Asked]:
        request = self._act(match, actor, action).request
        try:
            after = match.act(request["by"], request["do"])
        except WireError:
            return
        if isinstance(after, Refusal):
            self.tally.counts.refusals += 1
            yield Asked(request, clauses=tuple(map(str, after.clauses)))

    # ── what is answered ─────────────────────────────────────────────────────────────────────────

    def _converse(self, batch: list[list[Asked]]) -> None:
        """Ask the engine, and compare; after a step that it does not make, no more of a play."""
        said = self.engine.converse([asked.request for play in batch for asked in play])
        if said.fault is not None:
            raise FaultError(said.fault)
        replies = iter(said.replies)
        for play in batch:
            self.tally.counts.requests += len(play)
            off = False
            for place, (asked, reply) in enumerate(zip(play, replies, strict=False)):
                found = () if off else tuple(differences(self._known, asked, reply))
                if found:
                    self._note(play[:place], asked, found)
                    off = asked.request["cmd"] != "ask"

    def _note(self, before: list[Asked], asked: Asked, found: tuple[str, ...]) -> None:
        self.tally.different += 1
        if len(self.tally.told) < MOST_TOLD:
            steps = [each.text for each in before if each.is_step]
            lines = [f"  {number}. {text}" for number, text in enumerate(steps, start=1)]
            told = [f"    {one}" for one in found]
            self.tally.told.append("\n".join(["A difference:", *lines, f"  {asked.text}", *told]))
