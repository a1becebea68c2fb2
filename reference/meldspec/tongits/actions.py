"""What a seat or chance may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, final

from meldspec.cards import ONE_PACK, Card


@final
@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals: a hand for each seat, and the stock with its top first."""

    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


@final
@dataclass(frozen=True, slots=True)
class CallDraw:
    """Call a draw instead of taking a card."""


@final
@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock."""


@final
@dataclass(frozen=True, slots=True)
class Take:
    """Take the top of the discard pile and lay it at once with these cards of the hand.

    Readings that allow it take it onto the table meld that now holds the cards of ``meld``, or,
    with neither, into the hand.
    """

    hand_cards: frozenset[Card]
    meld: frozenset[Card] | None = None


@final
@dataclass(frozen=True, slots=True)
class Expose:
    """Lay cards of the hand on the table as a meld."""

    cards: frozenset[Card]
    face_down: bool = False


@final
@dataclass(frozen=True, slots=True)
class LayOff:
    """Add one card of the hand to the table meld that now holds these cards."""

    card: Card
    meld: frozenset[Card]


@final
@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card of the hand on the discard pile, which ends the turn."""

    card: Card


@final
@dataclass(frozen=True, slots=True)
class CallTongits:
    """End the hand with every remaining card in melds, after a last discard if one is named."""

    discard: Card | None = None


@final
@dataclass(frozen=True, slots=True)
class Fold:
    """Answer a called draw by giving up."""


@final
@dataclass(frozen=True, slots=True)
class Challenge:
    """Answer a called draw by comparing hands."""


SeatAction: TypeAlias = (
    CallDraw | Draw | Take | Expose | LayOff | Discard | CallTongits | Fold | Challenge
)
Action: TypeAlias = Deal | SeatAction

DISCARDS: Final = tuple(Discard(card) for card in ONE_PACK)
"""The discards of one pack, built once."""
CALLS_WITH_DISCARD: Final = tuple(CallTongits(card) for card in ONE_PACK)
"""The calls of tongits with a last discard, built once."""
KEEP: Final = Take(frozenset())
"""The take of a discard into the hand."""
CALL_DRAW: Final = CallDraw()
DRAW: Final = Draw()
CALL_TONGITS: Final = CallTongits()
FOLD: Final = Fold()
CHALLENGE: Final = Challenge()
