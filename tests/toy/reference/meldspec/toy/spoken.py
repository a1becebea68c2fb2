"""Toy over the protocol."""

from __future__ import annotations

from typing import Final

from meldspec.codec import Actions, Pack, kinds_of
from meldspec.play import Refusal, Seat
from meldspec.spoken import Spoken
from meldspec.toy.game import GAME
from meldspec.toy.options import SEATS, TABLE, Rules
from meldspec.toy.questions import QUESTIONS
from meldspec.toy.table import Action, BeforeDeal, Over, State
from meldspec.toy.view import hand_result, view


def _begin(rules: Rules, seats: int, dealer: Seat, hand_number: int) -> State | Refusal:
    return BeforeDeal(dealer) if seats == SEATS else Refusal(("toy.draw.one-card",))


def _grounds(rules: Rules, state: State) -> tuple[str, ...]:
    return ("toy.draw.ends",) if isinstance(state, Over) else ()


TOY: Final[Spoken[Rules, State, Action]] = Spoken(
    name="toy",
    title="Toy",
    game=GAME,
    table=TABLE,
    seats=lambda state: SEATS,
    fewest_seats=SEATS,
    begins=_begin,
    actions=Actions(Pack("Toy"), kinds_of(Action)),
    view=view,
    result=hand_result,
    questions=QUESTIONS,
    grounds=_grounds,
)
