"""Seeded random walks through Rummy, and hands made up on purpose, shared by its tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from meldspec.cards import ONE_PACK, Card, parse_all, rank, small_pack, suit
from meldspec.play import CHANCE, Actor, Refusal, Seat
from meldspec.rummy.dealer import begin, cut_is_due, cutters
from meldspec.rummy.game import GAME
from meldspec.rummy.options import TABLE, Rules, Size
from meldspec.rummy.stock import due
from meldspec.rummy.table import (
    Action,
    BeforeDeal,
    Cut,
    Cutting,
    LayMeld,
    Over,
    Reshuffling,
    State,
    Table,
    ledger_of,
    table_of,
)
from meldspec.table import Discard, Draw, LayOff, Reshuffle
from meldspec.upcard import Deal, Take

SMALL: Final = Size(pack=small_pack(5, 4), hands=(6, 4, 3, 2, 2))
"""Twenty cards, so that melds are frequent and the stock is soon used up."""


def card(word: str) -> Card:
    """The card that is named."""
    return parse_all([word])[0]


def cards(words: str) -> frozenset[Card]:
    """The cards that are named."""
    return frozenset(parse_all(words.split()))


def with_readings(**readings: str | int) -> Rules:
    """The default rules but for these readings."""
    return TABLE.read({"options": dict(readings)})


@dataclass(frozen=True)
class Step:
    """One accepted step of a walk."""

    before: State
    actor: Actor
    action: Action
    after: State


def chance_action(rules: Rules, state: State, chance: random.Random) -> Action:
    """What chance may do now, at random."""
    if isinstance(state, Reshuffling):
        stock = list(due(rules, state.table))
        chance.shuffle(stock)
        return Reshuffle(tuple(stock))
    assert isinstance(state, BeforeDeal | Cutting | Over)
    seats = ledger_of(state).seats
    pack = list(rules.size.pack)
    if cut_is_due(rules, state):
        gone = state.gone if isinstance(state, Cutting) else ()
        left = [each for each in pack if each not in gone]
        chance.shuffle(left)
        asked = cutters(state)
        return Cut(tuple(left.pop() if Seat(seat) in asked else None for seat in range(seats)))
    chance.shuffle(pack)
    size = rules.size.hand(seats)
    hands = tuple(tuple(pack.pop() for _ in range(size)) for _ in range(seats))
    return Deal(hands, pack.pop(), tuple(pack))


MOST_STEPS: Final = 250
"""Of one walk: a hand of Rummy need not end."""


def walk(rules: Rules, seats: int, seed: int, hands: int) -> Iterator[Step]:
    """The steps of a match of some hands, at random, until it is over at the latest."""
    chance = random.Random(seed)
    steps = 0
    temper = TEMPERS[seed % len(TEMPERS)]
    state: State = begin(seats, Seat(seed % seats))
    while (actors := GAME.actors(rules, state)) and steps < MOST_STEPS:
        (actor,) = actors
        steps += 1
        if actor is CHANCE:
            action = chance_action(rules, state, chance)
        else:
            legal = GAME.legal(rules, state, actor)
            if not legal:
                raise AssertionError(f"seed {seed}: seat {actor} is left without an action")
            table = table_of(state)
            assert table is not None
            action = temper(table, legal, chance)
        after = GAME.step(rules, state, actor, action)
        if isinstance(after, Refusal):
            raise AssertionError(f"seed {seed}: {action} was refused: {after.clauses}")
        yield Step(state, actor, action, after)
        state = after
        hands -= isinstance(state, Over)
        if not hands:
            return


def careless(table: Table, legal: tuple[Action, ...], chance: random.Random) -> Action:
    """One of the actions: laying cards down often, discarding anything."""
    down = [action for action in legal if isinstance(action, LayMeld | LayOff)]
    return chance.choice(down if down and chance.random() < 0.6 else legal)


def careful(table: Table, legal: tuple[Action, ...], chance: random.Random) -> Action:
    """One of the actions: what could become a meld is kept."""
    down = [action for action in legal if isinstance(action, LayMeld | LayOff)]
    if down and chance.random() < 0.7:
        return chance.choice(down)
    if Take() in legal and table.discard:
        return Take() if _neighbours(table.discard[-1], table.hand) > 1 else legal[0]
    discards = [action for action in legal if isinstance(action, Discard)]
    if not discards:
        return chance.choice(legal)
    return min(discards, key=lambda each: (_neighbours(each.card, table.hand), chance.random()))


def secretive(table: Table, legal: tuple[Action, ...], chance: random.Random) -> Action:
    """One of the actions: nothing is laid down before most of the hand can be."""
    down = [action for action in legal if isinstance(action, LayMeld | LayOff)]
    kept = tuple(action for action in legal if action not in down)
    large = sum(len(meld.cards) for meld in down if isinstance(meld, LayMeld))
    ready = large >= len(table.hand) - 1 or not kept
    return careful(table, legal if ready or chance.random() < 0.02 else kept, chance)


TEMPERS: Final[tuple[Callable[[Table, tuple[Action, ...], random.Random], Action], ...]] = (
    careless,
    careful,
    secretive,
)


def _neighbours(one: Card, hand: frozenset[Card]) -> int:
    """How many other cards of the hand have its rank, or are near it in its suit."""
    return sum(
        other != one
        and (rank(other) == rank(one) or (suit(other) == suit(one) and abs(other - one) <= 2))
        for other in hand
    )


def everything_conceivable(rules: Rules, state: State) -> Iterator[Action]:
    """Every action of a seat over the pack, without looking at what is legal.

    Melds are made of cards of the whole hand and of a few others.
    """
    yield Draw()
    yield Take()
    table = table_of(state)
    assert table is not None
    for each in rules.size.pack:
        yield Discard(each)
        yield LayOff(each, frozenset(rules.size.pack[:3]))
        for meld in table.melds:
            yield LayOff(each, meld.cards)
    reach = sorted(table.hand) + sorted(set(rules.size.pack) - table.hand)[:2]
    for size in range(len(reach) + 1):
        for chosen in combinations(reach, size):
            yield LayMeld(frozenset(chosen))


# ── made up on purpose ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Scene:
    """A hand: what the seats are dealt, the upcard, the stock's top, and what is done in it.

    Seat 0 deals.  Hands are filled up with cards that nobody names, in which nothing is melded.
    """

    hands: tuple[str, ...]
    upcard: str
    stock: str
    actions: str
    readings: Mapping[str, str | int]

    def rules(self) -> Rules:
        """The rule set with these readings."""
        return with_readings(**self.readings)

    def deal(self) -> Deal:
        """What is named, filled up with the rest of the pack."""
        hands = [list(parse_all(words.split())) for words in self.hands]
        stock = list(parse_all(self.stock.split()))
        upcard = card(self.upcard)
        named = {upcard, *stock, *(each for hand in hands for each in hand)}
        rest = [each for each in ONE_PACK if each not in named]
        size = Size().hand(len(hands))
        for hand in hands:
            while len(hand) < size:
                hand.append(rest.pop(len(rest) // 3))
        return Deal(tuple(map(tuple, hands)), upcard, (*stock, *rest))

    def play(self) -> State | Refusal:
        """The state after the last action, or its refusal; every action before must be accepted."""
        rules = self.rules()
        begun = begin(len(self.hands), Seat(0))
        reached = GAME.step(rules, begun, CHANCE, self.deal())
        for line in filter(None, map(str.strip, self.actions.splitlines())):
            assert not isinstance(reached, Refusal), (line, reached)
            actor, action = read_line(line)
            reached = GAME.step(rules, reached, actor, action)
        return reached


def read_line(line: str) -> tuple[Actor, Action]:
    """An actor and an action: ``1 meld 4S 5S 6S``, ``2 lay 7S on 4S 5S 6S``, ``1 discard KD``."""
    seat, verb, *words = line.split()
    if verb == "reshuffle":
        return CHANCE, Reshuffle(parse_all(words))
    actor = Seat(int(seat))
    match verb:
        case "draw":
            return actor, Draw()
        case "take":
            return actor, Take()
        case "meld":
            return actor, LayMeld(frozenset(parse_all(words)))
        case "lay":
            return actor, LayOff(card(words[0]), frozenset(parse_all(words[2:])))
        case "discard":
            return actor, Discard(card(words[0]))
        case _:
            raise ValueError(line)
