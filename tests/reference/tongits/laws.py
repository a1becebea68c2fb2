"""Invariants: what must hold in every state, whatever is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from meldspec.arrangement import is_four
from meldspec.melds import is_meld
from meldspec.tongits.ending import End
from meldspec.tongits.options import Rules
from meldspec.tongits.options_of_payment import SecondWinBonus
from meldspec.tongits.options_of_play import TongitTrigger
from meldspec.tongits.table import (
    SEATS,
    BeforeDeal,
    Drawing,
    Over,
    Playing,
    Responding,
    SeatAction,
    State,
    Table,
    ledger_of,
    table_of,
)
from meldspec.tongits.terms import has_opened

from ..laws import Effort, Laws
from .scenes import SCENES
from .walks import WALKS, Step


def chips_sum_to_zero(rules: Rules, state: State) -> bool:
    """All balances and the pot together are nothing."""
    ledger = ledger_of(state)
    return sum(ledger.chips) + ledger.pot == 0


def table_melds_are_melds(rules: Rules, state: State) -> bool:
    """What lies on the table as a meld is one; what lies face down is a set of four."""
    return all(
        is_meld(meld.cards) and (not meld.face_down or is_four(meld.cards))
        for meld in table_of(state).melds
    )


def hand_sizes_follow(rules: Rules, state: State) -> bool:
    """A hand lacks just the cards that its seat has laid down; the player in turn has one more.

    Where a draw may be called after a card is taken, the caller may have one more; where a seat
    plays on without cards, it has ended turns without a discard.
    """
    if isinstance(state, BeforeDeal | Over):
        return True
    table = state.table
    anytime = rules.draw_call.draw_call_window == "any_time_in_own_turn"
    playing_on = rules.tongits_call.empty_hand_policy == "plays_on_with_zero"
    for seat in range(SEATS):
        more = len(table.hands[seat]) + cards_laid_by(table, seat) - rules.size.hand
        is_mover = seat == table.mover
        allowed = {1} if is_mover and (isinstance(state, Playing) or table.turn == 0) else {0}
        if is_mover and anytime and isinstance(state, Responding):
            allowed = {0, 1}
        if more not in allowed and not (playing_on and more > 0):
            return False
    return True


def cards_laid_by(table: Table, seat: int) -> int:
    """How many cards a seat has put on the table, as melds of its own and as lay-offs."""
    laid = 0
    for meld in table.melds:
        others = sum(1 for off in meld.laid_off if off.by != meld.owner)
        if meld.owner == seat:
            laid += len(meld.cards) - others
        else:
            laid += sum(1 for off in meld.laid_off if off.by == seat)
    return laid


def turn_begins_with_cards_to_take(rules: Rules, state: State) -> bool:
    """When a turn begins, the stock and the discard pile have a card each.

    Where a seat plays on without cards, it may have ended its turn without a discard.
    """
    if not isinstance(state, Drawing):
        return True
    playing_on = rules.tongits_call.empty_hand_policy == "plays_on_with_zero"
    return bool(state.table.stock) and (playing_on or bool(state.table.discard))


def payments_sum_to_zero(rules: Rules, state: State) -> bool:
    """What the losers pay is what the winner receives, and nobody is paid without a winner."""
    if not isinstance(state, Over):
        return True
    payments, winner = state.result.payments, state.result.outcome.winner
    least = 0 if state.result.outcome.end is End.SPREAD else 1
    paid_alone = winner is None or all(
        payments[seat] <= -least for seat in range(SEATS) if seat != winner
    )
    return sum(payments) == 0 and paid_alone and (winner is not None or not any(payments))


def turns_are_bounded(rules: Rules, state: State) -> bool:
    """No hand takes more than 25 turns at the full table, by the default rules of taking.

    Turns without a stock draw: the dealer's first, and takes.  Each take costs its seat three
    cards or more, so a seat's fourth take empties twelve cards and ends the hand.
    """
    usual = Rules()
    bounded = (
        rules.size == usual.size
        and rules.drawing == usual.drawing
        and rules.tongits_call == usual.tongits_call
    )
    if isinstance(state, BeforeDeal) or not bounded:
        return True
    return state.table.turn <= 24


def only_opened_seats_are_asked(rules: Rules, state: State) -> bool:
    """Whoever is asked to answer a call has opened, unless all are asked."""
    eligible = rules.answering.challenge_eligibility
    if not isinstance(state, Responding) or eligible != "opened_only":
        return True
    return all(has_opened(rules, state.table.melds, seat) for seat in state.asked)


def may_keep(rules: Rules) -> bool:
    """Whether a discard may be kept in the hand, so that a hand may go on for ever."""
    return rules.drawing.discard_meld_exposure == "may_keep_in_hand"


def measure(rules: Rules, state: State) -> int:
    """A number that every accepted action of a seat lowers, unless it keeps the discard.

    No card leaves the table, none goes back to the stock, a turn takes one card and ends with one
    discard at most, and every answer to a call leaves fewer to be asked.
    """
    table = table_of(state)
    elsewhere = len(rules.size.pack) - sum(len(meld.cards) for meld in table.melds)
    match state:
        case Drawing():
            left = 3
        case Playing():
            left = 4
        case Responding():
            left = len(state.asked)
        case _:
            left = 0
    return 2 * len(table.stock) + 2 * elsewhere + left


def bound(rules: Rules) -> int:
    """The measure of a dealt hand, and so the most steps that a hand takes after its deal."""
    cards, hand = len(rules.size.pack), rules.size.hand
    return 2 * (cards - 3 * hand - 1) + 2 * cards + 4


def every_action_brings_the_end_nearer(rules: Rules, before: State, after: State) -> bool:
    """The measure of a hand begins at its bound at most, and falls with every action."""
    if isinstance(before, BeforeDeal | Over):
        return measure(rules, after) <= bound(rules)
    one, other = table_of(before), table_of(after)
    kept = may_keep(rules) and (one.stock, one.melds) == (other.stock, other.melds)
    taken = isinstance(before, Drawing) and len(other.discard) == len(one.discard) - 1
    return measure(rules, after) < measure(rules, before) or (kept and taken)


# ── what walks come upon ─────────────────────────────────────────────────────────────────────────


def events(rules: Rules, step: Step) -> Iterator[object]:
    """How a hand ended, and what is rare in that."""
    if not isinstance(step.after, Over):
        return
    result, outcome = step.after.result, step.after.result.outcome
    yield outcome.end
    yield outcome.end, outcome.winner is None, bool(outcome.compared)
    if outcome.end is End.TONGITS:
        yield "tongits", rules.tongits_call.tongit_trigger
    owed = any(line.clause == "tongits.pot.variant-second-win-extra" for line in result.receipt)
    pot = step.after.table.ledger.pot
    if owed or (0 < pot < result.pot and outcome.winner is not None):
        yield "second win", rules.pot.second_win_bonus


BY_READINGS: Final = frozenset(
    {
        "tongits.turn.dealer-first-turn-discards-only",
        "tongits.drawing.discard-only-onto-own-melds",
        "tongits.drawing.discard-hand-part-no-meld",
        "tongits.drawing.discard-exactly-three",
        "tongits.drawing.discard-longest-meld",
        "tongits.drawing.discard-kept-needs-meld",
        "tongits.exposing.face-down-not-with-discard",
        "tongits.exposing.dealer-first-turn-no-face-down",
        "tongits.exposing.face-down-not-available",
        "tongits.exposing.face-down-only-to-open",
        "tongits.laying-off.not-in-same-turn",
        "tongits.laying-off.opponents-melds-only",
        "tongits.laying-off.needs-open",
        "tongits.laying-off.high-end-only",
        "tongits.discarding.taken-card-stays",
        "tongits.tongits-call.happens-by-itself",
        "tongits.tongits-call.emptying-needs-call",
        "tongits.tongits-call.played-out",
        "tongits.tongits-call.opened-first",
        "tongits.tongits-call.needs-own-meld",
        "tongits.tongits-call.not-after-last-card",
        "tongits.tongits-call.not-in-dealers-first-turn",
        "tongits.draw-call.special-does-not-suffice",
    }
)

LAWS: Final = Laws(
    walks=WALKS,
    of_states=(
        chips_sum_to_zero,
        table_melds_are_melds,
        hand_sizes_follow,
        turn_begins_with_cards_to_take,
        payments_sum_to_zero,
        turns_are_bounded,
        only_opened_seats_are_asked,
    ),
    of_steps=(every_action_brings_the_end_nearer,),
    events=events,
    usual={
        (End.DRAW, False, False): 1,
        (End.DRAW, False, True): 1,
        (End.STOCK, False, False): 1,
        (End.STOCK, False, True): 1,
        (End.STOCK, True, False): 1,
        End.TONGITS: 11,
        **dict.fromkeys(get_args(SeatAction), 1),
    },
    rare={
        **dict.fromkeys(End, 1),
        **{("tongits", trigger): 1 for trigger in get_args(TongitTrigger)},
        **{
            ("second win", bonus): 1
            for bonus in get_args(SecondWinBonus)
            if bonus != "nothing_extra"
        },
    },
    by_readings=BY_READINGS,
    refusing=frozenset(
        {
            "tongits.turn.dealer-first-turn-no-draw",
            "tongits.drawing.mandatory",
            "tongits.drawing.exactly-one",
            "tongits.draw-call.before-drawing",
            "tongits.answering.fold-or-challenge",
            "tongits.answering.call-pending",
        }
    ),
    purposes=lambda: ((scene.rules(), scene.steps()) for scene in SCENES),
    effort=Effort(
        matches=150, small_matches=6, every=(20, 0), often=(1, 2), twin_hands=220, twins=(2, 1)
    ),
)
