"""Indian Chief: a poker hand and a baccarat hand.  The law: spec/indian-chief/chief.md"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final, get_args

from meldspec.cards import rank
from meldspec.hands import Hand, holds_all, without_all
from meldspec.indian_chief.melds import Box
from meldspec.indian_chief.options import PokerAce, PokerTwoPack, Rules
from meldspec.indian_chief.poker import category
from meldspec.indian_chief.table import Choose, Choosing, Meld, sub_hands
from meldspec.indian_chief.value import ACE, face_value
from meldspec.kernel import always, condition
from meldspec.play import Seat
from meldspec.table import ReceiptLine, own_line

BACCARAT_SIZE: Final = 2


def declares_split(rules: Rules) -> bool:
    """Whether a reading asks a seat to declare the two hands of an Indian Chief with it."""
    return rules.chief.chief_split == "declared_at_commit"


@condition("indian-chief.chief.split-declared", given=always)
def split_is_declared(rules: Rules, state: Choosing, seat: Seat, action: Choose) -> bool:
    """An Indian Chief declares two of its cards as the baccarat hand, if a reading asks for it."""
    meld = action.meld
    if meld.size != Box.INDIAN_CHIEF:
        return True
    two = meld.baccarat
    if two is not None and len(two) == BACCARAT_SIZE and holds_all(meld.cards, two):
        return True
    return not declares_split(rules)


def chief_line(rules: Rules, seat: Seat, meld: Meld) -> ReceiptLine:
    """The line of an Indian Chief: the points of both hands together."""
    return own_line("indian-chief.chief.sum", seat, chief_score(rules, meld))


def chief_score(rules: Rules, meld: Meld) -> int:
    """The points of both hands, as declared, or else divided for the most points.

    The options for aces and for cards that look alike are read only where they change the points.
    Clauses: chief.split, chief.sum.
    """
    scores = _chief_scores(meld.cards, meld.baccarat)
    if len(set(scores.values())) == 1:
        return scores["ace_high_and_low", "highest"]
    if _matters(scores, 0):
        ace = rules.poker.poker_ace
        scores = {key: score for key, score in scores.items() if key[0] == ace}
    if _matters(scores, 1):
        alike = rules.poker.poker_two_pack
        scores = {key: score for key, score in scores.items() if key[1] == alike}
    (scored,) = set(scores.values())
    return scored


def _matters(scores: dict[tuple[PokerAce, PokerTwoPack], int], place: int) -> bool:
    """Whether the option at this place of the key changes the points under some reading."""
    others: dict[object, set[int]] = {}
    for key, score in scores.items():
        others.setdefault(key[1 - place], set()).add(score)
    return any(len(found) > 1 for found in others.values())


@lru_cache(maxsize=1 << 14)
def _chief_scores(cards: Hand, two: Hand | None) -> dict[tuple[PokerAce, PokerTwoPack], int]:
    """The points of seven cards under each reading of the poker hand."""
    aces = get_args(PokerAce) if any(rank(card) == ACE for card in cards) else ("ace_high_and_low",)
    packs = get_args(PokerTwoPack) if len(set(cards)) < len(cards) else ("highest",)
    return {
        (ace, alike): (best(cards, ace, alike) if two is None else divided(cards, two, ace, alike))
        for ace, alike in product(aces, packs)
    }


@lru_cache(maxsize=1 << 14)
def best(cards: Hand, ace: PokerAce, alike: PokerTwoPack) -> int:
    """The most points among the 21 ways to divide seven cards.

    Clauses: chief.split.
    """
    return max(divided(cards, two, ace, alike) for two in sub_hands(cards, BACCARAT_SIZE))


def divided(cards: Hand, two: Hand, ace: PokerAce, alike: PokerTwoPack) -> int:
    """The points of seven cards with two of them as the baccarat hand.

    Clauses: chief.sum.
    """
    return category(without_all(cards, two), ace, alike) + baccarat(two)


def baccarat(cards: Hand) -> int:
    """The points of a baccarat hand.

    Clauses: chief.baccarat.
    """
    return face_value(cards) % 10
