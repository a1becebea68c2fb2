"""The best play of a hand on a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import final

from meldspec.cards import Card
from meldspec.manipulation.fitting import adds_to, fitting_cards
from meldspec.manipulation.kinds import extensions
from meldspec.manipulation.lanes import Situation
from meldspec.manipulation.manner import By, Manner, weight_of
from meldspec.manipulation.search import TableSearch
from meldspec.placed import Placed, Table, as_held, price, stand_in


@final
@dataclass(frozen=True, slots=True)
class Play:
    """Cards of a hand that are played, the whole table after the play, and the cards' points."""

    cards: tuple[Card, ...]
    table: Table
    points: int


def _added(melds: list[list[Placed]], jokers: int, both_ends: bool) -> bool:
    """Adds this number of jokers to the melds; False if there is no room for all."""
    for _ in range(jokers):
        rooms = ((meld, extensions(tuple(meld), both_ends)) for meld in melds)
        found = next(((meld, cards[0]) for meld, cards in rooms if cards), None)
        if found is None:
            return False
        meld, card = found
        meld.append(stand_in(card))
    return True


def _played(
    table: Table, hand: Collection[Card], manner: Manner, by: By, hasty: bool
) -> list[list[Placed]] | None:
    """The melds of a new table with the most played; None if no card can be played.

    ``hasty``: any play will do.  The sparing search may leave jokers without room; then the full
    search decides.
    """
    fitting = fitting_cards(table, hand)
    situation = Situation(table, fitting)
    weight = sum([weight_of(card, by) for card in fitting])
    if manner.domain == "any_card" and manner.two_alike:
        search = TableSearch(situation, manner, by, sparing=True)
        found = search.best(weight - 1, hasty)
        if found is None:
            return None
        chain, left = found
        melds = search.melds(chain)
        if _added(melds, left, manner.both_ends):
            return melds
    search = TableSearch(situation, manner, by, sparing=False)
    found = search.best(weight - 1, hasty)
    return None if found is None else search.melds(found[0])


def best_play(table: Table, hand: Collection[Card], manner: Manner, by: By) -> Play | None:
    """A play of the most, as ``by`` measures it, always the same; None if no card can be played."""
    melds = _played(table, hand, manner, by, hasty=False)
    if melds is None:
        return None
    new = tuple(sorted(tuple(sorted(meld)) for meld in melds))
    before = Counter(as_held(placed) for meld in table for placed in meld)
    after = Counter(as_held(placed) for meld in new for placed in meld)
    cards = tuple(sorted((after - before).elements()))
    return Play(cards, new, sum(price(card) for card in cards))


def can_play(table: Table, hand: Collection[Card], manner: Manner) -> bool:
    """Whether some card of the hand can be played."""
    if adds_to(table, frozenset(hand), manner):
        return True
    return _played(table, hand, manner, By.CARDS, hasty=True) is not None
