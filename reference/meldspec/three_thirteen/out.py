"""Going out, the final turns, and the end of the hand.  The law: spec/three-thirteen/out.md"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from meldspec.cards import Card
from meldspec.hands import Hand, different, without_card
from meldspec.kernel import Move, always, condition, effect, follows
from meldspec.play import Seat
from meldspec.table import neighbour
from meldspec.three_thirteen.match import entered
from meldspec.three_thirteen.meld import FREEST, STRICTEST, set_limits
from meldspec.three_thirteen.options import Rules
from meldspec.three_thirteen.score import settle
from meldspec.three_thirteen.table import (
    GO_OUT_WITH_ALL,
    GOING_OUT,
    KEEP,
    Discarding,
    Drawing,
    GoOut,
    Keep,
    Over,
    Table,
    TurnDone,
    is_bound,
)
from meldspec.three_thirteen.turn import end_turn
from meldspec.upcard import Take
from meldspec.wild import is_all_melds

# ── the right to go out ──────────────────────────────────────────────────────────────────────────


def all_in_melds(rules: Rules, hand: Hand, wild: int) -> bool:
    """Whether melds can hold every card of a hand.

    An option is read only where another reading would change the answer for this hand.
    Clauses: out.condition, out.verified.
    """
    if not _fits(hand, wild, FREEST):
        return False
    return _fits(hand, wild, STRICTEST) or _fits(hand, wild, set_limits(rules))


_fits: Final = lru_cache(maxsize=256)(is_all_melds)
"""Remembered, because the hands of a turn are tried more than once."""


def can_go_out(rules: Rules, table: Table, discard: Card | None) -> bool:
    """Whether melds hold all cards of the mover after the discard, or by a reading before it."""
    wild = rules.size.wild(table.hand_number)
    before = all_in_melds(rules, table.hand, wild)
    if discard is None:
        return before
    after = all_in_melds(rules, without_card(table.hand, discard), wild)
    if before == after:
        return after
    return after if rules.out.out_test_moment == "after_discard" else before


def goes_out_unsaid(rules: Rules, table: Table, discard: Card) -> bool:
    """Whether the seat could go out with this discard, and by a reading therefore does.

    Clauses: out.voluntary.
    """
    could = table.out is None and can_go_out(rules, table, discard)
    return could and rules.out.out_automatic == "automatic"


def ways_out(rules: Rules, state: Discarding, seat: Seat) -> Iterator[GoOut]:
    """Going out without a discard, and with each card of the hand as the discard."""
    yield GO_OUT_WITH_ALL
    for card in different(state.table.hand):
        yield GOING_OUT[card]


@condition("three-thirteen.discard.from-hand", given=always)
def holds_the_discard(rules: Rules, state: Discarding, seat: Seat, action: GoOut) -> bool:
    """The discard, if there is one, is in the hand."""
    return action.discard is None or action.discard in state.table.hand


@condition("three-thirteen.out.once", alike=True)
def nobody_is_out(rules: Rules, state: Discarding, seat: Seat, action: GoOut) -> bool:
    """Nobody has gone out before in this hand."""
    return state.table.out is None


@condition("three-thirteen.out.with-discard")
def discards_a_card(rules: Rules, state: Discarding, seat: Seat, action: GoOut) -> bool:
    """A card is discarded, unless a reading lets the seat keep it."""
    return action.discard is not None or rules.out.out_discard_needed == "may_keep"


@condition("three-thirteen.discard.not-taken-card")
def discards_no_taken_card(rules: Rules, state: Discarding, seat: Seat, action: GoOut) -> bool:
    """The discard does not look like the card taken in this turn, if a reading asks for that."""
    bound = action.discard is not None and is_bound(state.table, action.discard)
    return not bound or rules.discard.discard_taken_card == "allowed"


@condition("three-thirteen.out.condition")
def hand_is_melds(rules: Rules, state: Discarding, seat: Seat, action: GoOut) -> bool:
    """Every card that must lie in a meld can lie in one."""
    return can_go_out(rules, state.table, action.discard)


@effect(
    "three-thirteen.out.announce",
    "three-thirteen.out.with-discard",
    "three-thirteen.out.verified",
)
def announce(rules: Rules, state: Discarding, seat: Seat, action: GoOut) -> TurnDone:
    """The turn is done, with or without a discard, and everybody knows that the seat is out."""
    return end_turn(state.table, action.discard, goes_out=True)


GO_OUT: Final = Move(
    GoOut,
    during=(Discarding,),
    candidates=ways_out,
    exists=(holds_the_discard,),
    conditions=(nobody_is_out, discards_a_card, discards_no_taken_card, hand_is_melds),
    effect=announce,
)


# ── the final turns ──────────────────────────────────────────────────────────────────────────────


@condition("three-thirteen.out.stock-only")
def pile_is_open(rules: Rules, state: Drawing, seat: Seat, action: Take) -> bool:
    """This is no final turn, if a reading allows only the stock in final turns."""
    return state.table.out is None or rules.out.final_turn_scope != "stock_only"


@condition("three-thirteen.out.final-discard")
def may_keep_all(rules: Rules, state: Discarding, seat: Seat, action: Keep) -> bool:
    """This is a final turn, and a reading lets the seat keep all cards in it."""
    return state.table.out is not None and rules.out.final_turn_discard == "optional"


@effect("three-thirteen.out.final-discard")
def keep_all(rules: Rules, state: Discarding, seat: Seat, action: Keep) -> TurnDone:
    """The turn is done without a discard."""
    return end_turn(state.table)


KEEP_MOVE: Final = Move(
    Keep,
    during=(Discarding,),
    candidates=lambda rules, state, seat: (KEEP,),
    conditions=(may_keep_all,),
    effect=keep_all,
)


@follows("three-thirteen.out.one-more-turn", during=(Discarding,))
def end_turn_after_draw(rules: Rules, state: Discarding) -> TurnDone | None:
    """The mover has its card in a final turn, and by a reading the turn ends with that."""
    if state.table.out is None or rules.out.final_turn_scope != "draw_only":
        return None
    return end_turn(state.table)


# ── the end of the hand ──────────────────────────────────────────────────────────────────────────


@follows(
    "three-thirteen.out.hand-ends",
    "three-thirteen.out.reveal",
    "three-thirteen.out.opponents-arrange",
    "three-thirteen.deadwood.definition",
    "three-thirteen.score.deadwood",
    "three-thirteen.score.out-zero",
    "three-thirteen.score.best-arrangement",
    "three-thirteen.score.no-layoff",
    "three-thirteen.match.scores-add-up",
    during=(TurnDone,),
)
def end_the_hand(rules: Rules, state: TurnDone) -> Over | None:
    """The next turn would be that of the seat that went out: all hands are shown and counted."""
    table = state.table
    if table.out is None or neighbour(table.mover, len(table.hands)) != table.out:
        return None
    result = settle(rules, table.hand_number, table.out, table.hands)
    return Over(replace(table, ledger=entered(table.ledger, result)), result)
