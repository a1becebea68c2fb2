"""Deals with cards left out, completed with cards that nobody has named.

A filling is the same in every run.  Another filling, with the same cards named, shows whether the
cards that were left out matter.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from meldcheck.games.measure import JOKER, Measure
from meldcheck.sources.situation.slips import in_words
from meldcheck.words.case import JSON, Record
from meldcheck.words.messages import Cards
from meldcheck.words.notation import REST, NotationError, canonical, pile, without
from meldspec.cards import RANKS

LEFT_OUT: Final = ("…", "...")
"""Stands for cards that are left out."""

STOCK: Final = "stock"
UPCARD: Final = "upcard"

_STRIDES: Final = (31, 17, 1)
"""By filling: the distance in the pack between cards that follow each other in it."""


class DealWritten(Record, frozen=True):
    """A deal in which some cards may be left out."""

    hands: list[Cards]
    stock: Cards | UnsetType = UNSET
    upcard: str | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class Pile:
    """Named cards, and whether cards that are not named follow them."""

    named: tuple[str, ...]
    left_out: bool = False
    rest: bool = False
    """Whether all cards not named anywhere follow, in printing order."""


@dataclass(frozen=True, slots=True)
class PartialDeal:
    """A deal as written, with its cards read."""

    hands: tuple[Pile, ...]
    stock: Pile
    upcard: Pile | None
    """None in a game without an upcard."""

    def holding(
        self,
        held: Mapping[int, Sequence[str]],
        sizes: Sequence[int],
        elsewhere: Sequence[str] = (),
    ) -> PartialDeal:
        """The deal with cards added to hands that have room and leave cards out.

        Cards that are named, or lie ``elsewhere``, are not added again.
        """
        there = Counter([*self.named(), *elsewhere])
        hands = list(self.hands)
        for seat, cards in held.items():
            if not (seat < len(hands) and hands[seat].left_out):
                continue
            room = sizes[seat] - len(hands[seat].named)
            new = [one for one in cards if not there[one]][: max(0, room)]
            there.update(new)
            hands[seat] = replace(hands[seat], named=(*hands[seat].named, *new))
        return replace(self, hands=tuple(hands))

    def named(self) -> list[str]:
        """All cards that are named."""
        turned = () if self.upcard is None else self.upcard.named
        return [*(one for pile in self.hands for one in pile.named), *turned, *self.stock.named]


Filled: TypeAlias = tuple[dict[str, JSON], tuple[str, ...]]
"""A deal as a step of chance, and the places of the cards that were left out."""


def read_deal(written: JSON, measure: Measure, seats: int, turned: bool) -> PartialDeal:
    """A deal as written; ``turned`` says whether it has an upcard.

    NotationError for a deal that cannot be read.
    """
    try:
        deal = msgspec.convert(written, DealWritten)
    except msgspec.ValidationError as error:
        raise NotationError(f"deal: {in_words(error, DealWritten)}") from None
    if len(deal.hands) != seats:
        raise NotationError(f"deal: {seats} players, but 'hands' has {len(deal.hands)}")
    if deal.upcard is not UNSET and not turned:
        where = "in a hand that is under way" if measure.upcard else f"in {measure.title}"
        raise NotationError(f"deal: no card is turned up {where}")
    hands = tuple(
        _pile(cards, f"hand of seat {seat}", joined=True) for seat, cards in enumerate(deal.hands)
    )
    top = "…" if deal.upcard is UNSET else deal.upcard
    stock = "…" if deal.stock is UNSET else deal.stock
    upcard = _pile(top, UPCARD) if turned else None
    return PartialDeal(hands, _pile(stock, STOCK), upcard)


def _pile(written: Cards, place: str, joined: bool = False) -> Pile:
    """The cards of a place; ``…`` and ``rest`` must come last, and a hand takes no ``rest``."""
    words = written.replace(",", " ").split() if isinstance(written, str) else list(written)
    last = words[-1] if words else ""
    left_out, rest = last in LEFT_OUT, last == REST and not joined
    named = words[:-1] if left_out or rest else words
    if any(word in LEFT_OUT for word in named):
        raise NotationError(f"{place}: '…' must come last, after the cards that are named")
    try:
        cards = tuple(pile(named))
    except NotationError as error:
        raise NotationError(f"{place}: {error}") from None
    return Pile(cards, left_out, rest)


def fill(
    deal: PartialDeal,
    measure: Measure,
    sizes: Sequence[int],
    number: int,
    order: int = 0,
    elsewhere: Sequence[str] = (),
) -> Filled:
    """The deal with every place filled.  NotationError for cards that cannot be dealt so.

    ``order`` chooses the filling; the first ones keep hands from having melds. ``elsewhere`` has
    cards that lie on the table and are not dealt.
    """
    whole = measure.deck(len(deal.hands))
    _check(deal, whole, sizes, elsewhere)
    pack = without(whole, elsewhere)
    wild = None if measure.wild is None else measure.wild(number)
    left = without(_spread(pack, order), deal.named())
    hands: list[list[str]] = []
    for held, size in zip(deal.hands, sizes, strict=True):
        chosen = _chosen(left, held.named, size, wild, order) if held.left_out else []
        left = without(left, chosen)
        hands.append([*held.named, *chosen])
    do: dict[str, JSON] = {"type": "deal", "hands": [canonical(held) for held in hands]}
    if deal.upcard is not None:
        turned = (*deal.upcard.named, *left)[:1]
        left = left if deal.upcard.named else left[1:]
        do[UPCARD] = turned[0] if turned else None
    open_end = deal.stock.left_out or deal.stock.rest
    after = canonical(left) if deal.stock.rest else left
    do[STOCK] = [*deal.stock.named, *(after if open_end else ())]
    return do, _places(deal, sizes)


def _places(deal: PartialDeal, sizes: Sequence[int]) -> tuple[str, ...]:
    """The places with cards that were left out."""
    seats = (
        f"hand of seat {seat}"
        for seat, (held, size) in enumerate(zip(deal.hands, sizes, strict=True))
        if held.left_out and len(held.named) < size
    )
    turned = (UPCARD,) if deal.upcard is not None and not deal.upcard.named else ()
    return (*seats, *turned, *((STOCK,) if deal.stock.left_out else ()))


def _check(
    deal: PartialDeal, pack: Sequence[str], sizes: Sequence[int], elsewhere: Sequence[str]
) -> None:
    there = Counter(pack)
    for one, times in Counter([*deal.named(), *elsewhere]).items():
        if times > there[one]:
            has = {0: "has none", 1: "has it once"}.get(there[one], f"has it {there[one]} times")
            raise NotationError(f"deal: {one} is named {_times(times)}; the pack {has}")
    for seat, (held, size) in enumerate(zip(deal.hands, sizes, strict=True)):
        if held.left_out and len(held.named) > size:
            raise NotationError(
                f"deal: the hand of seat {seat} names {len(held.named)} cards; {size} are dealt"
            )


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _spread(pack: Sequence[str], order: int) -> list[str]:
    """The pack in the order of a filling, jokers last."""
    cards = [one for one in pack if one != JOKER]
    stride = _STRIDES[order]
    while math.gcd(stride, len(cards)) > 1:
        stride += 1
    places = range(len(cards))
    mixed = [cards[(place * stride + order) % len(cards)] for place in places]
    return [*mixed, *(one for one in pack if one == JOKER)]


def _chosen(
    left: Sequence[str], named: Sequence[str], size: int, wild: str | None, order: int
) -> list[str]:
    """Cards for a hand, chosen to fit the others in it as little as possible."""
    hand, chosen = list(named), []
    free = list(left)
    fits = [
        sum((_fitting(one, other, wild) for other in hand), _at_first(one, wild)) for one in free
    ]
    while len(hand) < size and free:
        place = 0 if order == len(_STRIDES) - 1 else fits.index(min(fits))
        one = free.pop(place)
        fits.pop(place)
        hand.append(one)
        chosen.append(one)
        fits = [fit + _fitting(other, one, wild) for other, fit in zip(free, fits, strict=True)]
    return chosen


def _at_first(one: str, wild: str | None) -> int:
    """How a card fits an empty hand: a wild one fits every hand, and is chosen last."""
    return 1000 if _is_wild(one, wild) else 0


def _fitting(one: str, other: str, wild: str | None) -> int:
    """How much a card fits a hand more with another card in it."""
    return 0 if _is_wild(one, wild) else _go_together(one, other)


def _is_wild(one: str, wild: str | None) -> bool:
    return one == JOKER or one[0] == wild


@cache
def _go_together(one: str, other: str) -> int:
    """A number for how near two cards are to a meld; a joker is not counted."""
    if JOKER in (one, other):
        return 0
    if one[0] == other[0]:
        return 10
    apart = abs(RANKS.index(one[0]) - RANKS.index(other[0]))
    near = one[1] == other[1] and min(apart, len(RANKS) - apart) <= 2
    return 10 if near else 0


def exchanged(first: Mapping[str, JSON], deal: PartialDeal, seat: int) -> dict[str, JSON] | None:
    """A filled deal in which a seat has other cards, the last ones of the stock.

    None if no card of the seat or of the stock was left out.
    """
    stock = list(first[STOCK])
    named = deal.hands[seat].named
    given = without(first["hands"][seat], named)
    tail = stock[len(deal.stock.named) :] if deal.stock.left_out else []
    new = tail[-len(given) :] if given else []
    if not new or not deal.hands[seat].left_out:
        return None
    kept = given[len(new) :]
    hands = list(first["hands"])
    hands[seat] = canonical([*named, *kept, *new])
    return {
        **first,
        "hands": hands,
        STOCK: [*stock[: len(stock) - len(new)], *given[: len(new)]],
    }
