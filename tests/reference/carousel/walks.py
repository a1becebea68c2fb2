"""Walks through Carousel: how its seats choose, what they might try, and made up positions.

All rearrangements of a table are too many to list.  So a walk chooses among some: melds of the
hand, cards laid off one at a time, jokers exchanged for what they stand for, and the plays of most
cards and of most points, which take melds apart.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final, TypeAlias

from meldcheck.explore import laws
from meldcheck.explore.carousel import deck_of, lies
from meldspec.cards import JOKER, ONE_PACK, Card, rank, small_pack, suit
from meldspec.carousel.deal import dealt
from meldspec.carousel.game import GAME
from meldspec.carousel.match import next_dealer
from meldspec.carousel.meld import best
from meldspec.carousel.options import Rules, Size
from meldspec.carousel.spoken import CAROUSEL
from meldspec.carousel.table import (
    DECLINE,
    KNOCK,
    SOME_REARRANGEMENT,
    Action,
    BeforeDeal,
    Ledger,
    Melding,
    Over,
    Rearrange,
    State,
    Table,
    ledger_of,
    table_of,
)
from meldspec.hands import Hand
from meldspec.manipulation import By, Laid, Placed, is_stand_in, kind, stand_in, stands_for
from meldspec.manipulation import Table as Melds
from meldspec.placed import sorted_melds
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import DRAW, Deal

from .. import plays, walks
from ..plays import cards, hand

Step: TypeAlias = laws.Transition[State, Action]

SMALL: Final = Size(pack=small_pack(6, 3), hand=4)
"""Eighteen cards a pack and the jokers: the stock is soon used up, and there is always a meld."""


# ── chance and seats at random ───────────────────────────────────────────────────────────────────


def deal_in_turn(rules: Rules, state: State, deck: tuple[Card, ...]) -> Deal:
    """The deal that a deck makes, its top first."""
    assert isinstance(state, BeforeDeal | Over)
    return Deal(*dealt(rules, ledger_of(state).seats, next_dealer(rules, state), deck))


def concrete(rules: Rules, state: State, action: Action, chance: random.Random) -> Action:
    """The action, or some rearrangement where it stands for all of them."""
    if action != SOME_REARRANGEMENT:
        return action
    assert isinstance(state, Melding)
    tried = list(dict.fromkeys(simple_rearrangements(state.table)))
    chance.shuffle(tried)
    if is_soon_found(state.table) and chance.random() < 0.3:
        tried[:0] = best_rearrangement(rules, state.table, By.POINTS)
    if is_soon_found(state.table) and chance.random() < 0.3:
        tried[:0] = best_rearrangement(rules, state.table, By.CARDS)
    mover = state.table.mover
    for each in (*tried, *best_rearrangement(rules, state.table, By.CARDS)):
        if not isinstance(GAME.step(rules, state, mover, each), Refusal):
            return each
    raise AssertionError(f"no rearrangement is accepted in {state}")


def careless(
    rules: Rules, state: State, legal: tuple[Action, ...], chance: random.Random
) -> Action:
    """One of the actions, whichever; a hand is not ended at once."""
    if KNOCK in legal and chance.random() < 0.5:
        return DECLINE
    return concrete(rules, state, chance.choice(legal), chance)


def keen(rules: Rules, state: State, legal: tuple[Action, ...], chance: random.Random) -> Action:
    """As much as can be is melded as soon as it can, and whoever may knock does."""
    if KNOCK in legal:
        return KNOCK
    if SOME_REARRANGEMENT in legal and chance.random() < 0.8:
        return concrete(rules, state, SOME_REARRANGEMENT, chance)
    return concrete(rules, state, chance.choice(legal), chance)


def patient(rules: Rules, state: State, legal: tuple[Action, ...], chance: random.Random) -> Action:
    """Cards are drawn rather than melded, and nobody knocks, so that the stock is used up."""
    others = [action for action in legal if action not in (KNOCK, SOME_REARRANGEMENT)]
    if others and chance.random() < 0.9:
        return chance.choice(others)
    return concrete(rules, state, chance.choice(legal), chance)


# ── some rearrangements ──────────────────────────────────────────────────────────────────────────


def some_rearrangements(rules: Rules, table: Table) -> Iterator[Rearrange]:
    """Rearrangements worth a try, some of which a reading may refuse."""
    if is_soon_found(table):
        for by in (By.CARDS, By.POINTS):
            yield from best_rearrangement(rules, table, by)
    yield from simple_rearrangements(table)


def is_soon_found(table: Table) -> bool:
    """Whether the best play is found at once: the hand is no larger than hands mostly are."""
    return len(table.hand) < 20


def best_rearrangement(rules: Rules, table: Table, by: By) -> list[Rearrange]:
    """The play of most cards, or of most points, if there is any."""
    found = best(rules, rules.size.packs(table.seats), table.melds, table.hand, by)
    return [] if found is None else [Rearrange(found.table, found.cards)]


def simple_rearrangements(table: Table) -> Iterator[Rearrange]:
    """Those that move no card from meld to meld, but for a joker."""
    yield from new_melds(table)
    yield from lay_offs(table)
    yield from exchanges(table)
    yield Rearrange(table.melds, ())


def as_played(placed: Placed) -> Card:
    """The card that a hand gives for it."""
    return Card(JOKER) if is_stand_in(placed) else Card(placed)


def placings(held: Hand) -> list[Placed]:
    """Each different card of a hand as it may lie on the table; a joker as any card."""
    naturals = [Placed(each) for each in dict.fromkeys(held) if each != JOKER]
    jokers = [stand_in(each) for each in ONE_PACK] if JOKER in held else []
    return naturals + jokers


def new_melds(table: Table) -> Iterator[Rearrange]:
    """Melds of three cards of the hand, one joker among them at most."""
    for meld in melds_of_three(table.hand):
        played = tuple(sorted(map(as_played, meld)))
        yield Rearrange(sorted_melds((*table.melds, meld)), played)


def melds_of_three(held: Hand) -> Iterator[Laid]:
    """The melds of three cards that can be made of a hand with one joker or none."""
    naturals = [Placed(each) for each in dict.fromkeys(held) if each != JOKER]
    for two in combinations(naturals, 2):
        if rank(Card(two[0])) == rank(Card(two[1])) or suit(Card(two[0])) == suit(Card(two[1])):
            for third in placings(held):
                if (is_stand_in(third) or third > two[1]) and kind((*two, third), False):
                    yield tuple(sorted((*two, third)))


def lay_offs(table: Table) -> Iterator[Rearrange]:
    """Cards of the hand, one at a time, where they make a meld longer."""
    for place, meld in enumerate(table.melds):
        others = (*table.melds[:place], *table.melds[place + 1 :])
        for placed in placings(table.hand):
            if kind((*meld, placed), True):
                yield Rearrange(sorted_melds((*others, (*meld, placed))), (as_played(placed),))


def exchanges(table: Table) -> Iterator[Rearrange]:
    """What a joker stands for in its place, and the joker where it makes a meld longer."""
    for place, meld in enumerate(table.melds):
        for placed in meld:
            meant = stands_for(placed)
            if not is_stand_in(placed) or meant not in table.hand:
                continue
            kept = tuple(each for each in meld if each != placed)
            after = (*table.melds[:place], (*kept, Placed(meant)), *table.melds[place + 1 :])
            for other, longer in enumerate(after):
                for each in ONE_PACK:
                    if kind((*longer, stand_in(each)), True):
                        grown = (*after[:other], (*longer, stand_in(each)), *after[other + 1 :])
                        yield Rearrange(sorted_melds(grown), (meant,))


# ── whatever a seat could propose ────────────────────────────────────────────────────────────────


def everything_conceivable(
    rules: Rules, state: State, seat: Seat, chance: random.Random
) -> Iterator[Action]:
    """Actions of every kind, and rearrangements that are wrong in every way."""
    yield from (DRAW, KNOCK, DECLINE, SOME_REARRANGEMENT)
    if isinstance(state, Melding):
        for action in dict.fromkeys(some_rearrangements(rules, state.table)):
            yield action
            yield from distorted(state.table, action, chance)
        yield from joker_melds(state.table)


def joker_melds(table: Table) -> Iterator[Rearrange]:
    """A meld of jokers alone."""
    if table.hand.count(Card(JOKER)) >= 3:
        meld = tuple(stand_in(each) for each in ONE_PACK[:3])
        yield Rearrange(sorted_melds((*table.melds, meld)), (Card(JOKER),) * 3)


def distorted(table: Table, action: Rearrange, chance: random.Random) -> Iterator[Rearrange]:
    """The same with something else: a card more or less, in the table or in what is played."""
    new = list(action.table)
    yield Rearrange(action.table, ())
    yield Rearrange(action.table, tuple(sorted((*action.cards, chance.choice(ONE_PACK)))))
    if not new:
        return
    place = chance.randrange(len(new))
    meld, others = new[place], (*new[:place], *new[place + 1 :])
    put = chance.randrange(len(meld))
    less = (*meld[:put], *meld[put + 1 :])
    yield Rearrange(sorted_melds((*others, less)), action.cards)
    yield Rearrange(others, action.cards)
    bare = (*less, Placed(JOKER))
    yield Rearrange(sorted_melds((*others, bare)), action.cards)
    other_name = (*less, stand_in(chance.choice(ONE_PACK)))
    yield Rearrange(sorted_melds((*others, other_name)), action.cards)
    if table.hand:
        also = Placed(chance.choice(table.hand))
        played = tuple(sorted((*action.cards, Card(also))))
        yield Rearrange(sorted_melds((*others, (*meld, also))), played)
        yield Rearrange(sorted_melds((*new, (also,))), played)
    for number, one in enumerate(new):
        for joker in filter(is_stand_in, one):
            named = stand_in(chance.choice(ONE_PACK))
            again = (*(each for each in one if each != joker), named)
            yield Rearrange(sorted_melds((*new[:number], again, *new[number + 1 :])), action.cards)


def parts(rules: Rules, state: State, twin: State | Refusal) -> bool:
    """Hidden cards may make a difference to who can knock."""
    return isinstance(twin, Refusal | Over)


WALKS: Final = walks.Walks(
    spoken=CAROUSEL,
    over=Over,
    seats=lambda rules: range(2, 6),
    small=lambda rules: replace(rules, size=SMALL),
    deck=deck_of,
    deals=deal_in_turn,
    tempers=(keen, careless, keen, patient),
    conceivable=everything_conceivable,
    attempts=everything_conceivable,
    lies=lies,
    parts=parts,
)

walk: Final = WALKS.walk
with_readings: Final = WALKS.with_readings


# ── made up on purpose ───────────────────────────────────────────────────────────────────────────


def rearranging(words: str) -> Rearrange:
    """The cards that are played, if any, and the table: ``7C to 7C 7D *7S / 4S 5S 6S``."""
    said = words if "to" in words.split() else f"to {words}"
    _, action = plays.read_line(WALKS, WALKS.default, START, f"0 rearrange {said}")
    assert isinstance(action, Rearrange)
    return action


START: Final = WALKS.begun(WALKS.default, 5)


def melds(words: str) -> Melds:
    """The table that is named: ``7C 7D *7S / 4S 5S 6S``."""
    return rearranging(words).table


def position(
    held: str,
    on_table: str = "",
    *,
    others: tuple[str, ...] = ("KC",),
    stock: str = "2C 3C",
    draws: int = 1,
    scores: tuple[int, ...] | None = None,
    boxes: tuple[int, ...] | None = None,
) -> Table:
    """A turn of seat 0, whatever the packs have: its hand, the table, and the other hands."""
    seats = 1 + len(others)
    return Table(
        dealer=Seat(seats - 1),
        mover=Seat(0),
        hands=tuple(map(hand, (held, *others))),
        stock=cards(stock),
        melds=melds(on_table),
        draws=draws,
        passed=0,
        ledger=Ledger(scores or (0,) * seats, boxes or (0,) * seats),
    )


def deal_of(rules: Rules, hands: tuple[str, ...], stock: str = "") -> Deal:
    """The named hands and the stock's top, and the rest of the packs beneath it, in order."""
    deal: Deal = plays.deal_of(Deal, deck_of(rules, len(hands)), hands, stock)
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


def table_in(state: State | Refusal) -> Table:
    """The table of a state that has one."""
    assert not isinstance(state, Refusal), state
    table = table_of(state)
    assert table is not None
    return table
