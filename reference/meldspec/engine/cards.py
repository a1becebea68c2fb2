"""The spelling of cards: between the texts of the protocol and the cards of a library.

A joker is ``*`` in every spelling but an own table that says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias, final

from meldspec.cards import RANKS, SUITS, parse, text

Foreign: TypeAlias = Any
"""A card as the library has it."""

TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards of a pack as the protocol writes them: clubs first, ranks from the ace."""

_WORDS: Final = (
    *("Ace", "Two", "Three", "Four", "Five", "Six", "Seven"),
    *("Eight", "Nine", "Ten", "Jack", "Queen", "King"),
)
_WITH_TEN: Final = ("A", *(str(number) for number in range(2, 11)), "J", "Q", "K")
_RANKS: Final[tuple[tuple[str, ...], ...]] = (
    _WITH_TEN,
    tuple(RANKS),
    tuple(RANKS.lower()),
    _WORDS,
    tuple(word.lower() for word in _WORDS),
)
_SUITS: Final[tuple[tuple[str, ...], ...]] = (
    tuple(SUITS),
    tuple(SUITS.lower()),
    ("♣", "♦", "♥", "♠"),
    ("♧", "♢", "♡", "♤"),
    ("Clubs", "Diamonds", "Hearts", "Spades"),
    ("clubs", "diamonds", "hearts", "spades"),
)
_BETWEEN: Final = re.compile(r"[^A-Za-z0-9]*| of ")
_PICTURES: Final = {"C": 0x1F0D0, "D": 0x1F0C0, "H": 0x1F0B0, "S": 0x1F0A0}
"""By suit, the code point before that of its ace; the knight before the queen is no card here."""


@final
class Spelling:
    """How a library has its cards: by text of the protocol, and back."""

    def __init__(self, read: Callable[[str], Foreign], write: Callable[[Foreign], str]) -> None:
        """``read`` returns the library's card for a text, ``write`` the text for a card.

        Both raise KeyError for what they do not know; ``write`` may also raise TypeError or
        AttributeError.
        """
        self._read: Final = read
        self._write: Final = write

    def read(self, word: str) -> Foreign:
        """The library's card for a text of the protocol.

        The text of a joker stays as it is where the spelling does not have it.  Raises ValueError
        for a text that is no card.
        """
        try:
            return self._read(word if "*" in word else text(parse(word)))
        except KeyError:
            return word

    def write(self, card: Foreign) -> str:
        """The text of the protocol for a library's card; ValueError for anything else."""
        if isinstance(card, str) and card.startswith("*"):
            return card
        try:
            return self._write(card)
        except (KeyError, TypeError, AttributeError):
            raise ValueError(f"not a card of the library: {card!r}") from None

    def texts(self, cards: Iterable[Foreign]) -> list[str]:
        """The texts of several cards, in their order."""
        return [self.write(card) for card in cards]


def table(cards: Mapping[str, Foreign]) -> Spelling:
    """The spelling of an own table: by text of the protocol, the library's card.

    Raises ValueError unless the table has all 52 cards, each as another value that can be a key.
    """
    missing = [name for name in TEXTS if name not in cards]
    if missing:
        raise ValueError(f"the table lacks {', '.join(missing)}")
    back = {card: name for name, card in cards.items()}
    if len(back) != len(cards):
        raise ValueError("two cards of the table are the same")
    return Spelling(dict(cards).__getitem__, back.__getitem__)


def spelled(example: str) -> Spelling:
    """The spelling in which the ten of hearts is written like this.

    ``TH``, ``10H``, ``HT``, ``h10``, ``10♥``, ``♥-T``, ``Ten of Hearts`` and the one sign ``🂺`` are
    understood, and every other order of these parts.  ValueError for anything else.
    """
    if example == chr(_PICTURES["H"] + 10):
        return _in_pictures()
    for ranks in _RANKS:
        for suits in _SUITS:
            for rank_first in (True, False):
                ten, hearts = ranks[RANKS.index("T")], suits[SUITS.index("H")]
                first, last = (ten, hearts) if rank_first else (hearts, ten)
                between = example[len(first) : len(example) - len(last)]
                if first + between + last == example and _BETWEEN.fullmatch(between):
                    return _joined(ranks, suits, between, rank_first)
    raise ValueError(f"no known spelling of the ten of hearts: {example!r}")


def _joined(ranks: Sequence[str], suits: Sequence[str], between: str, rank_first: bool) -> Spelling:
    by_text = {}
    for name in TEXTS:
        rank, suit = ranks[RANKS.index(name[0])], suits[SUITS.index(name[1])]
        by_text[name] = between.join((rank, suit) if rank_first else (suit, rank))
    return table(by_text)


def _in_pictures() -> Spelling:
    by_text = {}
    for name in TEXTS:
        number = RANKS.index(name[0]) + 1
        by_text[name] = chr(_PICTURES[name[1]] + number + (number >= RANKS.index("Q") + 1))
    return table(by_text)


def numbered(
    first: int = 0, ranks: str = RANKS, suits: str = SUITS, *, suit_by_suit: bool = True
) -> Spelling:
    """The spelling by numbers that count up from ``first``: 0 to 51, or 1 to 52.

    The numbers go through all ``ranks`` of one suit before the next of ``suits``, unless they are
    not ``suit_by_suit``: then through all suits of one rank.  ``ranks`` and ``suits`` are letters
    of the protocol in the order of the library; ValueError if one is missing.
    """
    if sorted(ranks) != sorted(RANKS) or sorted(suits) != sorted(SUITS):
        raise ValueError(f"not the letters {RANKS} and {SUITS} in another order")
    order = (
        [rank + suit for suit in suits for rank in ranks]
        if suit_by_suit
        else [rank + suit for rank in ranks for suit in suits]
    )
    return table({name: number for number, name in enumerate(order, first)})


def made(
    make: Callable[[Any, Any], Foreign],
    ranks: Iterable[object] = range(1, 14),
    suits: Iterable[object] = range(4),
    parts: Callable[[Foreign], tuple[object, object]] = lambda card: (card.rank, card.suit),
) -> Spelling:
    """The spelling by the library's own objects.

    ``make`` returns a new card of a rank and a suit, ``parts`` the rank and the suit of a card.
    ``ranks`` are the library's ranks from the ace to the king, ``suits`` its clubs, diamonds,
    hearts and spades.  ValueError for another number of them.
    """
    ranks, suits = tuple(ranks), tuple(suits)
    if len(ranks) != len(RANKS) or len(suits) != len(SUITS):
        raise ValueError(f"{len(ranks)} ranks and {len(suits)} suits, not 13 and 4")
    pairs = [(rank, suit) for suit in suits for rank in ranks]
    by_text, back = dict(zip(TEXTS, pairs, strict=True)), dict(zip(pairs, TEXTS, strict=True))
    return Spelling(lambda word: make(*by_text[word]), lambda card: back[parts(card)])


def records(
    ranks: Iterable[object] = range(1, 14),
    suits: Iterable[object] = ("clubs", "diamonds", "hearts", "spades"),
    *,
    rank: str = "rank",
    suit: str = "suit",
) -> Spelling:
    """The spelling by dictionaries such as ``{"rank": 10, "suit": "hearts"}``.

    ``rank`` and ``suit`` are the names of the fields; ``ranks`` and ``suits`` as for ``made``.
    """
    return made(
        lambda number, name: {rank: number, suit: name},
        ranks,
        suits,
        lambda card: (card[rank], card[suit]),
    )


PROTOCOL: Final = table({name: name for name in TEXTS})
"""The spelling of the protocol itself: ``TH``."""
