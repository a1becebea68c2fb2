"""What may come of a table: melds, the cards that jokers stand for, and what a hand could play.

A reading is asked only where another would make a difference to the table at issue.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias, get_args

from meldspec import manipulation
from meldspec.cards import JOKER, ONE_PACK, RANKS, Card, suit
from meldspec.carousel.options import (
    Rules,
)
from meldspec.carousel.state import Hand, as_cards, placed_cards
from meldspec.manipulation import (
    By,
    Domain,
    Kind,
    Laid,
    Manner,
    Placed,
    Play,
    best_play,
    bound,
    is_stand_in,
    kind,
    names_in_domain,
    price,
    stand_in,
    stands_for,
)
from meldspec.manipulation import Table as Melds
from meldspec.melds import SMALLEST

# ── what is a meld ───────────────────────────────────────────────────────────────────────────────


def has_both_ends(rules: Rules) -> bool:
    """Whether a run may have an ace at either end."""
    return rules.seq.ace_both_ends == "both_ends"


def kind_of(rules: Rules, meld: Collection[Placed]) -> Kind | None:
    """Whether cards are a set, a run, or no meld; a joker counts as the card that it stands for.

    Clauses: meld.two-kinds, set.size, one-rank, suits-differ, seq.min-three, one-suit, consecutive,
    ace-both-ways, ace-not-inside, joker.as-natural.
    """
    at_most = kind(meld, both_ends=True)
    if at_most is kind(meld, both_ends=False):
        return at_most
    return kind(meld, both_ends=has_both_ends(rules))


def needs_natural(rules: Rules) -> bool:
    """Whether every meld has a card that is no joker."""
    return rules.joker.all_joker_meld == "one_natural_needed"


def has_natural(rules: Rules, meld: Laid) -> bool:
    """Whether a meld has a card that is no joker, or need not have one.

    What is no meld anyhow need not.
    """
    if manipulation.has_natural(meld) or kind(meld, both_ends=True) is None:
        return True
    return not needs_natural(rules)


# ── what jokers stand for ────────────────────────────────────────────────────────────────────────


def are_declared(melds: Melds) -> bool:
    """Whether every joker stands for a card."""
    return all(JOKER not in meld for meld in melds)


def stand_ins(melds: Melds) -> Counter[Card]:
    """For each card, how many jokers stand for it."""
    return Counter(stands_for(placed) for placed in placed_cards(melds) if is_stand_in(placed))


def domain(rules: Rules) -> Domain:
    """The cards that a joker may be named as."""
    return rules.joker.joker_domain


def names_may_be_alike(rules: Rules) -> bool:
    """Whether two jokers may stand for the same card."""
    return rules.joker.two_jokers_one_identity == "allowed"


def names_are_open(rules: Rules, packs: int, old: Melds, new: Melds) -> bool:
    """Whether the cards that jokers are newly named as are such as may be named."""
    verdicts = {
        reading: names_in_domain(old, new, Manner(domain=reading, packs=packs))
        for reading in get_args(Domain)
    }
    if len(set(verdicts.values())) == 1:
        return verdicts["any_card"]
    return verdicts[domain(rules)]


def names_differ(rules: Rules, melds: Melds) -> bool:
    """Whether no two jokers stand for the same card, or they may."""
    return manipulation.names_differ(melds) or names_may_be_alike(rules)


# ── what frees a joker ───────────────────────────────────────────────────────────────────────────


def table_frees_only(rules: Rules) -> bool:
    """Whether a joker is freed only by a natural card that lay on the table before."""
    return rules.joker.joker_in_play == "table_only"


def own_meld_frees(rules: Rules) -> bool:
    """Whether a joker is freed by the natural card at the other end of its own run."""
    return rules.joker.joker_natural_same_meld == "counts"


def natural_frees_one(rules: Rules) -> bool:
    """Whether each natural card frees one joker, and not all that stand for it."""
    return rules.joker.one_natural_frees_two == "one_per_natural"


def joker_frees(rules: Rules) -> bool:
    """Whether a joker is freed by another that stands for the same card."""
    return rules.joker.joker_as_replacing_natural == "joker_counts"


Key: TypeAlias = tuple[bool, ...]
"""An answer for each of the four readings."""

FREEING: Final = (table_frees_only, own_meld_frees, natural_frees_one, joker_frees)

MANNERS: Final[Mapping[Key, Manner]] = {
    key: Manner(
        table_only=key[0], same_meld_counts=key[1], one_per_natural=key[2], joker_counts=key[3]
    )
    for key in product((False, True), repeat=len(FREEING))
}


def names_are_kept(rules: Rules, old: Melds, new: Melds) -> bool:
    """Whether as many jokers as are not free go on standing for the same card.

    Which joker is which cannot be told.  One that stands for nothing might be any of them.
    """
    before, after = stand_ins(old), stand_ins(new)
    cards = as_cards(new)
    undeclared = sum(meld.count(Placed(JOKER)) for meld in new)
    still = {card: after[card] + undeclared for card in before}
    return all(
        still[card] >= jokers or _is_kept(rules, card, old, cards[card], still[card])
        for card, jokers in before.items()
    )


def _is_kept(rules: Rules, card: Card, old: Melds, naturals: int, still: int) -> bool:
    """Whether it is enough that so many jokers still stand for a card.

    Clauses: joker.keeps-identity, replace, replace-source, freed-moves, rename.
    """
    verdicts = {key: still >= bound(card, old, naturals, manner) for key, manner in MANNERS.items()}
    for place, reading in enumerate(FREEING):
        if _matters(verdicts, place):
            answer = reading(rules)
            verdicts = {key: kept for key, kept in verdicts.items() if key[place] is answer}
    (kept,) = set(verdicts.values())
    return kept


def _matters(verdicts: Mapping[Key, bool], place: int) -> bool:
    """Whether the reading at this place makes a difference by some other readings."""
    others: dict[Key, set[bool]] = {}
    for key, verdict in verdicts.items():
        others.setdefault(key[:place] + key[place + 1 :], set()).add(verdict)
    return any(len(found) > 1 for found in others.values())


# ── what a hand could play ───────────────────────────────────────────────────────────────────────


def manner(rules: Rules, packs: int, melds: Melds, hand: Hand) -> Manner:
    """How this table may be rearranged with cards of this hand.

    What makes no difference to them is as in any rules.
    """
    there, names = as_cards(melds), stand_ins(melds)
    jokers = there[Card(JOKER)] + hand.count(Card(JOKER))
    shared = max(names.values(), default=0) > 1
    beside = any(
        stand_in(card) in meld and Placed(card) in meld for card in names for meld in melds
    )
    return Manner(
        both_ends=not _may_have_both_ends(there + Counter(hand)) or has_both_ends(rules),
        packs=packs,
        domain=domain(rules) if jokers else "any_card",
        two_alike=jokers < 2 or names_may_be_alike(rules),
        natural_beside=jokers < SMALLEST or needs_natural(rules),
        table_only=any(card in names for card in hand) and table_frees_only(rules),
        one_per_natural=shared and natural_frees_one(rules),
        joker_counts=shared and joker_frees(rules),
        same_meld_counts=not beside or own_meld_frees(rules),
    )


def _may_have_both_ends(cards: Counter[Card]) -> bool:
    """Whether there are enough cards of some suit, with jokers, for a run with two aces."""
    for ace in ONE_PACK[:: len(RANKS)]:
        suited = [card for card in cards if suit(card) == suit(ace)]
        if len(suited) + (cards[ace] > 1) + cards[Card(JOKER)] > len(RANKS):
            return True
    return False


_best_play: Final = lru_cache(maxsize=1 << 12)(best_play)
_can_play: Final = lru_cache(maxsize=1 << 12)(manipulation.can_play)
"""A table and a hand are asked about more than once in a turn, and again by every reading."""

FREEST: Final = Manner(packs=2, natural_beside=False, joker_counts=True)
"""No readings let a hand play what these do not."""


def could_play(melds: Melds, hand: Hand) -> bool:
    """Whether by any readings the hand could play a card."""
    return bool(hand) and _can_play(melds, hand, FREEST)


def can_play(rules: Rules, packs: int, melds: Melds, hand: Hand) -> bool:
    """Whether the hand could play a card."""
    return bool(hand) and _can_play(melds, hand, manner(rules, packs, melds, hand))


def most_cards(rules: Rules, packs: int, melds: Melds, hand: Hand) -> int:
    """How many cards the hand could play at once."""
    play = _best_play(melds, hand, manner(rules, packs, melds, hand), By.CARDS)
    return 0 if play is None else len(play.cards)


def most_points(rules: Rules, packs: int, melds: Melds, hand: Hand) -> int:
    """What the cards count that the hand could play at once, at most."""
    play = _best_play(melds, hand, manner(rules, packs, melds, hand), By.POINTS)
    return 0 if play is None else play.points


def must_play_most(rules: Rules) -> bool:
    """Whether a seat that melds must play as many cards as it can."""
    return rules.meld.meld_amount == "maximum"


def best(rules: Rules, packs: int, melds: Melds, hand: Hand, by: By) -> Play | None:
    """A play of the most cards, or of the most points, that is accepted; None if there is none.

    Where the most cards must be played, that of the most points is one of these.
    """
    if by is By.POINTS and must_play_most(rules):
        by = By.POINTS_OF_MOST_CARDS
    return _best_play(melds, hand, manner(rules, packs, melds, hand), by)


def worth(hand: Hand) -> int:
    """What all cards of a hand count.

    Clauses: value.joker, face, ace, pip.
    """
    return sum(map(price, hand))
