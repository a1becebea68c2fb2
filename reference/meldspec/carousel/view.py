"""The view: a seat's own cards, everything that lies on the table, and all counts.

The law: spec/carousel/table.md
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, assert_never, final

from meldspec.carousel import game
from meldspec.carousel.match import has_ended, match_is_over, match_winners, totals
from meldspec.carousel.options import Rules
from meldspec.carousel.table import (
    BeforeDeal,
    Decided,
    Drawing,
    End,
    Knocking,
    Ledger,
    Melding,
    Over,
    Result,
    State,
    Table,
    TurnBegins,
)
from meldspec.hands import Hand
from meldspec.manipulation import Table as Melds
from meldspec.play import Seat, seats_to_act
from meldspec.spelling import PART, SOMETIMES, Seats
from meldspec.table import ReceiptLine, Seen, seen


@final
class Phase(StrEnum):
    """What the table waits for."""

    DEAL = "deal"
    DRAW = "draw"
    MELD = "meld"
    KNOCK = "knock"
    OVER = "over"


@final
@dataclass(frozen=True, slots=True)
class View(Seen):
    """Everything that one seat may know, and nothing else."""

    phase: Phase
    dealer: Seat
    hand: Hand
    draws: int
    """Cards drawn in the turn that is under way or has just ended."""
    table: Melds
    declined: Seats
    """The seats that have declined to knock since the turn ended."""
    revealed: tuple[Hand, ...]
    """All hands, once the hand is over."""
    scores: tuple[int, ...]
    boxes: tuple[int, ...]
    match_over: bool


@final
@dataclass(frozen=True, slots=True)
class Settlement:
    """Who has won a hand, its points, and how the match stands after it."""

    winners: Seats
    deadwood: tuple[int, ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]
    boxes: tuple[int, ...]
    match_over: bool
    match_winners: Seats
    totals: Annotated[tuple[int, ...], SOMETIMES]
    """The score of each seat with all bonuses, once the match is over."""


def settlement(rules: Rules, result: Result, ledger: Ledger) -> Settlement:
    """The settlement of a hand with this result; the ledger is the one after it."""
    over = match_is_over(rules, ledger)
    return Settlement(
        winners=result.winners,
        deadwood=result.deadwood,
        points=result.points,
        scores=ledger.scores,
        boxes=ledger.boxes,
        match_over=over,
        match_winners=match_winners(rules, ledger) if over else (),
        totals=totals(rules, ledger) if over else (),
    )


@final
@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended, and where the match stands."""

    end: End
    knocker: Seat | None
    standing: Annotated[Settlement, PART]
    receipt: tuple[ReceiptLine, ...]


def hand_result(rules: Rules, state: State) -> HandResult | None:
    """How the hand ended, or None while it goes on."""
    if not isinstance(state, Over):
        return None
    result = state.result
    return HandResult(
        end=result.end,
        knocker=result.knocker,
        standing=settlement(rules, result, state.table.ledger),
        receipt=result.receipt,
    )


def view(rules: Rules, state: State, seat: Seat) -> View:
    """What the seat sees.

    Clauses: table.hidden-hands, table.counts-seen, setup.stock, score.reveal, stock.hands-shown,
    knock.silent.
    """
    table = empty_table(state) if isinstance(state, BeforeDeal) else state.table
    to_act = seats_to_act(game.GAME, rules, state)
    return View(
        *seen(seat, phase(state), to_act, table.dealer, table.hands, table.stock),
        draws=table.draws,
        table=table.melds,
        declined=state.declined if isinstance(state, Knocking) else (),
        revealed=table.hands if isinstance(state, Over) else (),
        scores=table.ledger.scores,
        boxes=table.ledger.boxes,
        match_over=has_ended(rules, state),
    )


def empty_table(state: BeforeDeal) -> Table:
    """The table before the first deal: nobody has a card."""
    return Table(
        dealer=state.dealer,
        mover=state.dealer,
        hands=((),) * state.ledger.seats,
        stock=(),
        melds=(),
        draws=0,
        passed=0,
        ledger=state.ledger,
    )


def phase(state: State) -> Phase:
    """The phase that everybody sees."""
    match state:
        case BeforeDeal():
            return Phase.DEAL
        case Drawing():
            return Phase.DRAW
        case Melding():
            return Phase.MELD
        case Knocking():
            return Phase.KNOCK
        case Over():
            return Phase.OVER
        case TurnBegins() | Decided():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)
