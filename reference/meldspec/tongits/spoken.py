"""Tong-its over the protocol.  The messages: docs/protocol.md"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from meldspec.codec import Actions, kinds_of, read_as, write_record
from meldspec.play import Refusal, Seat
from meldspec.spoken import Spoken
from meldspec.tongits.draw_call import asked_by_the_caller
from meldspec.tongits.ending import End
from meldspec.tongits.game import GAME
from meldspec.tongits.options import TABLE, Rules
from meldspec.tongits.questions import PACK, QUESTIONS, HandEnded
from meldspec.tongits.table import SEATS, Action, Facts, Over, State, Take
from meldspec.tongits.turn import begin
from meldspec.tongits.view import hand_result, view
from meldspec.wire import JSON, WireError, write_cards


def _read_take(do: Mapping[str, JSON], seats: int) -> Take:
    take = read_as(Take, do, PACK, seats)
    if take.hand_cards and take.meld:
        raise WireError("'take' names cards 'with' it or a 'meld', not both")
    return take


def _write_take(take: Take) -> dict[str, JSON]:
    """A take with its ``meld``, or else ``with`` its hand cards, even where there are none."""
    return write_record(take) if take.meld else {"with": write_cards(take.hand_cards)}


ACTIONS: Final[Actions[Action]] = Actions(
    PACK, kinds_of(Action), reads={"take": _read_take}, writes={Take: _write_take}
)
"""A take names the cards with which the discard makes a meld, or the meld that it joins."""


def _begin(rules: Rules, seats: int, dealer: Seat, hand_number: int) -> State | Refusal:
    return begin(rules, dealer) if seats == SEATS else Refusal(("tongits.game.three-seats",))


def _grounds(rules: Rules, state: State) -> tuple[str, ...]:
    if not isinstance(state, Over):
        return ()
    outcome = state.result.outcome
    match outcome.end:
        case End.TONGITS:
            return ("tongits.tongits-call.caller-wins",)
        case End.DRAW if outcome.compared:
            return ("tongits.showdown.lowest-wins",)
        case End.DRAW if not asked_by_the_caller(rules, state.table):
            return ("tongits.answering.nobody-eligible",)
        case End.DRAW:
            return ("tongits.answering.all-fold-caller-wins",)
        case End.STOCK if outcome.winner is None:
            return ("tongits.stock-end.nobody-opened",)
        case End.STOCK:
            return ("tongits.stock-end.lowest-wins",)
        case End.SPREAD:
            return ("tongits.variations.spread-automatic-win",)
        case _:
            assert_never(outcome.end)


def _facts(state: Over) -> Facts:
    """The facts that were settled when the hand ended."""
    table, result = state.table, state.result
    return Facts(result.outcome, table.hands, table.melds, table.taken, result.wins_in_a_row)


def _ended(state: State) -> HandEnded | None:
    return HandEnded(_facts(state)) if isinstance(state, Over) else None


_COMPARES: Final = "secret_partition_compared"
"""The exception: the comparison reads it to find how many points the winner could have had."""

PAYMENT_OPTIONS: Final = frozenset(
    option.name
    for option in TABLE.options
    if (option.chapter in ("settlement", "burned") and option.field != _COMPARES)
    or option.field.startswith("long_run")
    or option.field in ("second_win_bonus", "spread_payment", "burn_on_spread")
)
"""The options that change payments and nothing else of a hand."""

TONGITS: Final[Spoken[Rules, State, Action]] = Spoken(
    name="tongits",
    title="Tong-its",
    game=GAME,
    table=TABLE,
    seats=lambda state: SEATS,
    fewest_seats=SEATS,
    begins=_begin,
    actions=ACTIONS,
    view=view,
    result=hand_result,
    questions=QUESTIONS,
    grounds=_grounds,
    ended=_ended,
    payments=PAYMENT_OPTIONS,
)
