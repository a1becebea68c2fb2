"""The options on which a case depends: another reading of them changes its result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

import msgspec

from meldcheck.law.rulespace import RuleSpace
from meldcheck.suite.agreement import disagreements
from meldcheck.suite.outcomes import decided
from meldcheck.words.case import Case
from meldcheck.words.readings import Reading, Readings
from meldspec.play import Refusal
from meldspec.wire import JSON, GameWire, Match


def depending(case: Case, game: GameWire) -> Case:
    """The case with the readings of all options on which it depends.

    For each option that the play reads, every other reading is tried, one option at a time. The
    case depends on the option if the reference then disagrees with it. The option that the case
    asks about stays open and is tried with its default.
    """
    space = RuleSpace.of(game)
    played = decided(case, space.default)
    asked = read_in(played, game) | {need.option for need in space.needs}
    fixed = {
        option: usual
        for option, (usual, *others) in space.readings.items()
        if option in asked
        and option not in played.rules
        and any(_matters(played, game, space, option, other) for other in others)
    }
    return msgspec.structs.replace(case, rules={**case.rules, **fixed})


def read_in(case: Case, game: GameWire) -> set[str]:
    """The options that the reference reads in a case; other options cannot change its result.

    The same readings lead to the same options, up to the first reading that changes.
    """
    read: set[str] = set()
    chosen = {**RuleSpace.of(game).default, **case.rules}
    for _ in disagreements(Watched(game, game.open_rules(chosen, read)), case, []):
        pass
    return read


@final
class Watched:
    """A game whose matches and answers all follow one given rule set."""

    def __init__(self, game: GameWire, rules: object) -> None:
        self._game = game
        self._rules = rules

    @property
    def abilities(self) -> tuple[str, ...]:
        """The abilities of the game."""
        return self._game.abilities

    def readings(self) -> dict[str, list[str | int]]:
        """The options of the game."""
        return self._game.readings()

    def begin(
        self, rules: JSON, players: JSON, dealer: JSON, hand_number: JSON = None
    ) -> Match | Refusal:
        """A new match by the given rule set; ``rules`` is ignored."""
        begun = self._game.begin({}, players, dealer, hand_number)
        return begun if isinstance(begun, Refusal) else begun.under(self._rules)

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refusal:
        """The answer by the given rule set; ``rules`` is ignored."""
        return self._game.ask_under(self._rules, what, question)


def _matters(case: Case, game: GameWire, space: RuleSpace, option: str, reading: Reading) -> bool:
    """Whether another reading of an option changes the result.

    Some readings need another reading of a second option. If that reading alone changes the result,
    the case depends on the second option, and this one does not count.
    """
    named = {**case.rules, option: reading}
    made = space.with_needs(named)
    if space.unmet(made):
        return False
    beside = {name: other for name, other in made.items() if name not in named}
    if space.differing(beside) and not holds(case, game, beside):
        return False
    return not holds(case, game, {**beside, option: reading})


def holds(case: Case, game: GameWire, readings: Readings) -> bool:
    """Whether the reference agrees with the case when these readings are added."""
    other = msgspec.structs.replace(case, rules={**case.rules, **readings})
    return next(disagreements(game, other, []), None) is None
