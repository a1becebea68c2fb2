"""Indian Chief over the protocol.  The messages: docs/protocol.md"""

from __future__ import annotations

from typing import Final

from meldspec.codec import Actions, kinds_of
from meldspec.indian_chief.deal import begin
from meldspec.indian_chief.game import GAME
from meldspec.indian_chief.match import grounds, totals
from meldspec.indian_chief.options import FEWEST_SEATS, TABLE, Rules
from meldspec.indian_chief.players import refused_table
from meldspec.indian_chief.questions import PACK, QUESTIONS
from meldspec.indian_chief.sheet import sheets
from meldspec.indian_chief.table import (
    Action,
    Over,
    State,
    seats_of,
)
from meldspec.indian_chief.view import hand_result, view
from meldspec.play import Refusal, Seat
from meldspec.spoken import Spoken

ACTIONS: Final[Actions[Action]] = Actions(PACK, kinds_of(Action))


def _begin(rules: Rules, seats: int, dealer: Seat, hand_number: int) -> State | Refusal:
    return refused_table(seats) or begin(seats, dealer)


def _grounds(rules: Rules, state: State) -> tuple[str, ...]:
    return grounds(totals(sheets(rules, state.table))) if isinstance(state, Over) else ()


INDIAN_CHIEF: Final[Spoken[Rules, State, Action]] = Spoken(
    name="indian-chief",
    title="Indian Chief",
    game=GAME,
    table=TABLE,
    seats=seats_of,
    fewest_seats=FEWEST_SEATS,
    begins=_begin,
    actions=ACTIONS,
    view=view,
    result=hand_result,
    questions=QUESTIONS,
    grounds=_grounds,
    match_grounds=_grounds,
)
