"""The draw: one card from either pile begins a turn.  The law: spec/three-thirteen/draw.md"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from meldspec.hands import with_card
from meldspec.kernel import Move, condition, effect
from meldspec.play import Seat
from meldspec.table import DRAW, Draw
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.out import pile_is_open
from meldspec.three_thirteen.stock import draw_top
from meldspec.three_thirteen.table import Discarding, Drawing, Next, Reshuffling, change
from meldspec.three_thirteen.wild import is_wild
from meldspec.upcard import TAKE, Take


@effect("three-thirteen.draw.either", "three-thirteen.draw.top-only")
def draw_from_stock(
    rules: Rules, state: Drawing, seat: Seat, action: Draw
) -> Discarding | Reshuffling:
    """The top card of the stock joins the hand; if there is none, chance makes a new stock."""
    if not state.table.stock:
        return Reshuffling(state.table, Next.CARD)
    return Discarding(draw_top(state.table))


DRAW_MOVE: Final = Move(
    Draw,
    during=(Drawing,),
    candidates=lambda rules, state, seat: (DRAW,),
    effect=draw_from_stock,
)


@condition("three-thirteen.draw.pile-empty")
def pile_has_a_card(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """The discard pile has a card; it has none where readings let a turn end without a discard."""
    return bool(state.table.discard)


@condition("three-thirteen.draw.wild-stays")
def top_may_be_taken(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """The top of the discard pile is not wild, if a reading asks for that."""
    return not is_wild(rules, state.table, state.table.discard[-1]) or (
        rules.draw.wild_from_pile == "may_be_taken"
    )


@effect(
    "three-thirteen.draw.either",
    "three-thirteen.draw.top-only",
    "three-thirteen.draw.discard-public",
)
def take_discard(rules: Rules, state: Drawing, seat: Seat, action: Take) -> Discarding:
    """The top of the discard pile joins the hand, for all to see."""
    table = state.table
    top = table.discard[-1]
    after = change(table, hand=with_card(table.hand, top), discard=table.discard[:-1])
    return Discarding(replace(after, taken=top))


TAKE_MOVE: Final = Move(
    Take,
    during=(Drawing,),
    candidates=lambda rules, state, seat: (TAKE,),
    exists=(pile_has_a_card,),
    conditions=(top_may_be_taken, pile_is_open),
    effect=take_discard,
)
