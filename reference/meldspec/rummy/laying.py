"""Melding and laying off: what may be laid, what must be laid, and what strands a seat.

The law: spec/rummy/meld.md, spec/rummy/layoff.md

The conditions of the moves and the look-ahead share these predicates, so each option is read in
one place.  Chance does not act inside a turn: the hand and the table decide all of it.  The search
follows the plain definitions; a shortcut comes first only where it holds under every reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from meldspec.cards import Card
from meldspec.melds import Meld, extensions, melds_in
from meldspec.rummy.options import Rules
from meldspec.rummy.rummy import barred_from_rummy, went_rummy
from meldspec.rummy.table import Table, TableMeld
from meldspec.rummy.terms import (
    fitting,
    has_laid_off,
    laid_off_before,
    melded_before,
    melds_laid,
    with_lay_off,
    with_meld,
)

# ── what may be laid ─────────────────────────────────────────────────────────────────────────────


def may_lay_another(rules: Rules, table: Table) -> bool:
    """Whether the cards laid before allow another meld in this turn.

    Going rummy lifts the limit of one meld.  The limits of the move check that the turn then goes
    out, and how.  Clauses: meld.one-per-turn-exception, rummy.multi-meld.
    """
    if not melds_laid(table) or rules.meld.melds_per_turn == "many":
        return True
    reading = rules.meld.one_meld_exception
    match reading:
        case "goes_rummy":
            return not barred_from_rummy(rules, table)
        case "no_prior_meld":
            return not melded_before(table) and not _spoilt_by_laying_off(rules, table)
        case "any_going_out":
            return True
        case _:
            assert_never(reading)


def _spoilt_by_laying_off(rules: Rules, table: Table) -> bool:
    """Whether a lay-off in an earlier turn closes the exception."""
    if not laid_off_before(table) or rules.rummy.rummy_prior_layoff == "allowed":
        return False
    return rules.meld.exception_vs_disqualified == "same_predicate"


def must_go_out(rules: Rules, table: Table) -> bool:
    """Whether the mover has laid more melds than it may without going out in this turn."""
    return melds_laid(table) > 1 and rules.meld.melds_per_turn == "one"


def may_go_out(rules: Rules, table: Table, discarded: bool) -> bool:
    """Whether a mover that has laid several melds may run out of cards now, by discard or not.

    Clauses: meld.one-per-turn-exception, meld.exception-without-rummy.
    """
    bound = rules.meld.one_meld_exception == "goes_rummy"
    return not bound or went_rummy(rules, table, discarded)


def melds_are_open(rules: Rules, table: Table) -> bool:
    """Whether a meld may be laid now: by a reading not after a lay-off of this turn."""
    return not has_laid_off(table) or rules.turn.step_order == "free"


def is_by_owner(rules: Rules, table: Table, meld: TableMeld) -> bool:
    """Whether the mover may lay off on this meld, by its owner.

    Clauses: layoff.own-meld, layoff.opponent-meld.
    """
    return meld.owner != table.mover or rules.layoff.layoff_own == "own_too"


def is_by_age(rules: Rules, table: Table, meld: TableMeld) -> bool:
    """Whether the mover may lay off on this meld, by the turn in which it was laid.

    Where it may lay off on none of its own melds, only the owner decides.
    Clauses: layoff.earlier-melds.
    """
    if meld.turn < table.turn or not is_by_owner(rules, table, meld):
        return True
    return rules.layoff.layoff_fresh_meld == "any_turn"


def has_melded_enough(rules: Rules, table: Table) -> bool:
    """Whether the mover has melded enough to lay off, if a reading asks for any meld."""
    if melds_laid(table):
        return True
    needed = rules.layoff.layoff_prerequisite
    if needed == "no_condition":
        return True
    return needed == "own_meld_this_hand" and melded_before(table)


def leaves_a_discard(rules: Rules, table: Table, played: int) -> bool:
    """Whether playing this number of cards leaves one to discard, if a reading asks for that."""
    return len(table.hand) > played or rules.out.final_discard == "optional"


def open_melds(rules: Rules, table: Table) -> tuple[Meld, ...]:
    """The melds of the hand that the mover may lay, without the limits of the move."""
    held = melds_in(table.hand)
    if not held or not melds_are_open(rules, table) or not may_lay_another(rules, table):
        return ()
    return tuple([meld for meld in held if leaves_a_discard(rules, table, len(meld))])


def open_lay_offs(rules: Rules, table: Table) -> tuple[tuple[Card, TableMeld], ...]:
    """The cards that the mover may lay off, with the melds, without the limits of the move."""
    found = tuple(fitting(table))
    if not found or not has_melded_enough(rules, table) or not leaves_a_discard(rules, table, 1):
        return ()
    if not melding_is_done(rules, table):
        return ()
    return tuple(
        [
            (card, meld)
            for card, meld in found
            if is_by_owner(rules, table, meld) and is_by_age(rules, table, meld)
        ]
    )


def reached(rules: Rules, table: Table) -> Iterator[Table]:
    """The tables after each meld and each lay-off, without the limits of the moves."""
    for cards in open_melds(rules, table):
        yield with_meld(table, cards)
    for card, meld in open_lay_offs(rules, table):
        yield with_lay_off(table, card, meld.cards)


def loose(table: Table) -> frozenset[Card]:
    """The cards of the hand that no meld can ever hold, of the hand or on the table.

    A card that fits a meld laid from the hand is part of a longer meld of the hand.
    """
    hand = table.hand
    placed = frozenset[Card]().union(*melds_in(hand))
    for meld in table.melds:
        grown = meld.cards
        while more := [card for card in extensions(grown) if card in hand]:
            grown = grown.union(more)
        placed |= grown
    return hand - placed


# ── the taken card alone ─────────────────────────────────────────────────────────────────────────


def nothing_but_the_taken_card(rules: Rules, table: Table) -> bool:
    """Whether only the card taken from the pile is left, and it fits nowhere."""
    return table.hand == {table.taken} and not open_lay_offs(rules, table)


def is_stranded(rules: Rules, table: Table) -> bool:
    """Whether the seat is stranded: it may not discard, and it has no other action."""
    return (
        nothing_but_the_taken_card(rules, table) and rules.discard.only_taken_card_left == "prevent"
    )


def duty_never_yields(rules: Rules) -> bool:
    """Whether melds must be laid even if only the card taken from the pile is left then."""
    return (
        melding_is_a_duty(rules)
        and rules.discard.only_taken_card_left == "prevent"
        and rules.meld.compulsion_vs_dead_state != "compulsion_yields"
    )


def _gives_way(rules: Rules, after: Table) -> bool:
    """Whether cards need not be laid, because the table after it would strand the seat."""
    return is_stranded(rules, after) and not duty_never_yields(rules)


# ── what must be laid ────────────────────────────────────────────────────────────────────────────


def melding_is_a_duty(rules: Rules) -> bool:
    """Whether a seat must meld what it can."""
    return rules.meld.meld_compulsion != "optional"


def owes_a_meld(rules: Rules, table: Table) -> bool:
    """Whether the mover must meld before it discards: melding is a duty, and a meld may be laid.

    Clauses: meld.optional, meld.hold-indefinitely.
    """
    if not melds_in(table.hand) or not melding_is_a_duty(rules):
        return False
    return any(not _gives_way(rules, with_meld(table, cards)) for cards in open_melds(rules, table))


def melding_is_done(rules: Rules, table: Table) -> bool:
    """Whether the order in a turn lets the mover lay off now.

    It does, unless melding comes first and is a duty that is not done yet.
    """
    return (
        not melds_in(table.hand) or rules.turn.step_order == "free" or not owes_a_meld(rules, table)
    )


def owes_a_lay_off(rules: Rules, table: Table) -> bool:
    """Whether the mover must lay off before it discards: it is a duty, and a card may be laid off.

    Clauses: layoff.optional.
    """
    if not any(fitting(table)):
        return False
    if rules.meld.meld_compulsion != "melds_and_layoffs_compulsory":
        return False
    return any(
        not _gives_way(rules, after) and keeps_the_most(rules, table, after)
        for card, meld in open_lay_offs(rules, table)
        for after in (with_lay_off(table, card, meld.cards),)
    )


def most_cards(rules: Rules, table: Table) -> int:
    """The most cards of the hand that can still be melded, one meld after the other."""
    return _most_cards(rules, table, {})


def _most_cards(rules: Rules, table: Table, known: dict[frozenset[Card], int]) -> int:
    """The same, with each remaining hand tried once."""
    hand = table.hand
    if hand not in known:
        known[hand] = max(
            (
                len(cards) + _most_cards(rules, after, known)
                for cards in open_melds(rules, table)
                for after in (with_meld(table, cards),)
                if not _gives_way(rules, after)
            ),
            default=0,
        )
    return known[hand]


def keeps_the_most(rules: Rules, before: Table, after: Table) -> bool:
    """Whether as many cards can be melded after laying some as before, if that is a duty.

    They can where the hand held no meld, or only melds of the cards laid.
    """
    played = before.hand - after.hand
    melded = len(after.melds) > len(before.melds)
    held = melds_in(before.hand)
    if not held or (melded and all(meld <= played for meld in held)):
        return True
    if not melding_is_a_duty(rules):
        return True
    if rules.meld.compulsion_measure == "maximal":
        return True
    laid = len(played) if melded else 0
    return laid + most_cards(rules, after) >= most_cards(rules, before)
