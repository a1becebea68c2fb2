"""What a seat may see: its own cards, everything that lies face up, and all counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never, final

from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.rummy.dealer import cut_is_due
from meldspec.rummy.match import match_is_over, match_winners
from meldspec.rummy.options import Rules
from meldspec.rummy.table import (
    BeforeDeal,
    Cutting,
    Decided,
    Drawing,
    End,
    Over,
    Playing,
    Reshuffling,
    State,
    TurnDone,
    UsedUp,
    ledger_of,
)
from meldspec.spelling import Seats
from meldspec.table import ReceiptLine, Seen, seen


@final
class Phase(StrEnum):
    """What the table waits for."""

    CUT = "cut"
    DEAL = "deal"
    DRAW = "draw"
    RESHUFFLE = "reshuffle"
    PLAY = "play"
    OVER = "over"


@final
@dataclass(frozen=True, slots=True)
class SeenMeld:
    """A meld on the table, which everybody sees."""

    owner: Seat
    cards: frozenset[Card]


@final
@dataclass(frozen=True, slots=True)
class View(Seen):
    """Everything that one seat may know; ``discard`` has its top last."""

    phase: Phase
    dealer: Seat | None
    """None until the cut has found the dealer."""
    hand: frozenset[Card]
    discard: tuple[Card, ...]
    melds: tuple[SeenMeld, ...]
    taken: Card | None
    """The card that the seat in turn has taken from the discard pile."""
    scores: tuple[int, ...]
    hand_number: int
    """From 1: the number of the last hand after it, but of the next one after a cut."""
    match_over: bool


@final
@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended, and where the match stands."""

    end: End
    winner: Seat | None
    rummy: bool
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
    over = match_is_over(rules, ledger)
    return HandResult(
        end=result.outcome.end,
        winner=result.outcome.winner,
        rummy=result.outcome.rummy,
        deadwood=result.deadwood,
        points=result.points,
        scores=ledger.scores,
        match_over=over,
        match_winners=match_winners(rules, ledger) if over else (),
        receipt=result.receipt,
    )


def view(rules: Rules, state: State, seat: Seat) -> View:
    """What the seat sees.

    Clauses: draw.stock-hidden, draw.discard-public, meld.face-up.
    """
    ledger = ledger_of(state)
    now = phase(rules, state)
    if isinstance(state, BeforeDeal | Cutting):
        dealer = state.dealer if isinstance(state, BeforeDeal) and now is Phase.DEAL else None
        return View(
            *seen(seat, now, (), dealer, (frozenset(),) * ledger.seats, ()),
            discard=(),
            melds=(),
            taken=None,
            scores=ledger.scores,
            hand_number=ledger.hands_over + 1,
            match_over=False,
        )
    table = state.table
    over = isinstance(state, Over)
    to_act = (table.mover,) if isinstance(state, Drawing | Playing) else ()
    return View(
        *seen(seat, now, to_act, table.dealer, table.hands, table.stock),
        discard=table.discard,
        melds=tuple(SeenMeld(meld.owner, meld.cards) for meld in table.melds),
        taken=table.taken,
        scores=ledger.scores,
        hand_number=ledger.hands_over + (not over),
        match_over=over and match_is_over(rules, ledger),
    )


def phase(rules: Rules, state: State) -> Phase:
    """The phase that everybody sees."""
    match state:
        case BeforeDeal():
            return Phase.CUT if cut_is_due(rules, state) else Phase.DEAL
        case Cutting():
            return Phase.CUT
        case Drawing():
            return Phase.DRAW
        case Reshuffling():
            return Phase.RESHUFFLE
        case Playing():
            return Phase.PLAY
        case Over():
            return Phase.OVER
        case UsedUp() | TurnDone() | Decided():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)
