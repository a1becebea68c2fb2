"""What may be asked of Indian Chief about stated facts: melds, a deal, a settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from meldspec.cards import SUITS, Card, first_copy
from meldspec.codec import Pack
from meldspec.hands import Hand
from meldspec.indian_chief.deal import dealt
from meldspec.indian_chief.deck import refused_deck
from meldspec.indian_chief.melds import box_of
from meldspec.indian_chief.options import FEWEST_SEATS, Rules
from meldspec.indian_chief.players import refused_table
from meldspec.indian_chief.sheet import line
from meldspec.indian_chief.table import Choose, Meld, Shown, Table, next_turn
from meldspec.indian_chief.terms import qualifies
from meldspec.indian_chief.turn import CHOOSE
from meldspec.play import Refusal, Seat
from meldspec.spoken import Question
from meldspec.wire import (
    JSON,
    WireError,
    read_field,
    read_integer,
    read_list,
    read_piles,
    read_seat,
    write_cards,
    write_pile,
)

PACK: Final = Pack("Indian Chief", alike=True)
"""How its cards are read."""


def read_hand(value: JSON, name: str) -> Hand:
    """Cards in printing order.  Raises WireError."""
    return tuple(sorted(PACK.read(value, name)))


def _piles(value: JSON, name: str) -> list[tuple[Card, ...]]:
    return [tuple(map(first_copy, pile)) for pile in read_piles(value, name, PACK.title)]


def _read_suit(value: JSON) -> int | None:
    """A suit by its letter, or nothing."""
    if value is None:
        return None
    if not isinstance(value, str) or len(value) != 1 or value not in SUITS:
        raise WireError(f"'suit' is no suit: {value!r}")
    return SUITS.index(value)


def read_meld(cards: JSON, suit: JSON, baccarat: JSON, opponent: JSON, seats: int) -> Meld:
    """A meld: its cards and its declarations, if any.  Raises WireError."""
    return Meld(
        cards=read_hand(cards, "cards"),
        suit=_read_suit(suit),
        baccarat=read_hand(baccarat, "baccarat") or None,
        opponent=None if opponent is None else read_seat(opponent, "opponent", seats),
    )


def _answer_meld(rules: Rules, question: Mapping[str, JSON]) -> JSON:
    cards = read_hand(question.get("cards"), "cards")
    box = box_of(cards)
    return box.name.lower() if box is not None and qualifies(rules, cards) else None


def _answer_deal(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    seats = read_integer(read_field(question, "players"), "players")
    dealer = read_seat(read_field(question, "dealer"), "dealer", max(seats, FEWEST_SEATS))
    deck = PACK.read(question.get("deck"), "deck")
    refused = refused_table(seats) or refused_deck(rules, seats, deck)
    if refused is not None:
        return refused
    hands, stock = dealt(rules, seats, dealer, deck)
    return {"hands": [write_pile(hand) for hand in hands], "stock": write_pile(stock)}


def _declarations(question: Mapping[str, JSON], name: str, seats: int) -> list[JSON]:
    """What each seat declares; nothing at all where the field is absent."""
    declared = read_list(question.get(name), name)
    if declared and len(declared) != seats:
        raise WireError(f"{name!r} has {len(declared)} entries for {seats} melds")
    return declared or [None] * seats


def _answer_settle(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    cards = _piles(question.get("melds"), "melds")
    seats = len(cards)
    suits, twos, opponents = (
        _declarations(question, name, seats) for name in ("suits", "baccarat", "opponents")
    )
    shown = tuple(
        read_meld(write_cards(meld), suit, two, opponent, seats)
        for meld, suit, two, opponent in zip(cards, suits, twos, opponents, strict=True)
    )
    if Counter(card for meld in cards for card in meld) - Counter(rules.size.deck(seats)):
        raise WireError("a card stands more often in the melds than the packs have it")
    refused = refused_table(seats) or _refused_melds(rules, shown)
    if refused is not None:
        return refused
    lines = (line(rules, (shown,), 0, Seat(seat)) for seat in range(seats))
    return {"points": [each.points for each in lines]}


def _refused_melds(rules: Rules, shown: Shown) -> Refusal | None:
    """Why nobody could show these melds in a first turn, if that is so."""
    state = next_turn(Table(Seat(0), 1, tuple(meld.cards for meld in shown), ()))
    failing = [
        each.clause
        for seat, meld in enumerate(shown)
        for each in CHOOSE.conditions
        if not each.holds(rules, state, Seat(seat), Choose(meld))
    ]
    return Refusal(tuple(dict.fromkeys(failing))) if failing else None


QUESTIONS: Final[Mapping[str, Question[Rules]]] = {
    "meld": _answer_meld,
    "deal": _answer_deal,
    "settle": _answer_settle,
}
