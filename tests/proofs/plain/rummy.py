"""Laying down in Rummy, written without the reference: every order of melds and lay-offs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from .melds import Cards, is_meld, subsets

On = tuple[Cards, ...]
"""The melds on the table."""


@cache
def melds_held(hand: Cards) -> tuple[Cards, ...]:
    """Every meld that can be made of cards of a hand."""
    return tuple(cards for cards in subsets(hand, 3) if is_meld(cards))


def fitting(hand: Cards, on: On) -> Iterator[tuple[int, Cards]]:
    """Each card of a hand with each meld on the table that it makes longer."""
    for meld in on:
        for card in hand:
            if is_meld(meld | {card}):
                yield card, meld


def after_one(hand: Cards, on: On) -> Iterator[tuple[Cards, On]]:
    """The hand and the table after one meld or one lay-off."""
    for cards in melds_held(hand):
        yield hand - cards, (*on, cards)
    for card, meld in fitting(hand, on):
        yield hand - {card}, tuple(each | {card} if each == meld else each for each in on)


def after_any(hand: Cards, on: On) -> set[tuple[Cards, On]]:
    """The hand and the table after any number of melds and lay-offs, and after none."""
    seen = {(hand, on)}
    left = [(hand, on)]
    while left:
        for reached in after_one(*left.pop()):
            if reached not in seen:
                seen.add(reached)
                left.append(reached)
    return seen


def most_in_melds(hand: Cards) -> int:
    """The most cards of a hand that lie in melds together."""
    return max((len(meld) + most_in_melds(hand - meld) for meld in melds_held(hand)), default=0)
