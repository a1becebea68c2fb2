"""Play by two rule sets side by side: the steps that both allow, and the first difference.

Rule sets differ if only one accepts an action. They also differ if, after an action that both
accept, a seat's view, the seat to act or the result is different. The readings that differ stay
open as long as possible: only a step that reads one of them is played under both rule sets.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never, final

from meldcheck.engine.referee import act, begin
from meldcheck.games import MEASURES
from meldcheck.words import compare
from meldcheck.words.case import JSON, Act, Setup
from meldcheck.words.notation import CHANCE
from meldcheck.words.readings import Readings
from meldspec.play import Refusal
from meldspec.undecided import UndecidedError
from meldspec.wire import GameWire, Match, WireError


@final
@dataclass(frozen=True, slots=True)
class Fork:
    """The standing of a play under both rule sets; one match if the position is the same."""

    one: Match
    other: Match | None = None

    @property
    def position(self) -> Hashable:
        """The position under both; standings with equal positions continue equally."""
        return (self.one.position, None if self.other is None else self.other.position)


@final
@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer of one rule set to the last step: refused, or the fields that differ."""

    refused: tuple[str, ...] = ()
    sees: Mapping[str, JSON] | None = None
    """By field: the value after the step; for views, by seat and field."""


@final
@dataclass(frozen=True, slots=True)
class Parting:
    """A step on which two rule sets differ, and the answer of each."""

    step: Act
    one: Ruling
    other: Ruling


@final
@dataclass(frozen=True, slots=True)
class Play:
    """Steps that both rule sets answer equally before the last, and the difference at the last."""

    setup: Setup
    steps: tuple[Act, ...]
    difference: Parting

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def deals(self) -> tuple[Act, ...]:
        """The deals of the play, each once, in order."""
        dealt: list[Act] = []
        for step in self.steps:
            if step.by == CHANCE and step not in dealt:
                dealt.append(step)
        return tuple(dealt)


class Joint:
    """Two rule sets of one game, played side by side."""

    def __init__(self, game: GameWire, one: Readings, other: Readings) -> None:
        self.game = game
        self.readings = (one, other)
        self.sampled = False
        """Whether a seat had more actions than the search followed."""
        self.one = game.rule_set({"options": dict(one)})
        self.other = game.rule_set({"options": dict(other)})
        shared = {name: reading for name, reading in one.items() if other[name] == reading}
        self.open: object = game.open_rules(shared)

    def begin(self, setup: Setup) -> Fork:
        """A match before its first deal."""
        begun = begin(self.game, {}, setup)
        if isinstance(begun, Refusal):
            raise AssertionError(f"a match is refused: {begun}")
        return Fork(begun.under(self.open))

    def step(self, standing: Fork, step: Act) -> Fork | Parting | None:
        """The result of a step: a standing, a difference, or None if both refuse it.

        Raises WireError for an action that cannot be read.
        """
        if standing.other is None:
            try:
                after = act(standing.one, step)
                if isinstance(after, Refusal):
                    return None
                for seat in range(_seats(after)):
                    after.view(seat)
                after.result()
                return Fork(after)
            except UndecidedError:
                pass
        return self._apart(step, act(self._one(standing), step), act(self._other(standing), step))

    def actors(self, standing: Fork) -> tuple[str | int, ...]:
        """The actors, equal under both rule sets; otherwise the play would have ended."""
        try:
            return standing.one.actors()
        except UndecidedError:
            return self._one(standing).actors()

    def _one(self, standing: Fork) -> Match:
        return standing.one.under(self.one) if standing.other is None else standing.one

    def _other(self, standing: Fork) -> Match:
        return standing.one.under(self.other) if standing.other is None else standing.other

    def _apart(
        self, step: Act, one: Match | Refusal, other: Match | Refusal
    ) -> Fork | Parting | None:
        if isinstance(one, Refusal) or isinstance(other, Refusal):
            if isinstance(one, Refusal) and isinstance(other, Refusal):
                return None
            return Parting(step, _said(one), _said(other))
        differing = dict(_differing(one, other))
        if differing:
            return Parting(
                step,
                Ruling(sees={name: sides[0] for name, sides in differing.items()}),
                Ruling(sees={name: sides[1] for name, sides in differing.items()}),
            )
        if one.position == other.position:
            return Fork(one.under(self.open))
        return Fork(one, other)

    def moves(self, standing: Fork) -> list[Act] | Parting:
        """Every action of seats that both accept, or the first that only one accepts."""
        moves: list[Act] = []
        for seat in self.actors(standing):
            if seat == CHANCE:
                continue
            if standing.other is None:
                try:
                    ours, some = self._some(standing.one, seat, _legal(standing.one, seat))
                    moves += [Act(by=seat, do=do) for do in ours]
                    moves += [Act(by=seat, do=do) for do in some]
                    continue
                except UndecidedError:
                    pass
            one, other = self._one(standing), self._other(standing)
            ours, some = self._some(one, seat, _legal(one, seat))
            theirs, more = self._some(other, seat, _legal(other, seat))
            for do in (*some, *more):
                found = self.step(standing, Act(by=seat, do=do))
                if isinstance(found, Parting):
                    return found
                moves.append(Act(by=seat, do=do))
            for do in (*ours, *theirs):
                if (do in ours) != (do in theirs):
                    found = self.step(standing, Act(by=seat, do=do))
                    assert isinstance(found, Parting)
                    return found
            moves += [Act(by=seat, do=do) for do in ours]
        return moves

    def _some(
        self, match: Match, seat: str | int, legal: list[dict[str, JSON]]
    ) -> tuple[list[dict[str, JSON]], list[dict[str, JSON]]]:
        """The legal actions, and a few examples of those that ``legal`` lists without fields."""
        few = MEASURES[self.game.name].few
        if few is None or isinstance(seat, str):
            return legal, []
        listed = [do for do in legal if do["type"] != few.type]
        if len(listed) == len(legal):
            return legal, []
        self.sampled = True
        found = (few.some(match, seat, readings) for readings in self.readings)
        return listed, [do for some in found for do in some]

    def first_difference(
        self, setup: Setup, steps: Sequence[Act], *, last: bool = False
    ) -> Play | None:
        """The play up to the first difference, without steps that both refuse; None without one.

        Before every step and at the end, an action that only one rule set allows is looked for.
        With ``last``, an action at the end after which they differ is looked for too.
        """
        kept: list[Act] = []
        standing = self.begin(setup)
        for step in steps:
            found = self._allowed_by_one(standing) or self._step_or_none(standing, step)
            match found:
                case Parting():
                    return Play(setup, (*kept, found.step), found)
                case Fork():
                    standing = found
                    kept.append(step)
                case None:
                    continue
                case _:
                    assert_never(found)
        moves = self.moves(standing)
        if isinstance(moves, Parting):
            return Play(setup, (*kept, moves.step), moves)
        for step in moves if last else ():
            found = self.step(standing, step)
            if isinstance(found, Parting):
                return Play(setup, (*kept, step), found)
        return None

    def _allowed_by_one(self, standing: Fork) -> Parting | None:
        found = self.moves(standing)
        return found if isinstance(found, Parting) else None

    def _step_or_none(self, standing: Fork, step: Act) -> Fork | Parting | None:
        """The result of a step; None also for a step with cards that the deal lacks."""
        try:
            return self.step(standing, step)
        except WireError:
            return None


def _said(outcome: Match | Refusal) -> Ruling:
    return Ruling(refused=outcome.clauses) if isinstance(outcome, Refusal) else Ruling()


def _legal(match: Match, seat: str | int) -> list[dict[str, JSON]]:
    actions: JSON = match.legal(seat)
    return list(actions)


def _seats(match: Match) -> int:
    first: JSON = match.view(0)
    return len(first["hand_sizes"])


def _differing(one: Match, other: Match) -> Iterator[tuple[str, tuple[JSON, JSON]]]:
    """The differences between two matches that seats can see, those of the result first."""
    for difference in compare.differences("result", one.result(), other.result()):
        if difference.where:
            yield f"result {difference.where}", (difference.expected, difference.got)
        else:
            yield "result", (difference.expected, difference.got)
    for seat in range(_seats(one)):
        ours, theirs = one.view(seat), other.view(seat)
        for difference in compare.changes(ours, theirs):
            name = difference.where or "view"
            yield f"seat {seat} sees {name}", (difference.expected, difference.got)


# ── breadth first ────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, slots=True)
class Searched:
    """The result of a breadth-first search of joint plays."""

    play: Play | None
    """A shortest play on which the two differ; None if none was found."""
    depth: int
    """Every play with this many steps was examined; none differs before ``play``."""
    states: int
    """Number of standings whose next steps were examined."""
    whole: bool
    """Whether the search was complete.

    It went as deep as asked, or to the end of play, and followed every action of every seat.
    """


Trail: TypeAlias = "tuple[Trail, Act] | None"
"""The steps that led to a standing, the last one first."""


class Breadth:
    """A breadth-first search of joint plays, one step deeper at a time; equal standings count once.

    Chance begins with the actions in ``first``, and deals those in ``later`` between hands.
    """

    def __init__(
        self, joint: Joint, setup: Setup, first: Sequence[Act], later: Sequence[Act]
    ) -> None:
        self.joint = joint
        self.setup = setup
        self.later = later
        self.depth = 0
        """Every play with this many steps was examined, and the two differ on none."""
        self.states = 0
        """Number of standings whose next steps were all examined."""
        self.sampled: int | None = None
        """The depth at which, for the first time, only a few actions of a standing were followed.
        """
        self._deals = first
        self._level: list[tuple[Fork, Trail]] = [(joint.begin(setup), None)]
        self._seen: set[Hashable] = {self._level[0][0].position}
        joint.sampled = False

    @property
    def done(self) -> bool:
        """Whether no standing is left to follow."""
        return not self._level

    def deeper(self, budget: int, *, last: bool = False) -> Play | bool:
        """Search one step deeper: a play on which the two differ, or whether the level is complete.

        At most ``budget`` standings are followed. After the ``last`` step, nothing is kept for
        more.
        """
        after: list[tuple[Fork, Trail]] = []
        for standing, trail in self._level:
            if budget <= 0:
                return False
            budget -= 1
            self.states += 1
            for found, longer in self._next(standing, trail):
                if isinstance(found, Parting):
                    return Play(self.setup, _steps(longer), found)
                if not last and found.position not in self._seen:
                    self._seen.add(found.position)
                    after.append((found, longer))
        if self.joint.sampled and self.sampled is None:
            self.sampled = self.depth
        self._level = after
        self._deals = self.later
        self.depth += 1
        return True

    def looked(self, *, whole: bool) -> Searched:
        """The result of a search that found no play.

        ``whole`` says whether it went as deep as asked.
        """
        if self.sampled is None:
            return Searched(None, self.depth, self.states, whole)
        return Searched(None, self.sampled, self.states, False)

    def _next(self, standing: Fork, trail: Trail) -> Iterator[tuple[Fork | Parting, Trail]]:
        """Every step that both allow, with its result; or one difference."""
        moves = self.joint.moves(standing)
        if isinstance(moves, Parting):
            yield moves, (trail, moves.step)
            return
        for step in (*moves, *(self._deals if CHANCE in self.joint.actors(standing) else ())):
            after = self.joint.step(standing, step)
            if after is not None:
                yield after, (trail, step)


def breadth_first(
    joint: Joint, setup: Setup, deals: Sequence[Act], depth: int, budget: int
) -> Searched:
    """Search all joint plays of up to ``depth`` steps from some deals, the short ones first.

    At most ``budget`` standings are followed.
    """
    search = Breadth(joint, setup, deals, deals)
    for deep in range(depth):
        found = search.deeper(budget - search.states, last=deep + 1 == depth)
        match found:
            case Play():
                return Searched(found, search.depth, search.states, True)
            case False:
                return search.looked(whole=False)
            case True:
                continue
            case _:
                assert_never(found)
    return search.looked(whole=True)


def _steps(trail: Trail) -> tuple[Act, ...]:
    steps: list[Act] = []
    while trail is not None:
        trail, step = trail
        steps.append(step)
    return tuple(reversed(steps))
