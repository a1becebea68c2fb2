"""Three Thirteen over the protocol.  The messages: docs/protocol.md"""

from __future__ import annotations

from typing import Final

from meldspec.codec import Actions, kinds_of
from meldspec.play import Refusal, Seat
from meldspec.spoken import Spoken
from meldspec.three_thirteen.game import GAME
from meldspec.three_thirteen.match import begin
from meldspec.three_thirteen.options import FEWEST_SEATS, TABLE, Rules
from meldspec.three_thirteen.questions import PACK, QUESTIONS, refused_table
from meldspec.three_thirteen.table import (
    Action,
    Over,
    State,
    ledger_of,
)
from meldspec.three_thirteen.view import hand_result, view

ACTIONS: Final[Actions[Action]] = Actions(PACK, kinds_of(Action))


def _begin(rules: Rules, seats: int, dealer: Seat, hand_number: int) -> State | Refusal:
    return refused_table(rules, seats, hand_number) or begin(seats, dealer, hand_number)


def _grounds(rules: Rules, state: State) -> tuple[str, ...]:
    return ("three-thirteen.out.hand-ends",) if isinstance(state, Over) else ()


THREE_THIRTEEN: Final[Spoken[Rules, State, Action]] = Spoken(
    name="three-thirteen",
    title="Three Thirteen",
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
    starts_late=True,
)
