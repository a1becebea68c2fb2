"""What every game shares: seats, chance, refusals, and the shape of a rule.

A game is data about rules: moves with guards and one effect, and consequences that follow.  The
functions here play them.  They decide in which order checks are made, so that no rule does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Generic, NewType, Protocol, TypeAlias, TypeVar, final

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 in order of play."""


@final
class Chance(Enum):
    """The actor that deals."""

    CHANCE = "chance"


CHANCE: Final = Chance.CHANCE

Actor: TypeAlias = Seat | Chance

Rules = TypeVar("Rules")
State = TypeVar("State")
After = TypeVar("After")
Action = TypeVar("Action")


@final
@dataclass(frozen=True, slots=True)
class Refusal:
    """An action that is not allowed, with every clause that fails in the first failing stage."""

    clauses: tuple[str, ...]


@final
@dataclass(frozen=True, slots=True)
class Guard(Generic[Rules, State, Action]):
    """A condition of one clause: a pure and total predicate.

    One that is ``alike`` for all actions of its kind looks at the rules and the state only.
    ``given`` tells in which states it holds of every candidate, so that none has to be asked.
    """

    clause: str
    holds: Callable[[Rules, State, Action], bool]
    alike: bool = False
    given: Callable[[Rules, State], bool] | None = None


class Open:
    """The base of actions that name too much for all of them to be listed.

    Where some action of the kind would be accepted, ``legal`` lists one that names nothing, which
    stands for all of them.  It is refused itself, and whoever counts plays does not follow it.
    """

    __slots__ = ()


def always(rules: object, state: object) -> bool:
    """Of a guard that holds of every candidate because of how these are made."""
    return True


@final
@dataclass(frozen=True, slots=True)
class Condition(Generic[Rules, State, After]):
    """A condition of one clause on the state that a move would lead to, total like a guard.

    It is given the state before, too, where what may come of a turn is measured by that.
    """

    clause: str
    holds: Callable[[Rules, State, After], bool]


@final
@dataclass(frozen=True, slots=True)
class Move(Generic[Rules, State, Action, After]):
    """One kind of action in one phase.

    ``candidates`` are the actions worth proposing, from what the actor knows; of ``Open`` ones the
    one that stands for them all, where there are any.  ``exists`` asks whether what an action names
    is there; ``guards`` rely on it.  ``effect`` is what the action changes, and ``says`` are the
    clauses for that.  ``after`` are conditions on the state that comes of it, asked last:
    look-ahead lives there.
    """

    candidates: Callable[[Rules, State], Iterable[Action]]
    exists: tuple[Guard[Rules, State, Action], ...]
    guards: tuple[Guard[Rules, State, Action], ...]
    effect: Callable[[Rules, State, Action], After]
    says: tuple[str, ...]
    after: tuple[Condition[Rules, State, After], ...] = ()
    alike: tuple[Guard[Rules, State, Action], ...] = field(init=False)
    apart: tuple[Guard[Rules, State, Action], ...] = field(init=False)

    def __post_init__(self) -> None:
        conditions = self.exists + self.guards
        object.__setattr__(self, "alike", tuple(each for each in conditions if each.alike))
        object.__setattr__(self, "apart", tuple(each for each in conditions if not each.alike))


def make(
    move: Move[Rules, State, Action, After], rules: Rules, state: State, action: Action
) -> After | Refusal:
    """The state after a move, or every clause of the first of its stages that fails."""
    for stage in (move.exists, move.guards):
        if stage:
            failing = [guard.clause for guard in stage if not guard.holds(rules, state, action)]
            if failing:
                return Refusal(tuple(failing))
    after = move.effect(rules, state, action)
    if move.after:
        broken = [each.clause for each in move.after if not each.holds(rules, state, after)]
        if broken:
            return Refusal(tuple(broken))
    return after


def proposals(move: Move[Rules, State, Action, After], rules: Rules, state: State) -> list[Action]:
    """The candidates of a move that pass all its stages.

    What holds for all of them alike is asked once, and what is given not at all.  One that stands
    for others is asked nothing.
    """
    candidates = list(move.candidates(rules, state))
    if not candidates or isinstance(candidates[0], Open):
        return candidates
    for guard in move.alike:
        if not guard.holds(rules, state, candidates[0]):
            return []
    asked = [each for each in move.apart if each.given is None or not each.given(rules, state)]
    for guard in asked:
        holds = guard.holds
        candidates = [action for action in candidates if holds(rules, state, action)]
    if move.after:
        candidates = [action for action in candidates if _leads_well(move, rules, state, action)]
    return candidates


def _leads_well(
    move: Move[Rules, State, Action, After], rules: Rules, state: State, action: Action
) -> bool:
    """Whether the state that an action leads to meets every condition on it."""
    after = move.effect(rules, state, action)
    return all(each.holds(rules, state, after) for each in move.after)


@final
@dataclass(frozen=True, slots=True)
class Consequence(Generic[Rules, State]):
    """What follows of itself once a state is reached, and the clauses that say so."""

    says: tuple[str, ...]
    phases: tuple[type, ...]
    """In other phases it cannot apply."""
    when: Callable[[Rules, State], bool]
    effect: Callable[[Rules, State], State]


def by_phase(
    consequences: tuple[Consequence[Rules, State], ...],
) -> Mapping[type, tuple[Consequence[Rules, State], ...]]:
    """For each phase the consequences that can apply in it, in their order."""
    phases = {phase for consequence in consequences for phase in consequence.phases}
    return {phase: tuple(each for each in consequences if phase in each.phases) for phase in phases}


def follow(
    consequences: Mapping[type, tuple[Consequence[Rules, State], ...]],
    rules: Rules,
    state: State,
) -> State:
    """The state once no consequence applies any more; the first that applies goes first."""
    while True:
        for consequence in consequences.get(type(state), ()):
            if consequence.when(rules, state):
                state = consequence.effect(rules, state)
                break
        else:
            return state


@final
@dataclass(frozen=True, slots=True)
class Need:
    """A reading of an option that leaves play undefined unless another option is read so."""

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


class Game(Protocol[RulesIn, State, Action]):
    """A game as the play: pure functions over its own rules, states and actions."""

    def actors(self, rules: RulesIn, state: State) -> tuple[Actor, ...]:
        """Who may act, from what everybody sees; nobody only where a match is over."""

    def step(self, rules: RulesIn, state: State, actor: Actor, action: Action) -> State | Refusal:
        """The state after an action and all its consequences, or why it is refused."""

    def legal(self, rules: RulesIn, state: State, seat: Seat) -> tuple[Action, ...]:
        """Every action that ``step`` accepts from the seat, once, in a fixed order.

        For all ``Open`` ones of a kind stands one.
        """


def seats_to_act(game: Game[Rules, State, Action], rules: Rules, state: State) -> tuple[Seat, ...]:
    """The seats that may act now; empty when chance acts."""
    actors = game.actors(rules, state)
    return tuple(actor for actor in actors if not isinstance(actor, Chance))


def successors(
    game: Game[Rules, State, Action], rules: Rules, state: State
) -> Iterator[tuple[Seat, Action, State | None]]:
    """Every listed seat action with the state that it leads to; None if it stands for others."""
    for seat in seats_to_act(game, rules, state):
        for action in game.legal(rules, state, seat):
            after = None if isinstance(action, Open) else game.step(rules, state, seat, action)
            if isinstance(after, Refusal):
                raise AssertionError(f"{action} is listed as legal and refused: {after.clauses}")
            yield seat, action, after


def count(game: Game[Rules, State, Action], rules: Rules, state: State, depth: int) -> int:
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
