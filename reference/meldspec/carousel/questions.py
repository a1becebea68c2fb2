"""Questions about stated facts, without a play: cards, hands, a deck, the end of a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from meldspec.cards import JOKER, Card
from meldspec.carousel.deal import dealt
from meldspec.carousel.deck import deck_clause, is_whole_deck, joker_count
from meldspec.carousel.joker import are_declared
from meldspec.carousel.knock import may_knock
from meldspec.carousel.match import entered
from meldspec.carousel.meld import best, kind_of
from meldspec.carousel.notation import (
    PACK,
    read_hand,
    read_hands,
    read_laid,
    read_melds,
    write_outcome,
    write_table,
)
from meldspec.carousel.options import FEWEST_SEATS, MOST_SEATS, Rules
from meldspec.carousel.players import may_play
from meldspec.carousel.score import deadwood, settle
from meldspec.carousel.table import Ledger, as_cards
from meldspec.hands import Hand
from meldspec.manipulation import By
from meldspec.manipulation import Table as Melds
from meldspec.play import Refusal
from meldspec.spoken import Question
from meldspec.wire import (
    JSON,
    WireError,
    read_field,
    read_integer,
    read_list,
    read_seat,
    write_cards,
    write_pile,
)

# ── what is stated ────────────────────────────────────────────────────────────────────────────────


def refused_table(seats: int) -> Refusal | None:
    """Why so many cannot play, if they cannot."""
    return None if may_play(seats) else Refusal(("carousel.players.range",))


def _refused_melds(rules: Rules, melds: Melds) -> Refusal | None:
    """Why no table can be as it was stated, if that is so."""
    if not are_declared(melds):
        return Refusal(("carousel.joker.declare",))
    whole = all(kind_of(rules, meld) for meld in melds)
    return None if whole else Refusal(("carousel.rearrange.end-valid",))


def _check_copies(rules: Rules, seats: int, melds: Melds, hands: Iterable[Hand]) -> None:
    """Raises WireError for more cards of one kind than so many seats play with."""
    cards = as_cards(melds) + Counter(card for hand in hands for card in hand)
    jokers = rules.size.packs(seats)
    if cards[Card(JOKER)] > jokers:
        jokers = joker_count(rules, seats)
    if cards - Counter(rules.size.deck(seats, jokers)):
        raise WireError("a card stands more often in the hands or on the table than it is there")


def _tally(question: Mapping[str, JSON], name: str, seats: int) -> tuple[int, ...]:
    """A number for each seat; noughts where none are stated.  Raises WireError."""
    numbers = tuple(read_integer(number, name) for number in read_list(question.get(name), name))
    if numbers and len(numbers) != seats:
        raise WireError(f"{name!r} has {len(numbers)} entries for {seats} hands")
    if any(number < 0 for number in numbers):
        raise WireError(f"a number below nought in {name!r}")
    return numbers or (0,) * seats


def _read_by(value: JSON) -> By:
    """What there should be most of.  Raises WireError."""
    for by in (By.CARDS, By.POINTS):
        if value == by.value:
            return by
    raise WireError(f"'by' is neither cards nor points: {value!r}")


# ── answers ───────────────────────────────────────────────────────────────────────────────────────


def _answer_meld(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    found = kind_of(rules, read_laid(question.get("cards"), "cards"))
    return None if found is None else found.value


def _answer_deadwood(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    hand, melds = read_hand(question.get("hand"), "hand"), read_melds(question.get("table"))
    _check_copies(rules, MOST_SEATS, melds, (hand,))
    cards = as_cards(melds) + Counter(hand)
    packs = max((cards[card] for card in cards if card != JOKER), default=1)
    return _refused_melds(rules, melds) or deadwood(rules, packs, melds, hand)


def _answer_deal(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    seats = read_integer(read_field(question, "players"), "players")
    dealer = read_seat(read_field(question, "dealer"), "dealer", max(seats, FEWEST_SEATS))
    deck = PACK.read(question.get("deck"), "deck")
    refused = refused_table(seats)
    if refused is not None:
        return refused
    if not is_whole_deck(rules, seats, deck):
        return Refusal((deck_clause(seats),))
    hands, stock = dealt(rules, seats, dealer, deck)
    return {"hands": [write_pile(hand) for hand in hands], "stock": write_pile(stock)}


def _answer_settle(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    hands, melds = read_hands(question.get("hands")), read_melds(question.get("table"))
    seats = len(hands)
    named = question.get("knocker")
    knocker = None if named is None else read_seat(named, "knocker", seats)
    before = Ledger(_tally(question, "scores", seats), _tally(question, "boxes", seats))
    _check_copies(rules, seats, melds, hands)
    refused = refused_table(seats) or _refused_melds(rules, melds)
    if refused is not None:
        return refused
    packs = rules.size.packs(seats)
    if knocker is not None and not may_knock(rules, packs, melds, hands[knocker]):
        return Refusal(("carousel.knock.threshold",))
    result = settle(rules, knocker, hands, melds)
    return write_outcome(rules, result, entered(before, result))


def _answer_best(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    seats = read_integer(read_field(question, "players"), "players")
    hand, melds = read_hand(question.get("hand"), "hand"), read_melds(question.get("table"))
    by = _read_by(read_field(question, "by"))
    _check_copies(rules, seats, melds, (hand,))
    refused = refused_table(seats) or _refused_melds(rules, melds)
    if refused is not None:
        return refused
    found = best(rules, rules.size.packs(seats), melds, hand, by)
    if found is None:
        return None
    return {
        "cards": write_cards(found.cards),
        "points": found.points,
        "table": write_table(found.table),
    }


QUESTIONS: Final[Mapping[str, Question[Rules]]] = {
    "meld": _answer_meld,
    "deadwood": _answer_deadwood,
    "deal": _answer_deal,
    "settle": _answer_settle,
    "best": _answer_best,
}
"""By what they ask: the answers to questions about stated facts."""
