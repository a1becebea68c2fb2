"""What a seat may see: its own cards and choices, everything that was shown, and all counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal, assert_never, final

from meldspec.hands import Hand
from meldspec.indian_chief import game
from meldspec.indian_chief.match import match_winners, totals
from meldspec.indian_chief.melds import Box
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.refill import dealer_of
from meldspec.indian_chief.sheet import receipt, sheets
from meldspec.indian_chief.table import (
    BeforeDeal,
    Choosing,
    Claiming,
    Filling,
    Meld,
    Over,
    Refilling,
    Reshuffling,
    State,
    Table,
    Target,
    Theft,
    lying,
)
from meldspec.play import Seat, seats_to_act
from meldspec.spelling import PART, Seats
from meldspec.table import ReceiptLine, Seen, seen


@final
class Phase(StrEnum):
    """What the table waits for."""

    DEAL = "deal"
    CHOOSE = "choose"
    CLAIM = "claim"
    REFILL = "refill"
    RESHUFFLE = "reshuffle"
    OVER = "over"


@final
@dataclass(frozen=True, slots=True)
class OwnClaim:
    """The claim of a seat, hidden from the thieves that it is tied with; it may be no card."""

    target: Annotated[Target | None, PART]


@final
@dataclass(frozen=True, slots=True)
class Lying:
    """The cards of a seat's meld that still lie there."""

    owner: Seat
    cards: Hand


@final
@dataclass(frozen=True, slots=True)
class View(Seen):
    """Everything that one seat may know, and nothing else."""

    phase: Phase
    dealer: Seat
    hand: Hand
    turn: int
    chosen: Seats
    choice: Meld | None
    """The meld that the seat has chosen, while the others do not see it."""
    melds: tuple[Lying, ...]
    """By seat, the cards of this turn's melds that still lie there; empty before they are shown."""
    claimed: Seats
    """The tied thieves that have claimed."""
    claim: OwnClaim | None
    """The claim of the seat, while the others do not see it."""
    stolen: tuple[Theft, ...]
    aside: Hand
    """Melds of the turn before that are not in the stub yet."""
    sheets: tuple[Mapping[Box, int], ...]
    scores: tuple[int, ...]
    match_over: bool


@final
@dataclass(frozen=True, slots=True)
class HandResult:
    """How a match ended, which is one hand; ``winner`` is None where several share it."""

    end: Literal["sheets"]
    winner: Seat | None
    points: tuple[int, ...]
    scores: tuple[int, ...]
    match_over: bool
    match_winners: Seats
    receipt: tuple[ReceiptLine, ...]


def hand_result(rules: Rules, state: State) -> HandResult | None:
    """How the match ended, or None while it goes on."""
    if not isinstance(state, Over):
        return None
    scores = totals(sheets(rules, state.table))
    winners = match_winners(scores)
    return HandResult(
        end="sheets",
        winner=winners[0] if len(winners) == 1 else None,
        points=scores,
        scores=scores,
        match_over=True,
        match_winners=winners,
        receipt=receipt(rules, state.table),
    )


def view(rules: Rules, state: State, seat: Seat) -> View:
    """What the seat sees.

    Clauses: deal.face-down, setup.stub, turn.choose-privately, thief.claims-secret,
    sheet.per-player.
    """
    table = empty_table(state) if isinstance(state, BeforeDeal) else state.table
    filled = sheets(rules, table)
    claims = dict(state.claims) if isinstance(state, Claiming) else {}
    to_act, dealer = seats_to_act(game.GAME, rules, state), dealer_of(rules, table)
    return View(
        *seen(seat, phase(state), to_act, dealer, table.hands, table.stock),
        turn=table.turn,
        chosen=chosen(state),
        choice=state.chosen[seat] if isinstance(state, Choosing) else None,
        melds=tuple(Lying(Seat(owner), cards) for owner, cards in enumerate(lying(table))),
        claimed=tuple(claims),
        claim=OwnClaim(claims[seat]) if seat in claims else None,
        stolen=table.stolen,
        aside=table.aside,
        sheets=filled,
        scores=totals(filled),
        match_over=isinstance(state, Over),
    )


def empty_table(state: BeforeDeal) -> Table:
    """The table before the deal: nobody has a card."""
    return Table(dealer=state.dealer, turn=1, hands=((),) * state.seats, stock=())


def chosen(state: State) -> tuple[Seat, ...]:
    """Who has chosen in this turn: that a choice was made is public.

    Clauses: turn.choose-privately.
    """
    if isinstance(state, BeforeDeal):
        return ()
    if not isinstance(state, Choosing):
        return tuple(map(Seat, range(state.table.seats)))
    return tuple(Seat(seat) for seat, meld in enumerate(state.chosen) if meld is not None)


def phase(state: State) -> Phase:
    """The phase that everybody sees."""
    match state:
        case BeforeDeal():
            return Phase.DEAL
        case Choosing():
            return Phase.CHOOSE
        case Claiming():
            return Phase.CLAIM
        case Refilling():
            return Phase.REFILL
        case Reshuffling():
            return Phase.RESHUFFLE
        case Over():
            return Phase.OVER
        case Filling():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)
