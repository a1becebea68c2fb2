"""Three Thirteen over the protocol.  The messages: docs/protocol.md"""

from __future__ import annotations

from typing import Final

from meldspec.cards import RANKS
from meldspec.codec import Actions, kinds_of, write_receipt, write_record
from meldspec.play import Refusal, Seat
from meldspec.spoken import Spoken
from meldspec.three_thirteen.game import GAME
from meldspec.three_thirteen.match import begin, is_last, match_winners
from meldspec.three_thirteen.options import FEWEST_SEATS, TABLE, Rules
from meldspec.three_thirteen.questions import PACK, QUESTIONS, refused_table
from meldspec.three_thirteen.table import (
    Action,
    Over,
    State,
    ledger_of,
)
from meldspec.three_thirteen.view import view
from meldspec.wire import (
    JSON,
)

ACTIONS: Final[Actions[Action]] = Actions(PACK, kinds_of(Action))


def _begin(rules: Rules, seats: int, dealer: Seat, hand_number: int) -> State | Refusal:
    return refused_table(rules, seats, hand_number) or begin(seats, dealer, hand_number)


def _view(rules: Rules, state: State, seat: Seat) -> JSON:
    seen = view(rules, state, seat)
    return write_record(seen, wild=RANKS[seen.wild])


def _result(rules: Rules, state: State) -> JSON:
    """A result as the protocol writes it, with the match as it then stands."""
    if not isinstance(state, Over):
        return None
    result, ledger = state.result, state.table.ledger
    ended = is_last(rules, state.table.hand_number)
    counted = ((line.clause, line.seat, line.seat, line.points) for line in result.receipt)
    return {
        "end": "out",
        "winner": result.out,
        "deadwood": list(result.deadwood),
        "points": list(result.points),
        "scores": list(ledger.scores),
        "match_over": ended,
        "match_winners": list(match_winners(rules, ledger)) if ended else [],
        "receipt": write_receipt(counted, "points"),
    }


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
    views=_view,
    results=_result,
    questions=QUESTIONS,
    grounds=_grounds,
    starts_late=True,
)
