"""Many seeded hands: the laws hold, refusals change nothing, every guard passes and refuses.

A failure is shown by the shortest trace of all hands, and bugs of several steps are found that way.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Final

import pytest

from meldspec.kernel import AnyMove
from meldspec.play import CHANCE, Actor, Refusal
from meldspec.tongits import (
    answering,
    discarding,
    draw_call,
    drawing,
    exposing,
    game,
    laying_off,
    tongits_call,
)
from meldspec.tongits.ending import Outcome
from meldspec.tongits.options import DEFAULT, Rules
from meldspec.tongits.table import (
    Action,
    Challenge,
    Decided,
    Drawing,
    Fold,
    Over,
    Playing,
    State,
    Take,
    table_of,
)

from . import laws
from .walks import SMALL, Step, attempts, shortest_failure, walk

HANDS: Final = 400

MOVES: Final[tuple[AnyMove, ...]] = (
    drawing.TAKE,
    exposing.EXPOSE,
    laying_off.LAY_OFF,
    discarding.DISCARD,
    tongits_call.CALL_TONGITS_MOVE,
    draw_call.CALL_DRAW_MOVE,
    drawing.DRAW_MOVE,
    answering.FOLD_MOVE,
)
GUARDED: Final[dict[type[Action], tuple[str, ...]]] = {
    move.does: tuple(guard.clause for guard in (*move.exists, *move.conditions)) for move in MOVES
}
"""The clauses that an accepted action of each kind has passed."""

BY_READINGS: Final = frozenset(
    {
        "tongits.turn.dealer-first-turn-discards-only",
        "tongits.drawing.discard-only-onto-own-melds",
        "tongits.drawing.discard-hand-part-no-meld",
        "tongits.drawing.discard-exactly-three",
        "tongits.drawing.discard-longest-meld",
        "tongits.drawing.discard-kept-needs-meld",
        "tongits.exposing.face-down-not-with-discard",
        "tongits.exposing.dealer-first-turn-no-face-down",
        "tongits.exposing.face-down-not-available",
        "tongits.exposing.face-down-only-to-open",
        "tongits.laying-off.not-in-same-turn",
        "tongits.laying-off.opponents-melds-only",
        "tongits.laying-off.needs-open",
        "tongits.laying-off.high-end-only",
        "tongits.discarding.taken-card-stays",
        "tongits.tongits-call.happens-by-itself",
        "tongits.tongits-call.emptying-needs-call",
        "tongits.tongits-call.played-out",
        "tongits.tongits-call.opened-first",
        "tongits.tongits-call.needs-own-meld",
        "tongits.tongits-call.not-after-last-card",
        "tongits.tongits-call.not-in-dealers-first-turn",
        "tongits.draw-call.special-does-not-suffice",
    }
)
"""The clauses that refuse nothing by the default readings; test_options.py has those readings."""


def breaks_a_law(step: Step) -> bool:
    return not all(law(DEFAULT, step.after) for law in laws.LAWS)


def told(trace: list[Step]) -> str:
    return "\n".join(f"{step.actor}: {step.action}" for step in trace)


def test_no_hand_breaks_a_law() -> None:
    trace = shortest_failure(breaks_a_law, range(HANDS))
    assert trace is None, told(trace)


def test_every_guard_passes_and_refuses_and_a_refusal_changes_nothing(
    tell: Callable[[str], None],
) -> None:
    passed: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for rules, seed in product((DEFAULT, SMALL), range(HANDS // 2)):
        chance = random.Random(seed)
        for step in walk(rules, seed, hands=1):
            if step.actor is CHANCE or chance.random() > 0.3:
                continue
            before = repr(step.before)
            legal = game.GAME.legal(rules, step.before, step.actor)
            for action in attempts(step.before, step.actor):
                reached = game.GAME.step(rules, step.before, step.actor, action)
                assert isinstance(reached, Refusal) == (action not in legal), (seed, action)
                if isinstance(reached, Refusal):
                    refused.update(reached.clauses)
                else:
                    passed.update(GUARDED.get(type(action), ()))
            assert repr(step.before) == before
    guards = sorted({clause for clauses in GUARDED.values() for clause in clauses})
    tell(f"guards over {HANDS} hands of two sizes: passed, refused")
    for clause in guards:
        tell(f"  {clause:45} {passed[clause]:8} {refused[clause]:8}")
    assert all(passed[clause] for clause in guards)
    assert {clause for clause in guards if not refused[clause]} == BY_READINGS


def loses_a_card(rules: Rules, state: State, actor: Actor, action: Action) -> State | Refusal:
    """A play in which taking the discard loses the card below it."""
    after = game.GAME.step(rules, state, actor, action)
    if isinstance(after, Playing) and isinstance(action, Take) and after.table.discard:
        return Playing(replace(after.table, discard=after.table.discard[:-1]))
    return after


def forgets_a_turn(rules: Rules, state: State, actor: Actor, action: Action) -> State | Refusal:
    """A play in which the stock may run out before a turn begins."""
    after = game.GAME.step(rules, state, actor, action)
    if isinstance(after, Drawing) and len(after.table.melds) >= 3:
        return Drawing(replace(after.table, stock=()))
    return after


def pays_too_much(rules: Rules, state: State, actor: Actor, action: Action) -> State | Refusal:
    """A play in which the winner of a called draw receives a chip from nowhere."""
    after = game.GAME.step(rules, state, actor, action)
    if isinstance(after, Over) and isinstance(action, Challenge | Fold):
        payments = after.result.payments
        return Over(after.table, replace(after.result, payments=(payments[0] + 1, *payments[1:])))
    return after


@pytest.mark.parametrize(
    ("broken", "at_most"), [(loses_a_card, 8), (forgets_a_turn, 16), (pays_too_much, 16)]
)
def test_a_broken_play_is_found_with_a_short_trace(broken: object, at_most: int) -> None:
    assert callable(broken)
    trace = shortest_failure(breaks_a_law, range(200), broken)
    assert trace is not None
    assert len(trace) <= at_most, told(trace)


def test_an_empty_hand_is_never_left_to_play_on() -> None:
    for seed in range(100):
        for step in walk(DEFAULT, seed, hands=1):
            if not isinstance(step.after, Over | Decided):
                assert all(table_of(step.after).hands), (seed, step)
            elif isinstance(step.after, Over):
                outcome: Outcome = step.after.result.outcome
                assert outcome.winner is not None or not table_of(step.after).stock
