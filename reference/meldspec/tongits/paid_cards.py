"""Cards that are paid for: aces and fours of the winner.  The law: spec/tongits/settlement.md"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from meldspec.arrangement import (
    Arrangement,
    deadwood,
    fours_in,
    is_four,
    most_worth,
)
from meldspec.cards import Card, rank, total
from meldspec.melds import Meld
from meldspec.play import Seat
from meldspec.tongits.options import Rules
from meldspec.tongits.options_of_payment import SecretPartitionCompared
from meldspec.tongits.table import Facts, TableMeld, Taken, is_spread, is_tongits
from meldspec.tongits.terms import counts_as_layoff, is_completed, is_sagasa, spoilt


def for_aces(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for the winner's aces: in hand, or laid by the winner into melds of its own."""
    return rules.settlement.ace_chips * aces(rules, facts, winner)


def aces(rules: Rules, facts: Facts, winner: Seat) -> int:
    """How many of the winner's aces pay: an ace laid off on another seat's meld does not.

    Clauses: settlement.ace-in-hand, settlement.ace-in-own-melds,
    settlement.ace-laid-off-elsewhere-excluded, settlement.ace-received-excluded,
    settlement.ace-of-losers-ignored.
    """
    in_hand = sum(rank(card) == 0 for card in facts.hands[winner])
    own_melds = (meld for meld in facts.melds if meld.owner == winner)
    thrown = facts.outcome.last_discard
    if thrown is not None and rank(thrown) == 0:
        in_hand += rules.settlement.ace_scope_final_discard == "counts"
    return in_hand + sum(_own_aces(rules, meld) for meld in own_melds)


def _own_aces(rules: Rules, meld: TableMeld) -> int:
    """How many aces of a meld pay its owner; an option is read only where there is such an ace."""
    crossed = {laid.card for laid in meld.laid_off if laid.by != meld.owner}
    counting = [card for card in meld.cards if rank(card) == 0 and card not in crossed]
    if not counting:
        return 0
    if meld.face_down:
        counts = rules.settlement.ace_in_face_down_set == "counts"
        return len(counting) if counts else 0
    own_layoffs = sum(
        laid.card in counting and counts_as_layoff(rules, laid) for laid in meld.laid_off
    )
    if own_layoffs and rules.settlement.ace_own_layoff == "does_not_count":
        return len(counting) - own_layoffs
    return len(counting)


def for_secrets(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for the winner's secret fours: face down on the table, or still in hand.

    Clauses: variations.two-chip.
    """
    return rules.settlement.special_payment_level * secrets(rules, facts, winner)


def secrets(rules: Rules, facts: Facts, winner: Seat) -> int:
    """How many secret fours the winner has.

    Where a comparison decided the hand, or tongits must cover it, a four in hand counts only if the
    best arrangement keeps it together.  Otherwise the winner may arrange its hand for more fours.
    Readings change both.

    Clauses: settlement.secret-in-hand, settlement.secret-face-down, settlement.secret-arrangement,
    settlement.secret-uncompared, settlement.secret-winner-only.
    """
    on_table = sum(
        _is_secret_on_table(rules, meld, facts.taken)
        for meld in facts.melds
        if meld.owner == winner
    )
    return on_table + secrets_in_hand(rules, facts, winner)


def _is_secret_on_table(rules: Rules, meld: TableMeld, taken: tuple[Taken, ...]) -> bool:
    """Whether a meld on the table is a secret four.

    Clauses: exposing.face-down-keeps-bonus.
    """
    if meld.face_down:
        return True
    if not is_four(meld.cards):
        return False
    if is_completed(meld):
        otherwise = rules.settlement.sagasa_otherwise
        return otherwise == "completed_four_counts_as_secret" and not is_sagasa(rules, meld, taken)
    if meld.laid_off:
        return False
    at_once = rules.settlement.secret_definition == "also_face_up_laid_at_once"
    if not at_once or meld.from_pile is not None:
        return False
    kept = any(took.from_pile and took.card in meld.cards for took in taken)
    return not kept or rules.drawing.secret_with_discard_card != "never"


def secrets_in_hand(rules: Rules, facts: Facts, winner: Seat) -> int:
    """How many fours in the winner's hand are secrets."""
    hand = facts.hands[winner]
    if not fours_in(hand):
        return 0
    spoilt_cards = spoilt(rules, hand, facts.taken)
    if _by_count_of_ranks(rules, facts, winner):
        return fours_in(hand - spoilt_cards)
    arranged = arranged_hand(rules, facts, winner)
    return sum(is_four(meld) and meld.isdisjoint(spoilt_cards) for meld in arranged.melds)


def _by_count_of_ranks(rules: Rules, facts: Facts, winner: Seat) -> bool:
    """Whether a four in the hand counts in every arrangement."""
    return _partition(rules, facts, winner) == "rank_count_only"


def _partition(rules: Rules, facts: Facts, winner: Seat) -> SecretPartitionCompared | None:
    """The reading that decides the arrangement; None where the points do not matter."""
    if winner in facts.outcome.compared:
        return rules.settlement.secret_partition_compared
    uncompared = rules.settlement.secret_partition_uncompared
    match uncompared:
        case "max_bonus":
            return None
        case "same_as_compared":
            return rules.settlement.secret_partition_compared
        case _:
            assert_never(uncompared)


def _may_stay(rules: Rules, facts: Facts, winner: Seat) -> Callable[[frozenset[Card]], bool]:
    """Which cards may stay over when the winner arranges its hand for chips.

    A Spread counts first how many cards stay over, then their points where these matter.

    Clauses: settlement.secret-uncompared, settlement.secret-arrangement.
    """
    hand = facts.hands[winner]
    by_points = _partition(rules, facts, winner) == "min_deadwood_first"
    if is_spread(facts):
        fewest = most_worth(hand, len).unmatched
        return lambda cards: (
            len(cards) == len(fewest) and not (by_points and total(cards) > total(fewest))
        )
    if is_tongits(facts) or by_points:
        least = deadwood(hand)
        return lambda cards: total(cards) == least
    most = facts.outcome.most_points
    if most is None or winner not in facts.outcome.compared:
        return lambda cards: True
    return lambda cards: total(cards) <= most


def arranged_hand(rules: Rules, facts: Facts, winner: Seat) -> Arrangement:
    """The winner's hand, arranged for the most chips among the arrangements that may be shown.

    Where fours count by their rank alone, they do not compete with long runs for cards, so any
    arrangement may be shown for the runs.
    """
    hand = facts.hands[winner]
    spoilt_cards = spoilt(rules, hand, facts.taken)
    by_ranks = _by_count_of_ranks(rules, facts, winner)

    def worth(meld: Meld) -> int:
        if is_four(meld):
            paid = not by_ranks and meld.isdisjoint(spoilt_cards)
            return rules.settlement.special_payment_level * paid
        runs = long_run_count(rules, len(meld))
        if not runs or rules.variations.long_run_scope == "exposed_only":
            return 0
        return rules.variations.long_run_chips * runs

    if by_ranks:
        return most_worth(hand, worth)
    return most_worth(hand, worth, _may_stay(rules, facts, winner))


LONG_RUN: Final = 5
"""Cards of the shortest run that the variation pays for."""


def long_run_count(rules: Rules, cards: int) -> int:
    """How many payments a run of this number of cards earns."""
    if cards < LONG_RUN or rules.variations.long_run_bonus == "no_bonus":
        return 0
    if cards < 2 * LONG_RUN:
        return 1
    reading = rules.variations.long_run_count
    match reading:
        case "one_per_run_as_melded":
            return 1
        case "floor_length_over_five":
            return cards // LONG_RUN
        case _:
            assert_never(reading)


def for_sagasas(rules: Rules, facts: Facts, winner: Seat, loser: Seat) -> int:
    """Chips for the winner's Sagasas, where they are paid for."""
    completed = [meld for meld in facts.melds if meld.owner == winner and is_completed(meld)]
    if not completed or rules.settlement.sagasa_bonus == "nothing_paid":
        return 0
    sagasas = sum(is_sagasa(rules, meld, facts.taken) for meld in completed)
    return rules.settlement.special_payment_level * sagasas
