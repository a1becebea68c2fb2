"""Can this turn be completed, can it go out, what must still be laid: look-ahead inside a turn.

No chance acts inside a turn, so all of it is decided by the hand and the table.  The plain
definitions are searched; shortcuts stand before them only where they follow from facts alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from meldspec.cards import Card
from meldspec.melds import extensions, melds_in
from meldspec.rummy.options import (
    Rules,
)
from meldspec.rummy.settlement import went_rummy
from meldspec.rummy.state import Table, TableMeld
from meldspec.rummy.turn import (
    fitting,
    has_melded_enough,
    laying_off_is_a_duty,
    leaves_a_discard,
    may_lay_on,
    melding_is_a_duty,
    open_melds,
    with_lay_off,
    with_meld,
)


def open_lay_offs(rules: Rules, table: Table) -> tuple[tuple[Card, TableMeld], ...]:
    """The cards that the mover may lay off and on which melds, look-ahead apart."""
    found = tuple(fitting(table))
    if not found or not has_melded_enough(rules, table) or not leaves_a_discard(rules, table, 1):
        return ()
    if not melding_is_done(rules, table):
        return ()
    return tuple([(card, meld) for card, meld in found if may_lay_on(rules, table, meld)])


def melding_is_done(rules: Rules, table: Table) -> bool:
    """Whether the mover may lay off, as far as the order in a turn decides it.

    It may at once, unless melding comes first and is a duty that is not done yet.
    """
    return (
        not melds_in(table.hand) or rules.turn.step_order == "free" or not owes_a_meld(rules, table)
    )


def reached(rules: Rules, table: Table) -> Iterator[Table]:
    """The tables after each meld and each lay-off that the mover may lay, look-ahead apart."""
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


# ── going out ────────────────────────────────────────────────────────────────────────────────────


def can_go_out(rules: Rules, table: Table) -> bool:
    """Whether some melds and lay-offs, perhaps none, and one discard at most empty the hand.

    It must be in a way in which several melds may be laid.  At least two lie already, so that five
    cards at most are left to look at.
    """
    hand = table.hand
    if not hand:
        return may_go_out(rules, table, discarded=False)
    if (
        len(hand) == 1
        and all(may_discard(rules, table, card) for card in hand)
        and may_go_out(rules, table, discarded=True)
    ):
        return True
    return len(loose(table)) <= 1 and any(
        can_go_out(rules, after) for after in reached(rules, table)
    )


def may_go_out(rules: Rules, table: Table, discarded: bool) -> bool:
    """Whether the mover, who has laid several melds, may run out of cards now, by discard or not.

    Clauses: meld.one-per-turn-exception, exception-without-rummy.
    """
    bound = rules.meld.one_meld_exception == "goes_rummy"
    return not bound or went_rummy(rules, table, discarded)


# ── the card taken from the pile ─────────────────────────────────────────────────────────────────


def may_discard(rules: Rules, table: Table, card: Card) -> bool:
    """Whether a card of the hand may be discarded, as far as where it comes from decides it.

    A card of the stock may; the card taken from the pile may not, unless a reading lets it go where
    it is the only one left.  Clauses: discard.not-taken-card, stock-card-free.
    """
    if card != table.taken:
        return True
    if len(table.hand) > 1:
        return False
    if rules.discard.only_taken_card_left == "waive_ban":
        return True
    return (
        not open_lay_offs(rules, table)
        and melding_is_a_duty(rules)
        and rules.meld.compulsion_vs_dead_state == "waive_ban"
        and rules.discard.only_taken_card_left == "prevent"
    )


def nothing_but_the_taken_card(rules: Rules, table: Table) -> bool:
    """Whether only the card taken from the pile is left, and it fits nowhere."""
    return table.hand == {table.taken} and not open_lay_offs(rules, table)


def is_stranded(rules: Rules, table: Table) -> bool:
    """Whether the turn has come to where it may not: no discard, and nothing else to do."""
    return (
        nothing_but_the_taken_card(rules, table) and rules.discard.only_taken_card_left == "prevent"
    )


def may_be_stranded(table: Table) -> bool:
    """Whether the card taken from the pile could be the only one left, by facts alone."""
    taken = table.taken
    return taken in table.hand and loose(table) <= {taken}


# ── the duty to lay down ─────────────────────────────────────────────────────────────────────────


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


def owes_a_meld(rules: Rules, table: Table) -> bool:
    """Whether the mover must meld before it discards: it must, and a meld may be laid.

    Clauses: meld.optional, hold-indefinitely.
    """
    if not melds_in(table.hand) or not melding_is_a_duty(rules):
        return False
    return any(not _gives_way(rules, with_meld(table, cards)) for cards in open_melds(rules, table))


def owes_a_lay_off(rules: Rules, table: Table) -> bool:
    """Whether the mover must lay off before it discards: it must, and a card may be laid off.

    Clauses: layoff.optional.
    """
    if not any(fitting(table)) or not laying_off_is_a_duty(rules):
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


def can_be_completed(rules: Rules, table: Table) -> bool:
    """Whether the turn can be ended though the duty to lay down never yields.

    Some melds and lay-offs must lead to where nothing is owed and a card may be discarded, or
    away goes the card taken from the pile: without it a turn can always be ended.
    """
    return not may_be_stranded(table) or _can_be_completed(rules, table, set())


def _can_be_completed(rules: Rules, table: Table, seen: set[object]) -> bool:
    """The same, looking at each hand and table once."""
    if table.taken not in table.hand:
        return True
    key = (table.hand, tuple(meld.cards for meld in table.melds))
    if key in seen:
        return False
    seen.add(key)
    if len(table.hand) > 1 and not owes_a_meld(rules, table) and not owes_a_lay_off(rules, table):
        return True
    return any(
        _can_be_completed(rules, after, seen)
        for after in reached(rules, table)
        if keeps_the_most(rules, table, after)
    )


def stays_completable(rules: Rules, before: Table, after: Table) -> bool:
    """Whether laying something does not bring the turn to where only the taken card is left.

    Where the duty yields, or there is none, a turn can be completed unless it is there already:
    of two cards one may be discarded.  Where the duty lets the taken card go, a turn that could not
    be completed before goes on.
    """
    if not may_be_stranded(after) or (len(after.hand) == 1 and open_lay_offs(rules, after)):
        return True
    if not duty_never_yields(rules):
        return not is_stranded(rules, after)
    if can_be_completed(rules, after):
        return True
    waives = rules.meld.compulsion_vs_dead_state == "waive_ban"
    return waives and not can_be_completed(rules, before)


def may_take(rules: Rules, after: Table) -> bool:
    """Whether the duty to lay down leaves a way to end the turn of who has taken the discard.

    Clauses: draw.would-strand.
    """
    return (
        not may_be_stranded(after)
        or not duty_never_yields(rules)
        or rules.meld.compulsion_vs_dead_state != "draw_illegal"
        or can_be_completed(rules, after)
    )
