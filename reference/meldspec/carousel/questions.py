"""Questions to Carousel about stated facts: melds, deadwood, a deal, a settlement, a best play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, final

from meldspec.cards import JOKER, Card
from meldspec.carousel.deal import dealt
from meldspec.carousel.deck import deck_clause, is_whole_deck, joker_count
from meldspec.carousel.joker import are_declared, may_lie_together, may_lie_without_natural
from meldspec.carousel.knock import may_knock
from meldspec.carousel.match import entered, match_is_over
from meldspec.carousel.meld import best, kind_of
from meldspec.carousel.options import FEWEST_SEATS, MOST_SEATS, Rules
from meldspec.carousel.players import may_play
from meldspec.carousel.score import deadwood, settle
from meldspec.carousel.table import Ledger, as_cards
from meldspec.carousel.view import Settlement, settlement
from meldspec.codec import Pack
from meldspec.facts import AskDeal
from meldspec.hands import Hand
from meldspec.manipulation import By, Kind, Laid
from meldspec.manipulation import Table as Melds
from meldspec.play import Refusal, Seat
from meldspec.spoken import Question, for_each, players
from meldspec.table import Deal
from meldspec.wire import WireError

PACK: Final = Pack("Carousel", jokers=True, alike=True)
"""How its cards are read."""


@final
@dataclass(frozen=True, slots=True)
class AskMeld:
    """Which kind of meld these cards are, if they are one."""

    cards: Laid


@final
@dataclass(frozen=True, slots=True)
class AskDeadwood:
    """The points that a hand counts, beside the melds on the table; all cards are of two packs."""

    hand: Hand
    table: Melds = ()


@final
@dataclass(frozen=True, slots=True)
class AskSettle:
    """Who wins and scores what at the end of a hand that is given by its facts alone.

    ``scores`` and ``boxes`` are those before the hand.
    """

    hands: tuple[Hand, ...]
    table: Melds = ()
    knocker: Seat | None = None
    scores: tuple[int, ...] = ()
    boxes: tuple[int, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class AskBest:
    """A rearrangement that plays the most cards of a hand, or the most points; null if none can."""

    players: int
    by: Literal["cards", "points"]
    hand: Hand = ()
    table: Melds = ()


@final
@dataclass(frozen=True, slots=True)
class Best:
    """The cards that are played, their points, and the whole table after the play."""

    cards: Hand
    points: int
    table: Melds


# ── what is stated ────────────────────────────────────────────────────────────────────────────────


def refused_table(seats: int) -> Refusal | None:
    """Why this number of seats cannot play; None if it can."""
    return None if may_play(seats) else Refusal(("carousel.players.range",))


def refused_melds(rules: Rules, melds: Melds) -> Refusal | None:
    """Why the stated melds cannot be on a table; None if they can."""
    if not are_declared(melds):
        return Refusal(("carousel.joker.declare",))
    if not all(kind_of(rules, meld) for meld in melds):
        return Refusal(("carousel.rearrange.end-valid",))
    if not all(may_lie_without_natural(rules, meld) for meld in melds):
        return Refusal(("carousel.joker.natural-beside",))
    if not may_lie_together(rules, melds):
        return Refusal(("carousel.joker.two-alike",))
    return None


def _check_copies(rules: Rules, seats: int, melds: Melds, hands: Iterable[Hand]) -> None:
    """Raises WireError for a card that is there more often than in the deck of these seats."""
    cards = as_cards(melds) + Counter(card for hand in hands for card in hand)
    jokers = rules.size.packs(seats)
    if cards[Card(JOKER)] > jokers:
        jokers = joker_count(rules, seats)
    if cards - Counter(rules.size.deck(seats, jokers)):
        raise WireError("a card stands more often in the hands or on the table than in the deck")


def _tally(numbers: tuple[int, ...], name: str, seats: int) -> tuple[int, ...]:
    """A number for each seat; 0 where none are stated.  Raises WireError."""
    if numbers and len(numbers) != seats:
        raise WireError(f"{name!r} has {len(numbers)} entries for {seats} hands")
    if any(number < 0 for number in numbers):
        raise WireError(f"{name!r} has a number below 0")
    return numbers or (0,) * seats


# ── answers ───────────────────────────────────────────────────────────────────────────────────────


def _answer_meld(rules: Rules, asked: AskMeld) -> Kind | None:
    return kind_of(rules, asked.cards) if may_lie_without_natural(rules, asked.cards) else None


def _answer_deadwood(rules: Rules, asked: AskDeadwood) -> int | Refusal:
    _check_copies(rules, MOST_SEATS, asked.table, (asked.hand,))
    packs = rules.size.packs(MOST_SEATS)
    return refused_melds(rules, asked.table) or deadwood(rules, packs, asked.table, asked.hand)


def _answer_deal(rules: Rules, asked: AskDeal) -> Deal | Refusal:
    seats = asked.players
    refused = refused_table(seats)
    if refused is not None:
        return refused
    if not is_whole_deck(rules, seats, asked.deck):
        return Refusal((deck_clause(seats),))
    hands, stock = dealt(rules, seats, asked.dealer, asked.deck)
    return Deal(tuple(map(tuple, hands)), tuple(stock))


def _answer_settle(rules: Rules, asked: AskSettle) -> Settlement | Refusal:
    hands, melds, knocker = asked.hands, asked.table, asked.knocker
    seats = len(hands)
    before = Ledger(_tally(asked.scores, "scores", seats), _tally(asked.boxes, "boxes", seats))
    _check_copies(rules, seats, melds, hands)
    refused = refused_table(seats) or refused_melds(rules, melds)
    if refused is not None:
        return refused
    if match_is_over(rules, before):
        return Refusal(("carousel.match.over",))
    packs = rules.size.packs(seats)
    if knocker is not None and not may_knock(rules, packs, melds, hands[knocker]):
        return Refusal(("carousel.knock.threshold",))
    result = settle(rules, knocker, hands, melds)
    return settlement(rules, result, entered(before, result))


def _answer_best(rules: Rules, asked: AskBest) -> Best | Refusal | None:
    seats, hand, melds = asked.players, asked.hand, asked.table
    _check_copies(rules, seats, melds, (hand,))
    refused = refused_table(seats) or refused_melds(rules, melds)
    if refused is not None:
        return refused
    found = best(rules, rules.size.packs(seats), melds, hand, By(asked.by))
    if found is None:
        return None
    return Best(tuple(sorted(found.cards)), found.points, found.table)


QUESTIONS: Final[Mapping[str, Question[Rules]]] = {
    "meld": Question(AskMeld, _answer_meld),
    "deadwood": Question(AskDeadwood, _answer_deadwood),
    "deal": Question(AskDeal, _answer_deal, players(FEWEST_SEATS)),
    "settle": Question(AskSettle, _answer_settle, for_each("hands")),
    "best": Question(AskBest, _answer_best),
}
"""The questions about stated facts, by name."""
