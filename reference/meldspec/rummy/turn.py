"""The turn: who acts, in which order, and to whom it passes.  The law: spec/rummy/turn.md"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from meldspec.kernel import follows
from meldspec.play import CHANCE, Actor
from meldspec.rummy.dealer import cut_is_due
from meldspec.rummy.match import match_is_over
from meldspec.rummy.options import Rules
from meldspec.rummy.table import (
    Action,
    BeforeDeal,
    ChanceAction,
    Cut,
    Cutting,
    Decided,
    Drawing,
    Over,
    Playing,
    Reshuffling,
    State,
    TurnDone,
    UsedUp,
)
from meldspec.table import Draw, Reshuffle
from meldspec.upcard import Deal, Take


def actors(rules: Rules, state: State) -> tuple[Actor, ...]:
    """Who may act: the mover in its turn, otherwise chance; nobody once the match is over."""
    match state:
        case Drawing() | Playing():
            return (state.table.mover,)
        case BeforeDeal() | Cutting() | Reshuffling():
            return (CHANCE,)
        case Over():
            return () if match_is_over(rules, state.table.ledger) else (CHANCE,)
        case UsedUp() | TurnDone() | Decided():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)


def not_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> tuple[str, ...]:
    """The clauses that refuse this actor this kind of action now; none where it may act."""
    if isinstance(action, ChanceAction):
        return _chance_may_not(rules, state, action) if actor is CHANCE else ("rummy.turn.to-act",)
    in_turn = isinstance(state, Drawing | Playing) and actor == state.table.mover
    return () if in_turn else ("rummy.turn.to-act",)


def _chance_may_not(rules: Rules, state: State, action: ChanceAction) -> tuple[str, ...]:
    """The clauses that refuse an action of chance that is not due; none where it is due."""
    if isinstance(action, Reshuffle):
        return () if isinstance(state, Reshuffling) else ("rummy.stock.reshuffle-due",)
    if not isinstance(state, BeforeDeal | Cutting | Over):
        dealing = isinstance(action, Deal)
        return ("rummy.deal.between-hands" if dealing else "rummy.dealer.cut-due",)
    if isinstance(state, Over) and match_is_over(rules, state.table.ledger):
        return ("rummy.match.over",)
    if isinstance(action, Cut) == cut_is_due(rules, state):
        return ()
    return ("rummy.dealer.cut-due",)


def wrong_phase(state: State, action: Action) -> str:
    """The clause that refuses the mover an action in this part of its turn.

    Clauses: turn.sequence, draw.compulsory, meld.after-draw.
    """
    if isinstance(action, Draw | Take):
        return "rummy.draw.one-card"
    return "rummy.draw.first-action"


@follows("rummy.discard.ends-turn", "rummy.turn.passes-left", during=(TurnDone,))
def pass_the_turn(rules: Rules, state: TurnDone) -> Drawing:
    """The next seat is to draw; no card is taken yet."""
    return Drawing(replace(state.table, turn=state.table.turn + 1, taken=None))
