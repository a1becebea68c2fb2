"""Deals made to fit a walk through the outline: first the play, then the cards.

A shortest walk of the outline says who does what. Cards are chosen for each step as it comes; only
then the hands are fixed.  This module does not check whether the rules allow the play.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, assert_never

from meldcheck.distinguish.tongits.outline import Deed, Move
from meldcheck.games.tongits import HAND, MEASURE, SEATS
from meldcheck.seeded.deals import MELDS, Draft, some_melds
from meldcheck.words.case import JSON, Act
from meldcheck.words.deal import Dealt
from meldspec import cards as pack
from meldspec.cards import ONE_PACK, Card
from meldspec.melds import ALL_MELDS, extensions, is_set

_WITH: Final = {card: tuple(meld for meld in ALL_MELDS if card in meld) for card in ONE_PACK}
_FOURS: Final = tuple(meld for meld in ALL_MELDS if len(meld) == 4 and is_set(meld))
_TRIES: Final = 12
"""Number of melds tried for one step before the play is given up."""


@dataclass(slots=True)
class _Table:
    """The part of a hand that is fixed so far."""

    rng: random.Random
    free: set[Card]
    """Cards without a fixed place."""
    dealt: list[list[Card]] = field(default_factory=lambda: [[] for _ in range(SEATS)])
    held: list[set[Card]] = field(default_factory=lambda: [set() for _ in range(SEATS)])
    """By seat: the fixed cards of the hand now."""
    drawn: list[Card | None] = field(default_factory=list)
    """The cards drawn from the stock; None for a drawn card that is not fixed yet."""
    open_draws: list[list[int]] = field(default_factory=lambda: [[] for _ in range(SEATS)])
    pile: list[Card] = field(default_factory=list)
    melds: list[tuple[int, frozenset[Card]]] = field(default_factory=list)

    def has(self, seat: int, card: Card) -> bool:
        """Give the seat the card: held, dealt or drawn. Returns whether that is possible."""
        if card in self.held[seat]:
            return True
        room = len(self.dealt[seat]) < HAND + (seat == 0)
        places = self.open_draws[seat]
        if card not in self.free or not (room or places):
            return False
        if places and (not room or self.rng.random() < 0.5):
            self.drawn[places.pop()] = card
        else:
            self.dealt[seat].append(card)
        self.free.remove(card)
        self.held[seat].add(card)
        return True

    def gives(self, seat: int, cards: frozenset[Card]) -> bool:
        """Take the cards from the seat. Returns whether it can have them all."""
        if not cards <= self.free | self.held[seat]:
            return False
        if not all(self.has(seat, card) for card in sorted(cards)):
            return False
        self.held[seat] -= cards
        return True


def fitted(walk: Sequence[Move], rng: random.Random) -> tuple[Act, ...] | None:
    """A play with the deeds of a walk, except the last, and the deal that it needs.

    None if a card cannot be had.  The walk is one hand long.
    """
    table = _Table(rng, set(ONE_PACK))
    acts: list[Act] = []
    for move in walk[1:-1]:
        if move.by is None:
            return None
        do = _done(table, move, move.by)
        if do is None:
            return None
        acts.append(Act(by=move.by, do=do))
    return (_dealt(table).act(), *acts)


def _done(table: _Table, move: Move, seat: int) -> dict[str, JSON] | None:
    match move.deed:
        case Deed.DEAL:
            return None
        case Deed.DRAW:
            table.open_draws[seat].append(len(table.drawn))
            table.drawn.append(None)
            return {"type": "draw"}
        case Deed.TAKE:
            return _take(table, seat, move.onto)
        case Deed.EXPOSE:
            return _expose(table, seat, ALL_MELDS, face_down=False)
        case Deed.FACE_DOWN:
            return _expose(table, seat, _FOURS, face_down=True)
        case Deed.LAY_OFF:
            return _lay_off(table, seat, move.onto)
        case Deed.DISCARD:
            return _discard(table, seat)
        case Deed.TONGITS | Deed.CALL | Deed.FOLD | Deed.CHALLENGE:
            return {"type": move.deed.replace("-", "_")}
        case _:
            assert_never(move.deed)


def _take(table: _Table, seat: int, onto: int | None) -> dict[str, JSON] | None:
    if not table.pile:
        return None
    top = table.pile.pop()
    if onto is not None:
        for place, (owner, cards) in enumerate(table.melds):
            if owner == onto and top in extensions(cards):
                table.melds[place] = (owner, cards | {top})
                return {"type": "take", "meld": pack.texts(cards)}
        return None
    melds = _WITH[top]
    for meld in table.rng.sample(melds, min(len(melds), _TRIES)):
        if table.gives(seat, meld - {top}):
            table.melds.append((seat, meld))
            return {"type": "take", "with": pack.texts(meld - {top})}
    return None


def _expose(
    table: _Table, seat: int, melds: Sequence[frozenset[Card]], *, face_down: bool
) -> dict[str, JSON] | None:
    for meld in table.rng.sample(melds, _TRIES):
        if table.gives(seat, meld):
            table.melds.append((seat, meld))
            do: dict[str, JSON] = {"type": "expose", "cards": pack.texts(meld)}
            return {**do, "face_down": True} if face_down else do
    return None


def _lay_off(table: _Table, seat: int, onto: int | None) -> dict[str, JSON] | None:
    places = [place for place, (owner, _) in enumerate(table.melds) if owner == onto]
    for place in table.rng.sample(places, len(places)):
        owner, cards = table.melds[place]
        fitting = extensions(cards)
        for card in table.rng.sample(fitting, len(fitting)):
            if table.gives(seat, frozenset((card,))):
                table.melds[place] = (owner, cards | {card})
                return {"type": "lay_off", "card": pack.text(card), "meld": pack.texts(cards)}
    return None


def _discard(table: _Table, seat: int) -> dict[str, JSON] | None:
    """A discard: half of the time a card that fits a meld on the table, if there is one."""
    fitting = [card for _, cards in table.melds for card in extensions(cards)]
    choice = sorted(table.free | table.held[seat])
    wanted = fitting if fitting and table.rng.random() < 0.5 else choice
    card = table.rng.choice(wanted)
    if not table.gives(seat, frozenset((card,))):
        return None
    table.pile.append(card)
    return {"type": "discard", "card": pack.text(card)}


def _dealt(table: _Table) -> Dealt:
    """The deal.  Melds that fit fill the open places first, then other cards."""
    draft = Draft.begun(MEASURE, SEATS, 0)
    draft.free = [pack.text(card) for card in sorted(table.free)]
    draft.hands = [[pack.text(card) for card in hand] for hand in table.dealt]
    draft.hold(some_melds(table.rng, SEATS, len(MELDS) // 2))
    draft.free = table.rng.sample(draft.free, len(draft.free))
    draft.fill()
    drawn = [draft.free.pop() if card is None else pack.text(card) for card in table.drawn]
    draft.free = drawn + draft.free
    return draft.dealt()
