"""A library that shuffles by itself: how it gets the deal that a request states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar, final

Card = TypeVar("Card")


@final
class Arranged(Random):
    """A source of chance whose ``shuffle`` brings the cards into a given order.

    Give it to the library in place of ``random`` or a ``random.Random``.  It helps where the
    library calls ``shuffle``, or ``sample`` of all cards; a library that draws random cards one by
    one needs its deck replaced instead.
    """

    def __init__(self, key: Callable[[Any], object] = lambda card: card) -> None:
        """``key`` tells which cards are the same, such as ``spelling.write``."""
        super().__init__(0)
        self._key = key
        self._orders: list[tuple[object, ...]] = []

    def __deepcopy__(self, memo: object) -> Arranged:
        """Another one that will arrange the same cards."""
        other = Arranged(self._key)
        other._orders = list(self._orders)
        return other

    def next(self, order: Iterable[object]) -> None:
        """The next shuffle has this order; each order is used once, the earliest first."""
        self._orders.append(tuple(order))

    @property
    def waits(self) -> bool:
        """Whether an order has not been used yet."""
        return bool(self._orders)

    def shuffle(self, x: MutableSequence[Any]) -> None:  # type: ignore[explicit-override]  # typing.override is in 3.12
        """Brings the cards into the order that is due.

        Raises ValueError if no order is due, or if it has other cards.
        """
        x[:] = self._arranged(x)

    def sample(  # type: ignore[explicit-override]  # typing.override is in 3.12
        self, population: Sequence[Any], k: int, *, counts: Iterable[int] | None = None
    ) -> list[Any]:
        """All cards in the order that is due; ValueError for a part of them."""
        if k != len(population) or counts is not None:
            raise ValueError("only a sample of all cards can be arranged")
        return self._arranged(population)

    def _arranged(self, cards: Sequence[Any]) -> list[Any]:
        if not self._orders:
            raise ValueError("the library shuffles, and no order is due")
        left = list(cards)
        arranged = []
        for wanted in self._orders.pop(0):
            key = self._key(wanted)
            place = next((at for at, card in enumerate(left) if self._key(card) == key), None)
            if place is None:
                raise ValueError(f"the library does not shuffle {wanted!r}")
            arranged.append(left.pop(place))
        if left:
            raise ValueError(f"the library also shuffles {left[0]!r}")
        return arranged


def deck(
    hands: Sequence[Sequence[Card]],
    rest: Iterable[Card],
    dealer: int,
    *,
    packets: bool = False,
) -> list[Card]:
    """The deck, its top first, from which a library deals these hands and leaves the rest.

    The seat after the dealer gets the first card.  Cards go one at a time in order of play, or a
    whole hand at once in ``packets``.  Where hands differ in size, a seat with a full hand is
    passed over.  A library that takes cards from the end of a list wants it reversed.
    """
    ordered = [hands[(dealer + step) % len(hands)] for step in range(1, len(hands) + 1)]
    if packets:
        return [card for hand in ordered for card in hand] + list(rest)
    rounds = range(max(map(len, ordered), default=0))
    dealt = [hand[turn] for turn in rounds for hand in ordered if turn < len(hand)]
    return dealt + list(rest)
