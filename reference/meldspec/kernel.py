"""How every game is played: conditions, limits, effects, moves, consequences, a game as a value.

A rule is a pure function; the ids of its clauses stand above it.  A move lists its rules in order.
A game lists its moves and its consequences: the changes that follow of themselves, without an
action.  Only this module decides when a rule is asked.  Importing a module registers nothing: a
game with one row changed is another value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeAlias, TypeVar, final

from meldspec.play import Actor, Open, Refusal, Seat

Rules = TypeVar("Rules")
State = TypeVar("State")
By = TypeVar("By")
"""Who makes a move: a seat, or chance."""
Action = TypeVar("Action")
After = TypeVar("After")

RulesIn = TypeVar("RulesIn", contravariant=True)
StateIn = TypeVar("StateIn", contravariant=True)
ByIn = TypeVar("ByIn", contravariant=True)
ActionIn = TypeVar("ActionIn", contravariant=True)
AfterIn = TypeVar("AfterIn", contravariant=True)
AfterOut = TypeVar("AfterOut", covariant=True)


@final
@dataclass(frozen=True, slots=True)
class Condition(Generic[RulesIn, StateIn, ByIn, ActionIn]):
    """A condition that one clause sets for an action: a pure and total predicate.

    ``alike``: it looks only at the rules, the state and the actor, so that one answer serves every
    action of the kind.  ``given``: in which states every candidate meets it and none is asked.
    """

    clause: str
    holds: Callable[[RulesIn, StateIn, ByIn, ActionIn], bool]
    alike: bool = False
    given: Callable[[Any, Any], bool] | None = None  # of the rules and states of ``holds``


def condition(
    clause: str,
    *,
    alike: bool = False,
    given: Callable[[Any, Any], bool] | None = None,  # of the rules and states that are marked
) -> Callable[[Callable[[Rules, State, By, Action], bool]], Condition[Rules, State, By, Action]]:
    """Marks a predicate as the condition of a clause."""

    def mark(
        holds: Callable[[Rules, State, By, Action], bool],
    ) -> Condition[Rules, State, By, Action]:
        return Condition(clause, holds, alike, given)

    return mark


def always(rules: object, state: object) -> bool:
    """The ``given`` of a condition that every candidate meets by the way candidates are made."""
    return True


def none_listed(rules: object, state: object, by: object) -> tuple[()]:
    """The candidates of a move of chance: none, because its choices are not listed."""
    return ()


@final
@dataclass(frozen=True, slots=True)
class Limit(Generic[RulesIn, StateIn, AfterIn]):
    """A condition that one clause sets for the state after a move, for rules that look ahead.

    ``holds`` gets the rules, the state before the move and the state after it.
    """

    clause: str
    holds: Callable[[RulesIn, StateIn, AfterIn], bool]


def limit(
    clause: str,
) -> Callable[[Callable[[Rules, State, After], bool]], Limit[Rules, State, After]]:
    """Marks a predicate as the limit that a clause sets for the state after a move."""

    def mark(holds: Callable[[Rules, State, After], bool]) -> Limit[Rules, State, After]:
        return Limit(clause, holds)

    return mark


@final
@dataclass(frozen=True, slots=True)
class Effect(Generic[RulesIn, StateIn, ByIn, ActionIn, AfterOut]):
    """The one change that a move makes, and the clauses that describe it."""

    says: tuple[str, ...]
    makes: Callable[[RulesIn, StateIn, ByIn, ActionIn], AfterOut]


def effect(
    *says: str,
) -> Callable[
    [Callable[[Rules, State, By, Action], After]], Effect[Rules, State, By, Action, After]
]:
    """Marks a function as the effect that these clauses describe."""

    def mark(
        makes: Callable[[Rules, State, By, Action], After],
    ) -> Effect[Rules, State, By, Action, After]:
        return Effect(says, makes)

    return mark


@final
@dataclass(frozen=True, slots=True)
class Following(Generic[RulesIn, StateIn, AfterOut]):
    """A consequence, which comes without an action in some phases, and its clauses.

    ``comes`` returns the state that follows, or None where nothing comes.
    """

    says: tuple[str, ...]
    during: tuple[type, ...]
    comes: Callable[[RulesIn, StateIn], AfterOut | None]


def follows(
    *says: str, during: tuple[type, ...]
) -> Callable[[Callable[[Rules, State], After | None]], Following[Rules, State, After]]:
    """Marks a function as a consequence that comes without an action in these phases."""

    def mark(comes: Callable[[Rules, State], After | None]) -> Following[Rules, State, After]:
        return Following(says, during, comes)

    return mark


@final
@dataclass(frozen=True, slots=True)
class Move(Generic[Rules, State, By, Action, After]):
    """One kind of action in some phases, with all its rules.

    ``candidates`` proposes actions from the actor's knowledge, and none for a move of chance; for
    an ``Open`` kind it proposes at most one action, which stands for all.  ``exists`` asks whether
    the things that an action names are there; ``conditions`` rely on that.  ``limits`` come last
    and see the state after the move.
    """

    does: type[Action]
    during: tuple[type, ...]
    effect: Effect[Rules, State, By, Action, After]
    candidates: Callable[[Rules, State, By], Iterable[Action]] = none_listed
    exists: tuple[Condition[Rules, State, By, Action], ...] = ()
    conditions: tuple[Condition[Rules, State, By, Action], ...] = ()
    limits: tuple[Limit[Rules, State, After], ...] = ()
    where: Callable[[Rules, State], bool] | None = None
    """Whether the move exists in a state, where the phase alone does not decide that."""
    alike: tuple[Condition[Rules, State, By, Action], ...] = field(init=False)
    apart: tuple[Condition[Rules, State, By, Action], ...] = field(init=False)

    def __post_init__(self) -> None:
        asked = self.exists + self.conditions
        object.__setattr__(self, "alike", tuple(each for each in asked if each.alike))
        object.__setattr__(self, "apart", tuple(each for each in asked if not each.alike))

    def make(self, rules: Rules, state: State, by: By, action: Action) -> After | Refusal:
        """The state after the move, or a refusal.

        The stages are ``exists``, ``conditions`` and ``limits``.  A refusal has every failing
        clause of the first failing stage.
        """
        for stage in (self.exists, self.conditions):
            if stage:
                failing = [one.clause for one in stage if not one.holds(rules, state, by, action)]
                if failing:
                    return Refusal(tuple(failing))
        after = self.effect.makes(rules, state, by, action)
        if self.limits:
            broken = [one.clause for one in self.limits if not one.holds(rules, state, after)]
            if broken:
                return Refusal(tuple(broken))
        return after

    def proposals(self, rules: Rules, state: State, by: By) -> list[Action]:
        """The candidates that pass all stages.

        An ``alike`` condition is asked once, and one that is ``given`` in this state not at all.
        A candidate that stands for others is returned unasked.
        """
        candidates = list(self.candidates(rules, state, by))
        if not candidates or isinstance(candidates[0], Open):
            return candidates
        for each in self.alike:
            if not each.holds(rules, state, by, candidates[0]):
                return []
        for each in self.apart:
            if each.given is None or not each.given(rules, state):
                holds = each.holds
                candidates = [one for one in candidates if holds(rules, state, by, one)]
        if self.limits:
            candidates = [one for one in candidates if self._leads_well(rules, state, by, one)]
        return candidates

    def _leads_well(self, rules: Rules, state: State, by: By, action: Action) -> bool:
        after = self.effect.makes(rules, state, by, action)
        return all(each.holds(rules, state, after) for each in self.limits)


AnyMove: TypeAlias = Move[Any, Any, Any, Any, Any]  # each row of a game has its own types
AnyFollowing: TypeAlias = Following[Any, Any, Any]  # the same

_NONE: Final = ()


@final
@dataclass(frozen=True, slots=True)
class Game(Generic[Rules, State, Action]):
    """A game as a value: its moves, its consequences, and who may act."""

    moves: tuple[AnyMove, ...]
    """In the order in which ``legal`` lists their actions; one for each action and phase."""
    following: tuple[AnyFollowing, ...]
    """In the order in which they are asked: the first that comes is applied, then all anew."""
    actors: Callable[[Rules, State], tuple[Actor, ...]]
    """Who may act, by facts that everybody sees; nobody only where a match is over."""
    not_to_act: Callable[[Rules, State, Actor, Action], tuple[str, ...]]
    """The clauses that refuse an actor this kind of action now; none where it may act."""
    wrong_phase: Callable[[State, Action], str]
    """The clause that refuses an action without a move in this phase, if its actor may act."""
    may_act: Callable[[Rules, State, Seat], bool] | None = None
    """Whether one seat may act, where this reads fewer options than ``actors`` does."""
    _moves: Mapping[tuple[type, type], AnyMove] = field(init=False)
    _by_phase: Mapping[type, tuple[AnyMove, ...]] = field(init=False)
    _following: Mapping[type, tuple[AnyFollowing, ...]] = field(init=False)

    def __post_init__(self) -> None:
        rows = [((phase, move.does), move) for move in self.moves for phase in move.during]
        if len(dict(rows)) != len(rows):
            raise ValueError("two moves stand for the same action in the same phase")
        phases = {phase: None for (phase, _), _ in rows}
        listed = [move for move in self.moves if move.candidates is not none_listed]
        by_phase = {phase: tuple(one for one in listed if phase in one.during) for phase in phases}
        coming = {phase: None for each in self.following for phase in each.during}
        following = {
            phase: tuple(each for each in self.following if phase in each.during)
            for phase in coming
        }
        object.__setattr__(self, "_moves", dict(rows))
        object.__setattr__(self, "_by_phase", by_phase)
        object.__setattr__(self, "_following", following)

    def step(self, rules: Rules, state: State, actor: Actor, action: Action) -> State | Refusal:
        """The state after an action and its consequences, or why it is refused.

        The stages: the actor; the phase; whether the things that the action names exist; the
        conditions; the limits.  A refusal names every failing clause of the first failing stage.
        """
        failing = self.not_to_act(rules, state, actor, action)
        if failing:
            return Refusal(failing)
        move = self._moves.get((type(state), type(action)))
        if move is None or (move.where is not None and not move.where(rules, state)):
            return Refusal((self.wrong_phase(state, action),))
        after: State | Refusal = move.make(rules, state, actor, action)
        return after if isinstance(after, Refusal) else self.follow(rules, after)

    def follow(self, rules: Rules, state: State) -> State:
        """The state after all consequences."""
        while True:
            for each in self._following.get(type(state), _NONE):
                after: State | None = each.comes(rules, state)
                if after is not None:
                    state = after
                    break
            else:
                return state

    def legal(self, rules: Rules, state: State, seat: Seat) -> tuple[Action, ...]:
        """Every action that ``step`` accepts from the seat, once, in a fixed order.

        Empty unless the seat is to act; where only chance has moves, no option is read for that.
        One action stands for all ``Open`` ones of a kind.
        """
        moves = self._by_phase.get(type(state), _NONE)
        if not moves or not self._acts(rules, state, seat):
            return ()
        return tuple(
            action
            for move in moves
            if move.where is None or move.where(rules, state)
            for action in move.proposals(rules, state, seat)
        )

    def _acts(self, rules: Rules, state: State, seat: Seat) -> bool:
        """Whether a seat may act."""
        if self.may_act is None:
            return seat in self.actors(rules, state)
        return self.may_act(rules, state, seat)


AnyGame: TypeAlias = Game[Any, Any, Any]  # each game has its own types
