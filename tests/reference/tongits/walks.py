"""Seeded random walks through Tong-its, shared by the tests of its laws."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from meldspec.cards import Card, rank, small_pack, suit
from meldspec.play import CHANCE, Actor, Refusal, Seat
from meldspec.table import DRAW, Deal, Discard, LayOff
from meldspec.tongits import game, turn
from meldspec.tongits.deal import next_dealer
from meldspec.tongits.options import DEFAULT, Rules, Size
from meldspec.tongits.table import (
    CALL_DRAW,
    CHALLENGE,
    FOLD,
    KEEP,
    Action,
    BeforeDeal,
    CallDraw,
    CallTongits,
    Expose,
    Over,
    State,
    Take,
    table_of,
)

SMALL = Rules(size=Size(pack=small_pack(4, 4), hand=4))
"""Sixteen cards, four in a hand, five for the dealer: three in the stock.  No meld has five."""


@dataclass(frozen=True)
class Step:
    """One accepted step of a walk."""

    before: State
    actor: Actor
    action: Action
    after: State


def shuffled_deal(rules: Rules, state: State, chance: random.Random) -> Deal:
    """A deal of the shuffled pack to whoever sits in the right place."""
    if not isinstance(state, BeforeDeal | Over):
        raise TypeError("no deal is due")
    pack = list(rules.size.pack)
    chance.shuffle(pack)
    dealer = next_dealer(rules, state)
    hands = tuple(
        tuple(pack.pop() for _ in range(rules.size.hand + (seat == dealer))) for seat in range(3)
    )
    return Deal(hands, tuple(pack))


StepFunction: TypeAlias = Callable[[Rules, State, Actor, Action], State | Refusal]


def by_the_play(rules: Rules, state: State, actor: Actor, action: Action) -> State | Refusal:
    """The step of the game that now stands in its module: a test may have put another there."""
    return game.GAME.step(rules, state, actor, action)


def walk(rules: Rules, seed: int, hands: int, step: StepFunction = by_the_play) -> Iterator[Step]:
    """The steps of a match of some hands, at random, by the play or a broken one.

    Every third match has another temper, so that hands of every length and ending occur.
    """
    chance = random.Random(seed)
    state = turn.begin(rules, Seat(seed % 3))
    for _ in range(hands):
        while True:
            (actor,) = game.GAME.actors(rules, state)
            action: Action
            if actor is CHANCE:
                action = shuffled_deal(rules, state, chance)
            else:
                legal = game.GAME.legal(rules, state, actor)
                if not legal:
                    raise AssertionError(f"seed {seed}: seat {actor} is left without an action")
                action = TEMPERS[seed % 3](legal, chance)
            after = step(rules, state, actor, action)
            if isinstance(after, Refusal):
                raise AssertionError(f"seed {seed}: {action} was refused: {after.clauses}")
            yield Step(state, actor, action, after)
            state = after
            if isinstance(state, Over):
                break


def shortest_failure(
    fails: Callable[[Step], bool], seeds: Iterable[int], step: StepFunction = by_the_play
) -> list[Step] | None:
    """The shortest trace over many hands whose last step fails; None if none does."""
    shortest: list[Step] | None = None
    for seed in seeds:
        trace: list[Step] = []
        for taken in walk(DEFAULT, seed, 1, step):
            trace.append(taken)
            if shortest is not None and len(trace) >= len(shortest):
                break
            if fails(taken):
                shortest = trace
                break
    return shortest


def attempts(state: State, seat: Seat) -> Iterator[Action]:
    """Actions, legal and not, over cards that the seat knows."""
    yield from (CALL_DRAW, DRAW, FOLD, CHALLENGE, KEEP, CallTongits())
    table = table_of(state)
    for meld in table.melds:
        yield Take(frozenset(), meld.cards)
    hand = sorted(table.hands[seat])
    for card in (*hand, *table.discard[-2:]):
        yield Discard(card)
        yield CallTongits(card)
        yield LayOff(card, frozenset(hand[:3]))
        for meld in table.melds:
            if not meld.face_down:
                yield LayOff(card, meld.cards)
    for few in (*combinations(hand, 1), *combinations(hand, 2)):
        yield Take(frozenset(few))
    for three in combinations(hand[:7], 3):
        yield Expose(frozenset(three))
        yield Expose(frozenset(three), face_down=True)
    for number in {rank(card) for card in hand}:
        yield Expose(frozenset(card for card in hand if rank(card) == number), face_down=True)


def careless(actions: tuple[Action, ...], chance: random.Random) -> Action:
    """One of the actions: laying cards down often, calling seldom, discarding anything."""
    down = [action for action in actions if isinstance(action, Expose | LayOff | Take)]
    quiet = [action for action in actions if action != CALL_DRAW]
    wanted = down if chance.random() < 0.4 else quiet if chance.random() < 0.8 else actions
    return chance.choice(wanted or actions)


def careful(actions: tuple[Action, ...], chance: random.Random) -> Action:
    """One of the actions: what could become a meld is kept, so that tongits occurs."""
    if chance.random() < 0.1:
        return chance.choice(actions)
    down = [action for action in actions if isinstance(action, Expose | LayOff | Take)]
    tongits = [action for action in actions if isinstance(action, CallTongits)]
    quiet = [action for action in actions if action != CALL_DRAW and action not in down]
    if tongits and chance.random() < 0.5:
        return chance.choice(tongits)
    wanted = down if chance.random() < 0.4 else _loneliest(quiet)
    return chance.choice(wanted or actions)


def secretive(actions: tuple[Action, ...], chance: random.Random) -> Action:
    """One of the actions that lay nothing down, if there is one: careful in all else."""
    down = (Expose, LayOff, Take, CallDraw)
    return careful(tuple(a for a in actions if not isinstance(a, down)) or actions, chance)


TEMPERS = (careless, careful, secretive)


def _loneliest(actions: list[Action]) -> list[Action]:
    """The actions, and of the discards only those that part with the fewest neighbours."""
    discards = [action for action in actions if isinstance(action, Discard)]
    hand = [action.card for action in discards]
    least = min((_neighbours(card, hand) for card in hand), default=0)
    return [
        action
        for action in actions
        if not isinstance(action, Discard) or _neighbours(action.card, hand) == least
    ]


def _neighbours(card: Card, hand: list[Card]) -> int:
    """How many other cards of the hand have its rank, or are near it in its suit."""
    return sum(
        other != card
        and (rank(other) == rank(card) or (suit(other) == suit(card) and abs(other - card) <= 2))
        for other in hand
    )


def everything_conceivable(rules: Rules, state: State) -> Iterator[Action]:
    """Every action with at most four cards over the pack, without looking at what is legal."""
    pack = rules.size.pack
    yield from (CALL_DRAW, DRAW, FOLD, CHALLENGE, CallTongits())
    for card in pack:
        yield Discard(card)
        yield CallTongits(card)
        yield LayOff(card, frozenset(pack[:3]))
        for meld in table_of(state).melds:
            yield LayOff(card, meld.cards)
    for meld in table_of(state).melds:
        yield Take(frozenset(), meld.cards)
    for cards in subsets(pack, 4):
        yield Take(cards)
        yield Expose(cards)
        yield Expose(cards, face_down=True)


def subsets(pack: tuple[Card, ...], largest: int) -> Iterator[frozenset[Card]]:
    """Every set of at most so many cards."""
    for size in range(largest + 1):
        yield from map(frozenset, combinations(pack, size))
