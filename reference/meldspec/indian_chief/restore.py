"""Shuffling the melds back into the stub.  The law: spec/indian-chief/restore.md"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from meldspec.cards import Card
from meldspec.hands import without_all
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.refill import lacking
from meldspec.indian_chief.table import (
    Choosing,
    Filling,
    Reshuffling,
    Table,
    lying,
    lying_cards,
    next_turn,
)
from meldspec.kernel import Move, condition, effect, follows
from meldspec.play import Chance
from meldspec.table import Reshuffle


@follows("indian-chief.restore.after-refill", during=(Filling,))
def hands_are_full(rules: Rules, state: Filling) -> Reshuffling | None:
    """No hand lacks a card, so chance must shuffle the stub for the next turn."""
    return None if any(lacking(rules, state.table)) else Reshuffling(state.table)


def due_in_reshuffle(rules: Rules, table: Table) -> list[Card]:
    """Every card that no seat holds; by a reading the melds of this turn wait until the next.

    Clauses: restore.melds.
    """
    left = [*table.stock, *table.aside]
    melds = [card for cards in lying(table) for card in cards]
    if melds and rules.restore.restore_which == "one_turn_lag":
        return left
    return left + melds


@condition("indian-chief.restore.cards")
def cards_are_due_in_reshuffle(
    rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle
) -> bool:
    """The cards that are shuffled are those that are due, each as often as it lies there."""
    return sorted(action.stock) == sorted(due_in_reshuffle(rules, state.table))


@effect("indian-chief.restore.melds", "indian-chief.restore.shuffle")
def begin_the_next_turn(
    rules: Rules, state: Reshuffling, by: Chance, action: Reshuffle
) -> Choosing:
    """The next turn begins with this stub; melds that are not in it lie aside."""
    table = state.table
    everything = (*table.stock, *lying_cards(table))
    return next_turn(
        replace(
            table,
            turn=table.turn + 1,
            stock=action.stock,
            stolen=(),
            recycled=False,
            aside=tuple(sorted(without_all(everything, action.stock))),
        )
    )


RESHUFFLE: Final = Move(
    Reshuffle,
    during=(Reshuffling,),
    conditions=(cards_are_due_in_reshuffle,),
    effect=begin_the_next_turn,
)
