"""Seeded random walks through any game; the module ``walks`` of a game has its special parts."""

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
"""The most steps of one walk, because by some readings a hand need not end."""


Temper: TypeAlias = Callable[[Rules, State, tuple[Action, ...], random.Random], Action]
"""How a seat chooses among its legal actions."""


Restock: TypeAlias = tuple[Callable[[tuple[Card, ...]], Action], tuple[Card, ...]]
"""The action of chance that makes a new stock, and the cards that it needs."""


def never(rules: object, state: object) -> None:
    """For games in which no new stock is ever made."""
    return


def nothing_more(state: object) -> tuple[Card, ...]:
    """For games in which all cards that were shown still lie on the table."""
    return ()


def exchanged(action: Any, names: dict[Card, Card]) -> Any:  # an action of chance of any game
    """An action of chance with two cards exchanged."""

    def other(value: Any) -> Any:  # a card, a truth value, None, or a tuple of these
        if isinstance(value, bool):
            return value
        return tuple(map(other, value)) if isinstance(value, tuple) else names.get(value, value)

    return type(action)(*(other(getattr(action, each.name)) for each in fields(action)))


@final
@dataclass(frozen=True, kw_only=True)
class Walks(Generic[Rules, State, Action]):
    """A game for walks: the actions of chance, the choices of seats, and the actions to try."""

    spoken: Spoken[Rules, State, Action]
    over: type[Any]
    """The state of a hand that is over."""
    seats: Callable[[Rules], range]
    first_hands: Callable[[Rules], range] = lambda rules: range(1, 2)
    """The hands with which a match may begin."""
    small: Callable[[Rules], Rules]
    """The same rules with few cards, so that rare events are frequent."""
    deck: Callable[[Rules, int], Iterable[Card]]
    """All cards of a table with this number of seats."""
    deals: Callable[[Rules, State, tuple[Card, ...]], Action]
    """The deal, or the cut, that chance makes of a shuffled deck."""
    restocks: Callable[[Rules, State], Restock[Action] | None] = never
    """How chance makes a new stock, and from which cards; None if another action is due."""
    tempers: tuple[Temper[Rules, State, Action], ...]
    """The seed of a match chooses one of them."""
    conceivable: Callable[[Rules, State, Seat, random.Random], Iterable[Action]]
    """All actions that a seat could propose, legal or not; they include every legal one."""
    attempts: Callable[[Rules, State, Seat, random.Random], Iterable[Action]]
    """Some of these actions, chosen from what the seat knows."""
    lies: Callable[[State], Iterable[Card]]
    """The cards on the table, in neither a hand nor the stock."""
    shown: Callable[[State], Iterable[Card]] = nothing_more
    """Cards that every seat has seen, besides those on the table."""
    open_hands: Callable[[Rules, State], tuple[Seat, ...]] = no_hand
    secrets: Callable[[list[Step[State, Action]]], list[Card]] = lambda steps: []
    """Cards that other seats have named in secret in the last steps."""
    exchanged: Callable[[Action, dict[Card, Card]], Action] = exchanged
    """An action of chance, or a secret action, with two cards exchanged."""
    parts: Callable[[Rules, State, State | Refusal], bool] = lambda rules, state, twin: isinstance(
        twin, Refusal
    )
    """Whether a hand and its twin separate, because a hidden card is shown to every seat."""

    @property
    def game(self) -> Game[Rules, State, Action]:
        """The game."""
        return self.spoken.game

    def playing(self, game: Game[Rules, State, Action]) -> Walks[Rules, State, Action]:
        """The same walks through another game: a broken one, or one that counts."""
        return replace(self, spoken=replace(self.spoken, game=game))

    def first_hand(self, rules: Rules, seed: int) -> int:
        """The hand with which a match of this seed begins."""
        hands = self.first_hands(rules)
        return hands[seed % len(hands)]

    @property
    def default(self) -> Rules:
        """The default rules."""
        return self.spoken.table.default

    @property
    def covering(self) -> Covering:
        """The pairwise covering array of the readings."""
        return covering_of(self.spoken.name)

    def rows(self) -> list[Rules]:
        """The rows of the covering array as rule sets."""
        return [self.spoken.table.read({"options": {**row}}) for row in self.covering.rows]

    def with_readings(self, **readings: str | int) -> Rules:
        """The default rules with these readings changed."""
        return self.spoken.table.read({"options": dict(readings)})

    def begun(self, rules: Rules, seats: int, dealer: int = 0, first: int = 1) -> State:
        """A match before its first deal."""
        begun = self.spoken.begins(rules, seats, Seat(dealer), first)
        assert not isinstance(begun, Refusal), begun
        return begun

    def chance(self, rules: Rules, state: State, chance: random.Random) -> Action:
        """A random action of chance that is due now."""
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
        """The steps of a random match: until ``hands`` are over, the match is over, or ``most``.

        AssertionError if a seat that is to act has no legal action, or if an action is refused.
        """
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
    """The last state of each phase in some walks, without the states that ``unless`` excludes."""
    found = {type(step.after): step.after for step in steps if not unless(step.after)}
    return tuple(found[phase] for phase in phases)


AnyWalks: TypeAlias = Walks[Any, Any, Any]  # each game has its own types


def shuffled(cards: Iterable[Card], chance: random.Random) -> tuple[Card, ...]:
    """The cards in a random order."""
    order = list(cards)
    chance.shuffle(order)
    return tuple(order)


@cache
def covering_of(name: str) -> Covering:
    """The covering array of a game.

    The array of Carousel is made without the documents, so no option counts as meaningless under
    readings of others.
    """
    if name == "carousel":
        return Covering(RuleSpace.of(GAMES[name], {}))
    return covering(name)


def neighbours(one: Card, hand: Iterable[Card]) -> int:
    """The number of other cards of the hand with the same rank, or near it in the same suit."""
    return sum(
        other != one
        and (rank(other) == rank(one) or (suit(other) == suit(one) and abs(other - one) <= 2))
        for other in hand
    )
