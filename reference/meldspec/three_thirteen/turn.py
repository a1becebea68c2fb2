"""The turn: who acts, and how a turn ends and passes.  The law: spec/three-thirteen/turn.md"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from meldspec.cards import Card
from meldspec.hands import without_card
from meldspec.kernel import follows
from meldspec.play import CHANCE, Actor
from meldspec.table import Draw, Reshuffle, neighbour
from meldspec.three_thirteen.match import is_last
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.table import (
    Action,
    BeforeDeal,
    ChanceAction,
    Discarding,
    Drawing,
    Over,
    Reshuffling,
    State,
    Table,
    TurnDone,
    change,
)
from meldspec.upcard import Take


def actors(rules: Rules, state: State) -> tuple[Actor, ...]:
    """Who may act: the mover in its turn, otherwise chance; nobody once the match is over."""
    match state:
        case Drawing() | Discarding():
            return (state.table.mover,)
        case BeforeDeal() | Reshuffling():
            return (CHANCE,)
        case Over():
            return () if is_last(rules, state.table.hand_number) else (CHANCE,)
        case TurnDone():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)


def not_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> tuple[str, ...]:
    """The clauses that refuse this actor this kind of action now; none where it may act."""
    if isinstance(action, ChanceAction):
        if actor is CHANCE:
            return _not_due(rules, state, action)
    elif isinstance(state, Drawing | Discarding) and actor == state.table.mover:
        return ()
    return ("three-thirteen.turn.to-act",)


def _not_due(rules: Rules, state: State, action: ChanceAction) -> tuple[str, ...]:
    """The clauses that refuse an action of chance that is not due; none where it is due."""
    if isinstance(action, Reshuffle):
        return () if isinstance(state, Reshuffling) else ("three-thirteen.stock.reshuffle-due",)
    if not isinstance(state, BeforeDeal | Over):
        return ("three-thirteen.deal.between-hands",)
    if isinstance(state, Over) and is_last(rules, state.table.hand_number):
        return ("three-thirteen.match.over",)
    return ()


def wrong_phase(state: State, action: Action) -> str:
    """The clause that refuses the mover an action in this part of its turn."""
    if isinstance(action, Draw | Take):
        return "three-thirteen.draw.one-card"
    return "three-thirteen.draw.first-action"


def end_turn(table: Table, discard: Card | None = None, *, goes_out: bool = False) -> TurnDone:
    """The mover's turn is done, with or without a discard; it may have gone out."""
    if discard is not None:
        hand = without_card(table.hand, discard)
        table = change(table, hand=hand, discard=(*table.discard, discard))
    return TurnDone(replace(table, out=table.mover if goes_out else table.out, taken=None))


@follows(
    "three-thirteen.discard.ends-turn",
    "three-thirteen.turn.left",
    "three-thirteen.out.one-more-turn",
    during=(TurnDone,),
)
def pass_the_turn(rules: Rules, state: TurnDone) -> Drawing:
    """The turn is done, and the next seat is to draw."""
    table = state.table
    return Drawing(replace(table, mover=neighbour(table.mover, len(table.hands))))
