"""Walks through Indian Chief: how its seats choose, what they might try, and made up plays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final, TypeAlias

from meldcheck.explore import laws
from meldcheck.explore.indian_chief import lies, restocks
from meldspec.cards import SUITS, Card, rank, small_pack
from meldspec.indian_chief.deal import dealt
from meldspec.indian_chief.deck import stub_lasts
from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.options import Rules, Size
from meldspec.indian_chief.spoken import INDIAN_CHIEF
from meldspec.indian_chief.table import (
    NO_CLAIM,
    Action,
    BeforeDeal,
    Choose,
    Choosing,
    Claim,
    Claiming,
    Meld,
    Over,
    State,
    Table,
    Target,
    lying,
    seats_of,
    table_of,
)
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import Deal

from .. import plays, walks

Step: TypeAlias = laws.Transition[State, Action]

SMALL: Final = Size(pack=small_pack(7, 4))
"""The stub of two, three, five and six seats is often short."""


def deal_in_turn(rules: Rules, state: State, deck: tuple[Card, ...]) -> Deal:
    """The deal that a deck makes, its top first."""
    assert isinstance(state, BeforeDeal)
    return Deal(*dealt(rules, state.seats, state.dealer, deck))


def by_size(rules: Rules, state: State, legal: tuple[Action, ...], chance: random.Random) -> Action:
    """A meld of any open size, each as likely as another; any claim."""
    melds = [action for action in legal if isinstance(action, Choose)]
    if not melds:
        return chance.choice(legal)
    size = chance.choice(sorted({action.meld.size for action in melds}))
    return chance.choice([action for action in melds if action.meld.size == size])


def in_step(rules: Rules, state: State, legal: tuple[Action, ...], chance: random.Random) -> Action:
    """All seats make melds of the same size in each turn, and thieves are mostly of low rank.

    So there are many ties, and as all claim what lies first, they clash.
    """
    melds = [action for action in legal if isinstance(action, Choose)]
    if not melds:
        return legal[0] if chance.random() < 0.7 else chance.choice(legal)
    assert isinstance(state, Choosing)
    order = sorted({action.meld.size for action in melds}, reverse=state.table.dealer % 2 == 0)
    fitting = [action for action in melds if action.meld.size == order[0]]
    if order[0] == 1 and chance.random() < 0.8:
        return min(fitting, key=lambda each: (rank(each.meld.cards[0]), chance.random()))
    return chance.choice(fitting)


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
) -> Iterator[Action]:
    """Whatever a seat could propose, without looking at what is legal."""
    if isinstance(state, Choosing):
        yield from melds_conceivable(state.table, seat, chance)
    yield NO_CLAIM
    for other in range(seats_of(state)):
        for each in rules.size.pack:
            yield Claim(Target(Seat(other), each))


def attempts(rules: Rules, state: State, seat: Seat, chance: random.Random) -> Iterator[Action]:
    """Some things that a seat might try, mostly with cards that it has."""
    table = table_of(state)
    assert table is not None
    for _ in range(20):
        other = Seat(chance.randrange(table.seats))
        if chance.random() < 0.3:
            lies = [card for cards in lying(table) for card in cards] or rules.size.pack
            yield Claim(chance.choice((None, Target(other, chance.choice(lies)))))
            continue
        pool = (*table.hands[seat], chance.choice(rules.size.pack))
        chosen = tuple(sorted(chance.sample(pool, chance.randrange(min(9, len(pool))))))
        two = tuple(sorted(chosen[:2])) or None
        plain = Meld(chosen)
        named = (
            replace(plain, opponent=other),
            replace(plain, suit=2),
            replace(plain, baccarat=two),
        )
        yield Choose(chance.choice((plain, plain, *named)))


# ── what is hidden ───────────────────────────────────────────────────────────────────────────────


def exchanged(action: Action, names: dict[Card, Card]) -> Action:
    """A choice, too, is made with the other card: it is hidden until all have chosen."""

    def other(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(sorted(names.get(card, card) for card in cards))

    match action:
        case Choose(meld):
            two = None if meld.baccarat is None else other(meld.baccarat)
            return Choose(replace(meld, cards=other(meld.cards), baccarat=two))
        case Claim():
            return action
        case _:
            after: Action = walks.exchanged(action, names)
            return after


def secrets(steps: list[Step]) -> list[Card]:
    """The cards of choices that are not shown yet."""
    return [
        card
        for step in steps[-seats_of(steps[-1].after) :]
        if isinstance(step.action, Choose) and isinstance(step.after, Choosing)
        for card in step.action.meld.cards
    ]


def shown(state: State) -> list[Card]:
    """The cards of the melds of all turns."""
    table = table_of(state)
    assert table is not None
    return [card for turn in table.shown for meld in turn for card in meld.cards]


WALKS: Final = walks.Walks(
    spoken=INDIAN_CHIEF,
    over=Over,
    seats=lambda rules: range(2, 9 if rules.size != SMALL and stub_lasts(rules, 8) else 7),
    small=lambda rules: replace(rules, size=SMALL),
    deck=lambda rules, seats: rules.size.deck(seats),
    deals=deal_in_turn,
    restocks=restocks,
    tempers=(by_size, in_step),
    conceivable=everything_conceivable,
    attempts=attempts,
    lies=lies,
    shown=shown,
    secrets=secrets,
    exchanged=exchanged,
    parts=lambda rules, state, twin: False,
)

walk: Final = WALKS.walk
with_readings: Final = WALKS.with_readings


# ── made up on purpose ───────────────────────────────────────────────────────────────────────────


def deal_of(rules: Rules, hands: tuple[str, ...], stock: str = "") -> Deal:
    """The named hands and the stub's top, and the rest of the packs beneath it, in order."""
    deal: Deal = plays.deal_of(Deal, rules.size.deck(len(hands)), hands, stock)
    return deal


def played(
    rules: Rules, hands: tuple[str, ...], stock: str, actions: str, dealer: int = 0
) -> State | Refusal:
    """The state after the last action, or its refusal; every action before must be accepted."""
    begun = WALKS.begun(rules, len(hands), dealer)
    return acted(rules, GAME.step(rules, begun, CHANCE, deal_of(rules, hands, stock)), actions)


def acted(rules: Rules, reached: State | Refusal, actions: str) -> State | Refusal:
    """The same, from a state."""
    return plays.acted(WALKS, rules, reached, actions)


def read_meld(words: str) -> Meld:
    """Cards, and what is declared: ``naming C``, ``baccarat 9S QC``, ``against 1``."""
    _, action = plays.read_line(WALKS, WALKS.default, START, f"0 choose {words}")
    assert isinstance(action, Choose)
    return action.meld


START: Final = WALKS.begun(WALKS.default, 8)


def is_claiming(state: State | Refusal) -> Claiming:
    """A state in which thieves steal."""
    assert isinstance(state, Claiming), state
    return state
