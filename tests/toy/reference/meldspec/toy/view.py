"""What a seat may see, and how a hand ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, assert_never, final

from meldspec.cards import Card
from meldspec.play import Seat, seats_to_act
from meldspec.spelling import Seats
from meldspec.toy.draw import count, winner
from meldspec.toy.game import GAME
from meldspec.toy.options import SEATS, Rules
from meldspec.toy.table import BeforeDeal, Drawing, Over, State

Phase: TypeAlias = Literal["deal", "draw", "over"]

_NO_HANDS: Final[tuple[frozenset[Card], ...]] = (frozenset(),) * SEATS


@final
@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat may know."""

    seat: Seat
    phase: Phase
    to_act: Seats
    dealer: Seat
    hand: frozenset[Card]
    hand_sizes: tuple[int, ...]
    stock_size: int


@final
@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended."""

    end: Literal["drawn"]
    winner: Seat
    deadwood: tuple[int, ...]
    """The points of each hand."""


def view(rules: Rules, state: State, seat: Seat) -> View:
    """What the seat sees."""
    hands = _NO_HANDS if isinstance(state, BeforeDeal) else state.hands
    return View(
        seat=seat,
        phase=phase(state),
        to_act=seats_to_act(GAME, rules, state),
        dealer=state.dealer,
        hand=hands[seat],
        hand_sizes=tuple(map(len, hands)),
        stock_size=len(state.stock) if isinstance(state, Drawing) else 0,
    )


def phase(state: State) -> Phase:
    """The phase that everybody sees."""
    match state:
        case BeforeDeal():
            return "deal"
        case Drawing():
            return "draw"
        case Over():
            return "over"
        case _:
            assert_never(state)


def hand_result(rules: Rules, state: State) -> HandResult | None:
    """How the hand ended, or None while it goes on."""
    if not isinstance(state, Over):
        return None
    counts = tuple(count(rules, hand) for hand in state.hands)
    return HandResult("drawn", winner(rules, state), counts)
