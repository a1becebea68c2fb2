"""Changes of Tong-its that no trial finds: calls, draws, challenges and burned seats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

from meldspec.cards import parse
from meldspec.play import Seat
from meldspec.tongits.table import SEATS, CallTongits, Drawing, Ledger, Playing, Table

from .. import Inputs, InputsOf, Reason

CARDS: Final = tuple(parse(word) for word in ("4S", "5S", "6S", "7C", "7D", "7H"))
"""A run and a set."""


def _remaining() -> Iterator[tuple[Any, ...]]:
    hands = [held for size in range(5) for held in combinations(CARDS, size)]
    for held in map(frozenset, hands):
        table = Table(Seat(0), 0, (held,) * SEATS, (), (), (), Ledger())
        for discard in (None, *CARDS):
            for state in (Drawing(table), Playing(table)):
                yield state, CallTongits(discard)


INPUTS: Final[InputsOf] = {
    "tongits.tongits_call.remaining": Inputs(
        "all hands of at most four of 4S 5S 6S 7C 7D 7H, before and after drawing, calls with no "
        "discard and with each of these cards",
        _remaining,
    ),
}

REASONS: Final[tuple[Reason, ...]] = (
    Reason(
        names=(
            "1b15f057",
            "58748942",
        ),
        why=(
            "A call of a seat that has not opened, which `draw-call.opened` refuses, is refused "
            "by `draw-call.special-does-not-suffice` besides, and the protocol wants one of the "
            "clauses only. The law `which_melds_entitle` asks for exactly one."
        ),
    ),
    Reason(
        names=("3350d26f",),
        why=(
            "A meld on which no card was laid off is no Sagasa. The condition only keeps the "
            "option from being read where its readings are the same."
        ),
    ),
    Reason(
        names=("57fa4f04",),
        why="Each turn is the turn of one seat: in the caller's own no opponent lays a card off.",
    ),
    Reason(
        names=("2b7fbf31",),
        why=(
            "Where a four in the hand gives no right to challenge, a seat that has not opened is "
            "never asked. `turn.to-act` refuses its challenge, whether or not "
            "`answering.challenge-needs-open` does so besides, and the protocol wants one of the "
            "clauses only. The law `who_may_challenge` asks such a seat all the same."
        ),
    ),
    Reason(
        names=(
            "baac6be0",
            "aa3a4173",
            "9bbe1493",
            "881f541c",
            "26eca062",
            "fd18157a",
            "5bb971a9",
        ),
        why=(
            "Of these two neighbours at most one applies to a state, or both lead to the same: a "
            "Spread comes before any card is played, an empty hand is melded like any other that "
            "is, a turn without cards is done only where there is no tongits, a stock that ends "
            "the hand does so before the hand that drew its last card can be empty, and all the "
            "others have phases or answers of their own."
        ),
    ),
    Reason(
        names=(
            "e3c17ce8",
            "fd3ba01c",
        ),
        why="Before the first deal no seat is to act, and a view shows no number of a turn.",
    ),
    Reason(
        names=(
            "f434fb09",
            "002b871a",
        ),
        why=(
            "Only the melds of facts about a settlement are made without their turn, and no "
            "payment depends on it."
        ),
    ),
    Reason(
        names=(
            "2336581c",
            "09f4d9bf",
        ),
        why=(
            "A row of wins goes on only for the last winner, and before the first win there is "
            "none."
        ),
    ),
    Reason(
        names=(
            "0d56e521",
            "0bff3e76",
        ),
        why="Every deal sets the ante of its hand, and between two hands nobody asks for it.",
    ),
    Reason(
        names=("104bb3f4",),
        why=(
            "In a match the number is set before it is read, and from facts alone it is asked only "
            "whether it is two."
        ),
    ),
    Reason(
        names=(
            "6e887596",
            "7ce765c7",
            "a2d17449",
            "bef6f787",
            "4a6d7b81",
        ),
        why=(
            "More calls of tongits are tried for a legal list, and those that leave a card without "
            "a meld are refused like all such calls."
        ),
    ),
    Reason(
        names=("ce38e9de",),
        why=(
            "Before a card is taken, a call names no discard, and no card has come from the pile "
            "in this turn."
        ),
    ),
    Reason(
        names=("9a295b4d",),
        why=(
            "Beside the cards of a meld, their number tells nothing new, and a view may have more "
            "fields than it needs. The law `a_meld_as_it_is_seen` asks for none."
        ),
    ),
)
