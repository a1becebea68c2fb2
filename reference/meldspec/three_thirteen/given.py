"""Positions of Three Thirteen that are stated instead of played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from meldspec.cards import Card, first_copy, text
from meldspec.play import Refusal, Seat
from meldspec.stated import (
    Stated,
    Stating,
    cards,
    check_hands,
    check_pack,
    numbers,
    seat_named,
    seat_to_act,
)
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.out import all_in_melds
from meldspec.three_thirteen.table import BeforeDeal, Discarding, Drawing, Ledger, State, Table
from meldspec.wire import JSON, WireError, read_flag, read_list


def begun(state: BeforeDeal, stated: Stated) -> BeforeDeal:
    """A match with the stated scores, and how many hands each seat has ended by going out."""
    seats, played = state.ledger.seats, state.hand_number - 1
    scores = numbers(stated, "scores", seats) or (0,) * seats
    outs = numbers(stated, "outs", seats)
    if any(scores) and not played:
        raise WireError("'scores' are stated for the first hand; 'hand_number' names a later hand")
    if outs is not None and sum(outs) != played:
        raise WireError(f"'outs' are {sum(outs)} in all; {played} hands are over")
    return replace(state, ledger=Ledger(scores, outs or (0,) * seats))


def hand_sizes(dealt: Sequence[int], dealer: int, stated: Stated) -> tuple[int, ...]:
    """No card is ever laid: each hand has the cards dealt, and one more for a mover with a card."""
    mover, has_card = seat_to_act(stated, dealer, len(dealt)), read_flag(stated, "has_drawn")
    return tuple(size + (seat == mover and has_card) for seat, size in enumerate(dealt))


def standing(
    rules: Rules, state: BeforeDeal, do: Mapping[str, JSON], stated: Stated
) -> Drawing | Discarding | Refusal:
    """The match in a hand: the discard pile, who is to act, and who has gone out."""
    seats, number = state.ledger.seats, state.hand_number
    hands = [cards(hand, "hands") for hand in read_list(do.get("hands"), "hands")]
    stock, discard = cards(do.get("stock"), "stock"), cards(stated.get("discard"), "discard")
    piles = (*hands, stock, discard)
    check_pack(rules.size.deck(seats), [one for pile in piles for one in pile])
    mover, has_card = seat_to_act(stated, state.dealer, seats), read_flag(stated, "has_drawn")
    out = seat_named(stated, "out", seats)
    if out == mover:
        raise WireError(f"seat {out} has gone out and is to act, so the hand is over")
    due = [rules.size.hand(number) + (seat == mover and has_card) for seat in range(seats)]
    check_hands(hands, due)
    if stated.get("taken") is not None and not has_card:
        raise WireError("'taken' is stated, but the seat has not drawn: state 'has_drawn', too")
    if out is not None and not all_in_melds(
        rules, tuple(sorted(map(first_copy, hands[out]))), rules.size.wild(number)
    ):
        return Refusal(("three-thirteen.out.condition",))
    table = Table(
        dealer=state.dealer,
        hand_number=number,
        mover=mover,
        hands=tuple(tuple(sorted(map(first_copy, hand))) for hand in hands),
        stock=tuple(map(first_copy, stock)),
        discard=tuple(map(first_copy, discard)),
        ledger=state.ledger,
        taken=_taken(stated, mover, hands[mover]) if has_card else None,
        out=out,
    )
    return Discarding(table) if has_card else Drawing(table)


def _taken(stated: Stated, mover: Seat, hand: Sequence[Card]) -> Card | None:
    """The card that the mover has taken from the discard pile in this turn."""
    if stated.get("taken") is None:
        return None
    found = cards(stated["taken"], "taken")
    if len(found) != 1:
        raise WireError("'taken' must be one card")
    if first_copy(found[0]) not in map(first_copy, hand):
        raise WireError(f"'taken' is {text(found[0])}, which is not in the hand of seat {mover}")
    return found[0]


STATING: Final[Stating[Rules, BeforeDeal, State]] = Stating(
    match_fields=frozenset({"scores", "outs"}),
    hand_fields=frozenset({"discard", "to_act", "has_drawn", "taken", "out"}),
    begun=begun,
    standing=standing,
    hand_sizes=hand_sizes,
)
"""How a position of Three Thirteen is stated."""
