"""Rummy over the protocol.  The messages: docs/protocol.md"""

from __future__ import annotations

from typing import Final

from meldspec.codec import Actions, kinds_of
from meldspec.play import Refusal, Seat
from meldspec.rummy.dealer import begin
from meldspec.rummy.game import GAME
from meldspec.rummy.options import FEWEST_SEATS, TABLE, Rules
from meldspec.rummy.out import grounds
from meldspec.rummy.players import may_play
from meldspec.rummy.questions import PACK, QUESTIONS
from meldspec.rummy.table import (
    Action,
    LayMeld,
    Over,
    State,
    ledger_of,
)
from meldspec.rummy.view import hand_result, view
from meldspec.spoken import Spoken

ACTIONS: Final[Actions[Action]] = Actions(PACK, kinds_of(Action, meld=LayMeld))


def _begin(rules: Rules, seats: int, dealer: Seat, hand_number: int) -> State | Refusal:
    return begin(seats, dealer) if may_play(seats) else Refusal(("rummy.players.range",))


def _grounds(rules: Rules, state: State) -> tuple[str, ...]:
    return grounds(state.result.outcome) if isinstance(state, Over) else ()


def _match_grounds(rules: Rules, state: State) -> tuple[str, ...]:
    if not isinstance(state, Over):
        return ()
    by_points = rules.match.match_end == "points"
    return ("rummy.match.end-by-points" if by_points else "rummy.match.end-by-hands",)


RUMMY: Final[Spoken[Rules, State, Action]] = Spoken(
    name="rummy",
    title="Rummy",
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
    match_grounds=_match_grounds,
)
