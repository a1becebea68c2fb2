"""A deal, and the same step with other cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from meldcheck.words.case import JSON, Act
from meldcheck.words.notation import CHANCE, ORDERED, hand, table


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal with canonical cards."""

    dealer: int
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    upcard: str | None = None
    players: int | None = None
    """The stated number of seats of the match, if any."""
    hand_number: int = 1
    """The number of the hand in its match, for the first deal of a play; else 1."""

    @classmethod
    def of(cls, do: Mapping[str, JSON], dealer: int = 0, hand_number: int = 1) -> Dealt:
        """The deal in an action ``do`` of chance."""
        hands = tuple(tuple(cards) for cards in do["hands"])
        return cls(dealer, hands, tuple(do["stock"]), do.get("upcard"), hand_number=hand_number)

    def act(self, refused: tuple[str, ...] = ()) -> Act:
        """The deal as a step of chance."""
        hands = [hand(list(cards)) for cards in self.hands]
        turned = {} if self.upcard is None else {"upcard": self.upcard}
        do = {"type": "deal", "hands": hands, **turned, "stock": list(self.stock)}
        return Act(by=CHANCE, do=do, refused=refused)

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card that is dealt, in no order."""
        turned = () if self.upcard is None else (self.upcard,)
        return (*(card for cards in self.hands for card in cards), *turned, *self.stock)

    def renamed(self, names: Mapping[str, str]) -> Dealt:
        """The deal with cards exchanged for others."""
        return replace(
            self,
            hands=tuple(tuple(names.get(card, card) for card in cards) for cards in self.hands),
            stock=tuple(names.get(card, card) for card in self.stock),
            upcard=self.upcard and names.get(self.upcard, self.upcard),
        )


def exchanged_action(do: Mapping[str, JSON], names: Mapping[str, str]) -> dict[str, JSON]:
    """The action with cards exchanged; the cards of hands and melds are in printing order."""
    if do["type"] == "deal":
        return dict(Dealt.of(do).renamed(names).act().do)
    changed = dict(do)
    for name, value in do.items():
        if name == "table":
            changed[name] = table([[names.get(card, card) for card in meld] for meld in value])
        elif isinstance(value, list):
            cards = [names.get(card, card) for card in value]
            changed[name] = cards if name in ORDERED else hand(cards)
        elif isinstance(value, str) and value in names:
            changed[name] = names[value]
    return changed
