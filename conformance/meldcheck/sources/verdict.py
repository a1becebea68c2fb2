"""What each source says about a situation: settled, open, silent or lost, and the grounds.

The play is followed with every reading open (``worlds``). A source's verdict comes from the worlds
that are left under the readings that the source admits.  Standard library and the reference only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import TypeVar, final

from meldcheck.sources.bench import Bench
from meldcheck.sources.facts import StatedFacts
from meldcheck.sources.parts import (
    BURNED,
    Part,
    PartVerdict,
    SourceVerdict,
    part_of_facts,
    parts_of,
)
from meldcheck.sources.receipts import Entry, entries_of, kinds_paid
from meldcheck.sources.scenario import (
    Scenario,
    Standing,
    burned,
    fewest_refused,
    played,
    refused_on_the_way,
    tell,
)
from meldcheck.sources.stands import VerdictLaw
from meldcheck.sources.worlds import Box, Options, World, follow
from meldcheck.words.readings import Reading
from meldspec.wire import JSON, Debt, GameWire


@final
class Weighed:
    """What is known of plays that end alike, so that it is worked out once.

    The plays are of one game with the same given readings, as the plays with other cards in places
    that a scenario leaves out are.
    """

    def __init__(self) -> None:
        self._verdicts: list[tuple[tuple[object, ...], PartVerdict]] = []
        self._entries: list[tuple[tuple[object, ...], list[Entry]]] = []

    def part(
        self,
        source: str,
        bench: Bench,
        part: Part,
        worlds: Sequence[World[str]],
        loose: Sequence[World[str]] = (),
    ) -> PartVerdict:
        """What a source says about one part of the answer."""
        asked = (source, part, set(bench.read), worlds, loose)
        return _known(self._verdicts, asked, partial(bench.verdict, source, part, worlds, loose))

    def payments(
        self, source: str, bench: Bench, followed: Followed, kinds: list[str]
    ) -> PartVerdict:
        """What a source says about the payments at the end of a play."""
        asked = (source, set(bench.read), followed.entries, kinds)
        made = partial(bench.payments, source, followed.entries, kinds)
        return _known(self._verdicts, asked, made)

    def entries(self, options: Options, box: Box, debts: Sequence[Debt]) -> list[Entry]:
        """Every payment rule for every loser, in one possible end of the hand."""
        return _known(self._entries, (box, debts), partial(entries_of, options, box, debts))


Value = TypeVar("Value")


def _known(
    known: list[tuple[tuple[object, ...], Value]],
    asked: tuple[object, ...],
    make: Callable[[], Value],
) -> Value:
    """The value that was made when the same was asked before, or a new one."""
    for other, value in known:
        if asked == other:
            return value
    made = make()
    known.append((asked, made))
    return made


def judge(
    game: GameWire, law: VerdictLaw, scenario: Scenario, weighed: Weighed
) -> dict[str, SourceVerdict]:
    """The verdict of each source on each part of the answer to a scenario.

    Payments are followed separately, rule by rule, because all combinations of their readings are
    too many.
    """
    given = scenario.rules or {}
    free, paying = Options.unpaid(game, given), Options(game)
    everywhere = played(game, free, scenario)
    bench = Bench.of(law, paying, given, free.read)
    followed: dict[frozenset[tuple[int, ...]], Followed] = {}
    verdicts = {}
    for source in law.sources:
        refused = fewest_refused(scenario, bench.admitted(source, everywhere))
        if refused not in followed:
            kept = [one for one in everywhere if refused_on_the_way(scenario, one) in refused]
            followed[refused] = Followed(free, paying, scenario, kept, weighed)
        loose: Sequence[World[str]] = ()
        if bench.vanishing(source, free.read):
            unheeding = Options.unpaid(game, given, heeding=False)
            worlds = [
                world
                for world in played(game, unheeding, scenario, bench.admits(source))
                if refused_on_the_way(scenario, world) in refused
            ]
            loose = follow(unheeding, worlds, tell(scenario))
        verdicts[source] = _judged_by(source, bench, scenario, followed[refused], loose, weighed)
    return verdicts


def judge_facts(
    game: GameWire,
    law: VerdictLaw,
    what: str,
    question: Mapping[str, JSON],
    given: Mapping[str, Reading],
) -> dict[str, SourceVerdict]:
    """The verdict of each source on a question about stated facts, field by field.

    Raises WireError for facts that cannot be read, ValueError for facts that the game refuses.
    """
    paying = Options(game)
    bench = Bench.of(law, paying, given, paying.read)
    stated = StatedFacts(game, bench, what, question)
    parts = [part_of_facts(what, name) for name in stated.fields]
    return {
        source: SourceVerdict(
            {part.name: stated.verdict(source, part) for part in parts},
            (),
            stated.refused_by(source),
        )
        for source in law.sources
    }


@final
class Followed:
    """The answers of a play in some worlds, computed once for all sources."""

    def __init__(
        self,
        free: Options,
        paying: Options,
        scenario: Scenario,
        worlds: Sequence[World[Standing]],
        weighed: Weighed,
    ) -> None:
        self.worlds = worlds
        self._weighed = weighed
        self._free = free
        self._paying = paying
        self._scenario = scenario

    @cached_property
    def told(self) -> list[World[str]]:
        """The answer without payments."""
        return follow(self._free, self.worlds, tell(self._scenario))

    @cached_property
    def burned(self) -> list[World[str]]:
        """The burned seats."""
        return follow(self._paying, self.worlds, burned)

    @cached_property
    def entries(self) -> list[tuple[Box, list[Entry]]]:
        """Every payment rule for every loser, in each possible end of the hand."""
        return [
            (world.box, self._weighed.entries(self._paying, world.box, world.outcome.match.debts()))
            for world in self.worlds
        ]


def _judged_by(
    source: str,
    bench: Bench,
    scenario: Scenario,
    followed: Followed,
    loose: Sequence[World[str]],
    weighed: Weighed,
) -> SourceVerdict:
    asked = parts_of(bench.options.game.name, scenario, followed.told)
    parts = {part.name: weighed.part(source, bench, part, followed.told, loose) for part in asked}
    left = bench.admitted(source, followed.worlds)
    if scenario.ask == "result" and any(world.outcome.match.debts() for world in left):
        parts[BURNED.name] = weighed.part(source, bench, BURNED, followed.burned)
        parts["payments"] = weighed.payments(source, bench, followed, kinds_paid(left))
    return SourceVerdict(parts, _refused_steps(scenario, left))


def _refused_steps(scenario: Scenario, worlds: Sequence[World[Standing]]) -> tuple[int, ...]:
    """The steps before the question that are refused in these worlds."""
    refused = {number for world in worlds for number in refused_on_the_way(scenario, world)}
    return tuple(sorted(refused))
