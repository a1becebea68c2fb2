"""Answering a called draw: folding or challenging.  The law: spec/tongits/answering.md"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from meldspec.kernel import Move, condition, effect, follows
from meldspec.play import Seat
from meldspec.tongits.ending import End, Outcome
from meldspec.tongits.options import Rules
from meldspec.tongits.showdown import compare_hands
from meldspec.tongits.table import (
    CHALLENGE,
    FOLD,
    Answer,
    Answered,
    Challenge,
    Decided,
    Fold,
    Responding,
    State,
    Table,
    challengers,
)
from meldspec.tongits.terms import has_opened, has_secret, opened_opponents


def just_fold(rules: Rules, state: Responding, seat: Seat) -> Iterable[Fold]:
    """A seat that is asked may always fold."""
    return (FOLD,)


def just_challenge(rules: Rules, state: Responding, seat: Seat) -> Iterable[Challenge]:
    """There is one way to challenge."""
    return (CHALLENGE,)


@condition("tongits.answering.challenge-needs-open", alike=True)
def challenger_has_opened(rules: Rules, state: Responding, seat: Seat, action: Challenge) -> bool:
    """The challenger has opened, or holds a secret four where a reading lets that suffice."""
    return may_challenge(rules, state.table, state.asked[0])


def may_challenge(rules: Rules, table: Table, seat: Seat) -> bool:
    return has_opened(rules, table.melds, seat) or (
        has_secret(rules, table.hands[seat], table.taken) and secret_may_challenge(rules)
    )


def secret_may_challenge(rules: Rules) -> bool:
    eligible = rules.answering.challenge_eligibility
    return eligible == "opened_or_concealed_secret"


@effect("tongits.answering.in-turn")
def answer_fold(rules: Rules, state: Responding, seat: Seat, action: Fold) -> State:
    """The seat gives up; the next one is asked."""
    return _answered(state, Answer.FOLD)


@effect("tongits.answering.in-turn")
def answer_challenge(rules: Rules, state: Responding, seat: Seat, action: Challenge) -> State:
    """The seat challenges; the next one is asked."""
    return _answered(state, Answer.CHALLENGE)


def _answered(state: Responding, answer: Answer) -> State:
    answers = (*state.answers, Answered(state.asked[0], answer))
    return Responding(state.table, state.asked[1:], answers)


FOLD_MOVE: Final = Move(
    Fold,
    during=(Responding,),
    candidates=just_fold,
    effect=answer_fold,
)


CHALLENGE_MOVE: Final = Move(
    Challenge,
    during=(Responding,),
    candidates=just_challenge,
    conditions=(challenger_has_opened,),
    effect=answer_challenge,
)


@follows(
    "tongits.answering.all-fold-caller-wins",
    "tongits.answering.nobody-eligible",
    "tongits.ending.three-ways",
    during=(Responding,),
)
def caller_wins(rules: Rules, state: Responding) -> Decided | None:
    """Nobody challenges: the caller wins without a comparison, unless a reading compares."""
    if state.asked or challengers(state):
        return None
    table = state.table
    if rules.answering.draw_unchallenged_outcome == "caller_wins":
        return Decided(table, Outcome(End.DRAW, table.mover, caller=table.mover))
    return Decided(table, compare_hands(rules, table, (), opened_opponents(rules, table)))
