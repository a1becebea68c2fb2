"""Seeded random walks through Indian Chief, and plays made up on purpose, for its tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from meldspec.cards import SUITS, Card, parse, rank, small_pack
from meldspec.hands import Hand
from meldspec.indian_chief.deal import begin, dealt
from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.options import TABLE, Rules, Size
from meldspec.indian_chief.refill import due_in_refill
from meldspec.indian_chief.restore import due_in_reshuffle
from meldspec.indian_chief.table import (
    NO_CLAIM,
    Action,
    BeforeDeal,
    Choose,
    Choosing,
    Claim,
    Claiming,
    Meld,
    Refill,
    Refilling,
    Reshuffling,
    SeatAction,
    State,
    Table,
    Target,
    seats_of,
)
from meldspec.play import CHANCE, Actor, Refusal, Seat
from meldspec.table import Deal, Reshuffle

SMALL: Final = Size(pack=small_pack(7, 4))
"""The stub of two, three, five and six seats is often short."""


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


def shuffled(cards: list[Card] | tuple[Card, ...], chance: random.Random) -> tuple[Card, ...]:
    """The cards in some order."""
    order = list(cards)
    chance.shuffle(order)
    return tuple(order)


def chance_action(rules: Rules, state: State, chance: random.Random) -> Action:
    """What chance may do now, at random."""
    match state:
        case BeforeDeal(dealer, seats):
            deck = shuffled(rules.size.deck(seats), chance)
            return Deal(*dealt(rules, seats, dealer, deck))
        case Refilling(table):
            return Refill(shuffled(due_in_refill(rules, table), chance))
        case Reshuffling(table):
            return Reshuffle(shuffled(due_in_reshuffle(rules, table), chance))
        case _:
            raise AssertionError(state)


def walk(rules: Rules, seats: int, seed: int, chance_seed: int | None = None) -> Iterator[Step]:
    """The steps of a whole match, at random.

    With another seed for chance the seats do the same as long as their cards let them.
    """
    will = random.Random(seed)
    chance = random.Random(seed if chance_seed is None else chance_seed)
    temper = TEMPERS[seed % len(TEMPERS)]
    state = begin(seats, Seat(seed % seats))
    while acting := GAME.actors(rules, state):
        actor = will.choice(acting)
        if actor is CHANCE:
            action = chance_action(rules, state, chance)
        else:
            legal = GAME.legal(rules, state, actor)
            if not legal:
                raise AssertionError(f"seed {seed}: seat {actor} is left without an action")
            action = temper(state, legal, will)
        after = GAME.step(rules, state, actor, action)
        if isinstance(after, Refusal):
            raise AssertionError(f"seed {seed}: {action} was refused: {after.clauses}")
        yield Step(state, actor, action, after)
        state = after


def by_size(state: State, legal: tuple[Action, ...], will: random.Random) -> Action:
    """A meld of any open size, each as likely as another; any claim."""
    melds = [action for action in legal if isinstance(action, Choose)]
    if not melds:
        return will.choice(legal)
    size = will.choice(sorted({action.meld.size for action in melds}))
    return will.choice([action for action in melds if action.meld.size == size])


def in_step(state: State, legal: tuple[Action, ...], will: random.Random) -> Action:
    """All seats make melds of the same size in each turn, and thieves are mostly of low rank.

    So there are many ties, and as all claim what lies first, they clash.
    """
    melds = [action for action in legal if isinstance(action, Choose)]
    if not melds:
        return legal[0] if will.random() < 0.7 else will.choice(legal)
    assert isinstance(state, Choosing)
    order = sorted({action.meld.size for action in melds}, reverse=state.table.dealer % 2 == 0)
    fitting = [action for action in melds if action.meld.size == order[0]]
    if order[0] == 1 and will.random() < 0.8:
        return min(fitting, key=lambda each: (rank(each.meld.cards[0]), will.random()))
    return will.choice(fitting)


Temper = Callable[[State, tuple[Action, ...], random.Random], Action]

TEMPERS: Final[tuple[Temper, ...]] = (by_size, in_step)


def melds_conceivable(table: Table, seat: Seat, chance: random.Random) -> Iterator[Choose]:
    """Choices of cards that the seat has or has not, with declarations that fit or do not."""
    held = table.hands[seat]
    foreign = tuple(chance.sample(sorted({c for h in table.hands for c in h}), 1))
    pool = tuple(sorted((*held, *foreign)))
    for size in range(len(pool) + 1):
        for chosen in sorted(set(combinations(pool, size))):
            yield Choose(Meld(chosen))
            if size in (1, 2, 3):
                for other in range(table.seats):
                    yield Choose(Meld(chosen, opponent=Seat(other)))
            if size in (1, 6):
                for suit in range(len(SUITS)):
                    yield Choose(Meld(chosen, suit=suit))
            if size in (6, 7):
                for two in sorted(set(combinations(pool, 2))):
                    yield Choose(Meld(chosen, baccarat=two))
                yield Choose(Meld(chosen, baccarat=chosen[:3]))


def everything_conceivable(
    rules: Rules, state: State, seat: Seat, chance: random.Random
) -> Iterator[SeatAction]:
    """Whatever a seat could propose, without looking at what is legal."""
    if isinstance(state, Choosing):
        yield from melds_conceivable(state.table, seat, chance)
    yield NO_CLAIM
    for other in range(seats_of(state)):
        for each in rules.size.pack:
            yield Claim(Target(Seat(other), each))


# ── made up on purpose ───────────────────────────────────────────────────────────────────────────


def deal_of(rules: Rules, hands: tuple[str, ...], stock: str = "") -> Deal:
    """The named hands and the stub's top, and the rest of the packs beneath it, in order."""
    dealt, top = tuple(map(cards, hands)), cards(stock)
    rest = Counter(rules.size.deck(len(hands)))
    rest.subtract([*top, *(each for one in dealt for each in one)])
    assert min(rest.values()) >= 0, "a card is named too often"
    return Deal(dealt, (*top, *sorted(rest.elements())))


def played(
    rules: Rules, hands: tuple[str, ...], stock: str, actions: str, dealer: int = 0
) -> State | Refusal:
    """The state after the last action, or its refusal; every action before must be accepted."""
    begun = begin(len(hands), Seat(dealer))
    return acted(rules, GAME.step(rules, begun, CHANCE, deal_of(rules, hands, stock)), actions)


def acted(rules: Rules, reached: State | Refusal, actions: str) -> State | Refusal:
    """The same, from a state."""
    for said in filter(None, map(str.strip, actions.splitlines())):
        assert not isinstance(reached, Refusal), (said, reached)
        actor, action = read_line(rules, reached, said)
        reached = GAME.step(rules, reached, actor, action)
    return reached


def read_line(rules: Rules, state: State, said: str) -> tuple[Actor, Action]:
    """An actor and an action.

    ``0 choose 7C 7D``, ``0 claim AH of 2``, ``0 claim``; ``refill`` and ``reshuffle`` of all that
    is due in printing order, after the cards that are named.
    """
    first, *words = said.split()
    if first in ("refill", "reshuffle"):
        table = state.table if not isinstance(state, BeforeDeal) else None
        assert table is not None
        due = (due_in_refill if first == "refill" else due_in_reshuffle)(rules, table)
        top = cards(" ".join(words))
        rest = sorted((Counter(due) - Counter(top)).elements())
        return CHANCE, (Refill if first == "refill" else Reshuffle)((*top, *rest))
    seat = Seat(int(first))
    match words:
        case ["claim"]:
            return seat, NO_CLAIM
        case ["claim", word, "of", other]:
            return seat, Claim(Target(Seat(int(other)), card(word)))
        case ["choose", *chosen]:
            return seat, Choose(read_meld(chosen))
        case _:
            raise ValueError(said)


def read_meld(words: list[str]) -> Meld:
    """Cards, and what is declared: ``naming C``, ``baccarat 9S QC``, ``against 1``."""
    said = " ".join(words)
    for key in ("naming", "baccarat", "against"):
        before, found, after = said.partition(f" {key} ")
        if found:
            chosen = hand(before)
            match key:
                case "naming":
                    return Meld(chosen, suit=SUITS.index(after))
                case "baccarat":
                    return Meld(chosen, baccarat=hand(after))
                case _:
                    return Meld(chosen, opponent=Seat(int(after)))
    return Meld(hand(said))


def is_claiming(state: State | Refusal) -> Claiming:
    """A state in which thieves steal."""
    assert isinstance(state, Claiming), state
    return state
