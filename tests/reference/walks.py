"""Seeded random walks through any game; its own ``walks`` has what is special about it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Final, Generic, TypeAlias, final

from meldcheck.explore.laws import Transition as Step
from meldcheck.explore.laws import no_hand
from meldcheck.law.covering import Covering, covering
from meldcheck.law.rulespace import RuleSpace
from meldspec.cards import Card, rank, suit
from meldspec.games import GAMES
from meldspec.kernel import Action, Game, Rules, State
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.spoken import Spoken

MOST_STEPS: Final = 420
"""Of one walk: by some readings a hand need not end."""


Temper: TypeAlias = Callable[[Rules, State, tuple[Action, ...], random.Random], Action]
"""How a seat chooses among its legal actions."""


Restock: TypeAlias = tuple[Callable[[tuple[Card, ...]], Action], tuple[Card, ...]]
"""What chance does with the cards of which a stock is made, and these cards."""


def never(rules: object, state: object) -> None:
    """Of games in which a stock is never made again."""
    return


def nothing_more(state: object) -> tuple[Card, ...]:
    """Of games in which nothing was shown but what lies there."""
    return ()


def exchanged(action: Any, names: dict[Card, Card]) -> Any:  # an action of chance of any game
    """What chance does, with two cards in each other's place."""

    def other(value: Any) -> Any:  # a card, None, or a tuple of these
        return tuple(map(other, value)) if isinstance(value, tuple) else names.get(value, value)

    return type(action)(*(other(getattr(action, each.name)) for each in fields(action)))


@final
@dataclass(frozen=True, kw_only=True)
class Walks(Generic[Rules, State, Action]):
    """A game as tests walk through it: what chance does, how seats choose, what may be tried."""

    spoken: Spoken[Rules, State, Action]
    over: type[Any]
    """The phase of a hand that is over."""
    seats: Callable[[Rules], range]
    first_hands: Callable[[Rules], range] = lambda rules: range(1, 2)
    """The hands with which a match may begin."""
    small: Callable[[Rules], Rules]
    """The same rules with few cards, so that what is rare is not."""
    deck: Callable[[Rules, int], Iterable[Card]]
    """All cards with which a number of seats plays."""
    deals: Callable[[Rules, State, tuple[Card, ...]], Action]
    """The deal, or the cut, that chance makes of a shuffled deck."""
    restocks: Callable[[Rules, State], Restock[Action] | None] = never
    """What chance does to make a stock, and of which cards; None where a deal is due."""
    tempers: tuple[Temper[Rules, State, Action], ...]
    """One for each match, by its seed."""
    conceivable: Callable[[Rules, State, Seat, random.Random], Iterable[Action]]
    """Whatever a seat could propose, legal or not: all that is legal is among it."""
    attempts: Callable[[Rules, State, Seat, random.Random], Iterable[Action]]
    """Some of that, from what a seat knows."""
    lies: Callable[[State], Iterable[Card]]
    """The cards on the table, in neither a hand nor the stock."""
    shown: Callable[[State], Iterable[Card]] = nothing_more
    """Cards that everybody has seen, besides those that lie there."""
    open_hands: Callable[[Rules, State], tuple[Seat, ...]] = no_hand
    secrets: Callable[[list[Step[State, Action]]], list[Card]] = lambda steps: []
    """Cards of the last steps that others have named in secret."""
    exchanged: Callable[[Action, dict[Card, Card]], Action] = exchanged
    """An action of chance, or one that is secret, with two cards in each other's place."""
    parts: Callable[[Rules, State, State | Refusal], bool] = lambda rules, state, twin: isinstance(
        twin, Refusal
    )
    """Whether a hand and its twin part, as hidden cards may come to light for all."""

    @property
    def game(self) -> Game[Rules, State, Action]:
        """The game."""
        return self.spoken.game

    def playing(self, game: Game[Rules, State, Action]) -> Walks[Rules, State, Action]:
        """The same with another game: a broken one, or one that is watched."""
        return replace(self, spoken=replace(self.spoken, game=game))

    def first_hand(self, rules: Rules, seed: int) -> int:
        """The hand with which a match of this number begins."""
        hands = self.first_hands(rules)
        return hands[seed % len(hands)]

    @property
    def default(self) -> Rules:
        """The default rules."""
        return self.spoken.table.default

    @property
    def covering(self) -> Covering:
        """The pairwise covering array of its readings."""
        return covering_of(self.spoken.name)

    def rows(self) -> list[Rules]:
        """The rows of the array as rule sets."""
        return [self.spoken.table.read({"options": {**row}}) for row in self.covering.rows]

    def with_readings(self, **readings: str | int) -> Rules:
        """The default rules but for these readings."""
        return self.spoken.table.read({"options": dict(readings)})

    def begun(self, rules: Rules, seats: int, dealer: int = 0, first: int = 1) -> State:
        """A match before its first deal."""
        begun = self.spoken.begins(rules, seats, Seat(dealer), first)
        assert not isinstance(begun, Refusal), begun
        return begun

    def chance(self, rules: Rules, state: State, chance: random.Random) -> Action:
        """What chance may do now, at random."""
        restock = self.restocks(rules, state)
        if restock is not None:
            kind, cards = restock
            return kind(shuffled(cards, chance))
        deck = shuffled(self.deck(rules, self.spoken.seats(state)), chance)
        return self.deals(rules, state, deck)

    def walk(
        self,
        rules: Rules,
        seats: int,
        seed: int,
        *,
        hands: int = 99,
        first: int = 1,
        most: int = MOST_STEPS,
    ) -> Iterator[Step[State, Action]]:
        """The steps of a match of some hands, at random, until it is over at the latest."""
        chance = random.Random(seed)
        temper = self.tempers[seed % len(self.tempers)]
        state = self.begun(rules, seats, seed % seats, first)
        for _ in range(most):
            acting = self.game.actors(rules, state)
            if not acting:
                return
            actor = acting[0] if len(acting) == 1 else chance.choice(acting)
            if actor is CHANCE:
                action = self.chance(rules, state, chance)
            else:
                legal = self.game.legal(rules, state, actor)
                assert legal, f"seed {seed}: seat {actor} is left without an action"
                action = temper(rules, state, legal, chance)
            after = self.game.step(rules, state, actor, action)
            assert not isinstance(after, Refusal), f"seed {seed}: {action} is refused: {after}"
            yield Step(state, actor, action, after)
            state = after
            hands -= isinstance(state, self.over)
            if not hands:
                return


def last_states(
    steps: Iterable[Step[Any, Any]],
    *phases: type[Any],
    unless: Callable[[Any], bool] = lambda state: False,
) -> tuple[Any, ...]:
    """The last state of each phase in some walks, of those that will do."""
    found = {type(step.after): step.after for step in steps if not unless(step.after)}
    return tuple(found[phase] for phase in phases)


AnyWalks: TypeAlias = Walks[Any, Any, Any]  # each game has its own types


def shuffled(cards: Iterable[Card], chance: random.Random) -> tuple[Card, ...]:
    """The cards in some order."""
    order = list(cards)
    chance.shuffle(order)
    return tuple(order)


@cache
def covering_of(name: str) -> Covering:
    """The covering array of a game.

    That of Carousel is made by no documents, so that no option is asleep under others' readings.
    """
    if name == "carousel":
        return Covering(RuleSpace.of(GAMES[name], {}))
    return covering(name)


def neighbours(one: Card, hand: Iterable[Card]) -> int:
    """How many other cards of the hand have its rank, or are near it in its suit."""
    return sum(
        other != one
        and (rank(other) == rank(one) or (suit(other) == suit(one) and abs(other - one) <= 2))
        for other in hand
    )
