"""Questions to Indian Chief about stated facts: melds, a deal, a settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeVar, final

from meldspec.codec import Pack
from meldspec.facts import AskDeal
from meldspec.hands import Hand
from meldspec.indian_chief.deal import dealt
from meldspec.indian_chief.deck import refused_deck
from meldspec.indian_chief.melds import Box
from meldspec.indian_chief.options import FEWEST_SEATS, Rules
from meldspec.indian_chief.players import refused_table
from meldspec.indian_chief.sheet import line
from meldspec.indian_chief.table import Choose, Meld, Shown, Table, next_turn
from meldspec.indian_chief.terms import qualifies
from meldspec.indian_chief.turn import CHOOSE
from meldspec.play import Refusal, Seat
from meldspec.spelling import Suit
from meldspec.spoken import Question, for_each, players
from meldspec.table import Deal
from meldspec.wire import WireError

Declared = TypeVar("Declared")

PACK: Final = Pack("Indian Chief", alike=True)
"""How its cards are read."""


@final
@dataclass(frozen=True, slots=True)
class AskMeld:
    """Which meld these cards are, if they are one."""

    cards: Hand


@final
@dataclass(frozen=True, slots=True)
class AskSettle:
    """Who scores what for the melds of a first turn."""

    melds: tuple[Hand, ...]
    suits: tuple[Suit | None, ...] = ()
    baccarat: tuple[Hand | None, ...] = ()
    opponents: tuple[Seat | None, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class Settlement:
    """The points that each seat scores."""

    points: tuple[int, ...]


def _answer_meld(rules: Rules, asked: AskMeld) -> str | None:
    return Box(len(asked.cards)).name.lower() if qualifies(rules, asked.cards) else None


def _answer_deal(rules: Rules, asked: AskDeal) -> Deal | Refusal:
    seats = asked.players
    refused = refused_table(seats) or refused_deck(rules, seats, asked.deck)
    if refused is not None:
        return refused
    hands, stock = dealt(rules, seats, asked.dealer, asked.deck)
    return Deal(tuple(map(tuple, hands)), tuple(stock))


def _by_seat(
    declared: tuple[Declared | None, ...], name: str, seats: int
) -> tuple[Declared | None, ...]:
    """The declaration of each seat; None for all where the field is absent.  Raises WireError."""
    if declared and len(declared) != seats:
        raise WireError(f"{name!r} has {len(declared)} entries for {seats} melds")
    return declared or (None,) * seats


def declared(asked: AskSettle) -> Shown:
    """The melds with their declarations.  Raises WireError."""
    seats = len(asked.melds)
    suits = _by_seat(asked.suits, "suits", seats)
    baccarat = _by_seat(asked.baccarat, "baccarat", seats)
    opponents = _by_seat(asked.opponents, "opponents", seats)
    return tuple(
        Meld(cards, suit, two or None, opponent)
        for cards, suit, two, opponent in zip(asked.melds, suits, baccarat, opponents, strict=True)
    )


def _answer_settle(rules: Rules, asked: AskSettle) -> Settlement | Refusal:
    seats, shown = len(asked.melds), declared(asked)
    if not packs_have(rules, shown):
        raise WireError("a card is in the melds more often than the packs have it")
    refused = refused_table(seats) or refused_melds(rules, shown)
    if refused is not None:
        return refused
    lines = (line(rules, (shown,), 0, Seat(seat)) for seat in range(seats))
    return Settlement(tuple(each.points for each in lines))


def packs_have(rules: Rules, shown: Shown) -> bool:
    """Whether the packs have the cards of these melds, which lie there together."""
    lying = Counter(card for meld in shown for card in meld.cards)
    return not lying - Counter(rules.size.deck(len(shown)))


def refused_melds(rules: Rules, shown: Shown) -> Refusal | None:
    """Why these melds cannot be shown in a first turn; None if they can."""
    state = next_turn(Table(Seat(0), 1, tuple(meld.cards for meld in shown), ()))
    failing = [
        each.clause
        for seat, meld in enumerate(shown)
        for each in CHOOSE.conditions
        if not each.holds(rules, state, Seat(seat), Choose(meld))
    ]
    return Refusal(tuple(dict.fromkeys(failing))) if failing else None


QUESTIONS: Final[Mapping[str, Question[Rules]]] = {
    "meld": Question(AskMeld, _answer_meld),
    "deal": Question(AskDeal, _answer_deal, players(FEWEST_SEATS)),
    "settle": Question(AskSettle, _answer_settle, for_each("melds")),
}
