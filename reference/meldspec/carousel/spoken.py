"""Carousel over the protocol.  The messages: docs/protocol.md"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldspec.carousel.game import GAME
from meldspec.carousel.notation import (
    PACK,
    read_hand,
    read_melds,
    read_rearrange,
    write_rearrange,
    write_result,
    write_view,
)
from meldspec.carousel.options import FEWEST_SEATS, TABLE, Rules
from meldspec.carousel.players import begin
from meldspec.carousel.questions import QUESTIONS, refused_table
from meldspec.carousel.score import grounds
from meldspec.carousel.table import (
    Action,
    Ledger,
    Melding,
    Over,
    Rearrange,
    State,
    Table,
    ledger_of,
)
from meldspec.carousel.view import view
from meldspec.codec import Actions, kinds_of
from meldspec.play import Refusal, Seat
from meldspec.spoken import Spoken
from meldspec.wire import JSON, read_field, read_integer

ACTIONS: Final[Actions[Action]] = Actions(
    PACK,
    kinds_of(Action),
    reads={"rearrange": lambda do, seats: read_rearrange(do)},
    writes={Rearrange: write_rearrange},
)


def _begin(rules: Rules, seats: int, dealer: Seat, hand_number: int) -> State | Refusal:
    return refused_table(seats) or begin(seats, dealer)


def _view(rules: Rules, state: State, seat: Seat) -> JSON:
    return write_view(view(rules, state, seat))


def _result(rules: Rules, state: State) -> JSON:
    return write_result(rules, state) if isinstance(state, Over) else None


def _grounds(rules: Rules, state: State) -> tuple[str, ...]:
    return grounds(state.result) if isinstance(state, Over) else ()


CAROUSEL: Final[Spoken[Rules, State, Action]] = Spoken(
    name="carousel",
    title="Carousel",
    game=GAME,
    table=TABLE,
    seats=lambda state: ledger_of(state).seats,
    fewest_seats=FEWEST_SEATS,
    begins=_begin,
    actions=ACTIONS,
    views=_view,
    results=_result,
    questions=QUESTIONS,
    grounds=_grounds,
)


def flaws(rules: JSON, question: Mapping[str, JSON], answer: Mapping[str, JSON]) -> tuple[str, ...]:
    """The clauses that refuse an answer to ``best`` as a rearrangement of what was asked about.

    Whether it is the best is not looked at.  Raises WireError for what cannot be read.
    """
    seats = read_integer(read_field(question, "players"), "players")
    hand, melds = read_hand(question.get("hand"), "hand"), read_melds(question.get("table"))
    asked = Table(
        dealer=Seat(seats - 1),
        mover=Seat(0),
        hands=(hand, *(((),) * (seats - 1))),
        stock=(),
        melds=melds,
        draws=1,
        passed=0,
        ledger=Ledger((0,) * seats, (0,) * seats),
    )
    after = GAME.step(TABLE.read(rules), Melding(asked), Seat(0), read_rearrange(answer))
    return after.clauses if isinstance(after, Refusal) else ()
