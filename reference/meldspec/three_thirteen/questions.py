"""What may be asked of Three Thirteen about stated facts: melds, deadwood, a deal, a settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from meldspec.cards import RANKS, Card, first_copy, text
from meldspec.codec import Pack
from meldspec.hands import Hand
from meldspec.play import Refusal
from meldspec.spoken import Question
from meldspec.three_thirteen.deadwood import deadwood
from meldspec.three_thirteen.deal import dealt
from meldspec.three_thirteen.deck import deck_of, is_whole_deck, packs_suffice
from meldspec.three_thirteen.match import is_a_hand
from meldspec.three_thirteen.meld import kind_of
from meldspec.three_thirteen.options import FEWEST_SEATS, Rules
from meldspec.three_thirteen.players import enough_play
from meldspec.three_thirteen.score import settle
from meldspec.three_thirteen.wild import is_ever_wild
from meldspec.wire import (
    JSON,
    WireError,
    read_field,
    read_hand_number,
    read_integer,
    read_piles,
    read_seat,
    write_pile,
)

PACK: Final = Pack("Three Thirteen", alike=True)
"""How its cards are read."""


def _hand(value: JSON, name: str) -> Hand:
    return tuple(sorted(PACK.read(value, name)))


def _piles(value: JSON, name: str) -> list[tuple[Card, ...]]:
    return [tuple(map(first_copy, pile)) for pile in read_piles(value, name, PACK.title)]


def _read_wild(question: Mapping[str, JSON]) -> int:
    """A rank by its letter.  Raises WireError."""
    letter = read_field(question, "wild")
    if not isinstance(letter, str) or len(letter) != 1 or letter not in RANKS:
        raise WireError(f"'wild' is no rank: {letter!r}")
    return RANKS.index(letter)


def _answer_meld(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    cards, wild = _hand(question.get("cards"), "cards"), _read_wild(question)
    if not is_ever_wild(rules, wild):
        return Refusal(("three-thirteen.wild.schedule",))
    found = kind_of(rules, cards, wild)
    return None if found is None else found.value


def _answer_deadwood(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    hand, wild = _hand(question.get("hand"), "hand"), _read_wild(question)
    _check_size(rules, hand, "hand")
    if not is_ever_wild(rules, wild):
        return Refusal(("three-thirteen.wild.schedule",))
    return deadwood(rules, hand, wild)


def _check_size(rules: Rules, hand: Sequence[Card], name: str) -> None:
    """Raises WireError for more cards than those of the last deal and one drawn."""
    most = rules.size.hand(rules.size.hands) + 1
    if len(hand) > most:
        raise WireError(f"{name!r} has {len(hand)} cards; no hand has more than {most}")


def refused_table(rules: Rules, seats: int, hand_number: int) -> Refusal | None:
    """Why so many cannot play such a hand, if they cannot."""
    failing = (
        ("three-thirteen.players.min", enough_play(seats)),
        ("three-thirteen.match.eleven", is_a_hand(rules, hand_number)),
    )
    clauses = tuple(clause for clause, holds in failing if not holds)
    return Refusal(clauses) if clauses else None


def _answer_deal(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    seats = read_integer(read_field(question, "players"), "players")
    dealer = read_seat(read_field(question, "dealer"), "dealer", max(seats, FEWEST_SEATS))
    hand_number = read_hand_number(question.get("hand_number"))
    deck = PACK.read(question.get("deck"), "deck")
    refused = refused_table(rules, seats, hand_number)
    if refused is not None:
        return refused
    if not packs_suffice(rules, seats):
        return Refusal(("three-thirteen.deck.six-at-most",))
    if not is_whole_deck(rules, seats, deck):
        return Refusal((deck_of(seats),))
    hands, (upcard, *stock) = dealt(rules, seats, dealer, hand_number, deck)
    return {
        "hands": [write_pile(hand) for hand in hands],
        "upcard": text(upcard),
        "stock": write_pile(stock),
    }


def _answer_settle(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    hands = tuple(tuple(sorted(hand)) for hand in _piles(question.get("hands"), "hands"))
    out = read_seat(read_field(question, "out"), "out", len(hands))
    hand_number = read_hand_number(question.get("hand_number"))
    for hand in hands:
        _check_size(rules, hand, "hands")
    held = Counter(card for hand in hands for card in hand)
    if held - Counter(rules.size.deck(len(hands))):
        raise WireError("a card stands more often in the hands than the packs have it")
    refused = refused_table(rules, len(hands), hand_number)
    if refused is not None:
        return refused
    result = settle(rules, hand_number, out, hands)
    return {"deadwood": list(result.deadwood), "points": list(result.points)}


QUESTIONS: Final[Mapping[str, Question[Rules]]] = {
    "meld": _answer_meld,
    "deadwood": _answer_deadwood,
    "deal": _answer_deal,
    "settle": _answer_settle,
}
