"""How conditions, effects and followings are put together: the frame of every rule."""

from __future__ import annotations

from meldspec.cards import Card
from meldspec.kernel import Condition, Effect, Following, Game, Move
from meldspec.play import CHANCE, Refusal, Seat
from meldspec.table import DRAW, Deal, Discard, LayOff
from meldspec.tongits import game
from meldspec.tongits.options import DEFAULT
from meldspec.tongits.table import (
    CALL_DRAW,
    CALL_TONGITS,
    CHALLENGE,
    FOLD,
    Action,
    BeforeDeal,
    Drawing,
    Expose,
    Ledger,
    Playing,
    Responding,
    State,
    Take,
)
from meldspec.tongits.turn import wrong_phase

from ...bugs import Bug
from ...law import law
from ...tables.tongits import table

ONE, TWO, THREE, FOUR = (
    "tongits.turn.to-act",
    "tongits.melds.two-kinds",
    "tongits.pot.ante-two",
    "tongits.stock-end.end-of-last-drawers-turn",
)


@law(Bug(Move.make, "if failing:", "if len(failing) > 1:"), quick=True)
def a_move_is_made(one: bool, two: bool, three: bool, four: bool, alike: bool, number: int) -> bool:
    """A move is made if every condition holds; else it is refused with all that fail in one stage.

    What the action names comes first: while that fails, the conditions are not looked at.  What is
    proposed is every candidate that passes them all, asked one by one or once for all alike.

    clause: tongits.turn.cards-in-hand
    post: _
    """
    move: Move[None, int, Seat, int, int] = Move(
        int,
        during=(int,),
        candidates=lambda _, state, by: (state, state + 1),
        exists=(Condition(ONE, lambda *_: one), Condition(TWO, lambda *_: two)),
        conditions=(Condition(THREE, lambda *_: three, alike), Condition(FOUR, lambda *_: four)),
        effect=Effect((), lambda _, state, by, action: state - action),
    )
    named = (*(() if one else (ONE,)), *(() if two else (TWO,)))
    ruled = (*(() if three else (THREE,)), *(() if four else (FOUR,)))
    allowed = one and two and three and four
    expected = number - 7 if allowed else Refusal(named or ruled)
    listed = tuple(move.proposals(None, number, Seat(0)))
    proposed = (number, number + 1) if allowed else ()
    return move.make(None, number, Seat(0), 7) == expected and listed == proposed


@law(
    Bug(Game.follow, "get(type(state), _NONE)", "get(type(state), _NONE)[::-1]"),
    quick=True,
)
def consequences_follow(number: int) -> bool:
    """Consequences follow until none applies; the first of them that applies goes first.

    clause: tongits.tongits-call.ends-at-once
    pre: 0 <= number < 8
    post: _
    """
    halve: Following[None, int, int] = Following(
        (ONE,), (int,), lambda _, state: state // 2 if state > 0 and state % 2 == 0 else None
    )
    lower: Following[None, int, int] = Following(
        (TWO,), (int,), lambda _, state: state - 2 if state > 3 else None
    )
    numbers: Game[None, int, int] = Game(
        moves=(),
        following=(halve, lower),
        actors=lambda *_: (),
        not_to_act=lambda *_: (),
        wrong_phase=lambda *_: ONE,
    )
    expected = (0, 1, 1, 3, 1, 3, 3, 3)
    return numbers.follow(None, number) == expected[number]


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


@law(Bug(wrong_phase, 'else "tongits.drawing.exactly-one"', 'else "tongits.drawing.mandatory"'))
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
        reached = game.GAME.step(DEFAULT, state, CHANCE, action)
        return reached == Refusal(("tongits.deal.between-hands",))
    return game.GAME.step(DEFAULT, state, actor, action) == Refusal((clause,))
