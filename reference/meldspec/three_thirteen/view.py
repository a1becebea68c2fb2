"""What a seat may see: its own cards, everything that lies face up, and all counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, assert_never, final

from meldspec.cards import Card
from meldspec.hands import Hand
from meldspec.play import Seat
from meldspec.spelling import Rank, Seats
from meldspec.table import ReceiptLine, Seen, seen
from meldspec.three_thirteen.match import is_last, match_winners
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.table import (
    BeforeDeal,
    Discarding,
    Drawing,
    Over,
    Reshuffling,
    State,
    Table,
    TurnDone,
    table_of,
)


@final
class Phase(StrEnum):
    """What the table waits for."""

    DEAL = "deal"
    DRAW = "draw"
    RESHUFFLE = "reshuffle"
    DISCARD = "discard"
    OVER = "over"


@final
@dataclass(frozen=True, slots=True)
class View(Seen):
    """Everything that one seat may know; ``discard`` has its top last."""

    phase: Phase
    dealer: Seat
    hand: Hand
    discard: tuple[Card, ...]
    taken: Card | None
    """The card that the seat in turn has taken from the discard pile."""
    wild: Rank
    """The rank that is wild in the hand of ``hand_number``."""
    hand_number: int
    """The number of the hand; between two hands, of the last one."""
    out: Seat | None
    scores: tuple[int, ...]
    revealed: tuple[Hand | None, ...]
    """The hands that are shown, by seat; empty while no hand is shown."""
    match_over: bool


@final
@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended, and where the match stands."""

    end: Literal["out"]
    winner: Seat
    """The seat that went out."""
    deadwood: tuple[int, ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]
    match_over: bool
    match_winners: Seats
    receipt: tuple[ReceiptLine, ...]


def hand_result(rules: Rules, state: State) -> HandResult | None:
    """How the hand ended, or None while it goes on."""
    if not isinstance(state, Over):
        return None
    result, ledger = state.result, state.table.ledger
    over = is_last(rules, state.table.hand_number)
    return HandResult(
        end="out",
        winner=result.out,
        deadwood=result.deadwood,
        points=result.points,
        scores=ledger.scores,
        match_over=over,
        match_winners=match_winners(rules, ledger) if over else (),
        receipt=result.receipt,
    )


def view(rules: Rules, state: State, seat: Seat) -> View:
    """What the seat sees.

    Clauses: draw.stock-hidden, draw.discard-public, meld.in-hand, wild.schedule.
    """
    table = empty_table(state) if isinstance(state, BeforeDeal) else state.table
    to_act = (table.mover,) if isinstance(state, Drawing | Discarding) else ()
    return View(
        *seen(seat, phase(state), to_act, table.dealer, table.hands, table.stock),
        discard=table.discard,
        taken=table.taken,
        wild=rules.size.wild(table.hand_number),
        hand_number=table.hand_number,
        out=table.out,
        scores=table.ledger.scores,
        revealed=revealed(rules, state),
        match_over=isinstance(state, Over) and is_last(rules, table.hand_number),
    )


def empty_table(state: BeforeDeal) -> Table:
    """The table before the first deal: nobody has a card."""
    return Table(
        dealer=state.dealer,
        hand_number=state.hand_number,
        mover=state.dealer,
        hands=((),) * state.ledger.seats,
        stock=(),
        discard=(),
        ledger=state.ledger,
    )


def revealed(rules: Rules, state: State) -> tuple[Hand | None, ...]:
    """All hands once the hand is over; by a reading, that of the seat that went out even before.

    Clauses: out.reveal, out.opponents-arrange.
    """
    table = table_of(state)
    if table is None or table.out is None:
        return ()
    if isinstance(state, Over):
        return table.hands
    if rules.out.reveal_moment == "after_final_turns":
        return ()
    return tuple(hand if seat == table.out else None for seat, hand in enumerate(table.hands))


def phase(state: State) -> Phase:
    """The phase that everybody sees."""
    match state:
        case BeforeDeal():
            return Phase.DEAL
        case Drawing():
            return Phase.DRAW
        case Reshuffling():
            return Phase.RESHUFFLE
        case Discarding():
            return Phase.DISCARD
        case Over():
            return Phase.OVER
        case TurnDone():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)
