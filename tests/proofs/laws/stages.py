"""How guards, effects and consequences are put together: the frame of every rule."""

from __future__ import annotations

from meldspec import play
from meldspec.cards import Card
from meldspec.play import (
    CHANCE,
    Consequence,
    Guard,
    Move,
    Refusal,
    Seat,
    by_phase,
    follow,
    make,
)
from meldspec.tongits import rules
from meldspec.tongits.actions import (
    CALL_DRAW,
    CALL_TONGITS,
    CHALLENGE,
    DRAW,
    FOLD,
    Action,
    Deal,
    Discard,
    Expose,
    LayOff,
    Take,
)
from meldspec.tongits.options import DEFAULT
from meldspec.tongits.state import BeforeDeal, Drawing, Ledger, Playing, Responding, State

from ..bugs import Bug
from ..law import law
from ..tables import table

ONE, TWO, THREE, FOUR = (
    "tongits.turn.to-act",
    "tongits.melds.two-kinds",
    "tongits.pot.ante-two",
    "tongits.stock-end.end-of-last-drawers-turn",
)


@law(Bug(make, "if failing:", "if len(failing) > 1:"), quick=True)
def a_move_is_made(one: bool, two: bool, three: bool, four: bool, alike: bool, number: int) -> bool:
    """A move is made if every guard holds; else it is refused with all that fail in one stage.

    What the action names comes first: while that fails, the conditions are not looked at.  What is
    proposed is every candidate that passes them all, asked one by one or once for all alike.

    clause: tongits.turn.cards-in-hand
    post: _
    """
    move: Move[None, int, int, int] = Move(
        candidates=lambda _, state: (state, state + 1),
        exists=(Guard(ONE, lambda *_: one), Guard(TWO, lambda *_: two)),
        guards=(Guard(THREE, lambda *_: three, alike), Guard(FOUR, lambda *_: four)),
        effect=lambda _, state, action: state - action,
        says=(),
    )
    named = (*(() if one else (ONE,)), *(() if two else (TWO,)))
    ruled = (*(() if three else (THREE,)), *(() if four else (FOUR,)))
    allowed = one and two and three and four
    expected = number - 7 if allowed else Refusal(named or ruled)
    listed = tuple(play.proposals(move, None, number))
    proposed = (number, number + 1) if allowed else ()
    return make(move, None, number, 7) == expected and listed == proposed


@law(
    Bug(follow, "get(type(state), ())", "get(type(state), ())[::-1]"),
    quick=True,
)
def consequences_follow(number: int) -> bool:
    """Consequences follow until none applies; the first of them that applies goes first.

    clause: tongits.tongits-call.ends-at-once
    pre: 0 <= number < 8
    post: _
    """
    halve: Consequence[None, int] = Consequence(
        (ONE,), (int,), lambda _, state: state > 0 and state % 2 == 0, lambda _, state: state // 2
    )
    lower: Consequence[None, int] = Consequence(
        (TWO,), (int,), lambda _, state: state > 3, lambda _, state: state - 2
    )
    expected = (0, 1, 1, 3, 1, 3, 3, 3)
    return follow(by_phase((halve, lower)), None, number) == expected[number]


def phase_of(number: int, dealer: Seat, turn: int) -> State:
    """A state of each phase in which somebody may act."""
    if number == 0:
        return BeforeDeal(dealer, Ledger())
    at = table(dealer, turn, frozenset((Card(1), Card(4))), (Card(46),), (Card(47),))
    if number == 1:
        return Drawing(at)
    if number == 2:
        return Playing(at)
    return Responding(at, (Seat((dealer + turn + 2) % 3),))


CARDS = frozenset((Card(1), Card(2), Card(3)))
ACTIONS: tuple[Action, ...] = (
    Deal((), ()),
    CALL_DRAW,
    DRAW,
    Take(CARDS),
    Expose(CARDS),
    LayOff(Card(1), CARDS),
    Discard(Card(1)),
    CALL_TONGITS,
    FOLD,
    CHALLENGE,
)
BELONGS = ((0,), (1, 2, 3), (4, 5, 6, 7), (8, 9))
"""The actions that belong to each phase, by their place in ``ACTIONS``."""


@law(
    Bug(rules.wrong_phase, 'else "tongits.drawing.exactly-one"', 'else "tongits.drawing.mandatory"')
)
def every_action_has_its_phase(phase: int, kind: int, dealer: Seat, turn: int) -> bool:
    """An action out of its phase is refused, and the refusal names the rule of that phase.

    clause: tongits.turn.phases-in-order
    clause: tongits.turn.dealer-first-turn-no-draw
    clause: tongits.drawing.mandatory
    clause: tongits.drawing.exactly-one
    clause: tongits.draw-call.before-drawing
    clause: tongits.answering.fold-or-challenge
    clause: tongits.answering.call-pending
    clause: tongits.deal.between-hands
    pre: 0 <= phase < 4 and 0 <= kind < 10 and 0 <= dealer < 3 and 0 <= turn
    pre: not (phase == 0 and kind == 0) and not (phase == 1 and 1 <= kind <= 3)
    pre: not (phase == 2 and 4 <= kind <= 7) and not (phase == 3 and kind >= 8)
    post: _
    """
    state, action = phase_of(phase, dealer, turn), ACTIONS[kind]
    if phase == 0:
        clause, actor = "tongits.turn.to-act", dealer
    elif phase == 3:
        clause, actor = "tongits.answering.fold-or-challenge", Seat((dealer + turn + 2) % 3)
    else:
        actor = Seat((dealer + turn) % 3)
        if kind >= 8:
            clause = "tongits.answering.call-pending"
        elif phase == 1:
            clause = "tongits.drawing.mandatory"
        elif kind == 1:
            clause = "tongits.draw-call.before-drawing"
        else:
            clause = (
                "tongits.drawing.exactly-one" if turn else "tongits.turn.dealer-first-turn-no-draw"
            )
    if kind == 0:
        reached = rules.step(DEFAULT, state, CHANCE, action)
        return reached == Refusal(("tongits.deal.between-hands",))
    return rules.step(DEFAULT, state, actor, action) == Refusal((clause,))
