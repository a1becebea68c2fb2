"""The laws of all games, and the walks that test these laws and those of one game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from importlib import import_module
from typing import Any, Final, Generic, TypeAlias, final

from meldcheck.explore.laws import COMMON
from meldcheck.explore.laws import AnyTransition as AnyStep
from meldcheck.explore.laws import Transition as Step
from meldspec.games import NAMES, OnDemand, package_of
from meldspec.kernel import Action, AnyFollowing, AnyMove, Rules, State
from meldspec.play import CHANCE, Actor, Open, Refusal, Seat

from .walks import MOST_STEPS, AnyWalks, Walks

# ── of one game ──────────────────────────────────────────────────────────────────────────────────


@final
@dataclass(frozen=True, kw_only=True)
class Effort:
    """How many matches and states of a game are tested."""

    matches: int = 30
    """Matches by the default readings, for few cards and for whole packs."""
    small_matches: int = 4
    """Matches with few cards, for each rule set of the covering array."""
    whole_matches: int = 1
    """Matches with whole packs, for each rule set of the covering array."""
    hands: int = 3
    """Hands of each match, at most."""
    every: tuple[int, int] = (9, 60)
    """Everything is tried in one of this many steps, with few cards and with whole packs."""
    often: tuple[int, int] = (0, 0)
    """Some attempts are tried in one of this many steps; in none if it is 0."""
    tried: int = 20
    """The least number of states in which everything is tried, for each rule set of the array."""
    most: int = MOST_STEPS
    """Steps of a match, at most."""
    twin_hands: int = 60
    """Hands that are compared with a twin, by the default readings."""
    twins: tuple[int, int] = (3, 1)
    """The same for each rule set of the array, with few cards and with whole packs."""


@final
@dataclass(frozen=True, kw_only=True)
class Laws(Generic[Rules, State, Action]):
    """A game with its own laws, and the events that walks through it must meet."""

    walks: Walks[Rules, State, Action]
    of_states: tuple[Callable[[Rules, State], bool], ...]
    of_steps: tuple[Callable[[Rules, State, State], bool], ...] = ()
    events: Callable[[Rules, Step[State, Action]], Iterable[object]] = lambda rules, step: ()
    """The rare events of a step, besides its action and the phase after it."""
    usual: Mapping[object, int] = field(default_factory=dict)
    """Events, actions and phases, with the least number of times by the default readings."""
    unusual: frozenset[object] = frozenset()
    """Events, actions and phases that never occur by the default readings."""
    rare: Mapping[object, int] = field(default_factory=dict)
    """Events of walks through all rule sets of the array, with the least number of times."""
    by_readings: frozenset[str] | None = None
    """Exactly the clauses that refuse nothing by the default readings; None if not stated."""
    refusing: frozenset[str] = frozenset()
    """Clauses that refuse an actor who is not to act, or an action in the wrong phase."""
    hardly: frozenset[str] = frozenset()
    """Clauses whose refusals random walks hardly reach; the plays of ``purposes`` reach them."""
    never: frozenset[str] = frozenset()
    """Clauses of followings that neither random walks nor the plays of ``purposes`` reach."""
    purposes: Callable[[], Iterable[tuple[Rules, Iterable[Step[State, Action]]]]] = lambda: ()
    """Plays that are written for states which random walks do not reach."""
    telling: Callable[[State], bool] = lambda state: False
    """The states in which everything is tried more often."""
    effort: Effort = field(default_factory=Effort)

    def obeys(self, rules: Rules, step: Step[State, Action]) -> None:
        """Assert every law of the step, and of the state after it."""
        for common in COMMON:
            assert common(self.walks, rules, step), (common.__name__, step)
        for law in self.of_states:
            assert law(rules, step.after), (law.__name__, step)
        for step_law in self.of_steps:
            assert step_law(rules, step.before, step.after), (step_law.__name__, step)

    def successors(self, rules: Rules, state: State, chance: random.Random) -> Iterator[State]:
        """The states after each legal action, and after one action of chance within a hand.

        Every step is asserted to obey the laws.
        """
        game = self.walks.game
        for actor in game.actors(rules, state):
            if actor is not CHANCE:
                actions = game.legal(rules, state, actor)
            elif isinstance(state, self.walks.over):
                return
            else:
                actions = (self.walks.chance(rules, state, chance),)
            for action in actions:
                after = game.step(rules, state, actor, action)
                assert not isinstance(after, Refusal), (action, after)
                self.obeys(rules, Step(state, actor, action, after))
                yield after


AnyLaws: TypeAlias = Laws[Any, Any, Any]  # each game has its own types


def _laws(name: str) -> AnyLaws:
    corner = package_of(name).removeprefix("meldspec")
    found: AnyLaws = import_module(f"{corner}.laws", __package__).LAWS
    return found


GAMES: Final[Mapping[str, AnyLaws]] = OnDemand(NAMES, _laws)
"""Game id to its laws; a game without laws fails every test that runs for all games."""


# ── what is legal ────────────────────────────────────────────────────────────────────────────────


def clauses_of(move: AnyMove) -> set[str]:
    """The clauses that can refuse an action in its right phase."""
    asked = {each.clause for each in (*move.exists, *move.conditions)}
    return asked | {each.clause for each in move.limits}


class Found:
    """The events, actions and refusals that walks through a game have met."""

    def __init__(self, laws: AnyLaws) -> None:
        self.laws = laws
        game = laws.walks.game
        self.guards = {
            (phase, move.does): clauses_of(move) for move in game.moves for phase in move.during
        }
        self.accepted: Counter[str] = Counter()
        """By clause, the accepted actions that it could have refused."""
        self.refused: Counter[str] = Counter()
        self.followed: Counter[str] = Counter()
        """By clause, the followings that happened."""
        self.seen: Counter[object] = Counter()
        self.tried = self.steps = 0
        self.lately: dict[type, Any] = {}
        """The last action of chance of each kind."""
        self.said: dict[type, Any] = {}
        """The last action of a seat of each kind."""
        following = tuple(map(self._counting, game.following))
        self.walks: AnyWalks = laws.walks.playing(replace(game, following=following))

    def _counting(self, each: AnyFollowing) -> AnyFollowing:
        def comes(rules: Any, state: Any) -> Any:
            after = each.comes(rules, state)
            if after is not None:
                self.followed.update(each.says)
            return after

        return replace(each, comes=comes)

    def look_through(
        self, rules: Any, steps: Iterable[AnyStep], every: int, often: int = 0, seed: int = 0
    ) -> None:
        """Assert the laws of each step, and the legal actions before some of the steps."""
        chance = random.Random(seed)
        for number, step in enumerate(steps):
            self.laws.obeys(rules, step)
            self.steps += 1
            self.seen.update((type(step.action), type(step.after)))
            self.seen.update(self.laws.events(rules, step))
            self.count(step.before, step.action)
            lately = self.lately if step.actor is CHANCE else self.said
            lately[type(step.action)] = step.action
            if every and (number % every == 0 or (self.laws.telling(step.before) and number % 2)):
                self.try_everything(rules, step, chance)
            elif often and number % often == 0:
                self.try_some(rules, step, chance)

    def count(self, state: Any, action: Any) -> None:
        """Count an accepted action for each clause that could have refused it."""
        self.accepted.update(self.guards[type(state), type(action)])

    def try_everything(self, rules: Any, step: AnyStep, chance: random.Random) -> None:
        """Assert that of all conceivable actions exactly the legal ones are accepted."""
        if step.actor is not CHANCE:
            tried = self.walks.conceivable(rules, step.before, step.actor, chance)
            self._try(rules, step, tried)
        self.only_who_is_to_act_acts(rules, step)

    def try_some(self, rules: Any, step: AnyStep, chance: random.Random) -> None:
        """Assert the same of the legal actions and of some attempts of the seat."""
        if step.actor is not CHANCE:
            legal = self.walks.game.legal(rules, step.before, step.actor)
            some = self.walks.attempts(rules, step.before, step.actor, chance)
            self._try(rules, step, (*some, *legal))
        self.only_who_is_to_act_acts(rules, step)

    def _try(self, rules: Any, step: AnyStep, tried: Iterable[Any]) -> None:
        assert step.actor is not CHANCE
        state, before, game = step.before, repr(step.before), self.walks.game
        legal = game.legal(rules, state, step.actor)
        assert len(set(legal)) == len(legal), ("listed twice", legal)
        open_ones = {type(one): one for one in legal if isinstance(one, Open)}
        accepted = set()
        for action in dict.fromkeys(tried):
            reached = game.step(rules, state, step.actor, action)
            if isinstance(reached, Refusal):
                assert reached.clauses
                assert len(set(reached.clauses)) == len(reached.clauses), reached
                self.refused.update(reached.clauses)
                continue
            self.count(state, action)
            assert action not in open_ones.values(), "it stands for others, and is none itself"
            self.seen["tried", type(action)] += 1
            accepted.add(open_ones.get(type(action), action))
        assert repr(state) == before, "a refusal changes nothing"
        found = accepted | set(open_ones.values())
        assert found == set(legal), ("legal and accepted", state, found ^ set(legal))
        self.tried += 1

    def only_who_is_to_act_acts(self, rules: Any, step: AnyStep) -> None:
        """Assert that no other actor may act, and that chance may do nothing else."""
        state, game = step.before, self.walks.game
        acting = game.actors(rules, state)
        for seat in map(Seat, range(self.walks.spoken.seats(state))):
            if seat not in acting:
                assert game.legal(rules, state, seat) == (), ("may not act", state, seat)
                for action in (step.action, *self.said.values()):
                    self.refuse(rules, state, seat, action)
        if step.actor is CHANCE:
            for spoilt in spoilt_cards(step.action):
                self.refuse(rules, state, CHANCE, spoilt)
        else:
            self.refuse(rules, state, CHANCE, step.action)
        for kind, action in self.lately.items():
            if step.actor is not CHANCE or kind is not type(step.action):
                self.refuse(rules, state, CHANCE, action)

    def refuse(self, rules: Any, state: Any, actor: Actor, action: Any) -> None:
        """Assert that the action is refused to this actor, and count the clauses."""
        reached = self.walks.game.step(rules, state, actor, action)
        assert isinstance(reached, Refusal), ("may not be done", state, actor, action)
        self.refused.update(reached.clauses)


def spoilt_cards(action: Any) -> Iterator[Any]:
    """An action of chance with a card short, with a card twice, and with wrong hand sizes."""
    piles = {each.name: getattr(action, each.name) for each in fields(action)}
    for name, pile in piles.items():
        if name == "hands":
            first, *others = pile
            yield replace(action, hands=(first[1:], *others), stock=(*action.stock, first[0]))
            yield replace(action, hands=tuple(others), stock=(*first, *action.stock))
        elif isinstance(pile, tuple) and len(set(pile)) > 1:
            yield replace(action, **{name: pile[:-1]})
            twice = next(each for each in pile if each != pile[-1])
            if twice is not None and pile[-1] is not None:
                yield replace(action, **{name: (*pile[:-1], twice)})


def looked_through(laws: AnyLaws) -> Found:
    """Walks by every row of the array, with few cards and with whole packs; and ``purposes``."""
    found, walks, effort = Found(laws), laws.walks, laws.effort
    for number, rules in enumerate(walks.rows()):
        sizes = ((walks.small(rules), effort.small_matches), (rules, effort.whole_matches))
        for size, (sized, matches) in enumerate(sizes):
            for more in range(matches):
                seed = number * (1 if size else 4) + more
                seats = walks.seats(sized)
                steps = found.walks.walk(
                    sized,
                    seats[(number + more) % len(seats)],
                    seed,
                    hands=effort.hands,
                    first=walks.first_hand(sized, number) if size else 1,
                    most=effort.most,
                )
                found.look_through(sized, steps, effort.every[size], effort.often[size], seed)
    for rules, made_up in laws.purposes():
        found.look_through(rules, made_up, every=0, often=1)
    return found


def looked_through_by_default(laws: AnyLaws) -> Found:
    """Walks by the default readings, with few cards and with whole packs."""
    found, walks, effort = Found(laws), laws.walks, laws.effort
    small = walks.small(walks.default)
    for size, rules in enumerate((small, walks.default)):
        seats = walks.seats(rules)
        for seed in range(effort.matches):
            first = walks.first_hand(rules, seed) if size else 1
            steps = found.walks.walk(
                rules, seats[seed % len(seats)], seed, hands=effort.hands, first=first
            )
            found.look_through(rules, steps, effort.every[size], effort.often[size], seed)
    return found
