"""What may be asked of Rummy about stated facts: melds, deadwood, a deal, a settlement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldspec.cards import text
from meldspec.codec import Pack
from meldspec.play import Refusal
from meldspec.rummy.deal import dealt
from meldspec.rummy.meld import kind
from meldspec.rummy.options import FEWEST_SEATS, Rules
from meldspec.rummy.players import may_play
from meldspec.rummy.score import counted, settle
from meldspec.rummy.table import (
    End,
    Outcome,
)
from meldspec.spoken import Question
from meldspec.wire import (
    JSON,
    WireError,
    read_field,
    read_flag,
    read_integer,
    read_piles,
    read_seat,
    write_pile,
)

PACK: Final = Pack("Rummy")
"""How its cards are read."""


def _answer_meld(rules: Rules, question: Mapping[str, JSON]) -> JSON:
    return kind(frozenset(PACK.read(question.get("cards"), "cards")))


def _answer_deadwood(rules: Rules, question: Mapping[str, JSON]) -> JSON:
    hand = PACK.read(question.get("hand"), "hand")
    if any(card not in rules.size.pack for card in hand):
        raise WireError("a card stands twice in the hand")
    return counted(rules, frozenset(hand))


def _answer_deal(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    seats = read_integer(read_field(question, "players"), "players")
    dealer = read_seat(read_field(question, "dealer"), "dealer", max(seats, FEWEST_SEATS))
    deck = PACK.read(question.get("deck"), "deck")
    if not may_play(seats):
        return Refusal(("rummy.players.range",))
    if sorted(deck) != sorted(rules.size.pack):
        return Refusal(("rummy.deck.standard",))
    hands, (upcard, *stock) = dealt(rules, seats, dealer, deck)
    return {
        "hands": [write_pile(hand) for hand in hands],
        "upcard": text(upcard),
        "stock": write_pile(stock),
    }


def _answer_settle(rules: Rules, question: Mapping[str, JSON]) -> JSON | Refusal:
    hands = read_piles(question.get("hands"), "hands", PACK.title)
    if any(card not in rules.size.pack for hand in hands for card in hand):
        raise WireError("a card stands twice in the hands")
    named = question.get("winner")
    winner = None if named is None else read_seat(named, "winner", len(hands))
    went_out = winner is not None and not hands[winner]
    rummy = read_flag(question, "rummy")
    if rummy and not went_out:
        raise WireError("'rummy' is true of who has gone out only")
    if not may_play(len(hands)):
        return Refusal(("rummy.players.range",))
    outcome = Outcome(End.OUT if went_out else End.STOCK, winner, rummy)
    result = settle(rules, outcome, tuple(frozenset(hand) for hand in hands))
    return {"deadwood": list(result.deadwood), "points": list(result.points)}


QUESTIONS: Final[Mapping[str, Question[Rules]]] = {
    "meld": _answer_meld,
    "deadwood": _answer_deadwood,
    "deal": _answer_deal,
    "settle": _answer_settle,
}
