"""Melds with jokers: sets, runs, and the cards that continue them."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import final

from meldspec.cards import ONE_PACK, RANKS, Card, rank, suit
from meldspec.melds import SMALLEST
from meldspec.placed import Laid, Placed, stands_for


@final
class Kind(StrEnum):
    """The kind of a meld; no cards are both."""

    SET = "set"
    RUN = "run"


def is_set(cards: Collection[Card]) -> bool:
    """Whether the cards are three or four of one rank, each of another suit."""
    ranks, suits = {rank(card) for card in cards}, {suit(card) for card in cards}
    return len(cards) in (3, 4) and len(ranks) == 1 and len(suits) == len(cards)


def is_run(cards: Collection[Card], both_ends: bool) -> bool:
    """Whether the cards are three or more of one suit in a row, the ace low or high.

    ``both_ends``: one run may have an ace at each end.
    """
    if len(cards) < SMALLEST or len({suit(card) for card in cards}) != 1:
        return False
    ranks = sorted(rank(card) for card in cards)
    if len(ranks) > len(RANKS):
        return both_ends and ranks == [0, *range(len(RANKS))]
    low = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    high = ranks == [0, *range(len(RANKS) - len(ranks) + 1, len(RANKS))]
    return low or high


def kind(meld: Collection[Placed], both_ends: bool) -> Kind | None:
    """The kind of meld that the cards are, or None; a joker is the card that it stands for.

    A joker that stands for nothing has a rank and a suit of its own, and so is in no meld.
    """
    cards = [stands_for(placed) for placed in meld]
    if is_set(cards):
        return Kind.SET
    return Kind.RUN if is_run(cards, both_ends) else None


def extensions(meld: Laid, both_ends: bool) -> tuple[Card, ...]:
    """The cards that lengthen this meld."""
    cards = [stands_for(placed) for placed in meld]
    if kind(meld, both_ends) is Kind.SET:
        near = ONE_PACK[rank(cards[0]) :: len(RANKS)]
    else:
        first = cards[0] - rank(cards[0])
        places = {(rank(card) + step) % len(RANKS) for card in cards for step in (1, -1)}
        near = tuple([Card(first + place) for place in sorted(places)])
    return tuple(
        [
            card
            for card in near
            if (card not in cards or rank(card) == 0)
            and kind((*meld, Placed(card)), both_ends) is not None
        ]
    )
