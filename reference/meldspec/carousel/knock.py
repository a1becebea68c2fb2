"""The knock: after its turn a seat with few points may end the hand.

The law: spec/carousel/knock.md
"""

from __future__ import annotations

from typing import Final

from meldspec.carousel.options import KNOCK_BELOW, Rules
from meldspec.carousel.score import deadwood
from meldspec.carousel.table import DECLINE, KNOCK, Action, Decided, Decline, Knock, Knocking, State
from meldspec.carousel.value import worth
from meldspec.hands import Hand
from meldspec.kernel import Move, condition, effect, follows
from meldspec.manipulation import Table as Melds
from meldspec.play import Actor, Seat
from meldspec.table import Draw, neighbour

# ── who is asked ─────────────────────────────────────────────────────────────────────────────────


def to_knock(rules: Rules, state: Knocking) -> tuple[Seat, ...]:
    """The seats that are asked whether they knock.

    Clauses: knock.silent.
    """
    seats = map(Seat, range(state.table.seats))
    return tuple(seat for seat in seats if is_asked(rules, state, seat))


def is_asked(rules: Rules, state: Knocking, seat: Seat) -> bool:
    """Whether a seat that has not declined is asked: the mover, or by a reading every seat.

    Clauses: knock.after-own-turn, turn.to-act.
    """
    if seat in state.declined:
        return False
    return seat == state.table.mover or rules.knock.knock_actor == "anyone_below_five"


def draws_too_early(state: State, actor: Actor, action: Action) -> bool:
    """Whether the next seat would begin its turn while a knock may still come, asked or not.

    Clauses: knock.next-waits.
    """
    if not isinstance(state, Knocking) or not isinstance(action, Draw):
        return False
    return actor == neighbour(state.table.mover, state.table.seats)


# ── knocking ─────────────────────────────────────────────────────────────────────────────────────


def may_knock(rules: Rules, packs: int, melds: Melds, hand: Hand) -> bool:
    """Whether a hand counts few enough points to knock.

    Clauses: knock.threshold.
    """
    return worth(hand) < KNOCK_BELOW or deadwood(rules, packs, melds, hand) < KNOCK_BELOW


@condition("carousel.knock.threshold", alike=True)
def counts_less_than_five(rules: Rules, state: Knocking, seat: Seat, action: Knock) -> bool:
    """The seat's hand counts less than five points."""
    table = state.table
    return may_knock(rules, rules.size.packs(table.seats), table.melds, table.hands[seat])


@effect("carousel.knock.ends-hand", "carousel.knock.no-melding-after", "carousel.knock.window")
def end_the_hand(rules: Rules, state: Knocking, seat: Seat, action: Knock) -> Decided:
    """The hand is decided, and no seat may act any more."""
    return Decided(state.table, seat)


KNOCK_MOVE: Final = Move(
    Knock,
    during=(Knocking,),
    candidates=lambda rules, state, seat: (KNOCK,),
    conditions=(counts_less_than_five,),
    effect=end_the_hand,
)


@effect("carousel.knock.optional", "carousel.knock.silent")
def let_the_hand_go_on(rules: Rules, state: Knocking, seat: Seat, action: Decline) -> Knocking:
    """The seat declines to end the hand before the next turn."""
    return Knocking(state.table, tuple(sorted((*state.declined, seat))))


DECLINE_MOVE: Final = Move(
    Decline,
    during=(Knocking,),
    candidates=lambda rules, state, seat: (DECLINE,),
    effect=let_the_hand_go_on,
)


@follows("carousel.knock.optional", during=(Knocking,))
def knock_with_an_empty_hand(rules: Rules, state: Knocking) -> Decided | None:
    """The mover has no card left, and by a reading that is a knock."""
    if state.table.hand or state.declined or rules.knock.empty_hand != "auto_knock":
        return None
    return Decided(state.table, state.table.mover)
