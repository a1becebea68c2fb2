"""The cards that the mover has laid in this hand, and the table after it lays more."""

from __future__ import annotations

from collections.abc import Iterator

from meldspec.cards import Card
from meldspec.melds import Meld, extensions
from meldspec.rummy.table import LaidOff, Table, TableMeld, change


def melds_laid(table: Table) -> int:
    """The number of melds that the mover has laid in this turn."""
    return sum(meld.turn == table.turn for meld in table.melds)


def has_laid_off(table: Table) -> bool:
    """Whether the mover has laid off a card in this turn."""
    return any(laid.turn == table.turn for meld in table.melds for laid in meld.laid_off)


def melded_before(table: Table) -> bool:
    """Whether the mover laid a meld in an earlier turn."""
    mover = table.mover
    return any(meld.owner == mover and meld.turn < table.turn for meld in table.melds)


def laid_off_before(table: Table) -> bool:
    """Whether the mover laid off a card in an earlier turn."""
    mover = table.mover
    return any(
        laid.by == mover and laid.turn < table.turn
        for meld in table.melds
        for laid in meld.laid_off
    )


def fitting(table: Table) -> Iterator[tuple[Card, TableMeld]]:
    """Each card of the mover's hand with each meld on the table that it lengthens."""
    hand = table.hand
    for meld in table.melds:
        for card in extensions(meld.cards):
            if card in hand:
                yield card, meld


def with_meld(table: Table, cards: Meld) -> Table:
    """The table with a meld of the mover's cards on it."""
    meld = TableMeld(table.mover, cards, table.turn)
    return change(table, hand=table.hand - cards, melds=(*table.melds, meld))


def with_lay_off(table: Table, card: Card, cards: Meld) -> Table:
    """The table with a card of the mover's added to the meld that holds these cards."""
    laid = LaidOff(card, table.mover, table.turn)
    melds = tuple(
        TableMeld(meld.owner, meld.cards | {card}, meld.turn, (*meld.laid_off, laid))
        if meld.cards == cards
        else meld
        for meld in table.melds
    )
    return change(table, hand=table.hand - {card}, melds=melds)
