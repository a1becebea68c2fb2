"""Calling a draw in place of taking a card.  The law: spec/tongits/draw-call.md"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from meldspec.kernel import Move, condition, effect
from meldspec.play import Seat
from meldspec.tongits.answering import secret_may_challenge
from meldspec.tongits.options import Rules
from meldspec.tongits.table import (
    CALL_DRAW,
    SEATS,
    CallDraw,
    Drawing,
    InTurn,
    LaidOff,
    Playing,
    Responding,
    State,
    Table,
    TableMeld,
    opponents,
)
from meldspec.tongits.terms import counts_as_layoff, has_opened, is_sagasa


def just_call_draw(rules: Rules, state: InTurn, seat: Seat) -> Iterable[CallDraw]:
    """There is one way to call.

    Clauses: draw-call.belief-only.
    """
    return (CALL_DRAW,)


@condition("tongits.draw-call.opened", alike=True)
def caller_has_opened(rules: Rules, state: InTurn, seat: Seat, action: CallDraw) -> bool:
    """The caller has opened its hand."""
    return has_opened(rules, state.table.melds, seat)


@condition("tongits.draw-call.special-does-not-suffice", alike=True)
def caller_has_an_ordinary_meld(rules: Rules, state: InTurn, seat: Seat, action: CallDraw) -> bool:
    """A meld or a card that opened the caller's hand gives the right to call.

    Readings make exceptions.  Each is judged by itself, so a further meld never removes the right.
    """
    table = state.table
    if not has_opened(rules, table.melds, seat):
        return True
    own = [meld for meld in table.melds if meld.owner == seat]
    return any(_entitles(rules, table, meld) for meld in own) or any(
        laid.by == seat and _stands_for_a_meld(rules, laid)
        for meld in table.melds
        if meld.owner != seat
        for laid in meld.laid_off
    )


def _entitles(rules: Rules, table: Table, meld: TableMeld) -> bool:
    if meld.face_down:
        requirement = rules.draw_call.draw_call_open_requirement
        return requirement == "any_laid_meld_incl_face_down"
    return (
        not meld.laid_off
        or rules.draw_call.sagasa_blocks_call == "exposed_meld_suffices"
        or not is_sagasa(rules, meld, table.taken)
    )


def _stands_for_a_meld(rules: Rules, laid: LaidOff) -> bool:
    """Whether a card that the caller added to another's meld gives the right to call."""
    if not counts_as_layoff(rules, laid):
        return True
    if rules.laying_off.layoff_opens_hand == "melds_alone_open":
        return False
    requirement = rules.draw_call.draw_call_open_requirement
    return requirement == "any_laid_meld_incl_face_down"


@condition("tongits.draw-call.opponent-layoff", alike=True)
def no_layoff_by_others_since_last_turn(
    rules: Rules, state: InTurn, seat: Seat, action: CallDraw
) -> bool:
    """No opponent added to a meld of the caller after the caller's last turn.

    Clauses: draw-call.block-lasts-one-turn.
    """
    last_turn = state.table.turn - SEATS
    return not any(
        laid.by != seat
        and counts_as_layoff(rules, laid)
        and (laid.turn > last_turn or _bars_for_the_hand(rules))
        for meld in state.table.melds
        if meld.owner == seat
        for laid in meld.laid_off
    )


def _bars_for_the_hand(rules: Rules) -> bool:
    return rules.draw_call.draw_block_opponent_span == "whole_hand"


@condition("tongits.draw-call.own-layoff", alike=True)
def no_own_layoff_in_last_turn(rules: Rules, state: InTurn, seat: Seat, action: CallDraw) -> bool:
    """The caller added to no meld of its own in its last turn.

    Clauses: draw-call.block-lasts-one-turn.
    """
    last_turn = state.table.turn - SEATS
    return not any(
        laid.turn == last_turn
        and counts_as_layoff(rules, laid)
        and _own_layoff_bars(rules, same_turn=meld.turn == last_turn)
        for meld in state.table.melds
        if meld.owner == seat
        for laid in meld.laid_off
    )


def _own_layoff_bars(rules: Rules, same_turn: bool) -> bool:
    """Whether a lay-off on an own meld, which may be of the same turn, bars the next call."""
    options = rules.draw_call
    if options.draw_block_own_layoff == "no_block":
        return False
    return not same_turn or options.own_layoff_same_turn_meld == "counts"


def asked_by_the_caller(rules: Rules, table: Table) -> tuple[Seat, ...]:
    """The opponents who have opened, in turn order.

    Where a hidden four lets a seat challenge, all are asked, so that a question reveals nothing.
    """
    return tuple(
        seat
        for seat in opponents(table.mover)
        if has_opened(rules, table.melds, seat) or secret_may_challenge(rules)
    )


@effect(
    "tongits.draw-call.ends-hand",
    "tongits.answering.in-turn",
    "tongits.answering.unopened-auto-fold",
)
def ask_the_opponents(rules: Rules, state: InTurn, seat: Seat, action: CallDraw) -> State:
    """The opponents who may challenge are asked one after the other."""
    return Responding(state.table, asked_by_the_caller(rules, state.table))


CALL_DRAW_MOVE: Final = Move(
    CallDraw,
    during=(Drawing,),
    candidates=just_call_draw,
    conditions=(
        caller_has_opened,
        caller_has_an_ordinary_meld,
        no_layoff_by_others_since_last_turn,
        no_own_layoff_in_last_turn,
    ),
    effect=ask_the_opponents,
)


def may_call_draw_later(rules: Rules, state: State) -> bool:
    """Whether a draw may also be called after a card is taken."""
    return rules.draw_call.draw_call_window == "any_time_in_own_turn"


CALL_DRAW_LATER: Final = replace(CALL_DRAW_MOVE, during=(Playing,), where=may_call_draw_later)
