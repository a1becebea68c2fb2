"""What every game shares: seats, chance, refusals, and counts of action sequences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, NewType, Protocol, TypeAlias, TypeVar, final

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 in order of play."""


@final
class Chance(Enum):
    """The actor that deals and shuffles."""

    CHANCE = "chance"


CHANCE: Final = Chance.CHANCE

Actor: TypeAlias = Seat | Chance

Rules = TypeVar("Rules")
State = TypeVar("State")
Action = TypeVar("Action")


@final
@dataclass(frozen=True, slots=True)
class Refusal:
    """An action that is not allowed, with every clause that fails in the first failing stage."""

    clauses: tuple[str, ...]


class Open:
    """The base of actions with too many choices to list them all.

    Where some action of the kind would be accepted, ``legal`` lists one that names nothing, which
    stands for all of them.  ``step`` refuses that one, and a count of sequences ends with it.
    """

    __slots__ = ()


@final
@dataclass(frozen=True, slots=True)
class Need:
    """A reading that leaves play undefined unless the ``needed`` option has one of ``readings``."""

    option: str
    reading: str | int
    needed: str
    readings: tuple[str | int, ...]
    reason: str

    def sentence(self) -> str:
        """What is missing, and why it is needed."""
        others = " or ".join(repr(reading) for reading in self.readings)
        return f"{self.option} {self.reading!r} needs {self.needed} {others}: {self.reason}"


RulesIn = TypeVar("RulesIn", contravariant=True)


class Playable(Protocol[RulesIn, State, Action]):
    """A game as it is played: pure functions over its own rules, states and actions."""

    def actors(self, rules: RulesIn, state: State) -> tuple[Actor, ...]:
        """Who may act, by facts that everybody sees; nobody only where a match is over."""

    def step(self, rules: RulesIn, state: State, actor: Actor, action: Action) -> State | Refusal:
        """The state after an action and all its consequences, or why it is refused."""

    def legal(self, rules: RulesIn, state: State, seat: Seat) -> tuple[Action, ...]:
        """Every action that ``step`` accepts from the seat, once, in a fixed order.

        One action stands for all ``Open`` ones of a kind.
        """


def seats_to_act(
    game: Playable[Rules, State, Action], rules: Rules, state: State
) -> tuple[Seat, ...]:
    """The seats that may act now; empty when chance acts."""
    actors = game.actors(rules, state)
    return tuple(actor for actor in actors if not isinstance(actor, Chance))


def successors(
    game: Playable[Rules, State, Action], rules: Rules, state: State
) -> Iterator[tuple[Seat, Action, State | None]]:
    """Every listed action with its seat and the state after it; None if it stands for others."""
    for seat in seats_to_act(game, rules, state):
        for action in game.legal(rules, state, seat):
            after = None if isinstance(action, Open) else game.step(rules, state, seat, action)
            if isinstance(after, Refusal):
                raise AssertionError(f"{action} is listed as legal and refused: {after.clauses}")
            yield seat, action, after


def count(game: Playable[Rules, State, Action], rules: Rules, state: State, depth: int) -> int:
    """How many sequences of ``depth`` accepted seat actions there are.

    A sequence after which no seat may act counts once, however short it is, and so does one that
    ends with an action that stands for others.
    """
    if depth == 0 or not seats_to_act(game, rules, state):
        return 1
    if depth == 1:
        return sum(len(game.legal(rules, state, seat)) for seat in seats_to_act(game, rules, state))
    return sum(
        1 if after is None else count(game, rules, after, depth - 1)
        for _, _, after in successors(game, rules, state)
    )
