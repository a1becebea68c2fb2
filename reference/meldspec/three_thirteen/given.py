"""Positions of Three Thirteen that are stated instead of played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from meldspec.cards import Card, first_copy, text
from meldspec.hands import without_card
from meldspec.play import Refusal, Seat
from meldspec.stated import (
    Stated,
    Stating,
    card_taken,
    cards,
    check_hands,
    check_pack,
    numbers,
    pile_without_card,
    seat_named,
    seat_to_act,
)
from meldspec.table import neighbour, opponents
from meldspec.three_thirteen.draw import TAKE_MOVE
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.out import end_turn_after_draw
from meldspec.three_thirteen.questions import elsewhere, refused_keeping, refused_out
from meldspec.three_thirteen.table import (
    BeforeDeal,
    Discarding,
    Drawing,
    Ledger,
    State,
    Table,
    change,
)
from meldspec.upcard import TAKE
from meldspec.wire import JSON, WireError, read_flag, read_list


def begun(state: BeforeDeal, stated: Stated) -> BeforeDeal:
    """A match with the stated scores, and how many hands each seat has ended by going out."""
    seats, played = state.ledger.seats, state.hand_number - 1
    scores = numbers(stated, "scores", seats) or (0,) * seats
    outs = numbers(stated, "outs", seats)
    if any(scores) and not played:
        raise WireError("'scores' are stated for the first hand; 'hand_number' names a later hand")
    if outs is not None and sum(outs) > played:
        raise WireError(f"'outs' are {sum(outs)} in all; {played} hands are over")
    _check_scores(scores, played, outs)
    return replace(state, ledger=Ledger(scores, outs or (0,) * seats))


def _check_scores(scores: Sequence[int], played: int, outs: Sequence[int] | None) -> None:
    """Raises WireError for scores without a seat that went out, or of one that always did.

    The match may have begun with a later hand, so that fewer hands were played than are over.
    """
    if outs is None:
        if played == 1 and all(scores):
            raise WireError("'scores' has no 0 after one hand, in which a seat has gone out")
        return
    if any(scores) and not any(outs):
        raise WireError(
            "'outs' has 0 for every seat, but no hand is scored before a seat has gone out: "
            "three-thirteen.out.hand-ends"
        )
    for seat, score in enumerate(scores):
        if score and outs[seat] == sum(outs):
            raise WireError(f"'scores' has {score} for seat {seat}, which went out in every hand")


def hand_sizes(dealt: Sequence[int], dealer: int, stated: Stated) -> tuple[int, ...]:
    """No card is ever laid: each hand has the cards dealt, and one more for a mover with a card."""
    mover, has_card = seat_to_act(stated, dealer, len(dealt)), read_flag(stated, "has_drawn")
    return tuple(size + (seat == mover and has_card) for seat, size in enumerate(dealt))


def standing(
    rules: Rules, state: BeforeDeal, do: Mapping[str, JSON], stated: Stated
) -> Drawing | Discarding:
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
    if len(hands) != seats:
        raise WireError(f"'hands' has {len(hands)} hands; {seats} play")
    table = Table(
        dealer=state.dealer,
        hand_number=number,
        mover=mover,
        hands=tuple(tuple(sorted(map(first_copy, hand))) for hand in hands),
        stock=tuple(map(first_copy, stock)),
        discard=tuple(map(first_copy, discard)),
        ledger=state.ledger,
        taken=card_taken(stated, mover, hands[mover], has_card),
        out=out,
    )
    check_hands(hands, _due(rules, table, has_card))
    if _has_too_many(rules, table, has_card):
        raise pile_without_card(stated)
    if out is not None:
        _check_final_turns(rules, table, out)
    return _in_turn(rules, table) if has_card else Drawing(table)


def _ended_since(table: Table, out: Seat) -> Sequence[Seat]:
    """The seats that have had their final turn."""
    seats = len(table.hands)
    return opponents(out, seats)[: (table.mover - out) % seats - 1]


def _due(rules: Rules, table: Table, has_card: bool) -> list[int]:
    """How many cards each seat must hold; a seat that holds one more may have kept its card."""
    size, out = rules.size.hand(table.hand_number), table.out
    due = [size] * len(table.hands)
    due[table.mover] += has_card
    if out is None:
        return due
    due[out] += len(table.hands[out]) > size
    for seat in _ended_since(table, out):
        must_keep = end_turn_after_draw.comes(rules, Discarding(table)) is not None
        due[seat] += must_keep or len(table.hands[seat]) > size
    return due


def _has_too_many(rules: Rules, table: Table, has_card: bool) -> bool:
    """Whether the stock has more cards than the first one, less a card drawn in this turn."""
    seats = len(table.hands)
    first = len(rules.size.deck(seats)) - seats * rules.size.hand(table.hand_number) - 1
    most = first - (has_card and table.taken is None)
    return len(table.stock) > most


def _check_final_turns(rules: Rules, table: Table, out: Seat) -> None:
    """Raises WireError for a seat that cannot have gone out, or cannot have kept its card."""
    refused = refused_out(rules, table, out, _discards(rules, table, out))
    if refused is not None:
        raise WireError(f"'out': to go out with this hand {_told(refused)}")
    for seat in _ended_since(table, out):
        if len(table.hands[seat]) > rules.size.hand(table.hand_number):
            refused = refused_keeping(rules, table, seat)
            if refused is not None:
                raise WireError(f"the card that seat {seat} has kept {_told(refused)}")


def _told(refused: Refusal) -> str:
    return f"is refused: {', '.join(refused.clauses)}"


def _discards(rules: Rules, table: Table, out: Seat) -> Sequence[Card]:
    """The cards of which one is the discard of the seat that went out.

    It is the top of the pile until the next seat has taken it or laid another on it.
    """
    if table.mover != neighbour(out, len(table.hands)):
        return elsewhere(rules, table, out)
    return table.discard[-1:] if table.taken is None else (table.taken,)


def _in_turn(rules: Rules, table: Table) -> Discarding:
    """The mover has its card.  Raises WireError if it may not have taken it."""
    taken = table.taken
    if taken is None:
        return Discarding(table)
    hand, discard = without_card(table.hand, taken), (*table.discard, taken)
    before = replace(change(table, hand=hand, discard=discard), taken=None)
    done = TAKE_MOVE.make(rules, Drawing(before), table.mover, TAKE)
    if isinstance(done, Refusal):
        raise WireError(f"'taken': to take {text(taken)} {_told(done)}")
    return done


STATING: Final[Stating[Rules, BeforeDeal, State]] = Stating(
    match_fields=frozenset({"scores", "outs"}),
    hand_fields=frozenset({"discard", "to_act", "has_drawn", "taken", "out"}),
    begun=begun,
    standing=standing,
    hand_sizes=hand_sizes,
)
"""How a position of Three Thirteen is stated."""
