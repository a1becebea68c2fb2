"""Positions of Rummy that are stated instead of played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from meldspec.cards import Card, text
from meldspec.play import Refusal, Seat
from meldspec.rummy.draw import TAKE_MOVE
from meldspec.rummy.layoff import has_melded_first, is_an_opponents
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
    change,
)
from meldspec.stated import (
    Laid,
    Stated,
    Stating,
    card_taken,
    cards_laid,
    check_hands,
    check_meld,
    check_none_is_out,
    how_laid,
    laid_by,
    last_turn_of,
    melds_stated,
    number,
    numbers,
    pile_without_card,
    piles_stated,
    refused_by,
    seat_to_act,
)
from meldspec.table import LayOff
from meldspec.upcard import TAKE
from meldspec.wire import JSON, WireError, read_flag, read_seat

_GAME: Final = "Rummy"
_OF_A_MELD: Final = ("laid_by",)
_ADDING: Final = (is_an_opponents, has_melded_first)
"""Conditions that a stated past is asked; they look at no card that only this past would show."""


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
) -> Drawing | Playing | Refusal:
    """The match in a hand: melds on the table, the discard pile, and who is to act."""
    seats, dealer = state.ledger.seats, state.dealer
    melds = melds_stated(stated, _OF_A_MELD)
    hands, on_table, discard, stock = piles_stated(do, stated, melds, _GAME, rules.size.pack)
    read = [_read(meld, of, seats) for meld, of in zip(melds, on_table, strict=True)]
    mover, has_card = seat_to_act(stated, dealer, seats), read_flag(stated, "has_drawn")
    due = [rules.size.hand(seats) + (seat == mover and has_card) for seat in range(seats)]
    check_hands(hands, due, [by for meld in read for by in meld.laid_by])
    check_none_is_out(hands, "rummy.out.ends-hand")
    taken = card_taken(stated, mover, hands[mover], has_card)
    _check_taken(rules, discard, has_card, taken)
    if not discard and not has_card:
        raise pile_without_card(stated)
    turn = _turn(rules, state, len(stock), mover, has_card and taken is None)
    if read:  # each seat has had a turn to lay a meld, and one to add to any
        turn += 2 * seats
    table = Table(
        dealer=dealer,
        turn=turn,
        hands=tuple(map(frozenset, hands)),
        stock=stock,
        discard=discard,
        melds=(),
        ledger=state.ledger,
        held_back=(False,) * seats,
    )
    table = replace(table, melds=tuple([_on_table(rules, table, one, read) for one in read]))
    if taken is not None:
        return _with_taken(rules, table, taken)
    return Playing(table) if has_card else Drawing(table)


def _read(meld: Mapping[str, JSON], found: tuple[Card, ...], seats: int) -> Laid:
    owner = read_seat(meld.get("owner"), "owner", seats)
    check_meld(found)
    return how_laid(owner, dict(zip(found, laid_by(meld, owner, len(found), seats), strict=True)))


def _check_taken(rules: Rules, discard: Sequence[Card], has_card: bool, taken: Card | None) -> None:
    """Raises WireError where the mover must have taken the last card of the pile.

    A new stock of all discards is the other way to a pile without cards.
    """
    if not has_card or discard or taken is not None:
        return
    if rules.stock.stock_exhaustion != "reshuffle_all":
        raise WireError("the discard pile is empty, so its last card was taken: name it in 'taken'")


def _with_taken(rules: Rules, table: Table, taken: Card) -> Playing | Refusal:
    """The table after the mover has taken the top of the discard pile, if it may."""
    before = change(table, hand=table.hand - {taken}, discard=(*table.discard, taken))
    return TAKE_MOVE.make(rules, Drawing(before), table.mover, TAKE)


def _turn(rules: Rules, state: BeforeDeal, left: int, mover: Seat, has_drawn: bool) -> int:
    """The first turn of the mover that is late enough for the cards drawn from the stock.

    ``has_drawn`` says that one of them was drawn in this turn.
    """
    seats = state.ledger.seats
    drawn = len(rules.size.pack) - seats * rules.size.hand(seats) - 1 - left
    first = max(0, drawn - has_drawn)
    return first + (mover - state.dealer - 1 - first) % seats


def _on_table(rules: Rules, table: Table, meld: Laid, read: Sequence[Laid]) -> TableMeld:
    """The meld with its turns: laid as early as can be, and added to as late as can be."""
    mover, turn, seats = table.mover, table.turn, len(table.hands)
    laid_off = tuple(
        LaidOff(card, by, last_turn_of(by, mover, turn, seats)) for card, by in meld.added
    )
    for one in laid_off:
        _check_added(rules, table, meld, one, read)
    first = last_turn_of(meld.owner, mover, turn, seats) % seats
    cards = meld.first.union(one.card for one in laid_off)
    return TableMeld(meld.owner, cards, first, laid_off)


def _check_added(
    rules: Rules, table: Table, meld: Laid, laid: LaidOff, read: Sequence[Laid]
) -> None:
    """Raises WireError for a card that no seat may have laid off by the rules.

    Its seat may have laid all its own melds in the same turn.
    """
    melds = tuple(
        TableMeld(one.owner, one.first, laid.turn - (one.owner != laid.by)) for one in read
    )
    then = Playing(replace(table, turn=laid.turn, melds=melds))
    refused = refused_by(_ADDING, rules, then, laid.by, LayOff(laid.card, meld.first))
    if refused:
        added = f"seat {laid.by} may not have added {text(laid.card)}"
        raise WireError(f"'melds': {added}: {refused[0]}")


STATING: Final[Stating[Rules, BeforeDeal, State]] = Stating(
    match_fields=frozenset({"scores", "hands_won", "hand_number"}),
    hand_fields=frozenset({"melds", "discard", "to_act", "has_drawn", "taken"}),
    begun=begun,
    is_over=_is_over,
    standing=standing,
    hand_sizes=hand_sizes,
)
"""How a position of Rummy is stated."""
