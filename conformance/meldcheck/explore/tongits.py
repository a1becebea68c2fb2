"""Invariants: what must hold in every state, whatever is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

from meldcheck.explore.laws import discards_and_melds
from meldcheck.explore.table import Explored, SmallTable
from meldspec.arrangement import is_four
from meldspec.cards import SUITS, Card, parse_all, small_pack, suit
from meldspec.melds import is_meld
from meldspec.play import Seat
from meldspec.table import Deal, Draw, LayOff
from meldspec.tongits.ending import End
from meldspec.tongits.options import TABLE, Rules, Size
from meldspec.tongits.spoken import TONGITS
from meldspec.tongits.table import (
    CALL_DRAW,
    CHALLENGE,
    FOLD,
    KEEP,
    SEATS,
    Action,
    BeforeDeal,
    CallTongits,
    Drawing,
    Expose,
    Over,
    Playing,
    Responding,
    State,
    Table,
    Take,
    Taken,
    ledger_of,
    table_of,
)
from meldspec.tongits.terms import has_opened


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
    for seat in range(SEATS):
        more = len(table.hands[seat]) + cards_laid_by(table, seat) - rules.size.hand
        is_mover = seat == table.mover
        allowed = {1} if is_mover and (isinstance(state, Playing) or table.turn == 0) else {0}
        if is_mover and anytime and isinstance(state, Responding):
            allowed = {0, 1}
        if more not in allowed and not (plays_on(rules) and more > 0):
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
    return bool(state.table.stock) and (plays_on(rules) or bool(state.table.discard))


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


# ── exploring ─────────────────────────────────────────────────────────────────────────────────────


def lies(state: State) -> list[Card]:
    """The discards and the cards of all melds."""
    table = table_of(state)
    return discards_and_melds(table)


OF_STATES: Final = (
    chips_sum_to_zero,
    table_melds_are_melds,
    hand_sizes_follow,
    turn_begins_with_cards_to_take,
    payments_sum_to_zero,
    turns_are_bounded,
    only_opened_seats_are_asked,
)
"""Every law of one state of this game."""

OF_STEPS: Final = (every_action_brings_the_end_nearer,)
"""Every law of one step."""


def alike(rules: Rules, state: State) -> State:
    """The state without the differences that no rule looks at.

    A card that was taken in an earlier turn matters only where fours can be made, until it is
    discarded; how it came last decides.  Turns are counted from two rounds back.
    """
    if isinstance(state, BeforeDeal):
        return state
    table = state.table
    now = table.turn if table.turn < LATE else LATE + table.turn % SEATS

    def moved(turn: int) -> int:
        return max(turn + now - table.turn, 0)

    melds = tuple(
        replace(
            meld,
            turn=moved(meld.turn),
            laid_off=tuple(replace(each, turn=moved(each.turn)) for each in meld.laid_off),
        )
        for meld in table.melds
    )
    taken = tuple(replace(each, turn=moved(each.turn)) for each in remembered(rules, table))
    changed = replace(table, turn=now, melds=melds, taken=taken)
    return replace(state, table=changed)


def remembered(rules: Rules, table: Table) -> Iterator[Taken]:
    """The cards of which it matters how they were taken, in order; those of this turn come last."""
    if len({suit(card) for card in rules.size.pack}) == len(SUITS):
        last = {each.card: each for each in table.taken if each.turn < table.turn}
        yield from (last[card] for card in sorted(last) if card not in table.discard)
    yield from (each for each in table.taken if each.turn == table.turn)


LATE: Final = 2 * SEATS
"""Turns from here on are alike: a rule looks back one round at most."""


def plays_on(rules: Rules) -> bool:
    """Whether a seat without cards plays on, so that a turn may end without a discard."""
    return rules.tongits_call.empty_hand_policy == "plays_on_with_zero"


def loose(rules: Rules) -> dict[str, int]:
    """The stock, and the discard pile under its top unless a turn may end without a discard."""
    return {"stock": 0} if plays_on(rules) else {"stock": 0, "discard": 1}


def attempts(rules: Rules, state: State, seat: Seat) -> Iterator[Action]:
    """Melds and takes of any few cards, and lay-offs of any card on anything that lies there."""
    yield from (CALL_DRAW, FOLD, CHALLENGE, KEEP, CallTongits())
    lying = [meld.cards for meld in table_of(state).melds]
    for meld in (*lying, frozenset(rules.size.pack[:3])):
        yield Take(frozenset(), meld)
        yield from (LayOff(card, meld) for card in rules.size.pack)
    for size in (2, 3):
        for cards in map(frozenset, combinations(rules.size.pack, size)):
            yield from (Take(cards), Expose(cards), Expose(cards, face_down=True))


def with_cards(ranks: int, suits: int, hand: int, **readings: str) -> Rules:
    """The rules with few cards: the default ones, but for these readings."""
    size = Size(pack=small_pack(ranks, suits), hand=hand)
    return replace(TABLE.read({"options": {**readings}}), size=size)


RUNS: Final = (
    ("3C 4C 5C AD", "6C 2C AC", "2D 3D 4D"),
    ("AD 2D 6C 5C", "2C 3C 4C", "3D 4D 6D"),
)
"""Deals of two suits: with a run, and with cards that lengthen it in another hand."""

FOUR_ACES: Final = tuple(sorted((*small_pack(6, 2), *parse_all(("7C", "AH", "AS")))))
"""Cards among which only the aces make a four."""

EXPLORED: Final = Explored(
    spoken=TONGITS,
    kind=State,
    over=Over,
    deck=lambda rules, seats: rules.size.pack,
    lies=lies,
    of_states=OF_STATES,
    of_steps=OF_STEPS,
    hand_sizes=lambda rules, seats: (rules.size.hand + 1, *(rules.size.hand,) * (seats - 1)),
    deal=Deal,
    reveals=lambda rules, state, action: int(isinstance(action, Draw)),
    attempts=attempts,
    alike=alike,
    loose=loose,
    endings=frozenset(
        {
            "draw, one winner",
            "spread, one winner",
            "stock, no winner",
            "stock, one winner",
            "tongits, one winner",
        }
    ),
    tables={
        "small": SmallTable(
            rules=with_cards(3, 3, 2),
            seats=SEATS,
            says="nine cards, ace to three of three suits; two in a hand, three for the dealer",
        ),
        "large": SmallTable(
            rules=with_cards(4, 4, 4),
            seats=SEATS,
            says="sixteen cards, ace to four of four suits; four in a hand, five for the dealer",
            stated=(
                ("AC AD AH 2C 3D", "2D 2H 2S 4C", "3C 3H 3S 4D"),
                ("AC 2C 3C 4D AH", "4C AD 2D 3D", "2H 3H 4H AS"),
                ("AC AD AH AS 2C", "2D 3D 4D 4C", "3C 3H 3S 2H"),
            ),
        ),
        "strict": SmallTable(
            rules=with_cards(
                6,
                2,
                3,
                discard_take_requirement="new_meld_or_extend_own_table_meld",
                discard_extends_concealed_meld="hand_part_must_not_already_be_a_meld",
                discard_meld_size="exactly_three",
                discard_meld_exposure="may_keep_in_hand",
                discard_taken_card_back="forbidden",
                dealer_first_turn_secret="forbidden",
                secret_when_already_opened="only_to_open",
                layoff_target_same_turn="only_melds_from_earlier_turns",
                layoff_own_melds="opponents_only",
                layoff_opens_hand="layoffs_open_too",
                layoff_run_end="high_end_only",
                dealer_first_turn_tongit="forbidden",
                empty_hand_policy="plays_on_with_zero",
                tongit_concealed="must_play_out",
                tongit_requires_open="opening_needed",
                tongit_window="from_turn_start",
                tongit_vs_exhaustion="showdown",
                meld_needed_to_win="own_meld_needed",
            ),
            seats=SEATS,
            says="twelve cards, ace to six of two suits; three in a hand, four for the dealer",
            stated=RUNS,
            tried=5,
        ),
        "called": SmallTable(
            rules=with_cards(
                6,
                2,
                3,
                discard_meld_size="maximal_forced",
                empty_hand_policy="emptying_requires_call",
            ),
            seats=SEATS,
            says="twelve cards, ace to six of two suits; three in a hand, four for the dealer",
            stated=RUNS,
            tried=5,
        ),
        "unsaid": SmallTable(
            rules=with_cards(
                8,
                2,
                4,
                dealer_first_turn_melds="discard_only",
                secret_facedown_allowed="not_available",
                layoff_before_open="requires_open",
                tongit_trigger="automatic_when_coverable",
                spread_enabled="wins_before_first_turn",
            ),
            seats=SEATS,
            says="sixteen cards, ace to eight of two suits; four in a hand, five for the dealer",
            stated=(
                ("3C 4C 5C AD 3D", "6C 2C 8C 7D", "5D 6D AC 2D"),
                ("AC 2C 3C 4C 5C", "6C 7C AD 2D", "5D 6D 8C 8D"),
            ),
        ),
        "fours": SmallTable(
            rules=replace(
                with_cards(
                    6,
                    2,
                    4,
                    dealer_first_turn_layoff="allowed",
                    empty_hand_policy="plays_on_with_zero",
                    draw_call_open_requirement="face_up_meld_required",
                ),
                size=Size(pack=FOUR_ACES, hand=4),
            ),
            seats=SEATS,
            says=(
                "fifteen cards, four aces and two to seven of two suits without a seven; "
                "four in a hand, five for the dealer"
            ),
            stated=(("AC AD AH AS 5C", "2C 3C 4C 6D", "2D 3D 4D 7C"),),
        ),
    },
)
