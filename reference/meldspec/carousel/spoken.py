"""Carousel over the protocol.  The messages: docs/protocol.md"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meldspec.carousel.game import GAME
from meldspec.carousel.options import FEWEST_SEATS, TABLE, Rules
from meldspec.carousel.players import begin
from meldspec.carousel.questions import PACK, QUESTIONS, AskBest, refused_table
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
from meldspec.carousel.view import hand_result, view
from meldspec.codec import Actions, kinds_of, read_as
from meldspec.play import Refusal, Seat
from meldspec.spoken import Spoken
from meldspec.wire import JSON

ACTIONS: Final[Actions[Action]] = Actions(PACK, kinds_of(Action))


def _begin(rules: Rules, seats: int, dealer: Seat, hand_number: int) -> State | Refusal:
    return refused_table(seats) or begin(seats, dealer)


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
    view=view,
    result=hand_result,
    questions=QUESTIONS,
    grounds=_grounds,
)


def flaws(rules: JSON, question: Mapping[str, JSON], answer: Mapping[str, JSON]) -> tuple[str, ...]:
    """The clauses that refuse an answer to ``best`` as a rearrangement of the table in question.

    This does not check that it is the best.  Raises WireError for a value that cannot be read.
    """
    asked = read_as(AskBest, question, PACK, 0)
    before = Table(
        dealer=Seat(asked.players - 1),
        mover=Seat(0),
        hands=(asked.hand, *(((),) * (asked.players - 1))),
        stock=(),
        melds=asked.table,
        draws=1,
        passed=0,
        ledger=Ledger((0,) * asked.players, (0,) * asked.players),
    )
    played = read_as(Rearrange, answer, PACK, asked.players)
    after = GAME.step(TABLE.read(rules), Melding(before), Seat(0), played)
    return after.clauses if isinstance(after, Refusal) else ()
