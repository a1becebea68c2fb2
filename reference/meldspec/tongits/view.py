"""What a seat may see: its own cards, everything that lies face up, and all counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never, final

from meldspec.cards import Card
from meldspec.play import Chance, Seat
from meldspec.spelling import Seats
from meldspec.table import Seen, seen
from meldspec.tongits.ending import End, ReceiptLine
from meldspec.tongits.options import Rules
from meldspec.tongits.table import (
    SEATS,
    Answer,
    BeforeDeal,
    Decided,
    Drawing,
    Over,
    Playing,
    Responding,
    State,
    Table,
    TableMeld,
    TurnDone,
    table_of,
)
from meldspec.tongits.terms import has_opened
from meldspec.tongits.turn import actors


@final
class Phase(StrEnum):
    """What the table waits for."""

    DEAL = "deal"
    DRAW = "draw"
    PLAY = "play"
    RESPOND = "respond"
    OVER = "over"


@final
@dataclass(frozen=True, slots=True)
class SeenMeld:
    """A meld as a seat sees it: its cards, or its size where only that may be known."""

    owner: Seat
    size: int | None = None
    """The number of its cards, only where the cards are hidden."""
    cards: frozenset[Card] | None = None
    face_down: bool = False


@final
@dataclass(frozen=True, slots=True)
class View(Seen):
    """Everything that one seat may know; ``discard`` has its top last."""

    phase: Phase
    dealer: Seat
    hand: frozenset[Card]
    discard: tuple[Card, ...]
    opened: tuple[bool, ...]
    chips: tuple[int, ...]
    pot: int
    melds: tuple[SeenMeld, ...]
    caller: Seat | None = None
    answers: tuple[tuple[Seat, Answer], ...] | None = None
    """The answers to the caller so far; None where nobody has called."""
    revealed: tuple[frozenset[Card] | None, ...] = ()
    """After the hand, by seat: hand and face-down cards of seats that had to show them."""


@final
@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended; ``pot`` is the amount before it is paid."""

    end: End
    winner: Seat | None
    deadwood: tuple[int, ...]
    burned: Seats
    payments: tuple[int, ...]
    pot: int
    pot_to: Seat | None
    receipt: tuple[ReceiptLine, ...]


def hand_result(rules: Rules, state: State) -> HandResult | None:
    """How the hand ended, or None while it goes on."""
    if not isinstance(state, Over):
        return None
    result = state.result
    return HandResult(
        end=result.outcome.end,
        winner=result.outcome.winner,
        deadwood=result.deadwood,
        burned=result.burned,
        payments=result.payments,
        pot=result.pot,
        pot_to=result.pot_to,
        receipt=result.receipt,
    )


def view(rules: Rules, state: State, seat: Seat) -> View:
    """What the seat sees.

    Clauses: deal.stock-face-down, game.bluff-concealment.
    """
    table = table_of(state)
    responding = state if isinstance(state, Responding) else None
    to_act = tuple(actor for actor in actors(rules, state) if not isinstance(actor, Chance))
    return View(
        *seen(seat, phase(state), to_act, table.dealer, table.hands, table.stock),
        discard=table.discard,
        opened=tuple(has_opened(rules, table.melds, Seat(each)) for each in range(SEATS)),
        chips=table.ledger.chips,
        pot=table.ledger.pot,
        melds=tuple(seen_meld(rules, meld, seat) for meld in table.melds),
        caller=None if responding is None else table.mover,
        answers=None
        if responding is None
        else tuple((given.seat, given.answer) for given in responding.answers),
        revealed=revealed(rules, state) if isinstance(state, Over) else (),
    )


def seen_meld(rules: Rules, meld: TableMeld, seat: Seat) -> SeenMeld:
    """A meld as the seat sees it: a face-down four shows its cards to its owner alone.

    Clauses: exposing.face-down-hides, exposing.face-up.
    """
    hidden = (
        meld.face_down
        and meld.owner != seat
        and rules.exposing.secret_facedown_identity == "hidden"
    )
    return SeenMeld(
        owner=meld.owner,
        size=len(meld.cards) if hidden else None,
        cards=None if hidden else meld.cards,
        face_down=meld.face_down,
    )


def revealed(rules: Rules, state: Over) -> tuple[frozenset[Card] | None, ...]:
    """By seat, the hand and face-down cards of the winner and the compared seats; None for others.

    Clauses: showdown.hands-shown, showdown.expose-hands.
    """
    outcome = state.result.outcome
    shown = (outcome.winner, *outcome.compared)
    return tuple(
        _all_hidden_cards(state.table, Seat(seat))
        if seat in shown or rules.showdown.reveal_at_end == "all_hands"
        else None
        for seat in range(SEATS)
    )


def _all_hidden_cards(table: Table, seat: Seat) -> frozenset[Card]:
    face_down = (meld.cards for meld in table.melds if meld.owner == seat and meld.face_down)
    return table.hands[seat].union(*face_down)


def phase(state: State) -> Phase:
    """The phase that everybody sees."""
    match state:
        case BeforeDeal():
            return Phase.DEAL
        case Drawing():
            return Phase.DRAW
        case Playing():
            return Phase.PLAY
        case Responding():
            return Phase.RESPOND
        case Over():
            return Phase.OVER
        case TurnDone() | Decided():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)
