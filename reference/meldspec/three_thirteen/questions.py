"""Questions to Three Thirteen about stated facts: melds, deadwood, a deal, a settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, final

from meldspec.cards import Card
from meldspec.codec import Pack
from meldspec.facts import Settlement
from meldspec.hands import Hand, with_card
from meldspec.play import Refusal, Seat
from meldspec.spelling import Rank
from meldspec.spoken import Question, for_each, players
from meldspec.table import changed_at
from meldspec.three_thirteen.deadwood import deadwood
from meldspec.three_thirteen.deal import dealt
from meldspec.three_thirteen.deck import deck_of, is_whole_deck, packs_suffice
from meldspec.three_thirteen.match import is_a_hand
from meldspec.three_thirteen.meld import kind_of
from meldspec.three_thirteen.options import FEWEST_SEATS, Rules
from meldspec.three_thirteen.out import GO_OUT, KEEP_MOVE, all_in_melds, end_turn_after_draw
from meldspec.three_thirteen.players import enough_play
from meldspec.three_thirteen.score import settle
from meldspec.three_thirteen.table import KEEP, Discarding, GoOut, Ledger, Table
from meldspec.three_thirteen.wild import is_ever_wild
from meldspec.upcard import Deal
from meldspec.wire import WireError

PACK: Final = Pack("Three Thirteen", alike=True)
"""How its cards are read."""


@final
@dataclass(frozen=True, slots=True)
class AskMeld:
    """Which kind of meld these cards are with this wild rank, if they are one."""

    cards: Hand
    wild: Rank


@final
@dataclass(frozen=True, slots=True)
class AskDeadwood:
    """The fewest points that can stay unmatched in a hand with this wild rank."""

    hand: Hand
    wild: Rank


@final
@dataclass(frozen=True, slots=True)
class AskDeal:
    """Who gets which cards of a deck, its top first, in this hand of a match."""

    players: int
    dealer: Seat
    deck: tuple[Card, ...]
    hand_number: int = 1


@final
@dataclass(frozen=True, slots=True)
class AskSettle:
    """Who scores what at the end of a hand that is given by its facts alone."""

    hands: tuple[Hand, ...]
    out: Seat
    """The seat that went out."""
    hand_number: int = 1


def _answer_meld(rules: Rules, asked: AskMeld) -> object:
    if not is_ever_wild(rules, asked.wild):
        return Refusal(("three-thirteen.wild.schedule",))
    return kind_of(rules, asked.cards, asked.wild)


def _answer_deadwood(rules: Rules, asked: AskDeadwood) -> int | Refusal:
    _check_size(rules, asked.hand, "hand", rules.size.hands)
    if not is_ever_wild(rules, asked.wild):
        return Refusal(("three-thirteen.wild.schedule",))
    return deadwood(rules, asked.hand, asked.wild)


def _check_size(rules: Rules, hand: Sequence[Card], name: str, hand_number: int) -> None:
    """Raises WireError for more cards than are dealt in this hand of a match and one card drawn."""
    most = rules.size.hand(hand_number) + 1
    if len(hand) > most:
        raise WireError(f"{name!r} has {len(hand)} cards; no hand has more than {most}")


def _check_dealt(rules: Rules, hand: Sequence[Card], hand_number: int) -> None:
    """Raises WireError for fewer cards than are dealt; every turn draws one, and no card is laid.

    Clauses: draw.first-action, discard.one-card.
    """
    least = rules.size.hand(hand_number)
    if len(hand) < least:
        raise WireError(f"'hands' has a hand of {len(hand)} cards; {least} are dealt")


def refused_table(rules: Rules, seats: int, hand_number: int) -> Refusal | None:
    """Why this number of seats cannot play this hand; None if it can."""
    failing = (
        ("three-thirteen.players.min", enough_play(seats)),
        ("three-thirteen.match.eleven", is_a_hand(rules, hand_number)),
    )
    clauses = tuple(clause for clause, holds in failing if not holds)
    return Refusal(clauses) if clauses else None


def _answer_deal(rules: Rules, asked: AskDeal) -> Deal | Refusal:
    seats = asked.players
    refused = refused_table(rules, seats, asked.hand_number)
    if refused is not None:
        return refused
    if not packs_suffice(rules, seats):
        return Refusal(("three-thirteen.deck.six-at-most",))
    if not is_whole_deck(rules, seats, asked.deck):
        return Refusal((deck_of(seats),))
    hands, (upcard, *stock) = dealt(rules, seats, asked.dealer, asked.hand_number, asked.deck)
    return Deal(tuple(map(tuple, hands)), upcard, tuple(stock))


def refused_out(rules: Rules, table: Table, out: Seat, discards: Sequence[Card]) -> Refusal | None:
    """Why a seat cannot have gone out with one of these discards; None if it can.

    A seat that holds more cards than it was dealt has kept its card.
    """
    hand, number = table.hands[out], table.hand_number
    card = None
    if len(hand) <= rules.size.hand(number):
        wild = rules.size.wild(number)
        fitting = (one for one in discards if all_in_melds(rules, with_card(hand, one), wild))
        card = next(fitting, discards[0])
        hand = with_card(hand, card)
    before = replace(
        table, mover=out, hands=changed_at(out, table.hands, hand), taken=None, out=None
    )
    done = GO_OUT.make(rules, Discarding(before), out, GoOut(card))
    return done if isinstance(done, Refusal) else None


def refused_keeping(rules: Rules, table: Table, seat: Seat) -> Refusal | None:
    """Why a seat cannot have kept its card in its final turn; None if it can."""
    state = Discarding(table)
    if end_turn_after_draw.comes(rules, state) is not None:
        return None
    done = KEEP_MOVE.make(rules, state, seat, KEEP)
    return done if isinstance(done, Refusal) else None


def elsewhere(rules: Rules, table: Table, seat: Seat) -> Hand:
    """The cards of the packs that are not in the hand of a seat, like ones once."""
    deck = rules.size.deck(len(table.hands))
    return tuple(sorted(Counter(deck) - Counter(table.hands[seat])))


def _refused_end(rules: Rules, asked: AskSettle) -> Refusal | None:
    """Why no hand of a match ends with these hands; None if one can."""
    hands, out, number = asked.hands, asked.out, asked.hand_number
    none = (0,) * len(hands)
    table = Table(Seat(0), number, out, hands, (), (), Ledger(none, none), out=out)
    refused = refused_out(rules, table, out, elsewhere(rules, table, out))
    for seat, hand in enumerate(hands):
        if seat != out and len(hand) > rules.size.hand(number):
            refused = refused or refused_keeping(rules, table, Seat(seat))
    return refused


def _answer_settle(rules: Rules, asked: AskSettle) -> Settlement | Refusal:
    seats = len(asked.hands)
    refused = refused_table(rules, seats, asked.hand_number)
    if refused is not None:
        return refused
    for hand in asked.hands:
        _check_dealt(rules, hand, asked.hand_number)
        _check_size(rules, hand, "hands", asked.hand_number)
    held = Counter(card for hand in asked.hands for card in hand)
    if held - Counter(rules.size.deck(seats)):
        raise WireError("a card stands more often in the hands than the packs have it")
    refused = _refused_end(rules, asked)
    if refused is not None:
        return refused
    result = settle(rules, asked.hand_number, asked.out, asked.hands)
    return Settlement(result.deadwood, result.points)


QUESTIONS: Final[Mapping[str, Question[Rules]]] = {
    "meld": Question(AskMeld, _answer_meld),
    "deadwood": Question(AskDeadwood, _answer_deadwood),
    "deal": Question(AskDeal, _answer_deal, players(FEWEST_SEATS)),
    "settle": Question(AskSettle, _answer_settle, for_each("hands")),
}
