"""On which options a case depends: those of which another reading changes what is expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

import msgspec

from meldcheck.law.profiles import default_readings
from meldcheck.suite.agreement import disagreements
from meldcheck.suite.outcomes import decided
from meldcheck.words.case import Case
from meldspec.play import Refusal
from meldspec.wire import JSON, GameWire, Match, Refused


def depending(case: Case, game: GameWire) -> Case:
    """The case with the reading fixed of every option on which it depends.

    Each other reading of an option that play reads is played in its stead, one option at a time;
    the case depends on those with which the reference says otherwise.  An option whose question
    the case asks is left open, and its default reading is played.
    """
    usual = default_readings(game)
    played = decided(case, usual)
    asked = read_in(played, game) | {need.option for need in game.needs()}
    fixed = {
        option: usual[option]
        for option, readings in game.readings().items()
        if option in asked
        and option not in played.rules
        and any(_matters(played, game, option, other) for other in readings[1:])
    }
    return msgspec.structs.replace(case, rules={**case.rules, **fixed})


def read_in(case: Case, game: GameWire) -> set[str]:
    """The options that the reference reads in a case; another reading of any other changes nothing.

    Play under the same readings reads the same options, up to the first one that is changed.
    """
    read: set[str] = set()
    chosen = {**default_readings(game), **case.rules}
    for _ in disagreements(Watched(game, game.open_rules(chosen, read)), case, []):
        pass
    return read


@final
class Watched:
    """A game of which every match and answer is by one given rule set."""

    def __init__(self, game: GameWire, rules: object) -> None:
        self._game = game
        self._rules = rules

    @property
    def abilities(self) -> tuple[str, ...]:
        """What may be asked of the game."""
        return self._game.abilities

    def readings(self) -> dict[str, list[str | int]]:
        """The options of the game."""
        return self._game.readings()

    def begin(
        self, rules: JSON, players: JSON, dealer: JSON, hand_number: JSON = None
    ) -> Match | Refused:
        """A new match by the given rule set, whatever is asked for."""
        begun = self._game.begin({}, players, dealer, hand_number)
        return begun if isinstance(begun, Refusal) else begun.under(self._rules)

    def ask(self, what: str, rules: JSON, question: Mapping[str, JSON]) -> JSON | Refused:
        """The answer by the given rule set."""
        return self._game.ask_under(self._rules, what, question)


def _matters(case: Case, game: GameWire, option: str, reading: str | int) -> bool:
    """Whether another reading of an option changes what follows.

    A reading that play is undefined with unless another option is read otherwise too is held
    against that other option alone: where this changes what follows already, it is on that one
    that the case depends.
    """
    beside = _needed_beside(game, {**case.rules, option: reading})
    if beside is None or (beside and not holds(case, game, beside)):
        return False
    return not holds(case, game, {**beside, option: reading})


def _needed_beside(game: GameWire, chosen: Mapping[str, str | int]) -> dict[str, str | int] | None:
    """What else must be chosen for play to be defined; None where the readings rule that out."""
    usual = default_readings(game)
    beside: dict[str, str | int] = {}
    for need in game.needs():
        if chosen.get(need.option) == need.reading:
            if chosen.get(need.needed, usual[need.needed]) in need.readings:
                continue
            if need.needed in chosen:
                return None
            beside[need.needed] = need.readings[0]
    return beside


def holds(case: Case, game: GameWire, readings: Mapping[str, str | int]) -> bool:
    """Whether the reference agrees with the case when these readings are chosen besides."""
    other = msgspec.structs.replace(case, rules={**case.rules, **readings})
    return next(disagreements(game, other, []), None) is None
