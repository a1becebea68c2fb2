"""What a card is worth, and where it stands in its suit."""

from __future__ import annotations

from meldspec.cards import Card, is_joker, points, rank, suit, total

from ...bugs import Bug
from ...law import law


@law(Bug(rank, "_RANK[card % CARDS_IN_A_COPY]", "_RANK[card % 53]"), quick=True)
def rank_and_suit(card: Card) -> bool:
    """Suits follow one another by thirteens and ranks rise inside a suit, in every copy alike.

    clause: tongits.cards.rank-order
    clause: tongits.cards.no-jokers
    pre: 0 <= card < 216
    post: _
    """
    place = card - 54 * (card // 54)
    if place > 51:
        return is_joker(card) and rank(card) == 13 and suit(card) == 4
    return not is_joker(card) and 13 * suit(card) + rank(card) == place and 0 <= rank(card) < 13


@law(Bug(points, "_POINTS[card % CARDS_IN_A_COPY]", "min(rank(card) + 1, 11)"), quick=True)
def points_of_a_card(card: Card) -> bool:
    """An ace is one point, two to ten are their number, and jack, queen and king are ten.

    clause: tongits.cards.points-every-card
    clause: tongits.cards.points-ace-one
    clause: tongits.cards.points-pip
    clause: tongits.cards.points-court-ten
    pre: 0 <= card < 52
    post: _
    """
    number = card % 13 + 1
    return points(card) == (10 if number in (11, 12, 13) else number)


@law(Bug(total, "points(card) for card in cards", "points(card) for card in set(cards)"))
def points_add(a: Card, b: Card, c: Card, d: Card) -> bool:
    """Several cards together have the sum of their points, also when two of them look alike.

    clause: tongits.terms.deadwood
    pre: 0 <= a <= b <= c <= d < 108
    post: _
    """
    return total((a, b, c, d)) == points(a) + points(b) + points(c) + points(d)
