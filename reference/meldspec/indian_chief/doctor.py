"""Doctor: six ranks with an ace and a heart.  The law: spec/indian-chief/doctor.md"""

from __future__ import annotations

from typing import Final

from meldspec.cards import rank, suit
from meldspec.hands import Hand
from meldspec.indian_chief.melds import Box
from meldspec.indian_chief.options import Rules
from meldspec.indian_chief.table import Choose, Choosing, Meld
from meldspec.indian_chief.value import ACE
from meldspec.kernel import always, condition
from meldspec.play import Seat
from meldspec.table import ReceiptLine, own_line

HEARTS: Final = 2


def is_doctor(rules: Rules, cards: Hand) -> bool:
    """Whether six cards have six ranks, an ace and a heart.

    Clauses: doctor.ranks-differ, doctor.heart, doctor.ace.
    """
    ranks = {rank(card) for card in cards}
    hearts = [card for card in cards if suit(card) == HEARTS]
    if len(ranks) < len(cards) or ACE not in ranks or not hearts:
        return False
    if len(hearts) > 1:
        return rules.doctor.doctor_heart_count == "at_least_one"
    if rank(hearts[0]) == ACE:
        return rules.doctor.doctor_ace_of_hearts == "one_card_may_do_both"
    return True


def doctor_score(meld: Meld) -> int:
    """Ten points for each card of the named suit, or else of the suit with the most cards.

    Clauses: doctor.suit-score.
    """
    suits = [suit(card) for card in meld.cards]
    if meld.suit is not None:
        return 10 * suits.count(meld.suit)
    return 10 * max(map(suits.count, suits))


def doctor_line(rules: Rules, seat: Seat, meld: Meld) -> ReceiptLine:
    """The line of six cards: a Doctor scores by its suit, other cards score 0."""
    if not is_doctor(rules, meld.cards):
        return own_line("indian-chief.doctor.fail", seat, 0)
    return own_line("indian-chief.doctor.suit-score", seat, doctor_score(meld))


def names_suit(rules: Rules) -> bool:
    """Whether a reading asks a seat to name the suit of a Doctor with it."""
    return rules.doctor.doctor_suit == "named_at_commit"


@condition("indian-chief.doctor.suit-named", given=always)
def suit_is_named(rules: Rules, state: Choosing, seat: Seat, action: Choose) -> bool:
    """A Doctor names a suit, if a reading asks for that."""
    meld = action.meld
    return meld.size != Box.DOCTOR or meld.suit is not None or not names_suit(rules)
