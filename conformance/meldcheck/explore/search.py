"""Every state of a small table, breadth first, with all laws in every state and on every step."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, final

from meldcheck.explore.laws import (
    COMMON_OF_STATES,
    COMMON_OF_STEPS,
    AnyTransition,
    Transition,
    with_table,
)
from meldcheck.explore.renaming import Renaming
from meldcheck.explore.table import (
    AnyExplored,
    SmallTable,
    all_hands,
    stated_hands,
    tops,
    wrong,
)
from meldspec.cards import SUITS
from meldspec.codec import write_value
from meldspec.kernel import AnyMove
from meldspec.play import CHANCE, Actor, Open, Refusal, Seat

BEGINNING: Final = 100
"""In each of the first states of a phase, up to this number, everything is tried, too."""


@final
@dataclass(frozen=True, slots=True)
class Violation:
    """A law that does not hold, and a shortest play that shows it."""

    law: str
    """The law, and what it says."""
    play: tuple[AnyTransition, ...]
    """From the deal to the step after which it does not hold."""


@final
@dataclass(slots=True, kw_only=True)
class Reach:
    """How far an exploration came, and what it met."""

    states: int = 1
    steps: int = 0
    ended: int = 0
    """States in which the hand is over."""
    depth: int = 0
    """Steps of the longest shortest way to a state."""
    emptied: bool = False
    """Whether every state was reached; else the search stopped at its bound."""
    seconds: float = 0.0
    """Of processor time."""
    megabytes: int = 0
    """The most memory that the process has had; 0 where the system does not tell."""
    tried: int = 0
    """Actions tried, legal or not."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Accepted actions by type."""
    endings: Counter[str] = field(default_factory=Counter)
    """How the hand ended, on how many steps."""
    accepted: Counter[str] = field(default_factory=Counter)
    """Clauses that an accepted action has satisfied."""
    refused: Counter[str] = field(default_factory=Counter)
    violation: Violation | None = None

    def add(self, other: Reach) -> None:
        """Count what another reach counts, apart from states, depth, time and memory."""
        self.steps += other.steps
        self.tried += other.tried
        for name in ("kinds", "endings", "accepted", "refused"):
            getattr(self, name).update(getattr(other, name))


class BrokenLawError(Exception):
    """A law that does not hold of a step."""

    def __init__(self, law: str, step: AnyTransition) -> None:
        super().__init__(law)
        self.law = law
        self.step = step


ALL_SUITS: Final = frozenset(range(len(SUITS)))

MEGABYTE: Final = 1024 * 1024

TORN: Final = "A deal, a new stock or a cut with a card too many or too few is refused."
LISTED: Final = "An action is accepted just when it is listed as legal."

Heard: TypeAlias = Callable[[bytes, AnyTransition, bytes], None]
"""Hears of each step, with the keys of the known states before and after it."""

Layer: TypeAlias = dict[bytes, Any]
"""States by their keys."""

NamedLaws: TypeAlias = tuple[tuple[str, Callable[[AnyTransition], bool]], ...]


def ending(explored: AnyExplored, result: object) -> str:
    """How a hand ended, in words: its end, and the number of winners."""
    told: Any = write_value(result)
    won = told[explored.winners]
    winners = len(won) if isinstance(won, list) else int(won is not None)
    return f"{told['end']}, {('no winner', 'one winner', 'several winners')[min(winners, 2)]}"


def most_memory() -> int:
    """The most memory that this process has had, in megabytes; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0
    import resource  # Windows has none

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (MEGABYTE if sys.platform == "darwin" else MEGABYTE // 1024)


def _unheard(before: bytes, step: AnyTransition, after: bytes) -> None:
    """Nobody hears of a step."""


def _named(law: Any) -> str:
    """A law and what it says."""
    return f"{law.__name__}: {(law.__doc__ or '').splitlines()[0]}"


def _clauses_of(move: AnyMove) -> tuple[str, ...]:
    """The clauses by which a move can be refused."""
    asked = (each.clause for each in (*move.exists, *move.conditions))
    return (*asked, *(each.clause for each in move.limits))


@final
class Exploration:
    """One exploration of a game on one table."""

    def __init__(
        self,
        explored: AnyExplored,
        table: SmallTable[Any],
        *,
        tried: int | None = None,
        merging: bool = True,
    ) -> None:
        """``tried`` stands for that of the table, and is 0 where nothing is tried.

        ``merging`` tells whether states that differ in suits alone are one.
        """
        self.explored = explored
        self.table = table
        self.rules = table.rules
        self.reach = Reach()
        self.tried_of = table.tried if tried is None else tried
        """Of so many states of a phase, everything is tried in one."""
        self.expanded: Counter[type] = Counter()
        """The states from which steps were taken, by their phase."""
        self._game = explored.spoken.game
        pack = tuple(explored.deck(table.rules, table.seats))
        loose = explored.loose(table.rules)
        kept = explored.suits(table.rules) if merging else ALL_SUITS
        self._renaming = Renaming(pack, loose=loose, kept=kept)
        self._guards = {
            (phase, move.does): _clauses_of(move)
            for move in self._game.moves
            for phase in move.during
        }
        self._of_steps, self._of_states = self._laws()
        self.said: dict[Any, None] = {}
        """Every action that was legal in a state, in the order in which they were met."""
        self.known: dict[bytes, bytes | None] = {}
        """Each known state, with the state from which it was reached first."""
        self.most: int | None = None
        """How many states are known at most; None without a bound."""
        self.heard: Heard = _unheard
        self.stopped = False
        """Whether a new state was left out because so many are known."""
        self._at = b""
        """The state from which steps are taken now."""

    def run(
        self,
        most: int | None = None,
        told: Callable[[int], None] = lambda number: None,
        heard: Heard = _unheard,
        next_layer: Callable[[Exploration, Layer], Layer] | None = None,
    ) -> Reach:
        """Explore until no state is left, a law is broken, or so many states are known.

        ``next_layer`` stands for the method of this name; see ``shared``.
        """
        began = time.process_time()
        start = self.explored.begun(self.table)
        layer: Layer = {self.key(start): start}
        self.known = dict.fromkeys(layer)
        self.most = most
        self.heard = heard
        try:
            self._at = self.key(start)
            self._hold(Transition(None, CHANCE, None, start), self._of_states)
            while layer and not self.stopped:
                layer = self.next_layer(layer) if next_layer is None else next_layer(self, layer)
                told(len(layer))
            self.reach.emptied = not self.stopped
        except BrokenLawError as broken:
            play = (*self._play_to(self._at), broken.step)
            self.reach.violation = Violation(broken.law, play)
        self.reach.seconds = time.process_time() - began
        self.reach.megabytes = most_memory()
        return self.reach

    def next_layer(self, layer: Layer) -> Layer:
        """The new states that one step reaches from these.  BrokenLawError if a law is broken."""
        before = self.reach.states
        coming = self._reached_from(layer)
        self.reach.depth += self.reach.states > before
        return coming

    def _reached_from(self, layer: Layer) -> Layer:
        coming: Layer = {}
        for key, state in layer.items():
            self._at = key
            for step in self.steps(state):
                self._look(step)
                after = self.explored.alike(self.rules, step.after)
                found = self.key(after)
                if found in self.known:
                    self.heard(key, step, found)
                    continue
                if len(self.known) == self.most:
                    self.stopped = True
                    return coming
                self._hold(step, self._of_states)
                self.known[found] = key
                self.heard(key, step, found)
                self.reach.states += 1
                if isinstance(after, self.explored.over):
                    self.reach.ended += 1
                else:
                    coming[found] = after
            if self.is_tried(type(state)):
                self.try_all(state)
        return coming

    def is_tried(self, phase: type) -> bool:
        """Count one more state of a phase, and tell whether everything is tried in it."""
        number = self.expanded[phase]
        self.expanded[phase] += 1
        return self.tried_of > 0 and (number < BEGINNING or number % self.tried_of == 0)

    def key(self, state: Any) -> bytes:
        """What a state has in common with those that are one with it."""
        return self._renaming.key(self.explored.kind, state)

    # ── what was met ─────────────────────────────────────────────────────────────────────────────

    @property
    def law_names(self) -> tuple[str, ...]:
        """Every law that is asked, with what it says."""
        return tuple(name for name, _ in (*self._of_states, *self._of_steps))

    @property
    def conditions(self) -> list[str]:
        """The clauses by which an action can be refused, its phase apart."""
        return sorted({clause for clauses in self._guards.values() for clause in clauses})

    def never_made(self) -> Iterator[str]:
        """The types of action that were never accepted."""
        kinds = sorted({move.does.__name__ for move in self._game.moves})
        return (kind for kind in kinds if not self.reach.kinds[kind])

    def never_reached(self) -> Iterator[str]:
        """The endings of the game that no hand had."""
        return (end for end in sorted(self.explored.endings) if not self.reach.endings[end])

    def never_met(self) -> Iterator[str]:
        """The conditions of which no accepted action was asked."""
        return (clause for clause in self.conditions if not self.reach.accepted[clause])

    def never_failed(self) -> Iterator[str]:
        """The conditions by which nothing was refused."""
        return (clause for clause in self.conditions if not self.reach.refused[clause])

    # ── steps ────────────────────────────────────────────────────────────────────────────────────

    def steps(self, state: Any) -> Iterator[AnyTransition]:
        """Every accepted step from a state, whatever lies face down."""
        acting = self._game.actors(self.rules, state)
        if not acting:
            raise BrokenLawError(
                "somebody may act until the match is over", Transition(state, CHANCE, None, state)
            )
        for actor in acting:
            if actor is CHANCE:
                for action in self._choices(state):
                    if not self.table.refuses:
                        yield self._made(state, actor, action)
                    elif self._tried_by(state, actor, action) != Refusal(self.table.refuses):
                        raise AssertionError("a deal is not refused as the table says")
                continue
            legal = self._game.legal(self.rules, state, actor)
            if not legal:
                raise BrokenLawError(
                    "a seat that is to act has an action", Transition(state, actor, None, state)
                )
            for listed in legal:
                if not isinstance(listed, Open):
                    self.said[listed] = None
                    for shown in self._with_tops(state, listed):
                        yield self._made(shown, actor, listed)
                    continue
                for action in self.explored.listed(self.rules, state, listed):
                    after = self._game.step(self.rules, state, actor, action)
                    if isinstance(after, Refusal):
                        self.reach.refused.update(after.clauses)
                        continue
                    self.said[action] = None
                    yield Transition(state, actor, action, after)

    def _choices(self, state: Any) -> Iterator[Any]:
        """Everything that chance may do, with cards beneath those that come to light sorted."""
        explored, rules = self.explored, self.rules
        cuts = tuple(explored.cuts(rules, state))
        if cuts:
            yield from cuts
            return
        restock = explored.restocks(rules, state)
        if restock is not None:
            make, due = restock
            for stock in tops(due, explored.reveals(rules, state, make(tuple(due)))):
                yield make(stock)
            return
        deck = tuple(sorted(explored.deck(rules, self.table.seats)))
        seen: dict[bytes, None] = {}
        stated = self.table.stated
        sizes = explored.hand_sizes(rules, self.table.seats)
        for hands, rest in stated_hands(deck, stated) if stated else all_hands(deck, sizes):
            for stock in tops(rest, explored.turned):
                deal = explored.deal(hands, stock)
                key = self._renaming.key(type(deal), deal)
                if key in seen:
                    continue
                if len(seen) % self.table.one_deal_of == 0:
                    yield deal
                seen[key] = None

    def _with_tops(self, state: Any, action: Any) -> Iterator[Any]:
        """The state with each order of the cards that an action brings to light."""
        number = self.explored.reveals(self.rules, state, action)
        if number == 0:
            yield state
            return
        for stock in tops(state.table.stock, number):
            yield with_table(state, stock=stock)

    def _made(self, state: Any, actor: Actor, action: Any) -> AnyTransition:
        after = self._game.step(self.rules, state, actor, action)
        step = Transition(state, actor, action, after)
        if isinstance(after, Refusal):
            raise BrokenLawError(f"{LISTED} It is refused by {', '.join(after.clauses)}.", step)
        return step

    # ── laws ─────────────────────────────────────────────────────────────────────────────────────

    def _laws(self) -> tuple[NamedLaws, NamedLaws]:
        """The laws of a step, and those that are asked once of each state."""
        explored, rules = self.explored, self.rules

        def common(law: Any) -> Callable[[AnyTransition], bool]:
            return lambda step: bool(law(explored, rules, step))

        def of_state(law: Any) -> Callable[[AnyTransition], bool]:
            return lambda step: bool(law(rules, step.after))

        def of_step(law: Any) -> Callable[[AnyTransition], bool]:
            return lambda step: bool(law(rules, step.before, step.after))

        return (
            (
                *((_named(law), common(law)) for law in COMMON_OF_STEPS),
                *((_named(law), of_step(law)) for law in explored.of_steps),
            ),
            (
                *((_named(law), common(law)) for law in COMMON_OF_STATES),
                *((_named(law), of_state(law)) for law in explored.of_states),
            ),
        )

    def _hold(self, step: AnyTransition, laws: NamedLaws) -> None:
        for name, holds in laws:
            if not holds(step):
                raise BrokenLawError(name, step)

    def _look(self, step: AnyTransition) -> None:
        """All laws of a step, and what it met."""
        self._hold(step, self._of_steps)
        reach = self.reach
        reach.steps += 1
        reach.kinds[type(step.action).__name__] += 1
        if isinstance(step.after, self.explored.over):
            end = ending(self.explored, self.explored.spoken.result(self.rules, step.after))
            if end not in self.explored.endings:
                raise BrokenLawError(f"A hand ends in a way that is known. It does by: {end}", step)
            reach.endings[end] += 1
        reach.accepted.update(self._guards[type(step.before), type(step.action)])

    def try_all(self, state: Any) -> None:
        """Whatever was ever legal and much that was not: accepted is just what is listed."""
        for place in range(self.table.seats):
            seat = Seat(place)
            legal = self._game.legal(self.rules, state, seat)
            open_kinds = {type(one) for one in legal if isinstance(one, Open)}
            for action in self.proposals(state, seat):
                after = self._tried_by(state, seat, action)
                refused = isinstance(after, Refusal)
                if refused and action in legal and not isinstance(action, Open):
                    raise BrokenLawError(LISTED, Transition(state, seat, action, state))
                if not refused and action not in legal and type(action) not in open_kinds:
                    raise BrokenLawError(LISTED, Transition(state, seat, action, after))
        if CHANCE in self._game.actors(self.rules, state):
            for torn in wrong(next(self._choices(state))):
                after = self._tried_by(state, CHANCE, torn)
                if not isinstance(after, Refusal):
                    raise BrokenLawError(TORN, Transition(state, CHANCE, torn, after))

    def proposals(self, state: Any, seat: Seat) -> tuple[Any, ...]:
        """Everything that is tried by a seat: legal, wrong in this state, or never legal."""
        return (*self.said, *self.explored.attempts(self.rules, state, seat))

    def _tried_by(self, state: Any, actor: Actor, action: Any) -> Any:
        """The state after an action that is tried, or its refusal."""
        self.reach.tried += 1
        after = self._game.step(self.rules, state, actor, action)
        if isinstance(after, Refusal):
            self.reach.refused.update(after.clauses)
        return after

    # ── plays ────────────────────────────────────────────────────────────────────────────────────

    def _play_to(self, key: bytes) -> list[AnyTransition]:
        """A shortest play to a known state, found again from its keys."""
        keys = [key]
        while (before := self.known[keys[-1]]) is not None:
            keys.append(before)
        keys.reverse()
        state, play = self.explored.begun(self.table), list[AnyTransition]()
        for wanted in keys[1:]:
            for step in self.steps(state):
                after = self.explored.alike(self.rules, step.after)
                if self.key(after) == wanted:
                    play.append(step)
                    state = after
                    break
            else:
                raise AssertionError("a known state is not found again")
        return play
