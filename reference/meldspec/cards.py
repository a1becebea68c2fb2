"""Cards as small integers, one for each physical card, and their text.

A card is ``54 * copy + 13 * suit + rank``: ranks count from the ace (0) to the king (12), suits
are clubs, diamonds, hearts, spades (0 to 3), and 52 and 53 of every copy are jokers.  Two packs
hold the same text twice but never the same card, so "each card is in one place" is a plain fact
about sets.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", int)
"""One physical card."""

RANKS: Final = "A23456789TJQK"
"""Rank letters in ascending order; the ace is low."""

SUITS: Final = "CDHS"
"""Suit letters in printing order; no game ranks suits."""

CARDS_IN_A_COPY: Final = 54
JOKER: Final = 52
"""The first joker of a copy; the second follows it."""

_RANK: Final = (*(card % 13 for card in range(52)), 13, 13)
_SUIT: Final = (*(card // 13 for card in range(52)), 4, 4)
_POINTS: Final = (*(min(card % 13 + 1, 10) for card in range(52)), 0, 0)
_TEXT: Final = (*(RANKS[card % 13] + SUITS[card // 13] for card in range(52)), "*", "*")
_CARD: Final = {text: Card(number) for number, text in enumerate(_TEXT[:52])}
_GLYPHS: Final = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})

ONE_PACK: Final[tuple[Card, ...]] = tuple(Card(number) for number in range(52))
"""The 52 cards of one pack without jokers, in order."""


def rank(card: Card) -> int:
    """The rank, 0 for an ace to 12 for a king; 13 for a joker."""
    return _RANK[card % CARDS_IN_A_COPY]


def suit(card: Card) -> int:
    """The suit, 0 to 3 for clubs, diamonds, hearts, spades; 4 for a joker."""
    return _SUIT[card % CARDS_IN_A_COPY]


def points(card: Card) -> int:
    """The points of an unmatched card: ace 1, two to ten their number, court cards 10.

    A joker counts 0 here; a game with jokers prices them itself.
    """
    return _POINTS[card % CARDS_IN_A_COPY]


def total(cards: Iterable[Card]) -> int:
    """The points of several cards together."""
    return sum(points(card) for card in cards)


def first_copy(card: Card) -> Card:
    """The card of the first copy that looks the same."""
    return Card(card % CARDS_IN_A_COPY)


def is_joker(card: Card) -> bool:
    """Whether the card is a joker."""
    return card % CARDS_IN_A_COPY >= JOKER


def small_pack(ranks: int, suits: int) -> tuple[Card, ...]:
    """The lowest ``ranks`` of each of the first ``suits`` suits, for play with few cards."""
    return tuple(Card(13 * s + r) for s in range(suits) for r in range(ranks))


def text(card: Card) -> str:
    """The canonical text of a card, such as ``TS``; a joker is ``*``."""
    return _TEXT[card % CARDS_IN_A_COPY]


def texts(cards: Iterable[Card]) -> list[str]:
    """The canonical text of several cards, in printing order: clubs first, ranks ascending."""
    return [text(card) for card in sorted(cards, key=lambda card: card % CARDS_IN_A_COPY)]


def parse(word: str) -> Card:
    """The card of the first copy that a word names; ``10H``, ``7♥`` and lower case are understood.

    Raises ValueError for anything else.
    """
    name = word.strip().upper().translate(_GLYPHS)
    if name == "*":
        return Card(JOKER)
    if name.startswith("10"):
        name = "T" + name[2:]
    try:
        return _CARD[name]
    except KeyError:
        raise ValueError(f"not a card: {word!r}") from None


def parse_all(words: Iterable[str]) -> tuple[Card, ...]:
    """The cards that words name, in order; the same text again names the card of the next copy.

    Raises ValueError for a word that is no card.
    """
    seen: dict[Card, int] = {}
    cards = []
    for word in words:
        card = parse(word)
        copy = seen.get(card, 0)
        seen[card] = copy + 1
        cards.append(Card(CARDS_IN_A_COPY * copy + card))
    return tuple(cards)
