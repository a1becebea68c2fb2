"""Sets and runs are what the documents say, for every choice of cards."""

from __future__ import annotations

from meldspec.arrangement import is_four
from meldspec.cards import Card
from meldspec.melds import is_meld, is_run, is_set

from ...bugs import Bug
from ...law import law

FOUR_SUITS = Bug(is_set, "len(ranks) == 1", "len(ranks) <= 2")
NO_SUIT = Bug(is_run, "one_suit and ranks", "ranks")
GAP = Bug(is_run, "ranks[0] + len(ranks)))", "ranks[0] + len(ranks))) or ranks[-1] == 12")


@law(FOUR_SUITS, quick=True)
def set_of_three(a: Card, b: Card, c: Card) -> bool:
    """Three cards are a set just when they are of one rank.

    clause: tongits.melds.set-same-rank
    clause: tongits.melds.set-size-3-or-4
    pre: 0 <= a < b < c < 52
    post: _
    """
    return is_set(frozenset((a, b, c))) == (a % 13 == b % 13 == c % 13)


@law(Bug(is_set, "len(cards) in (3, 4)", "len(cards) == 3"))
def set_of_four(a: Card, b: Card, c: Card, d: Card) -> bool:
    """Four cards are a set just when they are of one rank; such a set is a four, nothing else is.

    clause: tongits.melds.set-same-rank
    clause: tongits.melds.set-size-3-or-4
    clause: tongits.exposing.face-down-only-fours
    pre: 0 <= a < b < c < d < 52
    post: _
    """
    cards = frozenset((a, b, c, d))
    one_rank = a % 13 == b % 13 == c % 13 == d % 13
    return is_set(cards) == is_four(cards) == one_rank


@law(Bug(is_set, " and len(suits) == len(cards)", ""), quick=True)
def no_suit_twice(card: Card, third: Card) -> bool:
    """Two cards that look alike, one of either of two packs, never lie in one set.

    clause: tongits.melds.set-same-rank
    pre: 0 <= card < 52
    pre: 0 <= third < 108 and third != card and third != card + 54
    post: _
    """
    return not is_set(frozenset((card, Card(card + 54), third)))


@law(Bug(is_set, "len(cards) in (3, 4) and", "len(cards) in (2, 3, 4) and"), quick=True)
def no_meld_of_two_or_less(a: Card, b: Card) -> bool:
    """Fewer than three cards are no set, no run and no meld.

    clause: tongits.melds.min-three-cards
    clause: tongits.melds.run-min-three
    pre: 0 <= a < b < 52
    post: _
    """
    few = (frozenset[Card](), frozenset((a,)), frozenset((a, b)))
    return not any(is_set(cards) or is_run(cards) or is_meld(cards) for cards in few)


@law(NO_SUIT)
def run_of_three(a: Card, b: Card, c: Card) -> bool:
    """Three cards are a run just when they follow one another in one suit, with the ace low.

    clause: tongits.melds.run-same-suit
    clause: tongits.melds.run-consecutive
    clause: tongits.melds.run-no-ace-high
    pre: 0 <= a < b < c < 52
    post: _
    """
    return is_run(frozenset((a, b, c))) == (b == a + 1 and c == a + 2 and a % 13 <= 10)


@law(GAP)
def run_of_four(a: Card, b: Card, c: Card, d: Card) -> bool:
    """Four cards of one suit are a run just when they follow one another without a gap.

    clause: tongits.melds.run-consecutive
    clause: tongits.melds.run-no-upper-limit
    clause: tongits.melds.run-no-ace-high
    pre: 0 <= a < b < c < d < 52
    pre: a // 13 == d // 13
    post: _
    """
    return is_run(frozenset((a, b, c, d))) == (d == a + 3)


@law(NO_SUIT)
def no_run_over_two_suits(a: Card, b: Card, c: Card, d: Card) -> bool:
    """Four cards that are not all of one suit are no run.

    clause: tongits.melds.run-same-suit
    clause: tongits.melds.run-ace-only-with-2-3
    pre: 0 <= a < b < c < d < 52
    pre: a // 13 < d // 13
    post: _
    """
    return not is_run(frozenset((a, b, c, d)))


@law(GAP)
def run_of_five(a: Card, b: Card, c: Card, d: Card, e: Card) -> bool:
    """Five cards of one suit are a run just when they follow one another without a gap.

    clause: tongits.melds.run-consecutive
    clause: tongits.melds.run-no-upper-limit
    pre: 0 <= a < b < c < d < e < 52
    pre: a // 13 == e // 13
    post: _
    """
    return is_run(frozenset((a, b, c, d, e))) == (e == a + 4)


@law(Bug(is_meld, "is_set(cards) or is_run(cards)", "is_set(cards)"))
def two_kinds(a: Card, b: Card, c: Card) -> bool:
    """Three cards are a meld just when they are a set or a run, and they are never both.

    clause: tongits.melds.two-kinds
    pre: 0 <= a < b < c < 52
    post: _
    """
    cards = frozenset((a, b, c))
    one_rank = a % 13 == b % 13 == c % 13
    in_order = b == a + 1 and c == a + 2 and a // 13 == c // 13
    return is_meld(cards) == (one_rank or in_order) and not (is_set(cards) and is_run(cards))
