"""The laws of all games, and what is walked through to hold a game to them and to its own."""

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
    """How much of a game is walked through."""

    matches: int = 30
    """By the default readings, of each size."""
    small_matches: int = 4
    """With few cards, for each rule set of the array."""
    whole_matches: int = 1
    """With whole packs, for each rule set of the array."""
    hands: int = 3
    """Of each match, at most."""
    every: tuple[int, int] = (9, 60)
    """One step in so many has everything tried, with few cards and with whole packs."""
    often: tuple[int, int] = (0, 0)
    """The same for what a seat might try; never where it is nought."""
    tried: int = 20
    """States in which everything is tried, for each rule set of the array, at least."""
    most: int = MOST_STEPS
    """Steps of a match."""
    twin_hands: int = 60
    """Hands beside a twin by the default readings."""
    twins: tuple[int, int] = (3, 1)
    """The same with few cards and with whole packs for each rule set of the array."""


@final
@dataclass(frozen=True, kw_only=True)
class Laws(Generic[Rules, State, Action]):
    """A game with its own laws, and what walks through it must come upon."""

    walks: Walks[Rules, State, Action]
    of_states: tuple[Callable[[Rules, State], bool], ...]
    of_steps: tuple[Callable[[Rules, State, State], bool], ...] = ()
    events: Callable[[Rules, Step[State, Action]], Iterable[object]] = lambda rules, step: ()
    """What is rare and happens in a step, besides its action and the phase after it."""
    usual: Mapping[object, int] = field(default_factory=dict)
    """Events, actions and phases, and how often they occur at least by the default readings."""
    unusual: frozenset[object] = frozenset()
    """What never occurs by the default readings."""
    rare: Mapping[object, int] = field(default_factory=dict)
    """What occurs by all readings, and how often at least."""
    by_readings: frozenset[str] | None = None
    """Clauses that refuse nothing by the default readings, and no others; where that is told."""
    refusing: frozenset[str] = frozenset()
    """Clauses that refuse whoever may not act, or not so in a phase."""
    hardly: frozenset[str] = frozenset()
    """Clauses whose refusals chance hardly reaches; plays made up on purpose do."""
    never: frozenset[str] = frozenset()
    """Clauses of what follows of itself that are reached by neither."""
    purposes: Callable[[], Iterable[tuple[Rules, Iterable[Step[State, Action]]]]] = lambda: ()
    """Plays made up on purpose, where chance does not reach."""
    telling: Callable[[State], bool] = lambda state: False
    """The states in which everything is tried more often."""
    effort: Effort = field(default_factory=Effort)

    def obeys(self, rules: Rules, step: Step[State, Action]) -> None:
        """Every law holds after a step and of it."""
        for common in COMMON:
            assert common(self.walks, rules, step), (common.__name__, step)
        for law in self.of_states:
            assert law(rules, step.after), (law.__name__, step)
        for step_law in self.of_steps:
            assert step_law(rules, step.before, step.after), (step_law.__name__, step)

    def successors(self, rules: Rules, state: State, chance: random.Random) -> Iterator[State]:
        """The states after each legal action, and after one of chance within a hand; all lawful."""
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
"""Game id to its laws: a game without them fails every test of all games."""


# ── what is legal ────────────────────────────────────────────────────────────────────────────────


def clauses_of(move: AnyMove) -> set[str]:
    """The clauses by which an action can be refused, its phase apart."""
    asked = {each.clause for each in (*move.exists, *move.conditions)}
    return asked | {each.clause for each in move.limits}


class Found:
    """What walks through a game have come upon."""

    def __init__(self, laws: AnyLaws) -> None:
        self.laws = laws
        game = laws.walks.game
        self.guards = {
            (phase, move.does): clauses_of(move) for move in game.moves for phase in move.during
        }
        self.accepted: Counter[str] = Counter()
        """Accepted actions by the clauses that could have refused them."""
        self.refused: Counter[str] = Counter()
        self.followed: Counter[str] = Counter()
        """What came of itself, by its clauses."""
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
        """Laws after each step, and what is legal before some of them."""
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
        """An accepted action has passed its guards."""
        self.accepted.update(self.guards[type(state), type(action)])

    def try_everything(self, rules: Any, step: AnyStep, chance: random.Random) -> None:
        """What is legal is just what is accepted, of everything conceivable."""
        if step.actor is not CHANCE:
            tried = self.walks.conceivable(rules, step.before, step.actor, chance)
            self._try(rules, step, tried)
        self.only_who_is_to_act_acts(rules, step)

    def try_some(self, rules: Any, step: AnyStep, chance: random.Random) -> None:
        """The same of what is legal and of what a seat might try."""
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
        """Nobody else may do anything, and chance nothing else."""
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
        """The action must be refused from that actor."""
        reached = self.walks.game.step(rules, state, actor, action)
        assert isinstance(reached, Refusal), ("may not be done", state, actor, action)
        self.refused.update(reached.clauses)


def spoilt_cards(action: Any) -> Iterator[Any]:
    """What chance does, with a card less, with one twice for another, and hands of other sizes."""
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
    """Every row of the array, walked with whole packs and with few cards; and what is made up."""
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
    """Matches by the default readings, with whole packs and with few cards."""
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
