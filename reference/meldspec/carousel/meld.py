"""Melds: which cards are a meld, and how many cards a seat must meld.

The law: spec/carousel/meld.md, and set.md and seq.md for its two kinds
"""

from __future__ import annotations

from collections.abc import Collection

from meldspec.carousel.options import Rules
from meldspec.carousel.search import best_play, most_cards
from meldspec.carousel.seq import has_both_ends
from meldspec.carousel.table import Knocking, Melding
from meldspec.hands import Hand
from meldspec.kernel import limit
from meldspec.manipulation import By, Kind, Placed, Play, kind
from meldspec.manipulation import Table as Melds


def kind_of(rules: Rules, meld: Collection[Placed]) -> Kind | None:
    """The kind of meld that the cards are, or None; a joker is the card that it stands for.

    The option is read only where it changes the answer for these cards.
    Clauses: meld.two-kinds, set.size, set.one-rank, set.suits-differ, seq.min-three, seq.one-suit,
    seq.consecutive, seq.ace-both-ways, seq.ace-not-inside, joker.as-natural.
    """
    at_most = kind(meld, both_ends=True)
    if at_most is kind(meld, both_ends=False):
        return at_most
    return kind(meld, both_ends=has_both_ends(rules))


def must_play_most(rules: Rules) -> bool:
    """Whether a seat that melds must play as many cards as it can."""
    return rules.meld.meld_amount == "maximum"


@limit("carousel.meld.all-that-can")
def as_many_as_can_be(rules: Rules, state: Melding, after: Knocking) -> bool:
    """No other table would have taken more cards of the hand, if a reading makes that a duty."""
    table = state.table
    left = after.table.hands[table.mover]
    if not left or not must_play_most(rules):
        return True
    most = most_cards(rules, rules.size.packs(table.seats), table.melds, table.hand)
    return len(table.hand) - len(left) >= most


def best(rules: Rules, packs: int, melds: Melds, hand: Hand, by: By) -> Play | None:
    """A play of the most cards, or of the most points, that is accepted; None if there is none.

    Where the most cards must be played, the most points are sought among plays of the most cards.
    """
    if by is By.POINTS and must_play_most(rules):
        by = By.POINTS_OF_MOST_CARDS
    return best_play(rules, packs, melds, hand, by)
