"""Laying down, by meld or by lay-off: what may be laid, what must be, and what strands a seat.

The law: spec/rummy/meld.md, spec/rummy/layoff.md

The conditions of the moves ask these predicates, and so does the look-ahead, so that each reading
is asked in one place.  No chance acts inside a turn: the hand and the table decide all of it.  The
plain definitions are searched; shortcuts stand before them only where they follow from facts alone.
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
    """Whether another meld may be laid in this turn, as far as what was laid before decides it.

    Going rummy lifts the limit of one; that the turn then goes out, and how, is asked of what comes
    after.  Clauses: meld.one-per-turn-exception, rummy.multi-meld.
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
    """Whether the mover has laid more melds than a turn allows that does not go out."""
    return melds_laid(table) > 1 and rules.meld.melds_per_turn == "one"


def may_go_out(rules: Rules, table: Table, discarded: bool) -> bool:
    """Whether the mover, who has laid several melds, may run out of cards now, by discard or not.

    Clauses: meld.one-per-turn-exception, meld.exception-without-rummy.
    """
    bound = rules.meld.one_meld_exception == "goes_rummy"
    return not bound or went_rummy(rules, table, discarded)


def melds_are_open(rules: Rules, table: Table) -> bool:
    """Whether a meld may follow what was laid off in this turn."""
    return not has_laid_off(table) or rules.turn.step_order == "free"


def is_by_owner(rules: Rules, table: Table, meld: TableMeld) -> bool:
    """Whether the mover may lay off on melds of this owner.

    Clauses: layoff.own-meld, layoff.opponent-meld.
    """
    return meld.owner != table.mover or rules.layoff.layoff_own == "own_too"


def is_by_age(rules: Rules, table: Table, meld: TableMeld) -> bool:
    """Whether the mover may lay off on a meld that has lain there so long.

    Where it may lay off on none of its own, the owner alone decides.
    Clauses: layoff.earlier-melds.
    """
    if meld.turn < table.turn or not is_by_owner(rules, table, meld):
        return True
    return rules.layoff.layoff_fresh_meld == "any_turn"


def has_melded_enough(rules: Rules, table: Table) -> bool:
    """Whether the mover has melded what laying off asks for, if a reading asks for anything."""
    if melds_laid(table):
        return True
    needed = rules.layoff.layoff_prerequisite
    if needed == "no_condition":
        return True
    return needed == "own_meld_this_hand" and melded_before(table)


def leaves_a_discard(rules: Rules, table: Table, played: int) -> bool:
    """Whether playing so many cards leaves one to discard, if a reading asks for that."""
    return len(table.hand) > played or rules.out.final_discard == "optional"


def open_melds(rules: Rules, table: Table) -> tuple[Meld, ...]:
    """The melds of the hand that the mover may lay, whatever comes of it."""
    held = melds_in(table.hand)
    if not held or not melds_are_open(rules, table) or not may_lay_another(rules, table):
        return ()
    return tuple([meld for meld in held if leaves_a_discard(rules, table, len(meld))])


def open_lay_offs(rules: Rules, table: Table) -> tuple[tuple[Card, TableMeld], ...]:
    """The cards that the mover may lay off and on which melds, whatever comes of it."""
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
    """The tables after each meld and each lay-off that the mover may lay, whatever comes of it."""
    for cards in open_melds(rules, table):
        yield with_meld(table, cards)
    for card, meld in open_lay_offs(rules, table):
        yield with_lay_off(table, card, meld.cards)


def loose(table: Table) -> frozenset[Card]:
    """The cards of the hand that, whatever is laid, are in no meld and fit no meld on the table.

    A card that fits a meld laid from the hand is in a longer meld of the hand.
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
    """Whether the turn has come to where it may not: no discard, and nothing else to do."""
    return (
        nothing_but_the_taken_card(rules, table) and rules.discard.only_taken_card_left == "prevent"
    )


def duty_never_yields(rules: Rules) -> bool:
    """Whether melds must be laid even where only the card taken from the pile is then left."""
    return (
        melding_is_a_duty(rules)
        and rules.discard.only_taken_card_left == "prevent"
        and rules.meld.compulsion_vs_dead_state != "compulsion_yields"
    )


def _gives_way(rules: Rules, after: Table) -> bool:
    """Whether what leads to this table need not be laid, since it would strand the seat."""
    return is_stranded(rules, after) and not duty_never_yields(rules)


# ── what must be laid ────────────────────────────────────────────────────────────────────────────


def melding_is_a_duty(rules: Rules) -> bool:
    """Whether what can be melded must be."""
    return rules.meld.meld_compulsion != "optional"


def owes_a_meld(rules: Rules, table: Table) -> bool:
    """Whether the mover must meld before it discards: it must, and a meld may be laid.

    Clauses: meld.optional, meld.hold-indefinitely.
    """
    if not melds_in(table.hand) or not melding_is_a_duty(rules):
        return False
    return any(not _gives_way(rules, with_meld(table, cards)) for cards in open_melds(rules, table))


def melding_is_done(rules: Rules, table: Table) -> bool:
    """Whether the mover may lay off, as far as the order in a turn decides it.

    It may at once, unless melding comes first and is a duty that is not done yet.
    """
    return (
        not melds_in(table.hand) or rules.turn.step_order == "free" or not owes_a_meld(rules, table)
    )


def owes_a_lay_off(rules: Rules, table: Table) -> bool:
    """Whether the mover must lay off before it discards: it must, and a card may be laid off.

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
    """The most cards of the hand that melds, laid one after the other, can still take."""
    return _most_cards(rules, table, {})


def _most_cards(rules: Rules, table: Table, known: dict[frozenset[Card], int]) -> int:
    """The same, looking at each hand that can be left once."""
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
    """Whether as many cards can be in melds after laying something as before, if that is a duty.

    They can where the hand held no meld, or none but what was laid and parts of it.
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
