"""Who has opened, and what else lets a seat take part: a secret four, or a meld it could lay."""

from __future__ import annotations

from meldspec.arrangement import fours_in
from meldspec.cards import Card
from meldspec.play import Seat
from meldspec.tongits.options import (
    Rules,
)
from meldspec.tongits.state import LaidOff, TableMeld, Taken, owns_a_meld


def has_opened(rules: Rules, melds: tuple[TableMeld, ...], seat: Seat) -> bool:
    """Whether a seat has opened: a meld of its own, face up or down, lies on the table.

    Where a reading says so, a card that it has added to another's meld opens its hand too.
    Clauses: exposing.opens-hand, laying-off.does-not-open.
    """
    return owns_a_meld(melds, seat) or has_opened_by_laying_off(rules, melds, seat)


def has_opened_by_laying_off(rules: Rules, melds: tuple[TableMeld, ...], seat: Seat) -> bool:
    """Whether a card that a seat has added to a meld has opened its hand, as some readings say."""
    return any(laid.by == seat and _opens(rules, laid) for meld in melds for laid in meld.laid_off)


def _opens(rules: Rules, laid: LaidOff) -> bool:
    if laid.from_pile:
        extends = rules.drawing.discard_extension_counts_as_layoff
        if extends == "counts_as_meld":
            return True
    return rules.laying_off.layoff_opens_hand == "layoffs_open_too"


def has_secret(rules: Rules, hand: frozenset[Card], taken: tuple[Taken, ...]) -> bool:
    """Whether the hand holds a four of a kind that can be a secret.

    Clauses: terms.secret.
    """
    return bool(fours_in(hand - spoilt(rules, hand, taken)))


def spoilt(rules: Rules, hand: frozenset[Card], taken: tuple[Taken, ...]) -> frozenset[Card]:
    """The cards of a hand that came from the discard pile and so can be in no secret four."""
    from_pile = frozenset(took.card for took in taken if took.from_pile and took.card in hand)
    if not from_pile:
        return from_pile
    keeps = rules.drawing.secret_with_discard_card
    return frozenset() if keeps == "yes_if_kept_concealed" else from_pile
