"""The draw, from the stock or from the discard pile.  The law: spec/rummy/draw.md"""

from __future__ import annotations

from typing import Final

from meldspec.kernel import Move, condition, effect, limit
from meldspec.play import Seat
from meldspec.rummy.discard import can_be_ended, may_be_stranded
from meldspec.rummy.laying import duty_never_yields
from meldspec.rummy.options import Rules
from meldspec.rummy.stock import stock_can_be_drawn_from, with_stock_card
from meldspec.rummy.table import Drawing, Next, Playing, UsedUp, change
from meldspec.table import DRAW, Draw
from meldspec.upcard import TAKE, Take

# ── from the stock ───────────────────────────────────────────────────────────────────────────────


@effect("rummy.draw.either-pile", "rummy.draw.top-only")
def draw_from_stock(rules: Rules, state: Drawing, seat: Seat, action: Draw) -> UsedUp | Playing:
    """The top card of the stock joins the hand; where there is none, the stock is used up."""
    table = state.table
    return Playing(with_stock_card(table)) if table.stock else UsedUp(table, Next.CARD)


DRAW_MOVE: Final = Move(
    Draw,
    during=(Drawing,),
    candidates=lambda rules, state, seat: (DRAW,),
    exists=(stock_can_be_drawn_from,),
    effect=draw_from_stock,
)


# ── from the discard pile ────────────────────────────────────────────────────────────────────────


@condition("rummy.draw.pile-empty")
def pile_has_a_card(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """The discard pile has a card."""
    return bool(state.table.discard)


@effect(
    "rummy.draw.either-pile",
    "rummy.draw.top-only",
    "rummy.draw.discard-public",
    "rummy.draw.upcard-first-turn",
)
def take_the_discard(rules: Rules, state: Drawing, seat: Seat, action: Take) -> Playing:
    """The top of the discard pile joins the hand, for all to see."""
    table = state.table
    top = table.discard[-1]
    hand = table.hands[seat] | {top}
    return Playing(change(table, hand=hand, discard=table.discard[:-1], taken=top))


@limit("rummy.draw.would-strand")
def duty_leaves_a_way_out(rules: Rules, state: Drawing, after: Playing) -> bool:
    """The duty to meld leaves a card to discard besides the one taken, if a reading asks for it."""
    return (
        not may_be_stranded(after.table)
        or not duty_never_yields(rules)
        or rules.meld.compulsion_vs_dead_state != "draw_illegal"
        or can_be_ended(rules, after.table)
    )


TAKE_MOVE: Final = Move(
    Take,
    during=(Drawing,),
    candidates=lambda rules, state, seat: (TAKE,),
    exists=(pile_has_a_card,),
    effect=take_the_discard,
    limits=(duty_leaves_a_way_out,),
)
