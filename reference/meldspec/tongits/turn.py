"""Whose turn it is, and which actions belong to it.  The law: spec/tongits/turn.md"""

from __future__ import annotations

from typing import assert_never

from meldspec.kernel import follows
from meldspec.play import CHANCE, Actor, Seat
from meldspec.table import Deal, Draw
from meldspec.tongits.answering import may_challenge
from meldspec.tongits.options import Rules
from meldspec.tongits.table import (
    Action,
    BeforeDeal,
    CallDraw,
    Challenge,
    Decided,
    Drawing,
    Fold,
    Ledger,
    Over,
    Playing,
    Responding,
    State,
    Take,
    TurnDone,
    change,
)


def begin(rules: Rules, dealer: Seat) -> State:
    """A match before its first deal.

    Clauses: deal.first-dealer-random.
    """
    return BeforeDeal(dealer, Ledger())


def actors(rules: Rules, state: State) -> tuple[Actor, ...]:
    """Who may act: chance before a hand, the mover in its turn, the next seat to answer a call."""
    match state:
        case BeforeDeal() | Over():
            return (CHANCE,)
        case Drawing() | Playing():
            return (state.table.mover,)
        case Responding():
            return state.asked[:1]
        case TurnDone() | Decided():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)


def not_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> tuple[str, ...]:
    """The clauses that refuse this actor this kind of action now; none where it may act."""
    if isinstance(action, Deal) and actor is CHANCE:
        return ()
    if not isinstance(action, Deal) and actor in actors(rules, state):
        return ()
    unopened_challenger = (
        isinstance(state, Responding)
        and isinstance(action, Challenge)
        and actor is not CHANCE
        and not may_challenge(rules, state.table, actor)
    )
    if unopened_challenger:
        return ("tongits.turn.to-act", "tongits.answering.challenge-needs-open")
    return ("tongits.turn.to-act",)


def wrong_phase(state: State, action: Action) -> str:
    """The clause that refuses an action in a phase; it means nothing for an allowed action.

    Clauses: turn.phases-in-order.
    """
    match state, action:
        case ((BeforeDeal() | Over() | TurnDone() | Decided()), _):
            return "tongits.turn.to-act"
        case ((Drawing() | Playing() | Responding()), Deal()):
            return "tongits.deal.between-hands"
        case Responding(), _:
            return "tongits.answering.fold-or-challenge"
        case ((Drawing() | Playing()), (Fold() | Challenge())):
            return "tongits.answering.call-pending"
        case ((Drawing() | Playing()), CallDraw()):
            return "tongits.draw-call.before-drawing"
        case Playing(), (Draw() | Take()):
            first = state.table.turn == 0
            return (
                "tongits.turn.dealer-first-turn-no-draw" if first else "tongits.drawing.exactly-one"
            )
        case Drawing(), Take():
            return "tongits.drawing.discard-needs-meld"
        case _:
            return "tongits.drawing.mandatory"


@follows("tongits.turn.discard-ends-turn", "tongits.turn.repeat", during=(TurnDone,))
def pass_the_turn(rules: Rules, state: TurnDone) -> Drawing:
    """The next seat is to take a card."""
    return Drawing(change(state.table, turn=state.table.turn + 1))
