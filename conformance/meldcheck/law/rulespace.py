"""The rule space of a game: its options, their readings, and which readings go together.

All code about readings uses it.  It needs only the standard library and the reference, not the
documents. The documents add which options matter under which readings.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final, TypeAlias, final

from meldcheck.words.readings import Reading, Readings
from meldspec.games import OPTIONS
from meldspec.play import Need
from meldspec.wire import GameWire

Conditions: TypeAlias = tuple[Mapping[str, tuple[Reading, ...]], ...]
"""The option matters only if one of these conditions holds; without any, it always matters.

A condition holds if every option in it has one of the readings listed for it.
"""

Named: TypeAlias = tuple[Readings, Readings]
"""A whole rule set, and the readings that somebody named in it."""

MOST_TRIES: Final = 2000
"""Number of ways to make readings matter that are tried before the search ends."""


def is_met(conditions: Conditions, chosen: Readings) -> bool:
    """Whether one of these conditions holds with the readings chosen, or there are none."""
    return not conditions or any(
        all(chosen.get(option) in readings for option, readings in condition.items())
        for condition in conditions
    )


@final
@dataclass(frozen=True, slots=True)
class RuleSpace:
    """The options of one game: readings, defaults, needs, and conditions to matter."""

    game: str
    readings: Mapping[str, tuple[Reading, ...]]
    """By option: the readings that are played, the default first."""
    needs: tuple[Need, ...]
    """The readings that leave play undefined unless other options have certain readings."""
    alive_when: Mapping[str, Conditions] | None = None
    """By option with conditions: the conditions under which it matters.

    None if the documents were not read.
    """
    default: Readings = field(init=False)
    """The default reading of each option."""

    def __post_init__(self) -> None:
        default = {option: readings[0] for option, readings in self.readings.items()}
        object.__setattr__(self, "default", default)

    @classmethod
    def of(cls, game: GameWire, alive_when: Mapping[str, Conditions] | None = None) -> RuleSpace:
        """The rule space of a game; ``Law.rule_space`` adds the conditions of the documents."""
        return cls(game.name, _tuples(game.readings()), game.needs(), alive_when)

    @classmethod
    def named(cls, game: str, alive_when: Mapping[str, Conditions] | None = None) -> RuleSpace:
        """The rule space of the game of this id, without importing its play."""
        table = OPTIONS[game]
        return cls(game, _tuples(table.readings()), table.needs, alive_when)

    # ── what goes together ───────────────────────────────────────────────────────────────────────

    def unmet(self, chosen: Readings) -> list[Need]:
        """The needs that are not met, which leaves play undefined.

        Missing options have the default.
        """
        return [
            need
            for need in self.needs
            if chosen.get(need.option) == need.reading
            and chosen.get(need.needed, self.default.get(need.needed)) not in need.readings
        ]

    def with_needs(self, given: Readings) -> dict[str, Reading]:
        """The readings given, and the readings that they need for options that are not given."""
        made = dict(given)
        for need in self.needs:
            if made.get(need.option) == need.reading:
                made.setdefault(need.needed, need.readings[0])
        return made

    def differing(self, chosen: Readings) -> dict[str, Reading]:
        """The readings that differ from the default."""
        return {
            name: reading for name, reading in chosen.items() if self.default.get(name) != reading
        }

    # ── what matters ─────────────────────────────────────────────────────────────────────────────

    def conditions(self, option: str) -> Conditions:
        """The conditions under which an option matters; empty if it always does.

        ValueError if the documents were not read.
        """
        if self.alive_when is None:
            raise ValueError("the documents were not read, and they say which options matter")
        return self.alive_when.get(option, ())

    def is_alive(self, option: str, chosen: Readings) -> bool:
        """Whether an option matters with the readings chosen."""
        return is_met(self.conditions(option), chosen)

    def can_matter(self, option: str, left: Mapping[str, Collection[Reading]]) -> bool:
        """Whether an option matters with some choice of the readings left for the other options."""
        conditions = self.conditions(option)
        return not conditions or any(
            all(set(readings) & set(left[other]) for other, readings in condition.items())
            for condition in conditions
        )

    def sent(self, whole: Readings) -> dict[str, Reading]:
        """The readings that requests name: those of a rule set that are not the default and matter.

        A reading that another of them needs is named, too, even where it does not matter.  An
        engine does not need to know the other options to play this rule set.
        """
        named = {
            name: reading
            for name, reading in self.differing(whole).items()
            if self.is_alive(name, whole)
        }
        while missing := [need for need in self.unmet(named) if need.needed not in named]:
            named |= {need.needed: whole[need.needed] for need in missing}
        return {name: named[name] for name in whole if name in named}

    # ── the plainest completion ──────────────────────────────────────────────────────────────────

    def fewest_beside(self, sides: Sequence[Named], given: Readings) -> dict[str, Reading]:
        """The fewest further readings that make all sides playable and all their readings matter.

        If the search finds none, the readings that only make them playable.
        """
        order = count()
        waiting: list[tuple[int, int, dict[str, Reading]]] = [(0, next(order), {})]
        for _ in range(MOST_TRIES):
            if not waiting:
                break
            _, _, beside = heapq.heappop(waiting)
            ways = self._ways_on(sides, {**given, **beside})
            if ways is None:
                return beside
            for way in ways:
                longer = {**beside, **way}
                heapq.heappush(waiting, (len(longer), next(order), longer))
        return {
            need.needed: need.readings[0]
            for base, own in sides
            for need in self.unmet({**base, **given, **own})
            if need.needed not in own
        }

    def _ways_on(
        self, sides: Sequence[Named], beside: Readings
    ) -> Iterator[dict[str, Reading]] | None:
        """Readings to add that mend one unmet need or condition; None if there is none to mend."""
        named = {option for _, own in sides for option in own} | set(beside)
        for base, own in sides:
            chosen = {**base, **beside, **own}
            for need in self.unmet(chosen):
                return _added(({need.needed: reading} for reading in need.readings), named)
            for option in self.alive_when or ():
                if (option in own or option in beside) and not self.is_alive(option, chosen):
                    return _added(self._mended(option, chosen), named)
        return None

    def _mended(self, option: str, chosen: Readings) -> Iterator[dict[str, Reading]]:
        """For each condition of an option: the readings to change so that it holds."""
        for condition in self.conditions(option):
            yield {
                name: readings[0]
                for name, readings in condition.items()
                if chosen[name] not in readings
            }


def _tuples(readings: Mapping[str, Sequence[Reading]]) -> dict[str, tuple[Reading, ...]]:
    return {option: tuple(of) for option, of in readings.items()}


def _added(
    ways: Iterable[dict[str, Reading]], named: Collection[str]
) -> Iterator[dict[str, Reading]]:
    """The ways that change no option that is already named."""
    return (way for way in ways if way and way.keys().isdisjoint(named))
