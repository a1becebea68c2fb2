"""How a table may be rearranged: which cards jokers keep, and which they may be named as."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, TypeAlias, assert_never, final

from meldspec.cards import Card
from meldspec.manipulation.kinds import kind
from meldspec.placed import (
    Laid,
    Placed,
    Table,
    is_stand_in,
    price,
    stand_in,
    stands_for,
)


@final
class By(StrEnum):
    """The measure of the cards that are played; the play with the most is best."""

    CARDS = "cards"
    POINTS = "points"
    POINTS_OF_MOST_CARDS = "points of most cards"
    """Cards, and with equal cards points."""


_ALL_POINTS: Final = 1 << 10
"""More points than two packs have with four jokers, so that one card outweighs all points."""


def weight_of(card: Card, by: By) -> int:
    """The worth of playing a card."""
    match by:
        case By.CARDS:
            return 1
        case By.POINTS:
            return price(card)
        case By.POINTS_OF_MOST_CARDS:
            return _ALL_POINTS + price(card)
        case _:
            assert_never(by)


Domain: TypeAlias = Literal["any_card", "not_visible_on_table", "copies_not_exceeded"]
"""The cards that a joker may be named as."""


@final
@dataclass(frozen=True, slots=True)
class Manner:
    """How the table may be rearranged.

    ``both_ends``: one run may have an ace at each end.  ``packs``: the number of packs.
    ``domain``: the cards that jokers may be named as.  ``two_alike``: two jokers may stand for one
    card.  ``natural_beside``: every meld needs a natural card.

    The other fields tell what frees a joker from its card.  ``table_only``: only naturals that lay
    on the table before.  ``one_per_natural``: each natural frees one joker.  ``joker_counts``:
    another joker for the same card frees it too.  ``same_meld_counts``: so does the natural at the
    other end of its own run.
    """

    both_ends: bool = True
    packs: int = 1
    domain: Domain = "any_card"
    two_alike: bool = True
    natural_beside: bool = True
    table_only: bool = False
    one_per_natural: bool = False
    joker_counts: bool = False
    same_meld_counts: bool = True


def _of(cards: Iterable[Placed], stand_ins: bool) -> Counter[Card]:
    return Counter(stands_for(placed) for placed in cards if is_stand_in(placed) == stand_ins)


def bound(card: Card, old: Table, naturals: int, manner: Manner) -> int:
    """How many jokers must still stand for a card, with ``naturals`` of it on the new table.

    Naturals never leave the table, so the old ones are among them.
    """
    jokers = sum(meld.count(stand_in(card)) for meld in old)
    there = sum(meld.count(Placed(card)) for meld in old)
    beside = any(Placed(card) in meld and stand_in(card) in meld for meld in old)
    return bound_jokers(jokers, there if manner.table_only else naturals, beside, manner)


def bound_jokers(jokers: int, naturals: int, beside: bool, manner: Manner) -> int:
    """How many of the jokers for a card stay bound to it.

    ``naturals`` may free them; ``beside``: one natural lay in one meld with a joker for it.
    """
    not_by_its_own = beside and naturals == 1 and not manner.same_meld_counts
    most = jokers - not_by_its_own
    free = min(most, naturals) if manner.one_per_natural else most if naturals else 0
    if manner.joker_counts:
        return min(jokers, 1) if not free else 0
    return jokers - free


def keeps_identities(old: Table, new: Table, manner: Manner) -> bool:
    """Whether the jokers that are not free stand for the same cards as before."""
    before = [placed for meld in old for placed in meld]
    after = [placed for meld in new for placed in meld]
    naturals, jokers = _of(after, False), _of(after, True)
    return all(
        jokers[card] >= bound(card, old, naturals[card], manner) for card in _of(before, True)
    )


def names_in_domain(old: Table, new: Table, manner: Manner) -> bool:
    """Whether jokers are newly named only as cards that the ``domain`` allows."""
    before = _of([placed for meld in old for placed in meld], True)
    after = [placed for meld in new for placed in meld]
    naturals, jokers = _of(after, False), _of(after, True)
    named = jokers - before
    match manner.domain:
        case "any_card":
            return True
        case "not_visible_on_table":
            return all(not naturals[card] for card in named)
        case "copies_not_exceeded":
            return all(naturals[card] + jokers[card] <= manner.packs for card in named)


def names_differ(new: Table) -> bool:
    """Whether no two jokers stand for the same card."""
    return max(_of([placed for meld in new for placed in meld], True).values(), default=0) < 2


def has_natural(meld: Laid) -> bool:
    """Whether the meld has a natural card."""
    return not all(is_stand_in(placed) for placed in meld)


def may_follow(old: Table, new: Table, manner: Manner) -> bool:
    """Whether the new table has only melds, and its jokers may be named so after the old table.

    This does not check where the cards come from.
    """
    return (
        all(kind(meld, manner.both_ends) is not None for meld in new)
        and (not manner.natural_beside or all(has_natural(meld) for meld in new))
        and (manner.two_alike or names_differ(new))
        and keeps_identities(old, new, manner)
        and names_in_domain(old, new, manner)
    )
