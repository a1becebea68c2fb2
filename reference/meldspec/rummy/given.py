"""Positions of Rummy that are stated instead of played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, final

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.rummy.match import match_is_over
from meldspec.rummy.options import Rules
from meldspec.rummy.table import (
    BeforeDeal,
    Drawing,
    LaidOff,
    Ledger,
    Playing,
    State,
    Table,
    TableMeld,
)
from meldspec.stated import (
    Stated,
    Stating,
    cards_laid,
    check_hands,
    check_meld,
    laid_by,
    last_turn_of,
    melds_stated,
    number,
    numbers,
    piles_stated,
    seat_to_act,
)
from meldspec.wire import JSON, WireError, read_flag, read_seat

_GAME: Final = "Rummy"
_OF_A_MELD: Final = ("laid_by",)


def begun(state: BeforeDeal, stated: Stated) -> BeforeDeal:
    """A match with the stated scores, hands won and number of the hand."""
    seats = state.ledger.seats
    scores = numbers(stated, "scores", seats) or (0,) * seats
    won = numbers(stated, "hands_won", seats)
    hand = number(stated, "hand_number", least=1)
    over = _hands_over(scores, won, hand)
    ledger = Ledger(scores, over, won or (0,) * seats)
    return replace(state, ledger=ledger)


def _hands_over(scores: Sequence[int], won: Sequence[int] | None, hand: int | None) -> int:
    """How many hands are over: the stated number, or the fewest possible."""
    scoring = sum(score > 0 for score in scores)
    if won is not None and any(
        score and not hands for score, hands in zip(scores, won, strict=True)
    ):
        raise WireError("'hands_won' has 0 for a seat that has scored")
    fewest = scoring if won is None else sum(won)
    if hand is None:
        return fewest
    if hand - 1 < fewest:
        raise WireError(f"'hand_number' is {hand}, but {fewest} hands have been won")
    return hand - 1


def _is_over(rules: Rules, state: BeforeDeal) -> bool:
    return match_is_over(rules, state.ledger)


@final
@dataclass(frozen=True, slots=True)
class _Laid:
    """A meld as it is stated, and who laid each card."""

    owner: Seat
    cards: tuple[Card, ...]
    laid_by: tuple[Seat, ...]


def hand_sizes(dealt: Sequence[int], dealer: int, stated: Stated) -> tuple[int, ...]:
    """The cards in each hand: those dealt less those laid, and one more for a mover with a card."""
    seats = len(dealt)
    laid = cards_laid(melds_stated(stated, _OF_A_MELD), seats)
    mover, has_card = seat_to_act(stated, dealer, seats), read_flag(stated, "has_drawn")
    return tuple(
        max(0, size + (seat == mover and has_card) - laid[seat]) for seat, size in enumerate(dealt)
    )


def standing(
    rules: Rules, state: BeforeDeal, do: Mapping[str, JSON], stated: Stated
) -> Drawing | Playing:
    """The match in a hand: melds on the table, the discard pile, and who is to act."""
    seats, dealer = state.ledger.seats, state.dealer
    melds = melds_stated(stated, _OF_A_MELD)
    hands, on_table, discard, stock = piles_stated(do, stated, melds, _GAME, rules.size.pack)
    read = [_read(meld, of, seats) for meld, of in zip(melds, on_table, strict=True)]
    mover, has_card = seat_to_act(stated, dealer, seats), read_flag(stated, "has_drawn")
    due = [rules.size.hand(seats) + (seat == mover and has_card) for seat in range(seats)]
    check_hands(hands, due, [by for meld in read for by in meld.laid_by])
    turn = _turn(rules, state, len(stock), mover, has_card)
    turn += seats if read and turn < seats else 0
    table = Table(
        dealer=dealer,
        turn=turn,
        hands=tuple(map(frozenset, hands)),
        stock=stock,
        discard=discard,
        melds=tuple(_on_table(one, mover, turn, seats) for one in read),
        ledger=state.ledger,
        held_back=(False,) * seats,
    )
    return Playing(table) if has_card else Drawing(table)


def _read(meld: Mapping[str, JSON], found: tuple[Card, ...], seats: int) -> _Laid:
    owner = read_seat(meld.get("owner"), "owner", seats)
    check_meld(found)
    laid = laid_by(meld, owner, len(found), seats)
    if laid.count(owner) < 3:
        raise WireError(f"'laid_by': seat {owner} has not laid the meld")
    return _Laid(owner, found, laid)


def _turn(rules: Rules, state: BeforeDeal, left: int, mover: Seat, has_card: bool) -> int:
    """The first turn of the mover that is late enough for the cards drawn from the stock."""
    seats = state.ledger.seats
    whole = len(rules.size.pack) - seats * rules.size.hand(seats) - 1
    drawn = whole - left
    if drawn < 0:
        raise WireError(f"the stock has {left} cards; it began with {whole}")
    first = max(0, drawn - has_card)
    return first + (mover - state.dealer - 1 - first) % seats


def _on_table(meld: _Laid, mover: Seat, turn: int, seats: int) -> TableMeld:
    """The meld with its turns: laid as early as can be, and added to as late as can be."""
    laid_off = tuple(
        LaidOff(one, by, last_turn_of(by, mover, turn, seats))
        for one, by in zip(meld.cards, meld.laid_by, strict=True)
        if by != meld.owner
    )
    last = last_turn_of(meld.owner, mover, turn, seats)
    first = min([last % seats, *(laid.turn for laid in laid_off)])
    return TableMeld(meld.owner, frozenset(meld.cards), first, laid_off)


STATING: Final[Stating[Rules, BeforeDeal, State]] = Stating(
    match_fields=frozenset({"scores", "hands_won", "hand_number"}),
    hand_fields=frozenset({"melds", "discard", "to_act", "has_drawn"}),
    begun=begun,
    is_over=_is_over,
    standing=standing,
    hand_sizes=hand_sizes,
)
"""How a position of Rummy is stated."""
