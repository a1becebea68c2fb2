"""The turn: who is to act, and whose turn comes next.  The law: spec/carousel/turn.md"""

from __future__ import annotations

from typing import assert_never

from meldspec.carousel.knock import draws_too_early, is_asked, to_knock
from meldspec.carousel.match import has_ended
from meldspec.carousel.options import Rules
from meldspec.carousel.table import (
    Action,
    BeforeDeal,
    Decided,
    Decline,
    Drawing,
    Knock,
    Knocking,
    Melding,
    Over,
    Rearrange,
    State,
    TurnBegins,
    change,
)
from meldspec.kernel import follows
from meldspec.play import CHANCE, Actor, Seat
from meldspec.table import Deal, Draw, neighbour


def actors(rules: Rules, state: State) -> tuple[Actor, ...]:
    """Who may act, by facts that everybody sees; nobody only when the match is over.

    Clauses: knock.silent.
    """
    match state:
        case Drawing() | Melding():
            return (state.table.mover,)
        case Knocking():
            return to_knock(rules, state)
        case BeforeDeal():
            return (CHANCE,)
        case Over():
            return () if has_ended(rules, state) else (CHANCE,)
        case TurnBegins() | Decided():
            raise AssertionError("a state that lasts only inside a step")
        case _:
            assert_never(state)


def is_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> bool:
    """Whether the actor is asked to act; chance only deals.

    Clauses: turn.to-act.
    """
    if isinstance(action, Deal) or actor is CHANCE:
        return isinstance(action, Deal) and actor is CHANCE
    return may_act(rules, state, actor)


def may_act(rules: Rules, state: State, seat: Seat) -> bool:
    """Whether a seat is asked to act.

    Clauses: turn.to-act.
    """
    match state:
        case Drawing() | Melding():
            return seat == state.table.mover
        case Knocking():
            return is_asked(rules, state, seat)
        case _:
            return False


def not_to_act(rules: Rules, state: State, actor: Actor, action: Action) -> tuple[str, ...]:
    """The clauses that refuse this actor this kind of action now; none where it may act.

    An actor that is not to act also gets the clause of a wrong phase.
    """
    if draws_too_early(state, actor, action):
        return ("carousel.knock.next-waits",)
    asked = is_to_act(rules, state, actor, action)
    clauses: tuple[str, ...] = () if asked else ("carousel.turn.to-act", wrong_phase(state, action))
    if isinstance(action, Deal) and has_ended(rules, state):
        clauses = (*clauses, "carousel.match.over")
    return tuple(dict.fromkeys(clauses))


def wrong_phase(state: State, action: Action) -> str:
    """The clause that refuses this kind of action in the phase, whoever acts.

    Where no clause speaks of the phase, it is the clause of who is to act.
    Clauses: rearrange.only-while-melding.
    """
    match state, action:
        case ((Drawing() | Melding() | Knocking()), Deal()):
            return "carousel.deal.between-hands"
        case ((Drawing() | Melding()), Knock()):
            return "carousel.knock.after-own-turn"
        case Drawing(), (Rearrange() | Decline()):
            return "carousel.draw.first"
        case Knocking(), (Draw() | Rearrange()):
            return "carousel.knock.nothing-else"
        case _:
            return "carousel.turn.to-act"


@follows("carousel.turn.left", "carousel.knock.window", during=(Knocking,))
def pass_the_turn(rules: Rules, state: Knocking) -> TurnBegins | None:
    """Everybody who might knock has declined: the next seat has its turn."""
    if not state.declined or to_knock(rules, state):
        return None
    table = state.table
    return TurnBegins(change(table, mover=neighbour(table.mover, table.seats), draws=0))
