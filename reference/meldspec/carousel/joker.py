"""Jokers: what they stand for, and what frees them.  The law: spec/carousel/joker.md

An option is read only where another reading would change the answer for this table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Final, TypeAlias, get_args

from meldspec import manipulation
from meldspec.cards import JOKER, Card
from meldspec.carousel.options import Rules
from meldspec.carousel.table import Melding, Rearrange, as_cards, placed_cards
from meldspec.kernel import condition
from meldspec.manipulation import (
    Domain,
    Laid,
    Manner,
    Placed,
    bound,
    is_stand_in,
    kind,
    names_in_domain,
    stands_for,
)
from meldspec.manipulation import Table as Melds
from meldspec.play import Seat


@condition("carousel.joker.no-return")
def jokers_stay(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """There are as many jokers on the table as before, or more."""
    return as_cards(action.table)[Card(JOKER)] >= as_cards(state.table.melds)[Card(JOKER)]


# ── what jokers stand for ────────────────────────────────────────────────────────────────────────


def are_declared(melds: Melds) -> bool:
    """Whether every joker stands for a card."""
    return all(JOKER not in meld for meld in melds)


@condition("carousel.joker.declare")
def jokers_are_declared(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """Every joker stands for a card."""
    return are_declared(action.table)


def stand_ins(melds: Melds) -> Counter[Card]:
    """For each card, how many jokers stand for it."""
    return Counter(stands_for(placed) for placed in placed_cards(melds) if is_stand_in(placed))


def domain(rules: Rules) -> Domain:
    """The cards that a joker may be named as."""
    return rules.joker.joker_domain


@condition("carousel.joker.domain")
def names_are_in_the_domain(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """Each joker with a new name stands for a card that the reading allows."""
    old, packs = state.table.melds, rules.size.packs(state.table.seats)
    verdicts = {
        reading: names_in_domain(old, action.table, Manner(domain=reading, packs=packs))
        for reading in get_args(Domain)
    }
    if len(set(verdicts.values())) == 1:
        return verdicts["any_card"]
    return verdicts[domain(rules)]


def names_may_be_alike(rules: Rules) -> bool:
    """Whether two jokers may stand for the same card."""
    return rules.joker.two_jokers_one_identity == "allowed"


# carousel.joker.two-alike
def may_lie_together(rules: Rules, melds: Melds) -> bool:
    """Whether no two jokers stand for the same card, or a reading lets them."""
    return manipulation.names_differ(melds) or names_may_be_alike(rules)


@condition("carousel.joker.two-alike")
def names_differ(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """No two jokers stand for the same card, if a reading forbids it."""
    return may_lie_together(rules, action.table)


def needs_natural(rules: Rules) -> bool:
    """Whether every meld has a card that is no joker."""
    return rules.joker.all_joker_meld == "one_natural_needed"


# carousel.joker.natural-beside
def may_lie_without_natural(rules: Rules, meld: Laid) -> bool:
    """Whether a meld has a card that is no joker, or a reading lets jokers lie alone."""
    return manipulation.has_natural(meld) or not needs_natural(rules)


@condition("carousel.joker.natural-beside")
def naturals_lie_beside(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """No meld is made of jokers alone, unless a reading allows it."""
    return all(
        kind(meld, both_ends=True) is None or may_lie_without_natural(rules, meld)
        for meld in action.table
    )


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
"""A yes or no for each of the four options in ``FREEING``."""

FREEING: Final = (table_frees_only, own_meld_frees, natural_frees_one, joker_frees)

MANNERS: Final[Mapping[Key, Manner]] = {
    key: Manner(
        table_only=key[0], same_meld_counts=key[1], one_per_natural=key[2], joker_counts=key[3]
    )
    for key in product((False, True), repeat=len(FREEING))
}


@condition("carousel.joker.keeps-identity")
def names_are_kept(rules: Rules, state: Melding, seat: Seat, action: Rearrange) -> bool:
    """The jokers that are not free still stand for the same cards.

    Jokers look alike, so they are counted.  A joker that stands for nothing may be any of them.
    """
    old, new = state.table.melds, action.table
    before, after = stand_ins(old), stand_ins(new)
    cards = as_cards(new)
    undeclared = sum(meld.count(Placed(JOKER)) for meld in new)
    still = {card: after[card] + undeclared for card in before}
    return all(
        still[card] >= jokers or _is_kept(rules, card, old, cards[card], still[card])
        for card, jokers in before.items()
    )


def _is_kept(rules: Rules, card: Card, old: Melds, naturals: int, still: int) -> bool:
    """Whether it is enough that ``still`` jokers stand for a card.

    Clauses: joker.keeps-identity, joker.replace, joker.replace-source, joker.freed-moves,
    joker.rename.
    """
    verdicts = {key: still >= bound(card, old, naturals, manner) for key, manner in MANNERS.items()}
    for place, reading in enumerate(FREEING):
        if _matters(verdicts, place):
            answer = reading(rules)
            verdicts = {key: kept for key, kept in verdicts.items() if key[place] is answer}
    (kept,) = set(verdicts.values())
    return kept


def _matters(verdicts: Mapping[Key, bool], place: int) -> bool:
    """Whether the option at this place changes the verdict under some readings of the others."""
    others: dict[Key, set[bool]] = {}
    for key, verdict in verdicts.items():
        others.setdefault(key[:place] + key[place + 1 :], set()).add(verdict)
    return any(len(found) > 1 for found in others.values())
