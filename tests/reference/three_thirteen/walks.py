"""Seeded random walks through Three Thirteen, and hands made up on purpose, for its tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from meldspec.cards import Card, parse, small_pack
from meldspec.hands import Hand, without_card
from meldspec.play import CHANCE, Actor, Refusal, Seat
from meldspec.table import DRAW, Discard, Reshuffle
from meldspec.three_thirteen.deal import dealt
from meldspec.three_thirteen.game import GAME
from meldspec.three_thirteen.match import begin, coming_hand, next_dealer
from meldspec.three_thirteen.options import TABLE, Rules, Size
from meldspec.three_thirteen.stock import due
from meldspec.three_thirteen.table import (
    GO_OUT_WITH_ALL,
    KEEP,
    Action,
    BeforeDeal,
    GoOut,
    Over,
    Reshuffling,
    State,
    Table,
    ledger_of,
    table_of,
)
from meldspec.upcard import TAKE, Deal
from meldspec.wild import least_deadwood

SMALL: Final = Size(pack=small_pack(5, 3), hands=3)
"""Fifteen cards for every two seats, so that the stock is soon used up."""


def card(word: str) -> Card:
    """The card that is named."""
    return parse(word)


def cards(words: str) -> tuple[Card, ...]:
    """The cards that are named, in their order."""
    return tuple(map(parse, words.split()))


def hand(words: str) -> Hand:
    """A hand of the cards that are named."""
    return tuple(sorted(cards(words)))


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
        stock = list(due(state.table))
        chance.shuffle(stock)
        return Reshuffle(tuple(stock))
    assert isinstance(state, BeforeDeal | Over)
    seats = ledger_of(state).seats
    deck = list(rules.size.deck(seats))
    chance.shuffle(deck)
    return deal_of(rules, state, tuple(deck))


def deal_of(rules: Rules, state: BeforeDeal | Over, deck: tuple[Card, ...]) -> Deal:
    """The deal that a deck makes, its top first."""
    dealer, seats = next_dealer(rules, state), ledger_of(state).seats
    hands, (upcard, *stock) = dealt(rules, seats, dealer, coming_hand(state), deck)
    return Deal(hands, upcard, tuple(stock))


MOST_STEPS: Final = 400
"""Of one walk: a hand of Three Thirteen need not end."""


def walk(
    rules: Rules, seats: int, seed: int, hands: int, first: int = 1, most: int = MOST_STEPS
) -> Iterator[Step]:
    """The steps of a match of some hands, at random, until it is over at the latest."""
    chance = random.Random(seed)
    temper = TEMPERS[seed % len(TEMPERS)]
    state = begin(seats, Seat(seed % seats), first)
    for _ in range(most):
        acting = GAME.actors(rules, state)
        if not acting:
            return
        (actor,) = acting
        if actor is CHANCE:
            action = chance_action(rules, state, chance)
        else:
            legal = GAME.legal(rules, state, actor)
            table = table_of(state)
            if not legal or table is None:
                raise AssertionError(f"seed {seed}: seat {actor} is left without an action")
            action = temper(rules, table, legal, chance)
        after = GAME.step(rules, state, actor, action)
        if isinstance(after, Refusal):
            raise AssertionError(f"seed {seed}: {action} was refused: {after.clauses}")
        yield Step(state, actor, action, after)
        state = after
        hands -= isinstance(state, Over)
        if not hands:
            return


def careless(
    rules: Rules, table: Table, legal: tuple[Action, ...], chance: random.Random
) -> Action:
    """One of the actions, whichever."""
    return chance.choice(legal)


def careful(rules: Rules, table: Table, legal: tuple[Action, ...], chance: random.Random) -> Action:
    """One of the actions that leave little deadwood; going out is mostly not put off."""
    out = [action for action in legal if isinstance(action, GoOut)]
    if out and chance.random() < 0.8:
        return chance.choice(out)
    discards = [action for action in legal if isinstance(action, Discard)]
    if not discards or chance.random() < 0.1:
        return chance.choice(legal)
    wild = rules.size.wild(table.hand_number)

    def left(action: Discard) -> int:
        return least_deadwood(without_card(table.hand, action.card), wild)

    return min(discards, key=lambda each: (left(each), chance.random()))


Temper = Callable[[Rules, Table, tuple[Action, ...], random.Random], Action]

TEMPERS: Final[tuple[Temper, ...]] = (careful, careful, careless)


def everything_conceivable(rules: Rules) -> Iterator[Action]:
    """Every action that a seat could ever propose, without looking at what is legal."""
    yield DRAW
    yield TAKE
    yield KEEP
    yield GO_OUT_WITH_ALL
    for each in rules.size.pack:
        yield Discard(each)
        yield GoOut(each)


# ── made up on purpose ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Scene:
    """A hand: what the seats are dealt, the upcard, the stock's top, and what is done in it.

    Seat 0 deals.  The rest of the packs lies under the stock's top, in order.
    """

    hand_number: int
    hands: tuple[str, ...]
    upcard: str
    stock: str
    actions: str
    readings: Mapping[str, str | int] = field(default_factory=dict)

    def rules(self) -> Rules:
        """The rule set with these readings."""
        return with_readings(**self.readings)

    def deal(self) -> Deal:
        """What is named, and the rest of the packs."""
        hands = tuple(cards(words) for words in self.hands)
        top, upcard = cards(self.stock), card(self.upcard)
        rest = Counter(Size().deck(len(hands)))
        rest.subtract([*top, upcard, *(each for dealt in hands for each in dealt)])
        assert min(rest.values()) >= 0, "a card is named too often"
        return Deal(hands, upcard, (*top, *rest.elements()))

    def play(self) -> State | Refusal:
        """The state after the last action, or its refusal; every action before must be accepted."""
        rules = self.rules()
        begun = begin(len(self.hands), Seat(0), self.hand_number)
        reached = GAME.step(rules, begun, CHANCE, self.deal())
        for line in filter(None, map(str.strip, self.actions.splitlines())):
            assert not isinstance(reached, Refusal), (line, reached)
            actor, action = read_line(line)
            reached = GAME.step(rules, reached, actor, action)
        return reached


def read_line(line: str) -> tuple[Seat, Action]:
    """An actor and an action: ``1 draw``, ``1 discard KD``, ``1 out KD``, ``1 out``, ``1 keep``."""
    seat, verb, *words = line.split()
    named = card(words[0]) if words else None
    match verb:
        case "draw":
            action: Action = DRAW
        case "take":
            action = TAKE
        case "keep":
            action = KEEP
        case "out":
            action = GoOut(named)
        case "discard" if named is not None:
            action = Discard(named)
        case _:
            raise ValueError(line)
    return Seat(int(seat)), action
